"""The dialog that asks for the options of a new classic game."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Grid, Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Select, Static

from minesweeper_core.cli.board_size import PRESETS, parse_size, size_text
from minesweeper_core.cli.errors import CommandError
from minesweeper_core.cli.play.classic_session import ClassicSetup, check_setup
from minesweeper_core.cli.play.dialog import dialog_css

_LOGIC = (("any board", "any"), ("no guessing", "no-guess"), ("no guessing, repaired (faster)", "repaired"))
_FIRST_CLICK = (("safe", "safe"), ("opening", "opening"), ("anything", "anything"))


class NewGame(ModalScreen["ClassicSetup | None"]):
    """Returns the setup of the next game, or None if the player cancels."""

    CSS = (
        dialog_css("NewGame")
        + """
NewGame Grid { grid-size: 2; grid-columns: 13 40; grid-rows: 1; grid-gutter: 1 0; width: 55; height: auto; }
NewGame #error { width: 53; height: auto; color: $text-error; }
"""
    )
    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Cancel")]

    def __init__(self, setup: ClassicSetup) -> None:
        super().__init__()
        self._setup = setup

    def compose(self) -> ComposeResult:
        size = self._setup.size
        name = next((name for name, preset in PRESETS.items() if preset == size), size_text(size))
        mines = "" if name in PRESETS else str(size.mines)
        with VerticalScroll(can_focus=False):
            with Grid():
                yield Label("Size")
                yield Input(name, placeholder=f"{', '.join(PRESETS)} or 9x9", id="size", compact=True)
                yield Label("Mines")
                yield Input(mines, placeholder="usual number for the size", id="mines", compact=True)
                yield Label("First click")
                yield Select(_FIRST_CLICK, value=self._setup.first, allow_blank=False, id="first", compact=True)
                yield Label("Boards")
                yield Select(_LOGIC, value=self._setup.logic, allow_blank=False, id="logic", compact=True)
                yield Label("Seed")
                yield Input("", placeholder="random", id="seed", compact=True)
            yield Static(id="error", markup=False)
            with Horizontal():
                yield Button("Start", id="start", variant="primary", compact=True)
                yield Button("Cancel", id="cancel", compact=True)

    def on_input_submitted(self) -> None:
        self._start()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "start":
            self._start()
        else:
            self.action_cancel()

    def action_cancel(self) -> None:
        self.dismiss(None)

    def _start(self) -> None:
        try:
            setup = self._entered_setup()
        except CommandError as error:
            self.query_one("#error", Static).update(error.message)
            return
        self.dismiss(setup)

    def _entered_setup(self) -> ClassicSetup:
        mines, seed = (self._number(name, limit) for name, limit in (("mines", 2**32), ("seed", 2**64)))
        size = parse_size(self.query_one("#size", Input).value.strip().lower(), mines)
        first, logic = (cast(Any, self.query_one(f"#{name}", Select).value) for name in ("first", "logic"))
        setup = ClassicSetup(size, first, logic, seed)
        check_setup(setup)
        return setup

    def _number(self, name: str, limit: int) -> int | None:
        """The number entered in a field; None if it is empty."""
        text = self.query_one(f"#{name}", Input).value.strip()
        if not text:
            return None
        if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < limit):
            raise CommandError(f"{name} must be a whole number, 0 to {limit - 1}")
        return int(text)
