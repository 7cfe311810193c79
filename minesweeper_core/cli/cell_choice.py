"""Which cell to take: the likeliest mine (Minesweeper Flags) and the likeliest safe cell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

# Equal probabilities may differ by what the arithmetic leaves; the core promises 1e-12.
_ALIKE = 4e-12


@dataclass(frozen=True)
class Choice:
    """A cell, its P(mine), and how many other unopened cells are as good."""

    row: int
    column: int
    mine: float
    others: int


def best(mine: npt.NDArray[np.float64], unopened: npt.NDArray[np.bool_]) -> Choice | None:
    """The unopened cell with the highest P(mine), the first in reading order; None where no cell is unopened."""
    return _choose(mine, unopened, highest=True)


def safest(mine: npt.NDArray[np.float64], unopened: npt.NDArray[np.bool_]) -> Choice | None:
    """The unopened cell with the lowest P(mine), the first in reading order; None where no cell is unopened."""
    return _choose(mine, unopened, highest=False)


def alike(mine: npt.NDArray[np.float64], value: float) -> npt.NDArray[np.bool_]:
    """Where P(mine) is as good as equal to a value of it. A certain cell is equal to certain ones only."""
    equal: npt.NDArray[np.bool_] = mine == value if value in (0.0, 1.0) else np.abs(mine - value) <= _ALIKE * value
    return equal


def _choose(mine: npt.NDArray[np.float64], unopened: npt.NDArray[np.bool_], *, highest: bool) -> Choice | None:
    places = np.argwhere(unopened)
    if not len(places):
        return None
    values = mine[unopened]
    top = values.max() if highest else values.min()
    equal = alike(values, float(top))
    row, column = places[int(np.argmax(equal))]
    return Choice(int(row), int(column), float(mine[row, column]), int(equal.sum()) - 1)
