"""Arranges a heatmap in lines that fit a width.

Cells are 4, 3 or 2 characters wide, whichever is the widest that fits; 2 only if background shades tell neighbouring
cells apart. A board that is still too wide is cut into bands of columns, one below the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from minesweeper_core.cli.heatmap import LABEL, CellStyle, Heatmap

_DEFAULT_WIDTH = 100  # for the width of cells and of the legend if the output has no width


class Segment(NamedTuple):
    """A piece of a line. `alternate` selects the second shade of the chequerboard."""

    text: str
    style: CellStyle | None
    alternate: bool = False


Line = list[Segment]


def layout(heatmap: Heatmap, width: int | None, shades: bool) -> list[Line]:
    """The lines of a heatmap and its legend.

    width: characters per line, None for no limit. shades: whether the output shows background shades.
    """
    cells = heatmap.cells
    rows, cols = len(cells), len(cells[0])
    margin = len(str(rows - 1)) + 1
    cell_width, band = _cell_width_and_band(cols, margin, width, shades)
    lines: list[Line] = []
    for first in range(0, cols, band):
        last = min(first + band, cols)
        if first:
            lines.append([])
        lines += [[Segment(text.rstrip(), LABEL)] for text in _header(first, last, cell_width, margin)]
        for r, row in enumerate(cells):
            line = [Segment(f"{r:{margin - 1}d} ", LABEL)]
            for c in range(first, last):
                alternate = cell_width == 2 and (r + c) % 2 == 1
                line.append(Segment(row[c].text(cell_width), row[c].style, alternate))
            lines.append(line)
    example = "NN%" if cell_width >= 4 else "NN percent"
    legend = _wrap((item.format(example) for item in heatmap.legend), width or _DEFAULT_WIDTH)
    return lines + [[Segment(text, LABEL)] for text in legend]


def _cell_width_and_band(cols: int, margin: int, width: int | None, shades: bool) -> tuple[int, int]:
    """Characters per cell, and columns per band."""
    widest, narrowest = 4, 3 if cols <= 100 else 4  # column labels of three digits need 4
    if width is None:
        return (widest if margin + widest * cols <= _DEFAULT_WIDTH else narrowest), cols
    for cell_width in (widest, narrowest):
        if margin + cell_width * cols <= width:
            return cell_width, cols
    if shades and margin + 2 * cols <= width:
        return 2, cols
    bands = -(-cols // max(1, (width - margin) // narrowest))
    return narrowest, -(-cols // bands)


def _header(first: int, last: int, cell_width: int, margin: int) -> list[str]:
    """The column labels, in two lines (tens above units) if a label could touch the next one."""
    if cell_width > 2:
        gap = " " if cell_width == 4 else ""  # aligns the label with the digits, not with the percent sign
        return [" " * margin + "".join(f"{c:{cell_width - len(gap)}d}{gap}" for c in range(first, last))]
    tens = "".join(f"{c // 10:2d}" if c % 10 == 0 and c else "  " for c in range(first, last))
    units = "".join(f"{c % 10:2d}" for c in range(first, last))
    return [" " * margin + tens, " " * margin + units] if last > 10 else [" " * margin + units]


def _wrap(items: Iterable[str], width: int) -> list[str]:
    """Items in lines of at most `width` characters, separated by three blanks; an item is never split."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 3 + len(item) <= width:
            lines[-1] += "   " + item
        else:
            lines.append(item)
    return lines
