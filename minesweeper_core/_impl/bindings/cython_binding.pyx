# cython: language_level=3, freethreading_compatible=True, boundscheck=False, wraparound=False, auto_pickle=False
"""The C library through Cython.

The functions and classes are those of cffi_binding.CffiBinding, which says what they take and return. Each is one call
of a C function without the GIL. setup.py generates the declarations, cython_binding.pxd, from the C header.
"""

cimport cython
from cpython.buffer cimport PyBUF_ND, PyBUF_SIMPLE, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.exc cimport PyErr_CheckSignals
from libc.string cimport memset


# ---- Arrays and options ----------------------------------------------------------------------------------------------


cdef void *_buffer(object array, int flags) except? NULL:
    """A pointer to the data of an array or bytes, valid while the caller holds it; NULL for None.

    Several times faster than a memoryview, and as safe: NumPy doesn't move the data of an array that is referenced.
    """
    cdef Py_buffer buffer
    if array is None:
        return NULL
    PyObject_GetBuffer(array, &buffer, flags)
    cdef void *data = buffer.buf
    PyBuffer_Release(&buffer)
    return data


cdef inline const void *_input(object array) except? NULL:
    return _buffer(array, PyBUF_SIMPLE)


cdef inline void *_output(object array) except? NULL:
    return _buffer(array, PyBUF_WRITABLE)


@cython.final
cdef class Options:
    """The options of one call; the caller holds it until the call returns."""

    cdef mines_options c
    cdef object poll
    cdef readonly object error

    def __cinit__(self, uint32_t threads, uint64_t memory, poll):
        self.c.size = sizeof(mines_options)
        self.c.threads = threads
        self.c.memory = memory
        self.c.poll = _poll
        self.c.context = <void *> self
        self.poll = poll

    @property
    def memory(self):
        return self.c.memory

    def raise_error(self):
        error, self.error = self.error, None
        raise error


new_options = Options


cdef int _poll(void *context, double progress) noexcept with gil:
    cdef Options options = <Options> context
    try:
        PyErr_CheckSignals()
        if options.poll is not None:
            options.poll(progress)
    except BaseException as error:
        options.error = error
        return 1
    return 0


cdef inline str _text(const char *text):
    return (<bytes> text).decode("ascii")


def version():
    return _text(mines_version_text())


def simd_name():
    return _text(mines_simd_name())


def status_text(int status):
    return _text(mines_status_text(<mines_status> status))


def refusal_text(int refusal):
    return _text(mines_refusal_text(<mines_refusal> refusal))


# ---- Exact answers ---------------------------------------------------------------------------------------------------


cdef inline mines_fault _no_fault() noexcept:
    cdef mines_fault fault
    fault.size = sizeof(mines_fault)
    fault.reason = MINES_FAULT_NONE
    fault.row = fault.col = -1
    fault.needed = 0
    return fault


cdef inline tuple _fault_of(mines_status status, mines_fault *fault):
    """The fault's fields; None if the call succeeded."""
    return None if status == MINES_OK else (<int> fault.reason, fault.row, fault.col, fault.needed)


def solve(cells, uint32_t rows, uint32_t cols, uint32_t mines, Options options not None):
    cdef SolutionHandle solution = SolutionHandle.__new__(SolutionHandle)
    cdef const char *board = <const char *> _input(cells)
    cdef mines_fault fault = _no_fault()
    cdef mines_status status
    with nogil:
        status = mines_solve(board, rows, cols, mines, &options.c, &solution.pointer, &fault)
    return <int> status, solution, _fault_of(status, &fault)


@cython.no_gc
@cython.final
cdef class SolutionHandle:
    cdef mines_solution *pointer

    def __init__(self, *args, **kwargs):
        raise TypeError("a SolutionHandle is made by solve")

    def __reduce__(self):
        raise TypeError("a SolutionHandle can't be pickled")

    def __dealloc__(self):
        mines_solution_free(self.pointer)

    def mine(self, mine):
        cdef double *out = <double *> _output(mine)
        return <int> mines_solution_mine(self.pointer, out)

    def certain(self, certain_safe, certain_mines):
        cdef uint8_t *safe = <uint8_t *> _output(certain_safe)
        cdef uint8_t *mines = <uint8_t *> _output(certain_mines)
        return <int> mines_solution_certain(self.pointer, safe, mines)

    def zero_around(self, Options options not None, zero_around):
        cdef double *out = <double *> _output(zero_around)
        cdef mines_status status
        with nogil:
            status = mines_solution_zero_around(self.pointer, &options.c, out)
        return <int> status

    def number(self, Options options not None, number):
        cdef double *out = <double *> _output(number)
        cdef mines_status status
        with nogil:
            status = mines_solution_number(self.pointer, &options.c, out)
        return <int> status

    def total(self, Options options not None, words, size_t capacity):
        cdef uint32_t *out = <uint32_t *> _output(words)
        cdef size_t used = 0
        cdef mines_status status
        with nogil:
            status = mines_solution_total(self.pointer, &options.c, out, capacity, &used)
        return <int> status, used

    def cost(self):
        cdef mines_cost cost
        cost.size = sizeof(mines_cost)
        cdef mines_status status = mines_solution_get_cost(self.pointer, &cost)
        return <int> status, (cost.components, cost.boxes, cost.states, cost.edges, cost.bytes)

    def sampler(self, Options options not None):
        cdef SamplerHandle sampler = SamplerHandle.__new__(SamplerHandle)
        cdef mines_status status
        sampler.solution = self
        with nogil:
            status = mines_sampler_new(self.pointer, &options.c, &sampler.pointer)
        return <int> status, sampler


def solve_many(boards, size_t count, uint32_t rows, uint32_t cols, mines, Options options not None, mine, zero_around,
               certain_safe, certain_mines, status):
    cdef const char *cells = <const char *> _input(boards)
    cdef const uint32_t *totals = <const uint32_t *> _input(mines)
    cdef mines_solve_many_result result
    result.size = sizeof(mines_solve_many_result)
    result.mine = <double *> _output(mine)
    result.zero_around = <double *> _output(zero_around)
    result.certain_safe = <uint8_t *> _output(certain_safe)
    result.certain_mines = <uint8_t *> _output(certain_mines)
    result.status = <mines_status *> _output(status)
    cdef mines_status returned
    with nogil:
        returned = mines_solve_many(cells, count, rows, cols, totals, &options.c, &result)
    return <int> returned


# ---- Valid boards ----------------------------------------------------------------------------------------------------


@cython.no_gc
@cython.final
cdef class SamplerHandle:
    cdef mines_sampler *pointer
    cdef SolutionHandle solution

    def __init__(self, *args, **kwargs):
        raise TypeError("a SamplerHandle is made by SolutionHandle.sampler")

    def __reduce__(self):
        raise TypeError("a SamplerHandle can't be pickled")

    def __dealloc__(self):
        mines_sampler_free(self.pointer)

    def draw(self, uint64_t seed, uint64_t first_index, uint64_t count, Options options not None, boards):
        cdef uint8_t *out = <uint8_t *> _output(boards)
        cdef mines_status status
        with nogil:
            status = mines_sampler_draw(self.pointer, seed, first_index, count, &options.c, out)
        return <int> status

    def tally(self, uint64_t seed, uint64_t count, uint32_t time_ms, Options options not None, mine, zero_around):
        cdef uint64_t *mine_out = <uint64_t *> _output(mine)
        cdef uint64_t *zero_out = <uint64_t *> _output(zero_around)
        cdef uint64_t drawn = 0
        cdef mines_status status
        with nogil:
            status = mines_sampler_tally(self.pointer, seed, count, time_ms, &options.c, mine_out, zero_out, &drawn)
        return <int> status, drawn


def estimate(cells, uint32_t rows, uint32_t cols, uint32_t mines, uint64_t seed, uint64_t count, uint32_t time_ms,
             Options options not None, mine, mine_error, zero_around, zero_around_error):
    cdef const char *board = <const char *> _input(cells)
    cdef mines_estimate_result result
    memset(&result, 0, sizeof(result))
    result.size = sizeof(mines_estimate_result)
    result.mine = <double *> _output(mine)
    result.mine_error = <double *> _output(mine_error)
    result.zero_around = <double *> _output(zero_around)
    result.zero_around_error = <double *> _output(zero_around_error)
    cdef mines_fault fault = _no_fault()
    cdef mines_status status
    with nogil:
        status = mines_estimate(board, rows, cols, mines, seed, count, time_ms, &options.c, &result, &fault)
    quality = result.exact != 0, result.runs, result.states, result.effective, result.boards
    return <int> status, quality, _fault_of(status, &fault)


# ---- The functions of C[o]re.dll -------------------------------------------------------------------------------------


def determine_grid2(bytes cells not None, uint32_t min_valid_gen, uint32_t time_ms, Options options not None,
                    probability_mine, probability_zero_mine_around):
    cdef const char *board = <const char *> _input(cells)
    cdef float *mine = <float *> _output(probability_mine)
    cdef float *zero = <float *> _output(probability_zero_mine_around)
    cdef uint32_t valid = 0
    cdef mines_status status
    with nogil:
        status = mines_determine_grid2(board, min_valid_gen, time_ms, &options.c, mine, zero, &valid)
    return <int> status, valid


def get_grid_with_best_probability(bytes cells not None, uint32_t min_valid_gen, uint32_t time_ms,
                                   Options options not None):
    cdef const char *board = <const char *> _input(cells)
    cdef int32_t row = -1
    cdef int32_t col = -1
    cdef mines_status status
    with nogil:
        status = mines_get_grid_with_best_probability(board, min_valid_gen, time_ms, &options.c, &row, &col)
    return <int> status, row, col


# ---- Complete boards -------------------------------------------------------------------------------------------------


def metrics(masks, size_t count, uint32_t rows, uint32_t cols, Options options not None, bbbv, openings, islands, zini,
            hzini):
    cdef const uint8_t *cells = <const uint8_t *> _input(masks)
    cdef mines_metrics_result result
    result.size = sizeof(mines_metrics_result)
    result.bbbv = <uint32_t *> _output(bbbv)
    result.openings = <uint32_t *> _output(openings)
    result.islands = <uint32_t *> _output(islands)
    result.zini = <uint32_t *> _output(zini)
    result.hzini = <uint32_t *> _output(hzini)
    cdef mines_status status
    with nogil:
        status = mines_metrics(cells, count, rows, cols, &options.c, &result)
    return <int> status


def bbbv_of_one(mask):
    """The 3BV of one small board, (rows, cols), with less overhead than metrics."""
    cdef Py_buffer buffer
    PyObject_GetBuffer(mask, &buffer, PyBUF_ND)
    cdef const uint8_t *cells = <const uint8_t *> buffer.buf
    cdef uint32_t rows = <uint32_t> buffer.shape[0]
    cdef uint32_t cols = <uint32_t> buffer.shape[1]
    PyBuffer_Release(&buffer)
    cdef uint32_t bbbv = 0
    cdef mines_options options
    memset(&options, 0, sizeof(options))
    options.size = sizeof(mines_options)
    options.threads = 1
    cdef mines_metrics_result result
    memset(&result, 0, sizeof(result))
    result.size = sizeof(mines_metrics_result)
    result.bbbv = &bbbv
    cdef mines_status status
    with nogil:
        status = mines_metrics(cells, 1, rows, cols, &options, &result)
    return <int> status, bbbv


def bbbv_solved(masks, opened, size_t count, uint32_t rows, uint32_t cols, Options options not None, solved):
    cdef const uint8_t *cells = <const uint8_t *> _input(masks)
    cdef const uint8_t *seen = <const uint8_t *> _input(opened)
    cdef uint32_t *out = <uint32_t *> _output(solved)
    cdef mines_status status
    with nogil:
        status = mines_bbbv_solved(cells, seen, count, rows, cols, &options.c, out)
    return <int> status


def numbers(masks, size_t count, uint32_t rows, uint32_t cols, numbers):
    cdef const uint8_t *cells = <const uint8_t *> _input(masks)
    cdef uint8_t *out = <uint8_t *> _output(numbers)
    cdef mines_status status
    with nogil:
        status = mines_numbers(cells, count, rows, cols, out)
    return <int> status


# ---- Games -----------------------------------------------------------------------------------------------------------


def game_new(mask, uint32_t rows, uint32_t cols, Options options not None):
    cdef GameHandle game = GameHandle.__new__(GameHandle)
    cdef const uint8_t *cells = <const uint8_t *> _input(mask)
    cdef mines_status status
    with nogil:
        status = mines_game_new(cells, rows, cols, &options.c, &game.pointer)
    return <int> status, game


def game_new_random(uint32_t rows, uint32_t cols, uint32_t mines, uint64_t seed, int first_click,
                    Options options not None):
    cdef GameHandle game = GameHandle.__new__(GameHandle)
    cdef mines_status status
    with nogil:
        status = mines_game_new_random(rows, cols, mines, seed, <mines_first_click> first_click, &options.c,
                                       &game.pointer)
    return <int> status, game


def game_new_flags(rules, mask, uint64_t seed, Options options not None):
    cdef GameHandle game = GameHandle.__new__(GameHandle)
    cdef const uint8_t *cells = <const uint8_t *> _input(mask)
    cdef mines_flags_rules c
    c.size = sizeof(mines_flags_rules)
    (c.rows, c.cols, c.mines, c.wins, c.bombs, c.radius, c.no_bombs, c.bomb_anytime, c.bomb_plays_on,
     c.bomb_no_flood) = rules
    cdef mines_status status
    with nogil:
        status = mines_game_new_flags(&c, cells, seed, &options.c, &game.pointer)
    return <int> status, game


@cython.no_gc
@cython.final
cdef class GameHandle:
    cdef mines_game *pointer

    def __init__(self, *args, **kwargs):
        raise TypeError("a GameHandle is made by game_new, game_new_random, game_new_flags or copy")

    def __reduce__(self):
        raise TypeError("a GameHandle can't be pickled")

    def __dealloc__(self):
        mines_game_free(self.pointer)

    def copy(self, Options options not None):
        cdef GameHandle other = GameHandle.__new__(GameHandle)
        cdef mines_status status
        with nogil:
            status = mines_game_copy(self.pointer, &options.c, &other.pointer)
        return <int> status, other

    def act(self, int kind, uint32_t row, uint32_t col, Options options not None):
        cdef mines_refusal refusal = MINES_REFUSAL_NONE
        cdef mines_status status
        with nogil:
            status = mines_game_act(self.pointer, <mines_action_kind> kind, row, col, &options.c, &refusal)
        return <int> status, <int> refusal

    def undo(self, Options options not None):
        cdef mines_refusal refusal = MINES_REFUSAL_NONE
        cdef mines_status status
        with nogil:
            status = mines_game_undo(self.pointer, &options.c, &refusal)
        return <int> status, <int> refusal

    def redo(self, Options options not None):
        cdef mines_refusal refusal = MINES_REFUSAL_NONE
        cdef mines_status status
        with nogil:
            status = mines_game_redo(self.pointer, &options.c, &refusal)
        return <int> status, <int> refusal

    def changed(self, cells, size_t capacity):
        cdef uint32_t *out = <uint32_t *> _output(cells)
        cdef size_t count = 0
        cdef mines_status status
        with nogil:
            status = mines_game_changed(self.pointer, out, capacity, &count)
        return <int> status, count

    def log(self, actions, size_t capacity):
        cdef mines_action *out = <mines_action *> _output(actions)
        cdef size_t count = 0
        cdef mines_status status
        with nogil:
            status = mines_game_log(self.pointer, out, capacity, &count)
        return <int> status, count

    def info(self):
        cdef mines_game_info info
        info.size = sizeof(mines_game_info)
        cdef mines_status status = mines_game_get_info(self.pointer, &info)
        return <int> status, (
            <int> info.kind, info.rows, info.cols, info.mines, <int> info.state, info.placed, info.opened, info.found,
            info.flags, info.actions, info.undone, info.wins, info.turn, (info.score[0], info.score[1]),
            (info.bombs[0], info.bombs[1]), info.radius, info.can_bomb, info.winner,
        )

    def board(self, board):
        cdef char *out = <char *> _output(board)
        cdef mines_status status
        with nogil:
            status = mines_game_board(self.pointer, out)
        return <int> status

    def flagged(self, flagged):
        cdef uint8_t *out = <uint8_t *> _output(flagged)
        cdef mines_status status
        with nogil:
            status = mines_game_flagged(self.pointer, out)
        return <int> status

    def owner(self, owner):
        cdef uint8_t *out = <uint8_t *> _output(owner)
        cdef mines_status status
        with nogil:
            status = mines_game_owner(self.pointer, out)
        return <int> status

    def mask(self, mask):
        cdef uint8_t *out = <uint8_t *> _output(mask)
        cdef mines_status status
        with nogil:
            status = mines_game_mask(self.pointer, out)
        return <int> status


# ---- Board files -----------------------------------------------------------------------------------------------------


cdef inline mines_file_fault _no_file_fault() noexcept:
    cdef mines_file_fault fault
    fault.size = sizeof(mines_file_fault)
    fault.offset = 0
    fault.text = ""
    return fault


def file_read(int format, bytes content not None, Options options not None, cells, mask, size_t capacity):
    cdef const void *start = _input(content)
    cdef size_t length = len(content)
    cdef char *cells_out = <char *> _output(cells)
    cdef uint8_t *mask_out = <uint8_t *> _output(mask)
    cdef mines_file file
    memset(&file, 0, sizeof(file))
    file.size = sizeof(mines_file)
    cdef mines_file_fault fault = _no_file_fault()
    cdef mines_status status
    with nogil:
        status = mines_file_read(<mines_format> format, start, length, &options.c, &file, cells_out, mask_out, capacity,
                                 &fault)
    info = file.rows, file.cols, file.mines, file.complete, file.first_row, file.first_col
    return <int> status, info, (fault.offset, _text(fault.text))


def file_write(int format, info, cells, mask, Options options not None, content, size_t capacity):
    cdef const char *cells_in = <const char *> _input(cells)
    cdef const uint8_t *mask_in = <const uint8_t *> _input(mask)
    cdef void *out = _output(content)
    cdef mines_file file
    file.size = sizeof(mines_file)
    file.rows, file.cols, file.mines, file.complete, file.first_row, file.first_col = info
    cdef mines_file_fault fault = _no_file_fault()
    cdef size_t length = 0
    cdef mines_status status
    with nogil:
        status = mines_file_write(<mines_format> format, &file, cells_in, mask_in, &options.c, out, capacity, &length,
                                  &fault)
    return <int> status, length, (fault.offset, _text(fault.text))


# ---- Generation ------------------------------------------------------------------------------------------------------


def generate(request, uint64_t seed, uint64_t first_index, uint64_t count, Options options not None, masks):
    cdef uint8_t *out = <uint8_t *> _output(masks)
    cdef uint32_t first_click, logic
    cdef mines_generate_request c
    c.size = sizeof(mines_generate_request)
    c.rows, c.cols, c.mines, first_click, c.row, c.col, logic, c.min_bbbv, c.max_bbbv, c.tries = request
    c.first_click = <mines_first_click> first_click
    c.logic = <mines_generate_logic> logic
    cdef uint64_t tried = 0
    cdef mines_status status
    with nogil:
        status = mines_generate(&c, seed, first_index, count, &options.c, out, &tried)
    return <int> status, tried


def no_guess(masks, size_t count, uint32_t rows, uint32_t cols, uint32_t row, uint32_t col, Options options not None,
             answers):
    cdef const uint8_t *cells = <const uint8_t *> _input(masks)
    cdef uint8_t *out = <uint8_t *> _output(answers)
    cdef mines_status status
    with nogil:
        status = mines_no_guess(cells, count, rows, cols, row, col, &options.c, out)
    return <int> status
