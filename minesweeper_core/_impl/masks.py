"""Complete boards as people write them, to the masks that the C library takes: one byte a cell, 1 where a mine is.

Also the opened cells of boards being played.
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
"""Cells to go through at once: an interrupt is seen between two blocks."""
_WHOLE = ((slice(None), slice(None)),)
"""The only block of what has no more cells."""


class Masked(Protocol):
    """What knows its mines: a game, or a BoardFile."""

    @property
    def mask(self) -> NDArray[np.bool_] | None:
        """The mines, bool (rows, cols); None where they are not known."""


OpenedLike: TypeAlias = str | bytes | bytearray | Sequence[Any] | NDArray[Any]
MaskLike: TypeAlias = OpenedLike | Masked
"""The forms a complete board may have.

A bool array (rows, cols), True where a mine is, or one of integers 0 and 1. An array of the numbers that the cells
show, mines -1 as in ms_toollib, or 9; the other cells may all be 0 instead. Nested lists of the same. Text with rows
split by newlines, a list of rows, or an array of characters: 'M', '*', '+' or '9' a mine, '.' or '-' a safe cell, '0'
to '8' a safe cell that shows this; numbers other than 0 must be right. '-' needs a mine or a '.' beside it: text of '-'
and numbers alone is a position, whose mines nobody knows. A game or a BoardFile, which stands for its mines.
"""

_MINE, _SAFE, _WRONG = 9, 10, 11
_OF_BYTE = np.full(256, _WRONG, np.int8)
_OF_BYTE[list(b"M*+9")] = _MINE
_OF_BYTE[list(b".-")] = _SAFE
_OF_BYTE[list(b"012345678")] = range(9)


class Masks(NamedTuple):
    """Complete boards of one size in the C library's form."""

    cells: NDArray[np.uint8]
    """1 where a mine is, (n, rows, cols), C-contiguous. May be the caller's own memory: it is only read."""
    stacked: bool
    """Whether the caller gave a stack of boards, and not one."""


def read_masks(boards: MaskLike, otherwise: str = "") -> Masks:
    """Check one board, or a stack of them (n, rows, cols); ValueError names the row and column at fault.

    otherwise: what a refusal of a position ends with.
    """
    boards = _known(boards)
    if isinstance(boards, np.ndarray) and boards.dtype.kind not in "SU":
        numbers = boards
    elif isinstance(boards, list | tuple) and boards and not isinstance(boards[0], str | bytes | bytearray):
        numbers = array_of(boards)
    else:
        rows, cols, text = text_grid(boards)
        check_sides(rows, cols)
        return Masks(_mask_of_text(text, rows, cols, otherwise)[np.newaxis], False)
    if numbers.ndim not in (2, 3):
        raise ValueError(f"a board has 2 dimensions, and a stack of boards 3, not {numbers.ndim}")
    if numbers.dtype.kind not in "biu":
        raise TypeError(f"a board's array holds bools or integers, not {numbers.dtype}")
    check_sides(*numbers.shape[-2:])
    mask = numbers if numbers.dtype == np.bool_ else _mask_of_numbers(numbers)
    cells = np.ascontiguousarray(mask).view(np.uint8)
    return Masks(cells.reshape(-1, *cells.shape[-2:]), numbers.ndim == 3)


def read_mask(board: MaskLike, otherwise: str = "") -> NDArray[np.uint8]:
    """Check one board, and bring it into the form (rows, cols)."""
    masks = read_masks(board, otherwise)
    if masks.stacked:
        raise ValueError("this takes one board, not a stack of them")
    cells: NDArray[np.uint8] = masks.cells[0]
    return cells


def read_opened(opened: OpenedLike, masks: Masks) -> NDArray[np.uint8]:
    """The opened cells of boards being played, 1 = opened: in the shape of their masks, to which they must fit.

    opened: a bool array, or one of integers 0 and 1; or text in the form of a game's board, where the cells with a
    number are opened.
    """
    if isinstance(opened, list | tuple) and opened and not isinstance(opened[0], str | bytes | bytearray):
        opened = array_of(opened)
    if isinstance(opened, np.ndarray) and opened.dtype.kind not in "SU":
        cells = opened
        if cells.dtype.kind not in "biu":
            raise TypeError(f"opened holds bools or integers, not {cells.dtype}")
        if cells.dtype != np.bool_ and cells.size and (cells.min() < 0 or cells.max() > 1):
            where = np.argwhere((cells < 0) | (cells > 1))[0]
            raise ValueError(f"{_place(where)}: {cells[tuple(where)]} is neither 0 nor 1")
    else:
        rows, cols, text = text_grid(opened)
        what = "a board in play; unopened cells are '-' or 'F', opened ones '0' to '8' or '+'"
        cells = _codes(text.replace("F", "-"), rows, cols, what) < _MINE
    here, there = cells.shape[-2:], masks.cells.shape[-2:]
    if cells.ndim != 2 + masks.stacked or here != there or (masks.stacked and len(cells) != len(masks.cells)):
        whole = masks.cells.shape if masks.stacked else there
        raise ValueError(f"opened is {_size(cells.shape)}, the board {_size(whole)}")
    return np.ascontiguousarray(cells.astype(np.uint8)).reshape(masks.cells.shape)


def blocks(shape: tuple[int, ...]) -> Sequence[tuple[slice, ...]]:
    """Slices, of one board or of a stack, that together are all of it, in its order: whole rows, many cells at once."""
    if math.prod(shape) <= _BLOCK:
        return _WHOLE
    *boards, rows, cols = shape
    many = max(1, _BLOCK // cols)
    some = [(slice(first, min(first + many, rows)),) for first in range(0, rows, many)]
    if not boards:
        return some
    many = max(1, _BLOCK // (rows * cols))
    return [(slice(first, min(first + many, boards[0])), *rest) for first in range(0, boards[0], many) for rest in some]


def first_in(found: NDArray[np.bool_], some: tuple[slice, ...]) -> tuple[int, ...]:
    """Where in the whole the first cell is that was found in one of its blocks."""
    cell = np.unravel_index(int(found.argmax()), found.shape)
    starts = [part.start or 0 for part in some] + [0] * (found.ndim - len(some))
    return tuple(start + int(at) for start, at in zip(starts, cell, strict=True))


def numbers_around(mask: NDArray[np.bool_]) -> NDArray[np.int8]:
    """The mines among each cell's neighbours, of one board or a stack."""
    *boards, rows, cols = mask.shape
    wide = np.zeros((*boards, rows + 2, cols + 2), np.int8)
    wide[..., 1:-1, 1:-1] = mask
    three = wide[..., :-2] + wide[..., 1:-1] + wide[..., 2:]
    nine: NDArray[np.int8] = three[..., :-2, :] + three[..., 1:-1, :] + three[..., 2:, :]
    nine -= mask.view(np.int8)
    return nine


def _numbers_around(mask: NDArray[np.bool_], some: tuple[slice, ...]) -> NDArray[np.int8]:
    """What numbers_around has there, which depends on one row more above and below."""
    if some is _WHOLE[0]:
        return numbers_around(mask)
    *boards, here = some
    above = min(here.start, 1)
    around = numbers_around(mask[*boards, here.start - above : here.stop + 1])
    return around[..., above : above + here.stop - here.start, :]


def _known(board: MaskLike) -> OpenedLike:
    """The mines of what knows them; anything else as it is."""
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
                f"row {row}, column {min(len(line), len(boards[0]))}: the row has {counted(len(line), 'cell')}, "
                f"row 0 has {len(boards[0])}"
            )
    raise ValueError("the boards, or their rows, differ in length")


def _mask_of_numbers(numbers: NDArray[Any]) -> NDArray[np.bool_]:
    mask = np.empty(numbers.shape, np.bool_)
    if numbers.size == 0:
        return mask
    least, most = numbers.min(), numbers.max()
    if least >= 0 and most <= 1:
        for some in blocks(mask.shape):
            mask[some] = numbers[some]
        return mask
    if least < -1 or most > 9:
        where = _first(numbers, lambda here: (here < -1) | (here > 9))
        raise ValueError(f"{_place(where)}: {numbers[where]} is no cell of a complete board")
    if least == -1 and most == 9:
        where = _first(numbers, lambda here: here == 9)
        raise ValueError(f"{_place(where)}: 9, but other mines are -1")
    codes = np.empty(numbers.shape, np.int8)
    mine = -1 if least < 0 else 9
    for some in blocks(mask.shape):
        codes[some] = numbers[some]
        np.equal(codes[some], mine, out=mask[some])
    for some in blocks(mask.shape):
        expected = _numbers_around(mask, some)
        np.copyto(expected, mine, where=mask[some])
        if not (codes[some] == expected).all():
            _check_numbers(codes, mask)
            break
    return mask


def _mask_of_text(text: str, rows: int, cols: int, otherwise: str) -> NDArray[np.uint8]:
    what = "a complete board; mines are 'M', '*', '+' or '9', safe cells '.', '-' or '0' to '8'"
    codes = _codes(text, rows, cols, what)
    mask = np.empty(codes.shape, np.bool_)
    for some in blocks(mask.shape):
        np.equal(codes[some], _MINE, out=mask[some])
    if not mask.any() and "." not in text and "-" in text:
        row, col = divmod(text.index("-"), cols)
        raise ValueError(
            f"row {row}, column {col}: this is a position, with unopened cells '-' and no mine; the safe cells of a "
            f"complete board without mines are '.' or '0'{otherwise}"
        )
    _check_numbers(codes, mask)
    cells: NDArray[np.uint8] = mask.view(np.uint8)
    return cells


def _codes(text: str, rows: int, cols: int, what: str) -> NDArray[np.int8]:
    """The cells of a text; ValueError says where one is no cell of what it should be."""
    letters = np.frombuffer(text.encode("ascii", "replace"), np.uint8).reshape(rows, cols)
    codes = np.empty(letters.shape, np.int8)
    for some in blocks(codes.shape):
        codes[some] = _OF_BYTE[letters[some]]
        if codes[some].max() == _WRONG:
            row, col = first_in(codes[some] == _WRONG, some)
            raise ValueError(f"row {row}, column {col}: {text[row * cols + col]!r} is no cell of {what}")
    return codes


def _check_numbers(codes: NDArray[np.int8], mask: NDArray[np.bool_]) -> None:
    """Numbers are right, or they are all 0 and say nothing."""
    if not any(((codes[some] > 0) & (codes[some] < _MINE)).any() for some in blocks(codes.shape)):
        return
    for some in blocks(codes.shape):
        here = codes[some]
        around = _numbers_around(mask, some)
        wrong = (here >= 0) & (here < _MINE) & (here != around)
        if wrong.any():
            where = first_in(wrong, some)
            mines = around.flat[wrong.argmax()]
            raise ValueError(
                f"{_place(where)}: the cell shows {codes[where]}, but {counted(mines, 'mine')} "
                f"{'is' if mines == 1 else 'are'} around it"
            )


def _first(numbers: NDArray[Any], wrong: Callable[[NDArray[Any]], NDArray[np.bool_]]) -> tuple[int, ...]:
    """Where the first of the wrong numbers is."""
    return next(first_in(found, some) for some in blocks(numbers.shape) if (found := wrong(numbers[some])).any())


def _place(where: Sequence[Any] | NDArray[Any]) -> str:
    """Where a cell is, with the board's number in a stack."""
    *board, row, col = where
    return "".join(f"board {number}: " for number in board) + f"row {row}, column {col}"


def _size(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape))


def read_sides(rows: int, cols: int) -> tuple[int, int]:
    """The sides of a board as they are asked for; ValueError says which is none."""
    rows, cols = integer("rows", rows), integer("cols", cols)
    for name, side in ("rows", rows), ("cols", cols):
        if not 1 <= side <= MAX_SIDE:
            raise ValueError(f"{name} must be from 1 to {MAX_SIDE}: {side}")
    if rows * cols > MAX_CELLS:
        raise ValueError(f"a board has at most {MAX_CELLS} cells, {rows} x {cols} are {rows * cols}")
    return rows, cols


def check_sides(rows: int, cols: int) -> None:
    if rows < 1 or cols < 1:
        raise ValueError("row 0, column 0: the board is empty")
    if rows > MAX_SIDE:
        raise ValueError(f"row {MAX_SIDE}, column 0: a board has at most {MAX_SIDE} rows, this one has {rows}")
    if cols > MAX_SIDE:
        raise ValueError(f"row 0, column {MAX_SIDE}: a board has at most {MAX_SIDE} columns, this one has {cols}")
    if rows * cols > MAX_CELLS:
        row, col = divmod(MAX_CELLS, cols)
        raise ValueError(f"row {row}, column {col}: a board has at most {MAX_CELLS} cells, this one has {rows * cols}")
