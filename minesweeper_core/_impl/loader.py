"""The Library of each binding, and of any shared library file."""

from __future__ import annotations

import os

from minesweeper_core._impl.library import Library
from minesweeper_core._impl.native import cffi_native, cython_native, open_native

__all__ = ["cffi_library", "cython_library", "load"]


_libraries: dict[str, Library] = {}


def cython_library() -> Library:
    """The Library of the Cython module: the functions of the package itself."""
    return _libraries.get("Cython") or _libraries.setdefault("Cython", Library(cython_native(), (cython_library, ())))


def cffi_library() -> Library:
    """The Library of the module that cffi compiled."""
    return _libraries.get("cffi") or _libraries.setdefault("cffi", Library(cffi_native(), (cffi_library, ())))


def load(path: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> Library:
    """Open a shared library that was built from the same sources.

    Raises OSError if the file can't be opened, ImportError if its version differs from that of the package's C header
    or it lacks one of its functions.

    >>> import minesweeper_core as mc
    >>> library = mc.load(mc.get_library())
    >>> library.version == mc.__version__
    True
    >>> library.solve("-1", 1).mine
    array([[1., 0.]])
    """
    path = os.fsdecode(path)
    return Library(open_native(path), (load, (path,)))
