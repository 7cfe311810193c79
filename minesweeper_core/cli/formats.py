"""Files of boards in any format, one board or many: reading them, and what many of a format look like.

Text holds many boards with an empty line between them, links and game ids are one a line, and NumPy's files hold a
stack. The other formats hold one board a file.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import PurePath
from typing import BinaryIO, TypeAlias

import numpy as np

import minesweeper_core as mc
from minesweeper_core._impl.files import FORMATS
from minesweeper_core._impl.words import counted
from minesweeper_core.cli.errors import CommandError
from minesweeper_core.cli.output import Boards, text_writer
from minesweeper_core.cli.position_file import contents

NUMPY = {"npy": (".npy",), "toollib": ()}
NAMES = (*FORMATS, *NUMPY)
MAX_BYTES = 1 << 30

_LINES = ("link", "tatham", "tatham-plain")
_BINARY = ("mbf", "abf", *NUMPY)
_NUMPY_MAGIC = b"\x93NUMPY"

Read: TypeAlias = list[mc.BoardFile] | Boards
"""What files hold: boards one by one, or a stack of masks (n, rows, cols)."""


def by_name(path: str) -> str | None:
    """The format that the end of a name says; None for none."""
    ending = PurePath(path).suffix.lower()
    return next((name for name, endings in (FORMATS | NUMPY).items() if ending in endings), None)


def to_be_written(path: str | None, asked: str | None) -> str:
    """The format of what is written: the one asked for, else by the name; text where there is no name."""
    if asked is not None:
        found = asked
    elif path is None:
        found = "text"
    else:
        named = by_name(path)
        if named is None:
            raise CommandError(f"{path}: the name says no format: give --to, one of {', '.join(NAMES)}")
        found = named
    if path is None and found in _BINARY and sys.stdout.isatty():
        raise CommandError(f"bytes in the format {found} are not for a terminal: give a file")
    return found


# ---- Reading --------------------------------------------------------------------------------------------------------


def read(path: str, format: str | None = None) -> Read:
    """The boards in a file, or on standard input for '-'. Without a format the content and the name decide."""
    name, content = contents(path, MAX_BYTES)
    if format in NUMPY or (format is None and content.startswith(_NUMPY_MAGIC)):
        return _numpy(content, name)
    return _files(content, format, name, None if path == "-" else by_name(path))


def _files(content: bytes, format: str | None, name: str, named: str | None) -> Read:
    try:
        return [mc.read_file(content, format)]
    except mc.BadFileError as error:
        wrong = error
    why = str(wrong)
    for split, kinds in ((_lines, _LINES), (_paragraphs, ("text",))):
        pieces = split(content)
        if len(pieces) < 2 or not (format is None or format in kinds):
            continue
        start, piece = pieces[0]
        try:
            kind = mc.read_file(piece, format).format
        except mc.BadFileError as error:
            why = _placed(error, start) if format is not None else why
            continue
        if kind in kinds:
            return [_piece(piece, start, kind, f"{name}: board {i}") for i, (start, piece) in enumerate(pieces)]
    if format is None and named in FORMATS:
        return [_piece(content, 0, named, name)]
    if format is None and named in NUMPY:
        return _numpy(content, name)
    raise CommandError(f"{name}: {why}")


def _piece(content: bytes, start: int, format: str, name: str) -> mc.BoardFile:
    try:
        return mc.read_file(content, format)
    except mc.BadFileError as error:
        raise CommandError(f"{name}: {_placed(error, start)}") from None


def _placed(error: mc.BadFileError, start: int) -> str:
    """What is wrong with a piece of a file that starts at that byte; the byte at fault is that of the whole file."""
    why, place = str(error), f"at byte {error.offset}"
    return f"{why.removesuffix(place)}at byte {start + error.offset}" if why.endswith(place) else why


def _lines(content: bytes) -> list[tuple[int, bytes]]:
    """The lines with something on them, each with the byte that it starts at."""
    pieces = []
    start = 0
    for line in content.split(b"\n"):
        if line.strip():
            pieces.append((start, line))
        start += len(line) + 1
    return pieces


def _paragraphs(content: bytes) -> list[tuple[int, bytes]]:
    """What is between empty lines, and the byte that it starts at; comments alone belong to the board behind them."""
    pieces: list[tuple[int, bytes]] = []
    begin: int | None = None  # of the paragraph at hand
    has_board = False
    start = 0
    for line in [*content.split(b"\n"), b""]:
        if line.strip():
            begin = start if begin is None else begin
            has_board = has_board or not line.lstrip().startswith(b"#")
        elif begin is not None and has_board:
            pieces.append((begin, content[begin : start - 1]))
            begin, has_board = None, False
        start += len(line) + 1
    return pieces


def _numpy(content: bytes, name: str) -> Read:
    if not content.startswith(_NUMPY_MAGIC):  # NumPy would take it for a pickle
        why = "it does not begin as NumPy's files do" if content else "it is empty"
        raise CommandError(f"{name}: no npy file: {why}")
    try:
        array = np.load(io.BytesIO(content), allow_pickle=False)
    except (ValueError, OSError, EOFError) as error:
        raise CommandError(f"{name}: no npy file: {str(error).splitlines()[0]}") from None
    if not isinstance(array, np.ndarray) or array.ndim not in (2, 3) or array.dtype.kind not in "biu":
        raise CommandError(f"{name}: an array of boards has 2 or 3 dimensions and holds bools or integers")
    stack = array if array.ndim == 3 else array[np.newaxis]
    if stack.size == 0 and len(stack):
        raise CommandError(f"{name}: the boards are empty")
    if stack.dtype == np.bool_ or (stack.size and stack.min() >= 0 and stack.max() <= 1):
        return stack.astype(np.bool_)
    found = []
    for index, numbers in enumerate(stack):
        try:
            found.append(mc.from_toollib(numbers))
        except ValueError as error:
            raise CommandError(f"{name}: board {index}: {error}") from None
    return found


# ---- Writing --------------------------------------------------------------------------------------------------------


def one_each(format: str) -> bool:
    """Whether a file of the format holds one board."""
    return format not in ("text", *_LINES, *NUMPY)


def encoded(board: mc.BoardFile | Boards, format: str, name: str) -> bytes:
    """A board in a format that is none of NumPy's."""
    try:
        return mc.file_bytes(board, format)
    except ValueError as error:
        raise CommandError(f"{name}: {error}") from None


def writer(file: BinaryIO, format: str, name: str, count: int, rows: int, cols: int) -> Callable[[Read], None]:
    """Writes boards, piece after piece. name: for messages. count, rows, cols: NumPy's files say them first."""
    if format in NUMPY:
        return _numpy_writer(file, format, name, count, rows, cols)
    masks = text_writer(file, ["-" * cols] * rows) if format == "text" else None
    written = 0

    def write(boards: Read) -> None:
        nonlocal written
        if masks is not None and isinstance(boards, np.ndarray):
            masks(boards)
            return
        for board in boards:
            content = encoded(board, format, f"{name}: board {written}" if count > 1 else name)
            if format == "text" and written:
                file.write(b"\n")
            file.write(content)
            if format in _LINES and not content.endswith(b"\n"):
                file.write(b"\n")
            written += 1

    return write


def _numpy_writer(file: BinaryIO, format: str, name: str, count: int, rows: int, cols: int) -> Callable[[Read], None]:
    kind = "|b1" if format == "npy" else "|i1"
    header = {"descr": kind, "fortran_order": False, "shape": (count, rows, cols)}
    np.lib.format.write_array_header_1_0(file, header)
    written = 0

    def write(boards: Read) -> None:
        nonlocal written
        for board in boards:
            if format == "toollib":
                file.write(mc.to_toollib(board).astype(np.int8).tobytes())
            else:
                mask = board if isinstance(board, np.ndarray) else mask_of(board, name, written, count)
                file.write(mask.astype(np.bool_).tobytes())
            written += 1

    return write


def check(boards: Read, format: str, name: str) -> None:
    """CommandError where not all of the boards can be written in that format, so that no file need be begun."""
    if format in NUMPY and not isinstance(boards, np.ndarray):
        sizes = {(board.rows, board.cols) for board in boards}
        if len(sizes) > 1:
            shown = " and ".join(f"{rows} x {cols}" for rows, cols in sorted(sizes)[:2])
            raise CommandError(f"{name}: the boards of an array have one size, these have {shown}")
    if format == "npy" and not isinstance(boards, np.ndarray):
        for index, board in enumerate(boards):
            mask_of(board, name, index, len(boards))
    elif format not in NUMPY and not (format == "text" and isinstance(boards, np.ndarray)):
        for index, board in enumerate(boards):
            encoded(board, format, f"{name}: board {index}" if len(boards) > 1 else name)


def mask_of(board: mc.BoardFile, name: str, index: int, count: int) -> Boards:
    """The mines of a board; CommandError where not all are known."""
    if board.mask is None:
        which = f"{name}: board {index}" if count > 1 else name
        mines = "how many mines there are is not said" if board.mines is None else counted(board.mines, "mine")
        raise CommandError(f"{which}: not all mines are known ({mines})")
    return board.mask
