"""Plays the terminal games in a simulated terminal: reads the screen, presses keys and uses the mouse."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from textual.events import Key, MouseDown, MouseUp
from textual.keys import _character_to_key
from textual.pilot import Pilot

from minesweeper_core.cli.play.app import PlayApp
from minesweeper_core.cli.play.board_widget import LEFT, BoardWidget
from minesweeper_core.cli.play.classic_screen import ClassicScreen
from minesweeper_core.cli.play.classic_session import ClassicSetup
from minesweeper_core.cli.play.flags_screen import FlagsScreen
from minesweeper_core.cli.play.flags_session import FlagsSetup


class Player:
    """A player at the terminal."""

    def __init__(self, app: PlayApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def board_widget(self) -> BoardWidget:
        return self.app.game_screen.board_widget

    @property
    def classic(self) -> ClassicScreen:
        assert isinstance(self.app.game_screen, ClassicScreen)
        return self.app.game_screen

    @property
    def flags(self) -> FlagsScreen:
        assert isinstance(self.app.game_screen, FlagsScreen)
        return self.app.game_screen

    def screen(self) -> list[str]:
        """The lines on the screen."""
        return ["".join(piece.text for piece in line) for line in self.app.screen._compositor.render_strips()]

    def text(self) -> str:
        return "\n".join(self.screen())

    def shown(self, row: int, col: int) -> str:
        """The text of a cell on the screen."""
        place = self.board_widget.cell_offset(row, col) + self.board_widget.region.offset
        width = self.board_widget._cell_width
        left = place.x - width // 2
        return self.screen()[place.y][left : left + width]

    def style(self, row: int, col: int) -> Any:
        """The style of a cell on the screen."""
        place = self.board_widget.cell_offset(row, col) + self.board_widget.region.offset
        x = 0
        for piece in self.app.screen._compositor.render_strips()[place.y]:
            x += len(piece.text)
            if x > place.x:
                return piece.style
        raise AssertionError("the line is too short")

    async def press(self, *keys: str) -> None:
        """Press keys, by their names in Textual."""
        for key in keys:
            name = _character_to_key(key) if len(key) == 1 and not key.isalnum() else key
            self.app._driver.send_message(Key(name, key if len(key) == 1 else None))  # type: ignore[union-attr]
            await self.settle()

    async def settle(self) -> None:
        """Wait until all messages are handled and the screen is redrawn, but not for work in the background.

        The pilot's own methods wait until the processor is idle, which takes long.
        """
        for _ in range(12):  # messages may cause messages
            await self.pilot._wait_for_screen()
        self.app.screen._on_timer_update()

    async def click(self, row: int, col: int, button: int = LEFT) -> None:
        """Press and release a button on a cell."""
        self._mouse(MouseDown, row, col, button)
        await self.mouse(False, row, col, button)

    async def mouse(self, down: bool, row: int, col: int, button: int) -> None:
        """Press a button on a cell, or release it."""
        self._mouse(MouseDown if down else MouseUp, row, col, button)
        await self.settle()

    def _mouse(self, kind: type[MouseDown] | type[MouseUp], row: int, col: int, button: int) -> None:
        x, y = self.board_widget.cell_offset(row, col) + self.board_widget.region.offset
        event = kind(None, x, y, 0, 0, button, False, False, False, screen_x=x, screen_y=y)
        self.app.screen._forward_event(event)  # as the terminal driver does

    async def go(self, row: int, col: int) -> None:
        """Move the cursor to a cell with the arrow keys."""
        rows, cols = row - self.board_widget.cursor[0], col - self.board_widget.cursor[1]
        await self.press(*(["down" if rows > 0 else "up"] * abs(rows) + ["right" if cols > 0 else "left"] * abs(cols)))
        assert self.board_widget.cursor == (row, col)

    def seen(self, row: int, col: int) -> bool:
        """Whether the middle of a cell is visible."""
        place, size = self.board_widget.cell_offset(row, col), self.board_widget.size
        return 0 <= place.x < size.width and 0 <= place.y < size.height

    async def resize(self, columns: int, rows: int) -> None:
        """Resize the terminal, and wait until the board fits its width."""
        await self.pilot.resize_terminal(columns, rows)
        scrollbar = 2  # appears if the lines around the board do not fit
        await self.until(
            lambda: self.app.size == (columns, rows) and 0 <= columns - self.board_widget.size.width <= scrollbar
        )

    async def until(self, condition: Callable[[], bool], seconds: float = 60.0) -> None:
        """Wait for something that happens in the background or is delayed, such as layout and scrolling."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"timed out; the screen shows\n{self.text()}"
            await self.pilot.pause(0.01)
        await self.settle()


def play(
    game: ClassicSetup | FlagsSetup,
    script: Callable[[Player], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
    **options: Any,
) -> PlayApp:
    """Run a script on a simulated terminal. size: columns and rows."""

    async def session() -> PlayApp:
        app = PlayApp(game, **options)
        async with app.run_test(size=size) as pilot:
            player = Player(app, pilot)
            await player.settle()
            await script(player)
        return app

    return asyncio.run(session())
