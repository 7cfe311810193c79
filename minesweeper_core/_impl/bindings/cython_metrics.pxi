# Metrics of complete boards; included by _core.pyx.
from cpython.buffer cimport PyBUF_ND, PyBuffer_Release, PyObject_GetBuffer


def metrics(const uint8_t[:, :, ::1] masks, uint32_t threads, memory, poll):
    """mines_metrics: all five."""
    cdef size_t count = masks.shape[0]
    out = np.empty((5, count), np.uint32)
    if count == 0:
        return out
    cdef uint32_t[:, ::1] view = out
    cdef _Call call = _Call(memory, poll)
    cdef mines_status status
    with nogil:
        status = mines_metrics(&masks[0, 0, 0], count, masks.shape[1], masks.shape[2], &call.options, threads,
                               &view[0, 0], &view[1, 0], &view[2, 0], &view[3, 0], &view[4, 0])
    call.check(status)
    return out


def metric(size_t which, const uint8_t[:, :, ::1] masks, uint32_t threads, memory, poll):
    """mines_metrics: one of the five, by its place among them."""
    cdef size_t count = masks.shape[0]
    out = np.empty(count, np.uint32)
    if count == 0:
        return out
    if which >= 5:
        raise ValueError("there are five metrics")
    cdef uint32_t[::1] view = out
    cdef uint32_t *wanted[5]
    wanted[0] = wanted[1] = wanted[2] = wanted[3] = wanted[4] = NULL
    wanted[which] = &view[0]
    cdef _Call call = _Call(memory, poll)
    cdef mines_status status
    with nogil:
        status = mines_metrics(&masks[0, 0, 0], count, masks.shape[1], masks.shape[2], &call.options, threads,
                               wanted[0], wanted[1], wanted[2], wanted[3], wanted[4])
    call.check(status)
    return out


def bbbv_of_one(mask):
    """mines_metrics: 3BV of one mask, (rows, cols). A memoryview would take longer than the answer."""
    cdef Py_buffer buffer
    cdef uint32_t found = 0
    cdef mines_status status
    PyObject_GetBuffer(mask, &buffer, PyBUF_ND)
    try:
        if buffer.ndim != 2 or buffer.itemsize != 1:
            raise ValueError("a mask has 2 dimensions and one byte a cell")
        with nogil:
            status = mines_metrics(<const uint8_t *> buffer.buf, 1, buffer.shape[0], buffer.shape[1], NULL, 1,
                                   &found, NULL, NULL, NULL, NULL)
    finally:
        PyBuffer_Release(&buffer)
    _require(status)
    return found


def bbbv_solved(const uint8_t[:, :, ::1] masks, const uint8_t[:, :, ::1] opened, uint32_t threads, memory, poll):
    """mines_bbbv_solved of masks and opened cells in one shape."""
    cdef size_t count = masks.shape[0]
    out = np.empty(count, np.uint32)
    if count == 0:
        return out
    cdef uint32_t[::1] view = out
    cdef _Call call = _Call(memory, poll)
    cdef mines_status status
    with nogil:
        status = mines_bbbv_solved(&masks[0, 0, 0], &opened[0, 0, 0], count, masks.shape[1], masks.shape[2],
                                   &call.options, threads, &view[0])
    call.check(status)
    return out


def numbers(const uint8_t[:, :, ::1] masks):
    """mines_numbers."""
    cdef size_t count = masks.shape[0]
    out = np.empty((count, masks.shape[1], masks.shape[2]), np.uint8)
    if count == 0:
        return out
    cdef uint8_t[:, :, ::1] view = out
    cdef mines_status status
    with nogil:
        status = mines_numbers(&masks[0, 0, 0], count, masks.shape[1], masks.shape[2], &view[0, 0, 0])
    _require(status)
    return out
