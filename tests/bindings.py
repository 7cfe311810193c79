"""The bindings: the public functions through Cython, through cffi's API-mode module, and through a loaded library.

Programs that the tests start import this module: it is quick to import, which pytest is not.
"""

from __future__ import annotations

import functools
import sys
import sysconfig
from typing import Any

import minesweeper_core

# cffi does not support free-threaded CPython 3.13: there the package is built without these bindings.
NO_CFFI = bool(sysconfig.get_config_var("Py_GIL_DISABLED")) and sys.version_info < (3, 14)
BINDINGS = ("cython",) if NO_CFFI else ("cython", "cffi-api", "dlopen")


@functools.cache
def make_binding(name: str, library: str | None = None) -> Any:
    """An object with the public functions."""
    if name == "cython":
        return minesweeper_core
    if name == "cffi-api":
        return minesweeper_core.cffi
    return minesweeper_core.load(library or minesweeper_core.get_library())
