"""Board sizes: the SIZE argument, the usual numbers of mines, and the limits."""

from __future__ import annotations

import re

import minesweeper_core as mc
from minesweeper_core.cli.errors import CommandError
from minesweeper_core.cli.number_format import counted

MAX_SIDE = 32767
MAX_CELLS = 1 << 28
MAX_SOLVABLE_SIDE = 256  # of the solver, and so of no-guess boards

PRESETS = {"beginner": mc.BEGINNER, "intermediate": mc.INTERMEDIATE, "expert": mc.EXPERT}

USUAL_MINES = {(16, 16): 51, (9, 9): 10, (16, 30): 99, (30, 16): 99}
"""The default number of mines by (rows, columns). 16 x 16 is the board of Minesweeper Flags."""


def size_text(size: mc.Preset) -> str:
    """A size in the form that `parse_size` reads: '16x30'."""
    return f"{size.rows}x{size.cols}"


def usual_mines(rows: int, cols: int) -> int:
    """The default number of mines for a size. CommandError if it has none."""
    if (rows, cols) not in USUAL_MINES:
        raise CommandError(f"no usual number of mines for a {rows}x{cols} board; use --mines N")
    return USUAL_MINES[rows, cols]


def parse_size(text: str, mines: int | None) -> mc.Preset:
    """The size for the arguments SIZE and --mines: a preset, or ROWSxCOLS with the given or usual number of mines."""
    if text in PRESETS:
        rows, cols, default = PRESETS[text]
        return _checked(text, rows, cols, default if mines is None else mines)
    match = re.fullmatch(r"([0-9]{1,9})x([0-9]{1,9})", text)
    if not match:
        raise CommandError(f"invalid size {text[:40]!a}; use ROWSxCOLS or one of {', '.join(PRESETS)}")
    return _checked(text, int(match[1]), int(match[2]), mines)


def _checked(text: str, rows: int, cols: int, mines: int | None) -> mc.Preset:
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE and rows * cols <= MAX_CELLS):
        raise CommandError(
            f"size {text} is out of range; rows and columns must be 1 to {MAX_SIDE}, cells at most {MAX_CELLS}"
        )
    if mines is None:
        mines = usual_mines(rows, cols)
    if mines > rows * cols:
        raise CommandError(f"{counted(mines, 'mine')} can't fit in {counted(rows * cols, 'cell')}")
    return mc.Preset(rows, cols, mines)
