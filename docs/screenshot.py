"""Makes docs/play.svg: the classic game with a hint on it. Run it where the package is installed with [play]."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from minesweeper_core.cli.board_size import PRESETS
from minesweeper_core.cli.play.app import PlayApp
from minesweeper_core.cli.play.classic_session import ClassicSetup


async def picture() -> str:
    app = PlayApp(ClassicSetup(PRESETS["intermediate"], first="opening", seed=2))
    async with app.run_test(size=(66, 22)) as pilot:
        await pilot.press("enter", "h")
        await pilot.pause(0.5)
        return app.export_screenshot(title="minesweeper-core play intermediate")


def without_fonts(svg: str) -> str:
    """The picture with local fonts instead of ones that are downloaded."""
    svg = re.sub(r"@font-face \{.*?\}\n", "", svg, flags=re.DOTALL)
    return re.sub(r"font-family: Fira Code, monospace", "font-family: monospace", svg)


if __name__ == "__main__":
    svg = without_fonts(asyncio.run(picture()))
    Path(__file__).with_name("play.svg").write_text(svg, encoding="utf-8")
