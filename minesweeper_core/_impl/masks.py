"""Converts complete boards of any accepted form to the masks that the C library takes: one byte per cell, 1 for a mine.

Also converts the opened cells of boards in play.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._impl.arguments import integer
from minesweeper_core._impl.board import text_grid
from minesweeper_core._impl.words import counted

__all__ = [
    "MaskLike",
    "Masked",
    "Masks",
    "OpenedLike",
    "array_of",
    "blocks",
    "check_sides",
    "first_in",
    "read_mask",
    "read_masks",
    "read_opened",
    "read_sides",
]

MAX_SIDE = 32767
MAX_CELLS = 1 << 28

_BLOCK = 2**20
"""Cells per block: interrupts are handled between blocks."""
_WHOLE = ((slice(None), slice(None)),)
"""The only block of a board with at most that many cells."""


class Masked(Protocol):
    """An object with the mask of its mines: a game or a BoardFile."""

    @property
    def mask(self) -> NDArray[np.bool_] | None:
        """The mines, bool (rows, cols); None if they are unknown."""


OpenedLike: TypeAlias = str | bytes | bytearray | Sequence[Any] | NDArray[Any]
MaskLike: TypeAlias = OpenedLike | Masked
"""The accepted forms of a complete board.

A bool array (rows, cols), True where a mine is, or one of integers 0 and 1. An array of the numbers that the cells
show, mines -1 as in ms_toollib, or 9; the other cells may all be 0 instead. Nested lists of the same. Text with rows
separated by newlines, a list of rows, or an array of characters: 'M', '*', '+' or '9' a mine, '.' or '-' a safe cell,
'0' to '8' a safe cell with this number. Numbers must be right, unless all are 0. Text of '-' and numbers alone is
rejected: it is a position, whose mines are unknown. A game or BoardFile whose mines are known.
"""

_MINE, _SAFE, _WRONG = 9, 10, 11
_OF_BYTE = np.full(256, _WRONG, np.int8)
_OF_BYTE[list(b"M*+9")] = _MINE
_OF_BYTE[list(b".-")] = _SAFE
_OF_BYTE[list(b"012345678")] = range(9)


class Masks(NamedTuple):
    """Complete boards of one size in the C library's form."""

    cells: NDArray[np.uint8]
    """1 where a mine is, (n, rows, cols), C-contiguous. May be the caller's memory, so it must not be written."""
    stacked: bool
    """Whether the caller passed a stack of boards rather than one."""


def read_masks(boards: MaskLike, advice: str = "") -> Masks:
    """Check one board, or a stack of them (n, rows, cols); ValueError names the row and column at fault.

    advice: the end of the error message for a position.
    """
    boards = _known(boards)
    if isinstance(boards, np.ndarray) and boards.dtype.kind not in "SU":
        numbers = boards
    elif isinstance(boards, list | tuple) and boards and not isinstance(boards[0], str | bytes | bytearray):
        numbers = array_of(boards)
    else:
        rows, cols, text = text_grid(boards)
        check_sides(rows, cols)
        return Masks(_mask_of_text(text, rows, cols, advice)[np.newaxis], False)
    if numbers.ndim not in (2, 3):
        raise ValueError(f"a board must have 2 dimensions, and a stack of boards 3, not {numbers.ndim}")
    if numbers.dtype.kind not in "biu":
        raise TypeError(f"a board array must hold bools or integers, not {numbers.dtype}")
    check_sides(*numbers.shape[-2:])
    mask = numbers if numbers.dtype == np.bool_ else _mask_of_numbers(numbers)
    cells = np.ascontiguousarray(mask).view(np.uint8)
    return Masks(cells.reshape(-1, *cells.shape[-2:]), numbers.ndim == 3)


def read_mask(board: MaskLike, advice: str = "") -> NDArray[np.uint8]:
    """Check one board and convert it to a mask (rows, cols)."""
    masks = read_masks(board, advice)
    if masks.stacked:
        raise ValueError("expected one board, not a stack")
    cells: NDArray[np.uint8] = masks.cells[0]
    return cells


def read_opened(opened: OpenedLike, masks: Masks) -> NDArray[np.uint8]:
    """The opened cells of boards in play, 1 = opened, in the shape of their masks.

    opened: a bool array, or one of integers 0 and 1; or text in the form of a game's board, where the cells with a
    number are opened.
    """
    if isinstance(opened, list | tuple) and opened and not isinstance(opened[0], str | bytes | bytearray):
        opened = array_of(opened)
    if isinstance(opened, np.ndarray) and opened.dtype.kind not in "SU":
        cells = opened
        if cells.dtype.kind not in "biu":
            raise TypeError(f"opened must hold bools or integers, not {cells.dtype}")
        if cells.dtype != np.bool_ and cells.size and (cells.min() < 0 or cells.max() > 1):
            where = np.argwhere((cells < 0) | (cells > 1))[0]
            raise ValueError(f"{_place(where)}: {cells[tuple(where)]} is neither 0 nor 1")
    else:
        rows, cols, text = text_grid(opened)
        what = "- or F for an unopened cell, 0-8 or + for an opened one"
        cells = _codes(text.replace("F", "-"), rows, cols, what) < _MINE
    here, there = cells.shape[-2:], masks.cells.shape[-2:]
    if cells.ndim != 2 + masks.stacked or here != there or (masks.stacked and len(cells) != len(masks.cells)):
        whole = masks.cells.shape if masks.stacked else there
        raise ValueError(f"opened has {_size(cells.shape)} cells, but the board has {_size(whole)}")
    return np.ascontiguousarray(cells.astype(np.uint8)).reshape(masks.cells.shape)


def blocks(shape: tuple[int, ...]) -> Sequence[tuple[slice, ...]]:
    """Slices of whole rows, of about _BLOCK cells, that together cover one board or a stack in order."""
    if math.prod(shape) <= _BLOCK:
        return _WHOLE
    *boards, rows, cols = shape
    many = max(1, _BLOCK // cols)
    slices = [(slice(first, min(first + many, rows)),) for first in range(0, rows, many)]
    if not boards:
        return slices
    many = max(1, _BLOCK // (rows * cols))
    return [
        (slice(first, min(first + many, boards[0])), *rest) for first in range(0, boards[0], many) for rest in slices
    ]


def first_in(found: NDArray[np.bool_], block: tuple[slice, ...]) -> tuple[int, ...]:
    """The indices, in the whole array, of a block's first True."""
    cell = np.unravel_index(int(found.argmax()), found.shape)
    starts = [part.start or 0 for part in block] + [0] * (found.ndim - len(block))
    return tuple(start + int(at) for start, at in zip(starts, cell, strict=True))


def numbers_around(mask: NDArray[np.bool_]) -> NDArray[np.int8]:
    """The number of mines among each cell's neighbours, of one board or a stack."""
    *boards, rows, cols = mask.shape
    wide = np.zeros((*boards, rows + 2, cols + 2), np.int8)
    wide[..., 1:-1, 1:-1] = mask
    three = wide[..., :-2] + wide[..., 1:-1] + wide[..., 2:]
    nine: NDArray[np.int8] = three[..., :-2, :] + three[..., 1:-1, :] + three[..., 2:, :]
    nine -= mask.view(np.int8)
    return nine


def _numbers_around(mask: NDArray[np.bool_], block: tuple[slice, ...]) -> NDArray[np.int8]:
    """One block of numbers_around, which depends on one more row above and below."""
    if block is _WHOLE[0]:
        return numbers_around(mask)
    *boards, here = block
    above = min(here.start, 1)
    around = numbers_around(mask[*boards, here.start - above : here.stop + 1])
    return around[..., above : above + here.stop - here.start, :]


def _known(board: MaskLike) -> OpenedLike:
    """The mask of a game or BoardFile; anything else unchanged."""
    if isinstance(board, np.ndarray | Sequence | bytearray) or not hasattr(board, "mask"):
        return cast(OpenedLike, board)
    if board.mask is None:
        raise ValueError("the mines of this board are not known yet")
    return board.mask


def array_of(boards: Sequence[Any]) -> NDArray[Any]:
    """Nested lists as an array; ValueError names the row that differs from the first."""
    try:
        return np.asarray(boards)
    except ValueError:
        pass  # NumPy does not say where
    for row, line in enumerate(boards):
        if isinstance(line, Sequence) and isinstance(boards[0], Sequence) and len(line) != len(boards[0]):
            raise ValueError(
                f"row {row}, column {min(len(line), len(boards[0]))}: this row has {counted(len(line), 'cell')}, "
                f"but row 0 has {len(boards[0])}"
            )
    raise ValueError("the boards, or their rows, differ in length")


def _mask_of_numbers(numbers: NDArray[Any]) -> NDArray[np.bool_]:
    mask = np.empty(numbers.shape, np.bool_)
    if numbers.size == 0:
        return mask
    least, most = numbers.min(), numbers.max()
    if least >= 0 and most <= 1:
        for block in blocks(mask.shape):
            mask[block] = numbers[block]
        return mask
    if least < -1 or most > 9:
        where = _first(numbers, lambda here: (here < -1) | (here > 9))
        raise ValueError(f"{_place(where)}: unknown number {numbers[where]}; use 0-8, and -1 or 9 for mines")
    if least == -1 and most == 9:
        where = _first(numbers, lambda here: here == 9)
        raise ValueError(f"{_place(where)}: 9, but other mines are -1")
    codes = np.empty(numbers.shape, np.int8)
    mine = -1 if least < 0 else 9
    for block in blocks(mask.shape):
        codes[block] = numbers[block]
        np.equal(codes[block], mine, out=mask[block])
    for block in blocks(mask.shape):
        expected = _numbers_around(mask, block)
        np.copyto(expected, mine, where=mask[block])
        if not (codes[block] == expected).all():
            _check_numbers(codes, mask)
            break
    return mask


def _mask_of_text(text: str, rows: int, cols: int, advice: str) -> NDArray[np.uint8]:
    what = "M, *, + or 9 for a mine, ., - or 0-8 for a safe cell"
    codes = _codes(text, rows, cols, what)
    mask = np.empty(codes.shape, np.bool_)
    for block in blocks(mask.shape):
        np.equal(codes[block], _MINE, out=mask[block])
    if not mask.any() and "." not in text and "-" in text:
        row, col = divmod(text.index("-"), cols)
        raise ValueError(
            f"row {row}, column {col}: this is a position, with unopened cells '-' and no mine; the safe cells of a "
            f"complete board without mines are '.' or '0'{advice}"
        )
    _check_numbers(codes, mask)
    cells: NDArray[np.uint8] = mask.view(np.uint8)
    return cells


def _codes(text: str, rows: int, cols: int, what: str) -> NDArray[np.int8]:
    """The cell codes of a text; ValueError locates an unknown character and says what to use instead."""
    letters = np.frombuffer(text.encode("ascii", "replace"), np.uint8).reshape(rows, cols)
    codes = np.empty(letters.shape, np.int8)
    for block in blocks(codes.shape):
        codes[block] = _OF_BYTE[letters[block]]
        if codes[block].max() == _WRONG:
            row, col = first_in(codes[block] == _WRONG, block)
            raise ValueError(f"row {row}, column {col}: unknown character {text[row * cols + col]!r}; use {what}")
    return codes


def _check_numbers(codes: NDArray[np.int8], mask: NDArray[np.bool_]) -> None:
    """Check that the numbers are right, or all 0, which means that they are not given."""
    if not any(((codes[block] > 0) & (codes[block] < _MINE)).any() for block in blocks(codes.shape)):
        return
    for block in blocks(codes.shape):
        here = codes[block]
        around = _numbers_around(mask, block)
        wrong = (here >= 0) & (here < _MINE) & (here != around)
        if wrong.any():
            where = first_in(wrong, block)
            mines = around.flat[wrong.argmax()]
            raise ValueError(
                f"{_place(where)}: the cell shows {codes[where]}, but {counted(mines, 'mine')} "
                f"{'is' if mines == 1 else 'are'} around it"
            )


def _first(numbers: NDArray[Any], wrong: Callable[[NDArray[Any]], NDArray[np.bool_]]) -> tuple[int, ...]:
    """The indices of the first wrong number."""
    return next(first_in(found, block) for block in blocks(numbers.shape) if (found := wrong(numbers[block])).any())


def _place(where: Sequence[Any] | NDArray[Any]) -> str:
    """The place of a cell for messages, with the board's number in a stack."""
    *board, row, col = where
    return "".join(f"board {number}: " for number in board) + f"row {row}, column {col}"


def _size(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape))


def read_sides(rows: int, cols: int) -> tuple[int, int]:
    """Check the sides of a new board; ValueError names the invalid one."""
    rows, cols = integer("rows", rows), integer("cols", cols)
    for name, side in ("rows", rows), ("cols", cols):
        if not 1 <= side <= MAX_SIDE:
            raise ValueError(f"{name} must be from 1 to {MAX_SIDE}: {side}")
    if rows * cols > MAX_CELLS:
        raise ValueError(f"a board can have at most {MAX_CELLS} cells, not {rows} x {cols} = {rows * cols}")
    return rows, cols


def check_sides(rows: int, cols: int) -> None:
    if rows < 1 or cols < 1:
        raise ValueError("row 0, column 0: the board is empty")
    if rows > MAX_SIDE:
        raise ValueError(f"row {MAX_SIDE}, column 0: a board can have at most {MAX_SIDE} rows, not {rows}")
    if cols > MAX_SIDE:
        raise ValueError(f"row 0, column {MAX_SIDE}: a board can have at most {MAX_SIDE} columns, not {cols}")
    if rows * cols > MAX_CELLS:
        row, col = divmod(MAX_CELLS, cols)
        raise ValueError(f"row {row}, column {col}: a board can have at most {MAX_CELLS} cells, not {rows * cols}")
