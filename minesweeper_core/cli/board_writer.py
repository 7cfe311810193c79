"""Writes boards to a file of any format, some at a time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import BinaryIO

import numpy as np

import minesweeper_core as mc
from minesweeper_core.cli.errors import CommandError
from minesweeper_core.cli.formats import (
    BINARY_FORMATS,
    FORMATS,
    LINE_FORMATS,
    NUMPY_FORMATS,
    Boards,
    Masks,
    format_of_name,
)
from minesweeper_core.cli.number_format import counted


def output_format(path: str | None, option: str | None) -> str:
    """The output format: that of the option --to, else that of the file name, else text on standard output (None)."""
    if option is not None:
        format = option
    elif path is None:
        format = "text"
    elif (named := format_of_name(path)) is not None:
        format = named
    else:
        raise CommandError(f"can't tell the format from {path!a}; use --to with one of {', '.join(FORMATS)}")
    if path is None and format in BINARY_FORMATS and sys.stdout.isatty():
        raise CommandError(f"won't write binary data ({format}) to a terminal; name an output file")
    return format


def check_boards(boards: Boards, format: str, name: str) -> None:
    """CommandError if any of the boards can't be written in the format. Called before a file is overwritten."""
    masks = isinstance(boards, np.ndarray)
    if format in NUMPY_FORMATS and not masks:
        sizes = {(board.rows, board.cols) for board in boards}
        if len(sizes) > 1:
            some = " and ".join(f"{rows}x{cols}" for rows, cols in sorted(sizes)[:2])
            raise CommandError(f"{name}: boards of different sizes ({some}) can't be written to one array")
    if format == "npy" and not masks:
        for index, board in enumerate(boards):
            mask_of(board, name, index, len(boards))
    elif format not in NUMPY_FORMATS and not (format == "text" and masks):
        for index, board in enumerate(boards):
            _encode(board, format, f"{name}: board {index}" if len(boards) > 1 else name)


def board_writer(file: BinaryIO, format: str, name: str, count: int, rows: int, cols: int) -> Callable[[Boards], None]:
    """A function that writes some boards to the file each time it is called.

    `name` is for messages. `count`, `rows` and `cols` describe all boards together; NumPy's header needs them first.
    """
    if format in NUMPY_FORMATS:
        return _numpy_writer(file, format, name, count, rows, cols)
    write_masks = text_writer(file, ["-" * cols] * rows) if format == "text" else None
    written = 0

    def write(boards: Boards) -> None:
        nonlocal written
        if write_masks is not None and isinstance(boards, np.ndarray):
            write_masks(boards)
            return
        for board in boards:
            content = _encode(board, format, f"{name}: board {written}" if count > 1 else name)
            if format == "text" and written:
                file.write(b"\n")
            file.write(content)
            if format in LINE_FORMATS and not content.endswith(b"\n"):
                file.write(b"\n")
            written += 1

    return write


def text_writer(file: BinaryIO, board: Sequence[str]) -> Callable[[Masks], None]:
    """A function that writes valid boards of a position as text, with an empty line between boards."""
    position = np.array([list(row.encode("ascii")) for row in board], dtype=np.uint8)
    unopened = position == ord("-")
    if_mine = np.where(unopened, ord("*"), position).astype(np.uint8)
    if_safe = np.where(unopened, ord("."), position).astype(np.uint8)
    rows, cols = position.shape
    first = True

    def write(masks: Masks) -> None:
        nonlocal first
        # Each board is an empty line followed by its rows; the very first empty line is not written.
        text = np.full((len(masks), rows * (cols + 1) + 1), ord("\n"), dtype=np.uint8)
        grid = text[:, 1:].reshape(len(masks), rows, cols + 1)
        grid[:, :, :cols] = np.where(masks, if_mine, if_safe)
        file.write(text.tobytes()[1 if first else 0 :])
        first = False

    return write


def npy_writer(file: BinaryIO, count: int, rows: int, cols: int) -> Callable[[Masks], None]:
    """A function that writes masks to an .npy file of `count` boards; the header is written at once."""
    _write_npy_header(file, "|b1", count, rows, cols)

    def write(masks: Masks) -> None:
        file.write(masks.tobytes())

    return write


def mask_of(board: mc.BoardFile, name: str, index: int, count: int) -> Masks:
    """The mines of a board, bool (rows, cols). CommandError if they are not all known."""
    if board.mask is None:
        board_name = f"{name}: board {index}" if count > 1 else name
        total = "total not given" if board.mines is None else counted(board.mines, "mine")
        raise CommandError(f"{board_name}: not all mines are known ({total})")
    return board.mask


def _encode(board: mc.BoardFile | Masks, format: str, name: str) -> bytes:
    """The content of a file with one board, in a format other than NumPy's."""
    try:
        return mc.file_bytes(board, format)
    except ValueError as error:
        raise CommandError(f"{name}: {error}") from None


def _numpy_writer(file: BinaryIO, format: str, name: str, count: int, rows: int, cols: int) -> Callable[[Boards], None]:
    _write_npy_header(file, "|b1" if format == "npy" else "|i1", count, rows, cols)
    written = 0

    def write(boards: Boards) -> None:
        nonlocal written
        for board in boards:
            if format == "toollib":
                file.write(mc.to_toollib(board).astype(np.int8).tobytes())
            else:
                mask = board if isinstance(board, np.ndarray) else mask_of(board, name, written, count)
                file.write(mask.astype(np.bool_).tobytes())
            written += 1

    return write


def _write_npy_header(file: BinaryIO, dtype: str, count: int, rows: int, cols: int) -> None:
    header = {"descr": dtype, "fortran_order": False, "shape": (count, rows, cols)}
    np.lib.format.write_array_header_1_0(file, header)
