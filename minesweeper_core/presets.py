"""The boards that everyone plays."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["BEGINNER", "EXPERT", "FLAGS", "INTERMEDIATE", "Preset"]


class Preset(NamedTuple):
    """A standard size: ``mc.Game(*mc.EXPERT)``, ``mc.generate(*mc.BEGINNER, 1000)``."""

    rows: int
    cols: int
    mines: int


# Rows first: 99 mines lie on 16 rows of 30.
BEGINNER = Preset(9, 9, 10)
INTERMEDIATE = Preset(16, 16, 40)
EXPERT = Preset(16, 30, 99)
FLAGS = Preset(16, 16, 51)
