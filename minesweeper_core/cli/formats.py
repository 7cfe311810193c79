"""The formats of board files: their names, file name endings, and how many boards a file holds."""

from __future__ import annotations

from pathlib import PurePath
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

import minesweeper_core as mc

Masks: TypeAlias = npt.NDArray[np.bool_]
"""Complete boards: (boards, rows, cols), True for a mine."""

Boards: TypeAlias = list[mc.BoardFile] | Masks
"""Boards of any kind, one by one, or complete boards in one array."""

NUMPY_FORMATS = {"npy": (".npy",), "toollib": ()}
LINE_FORMATS = ("link", "tatham", "tatham-plain")
"""Text formats with one board per line."""
BINARY_FORMATS = ("mbf", "abf", *NUMPY_FORMATS)
FORMATS = mc.FORMATS | NUMPY_FORMATS
"""The file name endings of each format. 'text', line formats and NumPy formats hold many boards, others one."""


def format_of_name(path: str) -> str | None:
    """The format that belongs to the ending of a file name, or None."""
    ending = PurePath(path).suffix.lower()
    return next((name for name, endings in FORMATS.items() if ending in endings), None)


def holds_one_board(format: str) -> bool:
    """Whether a file of this format can hold only one board."""
    return format not in ("text", *LINE_FORMATS, *NUMPY_FORMATS)
