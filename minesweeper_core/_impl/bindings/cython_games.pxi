# Games being played; included by _core.pyx. A lock in each handle has its calls come one at a time, for the C handle is
# for one thread. It is held while the GIL is not, and taken again by a thread that has it: arrays are made under it.
from minesweeper_core._impl.locks import fork_safe_lock


@cython.no_gc
@cython.final
cdef class GameHandle:
    """A game for one player; made by game or random_game."""

    cdef mines_game *pointer
    cdef object lock
    cdef size_t rows
    cdef size_t cols

    def __cinit__(self):
        self.lock = fork_safe_lock()

    def __init__(self, *args, **kwargs):
        raise TypeError("a GameHandle is made by game or random_game")

    def __reduce__(self):
        raise TypeError("a GameHandle can't be pickled")

    def __dealloc__(self):
        mines_game_free(self.pointer)

    def act(self, uint32_t kind, size_t row, size_t col):
        cdef mines_refusal refusal = MINES_REFUSAL_NONE
        cdef _Call call = _Call(0, None)
        cdef mines_status status
        with self.lock:
            with nogil:
                status = mines_game_act(self.pointer, <mines_action_kind> kind, row, col, &call.options, &refusal)
            call.check(status)
            return <int> refusal, self.changed()

    def undo(self):
        cdef uint32_t done = 0
        cdef mines_status status
        with self.lock:
            with nogil:
                status = mines_game_undo(self.pointer, &done)
            _require(status)
            return done != 0, self.changed()

    def redo(self):
        cdef uint32_t done = 0
        cdef _Call call = _Call(0, None)
        cdef mines_status status
        with self.lock:
            with nogil:
                status = mines_game_redo(self.pointer, &call.options, &done)
            call.check(status)
            return done != 0, self.changed()

    cdef changed(self):
        """The cells of the last act, undo or redo, under the lock; None where there is no memory for them."""
        cdef size_t count = mines_game_changed(self.pointer, NULL, 0)
        cdef uint32_t[::1] view
        try:
            cells = np.empty(count, np.uint32)
        except MemoryError:
            return None
        view = cells
        if count > 0:
            with nogil:
                mines_game_changed(self.pointer, &view[0], count)
        return cells

    def board(self):
        cells = np.empty(self.rows * self.cols, np.uint8)
        cdef uint8_t[::1] view = cells
        cdef mines_status status
        with self.lock:
            with nogil:
                status = mines_game_board(self.pointer, <char *> &view[0])
        _require(status)
        return cells.tobytes()

    def log(self):
        cdef mines_game_info info
        cdef size_t count
        cdef uint32_t[:, ::1] view
        with self.lock:
            _require(mines_game_get_info(self.pointer, &info))
            count = info.actions
            actions = np.empty((count, 3), np.uint32)
            view = actions
            if count > 0:
                mines_game_log(self.pointer, <mines_action *> &view[0, 0], count)
        return actions

    def copy(self):
        cdef GameHandle other = GameHandle.__new__(GameHandle)
        cdef mines_status status
        other.rows, other.cols = self.rows, self.cols
        with self.lock:
            with nogil:
                status = mines_game_copy(self.pointer, &other.pointer)
        _require(status)
        return other

    def info(self):
        cdef mines_game_info info
        with self.lock:
            _require(mines_game_get_info(self.pointer, &info))
        return info.mines, <int> info.state, info.placed, info.opened, info.flags

    def flags(self):
        flags = np.empty((self.rows, self.cols), np.bool_)
        cdef uint8_t[:, ::1] view = flags.view(np.uint8)
        cdef mines_status status
        with self.lock:
            with nogil:
                status = mines_game_flags(self.pointer, &view[0, 0])
        _require(status)
        return flags

    def mask(self):
        cdef mines_game_info info
        mask = np.empty((self.rows, self.cols), np.bool_)
        cdef uint8_t[:, ::1] view = mask.view(np.uint8)
        cdef mines_status status
        with self.lock:
            _require(mines_game_get_info(self.pointer, &info))
            if not info.placed:
                return None
            with nogil:
                status = mines_game_mask(self.pointer, &view[0, 0])
        _require(status)
        return mask


@cython.no_gc
@cython.final
cdef class FlagsHandle:
    """A game of Minesweeper Flags; made by flags_game."""

    cdef mines_flags_game *pointer
    cdef object lock
    cdef size_t rows
    cdef size_t cols

    def __cinit__(self):
        self.lock = fork_safe_lock()

    def __init__(self, *args, **kwargs):
        raise TypeError("a FlagsHandle is made by flags_game")

    def __reduce__(self):
        raise TypeError("a FlagsHandle can't be pickled")

    def __dealloc__(self):
        mines_flags_game_free(self.pointer)

    def act(self, uint32_t kind, size_t row, size_t col):
        cdef mines_refusal refusal = MINES_REFUSAL_NONE
        cdef _Call call = _Call(0, None)
        cdef mines_status status
        with self.lock:
            with nogil:
                status = mines_flags_game_act(self.pointer, <mines_action_kind> kind, row, col, &call.options, &refusal)
            call.check(status)
            return <int> refusal, self.changed()

    def undo(self):
        cdef uint32_t done = 0
        cdef mines_status status
        with self.lock:
            with nogil:
                status = mines_flags_game_undo(self.pointer, &done)
            _require(status)
            return done != 0, self.changed()

    def redo(self):
        cdef uint32_t done = 0
        cdef _Call call = _Call(0, None)
        cdef mines_status status
        with self.lock:
            with nogil:
                status = mines_flags_game_redo(self.pointer, &call.options, &done)
            call.check(status)
            return done != 0, self.changed()

    cdef changed(self):
        """The cells of the last act, undo or redo, under the lock; None where there is no memory for them."""
        cdef size_t count = mines_flags_game_changed(self.pointer, NULL, 0)
        cdef uint32_t[::1] view
        try:
            cells = np.empty(count, np.uint32)
        except MemoryError:
            return None
        view = cells
        if count > 0:
            with nogil:
                mines_flags_game_changed(self.pointer, &view[0], count)
        return cells

    def board(self):
        cells = np.empty(self.rows * self.cols, np.uint8)
        cdef uint8_t[::1] view = cells
        cdef mines_status status
        with self.lock:
            with nogil:
                status = mines_flags_game_board(self.pointer, <char *> &view[0])
        _require(status)
        return cells.tobytes()

    def log(self):
        cdef mines_flags_info info
        cdef size_t count
        cdef uint32_t[:, ::1] view
        with self.lock:
            _require(mines_flags_game_get_info(self.pointer, &info))
            count = info.actions
            actions = np.empty((count, 3), np.uint32)
            view = actions
            if count > 0:
                mines_flags_game_log(self.pointer, <mines_action *> &view[0, 0], count)
        return actions

    def copy(self):
        cdef FlagsHandle other = FlagsHandle.__new__(FlagsHandle)
        cdef mines_status status
        other.rows, other.cols = self.rows, self.cols
        with self.lock:
            with nogil:
                status = mines_flags_game_copy(self.pointer, &other.pointer)
        _require(status)
        return other

    def info(self):
        cdef mines_flags_info info
        with self.lock:
            _require(mines_flags_game_get_info(self.pointer, &info))
        score = info.score[0], info.score[1]
        bombs = info.bombs[0], info.bombs[1]
        return info.mines, info.wins, info.turn, score, bombs, info.over, info.winner

    def owner(self):
        owner = np.empty((self.rows, self.cols), np.uint8)
        cdef uint8_t[:, ::1] view = owner
        cdef mines_status status
        with self.lock:
            with nogil:
                status = mines_flags_game_owner(self.pointer, &view[0, 0])
        _require(status)
        return owner

    def mask(self):
        mask = np.empty((self.rows, self.cols), np.bool_)
        cdef uint8_t[:, ::1] view = mask.view(np.uint8)
        cdef mines_status status
        with self.lock:
            with nogil:
                status = mines_flags_game_mask(self.pointer, &view[0, 0])
        _require(status)
        return mask


def game(const uint8_t[:, ::1] mask):
    """mines_game_new."""
    cdef GameHandle handle = GameHandle.__new__(GameHandle)
    cdef _Call call = _Call(0, None)
    cdef mines_status status
    handle.rows, handle.cols = mask.shape[0], mask.shape[1]
    with nogil:
        status = mines_game_new(&mask[0, 0], handle.rows, handle.cols, &call.options, &handle.pointer)
    call.check(status)
    return handle


def random_game(size_t rows, size_t cols, uint32_t mines, uint64_t seed, int first):
    """mines_game_new_random."""
    cdef GameHandle handle = GameHandle.__new__(GameHandle)
    cdef mines_status status
    handle.rows, handle.cols = rows, cols
    with nogil:
        status = mines_game_new_random(rows, cols, mines, seed, <mines_first_click> first, &handle.pointer)
    _require(status)
    return handle


def flags_game(rules, mask, uint64_t seed):
    """mines_flags_game_new."""
    cdef FlagsHandle handle = FlagsHandle.__new__(FlagsHandle)
    cdef mines_flags_rules given
    cdef const uint8_t[:, ::1] view = mask
    cdef const uint8_t *cells = &view[0, 0] if mask is not None else NULL
    cdef _Call call = _Call(0, None)
    cdef mines_status status
    given.size = sizeof(mines_flags_rules)
    (given.rows, given.cols, given.mines, given.wins, given.bombs, given.radius, given.no_bombs,
     given.bomb_anytime, given.bomb_plays_on, given.bomb_no_flood) = rules
    handle.rows, handle.cols = given.rows, given.cols
    with nogil:
        status = mines_flags_game_new(&given, cells, seed, &call.options, &handle.pointer)
    call.check(status)
    return handle


def refusal_text(int refusal):
    """mines_refusal_text."""
    return (<bytes> mines_refusal_text(<mines_refusal> refusal)).decode("ascii")
