"""The two functions of the original C[o]re.dll's interface, for 16 x 16 boards with 51 mines."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._impl.arguments import unsigned
from minesweeper_core._impl.bindings.cffi_binding import Options
from minesweeper_core._impl.board import BoardLike, read_grid2_cells
from minesweeper_core._impl.native import Native
from minesweeper_core._impl.statuses import Status
from minesweeper_core._impl.words import counted

__all__ = ["GridProbabilities"]

DEFAULT_MIN_VALID_GEN = 100_000
DEFAULT_TIME_MS = 1_000


class GridProbabilities(NamedTuple):
    """What DetermineGrid2 returns."""

    probability_mine: NDArray[np.float32]
    """The share of boards with a mine in the cell, float32 (16, 16); -1 where unavailable."""
    probability_zero_mine_around: NDArray[np.float32]
    """The share of boards with no mine around the cell, float32 (16, 16); -1 where unavailable."""
    num_valid_gen: int
    """The number of boards drawn; 0 after the shortcut for certain mines, and where no valid board exists."""

    def __repr__(self) -> str:
        if self.num_valid_gen:
            return f"<GridProbabilities from {counted(self.num_valid_gen, 'valid board', ',')}>"
        if certain := int((self.probability_mine == 1).sum()):
            return f"<GridProbabilities of the shortcut, {counted(certain, 'certain mine')}>"
        return "<GridProbabilities without a valid board>"


def determine_grid2_with(
    native: Native, board: BoardLike, num_thread: int, min_valid_gen: int, time_ms: int
) -> GridProbabilities:
    """DetermineGrid2 on one copy of the C library."""
    cells = read_grid2_cells(board)
    options, least, time = _numbers(native, num_thread, min_valid_gen, time_ms)
    mine, zero_around = np.empty((16, 16), np.float32), np.empty((16, 16), np.float32)
    status, valid = native.binding.determine_grid2(cells, least, time, options, mine, zero_around)
    _check(native, status, options)
    return GridProbabilities(mine, zero_around, valid)


def best_grid_with(
    native: Native, board: BoardLike, num_thread: int, min_valid_gen: int, time_ms: int
) -> tuple[int, int] | None:
    """GetGridWithBestProbability on one copy of the C library."""
    cells = read_grid2_cells(board)
    options, least, time = _numbers(native, num_thread, min_valid_gen, time_ms)
    status, row, col = native.binding.get_grid_with_best_probability(cells, least, time, options)
    _check(native, status, options)
    return None if row < 0 else (row, col)


def _numbers(native: Native, num_thread: int, min_valid_gen: int, time_ms: int) -> tuple[Options, int, int]:
    threads, least = unsigned("num_thread", num_thread), unsigned("min_valid_gen", min_valid_gen)
    return native.options(threads), least, unsigned("time_calculation_ms", time_ms)


def _check(native: Native, status: int, options: Options) -> None:
    """Raise the exception that interrupted the call. On any other failure, the outputs are those of a board without
    valid boards."""
    if status == Status.INTERRUPTED:
        native.check(status, options)
