"""A classic game as it is played: the game, its clock, and what its player did and asked."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

import minesweeper_core as mc
from minesweeper_core._impl.board import MAX_SIDE
from minesweeper_core._impl.presets import Preset
from minesweeper_core.cli.board_size import shown
from minesweeper_core.cli.errors import CommandError
from minesweeper_core.cli.play.result import Result
from minesweeper_core.cli.play.stopwatch import Stopwatch

if TYPE_CHECKING:
    from minesweeper_core import Change

Mask = NDArray[np.bool_]
Poll = Callable[[float], None]


@dataclass(frozen=True)
class ClassicSetup:
    """Which game is played. logic: 'any' board, 'no-guess' ones, or 'repaired' to need no guess. seed: None for a new
    one each time."""

    size: Preset
    first: Literal["anything", "safe", "opening"] = "safe"
    logic: str = "any"
    seed: int | None = None

    def seeded(self) -> ClassicSetup:
        """The same with a seed."""
        return self if self.seed is not None else replace(self, seed=secrets.randbits(64))


def check(setup: ClassicSetup) -> None:
    """CommandError where no such game can be played."""
    if setup.logic == "any":
        return
    if max(setup.size.rows, setup.size.cols) > MAX_SIDE:
        raise CommandError(f"boards that need no guess have sides of at most {MAX_SIDE}, not {shown(setup.size)}")
    if setup.first == "anything":
        raise CommandError("a board needs a guess where the first click can be a mine: let it be safe or an opening")


class ClassicSession:
    """One game from a setup; or on given mines, to play the same board again."""

    def __init__(self, setup: ClassicSetup, mask: Mask | None = None, clock: Stopwatch | None = None) -> None:
        self.setup = setup.seeded()
        self.clock = clock or Stopwatch()
        self.clicks = self.hints = self.undone = 0
        self.begun: tuple[int, int] | None = None  # the cell opened first, while the mines depended on it
        self._given = mask is not None
        self._found_for: tuple[int, int] | None = None
        size = self.setup.size
        self.game = (
            mc.Game(size.rows, size.cols, size.mines, seed=self.setup.seed, first=self.setup.first)
            if mask is None
            else mc.Game.from_mines(mask)
        )

    @property
    def over(self) -> bool:
        """Whether it is won or lost."""
        return self.game.status in ("won", "lost")

    @property
    def first_is_safe(self) -> bool:
        """Whether the rule of the first click keeps every cell that could be it from being a mine."""
        size = self.setup.size
        return not self._given and self.setup.first != "anything" and size.mines < size.rows * size.cols

    def again(self) -> ClassicSession:
        """The same board from its start; before the mines are placed, the same setup."""
        again = ClassicSession(self.setup, self.game.mask)
        again.begun = self.begun
        return again

    # ---- A board that needs no guess, found once its first click is known ----

    def lacks_board(self, row: int, col: int) -> bool:
        """Whether a board has to be found before this cell is opened: see find."""
        if self.setup.logic == "any" or self._given or self.game.status != "new" or self.game.flags[row, col]:
            return False
        return self._found_for != (row, col)

    def find(self, row: int, col: int, poll: Poll | None = None) -> Mask:
        """A board that needs no guess from this cell on. Changes nothing; may take long, poll as for mc.solve."""
        size = self.setup.size
        boards: Mask = mc.generate(
            size.rows,
            size.cols,
            size.mines,
            seed=self.setup.seed,
            first=self.setup.first,
            at=(row, col),
            no_guess="repair" if self.setup.logic == "repaired" else True,
            poll=poll,
        )
        return boards

    def lay(self, mask: Mask, row: int, col: int) -> None:
        """Play on these mines, found for this first cell. Flags stay where they are."""
        flags = np.argwhere(self.game.flags).tolist()
        self.game = mc.Game.from_mines(mask)
        for place in flags:
            self.game.flag(*place)
        self._found_for = (row, col)

    # ---- What the player does ----

    def click(self, row: int, col: int) -> Change:
        """The left click: opens a cell, and chords an opened number."""
        sign = self.game.board[row * (self.game.cols + 1) + col]
        if self.game.status == "new" and not self._given:
            self.begun = (row, col)
        return self._counted(self.game.open if sign in "-0" else self.game.chord, row, col)

    def flag(self, row: int, col: int) -> Change:
        """The right click."""
        return self._counted(self.game.flag, row, col)

    def chord(self, row: int, col: int) -> Change:
        """Both buttons, or the middle one."""
        return self._counted(self.game.chord, row, col)

    def undo(self) -> Change:
        """Take back the last action; its click stays counted, and the clock goes on."""
        change = self.game.undo()
        self.undone += bool(change)
        self._keep_time()
        return change

    def redo(self) -> Change:
        """Do again what was taken back."""
        change = self.game.redo()
        self._keep_time()
        return change

    def _counted(self, action: Callable[[int, int], Change], row: int, col: int) -> Change:
        self.clicks += not self.over
        change = action(row, col)
        self._keep_time()
        return change

    def _keep_time(self) -> None:
        """The clock runs from the first cell that is opened until the game is over."""
        self.clock.run(self.game.status == "playing" or (self.game.status == "new" and self.clock.seconds > 0))

    # ---- What came of it ----

    def board_named(self) -> str:
        """How to get the board again: the seed, and the cell that was opened first."""
        where = "" if self.begun is None else f" from row {self.begun[0]}, column {self.begun[1]}"
        return f"seed {self.setup.seed}{where}"

    def result(self) -> Result:
        """The figures of a game that is over."""
        mask = self.game.mask
        assert mask is not None
        return Result(
            won=self.game.status == "won",
            seconds=self.clock.seconds,
            bbbv=int(mc.bbbv(mask)),
            solved=int(mc.bbbv_solved(mask, self.game.board)),
            clicks=self.clicks,
            hints=self.hints,
            undone=self.undone,
        )
