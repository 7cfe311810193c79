"""Exact answers, valid boards and the functions of C[o]re.dll through cffi."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._impl.arguments import UINT32_MAX, room_for
from minesweeper_core._impl.bindings.cffi_calls import Call, Calls
from minesweeper_core._impl.bindings.protocol import Estimated, ManyResult, Poll
from minesweeper_core._impl.board import Position, Stack
from minesweeper_core._impl.statuses import Status, error_of, out_of_reach

__all__ = ["SolvingCalls"]


class _Sampler:
    def __init__(self, handle: _Handle, call: Call) -> None:
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
        boards = room_for(count, *self._handle.shape)
        if count == 0:
            return boards
        call = self._backend.call(memory, poll)
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
        call = backend.call(memory, poll)
        out = backend.buffer("uint64_t[]", mine), backend.buffer("uint64_t[]", zero_around), drawn
        call.check(backend.lib.mines_sampler_tally(self._pointer, call.options, seed, count, time_ms, threads, *out))
        return mine, zero_around, int(drawn[0])


class _Handle:
    def __init__(self, backend: SolvingCalls, position: Position, call: Call) -> None:
        ffi, lib = backend.ffi, backend.lib
        self.backend = backend
        self.shape = position.rows, position.cols
        out = ffi.new("mines_solution **")
        fault = ffi.new("mines_fault *")
        # More mines than fit 32 bits are as impossible as that many.
        mines = min(position.mines, UINT32_MAX)
        status = lib.mines_solve(position.cells, *self.shape, mines, call.options, out, fault)
        self.pointer = ffi.gc(out[0], lib.mines_solution_free)
        if status not in (Status.OK, Status.INTERRUPTED):
            where = int(fault.reason), int(fault.row), int(fault.col)
            raise error_of(status, backend.text(status), where, position, call.memory, int(fault.needed))
        call.check(status)

    def mine(self) -> NDArray[np.float64]:
        out = np.empty(self.shape)
        self.backend.require(self.backend.lib.mines_solution_mine(self.pointer, self.backend.buffer("double[]", out)))
        out.setflags(write=False)
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
        call = self.backend.call(memory, poll)
        call.check(function(self.pointer, call.options, self.backend.buffer("double[]", out)))
        return out

    def total(self, memory: int, poll: Poll | None) -> NDArray[np.uint32]:
        backend = self.backend
        words = np.empty(max(backend.lib.mines_solution_total_words(self.pointer), 1), np.uint32)
        used = backend.ffi.new("size_t *")
        call = backend.call(memory, poll)
        out = backend.buffer("uint32_t[]", words)
        call.check(backend.lib.mines_solution_total(self.pointer, call.options, out, words.size, used))
        return words[: used[0]]

    def cost(self) -> tuple[int, int, int, int, int]:
        cost = self.backend.ffi.new("mines_cost *")
        self.backend.require(self.backend.lib.mines_solution_cost(self.pointer, cost))
        return int(cost.components), int(cost.boxes), int(cost.states), int(cost.edges), int(cost.bytes)

    def sampler(self, memory: int, poll: Poll | None) -> _Sampler:
        return _Sampler(self, self.backend.call(memory, poll))


class SolvingCalls(Calls):
    """Exact answers, valid boards, and the functions of C[o]re.dll."""

    def solve(self, position: Position, memory: int, poll: Poll | None) -> _Handle:
        return _Handle(self, position, self.call(memory, poll))

    def estimate(
        self,
        position: Position,
        seed: int,
        count: int,
        time_ms: int,
        threads: int,
        memory: int,
        poll: Poll | None,
    ) -> Estimated:
        mine, mine_error, zero_around, zero_around_error = (np.empty((position.rows, position.cols)) for _ in range(4))
        quality = self.ffi.new("mines_quality *")
        fault = self.ffi.new("mines_fault *", (0, -1, -1))
        call = self.call(memory, poll)
        status = self.lib.mines_estimate(
            position.cells,
            position.rows,
            position.cols,
            min(position.mines, UINT32_MAX),
            call.options,
            seed,
            count,
            time_ms,
            threads,
            *(self.buffer("double[]", out) for out in (mine, mine_error, zero_around, zero_around_error)),
            quality,
            fault,
        )
        if status == Status.BUDGET_EXCEEDED:
            raise out_of_reach(memory, time_ms, quality.states, quality.runs, quality.effective)
        if status not in (Status.OK, Status.INTERRUPTED):
            where = int(fault.reason), int(fault.row), int(fault.col)
            raise error_of(status, self.text(status), where, position, memory)
        call.check(status)
        known = bool(quality.exact), int(quality.runs), float(quality.effective), int(quality.boards)
        return mine, mine_error, zero_around, zero_around_error, known

    def solve_many(self, stack: Stack, zero_around: bool, threads: int, memory: int, poll: Poll | None) -> ManyResult:
        shape = stack.boards, stack.rows, stack.cols
        mine, zero = np.empty(shape), np.empty(shape) if zero_around else None
        safe, mines = np.empty(shape, np.bool_), np.empty(shape, np.bool_)
        status = np.empty(stack.boards, np.intc)
        call = self.call(memory, poll)
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
        call = self.call()
        call.check_grid2(self.lib.mines_determine_grid2(cells, call.options, num_thread, min_valid_gen, time_ms, *out))
        return mine, zero_around, int(valid[0])

    def best_grid(self, cells: bytes, num_thread: int, min_valid_gen: int, time_ms: int) -> tuple[int, int] | None:
        _require_grid2(cells)
        row, col = self.ffi.new("int32_t *", -1), self.ffi.new("int32_t *", -1)
        call = self.call()
        call.check_grid2(
            self.lib.mines_get_grid_with_best_probability(
                cells, call.options, num_thread, min_valid_gen, time_ms, row, col
            )
        )
        return None if row[0] < 0 else (int(row[0]), int(col[0]))


def _require_grid2(cells: bytes) -> None:
    if len(cells) != 256:
        raise ValueError(f"the board must be 256 bytes, not {len(cells)}")
