"""Where results go: standard output, with colours where it is a terminal that has them and NO_COLOR is not set.

`rich` finds out what the terminal can do and writes the colours. It is imported only for a terminal.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from minesweeper_core.cli.heatmap import Line, Picture, Tone, layout

if TYPE_CHECKING:
    from rich.console import Console


class Screen:
    """Standard output as it is now."""

    def __init__(self) -> None:
        self._console = _console()
        self.room = _room()

    def line(self, text: str = "") -> None:
        """One line of plain text."""
        sys.stdout.write(text + "\n")

    def picture(self, picture: Picture) -> None:
        """A board and its legend."""
        system = self._console.color_system if self._console else None
        many = system in ("256", "truecolor")
        self._lines(layout(picture, self.room, shades=many), many)

    def _lines(self, lines: Iterable[Line], many: bool) -> None:
        if self._console is None or self._console.color_system is None:
            for line in lines:
                self.line("".join(text for text, _, _ in line).rstrip())
            return
        from rich.text import Text

        for line in lines:
            text = Text()
            for piece, tone, second in line:
                text.append(piece, _style(tone, second, many) if tone else None)
            self._console.print(text, soft_wrap=True)


def _console() -> Console | None:
    """A console where colours are wanted, else None."""
    if os.environ.get("NO_COLOR") or not (sys.stdout.isatty() or os.environ.get("FORCE_COLOR")):
        return None
    from rich.console import Console

    return Console(file=sys.stdout, highlight=False, markup=False)


def _room() -> int | None:
    """Characters a line: the terminal's, or COLUMNS; None for a file or a pipe."""
    if sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdecimal():
        return shutil.get_terminal_size().columns
    return None


# Cool to hot: (heat, red, green, blue) of the background.
_SCALE = ((0.0, 16, 64, 72), (0.25, 64, 72, 24), (0.5, 120, 72, 8), (1.0, 152, 24, 32))


def _style(tone: Tone, second: bool, many: bool) -> str:
    match tone.kind:
        case "mine":
            return "bold white on rgb(224,0,0)" if many else "bold white on red"
        case "safe":
            return "bold black on rgb(80,216,96)" if many else "bold black on green"
        case "known":
            return "red"
        case "label":
            return "dim"
        case "share" if many:
            red, green, blue = (round(part * (1.3 if second else 1)) for part in _background(tone.heat))
            return f"{'bold bright_white' if second else 'white'} on rgb({red},{green},{blue})"
        case "share":
            return "green" if tone.heat < 0.15 else "yellow" if tone.heat < 0.4 else "red"
    return "default"


def _background(heat: float) -> tuple[float, float, float]:
    """A colour of the scale, interpolated."""
    heat = min(max(heat, 0.0), 1.0)
    for (low, *cool), (high, *hot) in pairwise(_SCALE):
        if heat <= high:
            share = (heat - low) / (high - low)
            red, green, blue = (a + share * (b - a) for a, b in zip(cool, hot, strict=True))
            return red, green, blue
    raise AssertionError("the scale ends at 1")
