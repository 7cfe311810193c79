"""Folders that the worker processes of one test run share: what is slow to build is built once, by the first that needs
it.

tests/conftest.py makes the folder and removes it. Without file locks (Windows), each process has its own folder.
"""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

SHARED = "MINESWEEPER_TESTS_SHARED"


@functools.cache
def shared_folder() -> Path:
    """The folder of this test run."""
    if fcntl is not None and SHARED in os.environ:
        return Path(os.environ[SHARED])
    folder = tempfile.mkdtemp(prefix="minesweeper-tests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


@contextmanager
def locked(file: Path, shared: bool = False) -> Iterator[None]:
    """Hold the lock that `file` stands for; with `shared`, along with others that share it."""
    if fcntl is None:
        yield
        return
    with file.open("a") as handle:
        fcntl.flock(handle, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
        yield


def once(name: str, make: Callable[[Path], object]) -> Path:
    """The shared folder `name`, filled by make(folder). If that fails, the next process that needs it tries again."""
    folder = shared_folder() / name
    done = shared_folder() / f"{name}.done"
    with locked(shared_folder() / f"{name}.lock"):
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            done.touch()
    return folder
