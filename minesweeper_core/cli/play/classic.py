"""The screen of the classic game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from minesweeper_core._words import counted
from minesweeper_core.cli import sizes
from minesweeper_core.cli.play import clock, looks
from minesweeper_core.cli.play.dialogs import Help, NewGame, Over
from minesweeper_core.cli.play.field import Field
from minesweeper_core.cli.play.round import Mask, Round, Setup
from minesweeper_core.cli.play.table import Table, sentence

if TYPE_CHECKING:
    from minesweeper_core import Change

_LOGIC = {"any": "", "no-guess": ", no guess", "repaired": ", no guess"}


class Classic(Table):
    """One round after another. `setup` is the one that new rounds are of."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u,ctrl+z", "undo", "Undo", key_display="u"),
        Binding("y,ctrl+y", "redo", "Redo", show=False),
        Binding("r", "again", "Restart"),
        Binding("n", "new", "New"),
        *Table.SHARED,
    ]

    taking = False

    def __init__(self, setup: Setup, memory: int | None = None) -> None:
        self.setup = setup
        self.round = Round(setup)
        self._report: str | None = None
        super().__init__(memory)

    # ---- What is shown ----

    def signs(self) -> list[str]:
        return looks.classic(self.round.game)

    def score(self) -> tuple[str, ...]:
        game, size = self.round.game, self.round.setup.size
        states = {"won": "Won", "lost": "Lost"}
        row, col = self.field.cursor
        return (
            f"Mines left {game.mines_left}",
            f"Time {clock.shown(self.round.clock.seconds)}",
            states.get(game.status) or f"To open {game.safe_left}",
            f"{sizes.shown(size)}, {counted(size.mines, 'mine')}{_LOGIC[self.round.setup.logic]}",
            f"Row {row}, column {col}",
        )

    def position(self) -> tuple[str, int] | None:
        return None if self.round.over else (self.round.game.board, self.round.setup.size.mines)

    def action_hint(self) -> None:
        if self.round.game.status == "new" and self.round.first_is_safe:
            self.say("The first cell that you open has no mine, whichever it is")
            return
        super().action_hint()

    def asked_for_hint(self) -> None:
        self.round.hints += 1

    def report(self) -> str | None:
        if self.round.over or (self._report and self.round.game.status == "new"):
            return self._report
        return f"Left unfinished; {self.round.board_named()}"

    # ---- What the player does ----

    def on_field_moved(self) -> None:
        self.refresh_score()

    def on_field_asked(self, message: Field.Asked) -> None:
        row, col = message.row, message.col
        if message.action == "open" and self.round.lacks_board(row, col):
            round_ = self.round

            def found(mask: Mask) -> None:
                if round_ is self.round:
                    round_.lay(mask, row, col)
                    self._did(round_.click(row, col))

            self.think("Looking for a board that needs no guess", lambda poll: round_.find(row, col, poll), found)
            return
        action = {"open": self.round.click, "flag": self.round.flag, "chord": self.round.chord}[message.action]
        self._did(action(row, col))

    def _did(self, change: Change) -> None:
        """Show what an action came to; a refused one leaves all as it is, and says why."""
        if not change:
            self.say(sentence(change.refusal))
            return
        self.forget()
        self.say("")
        self.refresh_all()
        if self.round.over:
            result = self.round.result()
            self.say(result.line())
            self._report = f"{result.line()}; {self.round.board_named()}"
            self.app.push_screen(Over(result), self._after)

    def _after(self, wish: str | None) -> None:
        """What the player wants once a game is over."""
        if wish in ("new", "again", "undo"):
            getattr(self, f"action_{wish}")()
        elif wish == "quit":
            self.action_leave()

    def action_undo(self) -> None:
        self._did(self.round.undo())

    def action_redo(self) -> None:
        self._did(self.round.redo())

    def action_again(self) -> None:
        self._start(self.round.again())

    def action_new(self) -> None:
        def chosen(setup: Setup | None) -> None:
            if setup is not None:
                self.setup = setup
                self._start(Round(setup))

        self.app.push_screen(NewGame(self.setup), chosen)

    def action_help(self) -> None:
        self.app.push_screen(Help(flags=False))

    def _start(self, round_: Round) -> None:
        self.forget()
        self.round = round_
        self.say("")
        self.refresh_all()
