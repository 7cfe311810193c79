"""A classic game as a player plays it: the game, its clock, and counts of clicks, hints and undos."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

import minesweeper_core as mc
from minesweeper_core.cli.board_size import MAX_SOLVABLE_SIDE, size_text
from minesweeper_core.cli.errors import CommandError
from minesweeper_core.cli.play.result import GameResult
from minesweeper_core.cli.play.stopwatch import Stopwatch

if TYPE_CHECKING:
    from minesweeper_core import Change

Mask = NDArray[np.bool_]
Poll = Callable[[float], None]


@dataclass(frozen=True)
class ClassicSetup:
    """The options of a game. `logic` is 'any' for any board, else 'no-guess' or 'repaired' (also without guesses).

    Without a seed, each game gets a new one.
    """

    size: mc.Preset
    first: Literal["anything", "safe", "opening"] = "safe"
    logic: str = "any"
    seed: int | None = None

    def seeded(self) -> ClassicSetup:
        """The same setup with a seed."""
        return self if self.seed is not None else replace(self, seed=secrets.randbits(64))


def check_setup(setup: ClassicSetup) -> None:
    """Raise CommandError if no game has these options."""
    if setup.logic == "any":
        return
    if max(setup.size.rows, setup.size.cols) > MAX_SOLVABLE_SIDE:
        raise CommandError(
            f"a no-guess board can have at most {MAX_SOLVABLE_SIDE} rows and columns, not {size_text(setup.size)}"
        )
    if setup.first == "anything":
        raise CommandError("a no-guess board needs a first click that is safe or an opening")


class ClassicSession:
    """One game. `mask` gives its mines, to play a board again; without it they depend on the setup."""

    def __init__(self, setup: ClassicSetup, mask: Mask | None = None, clock: Stopwatch | None = None) -> None:
        self.setup = setup.seeded()
        self.clock = clock or Stopwatch()
        self.clicks = self.hints = self.undone = 0
        self.first_click: tuple[int, int] | None = None
        """The first cell opened, if the mines depend on it."""
        self._mines_given = mask is not None
        self._no_guess_from: tuple[int, int] | None = None  # the first click for which a no-guess board was found
        size = self.setup.size
        self.game = (
            mc.Game(size.rows, size.cols, size.mines, seed=self.setup.seed, first=self.setup.first)
            if mask is None
            else mc.Game.from_mines(mask)
        )

    @property
    def over(self) -> bool:
        """Whether the game is won or lost."""
        return self.game.status in ("won", "lost")

    @property
    def first_click_is_safe(self) -> bool:
        """Whether the first click can't hit a mine, whatever cell it opens."""
        size = self.setup.size
        return not self._mines_given and self.setup.first != "anything" and size.mines < size.rows * size.cols

    def restarted(self) -> ClassicSession:
        """A new session on the same board, or with the same setup if the mines are not placed yet."""
        session = ClassicSession(self.setup, self.game.mask)
        session.first_click = self.first_click
        return session

    # ---- No-guess boards, which are generated after the first click ----

    def needs_board(self, row: int, col: int) -> bool:
        """Whether a no-guess board must be generated before this cell is opened."""
        if self.setup.logic == "any" or self._mines_given or self.game.status != "new" or self.game.flags[row, col]:
            return False
        return self._no_guess_from != (row, col)

    def generate_board(self, row: int, col: int, poll: Poll | None = None) -> Mask:
        """The mines of a no-guess board with this first click. Changes nothing; may take long."""
        size = self.setup.size
        mask: Mask = mc.generate(
            size.rows,
            size.cols,
            size.mines,
            seed=self.setup.seed,
            first=self.setup.first,
            at=(row, col),
            no_guess="repair" if self.setup.logic == "repaired" else True,
            poll=poll,
        )
        return mask

    def use_board(self, mask: Mask, row: int, col: int) -> None:
        """Start the game with these mines, generated for this first click. Flags stay."""
        flags = np.argwhere(self.game.flags).tolist()
        self.game = mc.Game.from_mines(mask)
        for cell in flags:
            self.game.flag(*cell)
        self._no_guess_from = (row, col)

    # ---- Actions of the player ----

    def left_click(self, row: int, col: int) -> Change:
        """Open a cell, or chord an opened number."""
        character = self.game.board[row * (self.game.cols + 1) + col]
        if self.game.status == "new" and not self._mines_given:
            self.first_click = (row, col)
        return self._click(self.game.open if character in "-0" else self.game.chord, row, col)

    def right_click(self, row: int, col: int) -> Change:
        """Set or remove a flag."""
        return self._click(self.game.flag, row, col)

    def chord(self, row: int, col: int) -> Change:
        """Chord a number, as with the middle button or both buttons."""
        return self._click(self.game.chord, row, col)

    def undo(self) -> Change:
        """Undo the last action. Its click still counts, and the clock goes on."""
        change = self.game.undo()
        self.undone += bool(change)
        self._update_clock()
        return change

    def redo(self) -> Change:
        """Redo the action that was undone last."""
        change = self.game.redo()
        self._update_clock()
        return change

    def _click(self, action: Callable[[int, int], Change], row: int, col: int) -> Change:
        self.clicks += not self.over
        change = action(row, col)
        self._update_clock()
        return change

    def _update_clock(self) -> None:
        """The clock runs from the first opened cell to the end of the game."""
        self.clock.run(self.game.status == "playing" or (self.game.status == "new" and self.clock.seconds > 0))

    # ---- Results ----

    def board_id(self) -> str:
        """What identifies the board besides the setup: the seed, and the first cell opened."""
        first = (
            "" if self.first_click is None else f", first cell row {self.first_click[0]}, column {self.first_click[1]}"
        )
        return f"seed {self.setup.seed}{first}"

    def result(self) -> GameResult:
        """The statistics of the game, which must be over."""
        mask = self.game.mask
        assert mask is not None
        return GameResult(
            won=self.game.status == "won",
            seconds=self.clock.seconds,
            bbbv=int(mc.bbbv(mask)),
            solved=int(mc.bbbv_solved(mask, self.game.board)),
            clicks=self.clicks,
            hints=self.hints,
            undone=self.undone,
        )
