"""The terminal games under the pilot of their library: what is on the screen, and keys and mouse on it."""

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
from minesweeper_core.cli.play.flags_screen import FlagsScreen, FlagsSetup


class Player:
    """Somebody at a terminal with one of the games on it."""

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
        """The lines that are shown."""
        return ["".join(piece.text for piece in line) for line in self.app.screen._compositor.render_strips()]

    def text(self) -> str:
        return "\n".join(self.screen())

    def shown(self, row: int, col: int) -> str:
        """What the screen shows where a cell is."""
        place = self.board_widget.place(row, col) + self.board_widget.region.offset
        width = self.board_widget._width
        left = place.x - width // 2
        return self.screen()[place.y][left : left + width]

    def style(self, row: int, col: int) -> Any:
        """The style on the screen where a cell is."""
        place = self.board_widget.place(row, col) + self.board_widget.region.offset
        x = 0
        for piece in self.app.screen._compositor.render_strips()[place.y]:
            x += len(piece.text)
            if x > place.x:
                return piece.style
        raise AssertionError("the line is too short")

    async def press(self, *keys: str) -> None:
        """Press keys, by the names that Textual has for them."""
        for key in keys:
            name = _character_to_key(key) if len(key) == 1 and not key.isalnum() else key
            self.app._driver.send_message(Key(name, key if len(key) == 1 else None))  # type: ignore[union-attr]
            await self.settle()

    async def settle(self) -> None:
        """Wait until all that was asked for is done and shown.

        What is done beside the screen is not waited for; the pilot's own ways wait for an idle processor instead, which
        takes long.
        """
        for _ in range(12):  # messages answered by messages
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
        x, y = self.board_widget.place(row, col) + self.board_widget.region.offset
        event = kind(None, x, y, 0, 0, button, False, False, False, screen_x=x, screen_y=y)
        self.app.screen._forward_event(event)  # as the terminal's driver does

    async def go(self, row: int, col: int) -> None:
        """The cursor to a cell, by arrows alone."""
        rows, cols = row - self.board_widget.cursor[0], col - self.board_widget.cursor[1]
        await self.press(*(["down" if rows > 0 else "up"] * abs(rows) + ["right" if cols > 0 else "left"] * abs(cols)))
        assert self.board_widget.cursor == (row, col)

    def seen(self, row: int, col: int) -> bool:
        """Whether a cell's middle is on the part of the board that can be seen."""
        place, size = self.board_widget.place(row, col), self.board_widget.size
        return 0 <= place.x < size.width and 0 <= place.y < size.height

    async def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size; wait until the board has it and shows the cursor."""
        await self.pilot.resize_terminal(columns, rows)
        bar = 2  # beside the board where the lines around it do not fit
        await self.until(
            lambda: self.app.size == (columns, rows) and 0 <= columns - self.board_widget.size.width <= bar
        )
        await self.until(lambda: self.seen(*self.board_widget.cursor))

    async def until(self, condition: Callable[[], bool], seconds: float = 60.0) -> None:
        """Wait for something that happens beside the screen, or when the screen gets to it: layouts and scrolling."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"nothing came; the screen is\n{self.text()}"
            await self.pilot.pause(0.01)
        await self.settle()


def play(
    game: ClassicSetup | FlagsSetup,
    script: Callable[[Player], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
    **options: Any,
) -> PlayApp:
    """One session: the script is played on a screen of so many columns and rows."""

    async def session() -> PlayApp:
        app = PlayApp(game, **options)
        async with app.run_test(size=size) as pilot:
            player = Player(app, pilot)
            await player.settle()
            await script(player)
        return app

    return asyncio.run(session())
