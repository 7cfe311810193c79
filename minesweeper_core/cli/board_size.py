"""Sizes of boards as people ask for them: a preset's name, or rows and columns with a number of mines."""

from __future__ import annotations

import re

from minesweeper_core._impl.presets import BEGINNER, EXPERT, INTERMEDIATE, Preset
from minesweeper_core._impl.words import counted
from minesweeper_core.cli.errors import CommandError
from minesweeper_core.cli.position_file import STANDARD_MINES

MAX_SIDE = 32767
MAX_CELLS = 1 << 28

PRESETS = {"beginner": BEGINNER, "intermediate": INTERMEDIATE, "expert": EXPERT}


def shown(size: Preset) -> str:
    """A size as `size` takes it: '16x30'."""
    return f"{size.rows}x{size.cols}"


def size(text: str, mines: int | None) -> Preset:
    """The size that `text` and `--mines` ask for: a preset, or ROWSxCOLS with the usual mines where it has such."""
    if text in PRESETS:
        preset = PRESETS[text]
        found = (preset.rows, preset.cols)
        usual: int | None = preset.mines
    elif match := re.fullmatch(r"([0-9]{1,9})x([0-9]{1,9})", text):
        found = (int(match[1]), int(match[2]))
        usual = STANDARD_MINES.get(found)
    else:
        raise CommandError(f"{text[:40]!a} is no size: give ROWSxCOLS or one of {', '.join(PRESETS)}")
    rows, cols = found
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE and rows * cols <= MAX_CELLS):
        raise CommandError(f"{text} is out of range: sides go from 1 to {MAX_SIDE}, with at most {MAX_CELLS} cells")
    if mines is None:
        mines = usual
    if mines is None:
        where = f"{counted(rows, 'row')} by {counted(cols, 'column')}"
        raise CommandError(f"a board of {where} has no usual number of mines: give --mines N")
    if mines > rows * cols:
        raise CommandError(f"{counted(mines, 'mine')} do not fit {counted(rows * cols, 'cell')}")
    return Preset(rows, cols, mines)
