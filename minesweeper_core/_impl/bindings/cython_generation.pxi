# Random boards; included by _core.pyx.


def generate(request, uint64_t seed, uint64_t start, uint64_t count, uint32_t threads, memory, poll):
    """mines_generate: the boards, and how many were looked at."""
    cdef mines_request wish
    cdef uint32_t first, logic
    wish.size = sizeof(mines_request)
    (wish.rows, wish.cols, wish.mines, first, wish.row, wish.col, logic, wish.least_bbbv, wish.most_bbbv,
     wish.tries) = request
    wish.first = <mines_first_click> first
    wish.logic = <mines_logic> logic
    boards = room_for(count, wish.rows, wish.cols)
    if count == 0:
        return boards, 0
    cdef uint8_t *room = <uint8_t *> _room(boards)
    cdef uint64_t tried = 0
    cdef _Call call = _Call(memory, poll)
    cdef mines_status status
    with nogil:
        status = mines_generate(&wish, &call.options, seed, start, count, threads, room, &tried)
    call.check(status)
    return boards, tried


def no_guess(const uint8_t[:, :, ::1] masks, size_t row, size_t col, uint32_t threads, memory, poll):
    """mines_no_guess."""
    cdef size_t count = masks.shape[0]
    answers = np.empty(count, np.bool_)
    if count == 0:
        return answers
    cdef uint8_t[::1] view = answers.view(np.uint8)
    cdef _Call call = _Call(memory, poll)
    cdef mines_status status
    with nogil:
        status = mines_no_guess(&masks[0, 0, 0], count, masks.shape[1], masks.shape[2], row, col, &call.options,
                                threads, &view[0])
    call.check(status)
    return answers
