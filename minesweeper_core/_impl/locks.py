"""Locks that are reset in a forked child."""

from __future__ import annotations

import os
import threading
from typing import Any
from weakref import WeakSet

__all__ = ["fork_safe_lock"]

_alive: WeakSet[Any] = WeakSet()


def fork_safe_lock() -> Any:
    """A reentrant lock.

    In a forked child, it is released if another thread held it, because that thread does not exist there.
    """
    lock = threading.RLock()
    _alive.add(lock)
    return lock


def _reset() -> None:
    for lock in list(_alive):
        # The standard library resets its own locks in this way after a fork; there is no public function.
        if not lock._is_owned():
            lock._at_fork_reinit()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_reset)
