"""The two functions of the original C[o]re.dll's interface, for 16 x 16 boards with 51 mines."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._impl.arguments import unsigned
from minesweeper_core._impl.bindings.protocol import Backend
from minesweeper_core._impl.board import BoardLike, read_grid2_cells
from minesweeper_core._impl.words import counted

__all__ = ["GridProbabilities"]

DEFAULT_MIN_VALID_GEN = 100_000
DEFAULT_TIME_MS = 1_000


class GridProbabilities(NamedTuple):
    """What DetermineGrid2 returns."""

    probability_mine: NDArray[np.float32]
    """The share of boards with a mine in the cell, float32 (16, 16); -1 where unavailable."""
    probability_zero_mine_around: NDArray[np.float32]
    """The share with no mine around the cell, float32 (16, 16); -1 where unavailable."""
    num_valid_gen: int
    """The number of boards drawn; 0 after the shortcut for certain mines, and where no valid board exists."""

    def __repr__(self) -> str:
        if self.num_valid_gen:
            return f"<GridProbabilities from {counted(self.num_valid_gen, 'valid board', ',')}>"
        if certain := int((self.probability_mine == 1).sum()):
            return f"<GridProbabilities of the shortcut, {counted(certain, 'certain mine')}>"
        return "<GridProbabilities without a valid board>"


def determine_grid2_with(
    backend: Backend, board: BoardLike, num_thread: int, min_valid_gen: int, time_ms: int
) -> GridProbabilities:
    """DetermineGrid2 through a backend."""
    cells = read_grid2_cells(board)
    numbers = _numbers(num_thread, min_valid_gen, time_ms)
    return GridProbabilities(*backend.determine_grid2(cells, *numbers))


def best_grid_with(
    backend: Backend, board: BoardLike, num_thread: int, min_valid_gen: int, time_ms: int
) -> tuple[int, int] | None:
    """GetGridWithBestProbability through a backend."""
    cells = read_grid2_cells(board)
    numbers = _numbers(num_thread, min_valid_gen, time_ms)
    return backend.best_grid(cells, *numbers)


def _numbers(num_thread: int, min_valid_gen: int, time_ms: int) -> tuple[int, int, int]:
    return (
        unsigned("num_thread", num_thread),
        unsigned("min_valid_gen", min_valid_gen),
        unsigned("time_calculation_ms", time_ms),
    )
