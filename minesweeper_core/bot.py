"""A bot for Minesweeper Flags. It calculates exact probabilities from what both players see.

Strategy: take a certain mine if there is one. It scores a point, the turn goes on, and its number tells the opponent
nothing new. Otherwise take the likeliest mine; among several, the one least likely to be an opening, because a safe
cell ends the turn and an opening gives the opponent many new numbers. This tie-break decides games: most choices are
between equal probabilities, above all on a board with little opened, and it wins about two games of three against the
same bot without it.

Levels: "easy" overlooks one certain mine in five and otherwise takes a mine of one random valid board, so that it takes
likelier mines more often. "normal" plays the strategy above. "hard" looks one move ahead from the most promising cells.
Against "normal", "easy" wins about 3 % of games and "hard" about 60 %.

The bomb ends the turn and can only be used while its player is behind. "normal" and "hard" use it where it finds the
most mines on average, as soon as that is more than on an untouched board, or enough to win, or if the opponent may win
before the next chance. Before that they take certain mines outside the bomb's square, as long as they stay behind.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

import minesweeper_core
from minesweeper_core import FlagsGame, Solution
from minesweeper_core._impl.arguments import Poll, integer, unsigned

__all__ = ["LEVELS", "FlagsBot", "Move", "caught"]

LEVELS = ("easy", "normal", "hard")

# The attributes of a game that the bot reads. Any object with these attributes is accepted as a game.
_GAME_ATTRIBUTES = ("status", "turn", "score", "wins", "mines", "rows", "cols", "board", "can_bomb", "radius")
_TOLERANCE = 4e-12  # for equal probabilities; the core's relative error is at most 1e-12
_ATTENTION = 0.8  # how often "easy" sees certain mines
_CANDIDATES = 8  # number of cells from which "hard" looks ahead
_OPENING_VALUE = 4.0  # of an opening to the opponent, in mines; 2 to 10 make no measurable difference
_RARE = 1e-4  # less likely outcomes are ignored in looking ahead


class Move(NamedTuple):
    """A move of a player. Rows and columns are counted from 0."""

    kind: Literal["open", "bomb"]
    row: int
    col: int


class FlagsBot:
    """A bot of one of the LEVELS. Bots with the same seed make the same moves in the same game.

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
        """The next move for the player whose turn it is. Does not change the game or look at hidden cells.

        poll: as for minesweeper_core.solve. Raises ValueError if the game is over.
        """
        if not isinstance(game, FlagsGame) and (
            isinstance(game, type) or not all(hasattr(game, name) for name in _GAME_ATTRIBUTES)
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
            return Move("open", *self._look_ahead(answer, poll))
        return Move("open", *self._random.choice(_likeliest(answer)))

    def _easy(self, game: FlagsGame, poll: Poll | None) -> Move:
        answer = _solve(game.board, game.mines, poll)
        seed, attentive = self._random.getrandbits(64), self._random.random() < _ATTENTION
        mines = answer.sample(1, seed=seed, threads=1, poll=poll)[0] & _unopened(answer)
        if attentive and answer.certain_mines.any():
            mines = answer.certain_mines
        return Move("open", *self._random.choice(_cells(mines)))

    def _look_ahead(self, answer: Solution, poll: Poll | None) -> tuple[int, int]:
        """The cell with the best expected outcome: own mines after a hit, minus the opponent's after a miss."""
        best: list[tuple[int, int]] = []
        best_value = -np.inf
        for row, col in _candidates(answer):
            value = 0.0
            for shown, probability in _outcomes(answer, row, col):
                next_value = _OPENING_VALUE if shown == "0" else _value(_opened(answer, row, col, shown, poll))
                value += probability * (1 + next_value if shown == "+" else -next_value)
            if value > best_value + _TOLERANCE:
                best, best_value = [], value
            if value >= best_value - _TOLERANCE:
                best.append((row, col))
        return self._random.choice(best)


def caught(mine: NDArray[np.float64], radius: int) -> NDArray[np.float64]:
    """The expected number of mines that a bomb at each cell finds: the sum of P(mine) over its square.

    mine: P(mine) of unopened cells, 0 elsewhere. radius: the square is 2 * radius + 1 cells wide, less at the edges of
    the board.
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
    """The best move with the bomb, or None if the bomb should be kept or can't be used."""
    if not game.can_bomb:
        return None
    catch = caught(mine, game.radius)
    row, col = divmod(int(np.argmax(catch)), game.cols)
    most = float(catch[row, col])
    me, opponent = (game.wins - game.score[player] for player in (game.turn, 1 - game.turn))
    cells = min(2 * game.radius + 1, game.rows) * min(2 * game.radius + 1, game.cols)
    untouched = cells * game.mines / (game.rows * game.cols)
    top = float(mine.max())
    # Expected mines until the first miss without the bomb, if each next cell is as likely as the likeliest now.
    without = top / (1 - top) if top < 1 else np.inf
    if most > untouched or most >= me - _TOLERANCE or (opponent <= untouched and most > without):
        return Move("bomb", row, col)
    return None


def _within(cell: tuple[int, int], bomb: Move, radius: int) -> bool:
    return abs(cell[0] - bomb.row) <= radius and abs(cell[1] - bomb.col) <= radius


# ---- Cells ----------------------------------------------------------------------------------------------------------


def _likeliest(answer: Solution) -> list[tuple[int, int]]:
    """Of the unopened cells with the highest P(mine), those least likely to be an opening."""
    unopened = _unopened(answer)
    mine = np.where(unopened, answer.mine, -1.0)
    equal = mine >= mine.max() * (1 - _TOLERANCE)
    opening = np.where(equal, answer.number[..., 0], 2.0)
    return _cells(opening <= opening.min() * (1 + _TOLERANCE))


def _candidates(answer: Solution) -> list[tuple[int, int]]:
    """The unopened cells from which to look ahead: those with the highest P(mine) - P(opening)."""
    value = np.where(_unopened(answer), answer.mine - answer.number[..., 0], -2.0)
    order = np.argsort(-value, axis=None, kind="stable")[: min(_CANDIDATES, int(_unopened(answer).sum()))]
    return [(int(index) // answer.cols, int(index) % answer.cols) for index in order]


def _outcomes(answer: Solution, row: int, col: int) -> Iterator[tuple[str, float]]:
    """Each character that the cell may show once opened, with its probability."""
    probabilities = [float(answer.mine[row, col]), *answer.number[row, col].tolist()]
    for shown, probability in zip("+012345678", probabilities, strict=True):
        if probability > _RARE:
            yield shown, probability


def _value(answer: Solution) -> float:
    """The value of a position for the player to move: its certain mines, plus P(mine) of the best guess."""
    left = _unopened(answer) & ~answer.certain_mines
    return int(answer.certain_mines.sum()) + float(np.where(left, answer.mine, 0.0).max())


def _opened(answer: Solution, row: int, col: int, shown: str, poll: Poll | None) -> Solution:
    """The solution after a cell is opened and shows this character."""
    board = answer.board
    board[row] = board[row][:col] + shown + board[row][col + 1 :]
    return _solve(board, answer.mines, poll)


def _unopened(answer: Solution) -> NDArray[np.bool_]:
    return np.array([[cell == "-" for cell in row] for row in answer.board], dtype=np.bool_)


def _cells(where: NDArray[np.bool_]) -> list[tuple[int, int]]:
    return [(int(row), int(col)) for row, col in np.argwhere(where)]


def _solve(board: str | list[str], mines: int, poll: Poll | None) -> Solution:
    return minesweeper_core.solve(board, mines, poll=poll)
