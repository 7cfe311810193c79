"""What each cell of a board in play shows: a sign, or the solver's number over it; and the tone that goes with it.

Signs: '-' unopened, '0' to '8' opened, 'F' a flag, 'X' the mine that went off, '*' a mine that nobody marked, '!' a
wrong flag, '@' and '#' mines found by the two players of Flags. The characters alone say everything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from minesweeper_core.cli import number_format
from minesweeper_core.cli.heatmap import CERTAIN_MINE, CERTAINLY_SAFE
from minesweeper_core.cli.play.hint import Hint

if TYPE_CHECKING:
    from minesweeper_core import FlagsGame, Game

PLAYERS = "@#"
_LEAST, _MOST = 5e-324, 1 - 2**-53  # the doubles next to 0 and 1


@dataclass(frozen=True)
class Appearance:
    """One cell. tone: what its colour says; heat: for the tone 'share', P(mine)."""

    text: str
    tone: str
    heat: float = 0.0

    def at(self, width: int) -> str:
        """The text in so many characters."""
        return self.text[-width:].center(width) if len(self.text) < 2 else self.text[-width:].rjust(width)


_TONES = {"-": "unopened", "F": "flag", "X": "exploded", "*": "mine", "!": "wrong", "@": "first", "#": "second"}
SIGNS = {sign: Appearance(sign, tone) for sign, tone in _TONES.items()}
SIGNS |= {str(number): Appearance(str(number) if number else " ", f"opened{number}") for number in range(9)}


def classic(game: Game) -> list[str]:
    """The signs of a classic game, a string a row. At its end the mines are shown."""
    grid = _grid(game.board)
    flags, mask = game.flags, game.mask
    grid[flags] = b"F"
    if game.status == "lost" and mask is not None:
        grid[(grid == b"-") & mask] = b"*"
        grid[grid == b"+"] = b"X"
        grid[flags & ~mask] = b"!"
    elif game.status == "won" and mask is not None:
        grid[mask] = b"F"
    return _rows(grid)


def flags(game: FlagsGame) -> list[str]:
    """The signs of a game of Flags, a string a row. At its end the mines that nobody found are shown."""
    grid = _grid(game.board)
    owner = game.owner
    for player, sign in enumerate(PLAYERS):
        grid[owner == player] = sign.encode()
    if game.status == "over":
        grid[(grid == b"-") & game.mask] = b"*"
    return _rows(grid)


def hinted(sign: str, hint: Hint, row: int, col: int) -> Appearance:
    """The solver's word on a cell: certain, or how likely it is a mine in percent. Flags on certain mines stay."""
    if not hint.unopened[row, col]:
        return SIGNS[sign]
    if hint.mines[row, col]:
        return Appearance("F" if sign == "F" else CERTAIN_MINE, "certain")
    if hint.safe[row, col]:
        return Appearance(CERTAINLY_SAFE, "safe")
    probability = min(max(float(hint.mine[row, col]), _LEAST), _MOST)  # what is certain was decided by counting
    return Appearance(number_format.two_digits(probability), "share", probability)


def _grid(board: str) -> NDArray[np.bytes_]:
    return np.array([np.frombuffer(row.encode("ascii"), dtype="S1") for row in board.split("\n")])


def _rows(grid: NDArray[np.bytes_]) -> list[str]:
    return [row.tobytes().decode("ascii") for row in grid]
