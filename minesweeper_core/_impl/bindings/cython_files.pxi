# Board files; included by _core.pyx.
from minesweeper_core._impl.bindings.protocol import FileContent
from minesweeper_core._impl.statuses import file_error


cdef int _require_file(_Call call, mines_status status, const mines_file_fault *fault, cols) except -1:
    """Raise what reading (cols None) or writing a file came to, if it is an error."""
    if status == MINES_OK or status == MINES_INTERRUPTED or call.error is not None:
        return call.check(status)
    raise file_error(<int> status, _text(status), (fault.offset, (<bytes> fault.text).decode("ascii")), cols)


def read_file(uint32_t format, bytes content not None, poll):
    """mines_file_read, once for the size and once for the board."""
    cdef const unsigned char *start = <const unsigned char *> content
    cdef size_t length = len(content)
    cdef mines_file file
    cdef mines_file_fault fault
    cdef _Call call = _Call(0, poll)
    cdef mines_status status
    with nogil:
        status = mines_file_read(<mines_format> format, start, length, &call.options, &file, NULL, NULL, 0, &fault)
    if status != MINES_TOO_SMALL:
        _require_file(call, status, &fault, None)
    cells = np.empty((file.rows, file.cols), np.uint8)
    mask = np.empty((file.rows, file.cols), np.bool_)
    cdef uint8_t[:, ::1] cells_view = cells
    cdef uint8_t[:, ::1] mask_view = mask.view(np.uint8)
    cdef size_t capacity = cells.size
    with nogil:
        status = mines_file_read(<mines_format> format, start, length, &call.options, &file,
                                 <char *> &cells_view[0, 0], &mask_view[0, 0], capacity, &fault)
    _require_file(call, status, &fault, None)
    return FileContent(cells, mask if file.complete else None, file.mines, (file.first_row, file.first_col))


def write_file(uint32_t format, filed, poll):
    """mines_file_write, once for the length and once for the file."""
    cdef const uint8_t[:, ::1] cells = filed.cells
    cdef const uint8_t[:, ::1] mask
    cdef const uint8_t *mines = NULL
    if filed.mask is not None:
        if filed.mask.shape != filed.cells.shape:
            raise ValueError("cells and mask differ in shape")
        mask = filed.mask.view(np.uint8)
        mines = &mask[0, 0]
    cdef mines_file file
    file.rows, file.cols = filed.cells.shape
    file.mines = filed.mines
    file.complete = filed.mask is not None
    file.first_row, file.first_col = filed.first
    cdef mines_file_fault fault
    cdef size_t length = 0
    cdef _Call call = _Call(0, poll)
    cdef mines_status status
    with nogil:
        status = mines_file_write(<mines_format> format, &file, <const char *> &cells[0, 0], mines, &call.options,
                                  NULL, 0, &length, &fault)
    if status != MINES_TOO_SMALL:
        _require_file(call, status, &fault, file.cols)
    content = np.empty(length, np.uint8)
    cdef uint8_t[::1] view = content
    with nogil:
        status = mines_file_write(<mines_format> format, &file, <const char *> &cells[0, 0], mines, &call.options,
                                  &view[0], length, &length, &fault)
    _require_file(call, status, &fault, file.cols)
    return content.tobytes()
