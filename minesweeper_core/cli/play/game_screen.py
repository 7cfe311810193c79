"""The screen layout and actions that both games share: score, board, message line, hints and themes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, Static
from textual.worker import Worker

from minesweeper_core.cli.play.background import Poll, run_in_background
from minesweeper_core.cli.play.board_widget import BoardWidget, Cell
from minesweeper_core.cli.play.hint import Hint, HintError, find_hint

_T = TypeVar("_T")


class GameScreen(Screen[None]):
    """A board between a score line and a message line. Subclasses supply the content and the actions of a game."""

    CSS = """
    GameScreen { layout: vertical; }
    #score { height: auto; width: 1fr; padding: 0 1; text-style: bold; }
    #message { height: 2; width: 1fr; padding: 0 1; }
    """

    COMMON_BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "Hint"),
        Binding("escape", "stop", "Stop", show=False),
        Binding("t", "theme", "Dark/light", show=False),
        Binding("question_mark,f1", "help", "Help", key_display="?"),
        Binding("q,ctrl+q", "leave", "Quit", key_display="q"),
    ]

    hints_for_mines: ClassVar[bool]
    """Whether hints mark the likeliest mines, not the safest cells."""
    only_open: ClassVar[bool] = False
    """Whether the player can only open cells, not flag or chord them."""

    def __init__(self, memory: int | None) -> None:
        """memory: the limit for hints, in bytes."""
        super().__init__()
        self.memory = memory
        self.board_widget = BoardWidget(self.symbols(), only_open=self.only_open)
        self._hint: Hint | None = None
        self._background_work: Worker[None] | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="score", markup=False)
        yield self.board_widget
        yield Static(id="message", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.board_widget.focus()
        self.set_interval(0.2, self.refresh_score)
        self.refresh_all()

    # ---- Content, supplied by the games ----

    def symbols(self) -> list[str]:
        """The board (see cell_appearance)."""
        raise NotImplementedError

    def score(self) -> tuple[str, ...]:
        """The items of the score line, the most important first."""
        raise NotImplementedError

    def position(self) -> tuple[str, int] | None:
        """The visible board and its number of mines, for the solver; None if no hint is possible now."""
        raise NotImplementedError

    def marked(self) -> set[Cell]:
        """The cells to highlight."""
        return set()

    def report(self) -> str | None:
        """The line to print after the screen is closed, if any."""
        return None

    def on_hint_given(self) -> None:
        """Called after a hint was shown."""

    # ---- Showing ----

    def refresh_all(self) -> None:
        """Show the current state of the game."""
        self.board_widget.show(self.symbols(), self._hint, self.marked())
        self.refresh_score()

    def refresh_score(self) -> None:
        self.query_one("#score", Static).update(fit_items(self.score(), self.size.width - 2))

    def show_message(self, text: str) -> None:
        """Show a text in the line below the board."""
        self.query_one("#message", Static).update(text)

    def on_board_widget_cursor_moved(self) -> None:
        self.refresh_score()

    # ---- Background work ----

    @property
    def busy(self) -> bool:
        """Whether work is running in the background."""
        return self._background_work is not None

    def start_work(self, label: str, work: Callable[[Poll], _T], on_result: Callable[[_T], None]) -> None:
        """Run work(poll) in the background, then on_result(result). Actions that change the game must cancel it."""

        def finished(result: _T) -> None:
            self._background_work = None
            self.show_message("")
            on_result(result)

        def failed(error: Exception) -> None:
            self._background_work = None
            reason = str(error) if isinstance(error, HintError) else f"Error: {error or type(error).__name__}"
            self.show_message(reason)

        self.cancel_work()
        self.show_message(f"{label} (Esc to cancel)")
        self._background_work = run_in_background(self, work, finished, failed)

    def cancel_work(self) -> None:
        """Cancel the background work and remove the hint: both are about an earlier state of the game."""
        if self._background_work is not None:
            self._background_work.cancel()
            self._background_work = None
            self.show_message("")
        if self._hint is not None:
            self._hint = None
            self.show_message("")

    # ---- Actions ----

    def action_stop(self) -> None:
        """Cancel the background work, or hide the hint."""
        self.cancel_work()
        self.refresh_all()

    def action_hint(self) -> None:
        """Show or hide the solver's hint."""
        if self._hint is not None:
            self.action_stop()
            return
        position = self.position()
        if position is None or self.busy:
            return
        board, mines = position
        memory, want_mines = self.memory, self.hints_for_mines
        self.start_work(
            "Counting valid boards",
            lambda poll: find_hint(board, mines, want_mines=want_mines, memory=memory, poll=poll),
            self._show_hint,
        )

    def _show_hint(self, hint: Hint) -> None:
        self._hint = hint
        self.on_hint_given()
        self.refresh_all()
        self.show_message(hint.text)

    def action_theme(self) -> None:
        """Switch between the dark and the light theme."""
        self.app.theme = self.app.other_theme  # type: ignore[attr-defined]
        self.refresh_all()

    def action_leave(self) -> None:
        self.cancel_work()
        self.app.exit()


def fit_items(items: Sequence[str], width: int) -> str:
    """The items in at most two lines. Items that don't fit are left out, beginning with the last.

    The gap between items depends only on the width, so that nothing moves when numbers change.
    """
    gap = 3 if width >= 90 else 2
    lines = [""]
    for item in items:
        if not lines[-1]:
            lines[-1] = item
        elif len(lines[-1]) + gap + len(item) <= width:
            lines[-1] += " " * gap + item
        elif len(lines) == 2:
            break
        else:
            lines.append(item)
    return "\n".join(lines)


def capitalized(text: str | None) -> str:
    """The text with its first letter in upper case; empty for None."""
    return "" if not text else text[0].upper() + text[1:]
