"""Picks the likeliest mine (the best cell in Minesweeper Flags) and the safest cell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

# Probabilities that differ by less than this factor are equal but for rounding: the core's relative error is 1e-12.
_TOLERANCE = 4e-12


@dataclass(frozen=True)
class CellChoice:
    """A cell, its P(mine), and how many other unopened cells have the same P(mine)."""

    row: int
    col: int
    mine: float
    equals: int


def likeliest_mine(mine: npt.NDArray[np.float64], unopened: npt.NDArray[np.bool_]) -> CellChoice | None:
    """The first unopened cell in reading order with the highest P(mine); None if no cell is unopened."""
    return _choose(mine, unopened, highest=True)


def safest_cell(mine: npt.NDArray[np.float64], unopened: npt.NDArray[np.bool_]) -> CellChoice | None:
    """The first unopened cell in reading order with the lowest P(mine); None if no cell is unopened."""
    return _choose(mine, unopened, highest=False)


def equal_cells(mine: npt.NDArray[np.float64], value: float) -> npt.NDArray[np.bool_]:
    """Where P(mine) equals a value up to rounding. Exactly 0 and 1 (certain cells) equal only themselves."""
    equal: npt.NDArray[np.bool_]
    equal = mine == value if value in (0.0, 1.0) else np.abs(mine - value) <= _TOLERANCE * value
    return equal


def unopened_cells(board: list[str]) -> npt.NDArray[np.bool_]:
    """True where the board has '-'."""
    return np.array([[cell == "-" for cell in row] for row in board], dtype=np.bool_)


def _choose(mine: npt.NDArray[np.float64], unopened: npt.NDArray[np.bool_], *, highest: bool) -> CellChoice | None:
    cells = np.argwhere(unopened)
    if not len(cells):
        return None
    values = mine[unopened]
    equal = equal_cells(values, float(values.max() if highest else values.min()))
    row, col = cells[int(np.argmax(equal))]
    return CellChoice(int(row), int(col), float(mine[row, col]), int(equal.sum()) - 1)
