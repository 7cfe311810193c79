"""A player of Minesweeper Flags: what it does next, from what both players see and the exact answers to it.

A certain mine is always taken: it is a point, the turn goes on, and its number of neighbours tells the opponent nothing
new. Otherwise the likeliest mine is, and where several are as likely, the one that is least likely to be an opening: a
cell that turns out to be safe hands the turn over together with all that it opened. That tie-break decides games: most
choices are among equals, above all on a board with little opened, and against the same player that takes any of the
equals it wins about two games of three.

The levels: "easy" overlooks one certain mine of five, and else takes a mine of one valid board drawn at random, so that
a cell is taken the more often the likelier its mine is; "normal" is what is said above; "hard" looks one move ahead
from the likeliest cells. Against "normal", "easy" wins about 3 games of 100, and "hard" 6 of 10.

The bomb ends the turn and is there only while its player is behind. "normal" and "hard" throw it where it catches the
most mines on average, as soon as that is more than it would catch on an untouched board, or it wins, or the opponent
may win before there is another chance. Certain mines outside its square come first, as long as they leave its player
behind.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

import minesweeper_core
from minesweeper_core import FlagsGame, Solution
from minesweeper_core._impl.arguments import integer, unsigned
from minesweeper_core._impl.bindings.protocol import Poll

__all__ = ["LEVELS", "FlagsBot", "Move", "caught"]

LEVELS = ("easy", "normal", "hard")

# What is asked of a game; another that answers to it is played as well.
_ASKED = ("status", "turn", "score", "wins", "mines", "rows", "cols", "board", "can_bomb", "radius")
_ALIKE = 4e-12  # equal probabilities may differ by what the arithmetic leaves; the core promises 1e-12
_LOOKS = 0.8  # how often "easy" sees a certain mine
_AHEAD = 8  # cells that "hard" looks ahead from
_OPENING = 4.0  # mines that an opening is worth to the opponent; from 2 to 10 it makes no measurable difference
_RARE = 1e-4  # numbers that show up less often than this are passed over


class Move(NamedTuple):
    """What a player does, and where; rows and columns from 0."""

    kind: Literal["open", "bomb"]
    row: int
    col: int


class FlagsBot:
    """A player of one of the levels. The same seed plays the same moves against the same ones.

    >>> import minesweeper_core as mc
    >>> from minesweeper_core.bot import FlagsBot
    >>> game, bots = mc.FlagsGame(seed=1), (FlagsBot(), FlagsBot())
    >>> while game.status != "over":
    ...     kind, row, col = bots[game.turn].move(game)
    ...     change = game.bomb(row, col) if kind == "bomb" else game.open(row, col)
    >>> max(game.score) >= 26
    True
    """

    def __init__(self, level: str = "normal", seed: int | None = None) -> None:
        if level not in LEVELS:
            raise ValueError(f"level must be one of {', '.join(LEVELS)}: {level!r}")
        self.level = level
        self._random = random.Random(None if seed is None else integer("seed", seed))

    def __repr__(self) -> str:
        return f"FlagsBot({self.level!r})"

    def move(self, game: FlagsGame, poll: Poll | None = None) -> Move:
        """The next move of the player whose turn it is. Changes nothing, and does not look at what is hidden.

        poll: as for minesweeper_core.solve. Raises ValueError where the game is over.
        """
        if not isinstance(game, FlagsGame) and (
            isinstance(game, type) or not all(hasattr(game, name) for name in _ASKED)
        ):
            what = f"the class {game.__name__}" if isinstance(game, type) else type(game).__name__
            raise TypeError(f"game must be a FlagsGame, not {what}")
        if game.status == "over":
            raise ValueError("the game is over")
        if self.level == "easy":
            return self._easy(game, poll)
        answer = _solve(game.board, game.mines, poll)
        mine = np.where(_unopened(answer), answer.mine, 0.0)
        certain = _cells(answer.certain_mines)
        if bomb := _bomb(game, mine):
            outside = [cell for cell in certain if not _within(cell, bomb, game.radius)]
            if outside and game.score[game.turn] + len(outside) < game.score[1 - game.turn]:
                return Move("open", *outside[0])
            return bomb
        if certain:
            return Move("open", *certain[0])
        if self.level == "hard":
            return Move("open", *self._ahead(answer, poll))
        return Move("open", *self._random.choice(_likeliest(answer)))

    def _easy(self, game: FlagsGame, poll: Poll | None) -> Move:
        answer = _solve(game.board, game.mines, poll)
        seed, looks = self._random.getrandbits(64), self._random.random() < _LOOKS
        mines = answer.sample(1, seed=seed, threads=1, poll=poll)[0] & _unopened(answer)
        if looks and answer.certain_mines.any():
            mines = answer.certain_mines
        return Move("open", *self._random.choice(_cells(mines)))

    def _ahead(self, answer: Solution, poll: Poll | None) -> tuple[int, int]:
        """The cell that leaves the most: what a mine brings and lets follow, less what a miss gives away."""
        best: list[tuple[int, int]] = []
        most = -np.inf
        for row, col in _promising(answer):
            worth = 0.0
            for sign, probability in _outcomes(answer, row, col):
                after = _OPENING if sign == "0" else _worth(_with(answer, row, col, sign, poll))
                worth += probability * (1 + after if sign == "+" else -after)
            if worth > most + _ALIKE:
                best, most = [], worth
            if worth >= most - _ALIKE:
                best.append((row, col))
        return self._random.choice(best)


def caught(mine: NDArray[np.float64], radius: int) -> NDArray[np.float64]:
    """The mines that a bomb around each cell would find, on average: the sum of P(mine) over its square.

    mine: P(mine) of unopened cells, 0 elsewhere. The square is cut off at the edges of the board.
    """
    if not isinstance(mine, np.ndarray):
        raise TypeError(f"mine must be an array of probabilities, not {type(mine).__name__}")
    if mine.dtype.kind not in "iuf":
        raise TypeError(f"mine must be an array of probabilities, not of {mine.dtype}")
    if mine.ndim != 2:
        raise ValueError(f"mine must have 2 dimensions, not {mine.ndim}")
    radius = unsigned("radius", radius)
    sums: NDArray[np.float64] = mine.astype(np.float64, copy=False)
    for axis in (0, 1):
        around = np.zeros_like(sums)
        length = sums.shape[axis]
        for step in range(-min(radius, length - 1), min(radius, length - 1) + 1):
            here, there = [slice(None)] * 2, [slice(None)] * 2
            here[axis] = slice(max(-step, 0), length - max(step, 0))
            there[axis] = slice(max(step, 0), length - max(-step, 0))
            around[tuple(here)] += sums[tuple(there)]
        sums = around
    return sums


# ---- The bomb -------------------------------------------------------------------------------------------------------


def _bomb(game: FlagsGame, mine: NDArray[np.float64]) -> Move | None:
    """The best place for the bomb, if now is the time for it."""
    if not game.can_bomb:
        return None
    catch = caught(mine, game.radius)
    row, col = divmod(int(np.argmax(catch)), game.cols)
    most = float(catch[row, col])
    me, opponent = (game.wins - game.score[player] for player in (game.turn, 1 - game.turn))
    cells = min(2 * game.radius + 1, game.rows) * min(2 * game.radius + 1, game.cols)
    untouched = cells * game.mines / (game.rows * game.cols)
    top = float(mine.max())
    # Mines in a row without the bomb, were the next ones as likely as the likeliest is now.
    without = top / (1 - top) if top < 1 else np.inf
    if most > untouched or most >= me - _ALIKE or (opponent <= untouched and most > without):
        return Move("bomb", row, col)
    return None


def _within(cell: tuple[int, int], bomb: Move, radius: int) -> bool:
    return abs(cell[0] - bomb.row) <= radius and abs(cell[1] - bomb.col) <= radius


# ---- Cells ----------------------------------------------------------------------------------------------------------


def _likeliest(answer: Solution) -> list[tuple[int, int]]:
    """The unopened cells with the highest P(mine), of these the ones least likely to be an opening."""
    unopened = _unopened(answer)
    mine = np.where(unopened, answer.mine, -1.0)
    equal = mine >= mine.max() * (1 - _ALIKE)
    opening = np.where(equal, answer.number[..., 0], 2.0)
    return _cells(opening <= opening.min() * (1 + _ALIKE))


def _promising(answer: Solution) -> list[tuple[int, int]]:
    """The unopened cells to look ahead from: the likeliest to be a mine rather than an opening."""
    value = np.where(_unopened(answer), answer.mine - answer.number[..., 0], -2.0)
    order = np.argsort(-value, axis=None, kind="stable")[: min(_AHEAD, int(_unopened(answer).sum()))]
    return [(int(index) // answer.cols, int(index) % answer.cols) for index in order]


def _outcomes(answer: Solution, row: int, col: int) -> Iterator[tuple[str, float]]:
    """What the cell may turn out to be, and how likely."""
    probabilities = [float(answer.mine[row, col]), *answer.number[row, col].tolist()]
    for sign, probability in zip("+012345678", probabilities, strict=True):
        if probability > _RARE:
            yield sign, probability


def _worth(answer: Solution) -> float:
    """What a position is worth to the player whose turn it is: its certain mines and one more try."""
    left = _unopened(answer) & ~answer.certain_mines
    return int(answer.certain_mines.sum()) + float(np.where(left, answer.mine, 0.0).max())


def _with(answer: Solution, row: int, col: int, sign: str, poll: Poll | None) -> Solution:
    board = answer.board
    board[row] = board[row][:col] + sign + board[row][col + 1 :]
    return _solve(board, answer.mines, poll)


def _unopened(answer: Solution) -> NDArray[np.bool_]:
    return np.array([[cell == "-" for cell in row] for row in answer.board], dtype=np.bool_)


def _cells(where: NDArray[np.bool_]) -> list[tuple[int, int]]:
    return [(int(row), int(col)) for row, col in np.argwhere(where)]


def _solve(board: str | list[str], mines: int, poll: Poll | None) -> Solution:
    return minesweeper_core.solve(board, mines, poll=poll)
