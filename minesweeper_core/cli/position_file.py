"""Reads a position: a partly opened board in a text file, and its number of mines."""

from __future__ import annotations

import re
from dataclasses import dataclass

from minesweeper_core.cli.board_size import MAX_SOLVABLE_SIDE, usual_mines
from minesweeper_core.cli.errors import CommandError
from minesweeper_core.cli.input import input_name, read_input
from minesweeper_core.cli.number_format import counted

CELLS = "-+012345678"
MAX_BYTES = 1 << 20  # several times the size of the largest board with comments

_MINES_COMMENT = re.compile(r"#\s*mines\s*[:=]\s*(.*)", re.IGNORECASE)


@dataclass(frozen=True)
class PositionFile:
    """The content of a position file.

    `name` is the file's name for messages. `mines` comes from the line '# mines: N'; it is None without such a line.
    """

    name: str
    rows: list[str]
    mines: int | None

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.rows[0])


def read_position(path: str) -> PositionFile:
    """The position in a file, or on standard input for '-'. CommandError if it is malformed."""
    return parse_position(read_input(path, MAX_BYTES).decode("utf-8-sig", "surrogateescape"), input_name(path))


def parse_position(text: str, name: str) -> PositionFile:
    """The position in a text. Comments, blanks around a line and empty lines around the board are skipped."""
    rows: list[str] = []
    mines: int | None = None
    empty_lines = 0
    for line in text.split("\n"):
        line = line.strip(" \t\r")
        if line.startswith("#"):
            if comment := _MINES_COMMENT.fullmatch(line):
                mines = _parse_mines(comment[1], mines, name)
            continue
        if not line:
            empty_lines += 1
            continue
        if rows and empty_lines:
            raise CommandError(f"{name}: row {len(rows)} (counted from 0): empty line inside the board")
        empty_lines = 0
        _check_row(line, len(rows), len(rows[0]) if rows else None, name)
        rows.append(line)
    if not rows:
        raise CommandError(f"{name}: no board found")
    return PositionFile(name, rows, mines)


def _parse_mines(text: str, previous: int | None, name: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise CommandError(f"{name}: invalid number of mines {_printable(text)} in the '# mines:' line")
    mines = int(text)
    if previous not in (None, mines):
        raise CommandError(f"{name}: contradictory '# mines:' lines: {previous} and {mines}")
    return mines


def _check_row(line: str, row: int, width: int | None, name: str) -> None:
    if row >= MAX_SOLVABLE_SIDE:
        raise CommandError(f"{name}: row {row} (counted from 0): a board can have at most {MAX_SOLVABLE_SIDE} rows")
    for col, cell in enumerate(line):
        if col >= MAX_SOLVABLE_SIDE:
            raise CommandError(f"{_place(name, row, col)}: a board can have at most {MAX_SOLVABLE_SIDE} columns")
        if cell not in CELLS:
            raise CommandError(f"{_place(name, row, col)}: unknown character {_printable(cell)}; use -, + or 0-8")
    if width is not None and len(line) != width:
        place = _place(name, row, min(len(line), width))
        raise CommandError(f"{place}: this row has {counted(len(line), 'cell')}, but row 0 has {width}")


def _place(name: str, row: int, col: int) -> str:
    return f"{name}: row {row}, column {col} (counted from 0)"


def _printable(text: str) -> str:
    """Input text for a message: quoted, in ASCII and at most 20 characters long; undecodable bytes by their value."""
    if len(text) == 1 and "\udc80" <= text <= "\udcff":
        return f"byte {ord(text) - 0xDC00:#04x}"
    return ascii(text if len(text) <= 20 else text[:20] + "...")


def number_of_mines(position: PositionFile, option: int | None) -> int:
    """The total number of mines: the option --mines, else the file's '# mines:' line, else the usual for the size."""
    if option is not None:
        return option
    if position.mines is not None:
        return position.mines
    try:
        return usual_mines(*position.shape)
    except CommandError as error:
        raise CommandError(f"{position.name}: {error.message}") from None
