"""The dialogs at the end of a game."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from minesweeper_core.cli.play.dialog import dialog_css
from minesweeper_core.cli.play.result import GameResult


class GameOver(ModalScreen[str]):
    """Shows a text and a button for each choice. Returns the choice, or '' if the player closes the dialog."""

    AUTO_FOCUS = "Button"
    choices: ClassVar[tuple[str, ...]] = ()

    def __init__(self, title: str, lines: list[str]) -> None:
        super().__init__()
        self._title = title
        self._lines = lines

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield Static("\n".join([self._title, "", *self._lines]), markup=False)
            with Horizontal():
                for choice in self.choices:
                    yield Button(choice.capitalize(), id=choice, compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id)

    def action_choose(self, choice: str) -> None:
        self.dismiss(choice)


class ClassicOver(GameOver):
    """The end of a classic game, with its statistics."""

    CSS = dialog_css("ClassicOver")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "choose('new')"),
        Binding("r", "choose('restart')"),
        Binding("u", "choose('undo')"),
        Binding("q", "choose('quit')"),
        Binding("escape", "choose('')"),
    ]
    choices = ("new", "restart", "undo", "quit")

    def __init__(self, result: GameResult) -> None:
        super().__init__("Won" if result.won else "Lost", result.lines())


class FlagsOver(GameOver):
    """The end of a game of Flags, with the score."""

    CSS = dialog_css("FlagsOver")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "choose('new')"),
        Binding("q", "choose('quit')"),
        Binding("escape", "choose('')"),
    ]
    choices = ("new", "quit")

    def __init__(self, verdict: str, human: int, bot: int) -> None:
        super().__init__(verdict, [f"You      {human}", f"The bot  {bot}"])
