"""The game for one player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._impl.arguments import FirstClick, first_click, seed_of, unsigned
from minesweeper_core._impl.game_base import Action, Change, GameBase, bind, class_to_pickle
from minesweeper_core._impl.masks import MaskLike, read_mask, read_sides
from minesweeper_core._impl.native import Native
from minesweeper_core._impl.words import counted

__all__ = ["Game"]

# Numbered as in mines_game_state.
_STATUS: tuple[Literal["new", "playing", "won", "lost"], ...] = ("new", "playing", "won", "lost")


class Game(GameBase):
    """A game of Minesweeper, with the mines placed at the first click.

    rows, cols, mines: sides of 1 to 32767, up to 2**28 cells; mines up to the number of cells. seed: 0 to 2**64 - 1; on
    every machine, the same arguments and first cell opened give the same mines. None means a random seed. first: what
    the first click may hit: "safe" (no mine), "opening" (no mine in or around the cell), or "anything". If there are
    too many mines for the rule, it is kept as far as possible: neighbours get mines once no other cell is left, and the
    clicked cell last.
    :meth:`from_mines` starts a game on given mines.

    An action returns a :class:`Change`, which is true if it did anything and holds the cells that look different. An
    action that is not allowed does nothing, and the Change says why; a cell outside the board raises ValueError. A game
    is lost by opening a mine, even by a chord with a wrong flag, and won once all safe cells are opened, whatever the
    flags.

    Thread-safe: calls from several threads run one at a time. The GIL is not held. Ctrl-C interrupts a long call, which
    then has no effect; a signal handler that uses the game during a call gets RuntimeError. Pickles as its seed or
    mines, and its log.

    >>> import minesweeper_core as mc
    >>> game = mc.Game(3, 4, 1, seed=1, first="opening")
    >>> game.open(0, 0)
    <Change of 10 cells>
    >>> print(game.board)
    01--
    0111
    0000
    """

    _allowed = ("open", "flag", "chord")
    _first: FirstClick
    _seed: int | None

    def __init__(
        self,
        rows: int,
        cols: int,
        mines: int,
        *,
        seed: int | None = None,
        first: FirstClick = "safe",
    ) -> None:
        rows, cols = read_sides(rows, cols)
        mines = unsigned("mines", mines, rows * cols)
        self._shape = rows, cols
        self._seed = seed_of(seed)
        self._first = first
        binding, rule, seed = self._native.binding, first_click(first), self._seed
        self._start(lambda options: binding.game_new_random(rows, cols, mines, seed, rule, options))

    @classmethod
    def from_mines(cls, mask: MaskLike) -> Self:
        """A game on given mines: a bool array, True where a mine is, or any other form that metrics takes.

        >>> import minesweeper_core as mc
        >>> game = mc.Game.from_mines("*..\\n...\\n...")
        >>> game.open(2, 2).cells.tolist()
        [[0, 1], [0, 2], [1, 0], [1, 1], [1, 2], [2, 0], [2, 1], [2, 2]]
        >>> game.status
        'won'
        """
        return cls._on(read_mask(mask))

    @classmethod
    def _on(cls, mask: NDArray[np.uint8]) -> Self:
        game = cls.__new__(cls)
        rows, cols = mask.shape
        game._shape = rows, cols
        game._seed, game._first = None, "anything"
        game._start(lambda options: cls._native.binding.game_new(mask, rows, cols, options))
        return game

    @property
    def mines(self) -> int:
        """The number of mines on the board."""
        return self._info().mines

    @property
    def seed(self) -> int | None:
        """The seed that placed the mines; None if they were given."""
        return self._seed

    @property
    def status(self) -> Literal["new", "playing", "won", "lost"]:
        """ "new" before the first cell is opened, then "playing", "won" or "lost"."""
        return _STATUS[self._info().state]

    @property
    def board(self) -> str:
        """What the player sees: '-' unopened, flagged or not, '0' to '8', '+' an exploded mine.

        Rows separated by newlines, so that ``mc.solve(game.board, game.mines)`` analyses the game.
        """
        return super().board

    @property
    def flags(self) -> NDArray[np.bool_]:
        """The flagged cells, bool (rows, cols)."""
        return self._array(self._handle.flagged, np.bool_)

    @property
    def mask(self) -> NDArray[np.bool_] | None:
        """The mines, bool (rows, cols); None before they are placed."""
        with self._lock:
            return self._array(self._handle.mask, np.bool_) if self._info().placed else None

    @property
    def mines_left(self) -> int:
        """The number of mines minus the number of flags, as mine counters show it. Negative if there are more flags."""
        info = self._info()
        return info.mines - info.flags

    @property
    def safe_left(self) -> int:
        """How many safe cells are not opened yet."""
        info = self._info()
        return info.rows * info.cols - info.mines - info.opened

    def open(self, row: int, col: int) -> Change:
        """The left click: open a cell, and if no mine is around it its neighbours too, and so on.

        Flagged and opened cells are left alone, even where an opening spreads.

        >>> import minesweeper_core as mc
        >>> game = mc.Game.from_mines("*..")
        >>> game.open(0, 2)
        <Change of 2 cells>
        >>> game.open(0, 2).refusal
        'the game is over'
        """
        return super().open(row, col)

    def flag(self, row: int, col: int) -> Change:
        """The right click: put a flag on an unopened cell, or remove it."""
        return self._act(1, row, col)

    def chord(self, row: int, col: int) -> Change:
        """The click of both buttons on an opened number: if that many flags are around it, open its other neighbours.

        With a wrong flag this opens a mine, and the game is lost.

        >>> import minesweeper_core as mc
        >>> game = mc.Game.from_mines("*.\\n..")
        >>> all([game.open(1, 1), game.flag(0, 0), game.chord(1, 1)]), game.status
        (True, 'won')
        """
        return self._act(2, row, col)

    def __str__(self) -> str:
        flags = self.flags.ravel()
        text = iter(self.board)
        marked = iter(flags.tolist())
        return "".join(cell if cell == "\n" else "F" if next(marked) else cell for cell in text)

    def __repr__(self) -> str:
        opened = self._info().opened
        safe = self.rows * self.cols - self.mines
        return (
            f"<Game {self.rows}x{self.cols}, {counted(self.mines, 'mine')}, {self.status}, {opened} of {safe} opened>"
        )

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[Any, ...], dict[str, Any] | None]:
        mask = None if self._seed is not None else self.mask
        start = (self.rows, self.cols, self.mines, self._seed, self._first)
        kind = class_to_pickle(self, Game)
        return _unpickled, (kind, self._native, start, mask, self._history()), self._added()


def _unpickled(
    kind: type[Game],
    native: Native,
    start: tuple[int, int, int, int | None, FirstClick],
    mask: NDArray[np.bool_] | None,
    history: tuple[list[Action], int],
) -> Game:
    rows, cols, mines, seed, first = start
    if kind is Game:
        kind = bind(Game, native)
    if mask is not None:
        game = kind._on(read_mask(mask))
    else:
        game = kind.__new__(kind)
        Game.__init__(game, rows, cols, mines, seed=seed, first=first)  # a subclass may take other arguments
    return game._restore(history)
