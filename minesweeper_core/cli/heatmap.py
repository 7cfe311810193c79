"""A board as a picture: each cell a few characters and a tone, laid out to the width there is.

The characters alone say everything; colours only help the eye. Cells are 4, 3 or 2 characters wide, whichever is the
widest that fits; 2 only where shades keep neighbours apart. A board that is too wide even so is cut into bands of
columns, one below the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from minesweeper_core.cli import number_format

Doubles = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]

CERTAIN_MINE = "**"
CERTAINLY_SAFE = "ok"
_LEAST, _MOST = 5e-324, 1 - 2**-53  # the doubles next to 0 and 1


@dataclass(frozen=True)
class Tone:
    """What a cell's colour says: a kind, and for the kind 'share' how hot it is, 0 to 1."""

    kind: str  # "opened", "known", "mine", "safe", "share" or "label"
    heat: float = 0.0


OPENED = Tone("opened")
KNOWN = Tone("known")
MINE = Tone("mine")
SAFE = Tone("safe")
LABEL = Tone("label")


@dataclass(frozen=True)
class Cell:
    """`wide` is for cells of 4 characters, `narrow` for fewer."""

    wide: str
    narrow: str
    tone: Tone

    def text(self, width: int) -> str:
        if width >= 4:
            return self.wide.rjust(width)
        return self.narrow[-width:].rjust(width)  # '>99' in 2 characters is '99': rounded down, so still honest


@dataclass(frozen=True)
class Picture:
    """Rows of cells, and what the signs on them mean, one text a sign."""

    cells: list[list[Cell]]
    legend: list[str]


Segment = tuple[str, Tone | None, bool]  # text, tone, and whether it takes the second shade of a chequerboard
Line = list[Segment]


# ---- What is shown ------------------------------------------------------------------------------------------------


def mines(rows: Sequence[str], mine: Doubles, safe: Bools, certain: Bools) -> Picture:
    """P(mine) of the unopened cells, certain ones marked."""

    def cell(row: int, column: int) -> Cell:
        if certain[row, column]:
            return _mark(CERTAIN_MINE, MINE)
        if safe[row, column]:
            return _mark(CERTAINLY_SAFE, SAFE)
        # What is certain has been decided above, by counting.
        return _share(min(max(float(mine[row, column]), _LEAST), _MOST))

    return _picture(rows, cell, "{} chance of a mine")


def zero_around(rows: Sequence[str], zero: Doubles) -> Picture:
    """P(no mine around) of the unopened cells, whatever they hold."""

    def cell(row: int, column: int) -> Cell:
        probability = float(zero[row, column])
        if probability <= 0:
            return _mark("--", OPENED)
        if probability >= 1:
            return _mark(CERTAINLY_SAFE, SAFE)
        return _share(probability, heat=1 - probability)

    return _picture(rows, cell, "{} chance of no mine around", {"--": "never", CERTAINLY_SAFE: "always"})


def numbers(rows: Sequence[str], number: Doubles, certain: Bools) -> Picture:
    """The number each unopened cell shows most likely if it is safe: '2?', or '2!' where no other is possible."""

    def cell(row: int, column: int) -> Cell:
        if certain[row, column]:
            return _mark(CERTAIN_MINE, MINE)
        likely = int(np.argmax(number[row, column]))
        sure = np.count_nonzero(number[row, column]) == 1
        text = f"{likely}{'!' if sure else '?'}"
        return Cell(text + " ", text, Tone("share", likely / 8))

    return _picture(
        rows, cell, "", {"?": "2? the likeliest number, if safe", "!": "2! the only number possible, if safe"}
    )


def shares(rows: Sequence[str], share: Doubles, what: str) -> Picture:
    """Shares of sampled boards: 0 and 100 are what was counted, not certainty. Negative means not available."""

    def cell(row: int, column: int) -> Cell:
        value = float(share[row, column])
        if value < 0:
            return _mark("--", OPENED)
        return _share(value)

    return _picture(rows, cell, "{} of the boards drawn: " + what, {"--": "not available"})


def certain_mines(rows: Sequence[str], certain: Bools) -> Picture:
    """The certain mines alone; nothing is said of the other unopened cells."""

    def cell(row: int, column: int) -> Cell:
        return _mark(CERTAIN_MINE, MINE) if certain[row, column] else _mark("-", OPENED)

    return _picture(rows, cell, "", {"-": "unopened, not a certain mine"})


def _mark(text: str, tone: Tone) -> Cell:
    return Cell(text + " ", text, tone)


def _share(probability: float, heat: float | None = None) -> Cell:
    narrow = number_format.two_digits(probability)
    wide = narrow.removeprefix("0")
    return Cell(wide + "%", narrow, Tone("share", probability if heat is None else heat))


def _picture(
    rows: Sequence[str],
    unopened: Callable[[int, int], Cell],
    share: str,
    meanings: dict[str, str] | None = None,
) -> Picture:
    """The whole board: `unopened` draws the '-' cells. The legend names the signs that do occur."""
    cells = [
        [
            unopened(r, c)
            if sign == "-"
            else Cell(f"{_opened(sign)} ", _opened(sign), KNOWN if sign == "+" else OPENED)
            for c, sign in enumerate(row)
        ]
        for r, row in enumerate(rows)
    ]
    present = {(cell.narrow, cell.tone.kind) for line in cells for cell in line}
    texts = {text for text, _ in present}
    legend = []
    if share and any(kind == "share" for _, kind in present):
        legend.append(share)
    meanings = {CERTAIN_MINE: "certain mine", CERTAINLY_SAFE: "certainly safe"} | (meanings or {})
    for sign, meaning in meanings.items():
        if sign in texts:
            legend.append(f"{sign} {meaning}")
        elif sign in "?!" and any(text.endswith(sign) for text in texts):
            legend.append(meaning)
    if any(text in "12345678" for text in texts):
        legend.append("1 to 8 opened")
    if "." in texts:
        legend.append(". opened 0")
    if "+" in texts:
        legend.append("+ known mine")
    return Picture(cells, legend)


def _opened(sign: str) -> str:
    return "." if sign == "0" else sign


# ---- How it is laid out ---------------------------------------------------------------------------------------------

_ROOM_WITHOUT_LIMIT = 100  # where no width is known, 4 characters a cell are used only up to this


def layout(picture: Picture, room: int | None, shades: bool) -> list[Line]:
    """Lines of a picture and its legend. room: characters a line, None for no limit. shades: whether colours tell
    neighbouring cells apart."""
    cells = picture.cells
    rows, columns = len(cells), len(cells[0])
    margin = len(str(rows - 1)) + 1
    width, band = _widths(columns, margin, room, shades)
    lines: list[Line] = []
    for first in range(0, columns, band):
        last = min(first + band, columns)
        if first:
            lines.append([])
        lines += [[(text.rstrip(), LABEL, False)] for text in _header(first, last, width, margin)]
        for r, row in enumerate(cells):
            line: Line = [(f"{r:{margin - 1}d} ", LABEL, False)]
            line += [(row[c].text(width), row[c].tone, width == 2 and (r + c) % 2 == 1) for c in range(first, last)]
            lines.append(line)
    lines += [[(text, LABEL, False)] for text in _wrapped(_with_example(picture.legend, width), room)]
    return lines


def _widths(columns: int, margin: int, room: int | None, shades: bool) -> tuple[int, int]:
    """Characters a cell, and columns a band."""
    widest, least = 4, 3 if columns <= 100 else 4  # three-digit column labels need 4
    if room is None:
        return (widest if margin + widest * columns <= _ROOM_WITHOUT_LIMIT else least), columns
    for width in (widest, least):
        if margin + width * columns <= room:
            return width, columns
    if shades and margin + 2 * columns <= room:
        return 2, columns
    bands = -(-columns // max(1, (room - margin) // least))
    return least, -(-columns // bands)


def _header(first: int, last: int, width: int, margin: int) -> list[str]:
    """Column labels: one line, or tens above units where a label fills its whole cell."""
    if width > 2:
        gap = " " if width == 4 else ""  # below the digits, not below the percent sign
        return [" " * margin + "".join(f"{c:{width - len(gap)}d}{gap}" for c in range(first, last))]
    tens = "".join(f"{c // 10:2d}" if c % 10 == 0 and c else "  " for c in range(first, last))
    units = "".join(f"{c % 10:2d}" for c in range(first, last))
    return [" " * margin + tens, " " * margin + units] if last > 10 else [" " * margin + units]


def _with_example(legend: Iterable[str], width: int) -> list[str]:
    return [text.format("NN%" if width >= 4 else "NN percent") for text in legend]


def _wrapped(items: Iterable[str], room: int | None) -> list[str]:
    """Items three blanks apart, in lines that fit; an item is never torn."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 3 + len(item) <= (room or _ROOM_WITHOUT_LIMIT):
            lines[-1] += "   " + item
        else:
            lines.append(item)
    return lines
