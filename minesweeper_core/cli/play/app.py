"""The Textual application that shows one of the games."""

from __future__ import annotations

import asyncio
import os
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from minesweeper_core.cli.errors import INTERRUPTED
from minesweeper_core.cli.play.classic_screen import ClassicScreen
from minesweeper_core.cli.play.classic_session import ClassicSetup
from minesweeper_core.cli.play.flags_screen import FlagsScreen
from minesweeper_core.cli.play.flags_session import FlagsSetup
from minesweeper_core.cli.play.game_screen import GameScreen


class PlayApp(App[None]):
    """Plays the classic game for a ClassicSetup, Flags for a FlagsSetup."""

    TITLE = "Minesweeper"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", show=False, priority=True)]

    def __init__(self, setup: ClassicSetup | FlagsSetup, *, memory: int | None = None, light: bool = False) -> None:
        no_colours = bool(os.environ.get("NO_COLOR"))
        if not no_colours:
            os.environ.pop("NO_COLOR", None)  # an empty value means unset, but Textual would take it as set
        super().__init__(ansi_color=no_colours)
        self._themes = ("ansi-light", "ansi-dark") if no_colours else ("textual-light", "textual-dark")
        self.theme = self._themes[not light]
        self._event_loop: asyncio.AbstractEventLoop | None = None
        self._exit_status = 0
        self.game_screen: GameScreen = (
            ClassicScreen(setup, memory) if isinstance(setup, ClassicSetup) else FlagsScreen(setup, memory)
        )

    @property
    def other_theme(self) -> str:
        """The theme to switch to: light if the current one is dark, and the reverse."""
        light, dark = self._themes
        return light if self.theme == dark else dark

    def on_mount(self) -> None:
        self.push_screen(self.game_screen)
        self._event_loop = asyncio.get_running_loop()
        if self._exit_status:
            self._leave()

    def end(self, status: int) -> None:
        """Restore the terminal and exit with this status. May be called by signal handlers at any time."""
        self._exit_status = status
        if self._event_loop is not None:
            self._event_loop.call_soon_threadsafe(self.call_later, self._leave)

    def action_interrupt(self) -> None:
        """Ctrl-C quits, from every dialog too."""
        self._exit_status = INTERRUPTED
        self._leave()

    def _leave(self) -> None:
        self.game_screen.cancel_work()
        self.exit(return_code=self._exit_status)
