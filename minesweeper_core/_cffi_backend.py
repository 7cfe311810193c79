"""The cffi backend: the same thin layer as the Cython one over any (ffi, lib) pair.

It serves both the API-mode module, whose declarations the C compiler checked, and libraries opened by path.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._arguments import UINT32_MAX
from minesweeper_core._backend import Many, Poll
from minesweeper_core.board import Position, Stack
from minesweeper_core.errors import Status, error_of

POLL_NAME = "minesweeper_core_poll"
POLL_TYPE = "int(void *, double)"


class _Polled:
    """What the poll function needs: whom to ask, and where to keep what that raised."""

    def __init__(self, poll: Poll | None) -> None:
        self.poll = poll
        self.error: BaseException | None = None


class _Call:
    """One call's options. They hold pointers into this object, which has to live as long as the call."""

    def __init__(self, backend: CffiBackend, memory: int, poll: Poll | None) -> None:
        self.memory = memory
        self._backend = backend
        self._polled = _Polled(poll)
        self._context = backend.ffi.new_handle(self._polled)
        self.options = backend.ffi.new("mines_options *")
        self.options.size = backend.ffi.sizeof("mines_options")
        self.options.memory = memory
        self.options.poll = backend.poll_function
        self.options.context = self._context

    def check(self, status: int) -> None:
        """Raise what the call came to, if it is an error."""
        if self._polled.error is not None:
            raise self._polled.error
        if status == Status.INTERRUPTED:
            # A signal that arrived between two statements of the poll function has nowhere else to be kept.
            raise KeyboardInterrupt
        self._backend.require(status, self.memory)

    def check_grid2(self, status: int) -> None:
        """The same for the functions of C[o]re.dll, whose outputs say by themselves where there is no valid board."""
        if status == Status.INTERRUPTED:
            self.check(status)


class _Sampler:
    def __init__(self, handle: _Handle, call: _Call) -> None:
        self._handle = handle
        self._backend = backend = handle.backend
        out = backend.ffi.new("mines_sampler **")
        status = backend.lib.mines_sampler_new(handle.pointer, call.options, out)

        def free(pointer: object, _owner: _Handle = handle) -> None:
            backend.lib.mines_sampler_free(pointer)

        self._pointer = backend.ffi.gc(out[0], free)
        call.check(status)

    def draw(
        self, seed: int, first: int, count: int, threads: int, memory: int, poll: Poll | None
    ) -> NDArray[np.bool_]:
        boards = np.empty((count, *self._handle.shape), np.bool_)
        if count == 0:
            return boards
        call = _Call(self._backend, memory, poll)
        out = self._backend.buffer("uint8_t[]", boards)
        call.check(self._backend.lib.mines_sampler_draw(self._pointer, call.options, seed, first, count, threads, out))
        return boards

    def tally(
        self, seed: int, count: int, time_ms: int, threads: int, memory: int, poll: Poll | None
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint64], int]:
        backend = self._backend
        mine = np.empty(self._handle.shape, np.uint64)
        zero_around = np.empty(self._handle.shape, np.uint64)
        drawn = backend.ffi.new("uint64_t *")
        call = _Call(backend, memory, poll)
        out = backend.buffer("uint64_t[]", mine), backend.buffer("uint64_t[]", zero_around), drawn
        call.check(backend.lib.mines_sampler_tally(self._pointer, call.options, seed, count, time_ms, threads, *out))
        return mine, zero_around, int(drawn[0])


class _Handle:
    def __init__(self, backend: CffiBackend, position: Position, call: _Call) -> None:
        ffi, lib = backend.ffi, backend.lib
        self.backend = backend
        self.shape = position.rows, position.cols
        out = ffi.new("mines_solution **")
        fault = ffi.new("mines_fault *", (0, -1, -1))
        # More mines than fit 32 bits are as impossible as that many.
        mines = min(position.mines, UINT32_MAX)
        status = lib.mines_solve(position.cells, *self.shape, mines, call.options, out, fault)
        self.pointer = ffi.gc(out[0], lib.mines_solution_free)
        if status not in (Status.OK, Status.INTERRUPTED):
            where = int(fault.reason), int(fault.row), int(fault.col)
            raise error_of(status, backend.text(status), where, position, call.memory)
        call.check(status)

    def mine(self) -> NDArray[np.float64]:
        out = np.empty(self.shape)
        self.backend.require(self.backend.lib.mines_solution_mine(self.pointer, self.backend.buffer("double[]", out)))
        return out

    def certain(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        safe, mines = np.empty(self.shape, np.bool_), np.empty(self.shape, np.bool_)
        out = self.backend.buffer("uint8_t[]", safe), self.backend.buffer("uint8_t[]", mines)
        self.backend.require(self.backend.lib.mines_solution_certain(self.pointer, *out))
        return safe, mines

    def zero_around(self, memory: int, poll: Poll | None) -> NDArray[np.float64]:
        return self._array(self.backend.lib.mines_solution_zero_around, self.shape, memory, poll)

    def number(self, memory: int, poll: Poll | None) -> NDArray[np.float64]:
        return self._array(self.backend.lib.mines_solution_number, (*self.shape, 9), memory, poll)

    def _array(
        self, function: Callable[..., int], shape: tuple[int, ...], memory: int, poll: Poll | None
    ) -> NDArray[np.float64]:
        out = np.empty(shape)
        call = _Call(self.backend, memory, poll)
        call.check(function(self.pointer, call.options, self.backend.buffer("double[]", out)))
        return out

    def total(self, memory: int, poll: Poll | None) -> NDArray[np.uint32]:
        backend = self.backend
        words = np.empty(max(backend.lib.mines_solution_total_words(self.pointer), 1), np.uint32)
        used = backend.ffi.new("size_t *")
        call = _Call(backend, memory, poll)
        out = backend.buffer("uint32_t[]", words)
        call.check(backend.lib.mines_solution_total(self.pointer, call.options, out, words.size, used))
        return words[: used[0]]

    def cost(self) -> tuple[int, int, int, int, int]:
        cost = self.backend.ffi.new("mines_cost *")
        self.backend.require(self.backend.lib.mines_solution_cost(self.pointer, cost))
        return int(cost.components), int(cost.boxes), int(cost.states), int(cost.edges), int(cost.bytes)

    def sampler(self, memory: int, poll: Poll | None) -> _Sampler:
        return _Sampler(self, _Call(self.backend, memory, poll))


class CffiBackend:
    """The functions of one (ffi, lib) pair. poll_function: a C function pointer made by poll_with."""

    def __init__(self, ffi: Any, lib: Any, poll_function: Any) -> None:
        self.ffi = ffi
        self.lib = lib
        self.poll_function = poll_function

    def solve(self, position: Position, memory: int, poll: Poll | None) -> _Handle:
        return _Handle(self, position, _Call(self, memory, poll))

    def solve_many(self, stack: Stack, zero_around: bool, threads: int, memory: int, poll: Poll | None) -> Many:
        shape = stack.boards, stack.rows, stack.cols
        mine, zero = np.empty(shape), np.empty(shape) if zero_around else None
        safe, mines = np.empty(shape, np.bool_), np.empty(shape, np.bool_)
        status = np.empty(stack.boards, np.intc)
        call = _Call(self, memory, poll)
        totals = self.ffi.from_buffer("uint32_t[]", stack.mines)
        out = (
            self.buffer("double[]", mine),
            self.ffi.NULL if zero is None else self.buffer("double[]", zero),
            self.buffer("uint8_t[]", safe),
            self.buffer("uint8_t[]", mines),
            self.ffi.cast("mines_status *", self.buffer("int[]", status)),
        )
        call.check(self.lib.mines_solve_many(stack.cells, *shape, totals, call.options, threads, *out))
        return mine, zero, safe, mines, status

    def determine_grid2(
        self, cells: bytes, num_thread: int, min_valid_gen: int, time_ms: int
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], int]:
        _require_grid2(cells)
        mine, zero_around = np.empty((16, 16), np.float32), np.empty((16, 16), np.float32)
        valid = self.ffi.new("uint32_t *")
        out = self.buffer("float[]", mine), self.buffer("float[]", zero_around), valid
        call = _Call(self, 0, None)
        call.check_grid2(self.lib.mines_determine_grid2(cells, call.options, num_thread, min_valid_gen, time_ms, *out))
        return mine, zero_around, int(valid[0])

    def best_grid(self, cells: bytes, num_thread: int, min_valid_gen: int, time_ms: int) -> tuple[int, int] | None:
        _require_grid2(cells)
        row, col = self.ffi.new("int32_t *", -1), self.ffi.new("int32_t *", -1)
        call = _Call(self, 0, None)
        call.check_grid2(
            self.lib.mines_get_grid_with_best_probability(
                cells, call.options, num_thread, min_valid_gen, time_ms, row, col
            )
        )
        return None if row[0] < 0 else (int(row[0]), int(col[0]))

    def version(self) -> str:
        return self._string(self.lib.mines_version_text())

    def simd_name(self) -> str:
        return self._string(self.lib.mines_simd_name())

    def missing(self) -> list[str]:
        """The declared functions that the library has not."""
        return [name for name in dir(self.lib) if not hasattr(self.lib, name)]

    def text(self, status: int) -> str:
        """The library's words for a status."""
        return self._string(self.lib.mines_status_text(status))

    def require(self, status: int, memory: int | None = None) -> None:
        """Raise for a status that is not OK."""
        if status != Status.OK:
            raise error_of(status, self.text(status), (0, -1, -1), None, memory)

    def buffer(self, ctype: str, array: NDArray[Any]) -> Any:
        """A pointer to a C-contiguous array that C may write to; it keeps the array alive."""
        return self.ffi.from_buffer(ctype, array, require_writable=True)

    def _string(self, pointer: Any) -> str:
        text: bytes = self.ffi.string(pointer)
        return text.decode("ascii")


def _require_grid2(cells: bytes) -> None:
    if len(cells) != 256:
        raise ValueError(f"the board must be 256 bytes, not {len(cells)}")


def poll_with(ffi: Any) -> Callable[[Any, float], int]:
    """The Python function behind mines_options.poll: context is a handle to a _Polled."""

    def poll(context: Any, progress: float) -> int:
        polled: _Polled = ffi.from_handle(context)
        try:
            if polled.poll is not None:
                polled.poll(progress)
        except BaseException as error:
            polled.error = error
            return 1
        return 0

    return poll


def swallow(_kind: object, _error: object, _traceback: object) -> None:
    """What cffi does with an exception that the poll function let through: nothing; the call ends as interrupted."""


def api_backend() -> CffiBackend:
    """The backend over the API-mode module."""
    from minesweeper_core import _capi

    ffi, lib = _capi.ffi, _capi.lib
    ffi.def_extern(name=POLL_NAME, error=1, onerror=swallow)(poll_with(ffi))
    return CffiBackend(ffi, lib, getattr(lib, POLL_NAME))


def dlopen_backend(path: str, cdef: str) -> CffiBackend:
    """The backend over a shared library file; OSError where it can't be opened."""
    from cffi import FFI

    ffi = FFI()
    ffi.cdef(cdef)
    lib = ffi.dlopen(path)
    return CffiBackend(ffi, lib, ffi.callback(POLL_TYPE, poll_with(ffi), error=1, onerror=swallow))
