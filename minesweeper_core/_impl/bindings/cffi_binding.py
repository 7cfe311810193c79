"""The C library through cffi: through the module that cffi compiled, or through a shared library opened by path.

CffiBinding describes what a binding is; the module cython_binding has the same functions, and tests/test_bindings.py
compares the two. A function is named as in C without its ``mines_``, and takes what the C function takes, in that
order, except:

- Arrays and bytes are passed as they are, with data of the C type, C-contiguous, and large enough; None is NULL.
- ``new_options(threads, memory, poll)`` makes the options of one call. The caller holds them during the call, and
  raises ``options.error`` afterwards if there is one: it is what poll or a signal's handler raised.
- Structs are tuples of their fields in C's order without ``size``, and input numbers are in C's range.
- Numbers and structs that C writes, and new handles, are returned after the status. A mines_fault is None if the call
succeeded.
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any, NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["CffiBinding", "GameHandle", "Options", "SamplerHandle", "SolutionHandle", "api_binding", "dlopen_binding"]

POLL_NAME = "minesweeper_core_poll"
POLL_TYPE = "int(void *, double)"

Array: TypeAlias = Any
"""A NumPy array, bytes, or None for NULL."""
Fault: TypeAlias = tuple[int, int, int, int] | None
"""mines_fault: reason, row, col, needed."""
GameTuple: TypeAlias = tuple[Any, ...]
"""mines_game_info."""
FileTuple: TypeAlias = tuple[int, int, int, int, int, int]
"""mines_file: rows, cols, mines, complete, first_row, first_col."""
FileFault: TypeAlias = tuple[int, str]
"""mines_file_fault: offset, text."""


class Options:
    """The options of one call; the caller holds it until the call returns."""

    def __init__(self, binding: CffiBinding, threads: int, memory: int, poll: Callable[[float], object] | None) -> None:
        ffi = binding.ffi
        self.memory = memory
        self.poll = poll
        self.error: BaseException | None = None
        self._context = ffi.new_handle(self)
        size = ffi.sizeof("mines_options")
        self.c = ffi.new("mines_options *", (size, threads, memory, binding.poll_function, self._context))

    def raise_error(self) -> NoReturn:
        """Raise the error, and forget it: its traceback refers to these options."""
        error, self.error = self.error, None
        assert error is not None
        try:
            raise error
        finally:
            del error


class CffiBinding:
    """All functions of the library, for one pair (ffi, lib).

    poll_function: a C function pointer made by poll_with.
    """

    def __init__(self, ffi: Any, lib: Any, poll_function: Any) -> None:
        self.ffi = ffi
        self.lib = lib
        self.poll_function = poll_function
        self.info_fields = [name for name, _ in ffi.typeof("mines_game_info").fields if name != "size"]

    def missing(self) -> list[str]:
        """The declared functions that the library lacks."""
        return [name for name in dir(self.lib) if not hasattr(self.lib, name)]

    def input(self, array: Array) -> Any:
        """A pointer to the data of an array or bytes, valid while the caller holds it; NULL for None."""
        return self.ffi.NULL if array is None else self.ffi.cast("void *", self.ffi.from_buffer("char[]", array))

    def output(self, array: Array) -> Any:
        """Like input, for an array that C writes to."""
        return self.ffi.NULL if array is None else self.ffi.cast("void *", self.ffi.from_buffer("char[]", array, True))

    def struct(self, name: str, *fields: Any) -> Any:
        """A new struct with its size and these fields, the others 0."""
        return self.ffi.new(f"{name} *", (self.ffi.sizeof(name), *fields))

    def string(self, pointer: Any) -> str:
        text: bytes = self.ffi.string(pointer)
        return text.decode("ascii")

    def fault(self, status: int, fault: Any) -> Fault:
        return (int(fault.reason), int(fault.row), int(fault.col), int(fault.needed)) if status else None

    def new_options(self, threads: int, memory: int, poll: Callable[[float], object] | None) -> Options:
        return Options(self, threads, memory, poll)

    def version(self) -> str:
        return self.string(self.lib.mines_version_text())

    def simd_name(self) -> str:
        return self.string(self.lib.mines_simd_name())

    def status_text(self, status: int) -> str:
        return self.string(self.lib.mines_status_text(status))

    def refusal_text(self, refusal: int) -> str:
        return self.string(self.lib.mines_refusal_text(refusal))

    # ---- Exact answers -----------------------------------------------------------------------------------------------

    def solve(
        self, cells: bytes, rows: int, cols: int, mines: int, options: Options
    ) -> tuple[int, SolutionHandle, Fault]:
        out, fault = self.ffi.new("mines_solution **"), self.struct("mines_fault", 0, -1, -1)
        status = self.lib.mines_solve(cells, rows, cols, mines, options.c, out, fault)
        return status, SolutionHandle(self, out[0]), self.fault(status, fault)

    def solve_many(
        self,
        boards: bytes,
        count: int,
        rows: int,
        cols: int,
        mines: Array,
        options: Options,
        mine: Array,
        zero_around: Array,
        certain_safe: Array,
        certain_mines: Array,
        status: Array,
    ) -> int:
        arrays = map(self.output, (mine, zero_around, certain_safe, certain_mines, status))
        result = self.struct("mines_solve_many_result", *arrays)
        returned = self.lib.mines_solve_many(boards, count, rows, cols, self.input(mines), options.c, result)
        return int(returned)

    # ---- Valid boards ------------------------------------------------------------------------------------------------

    def estimate(
        self,
        cells: bytes,
        rows: int,
        cols: int,
        mines: int,
        seed: int,
        count: int,
        time_ms: int,
        options: Options,
        mine: Array,
        mine_error: Array,
        zero_around: Array,
        zero_around_error: Array,
    ) -> tuple[int, tuple[bool, int, int, float, int], Fault]:
        """Between the status and the fault: exact, runs, states, effective and boards."""
        arrays = map(self.output, (mine, mine_error, zero_around, zero_around_error))
        r, fault = self.struct("mines_estimate_result", *arrays), self.struct("mines_fault", 0, -1, -1)
        status = self.lib.mines_estimate(cells, rows, cols, mines, seed, count, time_ms, options.c, r, fault)
        quality = bool(r.exact), int(r.runs), int(r.states), float(r.effective), int(r.boards)
        return status, quality, self.fault(status, fault)

    # ---- The functions of C[o]re.dll ---------------------------------------------------------------------------------

    def determine_grid2(
        self,
        cells: bytes,
        min_valid_gen: int,
        time_ms: int,
        options: Options,
        probability_mine: Array,
        probability_zero_mine_around: Array,
    ) -> tuple[int, int]:
        valid = self.ffi.new("uint32_t *")
        arrays = self.output(probability_mine), self.output(probability_zero_mine_around)
        status = self.lib.mines_determine_grid2(cells, min_valid_gen, time_ms, options.c, *arrays, valid)
        return status, valid[0]

    def get_grid_with_best_probability(
        self, cells: bytes, min_valid_gen: int, time_ms: int, options: Options
    ) -> tuple[int, int, int]:
        row, col = self.ffi.new("int32_t *", -1), self.ffi.new("int32_t *", -1)
        status = self.lib.mines_get_grid_with_best_probability(cells, min_valid_gen, time_ms, options.c, row, col)
        return status, row[0], col[0]

    # ---- Complete boards ---------------------------------------------------------------------------------------------

    def metrics(
        self,
        masks: Array,
        count: int,
        rows: int,
        cols: int,
        options: Options,
        bbbv: Array,
        openings: Array,
        islands: Array,
        zini: Array,
        hzini: Array,
    ) -> int:
        arrays = map(self.output, (bbbv, openings, islands, zini, hzini))
        result = self.struct("mines_metrics_result", *arrays)
        return int(self.lib.mines_metrics(self.input(masks), count, rows, cols, options.c, result))

    def bbbv_of_one(self, mask: NDArray[np.bool_]) -> tuple[int, int]:
        """The 3BV of one small board, (rows, cols), with less overhead than metrics."""
        bbbv, options = self.ffi.new("uint32_t *"), self.struct("mines_options", 1)
        result = self.struct("mines_metrics_result", bbbv)
        return self.lib.mines_metrics(self.input(mask), 1, *mask.shape, options, result), bbbv[0]

    def bbbv_solved(
        self, masks: Array, opened: Array, count: int, rows: int, cols: int, options: Options, solved: Array
    ) -> int:
        cells = self.input(masks), self.input(opened)
        return int(self.lib.mines_bbbv_solved(*cells, count, rows, cols, options.c, self.output(solved)))

    def numbers(self, masks: Array, count: int, rows: int, cols: int, numbers: Array) -> int:
        return int(self.lib.mines_numbers(self.input(masks), count, rows, cols, self.output(numbers)))

    # ---- Games -------------------------------------------------------------------------------------------------------

    def game_new(self, mask: Array, rows: int, cols: int, options: Options) -> tuple[int, GameHandle]:
        out = self.ffi.new("mines_game **")
        status = self.lib.mines_game_new(self.input(mask), rows, cols, options.c, out)
        return status, GameHandle(self, out[0])

    def game_new_random(
        self, rows: int, cols: int, mines: int, seed: int, first_click: int, options: Options
    ) -> tuple[int, GameHandle]:
        out = self.ffi.new("mines_game **")
        status = self.lib.mines_game_new_random(rows, cols, mines, seed, first_click, options.c, out)
        return status, GameHandle(self, out[0])

    def game_new_flags(
        self, rules: tuple[int, ...], mask: Array, seed: int, options: Options
    ) -> tuple[int, GameHandle]:
        out, c = self.ffi.new("mines_game **"), self.struct("mines_flags_rules", *rules)
        status = self.lib.mines_game_new_flags(c, self.input(mask), seed, options.c, out)
        return status, GameHandle(self, out[0])

    # ---- Board files -------------------------------------------------------------------------------------------------

    def file_read(
        self, format: int, content: bytes, options: Options, cells: Array, mask: Array, capacity: int
    ) -> tuple[int, FileTuple, FileFault]:
        file, fault = self.struct("mines_file"), self.struct("mines_file_fault")
        buffers = self.output(cells), self.output(mask), capacity
        status = self.lib.mines_file_read(format, content, len(content), options.c, file, *buffers, fault)
        info = file.rows, file.cols, file.mines, file.complete, file.first_row, file.first_col
        return status, info, self._file_fault(fault)

    def file_write(
        self, format: int, info: FileTuple, cells: Array, mask: Array, options: Options, content: Array, capacity: int
    ) -> tuple[int, int, FileFault]:
        file, fault = self.struct("mines_file", *info), self.struct("mines_file_fault")
        board, length = (self.input(cells), self.input(mask)), self.ffi.new("size_t *")
        buffer = self.output(content), capacity
        status = self.lib.mines_file_write(format, file, *board, options.c, *buffer, length, fault)
        return status, length[0], self._file_fault(fault)

    def _file_fault(self, fault: Any) -> FileFault:
        return fault.offset, self.string(fault.text) if fault.text else ""

    # ---- Generation --------------------------------------------------------------------------------------------------

    def generate(
        self, request: tuple[int, ...], seed: int, first_index: int, count: int, options: Options, masks: Array
    ) -> tuple[int, int]:
        c, tried = self.struct("mines_generate_request", *request), self.ffi.new("uint64_t *")
        status = self.lib.mines_generate(c, seed, first_index, count, options.c, self.output(masks), tried)
        return status, tried[0]

    def no_guess(
        self, masks: Array, count: int, rows: int, cols: int, row: int, col: int, options: Options, answers: Array
    ) -> int:
        cells, out = self.input(masks), self.output(answers)
        return int(self.lib.mines_no_guess(cells, count, rows, cols, row, col, options.c, out))


class SolutionHandle:
    """A mines_solution."""

    def __init__(self, binding: CffiBinding, pointer: Any) -> None:
        self.binding = binding
        self.pointer = binding.ffi.gc(pointer, binding.lib.mines_solution_free)

    def mine(self, mine: Array) -> int:
        return int(self.binding.lib.mines_solution_mine(self.pointer, self.binding.output(mine)))

    def certain(self, certain_safe: Array, certain_mines: Array) -> int:
        arrays = self.binding.output(certain_safe), self.binding.output(certain_mines)
        return int(self.binding.lib.mines_solution_certain(self.pointer, *arrays))

    def zero_around(self, options: Options, zero_around: Array) -> int:
        out = self.binding.output(zero_around)
        return int(self.binding.lib.mines_solution_zero_around(self.pointer, options.c, out))

    def number(self, options: Options, number: Array) -> int:
        return int(self.binding.lib.mines_solution_number(self.pointer, options.c, self.binding.output(number)))

    def total(self, options: Options, words: Array, capacity: int) -> tuple[int, int]:
        used = self.binding.ffi.new("size_t *")
        out = self.binding.output(words)
        return self.binding.lib.mines_solution_total(self.pointer, options.c, out, capacity, used), used[0]

    def cost(self) -> tuple[int, tuple[int, int, int, int, int]]:
        c = self.binding.struct("mines_cost")
        status = self.binding.lib.mines_solution_get_cost(self.pointer, c)
        return status, (c.components, c.boxes, c.states, c.edges, c.bytes)

    def sampler(self, options: Options) -> tuple[int, SamplerHandle]:
        out = self.binding.ffi.new("mines_sampler **")
        status = self.binding.lib.mines_sampler_new(self.pointer, options.c, out)
        return status, SamplerHandle(self, out[0])


class SamplerHandle:
    """A mines_sampler. It keeps its solution alive."""

    def __init__(self, solution: SolutionHandle, pointer: Any) -> None:
        self.binding = binding = solution.binding

        def free(pointer: object, _solution: SolutionHandle = solution) -> None:
            binding.lib.mines_sampler_free(pointer)

        self.pointer = binding.ffi.gc(pointer, free)

    def draw(self, seed: int, first_index: int, count: int, options: Options, boards: Array) -> int:
        out = self.binding.output(boards)
        return int(self.binding.lib.mines_sampler_draw(self.pointer, seed, first_index, count, options.c, out))

    def tally(
        self, seed: int, count: int, time_ms: int, options: Options, mine: Array, zero_around: Array
    ) -> tuple[int, int]:
        drawn = self.binding.ffi.new("uint64_t *")
        out = self.binding.output(mine), self.binding.output(zero_around), drawn
        return self.binding.lib.mines_sampler_tally(self.pointer, seed, count, time_ms, options.c, *out), drawn[0]


class GameHandle:
    """A mines_game. Not thread-safe: the caller must not make two calls at the same time."""

    def __init__(self, binding: CffiBinding, pointer: Any) -> None:
        self.binding = binding
        self.pointer = binding.ffi.gc(pointer, binding.lib.mines_game_free)

    def copy(self, options: Options) -> tuple[int, GameHandle]:
        out = self.binding.ffi.new("mines_game **")
        status = self.binding.lib.mines_game_copy(self.pointer, options.c, out)
        return status, GameHandle(self.binding, out[0])

    def act(self, kind: int, row: int, col: int, options: Options) -> tuple[int, int]:
        refusal = self.binding.ffi.new("mines_refusal *")
        return self.binding.lib.mines_game_act(self.pointer, kind, row, col, options.c, refusal), refusal[0]

    def undo(self, options: Options) -> tuple[int, int]:
        refusal = self.binding.ffi.new("mines_refusal *")
        return self.binding.lib.mines_game_undo(self.pointer, options.c, refusal), refusal[0]

    def redo(self, options: Options) -> tuple[int, int]:
        refusal = self.binding.ffi.new("mines_refusal *")
        return self.binding.lib.mines_game_redo(self.pointer, options.c, refusal), refusal[0]

    def changed(self, cells: Array, capacity: int) -> tuple[int, int]:
        count = self.binding.ffi.new("size_t *")
        out = self.binding.output(cells)
        return self.binding.lib.mines_game_changed(self.pointer, out, capacity, count), count[0]

    def log(self, actions: Array, capacity: int) -> tuple[int, int]:
        count = self.binding.ffi.new("size_t *")
        out = self.binding.output(actions)
        return self.binding.lib.mines_game_log(self.pointer, out, capacity, count), count[0]

    def info(self) -> tuple[int, GameTuple]:
        c = self.binding.struct("mines_game_info")
        status = self.binding.lib.mines_game_get_info(self.pointer, c)
        values = [getattr(c, name) for name in self.binding.info_fields]
        return status, tuple(value if type(value) is int else tuple(value) for value in values)

    def board(self, board: Array) -> int:
        return int(self.binding.lib.mines_game_board(self.pointer, self.binding.output(board)))

    def flagged(self, flagged: Array) -> int:
        return int(self.binding.lib.mines_game_flagged(self.pointer, self.binding.output(flagged)))

    def owner(self, owner: Array) -> int:
        return int(self.binding.lib.mines_game_owner(self.pointer, self.binding.output(owner)))

    def mask(self, mask: Array) -> int:
        return int(self.binding.lib.mines_game_mask(self.pointer, self.binding.output(mask)))


# ---- Opening ---------------------------------------------------------------------------------------------------------


def api_binding() -> CffiBinding:
    """The binding of the module that cffi compiled, whose declarations the C compiler checked."""
    from minesweeper_core._impl.bindings import _capi

    ffi, lib = _capi.ffi, _capi.lib
    ffi.def_extern(name=POLL_NAME, error=1, onerror=_keep_error(ffi))(_poll(ffi))
    return CffiBinding(ffi, lib, getattr(lib, POLL_NAME))


def dlopen_binding(path: str, cdef: str) -> CffiBinding:
    """The binding of a shared library file; OSError if it can't be opened."""
    from cffi import FFI

    ffi = FFI()
    ffi.cdef(cdef)
    lib = ffi.dlopen(path)
    return CffiBinding(ffi, lib, ffi.callback(POLL_TYPE, _poll(ffi), error=1, onerror=_keep_error(ffi)))


def _poll(ffi: Any) -> Callable[[Any, float], int]:
    """The Python function behind mines_options.poll; its context is a handle to the Options."""

    def poll(context: Any, progress: float) -> int:
        options: Options = ffi.from_handle(context)
        try:
            if options.poll is not None:
                options.poll(progress)
        except BaseException as error:
            options.error = error
            return 1
        return 0

    return poll


def _keep_error(ffi: Any) -> Callable[[Any, Any, Any], None]:
    """A handler that cffi calls with an exception raised outside the try block of poll; the C call then ends as
    interrupted.

    A signal handler may raise such an exception as poll begins. It is stored in the Options.
    """

    def keep(_kind: object, error: BaseException, traceback: TracebackType | None) -> None:
        context = traceback.tb_frame.f_locals.get("context") if traceback is not None else None
        if context is not None:
            ffi.from_handle(context).error = error

    return keep
