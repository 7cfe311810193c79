"""One copy of the C library, with what every call needs: options, exceptions, buffers.

A copy is the one in the Cython module, the one in cffi's module, or the one in a file opened by path.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import DTypeLike, NDArray

from minesweeper_core._impl.arguments import DEFAULT_MEMORY, Poll, memory_of, unsigned
from minesweeper_core._impl.bindings.cffi_binding import CffiBinding, Options, api_binding, dlopen_binding
from minesweeper_core._impl.bindings.header import cdef_of, version_of
from minesweeper_core._impl.board import Position
from minesweeper_core._impl.paths import get_include
from minesweeper_core._impl.statuses import Status, board_error, error_of

__all__ = ["Native", "cffi_native", "cython_native", "fill", "open_native"]

_TOO_SMALL = int(Status.TOO_SMALL)


class Native:
    """One copy of the C library and the binding that calls it. Pickles as a call that opens it again."""

    def __init__(self, binding: CffiBinding, name: str, opener: tuple[Callable[..., Native], tuple[str, ...]]) -> None:
        self.binding = binding
        self.name = name
        self.game_types: dict[type, type] = {}
        """The subclasses of Game and FlagsGame that use this copy; see game_base.bind."""
        self._opener = opener

    def options(self, threads: int = 0, memory: int | None = None, poll: Poll | None = None) -> Options:
        """The options of one call, checked."""
        if poll is not None and not callable(poll):
            raise TypeError(f"poll must be a function of the progress, not {poll!r}")
        if type(threads) is not int or threads:  # fast for the default
            threads = unsigned("threads", threads)
        return self.binding.new_options(threads, DEFAULT_MEMORY if memory is None else memory_of(memory), poll)

    def check(self, status: int, options: Options | None = None) -> None:
        """Raise the exception for the status of a call, or what its poll function raised."""
        if options is not None and options.error is not None:
            options.raise_error()
        if status:
            self.fail(status, options)

    def check_board(
        self, status: int, options: Options, fault: tuple[int, int, int, int] | None, position: Position
    ) -> None:
        """Like check, for a call on a position: the exception says what is wrong with it."""
        if status in (Status.OK, Status.INTERRUPTED) or options.error is not None:
            self.check(status, options)
            return
        raise board_error(status, self.binding.status_text(status), fault, position, options.memory)

    def fail(self, status: int, options: Options | None = None) -> None:
        """Raise the exception for a status other than OK."""
        if status == Status.INTERRUPTED:
            # The exception of a signal that arrived between two statements of the poll function is lost.
            raise KeyboardInterrupt
        raise error_of(status, self.binding.status_text(status), options.memory if options is not None else None)

    def __reduce__(self) -> tuple[Callable[..., Native], tuple[Any, ...]]:
        return self._opener


def fill(
    call: Callable[[NDArray[Any] | None, int], tuple[int, int]], dtype: DTypeLike, *columns: int
) -> tuple[int, NDArray[Any]]:
    """The status and the contents of a buffer whose size only the C library knows.

    call: takes a buffer and its capacity, and returns a status and the length, as C functions with a buffer do. The
    array is (length, *columns).
    """
    status, length = call(None, 0)
    array = np.empty((length, *columns), dtype)
    if status == _TOO_SMALL:
        status, length = call(array, length)
    return status, array[:length]


_opened: dict[str, Native] = {}


def cython_native() -> Native:
    """The library inside the Cython module."""
    return _opened.get("Cython") or _opened.setdefault("Cython", _open_cython())


def cffi_native() -> Native:
    """The library inside the module that cffi compiled."""
    return _opened.get("cffi") or _opened.setdefault("cffi", Native(api_binding(), "cffi", (cffi_native, ())))


def _open_cython() -> Native:
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
    return Native(cast(CffiBinding, cython_binding), "Cython", (cython_native, ()))


def open_native(path: str) -> Native:
    """The shared library in a file, called through the declarations of the installed header.

    Raises OSError if the file can't be opened, ImportError if it is another version or lacks a declared function.
    """
    header = (Path(get_include()) / "minesweeper_core.h").read_text(encoding="ascii")
    binding = dlopen_binding(path, cdef_of(header))
    expected, missing = version_of(header), binding.missing()
    # Before 1.0 the interface may change with every minor version.
    if "mines_version_text" not in missing and binding.version().split(".")[:2] != expected.split(".")[:2]:
        raise ImportError(f"{path} is version {binding.version()}, but the header is version {expected}", path=path)
    if missing:
        raise ImportError(f"{path} has no function {missing[0]}: it is not the minesweeper-core library", path=path)
    return Native(binding, path, (open_native, (path,)))
