"""The screen of classic Minesweeper."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from minesweeper_core.cli.board_size import size_text
from minesweeper_core.cli.number_format import counted
from minesweeper_core.cli.play.board_widget import BoardWidget
from minesweeper_core.cli.play.cell_appearance import classic_symbols
from minesweeper_core.cli.play.classic_session import ClassicSession, ClassicSetup, Mask
from minesweeper_core.cli.play.game_over_dialog import ClassicOver
from minesweeper_core.cli.play.game_screen import GameScreen, capitalized
from minesweeper_core.cli.play.help_dialog import Help
from minesweeper_core.cli.play.new_game_dialog import NewGame
from minesweeper_core.cli.play.stopwatch import minutes_and_seconds

if TYPE_CHECKING:
    from minesweeper_core import Change

_LOGIC = {"any": "", "no-guess": ", no guessing", "repaired": ", no guessing"}


class ClassicScreen(GameScreen):
    """Plays one game after another. New games use `setup`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u,ctrl+z", "undo", "Undo", key_display="u"),
        Binding("y,ctrl+y", "redo", "Redo", show=False),
        Binding("r", "restart", "Restart"),
        Binding("n", "new", "New"),
        *GameScreen.COMMON_BINDINGS,
    ]

    hints_for_mines = False

    def __init__(self, setup: ClassicSetup, memory: int | None = None) -> None:
        self.setup = setup
        self.session = ClassicSession(setup)
        self._report: str | None = None
        super().__init__(memory)

    # ---- Content ----

    def symbols(self) -> list[str]:
        return classic_symbols(self.session.game)

    def score(self) -> tuple[str, ...]:
        game, size = self.session.game, self.session.setup.size
        states = {"won": "Won", "lost": "Lost"}
        row, col = self.board_widget.cursor
        return (
            f"Mines left {game.mines_left}",
            f"Time {minutes_and_seconds(self.session.clock.seconds)}",
            states.get(game.status) or f"To open {game.safe_left}",
            f"{size_text(size)}, {counted(size.mines, 'mine')}{_LOGIC[self.session.setup.logic]}",
            f"Row {row}, column {col}",
        )

    def position(self) -> tuple[str, int] | None:
        return None if self.session.over else (self.session.game.board, self.session.setup.size.mines)

    def on_hint_given(self) -> None:
        self.session.hints += 1

    def report(self) -> str | None:
        if self.session.over or (self._report and self.session.game.status == "new"):
            return self._report
        return f"Not finished; {self.session.board_id()}"

    # ---- Actions ----

    def on_board_widget_cell_action(self, message: BoardWidget.CellAction) -> None:
        row, col = message.row, message.col
        if message.action == "open" and self.session.needs_board(row, col):
            self._generate_board(row, col)
            return
        actions = {"open": self.session.left_click, "flag": self.session.right_click, "chord": self.session.chord}
        self._show_change(actions[message.action](row, col))

    def _generate_board(self, row: int, col: int) -> None:
        """Generate a no-guess board for this first click, then open the cell."""
        session = self.session

        def on_result(mask: Mask) -> None:
            if session is self.session:
                session.use_board(mask, row, col)
                self._show_change(session.left_click(row, col))

        self.start_work("Generating a no-guess board", lambda poll: session.generate_board(row, col, poll), on_result)

    def _show_change(self, change: Change) -> None:
        """Show the effect of an action, or why it was refused."""
        if not change:
            self.show_message(capitalized(change.refusal))
            return
        self.cancel_work()
        self.show_message("")
        self.refresh_all()
        if self.session.over:
            result = self.session.result()
            self.show_message(result.summary())
            self._report = f"{result.summary()}; {self.session.board_id()}"
            self.app.push_screen(ClassicOver(result), self._after_game)

    def _after_game(self, choice: str | None) -> None:
        """Carry out the choice made in the dialog at the end of a game."""
        if choice in ("new", "restart", "undo"):
            getattr(self, f"action_{choice}")()
        elif choice == "quit":
            self.action_leave()

    def action_hint(self) -> None:
        if self.session.game.status == "new" and self.session.first_click_is_safe:
            self.show_message("The first click is always safe")
            return
        super().action_hint()

    def action_undo(self) -> None:
        self._show_change(self.session.undo())

    def action_redo(self) -> None:
        self._show_change(self.session.redo())

    def action_restart(self) -> None:
        self._start(self.session.restarted())

    def action_new(self) -> None:
        def on_choice(setup: ClassicSetup | None) -> None:
            if setup is not None:
                self.setup = setup
                self._start(ClassicSession(setup))

        self.app.push_screen(NewGame(self.setup), on_choice)

    def action_help(self) -> None:
        self.app.push_screen(Help(flags=False))

    def _start(self, session: ClassicSession) -> None:
        self.cancel_work()
        self.session = session
        self.show_message("")
        self.refresh_all()
