"""Board files through cffi."""

from __future__ import annotations

from typing import Any

import numpy as np

from minesweeper_core._impl.bindings.cffi_calls import Call, Calls
from minesweeper_core._impl.bindings.protocol import FileContent, Poll
from minesweeper_core._impl.statuses import Status, file_error

__all__ = ["FileCalls"]


class FileCalls(Calls):
    """Reading and writing board files."""

    def read_file(self, format: int, content: bytes, poll: Poll | None) -> FileContent:
        call = self.call(0, poll)
        file, fault = self.ffi.new("mines_file *"), self.ffi.new("mines_file_fault *")
        start, none = self.ffi.from_buffer(content), self.ffi.NULL
        given = format, start, len(content), call.options, file
        status = self.lib.mines_file_read(*given, none, none, 0, fault)
        if status != Status.TOO_SMALL:
            self._require_file(call, status, fault, None)
        cells = np.empty((file.rows, file.cols), np.uint8)
        mask = np.empty((file.rows, file.cols), np.bool_)
        room = self.buffer("char[]", cells), self.buffer("uint8_t[]", mask)
        status = self.lib.mines_file_read(*given, *room, cells.size, fault)
        self._require_file(call, status, fault, None)
        return FileContent(cells, mask if file.complete else None, file.mines, (file.first_row, file.first_col))

    def write_file(self, format: int, filed: FileContent, poll: Poll | None) -> bytes:
        call = self.call(0, poll)
        rows, cols = filed.cells.shape
        if filed.mask is not None and filed.mask.shape != filed.cells.shape:
            raise ValueError("cells and mask differ in shape")
        none = self.ffi.NULL
        mask = none if filed.mask is None else self.ffi.from_buffer("uint8_t[]", filed.mask)
        file = self.ffi.new("mines_file *", [rows, cols, filed.mines, filed.mask is not None, *filed.first])
        fault, length = self.ffi.new("mines_file_fault *"), self.ffi.new("size_t *")
        given = format, file, self.ffi.from_buffer("char[]", filed.cells), mask, call.options
        status = self.lib.mines_file_write(*given, none, 0, length, fault)
        if status != Status.TOO_SMALL:
            self._require_file(call, status, fault, cols)
        content = np.empty(length[0], np.uint8)
        status = self.lib.mines_file_write(*given, self.buffer("char[]", content), content.size, length, fault)
        self._require_file(call, status, fault, cols)
        return content.tobytes()

    def _require_file(self, call: Call, status: int, fault: Any, cols: int | None) -> None:
        if status in (Status.BAD_FILE, Status.BAD_CELL):
            raise file_error(status, self.text(status), (fault.offset, self._string(fault.text)), cols)
        call.check(status)
