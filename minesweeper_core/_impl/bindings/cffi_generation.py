"""Random boards through cffi."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._impl.arguments import room_for
from minesweeper_core._impl.bindings.cffi_calls import Calls
from minesweeper_core._impl.bindings.protocol import Poll, Request

__all__ = ["GenerationCalls"]


class GenerationCalls(Calls):
    """What makes boards."""

    def generate(
        self, request: Request, seed: int, start: int, count: int, threads: int, memory: int, poll: Poll | None
    ) -> tuple[NDArray[np.bool_], int]:
        boards = room_for(count, request.rows, request.cols)
        tried = self.ffi.new("uint64_t *")
        if count:
            wish = self.ffi.new("mines_request *", (self.ffi.sizeof("mines_request"), *request))
            call = self.call(memory, poll)
            out = self.buffer("uint8_t[]", boards), tried
            call.check(self.lib.mines_generate(wish, call.options, seed, start, count, threads, *out))
        return boards, int(tried[0])

    def no_guess(
        self, masks: NDArray[np.uint8], row: int, col: int, threads: int, memory: int, poll: Poll | None
    ) -> NDArray[np.bool_]:
        answers = np.empty(len(masks), np.bool_)
        if len(masks):
            call = self.call(memory, poll)
            cells = self.ffi.from_buffer("uint8_t[]", masks)
            out = self.buffer("uint8_t[]", answers)
            call.check(self.lib.mines_no_guess(cells, *masks.shape, row, col, call.options, threads, out))
        return answers
