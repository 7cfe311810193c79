"""Prints text and heatmaps on standard output, in colour if it is a terminal with colours and NO_COLOR is not set.

`rich` detects what the terminal can do and writes the colours. It is imported only for a terminal.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from minesweeper_core.cli.heatmap import CellStyle, Heatmap
from minesweeper_core.cli.heatmap_layout import Line, layout

if TYPE_CHECKING:
    from rich.console import Console as RichConsole


class Console:
    """Standard output, with the colours and the width that it has now."""

    def __init__(self) -> None:
        self._rich = _rich_console()
        self._width = _width()

    def line(self, text: str = "") -> None:
        """Print a line of plain text."""
        sys.stdout.write(text + "\n")

    def heatmap(self, heatmap: Heatmap) -> None:
        """Print a board and its legend."""
        system = self._rich.color_system if self._rich else None
        full_colour = system in ("256", "truecolor")
        self._lines(layout(heatmap, self._width, shades=full_colour), full_colour)

    def _lines(self, lines: Iterable[Line], full_colour: bool) -> None:
        if self._rich is None or self._rich.color_system is None:
            for line in lines:
                self.line("".join(segment.text for segment in line).rstrip())
            return
        from rich.text import Text

        for line in lines:
            text = Text()
            for segment in line:
                style = _rich_style(segment.style, segment.alternate, full_colour) if segment.style else None
                text.append(segment.text, style)
            self._rich.print(text, soft_wrap=True)


def _rich_console() -> RichConsole | None:
    """A console if colours are wanted, else None."""
    if os.environ.get("NO_COLOR") or not (sys.stdout.isatty() or os.environ.get("FORCE_COLOR")):
        return None
    from rich.console import Console

    return Console(file=sys.stdout, highlight=False, markup=False)


def _width() -> int | None:
    """Characters per line: those of the terminal, or COLUMNS; None for a file or a pipe."""
    if sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdecimal():
        return shutil.get_terminal_size().columns
    return None


# Background colours from cool to hot: (heat, red, green, blue).
_SCALE = ((0.0, 16, 64, 72), (0.25, 64, 72, 24), (0.5, 120, 72, 8), (1.0, 152, 24, 32))


def _rich_style(style: CellStyle, alternate: bool, full_colour: bool) -> str:
    match style.kind:
        case "mine":
            return "bold white on rgb(224,0,0)" if full_colour else "bold white on red"
        case "safe":
            return "bold black on rgb(80,216,96)" if full_colour else "bold black on green"
        case "known":
            return "red"
        case "label":
            return "dim"
        case "share" if full_colour:
            red, green, blue = (round(part * (1.3 if alternate else 1)) for part in _background(style.heat))
            return f"{'bold bright_white' if alternate else 'white'} on rgb({red},{green},{blue})"
        case "share":
            return "green" if style.heat < 0.15 else "yellow" if style.heat < 0.4 else "red"
    return "default"


def _background(heat: float) -> tuple[float, float, float]:
    """The colour of the scale at this heat, interpolated."""
    heat = min(max(heat, 0.0), 1.0)
    for (low, *cool), (high, *hot) in pairwise(_SCALE):
        if heat <= high:
            share = (heat - low) / (high - low)
            red, green, blue = (a + share * (b - a) for a, b in zip(cool, hot, strict=True))
            return red, green, blue
    raise AssertionError("the scale ends at 1")
