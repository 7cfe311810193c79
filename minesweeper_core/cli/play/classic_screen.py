"""The screen of the classic game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from minesweeper_core._impl.words import counted
from minesweeper_core.cli import board_size
from minesweeper_core.cli.play import cell_appearance, stopwatch
from minesweeper_core.cli.play.board_widget import BoardWidget
from minesweeper_core.cli.play.classic_session import ClassicSession, ClassicSetup, Mask
from minesweeper_core.cli.play.dialogs import Help, NewGame, Over
from minesweeper_core.cli.play.game_screen import GameScreen, sentence

if TYPE_CHECKING:
    from minesweeper_core import Change

_LOGIC = {"any": "", "no-guess": ", no guess", "repaired": ", no guess"}


class ClassicScreen(GameScreen):
    """One round after another. `setup` is the one that new rounds are of."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u,ctrl+z", "undo", "Undo", key_display="u"),
        Binding("y,ctrl+y", "redo", "Redo", show=False),
        Binding("r", "again", "Restart"),
        Binding("n", "new", "New"),
        *GameScreen.SHARED,
    ]

    taking = False

    def __init__(self, setup: ClassicSetup, memory: int | None = None) -> None:
        self.setup = setup
        self.session = ClassicSession(setup)
        self._report: str | None = None
        super().__init__(memory)

    # ---- What is shown ----

    def signs(self) -> list[str]:
        return cell_appearance.classic(self.session.game)

    def score(self) -> tuple[str, ...]:
        game, size = self.session.game, self.session.setup.size
        states = {"won": "Won", "lost": "Lost"}
        row, col = self.board_widget.cursor
        return (
            f"Mines left {game.mines_left}",
            f"Time {stopwatch.shown(self.session.clock.seconds)}",
            states.get(game.status) or f"To open {game.safe_left}",
            f"{board_size.shown(size)}, {counted(size.mines, 'mine')}{_LOGIC[self.session.setup.logic]}",
            f"Row {row}, column {col}",
        )

    def position(self) -> tuple[str, int] | None:
        return None if self.session.over else (self.session.game.board, self.session.setup.size.mines)

    def action_hint(self) -> None:
        if self.session.game.status == "new" and self.session.first_is_safe:
            self.say("The first cell that you open has no mine, whichever it is")
            return
        super().action_hint()

    def asked_for_hint(self) -> None:
        self.session.hints += 1

    def report(self) -> str | None:
        if self.session.over or (self._report and self.session.game.status == "new"):
            return self._report
        return f"Left unfinished; {self.session.board_named()}"

    # ---- What the player does ----

    def on_board_widget_moved(self) -> None:
        self.refresh_score()

    def on_board_widget_asked(self, message: BoardWidget.Asked) -> None:
        row, col = message.row, message.col
        if message.action == "open" and self.session.lacks_board(row, col):
            session = self.session

            def found(mask: Mask) -> None:
                if session is self.session:
                    session.lay(mask, row, col)
                    self._did(session.click(row, col))

            self.think("Looking for a board that needs no guess", lambda poll: session.find(row, col, poll), found)
            return
        action = {"open": self.session.click, "flag": self.session.flag, "chord": self.session.chord}[message.action]
        self._did(action(row, col))

    def _did(self, change: Change) -> None:
        """Show what an action came to; a refused one leaves all as it is, and says why."""
        if not change:
            self.say(sentence(change.refusal))
            return
        self.forget()
        self.say("")
        self.refresh_all()
        if self.session.over:
            result = self.session.result()
            self.say(result.line())
            self._report = f"{result.line()}; {self.session.board_named()}"
            self.app.push_screen(Over(result), self._after)

    def _after(self, wish: str | None) -> None:
        """What the player wants once a game is over."""
        if wish in ("new", "again", "undo"):
            getattr(self, f"action_{wish}")()
        elif wish == "quit":
            self.action_leave()

    def action_undo(self) -> None:
        self._did(self.session.undo())

    def action_redo(self) -> None:
        self._did(self.session.redo())

    def action_again(self) -> None:
        self._start(self.session.again())

    def action_new(self) -> None:
        def chosen(setup: ClassicSetup | None) -> None:
            if setup is not None:
                self.setup = setup
                self._start(ClassicSession(setup))

        self.app.push_screen(NewGame(self.setup), chosen)

    def action_help(self) -> None:
        self.app.push_screen(Help(flags=False))

    def _start(self, session: ClassicSession) -> None:
        self.forget()
        self.session = session
        self.say("")
        self.refresh_all()
