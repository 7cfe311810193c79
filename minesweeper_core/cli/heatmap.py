"""Turns a board and its probabilities into a grid of short texts with styles, and a legend.

The texts alone carry all information; colours only help to see it. `heatmap_layout` arranges the grid in lines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from minesweeper_core.cli.number_format import two_digits

Floats = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]

CERTAIN_MINE = "**"
CERTAINLY_SAFE = "ok"
_ABOVE_0, _BELOW_1 = 5e-324, 1 - 2**-53  # the doubles next to 0 and 1


@dataclass(frozen=True)
class CellStyle:
    """What the colour of a cell stands for. `heat`, 0 to 1, belongs to the kind 'share'."""

    kind: str  # "opened", "known", "mine", "safe", "share" or "label"
    heat: float = 0.0


OPENED = CellStyle("opened")
KNOWN = CellStyle("known")
MINE = CellStyle("mine")
SAFE = CellStyle("safe")
LABEL = CellStyle("label")


@dataclass(frozen=True)
class Cell:
    """The text of a cell in two forms: `wide` for 4 characters, `narrow` for fewer."""

    wide: str
    narrow: str
    style: CellStyle

    def text(self, width: int) -> str:
        if width >= 4:
            return self.wide.rjust(width)
        return self.narrow[-width:].rjust(width)  # cuts '>99' to '99', which is still true when rounded down


@dataclass(frozen=True)
class Heatmap:
    """Rows of cells, and a legend with one item for each kind of text that occurs."""

    cells: list[list[Cell]]
    legend: list[str]


def mine_heatmap(board: Sequence[str], mine: Floats, safe: Bools, certain: Bools) -> Heatmap:
    """P(mine) of the unopened cells, or the mark of a certain mine or a certainly safe cell."""

    def cell(row: int, col: int) -> Cell:
        if certain[row, col]:
            return _mark(CERTAIN_MINE, MINE)
        if safe[row, col]:
            return _mark(CERTAINLY_SAFE, SAFE)
        # A probability that rounds to 0 or 1 is not certain: certainty was decided exactly.
        return _share(min(max(float(mine[row, col]), _ABOVE_0), _BELOW_1))

    return _heatmap(board, cell, "{} chance of a mine")


def zero_around_heatmap(board: Sequence[str], zero_around: Floats) -> Heatmap:
    """P(no mine among the neighbours) of the unopened cells, whatever the cells themselves hold."""

    def cell(row: int, col: int) -> Cell:
        probability = float(zero_around[row, col])
        if probability <= 0:
            return _mark("--", OPENED)
        if probability >= 1:
            return _mark(CERTAINLY_SAFE, SAFE)
        return _share(probability, heat=1 - probability)

    meanings = {"--": "impossible", CERTAINLY_SAFE: "certain"}
    return _heatmap(board, cell, "{} chance of no mine around", meanings)


def number_heatmap(board: Sequence[str], number: Floats, certain: Bools) -> Heatmap:
    """The most likely number of each unopened cell if it is safe: '2?', or '2!' if no other is possible."""

    def cell(row: int, col: int) -> Cell:
        if certain[row, col]:
            return _mark(CERTAIN_MINE, MINE)
        likeliest = int(np.argmax(number[row, col]))
        only_one = np.count_nonzero(number[row, col]) == 1
        text = f"{likeliest}{'!' if only_one else '?'}"
        return Cell(text + " ", text, CellStyle("share", likeliest / 8))

    meanings = {"?": "2? most likely number, if safe", "!": "2! only possible number, if safe"}
    return _heatmap(board, cell, "", meanings)


def share_heatmap(board: Sequence[str], share: Floats, meaning: str) -> Heatmap:
    """Shares of sampled boards, where 0 and 100 are counts, not certainty. Negative values are not available."""

    def cell(row: int, col: int) -> Cell:
        value = float(share[row, col])
        if value < 0:
            return _mark("--", OPENED)
        return _share(value)

    return _heatmap(board, cell, "{} of the sampled boards have " + meaning, {"--": "not available"})


def certain_mine_heatmap(board: Sequence[str], certain: Bools) -> Heatmap:
    """The certain mines only."""

    def cell(row: int, col: int) -> Cell:
        return _mark(CERTAIN_MINE, MINE) if certain[row, col] else _mark("-", OPENED)

    return _heatmap(board, cell, "", {"-": "unopened, not a certain mine"})


def _mark(text: str, style: CellStyle) -> Cell:
    return Cell(text + " ", text, style)


def _share(probability: float, heat: float | None = None) -> Cell:
    narrow = two_digits(probability)
    wide = narrow.removeprefix("0")
    return Cell(wide + "%", narrow, CellStyle("share", probability if heat is None else heat))


def _heatmap(
    board: Sequence[str],
    unopened: Callable[[int, int], Cell],
    share_legend: str,
    meanings: dict[str, str] | None = None,
) -> Heatmap:
    """The whole board, with unopened cells drawn by `unopened(row, col)` and explained by `meanings`."""
    cells = [
        [unopened(r, c) if character == "-" else _opened(character) for c, character in enumerate(row)]
        for r, row in enumerate(board)
    ]
    present = {(cell.narrow, cell.style.kind) for row in cells for cell in row}
    texts = {text for text, _ in present}
    legend = []
    if share_legend and any(kind == "share" for _, kind in present):
        legend.append(share_legend)
    meanings = {CERTAIN_MINE: "certain mine", CERTAINLY_SAFE: "certainly safe"} | (meanings or {})
    for mark, meaning in meanings.items():
        if mark in texts:
            legend.append(f"{mark} {meaning}")
        elif mark in "?!" and any(text.endswith(mark) for text in texts):
            legend.append(meaning)
    if any(text in "12345678" for text in texts):
        legend.append("1-8 opened")
    if "." in texts:
        legend.append(". opened 0")
    if "+" in texts:
        legend.append("+ known mine")
    return Heatmap(cells, legend)


def _opened(character: str) -> Cell:
    text = "." if character == "0" else character
    return Cell(f"{text} ", text, KNOWN if character == "+" else OPENED)
