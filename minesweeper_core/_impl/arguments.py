"""Validates the arguments that users pass, and allocates arrays of boards."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

UINT32_MAX = 2**32 - 1
UINT64_MAX = 2**64 - 1
DEFAULT_MEMORY = 2**30

Poll: TypeAlias = Callable[[float], object]
"""Called with the progress, 0 to 1, or a negative number if it is unknown. Its result is ignored. An exception that it
raises ends the call and propagates from it."""

FirstClick: TypeAlias = Literal["anything", "safe", "opening"]
"""What the first click of a game may hit: anything; no mine; no mine in or around the cell."""
FIRST_CLICKS: tuple[FirstClick, ...] = ("anything", "safe", "opening")  # numbered as in mines_first_click


def integer(name: str, value: int) -> int:
    """The value as an int; TypeError unless it has an integer type other than bool."""
    if type(value) is int:
        return value
    if not isinstance(value, (bool, np.bool_)):
        try:
            return operator.index(value)
        except TypeError:
            pass
    raise TypeError(f"{name} must be an integer, not {type(value).__name__}")


def unsigned(name: str, value: int, maximum: int = UINT32_MAX, minimum: int = 0) -> int:
    """The value as an int; ValueError unless it is from minimum to maximum."""
    value = integer(name, value)
    if not minimum <= value <= maximum:
        raise ValueError(f"{name} must be from {minimum} to {maximum}: {value}")
    return value


def switch(name: str, value: bool) -> bool:
    """The value, a Python or NumPy bool or an integer 0 or 1, as a bool; TypeError or ValueError for any other."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be True or False, not {type(value).__name__}") from None
    if number not in (0, 1):
        raise ValueError(f"{name} must be True or False: {number}")
    return number == 1


def seed_of(seed: int | None) -> int:
    """The seed, or a random one from the system if it is None."""
    return int.from_bytes(os.urandom(8), "little") if seed is None else unsigned("seed", seed, UINT64_MAX)


def memory_of(memory: int | None) -> int:
    """The budget in bytes, 1 GiB if it is None."""
    if memory is None:
        return DEFAULT_MEMORY
    return unsigned("memory", memory, UINT64_MAX, minimum=1)


def new_boards(count: int, rows: int, cols: int) -> NDArray[np.bool_]:
    """An uninitialised array (count, rows, cols); MemoryError says how many bytes it needs."""
    try:
        return np.empty((count, rows, cols), np.bool_)
    except (MemoryError, ValueError, OverflowError):  # the last two if the size overflows
        needed = f"{count * rows * cols:,} bytes"
        raise MemoryError(f"no memory for {count:,} boards of {rows} x {cols} cells: they need {needed}") from None


def first_click(first: FirstClick) -> int:
    """The rule's number in mines_first_click; ValueError lists the rules."""
    if first not in FIRST_CLICKS:
        raise ValueError(f"first is {first!r}, but must be one of {', '.join(map(repr, FIRST_CLICKS))}")
    return FIRST_CLICKS.index(first)


def read_cell(name: str, cell: tuple[int, int], rows: int, cols: int) -> tuple[int, int]:
    """A cell of the board as (row, column); ValueError if it is outside."""
    try:
        row, col = cell
    except TypeError:
        raise TypeError(f"{name} must be (row, column), not {cell!r}") from None
    except ValueError:
        raise ValueError(f"{name} must be (row, column), not {cell!r}") from None
    row, col = integer(f"the row of {name}", row), integer(f"the column of {name}", col)
    if not (0 <= row < rows and 0 <= col < cols):
        raise ValueError(f"{name} is row {row}, column {col}, but the board has {rows} rows and {cols} columns")
    return row, col
