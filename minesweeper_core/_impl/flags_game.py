"""Minesweeper Flags, the game for two players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._impl.arguments import seed_of, switch, unsigned
from minesweeper_core._impl.game_base import Action, Change, GameBase, bind, class_to_pickle
from minesweeper_core._impl.masks import MaskLike, read_mask, read_sides
from minesweeper_core._impl.native import Native

__all__ = ["FlagsGame"]

SIDE, MINES = 16, 51
_OVER = 4  # of mines_game_state


class FlagsRules(NamedTuple):
    """mines_flags_rules without its size, in its order."""

    rows: int
    cols: int
    mines: int
    wins: int
    bombs: int
    radius: int
    no_bombs: int
    bomb_anytime: int
    bomb_plays_on: int
    bomb_no_flood: int


class FlagsGame(GameBase):
    """A game of Minesweeper Flags: two players, 0 and 1, look for the mines of one board.

    Player 0 begins. A player who finds a mine plays again; otherwise the turn passes. The first player with more than
    half of the mines wins: with 26 of the 51 on 16 x 16 cells. Each player has one bomb. It opens the 5 x 5 cells
    around a cell, counts all mines among them, and ends the turn; only the player who is strictly behind may use it.

    seed: places the mines, 0 to 2**64 - 1; None means a random one. rows, cols, mines: the board, with at least one
    mine. wins: the score that wins, 1 to mines; None means more than half. bombs: how many each player has. radius: how
    far a bomb reaches, 2 for 5 x 5. bomb_anytime: whether a player who is not behind may use it too. bomb_plays_on:
    whether a bomb that finds a mine keeps the turn. bomb_floods: whether 0-cells that the bomb opens open their
    neighbours too.
    :meth:`from_mines` starts a game on given mines.

    Actions, changes and threads are as in :class:`minesweeper_core.Game`.

    >>> import minesweeper_core as mc
    >>> game = mc.FlagsGame.from_mines("*..\\n...\\n..*", wins=1)
    >>> game.open(1, 1)
    <Change of 1 cell>
    >>> game.turn
    1
    >>> game.open(2, 2)
    <Change of 1 cell>
    >>> game.score, game.winner
    ((0, 1), 1)
    """

    _allowed = ("open", "bomb")
    _seed: int | None
    _rules: FlagsRules

    def __init__(
        self,
        seed: int | None = None,
        *,
        rows: int = SIDE,
        cols: int = SIDE,
        mines: int = MINES,
        wins: int | None = None,
        bombs: int = 1,
        radius: int = 2,
        bomb_anytime: bool = False,
        bomb_plays_on: bool = False,
        bomb_floods: bool = True,
    ) -> None:
        rows, cols = read_sides(rows, cols)
        mines = unsigned("mines", mines, rows * cols, minimum=1)
        rules = _rules(rows, cols, mines, wins, bombs, radius, bomb_anytime, bomb_plays_on, bomb_floods)
        self._deal(None, rules, seed_of(seed))

    @classmethod
    def from_mines(
        cls,
        mask: MaskLike,
        *,
        wins: int | None = None,
        bombs: int = 1,
        radius: int = 2,
        bomb_anytime: bool = False,
        bomb_plays_on: bool = False,
        bomb_floods: bool = True,
    ) -> Self:
        """A game on given mines: a bool array, True where a mine is, or any other form that metrics accepts.

        The rules are those of the class. A board without mines is a draw from the start.

        >>> import minesweeper_core as mc
        >>> mc.FlagsGame.from_mines("*..\\n...\\n..*").mines
        2
        """
        cells = read_mask(mask)
        rows, cols = cells.shape
        mines = int(np.count_nonzero(cells))
        game = cls.__new__(cls)
        rules = _rules(rows, cols, mines, wins, bombs, radius, bomb_anytime, bomb_plays_on, bomb_floods)
        game._deal(cells, rules, 0)
        return game

    def _deal(self, mask: NDArray[np.uint8] | None, rules: FlagsRules, seed: int) -> None:
        self._shape = rules.rows, rules.cols
        self._rules = rules
        self._seed = seed if mask is None else None
        self._start(lambda options: self._native.binding.game_new_flags(rules, mask, seed, options))

    @property
    def mines(self) -> int:
        """The number of mines on the board."""
        return self._info().mines

    @property
    def wins(self) -> int:
        """The score that wins."""
        return self._info().wins

    @property
    def seed(self) -> int | None:
        """The seed that placed the mines; None if they were given."""
        return self._seed

    @property
    def status(self) -> Literal["new", "playing", "over"]:
        """ "new" before the first action, then "playing", and "over" at the end."""
        info = self._info()
        if info.state == _OVER:
            return "over"
        return "playing" if info.actions else "new"

    @property
    def turn(self) -> int:
        """Whose turn it is, 0 or 1. Meaningless once the game is over."""
        return self._info().turn

    @property
    def score(self) -> tuple[int, int]:
        """How many mines each player has found."""
        return self._info().score

    @property
    def bombs(self) -> tuple[int, int]:
        """How many bombs each player has left."""
        return self._info().bombs

    @property
    def radius(self) -> int:
        """How far a bomb reaches: 2 means 5 x 5 cells."""
        return self._rules.radius

    @property
    def can_bomb(self) -> bool:
        """Whether the player whose turn it is may use a bomb now."""
        return bool(self._info().can_bomb)

    @property
    def winner(self) -> int | None:
        """Who has won, 0 or 1; None while nobody has, and after a draw."""
        winner = self._info().winner
        return None if winner < 0 else winner

    @property
    def board(self) -> str:
        """What the players see: '-' unopened, '0' to '8', '+' a found mine.

        Rows separated by newlines, so that ``mc.solve(game.board, game.mines)`` analyses the game, as does
        ``mc.determine_grid2(game.board)`` on 16 x 16 cells with 51 mines.
        """
        return super().board

    @property
    def owner(self) -> NDArray[np.int8]:
        """Who found the mine in each cell, int8 (rows, cols): 0 or 1, -1 in all other cells."""
        return self._array(self._handle.owner, np.uint8).astype(np.int8) - np.int8(1)

    @property
    def mask(self) -> NDArray[np.bool_]:
        """The mines, bool (rows, cols)."""
        return self._array(self._handle.mask, np.bool_)

    def open(self, row: int, col: int) -> Change:
        """Open a cell: a mine is one point and another turn. A 0-cell opens its neighbours too, and so on."""
        return super().open(row, col)

    def bomb(self, row: int, col: int) -> Change:
        """Use a bomb centred on a cell, which may already be opened."""
        return self._act(3, row, col)

    def __str__(self) -> str:
        owners = iter(self.owner.ravel().tolist())
        return "".join(
            cell if cell == "\n" else "AB"[owner] if (owner := next(owners)) >= 0 else cell for cell in self.board
        )

    def __repr__(self) -> str:
        a, b = self.score
        if self.status != "over":
            ends = f"player {self.turn} to play"
        else:
            ends = "a draw" if self.winner is None else f"player {self.winner} has won"
        return f"<FlagsGame {self.rows}x{self.cols}, {a}:{b}, {ends}>"

    def __reduce__(self) -> tuple[Callable[..., FlagsGame], tuple[Any, ...], dict[str, Any] | None]:
        mask = None if self._seed is not None else self.mask
        kind = class_to_pickle(self, FlagsGame)
        return _unpickled, (kind, self._native, self._rules, self._seed, mask, self._history()), self._added()


def _rules(
    rows: int,
    cols: int,
    mines: int,
    wins: int | None,
    bombs: int,
    radius: int,
    bomb_anytime: bool,
    bomb_plays_on: bool,
    bomb_floods: bool,
) -> FlagsRules:
    """Check the rules and convert them to the C library's form."""
    score = 0 if wins is None else unsigned("wins", wins, mines, minimum=1)
    bombs, radius = unsigned("bombs", bombs), unsigned("radius", radius, minimum=1)
    anytime, plays_on = switch("bomb_anytime", bomb_anytime), switch("bomb_plays_on", bomb_plays_on)
    switches = bombs == 0, anytime, plays_on, not switch("bomb_floods", bomb_floods)
    return FlagsRules(rows, cols, mines, score, bombs, radius, *map(int, switches))


def _unpickled(
    kind: type[FlagsGame],
    native: Native,
    rules: FlagsRules,
    seed: int | None,
    mask: NDArray[np.bool_] | None,
    history: tuple[list[Action], int],
) -> FlagsGame:
    if kind is FlagsGame:
        kind = bind(FlagsGame, native)
    game = kind.__new__(kind)
    game._deal(None if mask is None else read_mask(mask), rules, seed or 0)
    return game._restore(history)
