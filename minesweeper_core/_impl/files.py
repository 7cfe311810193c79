"""Board files, and arrays in the form of ms_toollib."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._impl.arguments import integer, read_cell
from minesweeper_core._impl.bindings.cffi_binding import Options
from minesweeper_core._impl.board import text_grid
from minesweeper_core._impl.errors import BadFileError
from minesweeper_core._impl.flags_game import FlagsGame
from minesweeper_core._impl.game import Game
from minesweeper_core._impl.masks import MAX_CELLS, MaskLike, array_of, blocks, check_sides, first_in, read_mask
from minesweeper_core._impl.native import Native, fill
from minesweeper_core._impl.statuses import Status, file_error
from minesweeper_core._impl.words import counted

__all__ = ["FORMATS", "BoardFile", "Writable"]

FORMATS: dict[str, tuple[str, ...]] = {
    "text": (".txt", ".text"),
    "mbf": (".mbf",),
    "abf": (".abf",),
    "mine": (".mine",),
    "link": (".link",),
    "tatham": (".tatham",),
    "tatham-plain": (),
}
"""The formats of board files, in the order of the C library's mines_format, and their file name endings."""

# Each matches files of its format only, in time linear in the content, which may be anything.
_MINE = re.compile(rb"\d+x\d+x\d+[ \t\r]*(\n|\Z)")
_LINK = re.compile(rb"(\A|[?&#])[bm]=")
_TATHAM = re.compile(rb"\d+(x\d+)?(n\d+)?a?:")
_BLANKS = b" \t\r\n"
_CELLS = b"-+F0123456789*M.X"
_CONTROL = bytes(set(range(32)) - set(_BLANKS))

_TOOLLIB_UNOPENED, _TOOLLIB_FLAG, _TOOLLIB_MINE = 10, 11, -1
_OF_TOOLLIB = np.frombuffer(b"012345678?--+", np.uint8)  # index -1 is the last


class FileContent(NamedTuple):
    """What the C library reads from a file, and writes to one."""

    cells: NDArray[np.uint8]
    """Characters (rows, cols), C-contiguous: '-', '+', '0' to '8', and 'F' for a flag."""
    mask: NDArray[np.bool_] | None
    """The mines (rows, cols), C-contiguous; None if not every mine is known."""
    mines: int
    """The total number of mines; -1 if unknown."""
    first_click: tuple[int, int]
    """Row and column; both -1 if there is none."""


@dataclass(frozen=True, eq=False, repr=False)
class BoardFile:
    """The content of a board file.

    ``board`` and ``mines`` are what solve takes. Two are equal if their contents are, whatever their formats.

    >>> import minesweeper_core as mc
    >>> file = mc.BoardFile("01--\\n12--\\n1+21\\n1110", mines=3)
    >>> file, mc.solve(file.board, file.mines).total
    (<BoardFile 4x4, 3 mines>, 2)
    """

    board: str
    """What the player sees, rows separated by newlines: '-' unopened, flagged or not, '+' a known mine, '0' to '8'."""
    mines: int | None = None
    """The total number of mines; None if the file does not give it."""
    mask: NDArray[np.bool_] | None = None
    """The mines, bool (rows, cols); None unless every one is known."""
    flags: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))
    """The flagged cells, bool (rows, cols); none by default. Flags may be wrong."""
    first_click: tuple[int, int] | None = None
    """The first click, (row, column); None if the file does not give it."""
    format: str = "text"
    """The name of the format that the file was read in."""

    def __post_init__(self) -> None:
        if not isinstance(self.board, str):
            raise TypeError(f"board must be text with rows separated by newlines, not {type(self.board).__name__}")
        shape = self.rows, self.cols
        if self.mines is not None:
            _check_total(_total(self.mines), self.board.count("+"), self.board.count("-"))
        if self.first_click is not None:
            read_cell("first_click", self.first_click, *shape)
        if isinstance(self.flags, np.ndarray) and self.flags.size == 0:
            object.__setattr__(self, "flags", np.zeros(shape, np.bool_))
        for name, array in (("mask", self.mask), ("flags", self.flags)):
            if array is not None and (not isinstance(array, np.ndarray) or array.dtype != np.bool_):
                raise TypeError(f"{name} must be a bool array")
            if array is not None and array.shape != shape:
                shape_text = " x ".join(map(str, array.shape))
                raise ValueError(f"{name} has {shape_text} cells, but the board has {self.rows} x {self.cols}")

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.board.removesuffix("\n").count("\n") + 1

    @property
    def cols(self) -> int:
        """The number of columns."""
        return len(self.board.split("\n", 1)[0])

    @property
    def complete(self) -> bool:
        """Whether every mine is known."""
        return self.mask is not None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BoardFile):
            return NotImplemented
        if self.mask is None or other.mask is None:
            same_mask = self.mask is other.mask
        else:
            same_mask = np.array_equal(self.mask, other.mask)
        here, there = ((file.board.removesuffix("\n"), file.mines, file.first_click) for file in (self, other))
        return here == there and same_mask and np.array_equal(self.flags, other.flags)

    __hash__ = None  # type: ignore[assignment]  # it holds arrays

    def __repr__(self) -> str:
        mines = "an unknown number of mines" if self.mines is None else counted(self.mines, "mine")
        return f"<BoardFile {self.rows}x{self.cols}, {mines}{', complete' if self.complete else ''}>"


Writable: TypeAlias = BoardFile | Game | FlagsGame | MaskLike
"""What can be written: a BoardFile; a game; a complete board in any form that metrics takes."""


class FileFunctions:
    """The functions of a Library for board files."""

    _native: Native

    def read_file(
        self, source: str | os.PathLike[str] | bytes | bytearray | memoryview, format: str | None = None
    ) -> BoardFile:
        """Read the board in a file.

        source: a path, or bytes with the content of a file. format: one of FORMATS; without it, the format is detected
        from the content or, if that is ambiguous, from the file name ending; the default is text.

        Raises BadFileError, a ValueError, which names the format and the invalid byte; ValueError for an unknown
        format; OSError; MemoryError.

        >>> import minesweeper_core as mc
        >>> file = mc.read_file(b"b=44&m=2900")
        >>> file, file.format
        (<BoardFile 4x4, 3 mines, complete>, 'link')
        >>> mc.read_file(bytes.fromhex("04 04  00 03  03 00  02 01  01 02")) == file
        True
        """
        if isinstance(source, bytes | bytearray | memoryview):
            name, ending, content = "", "", bytes(source)
        else:
            path = Path(source)
            name, ending, content = f"{path}: ", path.suffix.lower(), path.read_bytes()
        guessed = format is None
        if format is None:
            format = _format_of(content, ending)
        number = _number_of(format)
        try:
            found = self._read(number, content)
        except BadFileError as error:
            binary = len(content.translate(None, _CONTROL)) < len(content)
            if guessed and binary and format == "text" and _by_name(ending) is None:
                name += "can't tell the format, pass format=; "
            raise BadFileError(f"{name}not a valid {format} file: {error}", error.offset) from None
        cells = found.cells
        flags = cells == ord("F")
        cells[flags] = ord("-")
        mines = found.mines if found.mines >= 0 else None
        first_click = found.first_click if found.first_click[0] >= 0 else None
        return BoardFile(_text(cells), mines, found.mask, flags, first_click, format)

    def write_file(self, path: str | os.PathLike[str], board: Writable, format: str | None = None) -> None:
        """Write ``file_bytes(board, format)`` to a file. Without a format, the file name ending determines it.

        Raises ValueError as file_bytes does, and for an unknown ending; OSError.

        >>> import minesweeper_core as mc
        >>> import os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "corners.mbf")
        >>> mc.write_file(path, "*.*\\n...\\n*.*")
        >>> mc.read_file(path).mines
        4
        """
        path = Path(path)
        if format is None:
            format = _by_name(path.suffix.lower())
        if format is None:
            endings = ", ".join(ending for endings in FORMATS.values() for ending in endings)
            raise ValueError(f"can't tell the format from '{path}'; pass format=, or use one of {endings}")
        path.write_bytes(self.file_bytes(board, format))

    def file_bytes(self, board: Writable, format: str) -> bytes:
        """The content of a board file in this format.

        board: a BoardFile, a Game, a FlagsGame, or a complete board in any form that metrics takes. A game is written
        as its players see it, with the number of mines, in the formats for positions ("text" and "mine"), and with its
        mines in the others. Whatever the format can't store is left out.

        Raises ValueError for an unknown format, and for a board that the format can't store, naming row and column from
        0.

        >>> import minesweeper_core as mc
        >>> mc.file_bytes("*.*\\n...\\n*.*", "link")
        b'b=33&m=ka'
        >>> print(mc.file_bytes(mc.BoardFile("1-\\n--", mines=1), "mine").decode(), end="")
        2x2x1
        1H
        HH
        """
        return self._write(_number_of(format), self._content(board, format))

    def from_toollib(self, array: Any, mines: int | None = None) -> BoardFile:
        """A board from ms_toollib's cell codes: 0 to 8 opened, 10 unopened, 11 flagged, -1 a mine.

        array: integers (rows, cols), an array or nested lists. mines: the total number of mines, if it is known; not
        needed if no cell is unopened. Raises ValueError for a bad array, naming row and column from 0.

        >>> import minesweeper_core as mc
        >>> mc.from_toollib([[1, 10], [11, 10]], 1)
        <BoardFile 2x2, 1 mine>
        >>> mc.from_toollib([[1, -1], [1, 1]]).mask.tolist()
        [[False, True], [False, False]]
        """
        numbers = array_of(array) if isinstance(array, list | tuple) else np.asarray(array)
        if numbers.ndim != 2 or numbers.dtype.kind not in "iu":
            raise ValueError("an ms_toollib array must have 2 dimensions and hold integers")
        check_sides(*numbers.shape)
        cells = np.empty(numbers.shape, np.uint8)
        flags, known = np.empty(numbers.shape, np.bool_), np.empty(numbers.shape, np.bool_)
        for block in blocks(numbers.shape):
            here = numbers[block]
            wrong = (here < _TOOLLIB_MINE) | (here == 9) | (here > _TOOLLIB_FLAG)
            if wrong.any():
                row, col = first_in(wrong, block)
                raise ValueError(f"row {row}, column {col}: unknown number {numbers[row, col]}; use -1, 0-8, 10 or 11")
            cells[block] = _OF_TOOLLIB[here]
            np.equal(here, _TOOLLIB_FLAG, out=flags[block])
            np.equal(here, _TOOLLIB_MINE, out=known[block])
        mask = None
        if numbers.max() < _TOOLLIB_UNOPENED:
            read_mask(numbers)  # checks the numbers
            there = int(known.sum())
            if mines is not None and integer("mines", mines) != there:
                raise ValueError(f"mines is {mines}, but the array has {counted(there, 'mine')} and no unopened cell")
            mask, mines = known, there
        return BoardFile(_text(cells), mines, mask, flags)

    def to_toollib(self, board: Writable) -> NDArray[np.int32]:
        """A board as ms_toollib's cell codes, int32 (rows, cols).

        For a complete board, the number of each cell, or -1 for a mine. For a position, or a game as its players see
        it: 0 to 8 opened, 10 unopened, 11 flagged, -1 a known mine. board: as for file_bytes. ms_toollib's functions
        take the array's ``.tolist()``.

        >>> import minesweeper_core as mc
        >>> mc.to_toollib("*.\\n..").tolist()
        [[-1, 1], [1, 1]]
        >>> mc.to_toollib(mc.BoardFile("1-\\n--")).tolist()
        [[1, 10], [10, 10]]
        """
        content = self._content(board, "text")
        numbers: NDArray[np.int32]
        if content.mask is not None:
            rows, cols = content.mask.shape
            shown = np.empty((rows, cols), np.uint8)
            self._native.check(self._native.binding.numbers(content.mask, 1, rows, cols, shown))
            numbers = shown.astype(np.int32)
            numbers[content.mask] = _TOOLLIB_MINE
            return numbers
        numbers = np.empty(content.cells.shape, np.int32)
        for block in blocks(numbers.shape):
            here = content.cells[block]
            numbers[block] = here
            numbers[block] -= ord("0")
            for cell, number in (b"-", _TOOLLIB_UNOPENED), (b"F", _TOOLLIB_FLAG), (b"+", _TOOLLIB_MINE):
                np.copyto(numbers[block], number, where=here == ord(cell))
        return numbers

    def _read(self, format: int, content: bytes) -> FileContent:
        """mines_file_read, once for the size and once for the board."""
        options, read = self._native.options(), self._native.binding.file_read
        status, (rows, cols, *_), fault = read(format, content, options, None, None, 0)
        cells = mask = None
        if status == Status.TOO_SMALL:
            cells, mask = np.empty((rows, cols), np.uint8), np.empty((rows, cols), np.bool_)
            status, (*_, mines, complete, row, col), fault = read(format, content, options, cells, mask, cells.size)
        self._check_file(status, options, fault, None)
        assert cells is not None  # every board in a file has cells
        return FileContent(cells, mask if complete else None, mines, (row, col))

    def _write(self, format: int, content: FileContent) -> bytes:
        """mines_file_write, once for the length and once for the file."""
        cells, mask, mines, first_click = content
        if mask is not None and mask.shape != cells.shape:
            raise ValueError("cells and mask differ in shape")
        rows, cols = cells.shape
        info = rows, cols, mines, int(mask is not None), *first_click
        options, fault = self._native.options(), (0, "")

        def write(buffer: NDArray[Any] | None, capacity: int) -> tuple[int, int]:
            nonlocal fault
            status, length, fault = self._native.binding.file_write(
                format, info, cells, mask, options, buffer, capacity
            )
            return status, length

        status, file = fill(write, np.uint8)
        self._check_file(status, options, fault, cols)
        return file.tobytes()

    def _check_file(self, status: int, options: Options, fault: tuple[int, str], cols: int | None) -> None:
        """Raise the exception for reading (cols is None) or writing a file."""
        if status in (Status.BAD_FILE, Status.BAD_CELL) and options.error is None:
            raise file_error(fault, cols)
        self._native.check(status, options)

    def _content(self, board: Writable, format: str) -> FileContent:
        """The board in the form that the C library writes."""
        if isinstance(board, BoardFile):
            first = board.first_click or (-1, -1)
            return FileContent(_cells(board.board, board.flags), _whole(board.mask), _total(board.mines), first)
        if isinstance(board, Game | FlagsGame):
            flags = board.flags if isinstance(board, Game) else np.zeros((board.rows, board.cols), np.bool_)
            seen = None if format in ("text", "mine") else _whole(board.mask)
            return FileContent(_cells(board.board, flags), seen, board.mines, (-1, -1))
        mask = read_mask(board, "; to pass a position, make a BoardFile of it: BoardFile(board, mines)")
        return FileContent(np.full(mask.shape, ord("-"), np.uint8), mask.view(np.bool_), -1, (-1, -1))


def _number_of(format: str) -> int:
    if format not in FORMATS:
        raise ValueError(f"format is {format!r}, but must be one of {', '.join(map(repr, FORMATS))}")
    return list(FORMATS).index(format)


def _by_name(ending: str) -> str | None:
    return next((format for format, endings in FORMATS.items() if ending in endings), None)


def _format_of(content: bytes, ending: str) -> str:
    """The detected format of a file."""
    named = _by_name(ending)
    text = content.removeprefix(b"\xef\xbb\xbf").strip(_BLANKS)
    if _MINE.match(text):
        return "mine"
    if not any(blank in text for blank in (b" ", b"\t", b"\r", b"\n")):
        if _LINK.search(text):
            return "link"
        scheme, _, address = text.partition(b"://")
        if _TATHAM.match(address.partition(b"#")[2] if address else scheme):
            return "tatham"
    binary = len(content) >= 4 and len(content) == 4 + 2 * int.from_bytes(content[2:4], "big")
    if binary and len(content.translate(None, _CONTROL)) < len(content):
        return "abf" if named == "abf" else "mbf"
    lines = text.split(b"\n") if b"#" in text else [text]
    if text and not any(line.translate(None, _CELLS + _BLANKS) for line in lines if not line.lstrip().startswith(b"#")):
        return "text"
    return named or "text"


def _text(cells: NDArray[np.uint8]) -> str:
    lines = np.empty((cells.shape[0], cells.shape[1] + 1), np.uint8)
    lines[:, -1] = ord("\n")
    for block in blocks(cells.shape):
        lines[block][:, :-1] = cells[block]
    return lines.tobytes()[:-1].decode("ascii")


def _cells(board: str, flags: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """The characters of a board with its flags."""
    rows, cols, text = text_grid(board)
    check_sides(rows, cols)
    cells = np.frombuffer(text.encode("ascii", "replace"), np.uint8).reshape(rows, cols).copy()
    if flags.shape != cells.shape:
        raise ValueError(f"flags has {' x '.join(map(str, flags.shape))} cells, but the board has {rows} x {cols}")
    if (wrong := np.argwhere(flags & (cells != ord("-")))).size:
        row, col = wrong[0]
        raise ValueError(f"row {row}, column {col}: only unopened cells can have a flag")
    cells[flags] = ord("F")
    return cells


def _check_total(mines: int, known: int, unopened: int) -> None:
    if mines < known:
        raise ValueError(f"mines is {mines}, but the board has {counted(known, 'known mine')}")
    if mines > known + unopened:
        raise ValueError(f"mines is {mines}: there are more mines left than unopened cells")


def _whole(mask: NDArray[np.bool_] | None) -> NDArray[np.bool_] | None:
    return None if mask is None else np.ascontiguousarray(mask)


def _total(mines: int | None) -> int:
    if mines is None:
        return -1
    mines = integer("mines", mines)
    if not 0 <= mines <= MAX_CELLS:
        raise ValueError(f"mines must be from 0 to {MAX_CELLS}: {mines}")
    return mines
