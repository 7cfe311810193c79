"""What each cell of a game shows: a symbol, or the solver's answer in its place, and a style.

Symbols: '-' unopened, '0' to '8' opened, 'F' flag, 'X' exploded mine, '*' mine that nobody found, '!' wrong flag, '@'
and '#' mines found by the two players of Flags. The text alone carries all information; colours only help to see it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from minesweeper_core.cli.heatmap import CERTAIN_MINE, CERTAINLY_SAFE
from minesweeper_core.cli.number_format import two_digits
from minesweeper_core.cli.play.hint import Hint

if TYPE_CHECKING:
    from minesweeper_core import FlagsGame, Game

PLAYER_SYMBOLS = "@#"
_ABOVE_0, _BELOW_1 = 5e-324, 1 - 2**-53  # the doubles next to 0 and 1


@dataclass(frozen=True)
class Appearance:
    """The text and the style of a cell; for the style 'share' also `heat`, its P(mine). See palette for the styles."""

    text: str
    style: str
    heat: float = 0.0

    def padded(self, width: int) -> str:
        """The text in `width` characters; a single character is centred."""
        return self.text[-width:].center(width) if len(self.text) < 2 else self.text[-width:].rjust(width)


_STYLES = {"-": "unopened", "F": "flag", "X": "exploded", "*": "mine", "!": "wrong", "@": "first", "#": "second"}
SYMBOLS = {symbol: Appearance(symbol, style) for symbol, style in _STYLES.items()}
SYMBOLS |= {str(number): Appearance(str(number) if number else " ", f"opened{number}") for number in range(9)}


def classic_symbols(game: Game) -> list[str]:
    """The symbols of a classic game, one string per row. A finished game shows its mines."""
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


def flags_symbols(game: FlagsGame) -> list[str]:
    """The symbols of a game of Flags, one string per row. A finished game shows the mines that nobody found."""
    grid = _grid(game.board)
    owner = game.owner
    for player, symbol in enumerate(PLAYER_SYMBOLS):
        grid[owner == player] = symbol.encode()
    if game.status == "over":
        grid[(grid == b"-") & game.mask] = b"*"
    return _rows(grid)


def hinted_appearance(symbol: str, hint: Hint, row: int, col: int) -> Appearance:
    """A cell with a hint: its mark if it is certain, else P(mine) in percent. A flag on a certain mine stays."""
    if not hint.unopened[row, col]:
        return SYMBOLS[symbol]
    if hint.certain_mines[row, col]:
        return Appearance("F" if symbol == "F" else CERTAIN_MINE, "certain")
    if hint.certain_safe[row, col]:
        return Appearance(CERTAINLY_SAFE, "safe")
    # A probability that rounds to 0 or 1 is not certain: certainty was decided exactly.
    probability = min(max(float(hint.mine[row, col]), _ABOVE_0), _BELOW_1)
    return Appearance(two_digits(probability), "share", probability)


def _grid(board: str) -> NDArray[np.bytes_]:
    return np.array([np.frombuffer(row.encode("ascii"), dtype="S1") for row in board.split("\n")])


def _rows(grid: NDArray[np.bytes_]) -> list[str]:
    return [row.tobytes().decode("ascii") for row in grid]
