"""The program that shows one of the games."""

from __future__ import annotations

import asyncio
import os
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from minesweeper_core.cli.errors import INTERRUPTED
from minesweeper_core.cli.play.classic_screen import ClassicScreen
from minesweeper_core.cli.play.classic_session import ClassicSetup
from minesweeper_core.cli.play.flags_screen import FlagsScreen, FlagsSetup
from minesweeper_core.cli.play.game_screen import GameScreen


class PlayApp(App[None]):
    """The classic game where a ClassicSetup is given, Flags where a FlagsSetup is."""

    TITLE = "Minesweeper"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", show=False, priority=True)]

    def __init__(self, game: ClassicSetup | FlagsSetup, *, memory: int | None = None, light: bool = False) -> None:
        plain = bool(os.environ.get("NO_COLOR"))
        if not plain:
            os.environ.pop("NO_COLOR", None)  # empty means unset, but Textual takes it for set
        super().__init__(ansi_color=plain)
        self._themes = ("ansi-light", "ansi-dark") if plain else ("textual-light", "textual-dark")
        self.theme = self._themes[not light]
        self._loop_of_screen: asyncio.AbstractEventLoop | None = None
        self._ended = 0
        self.game_screen: GameScreen = (
            ClassicScreen(game, memory) if isinstance(game, ClassicSetup) else FlagsScreen(game, memory)
        )

    @property
    def other_theme(self) -> str:
        """The light theme where the dark one is shown, and the other way round."""
        light, dark = self._themes
        return light if self.theme == dark else dark

    def on_mount(self) -> None:
        self.push_screen(self.game_screen)
        self._loop_of_screen = asyncio.get_running_loop()
        if self._ended:
            self._leave()

    def end(self, status: int) -> None:
        """Leave the screen as it was and end with that status; for handlers of signals, at any time."""
        self._ended = status
        if self._loop_of_screen is not None:
            self._loop_of_screen.call_soon_threadsafe(self.call_later, self._leave)

    def action_interrupt(self) -> None:
        """Ctrl-C ends the game, whatever is shown."""
        self._ended = INTERRUPTED
        self._leave()

    def _leave(self) -> None:
        self.game_screen.forget()
        self.exit(return_code=self._ended)
