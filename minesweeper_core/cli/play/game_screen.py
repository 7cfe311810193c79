"""What the screens of both games share: the lines around the board, hints, themes, and how one leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, Static
from textual.worker import Worker

from minesweeper_core.cli.play.background import Poll, think
from minesweeper_core.cli.play.board_widget import BoardWidget, Cell
from minesweeper_core.cli.play.hint import Hint, HintError, hint

_T = TypeVar("_T")


class GameScreen(Screen[None]):
    """A board between a scoreboard and a line for messages. The games say what is on them, and what they allow."""

    CSS = """
    GameScreen { layout: vertical; }
    #score { height: auto; width: 1fr; padding: 0 1; text-style: bold; }
    #message { height: 2; width: 1fr; padding: 0 1; }
    """

    SHARED: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "Hint"),
        Binding("escape", "stop", "Stop", show=False),
        Binding("t", "theme", "Dark/light", show=False),
        Binding("question_mark,f1", "help", "Help", key_display="?"),
        Binding("q,ctrl+q", "leave", "Quit", key_display="q"),
    ]

    taking: ClassVar[bool]  # whether hints are for who looks for mines

    def __init__(self, memory: int | None) -> None:
        super().__init__()
        self.memory = memory
        self.board_widget = BoardWidget(self.signs())
        self._hint: Hint | None = None
        self._thinking: Worker[None] | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="score", markup=False)
        yield self.board_widget
        yield Static(id="message", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.board_widget.focus()
        self.set_interval(0.2, self.refresh_score)
        self.refresh_all()

    # ---- What a game says ----

    def signs(self) -> list[str]:
        """The board, see looks."""
        raise NotImplementedError

    def score(self) -> tuple[str, ...]:
        """What stands above the board, the most important first."""
        raise NotImplementedError

    def position(self) -> tuple[str, int] | None:
        """The visible board and its mines, for the solver; None where there is nothing to hint at."""
        raise NotImplementedError

    def marked(self) -> set[Cell]:
        """Cells that stand out."""
        return set()

    # ---- Showing ----

    def refresh_all(self) -> None:
        """Show the game as it is now."""
        self.board_widget.show(self.signs(), self._hint, self.marked())
        self.refresh_score()

    def refresh_score(self) -> None:
        self.query_one("#score", Static).update(fitted(self.score(), self.size.width - 2))

    def say(self, text: str) -> None:
        """The line below the board."""
        self.query_one("#message", Static).update(text)

    # ---- Thinking ----

    @property
    def thinking(self) -> bool:
        """Whether something is being worked out."""
        return self._thinking is not None

    def think(self, what: str, work: Callable[[Poll], _T], done: Callable[[_T], None]) -> None:
        """Work something out beside the screen. Whatever changes the game calls forget first."""

        def then(result: _T) -> None:
            self._thinking = None
            self.say("")
            done(result)

        def failed(error: Exception) -> None:
            self._thinking = None
            self.thought_in_vain(error)

        self.forget()
        self.say(f"{what} (Esc to stop)")
        self._thinking = think(self, work, then, failed)

    def thought_in_vain(self, error: Exception) -> None:
        """What was to be worked out can't be."""
        self.say(str(error) if isinstance(error, HintError) else f"That failed: {error or type(error).__name__}")

    def forget(self) -> None:
        """The hint, and whatever is being worked out, is about a game that has gone on."""
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
            self.say("")
        if self._hint is not None:
            self._hint = None
            self.say("")

    def action_stop(self) -> None:
        """Give up what is being worked out, or put away what is shown."""
        self.forget()
        self.refresh_all()

    def action_hint(self) -> None:
        """Show what the solver says, or no longer."""
        if self._hint is not None:
            self.action_stop()
            return
        position = self.position()
        if position is None or self.thinking:
            return
        board, mines = position
        memory = self.memory
        self.think(
            "Counting all valid boards",
            lambda poll: hint(board, mines, taking=self.taking, memory=memory, poll=poll),
            self._hinted,
        )

    def _hinted(self, found: Hint) -> None:
        self._hint = found
        self.asked_for_hint()
        self.refresh_all()
        self.say(found.text)

    def asked_for_hint(self) -> None:
        """A hint was given."""

    def report(self) -> str | None:
        """What is told once the screen is left; None for nothing."""
        return None

    # ---- The rest ----

    def action_theme(self) -> None:
        self.app.theme = self.app.other_theme  # type: ignore[attr-defined]
        self.refresh_all()

    def action_leave(self) -> None:
        self.forget()
        self.app.exit()


def fitted(parts: Sequence[str], width: int) -> str:
    """The parts in at most two lines, broken between parts alone; what no longer fits is left out, from the end.

    The gap follows from the width, not from the parts, so that nothing jumps as numbers change.
    """
    gap = 3 if width >= 90 else 2
    lines = [""]
    for part in parts:
        if not lines[-1]:
            lines[-1] = part
        elif len(lines[-1]) + gap + len(part) <= width:
            lines[-1] += " " * gap + part
        elif len(lines) == 2:
            break
        else:
            lines.append(part)
    return "\n".join(lines)


def sentence(text: str | None) -> str:
    """A text with a capital."""
    return "" if not text else text[0].upper() + text[1:]
