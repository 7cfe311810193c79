"""Locks that a process made by fork finds open."""

from __future__ import annotations

import os
import threading
from typing import Any
from weakref import WeakSet

__all__ = ["fork_safe_lock"]

_alive: WeakSet[Any] = WeakSet()


def fork_safe_lock() -> Any:
    """A lock under which calls come one at a time; a thread that has it may take it again.

    In a process made by fork only the thread that forked still has what it had: the others that had one are not there.
    """
    lock = threading.RLock()
    _alive.add(lock)
    return lock


def _open() -> None:
    for lock in list(_alive):
        # As the standard library's own locks are treated after a fork; there is no public way.
        if not lock._is_owned():
            lock._at_fork_reinit()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_open)
