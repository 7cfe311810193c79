"""Board files: text to rows of cells, and how many mines there are."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass

from minesweeper_core._impl.words import counted
from minesweeper_core.cli.errors import CommandError

CELLS = "-+012345678"
MAX_SIDE = 256
MAX_BYTES = 1 << 20  # several times what the largest board with its comments needs
STANDARD_MINES = {(16, 16): 51, (9, 9): 10, (16, 30): 99, (30, 16): 99}

_MINES_LINE = re.compile(r"#\s*mines\s*[:=]\s*(.*)", re.IGNORECASE)


@dataclass(frozen=True)
class PositionFile:
    """A board as read. `name` is for messages; `mines` is what a '# mines:' line says, None without one."""

    name: str
    rows: list[str]
    mines: int | None

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.rows[0])


def read(path: str) -> PositionFile:
    """The board in a file, or on standard input for '-'."""
    name, content = contents(path, MAX_BYTES)
    return parse(content.decode("utf-8-sig", "surrogateescape"), name)


def contents(path: str, limit: int) -> tuple[str, bytes]:
    """What messages call a file, and all its bytes; '-' is standard input. CommandError past the limit."""
    name = "standard input" if path == "-" else path
    try:
        if path == "-":
            content = _standard_input(limit)
        else:
            with open(path, "rb") as file:
                content = file.read(limit + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise CommandError(f"{name}: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > limit:
        raise CommandError(f"{name}: larger than any board file ({limit} bytes)")
    return name, content


def _standard_input(limit: int) -> bytes:
    buffer = getattr(sys.stdin, "buffer", None)
    if buffer is not None:
        content: bytes = buffer.read(limit + 1)
        return content
    if sys.stdin is None:
        raise OSError("there is no standard input")
    return sys.stdin.read(limit + 1).encode("utf-8", "surrogateescape")


def parse(text: str, name: str) -> PositionFile:
    """Rows of cells from text. Comment lines, blanks around a line and blank lines around the board are dropped."""
    rows: list[str] = []
    mines: int | None = None
    blank = 0
    for raw in text.split("\n"):
        line = raw.strip(" \t\r")
        if line.startswith("#"):
            if said := _MINES_LINE.fullmatch(line):
                mines = _mines_line(said[1], mines, name)
            continue
        if not line:
            blank += 1
            continue
        if rows and blank:
            raise CommandError(f"{name}: row {len(rows)} (counted from 0): an empty line inside the board")
        blank = 0
        _check_row(line, len(rows), len(rows[0]) if rows else None, name)
        rows.append(line)
    if not rows:
        raise CommandError(f"{name}: there is no board in it")
    return PositionFile(name, rows, mines)


def _mines_line(said: str, before: int | None, name: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", said):
        raise CommandError(f"{name}: {_shown(said)} after '# mines:' is no number of mines")
    mines = int(said)
    if before not in (None, mines):
        raise CommandError(f"{name}: it says both {before} and {mines} mines")
    return mines


def _check_row(line: str, row: int, width: int | None, name: str) -> None:
    if row >= MAX_SIDE:
        raise CommandError(f"{name}: row {row} (counted from 0): a board has at most {MAX_SIDE} rows")
    for column, cell in enumerate(line):
        if column >= MAX_SIDE:
            raise CommandError(f"{_place(name, row, column)}: a board has at most {MAX_SIDE} columns")
        if cell not in CELLS:
            raise CommandError(f"{_place(name, row, column)}: {_shown(cell)} is no cell; cells are - + and 0 to 8")
    if width is not None and len(line) != width:
        place = _place(name, row, min(len(line), width))
        raise CommandError(f"{place}: the row has {counted(len(line), 'cell')}, but row 0 has {width}")


def _place(name: str, row: int, column: int) -> str:
    return f"{name}: row {row}, column {column} (counted from 0)"


def _shown(text: str) -> str:
    """A piece of input, safe to print: at most 20 characters of printable ASCII."""
    if len(text) == 1 and "\udc80" <= text <= "\udcff":
        return f"byte {ord(text) - 0xDC00:#04x}"
    return ascii(text if len(text) <= 20 else text[:20] + "...")


def number_of_mines(board: PositionFile, asked: int | None) -> int:
    """The mines on the board: `--mines`, else the file's own line, else what boards of the size usually have."""
    if asked is not None:
        return asked
    if board.mines is not None:
        return board.mines
    if board.shape in STANDARD_MINES:
        return STANDARD_MINES[board.shape]
    size = f"{counted(board.shape[0], 'row')} by {counted(board.shape[1], 'column')}"
    raise CommandError(f"{board.name}: a board of {size} has no usual number of mines: give --mines N")
