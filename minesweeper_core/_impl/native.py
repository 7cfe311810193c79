"""One copy of the C library: the one in the Cython module, in cffi's module, or in a file opened by path."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from minesweeper_core._impl.bindings.header import cdef_of, version_of
from minesweeper_core._impl.bindings.protocol import Backend
from minesweeper_core._impl.paths import get_include

__all__ = ["Native", "cffi_native", "cython_native", "open_native"]


class Native:
    """One copy of the C library and the binding that calls it. Pickles as the way to open it again."""

    def __init__(self, backend: Backend, name: str, opener: tuple[Callable[..., Native], tuple[str, ...]]) -> None:
        self.backend = backend
        self.name = name
        self.game_types: dict[type, type] = {}
        """The subclasses of Game and FlagsGame that use this library; see game_base.bind."""
        self._opener = opener

    def __reduce__(self) -> tuple[Callable[..., Native], tuple[Any, ...]]:
        return self._opener


@cache
def cython_native() -> Native:
    """The library inside the Cython module."""
    module = "minesweeper_core._impl.bindings.cython_binding"
    try:
        from minesweeper_core._impl.bindings import cython_binding
    except ImportError as error:
        if find_spec(module) is not None:
            raise  # the module exists but does not load: the error says why
        raise ImportError(
            f"the compiled part of minesweeper_core is not built in {Path(__file__).parents[1]}, most likely the "
            "source tree: install the package (pip install .) and start Python in another folder or as python -P, or "
            "build it there (pip install -e .)",
            name=module,
        ) from error
    return Native(cython_binding, "Cython", (cython_native, ()))


@cache
def cffi_native() -> Native:
    """The library inside the module that cffi compiled."""
    from minesweeper_core._impl.bindings.cffi_binding import api_backend

    return Native(api_backend(), "cffi", (cffi_native, ()))


def open_native(path: str) -> Native:
    """The shared library in a file, called through the declarations of the installed header.

    Raises OSError if the file can't be opened, ImportError if it is another version or lacks a declared function.
    """
    from minesweeper_core._impl.bindings.cffi_binding import dlopen_backend

    header = (Path(get_include()) / "minesweeper_core.h").read_text(encoding="ascii")
    backend = dlopen_backend(path, cdef_of(header))
    expected, missing = version_of(header), backend.missing()
    # Before 1.0 the interface may change with every minor version.
    if "mines_version_text" not in missing and backend.version().split(".")[:2] != expected.split(".")[:2]:
        raise ImportError(f"{path} is version {backend.version()}, the header is {expected}", path=path)
    if missing:
        raise ImportError(f"{path} has no function {missing[0]}: it is not this library", path=path)
    return Native(backend, path, (open_native, (path,)))
