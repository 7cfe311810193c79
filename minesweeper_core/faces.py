"""Ways to the C library: the Cython module, and any shared library file. cffi's own module is ``cffi``."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from minesweeper_core._backend import Backend
from minesweeper_core._cdef import cdef_of, version_of
from minesweeper_core.library import Library
from minesweeper_core.paths import get_include

__all__ = ["load"]


def _compiled() -> Backend:
    try:
        from minesweeper_core import _core
    except ImportError as error:
        if find_spec("minesweeper_core._core") is not None:
            raise  # it is there and does not load: the error says why
        raise ImportError(
            f"the compiled part of minesweeper_core is not built in {Path(__file__).parent}, most likely the source "
            "tree: install the package (pip install .) and start Python in another folder or as python -P, or build it "
            "there (pip install -e .)",
            name="minesweeper_core._core",
        ) from error
    return _core


def cython_library() -> Library:
    """The Library of the Cython module."""
    return _CYTHON


_CYTHON = Library(_compiled(), "Cython", (cython_library, ()), own=True)


def load(path: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> Library:
    """Open a shared library built from the same sources, by the declarations of the public header.

    Raises OSError where the file can't be opened, ImportError where it is of another version than the header or lacks
    one of its functions.

    >>> import minesweeper_core as mc
    >>> library = mc.load(mc.get_library())
    >>> library.version == mc.__version__
    True
    >>> library.solve("-1", 1).mine
    array([[1., 0.]])
    """
    from minesweeper_core._cffi import dlopen_backend

    path = os.fsdecode(path)
    header = (Path(get_include()) / "minesweeper_core.h").read_text(encoding="ascii")
    backend = dlopen_backend(path, cdef_of(header))
    library = Library(backend, path, (load, (path,)))
    expected, missing = version_of(header), backend.missing()
    # Before 1.0 the interface may change with every minor version.
    if "mines_version_text" not in missing and library.version.split(".")[:2] != expected.split(".")[:2]:
        raise ImportError(f"{path} is version {library.version}, the header is {expected}", path=path)
    if missing:
        raise ImportError(f"{path} has no function {missing[0]}: it is not this library", path=path)
    return library
