"""Reads board files of any format, with one board or many."""

from __future__ import annotations

import io

import numpy as np

import minesweeper_core as mc
from minesweeper_core.cli.errors import CommandError
from minesweeper_core.cli.formats import LINE_FORMATS, NUMPY_FORMATS, Boards, format_of_name
from minesweeper_core.cli.input import input_name, read_input

MAX_BYTES = 1 << 30

_NUMPY_MAGIC = b"\x93NUMPY"


def read_boards(path: str, format: str | None = None) -> Boards:
    """The boards in a file, or on standard input for '-'.

    Without a format, the content decides; where the content fits no format, the ending of the name does.
    """
    name, content = input_name(path), read_input(path, MAX_BYTES)
    if format in NUMPY_FORMATS or (format is None and content.startswith(_NUMPY_MAGIC)):
        return _read_numpy(content, name)
    return _read_files(content, format, name, None if path == "-" else format_of_name(path))


def _read_files(content: bytes, format: str | None, name: str, named_format: str | None) -> Boards:
    """One board, or the many boards of a text or line format, in that order."""
    try:
        return [mc.read_file(content, format)]
    except mc.BadFileError as error:
        message = str(error)
    for split, formats in ((_lines, LINE_FORMATS), (_paragraphs, ("text",))):
        pieces = split(content)
        if len(pieces) < 2 or not (format is None or format in formats):
            continue
        start, piece = pieces[0]
        try:
            found = mc.read_file(piece, format).format
        except mc.BadFileError as error:
            message = _with_file_offset(error, start) if format is not None else message
            continue
        if found in formats:
            return [_read_piece(piece, start, found, f"{name}: board {i}") for i, (start, piece) in enumerate(pieces)]
    if format is None and named_format in mc.FORMATS:
        return [_read_piece(content, 0, named_format, name)]
    if format is None and named_format in NUMPY_FORMATS:
        return _read_numpy(content, name)
    raise CommandError(f"{name}: {message}")


def _read_piece(content: bytes, start: int, format: str, name: str) -> mc.BoardFile:
    """The board in a piece of a file that begins at byte `start`."""
    try:
        return mc.read_file(content, format)
    except mc.BadFileError as error:
        raise CommandError(f"{name}: {_with_file_offset(error, start)}") from None


def _with_file_offset(error: mc.BadFileError, start: int) -> str:
    """The message of an error in a piece, with the byte offset counted from the beginning of the file."""
    message, offset = str(error), f"at byte {error.offset}"
    return f"{message.removesuffix(offset)}at byte {start + error.offset}" if message.endswith(offset) else message


def _lines(content: bytes) -> list[tuple[int, bytes]]:
    """The lines that are not blank, each with its byte offset."""
    lines = []
    start = 0
    for line in content.split(b"\n"):
        if line.strip():
            lines.append((start, line))
        start += len(line) + 1
    return lines


def _paragraphs(content: bytes) -> list[tuple[int, bytes]]:
    """The boards between blank lines, each with its byte offset. Comments alone belong to the board after them."""
    paragraphs: list[tuple[int, bytes]] = []
    begin: int | None = None  # of the current paragraph
    has_board = False
    start = 0
    for line in [*content.split(b"\n"), b""]:
        if line.strip():
            begin = start if begin is None else begin
            has_board = has_board or not line.lstrip().startswith(b"#")
        elif begin is not None and has_board:
            paragraphs.append((begin, content[begin : start - 1]))
            begin, has_board = None, False
        start += len(line) + 1
    return paragraphs


def _read_numpy(content: bytes, name: str) -> Boards:
    """The masks in an array of 0 and 1, or the positions in an array of ms_toollib's cell codes."""
    if not content.startswith(_NUMPY_MAGIC):  # NumPy would try to read it as a pickle
        raise CommandError(f"{name}: not an npy file: {'the NumPy header is missing' if content else 'it is empty'}")
    try:
        array = np.load(io.BytesIO(content), allow_pickle=False)
    except (ValueError, OSError, EOFError) as error:
        raise CommandError(f"{name}: not an npy file: {str(error).splitlines()[0]}") from None
    if not isinstance(array, np.ndarray) or array.ndim not in (2, 3) or array.dtype.kind not in "biu":
        raise CommandError(f"{name}: expected an array of bools or integers with 2 or 3 dimensions")
    stack = array if array.ndim == 3 else array[np.newaxis]
    if stack.size == 0 and len(stack):
        raise CommandError(f"{name}: the boards have no cells")
    if stack.dtype == np.bool_ or (stack.size and stack.min() >= 0 and stack.max() <= 1):
        return stack.astype(np.bool_)
    boards = []
    for index, cells in enumerate(stack):
        try:
            boards.append(mc.from_toollib(cells))
        except ValueError as error:
            raise CommandError(f"{name}: board {index}: {error}") from None
    return boards
