# cython: language_level=3, freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, auto_pickle=False
"""The Cython backend: coerce, allocate, one call without the GIL, status to exception.

The module implements minesweeper_core._impl.bindings.protocol.Backend. The cython_*.pxi files hold what does not need the solver.
"""

cimport cython
from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals

import numpy as np

from minesweeper_core._impl.arguments import room_for
from minesweeper_core._impl.statuses import error_of, out_of_reach

cdef object _ndarray = np.ndarray
cdef object _float64 = np.dtype(np.float64)


cdef void *_room(array) except NULL:
    """Where a new array's data lie, as long as the array lives; a typed view of it is several times as dear."""
    cdef Py_buffer buffer
    PyObject_GetBuffer(array, &buffer, PyBUF_WRITABLE)
    cdef void *room = buffer.buf
    PyBuffer_Release(&buffer)
    return room


cdef class _Call:
    """One call's options, and what its poll function raised. Lives on the caller's stack while C uses it."""

    cdef mines_options options
    cdef object poll
    cdef object error

    def __cinit__(self, memory, poll):
        if poll is not None and not callable(poll):
            raise TypeError(f"poll must be a function of the progress, not {poll!r}")
        self.options.size = sizeof(mines_options)
        self.options.memory = memory
        self.options.poll = _poll
        self.options.context = <void *> self
        self.poll = poll

    cdef int check(self, mines_status status) except -1:
        """Raise what the call came to, if it is an error."""
        if self.error is not None:
            raise self.error
        if status == MINES_OK:
            return 0
        if status == MINES_INTERRUPTED:
            raise KeyboardInterrupt
        raise error_of(<int> status, _text(status), (0, -1, -1), None, self.options.memory)

    cdef int check_grid2(self, mines_status status) except -1:
        """The same for the functions of C[o]re.dll, whose outputs say by themselves where there is no valid board."""
        if status == MINES_INTERRUPTED:
            self.check(status)
        return 0


cdef int _poll(void *context, double progress) noexcept with gil:
    cdef _Call call = <_Call> context
    try:
        PyErr_CheckSignals()
        if call.poll is not None:
            call.poll(progress)
    except BaseException as error:
        call.error = error
        return 1
    return 0


cdef str _text(mines_status status):
    return (<bytes> mines_status_text(status)).decode("ascii")


cdef int _require(mines_status status) except -1:
    """Raise for a call that takes no options."""
    if status != MINES_OK:
        raise error_of(<int> status, _text(status), (0, -1, -1), None, None)
    return 0


@cython.no_gc
@cython.final
cdef class Handle:
    """An analysed position; made by solve."""

    cdef mines_solution *pointer
    cdef size_t rows
    cdef size_t cols

    def __init__(self, *args, **kwargs):
        raise TypeError("a Handle is made by solve")

    def __reduce__(self):
        raise TypeError("a Handle can't be pickled")

    def __dealloc__(self):
        mines_solution_free(self.pointer)

    def mine(self):
        # Bytes cost half of what an array, a view of it and making it read-only do.
        cdef bytes out = PyBytes_FromStringAndSize(NULL, self.rows * self.cols * sizeof(double))
        _require(mines_solution_mine(self.pointer, <double *> PyBytes_AsString(out)))
        return _ndarray((self.rows, self.cols), _float64, out)

    def certain(self):
        safe = np.empty((self.rows, self.cols), np.bool_)
        mines = np.empty((self.rows, self.cols), np.bool_)
        cdef uint8_t[:, ::1] safe_view = safe.view(np.uint8)
        cdef uint8_t[:, ::1] mines_view = mines.view(np.uint8)
        cdef mines_status status
        with nogil:
            status = mines_solution_certain(self.pointer, &safe_view[0, 0], &mines_view[0, 0])
        _require(status)
        return safe, mines

    def zero_around(self, memory, poll):
        out = np.empty((self.rows, self.cols))
        cdef double[:, ::1] view = out
        cdef _Call call = _Call(memory, poll)
        cdef mines_status status
        with nogil:
            status = mines_solution_zero_around(self.pointer, &call.options, &view[0, 0])
        call.check(status)
        return out

    def number(self, memory, poll):
        out = np.empty((self.rows, self.cols, 9))
        cdef double[:, :, ::1] view = out
        cdef _Call call = _Call(memory, poll)
        cdef mines_status status
        with nogil:
            status = mines_solution_number(self.pointer, &call.options, &view[0, 0, 0])
        call.check(status)
        return out

    def total(self, memory, poll):
        cdef size_t capacity = mines_solution_total_words(self.pointer)
        cdef size_t used = 0
        out = np.empty(capacity if capacity > 0 else 1, np.uint32)
        cdef uint32_t[::1] view = out
        cdef _Call call = _Call(memory, poll)
        cdef mines_status status
        with nogil:
            status = mines_solution_total(self.pointer, &call.options, &view[0], capacity, &used)
        call.check(status)
        return out[:used]

    def cost(self):
        cdef mines_cost cost
        _require(mines_solution_cost(self.pointer, &cost))
        return cost.components, cost.boxes, cost.states, cost.edges, cost.bytes

    def sampler(self, memory, poll):
        cdef Sampler sampler = Sampler.__new__(Sampler)
        cdef _Call call = _Call(memory, poll)
        cdef mines_status status
        sampler.handle = self
        with nogil:
            status = mines_sampler_new(self.pointer, &call.options, &sampler.pointer)
        call.check(status)
        return sampler


@cython.no_gc
@cython.final
cdef class Sampler:
    """Tables from which valid boards are drawn; made by Handle.sampler."""

    cdef mines_sampler *pointer
    cdef Handle handle

    def __init__(self, *args, **kwargs):
        raise TypeError("a Sampler is made by Handle.sampler")

    def __reduce__(self):
        raise TypeError("a Sampler can't be pickled")

    def __dealloc__(self):
        mines_sampler_free(self.pointer)

    def draw(self, uint64_t seed, uint64_t first, uint64_t count, uint32_t threads, memory, poll):
        boards = room_for(count, self.handle.rows, self.handle.cols)
        if count == 0:
            return boards
        cdef uint8_t *room = <uint8_t *> _room(boards)
        cdef _Call call = _Call(memory, poll)
        cdef mines_status status
        with nogil:
            status = mines_sampler_draw(self.pointer, &call.options, seed, first, count, threads, room)
        call.check(status)
        return boards

    def tally(self, uint64_t seed, uint64_t count, uint32_t time_ms, uint32_t threads, memory, poll):
        mine = np.empty((self.handle.rows, self.handle.cols), np.uint64)
        zero_around = np.empty((self.handle.rows, self.handle.cols), np.uint64)
        cdef uint64_t[:, ::1] mine_view = mine
        cdef uint64_t[:, ::1] zero_view = zero_around
        cdef uint64_t drawn = 0
        cdef _Call call = _Call(memory, poll)
        cdef mines_status status
        with nogil:
            status = mines_sampler_tally(self.pointer, &call.options, seed, count, time_ms, threads,
                                         &mine_view[0, 0], &zero_view[0, 0], &drawn)
        call.check(status)
        return mine, zero_around, drawn


def solve(position, memory, poll):
    """Analyse a position."""
    cdef Handle handle = Handle.__new__(Handle)
    cdef _Call call = _Call(memory, poll)
    cdef bytes cells = position.cells
    cdef const char *text = cells
    # More mines than fit 32 bits are as impossible as that many.
    total = position.mines
    cdef uint32_t mines = 0xFFFFFFFF if total > 0xFFFFFFFF else total
    cdef mines_fault fault
    fault.reason = MINES_REASON_NONE
    fault.row = fault.col = -1
    fault.needed = 0
    cdef mines_status status
    handle.rows = position.rows
    handle.cols = position.cols
    with nogil:
        status = mines_solve(text, handle.rows, handle.cols, mines, &call.options,
                             &handle.pointer, &fault)
    if status == MINES_OK or status == MINES_INTERRUPTED:
        call.check(status)
        return handle
    raise error_of(<int> status, _text(status), (<int> fault.reason, fault.row, fault.col), position, memory,
                   fault.needed)


def estimate(position, uint64_t seed, uint64_t count, uint32_t time_ms, uint32_t threads, memory, poll):
    """mines_estimate: mine, its errors, zero_around, its errors, and (exact, runs, effective, boards)."""
    shape = (position.rows, position.cols)
    out = [np.empty(shape) for _ in range(4)]
    cdef double[:, ::1] mine = out[0]
    cdef double[:, ::1] mine_error = out[1]
    cdef double[:, ::1] zero_around = out[2]
    cdef double[:, ::1] zero_around_error = out[3]
    cdef bytes cells = position.cells
    cdef const char *text = cells
    cdef size_t rows = position.rows
    cdef size_t cols = position.cols
    total = position.mines
    cdef uint32_t mines = 0xFFFFFFFF if total > 0xFFFFFFFF else total
    cdef _Call call = _Call(memory, poll)
    cdef mines_quality quality
    cdef mines_fault fault
    cdef mines_status status
    with nogil:
        status = mines_estimate(text, rows, cols, mines, &call.options, seed, count, time_ms, threads, &mine[0, 0],
                                &mine_error[0, 0], &zero_around[0, 0], &zero_around_error[0, 0], &quality, &fault)
    if status == MINES_OK or status == MINES_INTERRUPTED:
        call.check(status)
        return *out, (bool(quality.exact), quality.runs, quality.effective, quality.boards)
    if status == MINES_BUDGET_EXCEEDED:
        raise out_of_reach(memory, time_ms, quality.states, quality.runs, quality.effective)
    raise error_of(<int> status, _text(status), (<int> fault.reason, fault.row, fault.col), position, memory)


def solve_many(stack, bint zero_around, uint32_t threads, memory, poll):
    """mines_solve_many of a Stack."""
    cdef size_t count = stack.boards
    shape = (stack.boards, stack.rows, stack.cols)
    mine = np.empty(shape)
    zero = np.empty(shape) if zero_around else None
    safe = np.empty(shape, np.bool_)
    mines = np.empty(shape, np.bool_)
    status = np.empty(stack.boards, np.intc)
    if count == 0:
        return mine, zero, safe, mines, status
    cdef const unsigned char[::1] cells = stack.cells
    cdef const uint32_t[::1] totals = stack.mines
    cdef double[:, :, ::1] mine_view = mine
    cdef double[:, :, ::1] zero_view = zero
    cdef uint8_t[:, :, ::1] safe_view = safe.view(np.uint8)
    cdef uint8_t[:, :, ::1] mines_view = mines.view(np.uint8)
    cdef int[::1] status_view = status
    cdef double *zero_pointer = &zero_view[0, 0, 0] if zero_around else NULL
    cdef size_t rows = stack.rows
    cdef size_t cols = stack.cols
    cdef _Call call = _Call(memory, poll)
    cdef mines_status came_to
    with nogil:
        came_to = mines_solve_many(<const char *> &cells[0], count, rows, cols, &totals[0], &call.options, threads,
                                   &mine_view[0, 0, 0], zero_pointer, &safe_view[0, 0, 0], &mines_view[0, 0, 0],
                                   <mines_status *> &status_view[0])
    call.check(came_to)
    return mine, zero, safe, mines, status


def determine_grid2(bytes cells not None, uint32_t num_thread, uint32_t min_valid_gen, uint32_t time_ms):
    """mines_determine_grid2 of 256 bytes."""
    _require_grid2(cells)
    mine = np.empty((16, 16), np.float32)
    zero_around = np.empty((16, 16), np.float32)
    cdef const unsigned char[::1] board = cells
    cdef float[:, ::1] mine_view = mine
    cdef float[:, ::1] zero_view = zero_around
    cdef uint32_t valid = 0
    cdef _Call call = _Call(0, None)
    cdef mines_status status
    with nogil:
        status = mines_determine_grid2(<const char *> &board[0], &call.options, num_thread, min_valid_gen, time_ms,
                                       &mine_view[0, 0], &zero_view[0, 0], &valid)
    call.check_grid2(status)
    return mine, zero_around, valid


def best_grid(bytes cells not None, uint32_t num_thread, uint32_t min_valid_gen, uint32_t time_ms):
    """mines_get_grid_with_best_probability of 256 bytes."""
    _require_grid2(cells)
    cdef const unsigned char[::1] board = cells
    cdef int32_t row = -1
    cdef int32_t col = -1
    cdef _Call call = _Call(0, None)
    cdef mines_status status
    with nogil:
        status = mines_get_grid_with_best_probability(<const char *> &board[0], &call.options, num_thread,
                                                      min_valid_gen, time_ms, &row, &col)
    call.check_grid2(status)
    return None if row < 0 else (row, col)


cdef int _require_grid2(bytes cells) except -1:
    if len(cells) != 256:
        raise ValueError(f"the board must be 256 bytes, not {len(cells)}")
    return 0


def version():
    """The library's version."""
    return (<bytes> mines_version_text()).decode("ascii")


def simd_name():
    """The kernel the sampler uses on this machine."""
    return (<bytes> mines_simd_name()).decode("ascii")


include "cython_metrics.pxi"
include "cython_games.pxi"
include "cython_generation.pxi"
include "cython_files.pxi"
