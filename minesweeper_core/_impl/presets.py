"""The standard board sizes."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["BEGINNER", "EXPERT", "FLAGS", "INTERMEDIATE", "Preset"]


class Preset(NamedTuple):
    """A standard size: ``mc.Game(*mc.EXPERT)``, ``mc.generate(*mc.BEGINNER, 1000)``."""

    rows: int
    cols: int
    mines: int


BEGINNER = Preset(9, 9, 10)
"""9 x 9 with 10 mines."""
INTERMEDIATE = Preset(16, 16, 40)
"""16 x 16 with 40 mines."""
EXPERT = Preset(16, 30, 99)
"""16 rows of 30 with 99 mines."""
FLAGS = Preset(16, 16, 51)
"""16 x 16 with the 51 mines of Minesweeper Flags."""
