"""What the solver says about a visible board: probabilities of a mine, and the best cells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import minesweeper_core as mc
from minesweeper_core.cli.board_size import MAX_SOLVABLE_SIDE
from minesweeper_core.cli.cell_choice import equal_cells, likeliest_mine, safest_cell, unopened_cells
from minesweeper_core.cli.number_format import counted, percent

Poll = Callable[[float], None]


@dataclass(frozen=True)
class Hint:
    """The answer to one position. All arrays are (rows, cols)."""

    mine: NDArray[np.float64]
    certain_safe: NDArray[np.bool_]
    certain_mines: NDArray[np.bool_]
    unopened: NDArray[np.bool_]
    best: NDArray[np.bool_]
    """The cells to take next."""
    text: str
    """The best cell and the numbers of certain cells, in one line."""


class HintError(Exception):
    """No hint can be given; the message says why."""


def find_hint(board: str, mines: int, *, want_mines: bool, memory: int | None = None, poll: Poll | None = None) -> Hint:
    """Solve a visible board. The best cells are the likeliest mines if `want_mines` (Flags), else the safest cells.

    memory, poll: as for minesweeper_core.solve. Raises HintError if the board can't be solved.
    """
    rows = board.split("\n")
    if max(len(rows), len(rows[0])) > MAX_SOLVABLE_SIDE:
        raise HintError(f"No hints on boards larger than {MAX_SOLVABLE_SIDE} x {MAX_SOLVABLE_SIDE} cells")
    try:
        solution = mc.solve(rows, mines, memory=memory, poll=poll)
        mine, certain_safe, certain_mines = solution.mine, solution.certain_safe, solution.certain_mines
    except mc.BudgetExceededError:
        raise HintError("Not enough memory for a hint; restart with a larger --memory") from None
    except mc.InconsistentBoardError:  # after an exploded mine, which the solver takes for a known one
        raise HintError("No valid board fits these numbers") from None
    unopened = unopened_cells(rows)
    choice = (likeliest_mine if want_mines else safest_cell)(mine, unopened)
    if choice is None:
        raise HintError("No unopened cells")
    best = unopened & equal_cells(mine, choice.mine)
    label, chance = ("Likeliest mine", "") if want_mines else ("Safest", "mine ")
    others = f" and {counted(choice.equals, 'other')}" if choice.equals else ""
    text = f"{label}: row {choice.row}, column {choice.col}{others}, {chance}{percent(choice.mine)}. "
    text += _certain_text(int(certain_safe.sum()), int(certain_mines.sum()))
    return Hint(mine, certain_safe, certain_mines, unopened, best, text)


def _certain_text(safe: int, mines: int) -> str:
    return f"Certain: {safe} safe, {counted(mines, 'mine')}" if safe or mines else "Nothing is certain"
