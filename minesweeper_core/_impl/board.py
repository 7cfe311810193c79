"""Converts boards of any accepted form to the row-major bytes that the C library takes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._impl.arguments import UINT32_MAX, integer
from minesweeper_core._impl.words import counted

__all__ = ["BoardLike", "Position"]

MAX_SIDE = 256
GRID2_SIDE = 16
GRID2_MINES = 51

BoardLike: TypeAlias = str | bytes | bytearray | Sequence[str] | Sequence[bytes] | NDArray[Any]
"""The accepted forms of a board.

Text with rows separated by newlines; a list or tuple of rows; flat text with ``width=``; a NumPy array of single bytes
('S1', or uint8 character codes) or characters ('U1'), 2-D, or 1-D with ``width=``. Flat text and 1-D arrays without a
width are a single row, but 16 x 16 for determine_grid2 and get_grid_with_best_probability. The cells are '-' unopened,
'+' a known mine, '0' to '8' opened.
"""

_CELLS = b"-+012345678"
_NO_CELL = re.compile(r"[^-+0-8]")


class Position(NamedTuple):
    """A board in the C library's form: rows * cols characters of -, + and 0..8, row-major, and its total number of
    mines."""

    rows: int
    cols: int
    cells: bytes
    mines: int

    def lines(self) -> list[str]:
        """The rows as strings."""
        text = self.cells.decode("ascii")
        return [text[start : start + self.cols] for start in range(0, len(text), self.cols)]


class Stack(NamedTuple):
    """Boards of one size, concatenated, in the C library's form, and the number of mines of each."""

    boards: int
    rows: int
    cols: int
    cells: bytes
    mines: NDArray[np.uint32]


_Grid: TypeAlias = tuple[int, int, str]
"""Rows, columns, and all cells as text."""


def read_position(board: BoardLike, mines: int, width: int | None = None) -> Position:
    """Convert a board of any form to a Position; ValueError names the row and column at fault.

    Invalid characters may remain: the C library checks every cell anyway and reports the first.
    """
    if type(mines) is not int:
        mines = integer("mines", mines)
    if mines < 0:
        raise ValueError(f"mines must not be negative: {mines}")
    rows, cols, cells = (_plain(board) if width is None else None) or _checked(board, width)
    return Position(rows, cols, cells, mines)


def _plain(board: BoardLike) -> tuple[int, int, bytes] | None:
    """The fast path of _checked for ASCII text in rows of equal length; None for anything else."""
    try:
        if type(board) is list:
            rows, text = len(board), "\n".join(board)
        elif type(board) is str and "\r" not in board:
            text = board.removesuffix("\n")
            rows = text.count("\n") + 1
        else:
            return None
        cells = text.replace("\n", "").encode("ascii")
    except (TypeError, UnicodeEncodeError):
        return None
    ends, size = rows - 1, len(cells)
    cols = size // (rows or 1)
    # Exactly rows - 1 newlines, each where a row of equal length ends.
    if size + ends != len(text) or cols * rows != size or text[cols :: cols + 1] != "\n" * ends:
        return None
    if not 0 < cols <= MAX_SIDE or rows > MAX_SIDE:
        return None
    return rows, cols, cells


def _checked(board: BoardLike, width: int | None) -> tuple[int, int, bytes]:
    """Rows, columns and cells; ValueError names the row and column at fault."""
    rows, cols, text = _grid(board, width)
    _check_sides(rows, cols)
    cells = text.encode("ascii", "replace")
    if cells.translate(None, _CELLS) and (wrong := _NO_CELL.search(text)):
        row, col = divmod(wrong.start(), cols)
        raise invalid_cell(row, col, wrong[0])
    return rows, cols, cells


def read_stack(boards: Sequence[BoardLike] | NDArray[Any], mines: int | Sequence[int] | NDArray[Any]) -> Stack:
    """Check boards of one size; ValueError names the board, and its row and column, at fault."""
    if isinstance(boards, np.ndarray) and boards.ndim == 3 and boards.dtype in (np.uint8, np.dtype("S1")):
        count, rows, cols = boards.shape
        cells = boards.tobytes()
        _check_sides(rows, cols)
    elif isinstance(boards, np.ndarray | Sequence) and not isinstance(boards, str | bytes | bytearray):
        positions = [_read_one(index, board) for index, board in enumerate(boards)]
        count = len(positions)
        rows, cols = positions[0][:2] if positions else (1, 1)
        for index, position in enumerate(positions):
            if position[:2] != (rows, cols):
                here = f"{position.rows} x {position.cols}"
                raise ValueError(f"board {index}: it has {here} cells, but board 0 has {rows} x {cols}")
        cells = b"".join(position.cells for position in positions)
    else:
        raise TypeError("boards must be a sequence of boards or an array of single bytes with 3 dimensions")
    if wrong := cells.translate(None, _CELLS):
        index, cell = divmod(cells.index(wrong[:1]), rows * cols)
        row, col = divmod(cell, cols)
        raise ValueError(f"board {index}: {invalid_cell(row, col, chr(wrong[0]))}")
    return Stack(count, rows, cols, cells, _read_mines(mines, count))


def _read_one(index: int, board: BoardLike) -> Position:
    try:
        return read_position(board, 0)
    except ValueError as error:
        raise ValueError(f"board {index}: {error}") from None


def _read_mines(mines: int | Sequence[int] | NDArray[Any], count: int) -> NDArray[np.uint32]:
    try:
        numbers = np.asarray(mines)
    except ValueError:  # raised by NumPy for rows that differ in length
        raise ValueError(f"mines must be one number, or one for each of the {count} boards") from None
    if numbers.dtype == object or (numbers.dtype.kind == "f" and not isinstance(mines, np.ndarray)):
        # Integers of more than 63 bits, which NumPy may convert to floats, or not integers at all.
        numbers = np.asarray(mines, object)
        whole = [integer("mines", number) for number in numbers.ravel()]
        if whole and min(whole) < 0:
            raise ValueError(f"mines must not be negative: {min(whole)}")
        numbers = np.array([min(number, UINT32_MAX) for number in whole], np.int64).reshape(numbers.shape)
    if numbers.dtype.kind not in "iu" and numbers.size:
        raise TypeError(f"mines must be integers, not {numbers.dtype}")
    if numbers.ndim > 1 or (numbers.ndim == 1 and len(numbers) != count):
        raise ValueError(f"mines must be one number, or one for each of the {count} boards")
    if numbers.size and numbers.min() < 0:
        raise ValueError(f"mines must not be negative: {numbers.min()}")
    # Any number of mines beyond 32 bits is as impossible as UINT32_MAX.
    fitting = np.minimum(numbers.astype(np.uint64), UINT32_MAX).astype(np.uint32)
    return np.ascontiguousarray(np.broadcast_to(fitting, count))


def read_grid2_cells(board: BoardLike) -> bytes:
    """The 256 bytes of a 16 x 16 board for DetermineGrid2, which validates them itself."""
    size = GRID2_SIDE * GRID2_SIDE
    if isinstance(board, str | bytes | bytearray) and len(board) == size:
        text = _text(board)
    else:
        rows, cols, text = _grid(board, None)
        if len(text) != size or (rows, cols) not in ((GRID2_SIDE, GRID2_SIDE), (1, size)):
            raise ValueError(f"the board must have 16 x 16 cells, not {rows} x {cols}")
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError as error:
        row, col = divmod(error.start, GRID2_SIDE)
        raise ValueError(f"row {row}, column {col}: {text[error.start]!r} is not a single byte") from None


def text_grid(board: BoardLike) -> _Grid:
    """Rows, columns and cells, not validated, of a board in any text form."""
    return _grid(board, None)


def _check_sides(rows: int, cols: int) -> None:
    if rows < 1 or cols < 1:
        raise ValueError("row 0, column 0: the board is empty")
    if rows > MAX_SIDE:
        raise ValueError(f"row {MAX_SIDE}, column 0: a board can have at most {MAX_SIDE} rows, not {rows}")
    if cols > MAX_SIDE:
        raise ValueError(f"row 0, column {MAX_SIDE}: a board can have at most {MAX_SIDE} columns, not {cols}")


def _grid(board: BoardLike, width: int | None) -> _Grid:
    if width is not None:
        width = integer("width", width)
    if isinstance(board, np.ndarray):
        return _grid_of_array(board, width)
    if isinstance(board, str | bytes | bytearray):
        text = _text(board)
        if width is not None:
            return _grid_of_flat(text, width)
        lines = text.split("\n")
        if len(lines) > 1 and not lines[-1]:
            lines.pop()
        if "\r" in text:
            lines = [line.removesuffix("\r") for line in lines]
        return _grid_of_lines(lines)
    if isinstance(board, Sequence):
        rows, cols, text = _grid_of_lines([_text(row) for row in board])
        if width is not None and width != cols:
            raise ValueError(
                f"row 0, column {min(width, cols)}: width is {width}, but the row has {counted(cols, 'cell')}"
            )
        return rows, cols, text
    raise TypeError(f"a board must be text, rows of text or a NumPy array, not {type(board).__name__}")


def _text(text: object) -> str:
    if isinstance(text, str):
        return text
    if isinstance(text, bytes | bytearray):
        return text.decode("latin-1")
    raise TypeError(f"a row of a board must be a str or bytes, not {type(text).__name__}")


def _grid_of_lines(lines: list[str]) -> _Grid:
    if not any(lines):
        raise ValueError("row 0, column 0: the board is empty")
    if "" in lines:
        raise ValueError(f"row {lines.index('')}, column 0: the row is empty")
    cols = len(lines[0])
    if len(set(map(len, lines))) > 1:
        row, line = next((row, line) for row, line in enumerate(lines) if len(line) != cols)
        raise ValueError(
            f"row {row}, column {min(len(line), cols)}: this row has {counted(len(line), 'cell')}, but row 0 has {cols}"
        )
    return len(lines), cols, "".join(lines)


def _grid_of_flat(text: str, width: int) -> _Grid:
    if width < 1:
        raise ValueError(f"width must be at least 1: {width}")
    rows, rest = divmod(len(text), width)
    if rest:
        raise ValueError(f"row {rows}, column {rest}: this row has {counted(rest, 'cell')}, but width is {width}")
    if rows == 0:
        raise ValueError("row 0, column 0: the board is empty")
    return rows, width, text


def _grid_of_array(board: NDArray[Any], width: int | None) -> _Grid:
    kind, size = board.dtype.kind, board.dtype.itemsize
    if board.ndim == 1 and ((kind == "S" and size > 1) or (kind == "U" and size > 4)):
        return _grid(board.tolist(), width)
    if kind == "U" and size == 4:
        text = "".join(board.ravel().tolist())
        if len(text) != board.size:
            row, col = divmod(board.ravel().tolist().index(""), board.shape[-1] if width is None else width)
            raise ValueError(f"row {row}, column {col}: the cell is empty")
    elif board.dtype in (np.uint8, np.dtype("S1")):
        text = board.tobytes().decode("latin-1")
    else:
        raise ValueError(f"a board array must hold single bytes ('S1', or uint8 character codes), not {board.dtype}")
    if board.ndim == 1:
        return _grid_of_flat(text, board.size or 1 if width is None else width)
    if board.ndim != 2:
        raise ValueError(f"a board array must have 2 dimensions, or 1 with a width, not {board.ndim}")
    rows, cols = board.shape
    if width is not None and width != cols:
        raise ValueError(f"row 0, column {min(width, cols)}: width is {width}, but the row has {counted(cols, 'cell')}")
    if not text:
        raise ValueError("row 0, column 0: the board is empty")
    return rows, cols, text


def invalid_cell(row: int, col: int, character: str) -> ValueError:
    """The error for a character that is not a cell."""
    return ValueError(f"row {row}, column {col}: unknown character {character!r}; use -, + or 0-8")
