"""What the solver says about the board that the player sees: probabilities of a mine, and the best cells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import minesweeper_core as mc
from minesweeper_core._impl.board import MAX_SIDE
from minesweeper_core._impl.words import counted
from minesweeper_core.cli import cell_choice, number_format

Poll = Callable[[float], None]


@dataclass(frozen=True)
class Hint:
    """The answer to one position. best: the cells to take next, marked on the board. text: the same in a line."""

    mine: NDArray[np.float64]
    safe: NDArray[np.bool_]
    mines: NDArray[np.bool_]
    unopened: NDArray[np.bool_]
    best: NDArray[np.bool_]
    text: str


class HintError(Exception):
    """There is none, for the reason that the text gives."""


def hint(board: str, mines: int, *, taking: bool, memory: int | None = None, poll: Poll | None = None) -> Hint:
    """The exact answer to a board in play. taking: whether mines are looked for (Flags), not safe cells."""
    rows = board.split("\n")
    if max(len(rows), len(rows[0])) > MAX_SIDE:
        raise HintError(f"The solver takes boards of up to {MAX_SIDE} x {MAX_SIDE} cells")
    try:
        answer = mc.solve(rows, mines, memory=memory, poll=poll)
        mine, safe, certain = answer.mine, answer.certain_safe, answer.certain_mines
    except mc.BudgetExceededError:
        raise HintError("The count needs more memory than allowed: --memory sets another limit") from None
    except mc.InconsistentBoardError:  # the mine that went off may be taken for a known one; a board in play is valid
        raise HintError("No placement of the mines fits this board") from None
    unopened = np.array([[cell == "-" for cell in row] for row in rows], dtype=np.bool_)
    chosen = (cell_choice.best if taking else cell_choice.safest)(mine, unopened)
    if chosen is None:
        raise HintError("No cell is unopened")
    best = unopened & cell_choice.alike(mine, chosen.mine)
    word = "Best to take" if taking else "Safest"
    others = f" and {counted(chosen.others, 'other')}" if chosen.others else ""
    certainly = f"certain: {int(safe.sum())} safe, {counted(int(certain.sum()), 'mine')}"
    where = f"row {chosen.row}, column {chosen.column}{others}"
    text = f"{word}: {where}, mine {number_format.percent(chosen.mine)}; {certainly}"
    return Hint(mine, safe, certain, unopened, best, text)
