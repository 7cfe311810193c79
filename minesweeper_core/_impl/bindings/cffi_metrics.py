"""Metrics of complete boards through cffi."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._impl.bindings.cffi_calls import Calls
from minesweeper_core._impl.bindings.protocol import Poll

__all__ = ["MetricsCalls"]


class MetricsCalls(Calls):
    """3BV and its kin."""

    def metrics(self, masks: NDArray[np.uint8], threads: int, memory: int, poll: Poll | None) -> NDArray[np.uint32]:
        out = np.empty((5, len(masks)), np.uint32)
        self._metrics(masks, threads, memory, poll, *(self.buffer("uint32_t[]", row) for row in out))
        return out

    def metric(
        self, which: int, masks: NDArray[np.uint8], threads: int, memory: int, poll: Poll | None
    ) -> NDArray[np.uint32]:
        out = np.empty(len(masks), np.uint32)
        wanted = [self.ffi.NULL] * 5
        wanted[which] = self.buffer("uint32_t[]", out)
        self._metrics(masks, threads, memory, poll, *wanted)
        return out

    def bbbv_of_one(self, mask: NDArray[np.bool_]) -> int:
        found = self.ffi.new("uint32_t *")
        cells = self.ffi.from_buffer("uint8_t[]", mask)
        self.require(self.lib.mines_metrics(cells, 1, *mask.shape, self.ffi.NULL, 1, found, *[self.ffi.NULL] * 4))
        return int(found[0])

    def bbbv_solved(
        self, masks: NDArray[np.uint8], opened: NDArray[np.uint8], threads: int, memory: int, poll: Poll | None
    ) -> NDArray[np.uint32]:
        out = np.empty(len(masks), np.uint32)
        if len(masks):
            call = self.call(memory, poll)
            cells = self.ffi.from_buffer("uint8_t[]", masks), self.ffi.from_buffer("uint8_t[]", opened)
            found = self.buffer("uint32_t[]", out)
            call.check(self.lib.mines_bbbv_solved(*cells, *masks.shape, call.options, threads, found))
        return out

    def numbers(self, masks: NDArray[np.uint8]) -> NDArray[np.uint8]:
        out = np.empty(masks.shape, np.uint8)
        if len(masks):
            cells = self.ffi.from_buffer("uint8_t[]", masks)
            self.require(self.lib.mines_numbers(cells, *masks.shape, self.buffer("uint8_t[]", out)))
        return out

    def _metrics(self, masks: NDArray[np.uint8], threads: int, memory: int, poll: Poll | None, *out: Any) -> None:
        if len(masks):
            call = self.call(memory, poll)
            cells = self.ffi.from_buffer("uint8_t[]", masks)
            call.check(self.lib.mines_metrics(cells, *masks.shape, call.options, threads, *out))
