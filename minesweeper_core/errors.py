"""What can go wrong, and the words for it.

Every C status becomes one exception here, in one place, whichever backend met it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from minesweeper_core._words import counted

if TYPE_CHECKING:
    from minesweeper_core.board import Position

__all__ = ["BadFileError", "BudgetExceeded", "InconsistentBoardError", "NotFound"]


class Status(IntEnum):
    """The C library's mines_status."""

    OK = 0
    BAD_ARGUMENT = 1
    BAD_CELL = 2
    BAD_SHAPE = 3
    NO_VALID_BOARD = 4
    OUT_OF_MEMORY = 5
    BUDGET_EXCEEDED = 6
    INTERRUPTED = 7
    TOO_SMALL = 8
    NOT_FOUND = 9
    BAD_FILE = 10
    BUSY = 11


class Reason(IntEnum):
    """The C library's mines_reason."""

    NONE = 0
    NUMBER = 1
    KNOWN_MINES = 2
    FEW_CELLS = 3
    CELL = 4
    COUNT = 5


class InconsistentBoardError(ValueError):
    """No placement of the mines fits the board.

    ``row`` and ``col`` (from 0) are the number that alone is at fault, or None where there is no such number.

    >>> import minesweeper_core as mc
    >>> mc.solve("4-\\n--", 3)
    Traceback (most recent call last):
    minesweeper_core.errors.InconsistentBoardError: the 4 at row 0, column 0 can't be met: 3 mines at most around it
    """

    def __init__(self, message: str, row: int | None = None, col: int | None = None) -> None:
        super().__init__(message)
        self.row = row
        self.col = col


class BudgetExceeded(RuntimeError):
    """The exact answer needs more memory than ``memory=`` allows.

    ``needed`` is the least number of bytes that the call does it with, where that is known, or None. It is known where
    the count's graph fits the budget and the least that goes with it does not.

    What is asked of a Solution later (``total``, ``number``, ``zero_around``, boards drawn) keeps to the budget of its
    ``solve``, and may need more than ``solve`` itself did: where it is exceeded then, solve again with more.

    >>> import minesweeper_core as mc
    >>> board = ["-1" * 10, "-" * 20] * 8
    >>> try:
    ...     solution = mc.solve(board, 40, memory=2_500_000)
    ... except mc.BudgetExceeded as error:
    ...     solution = mc.solve(board, 40, memory=error.needed)
    >>> solution.cost.bytes < 2_900_000
    True
    """

    def __init__(self, message: str, needed: int | None = None) -> None:
        super().__init__(message)
        self.needed = needed


class NotFound(RuntimeError):
    """No board like the one asked for was found in the tries allowed."""


class BadFileError(ValueError):
    """Bytes that are no board file of the format that they were taken for.

    ``offset`` is that of the byte at fault, from 0; it is the length of the file where something is missing at its end.

    >>> import minesweeper_core as mc
    >>> mc.read_file(b"4x4x3\\nHHHH\\nHH-H\\nHHHH\\nHHHH\\n")
    Traceback (most recent call last):
    minesweeper_core.errors.BadFileError: no mine file: no cell: cells are H F ? M and 0 to 8, at byte 13
    """

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset


def file_error(status: int, text: str, fault: tuple[int, str], cols: int | None) -> Exception:
    """The exception for a status of the functions on files.

    fault: offset and words as in mines_file_fault. cols: the board's columns in writing, None in reading.
    """
    offset, words = fault
    if status not in (Status.BAD_FILE, Status.BAD_CELL):
        return error_of(status, text, (Reason.NONE, -1, -1), None, None)
    if cols is None:
        return BadFileError(f"{words}, at byte {offset}", offset)
    return ValueError(f"row {offset // cols}, column {offset % cols}: {words}")


def out_of_reach(memory: int, time_ms: int, states: int, runs: int, effective: float) -> BudgetExceeded:
    """For an estimate that neither way of counting can give; what was tried last as in mines_quality."""
    budget = f"{counted(memory, 'byte', ',')} of memory"
    if time_ms:
        budget += f" and {time_ms:,} ms"
    tried = "not even a thinned count fits"
    if runs:
        tried = f"of {runs} runs of a count with {states:,} states a layer {effective:.1f} are effective"
    return BudgetExceeded(
        f"out of reach with {budget}: {tried}; memory= and time_ms= set others, and solve() needs less than estimate()"
    )


def error_of(
    status: int,
    text: str,
    fault: tuple[int, int, int],
    position: Position | None,
    memory: int | None,
    needed: int = 0,
) -> Exception:
    """The exception for a status other than OK and INTERRUPTED.

    text: the library's own words. fault: (reason, row, col) as in mines_fault. position: the board it was about, None
    where it is not about a board. memory: the budget of the call, None where it has none. needed: as in mines_fault.
    """
    reason, row, col = fault
    if status == Status.NO_VALID_BOARD and position is not None:
        where = (row, col) if row >= 0 and col >= 0 else (None, None)
        return InconsistentBoardError(_why(reason, row, col, position), *where)
    if status == Status.BUDGET_EXCEEDED and memory is not None:
        bytes_needed = f"{counted(needed, 'byte', ',')}, " if needed else ""
        return BudgetExceeded(
            f"this needs {bytes_needed}more than the memory budget of {counted(memory, 'byte', ',')}; "
            "memory= sets another",
            needed or None,
        )
    if status in (Status.OUT_OF_MEMORY, Status.BUDGET_EXCEEDED):
        return MemoryError(text)
    if status == Status.BAD_CELL and position is not None:
        return no_cell(row, col, chr(position.cells[row * position.cols + col]))
    if status in (Status.BAD_CELL, Status.BAD_SHAPE):
        return ValueError(f"row {row}, column {col}: {text}")
    if status == Status.NOT_FOUND:
        return NotFound(text)
    if status == Status.BAD_ARGUMENT:
        return ValueError(text)
    if status == Status.BUSY:
        return RuntimeError(text)
    return RuntimeError(f"unexpected status {status}: {text}")


def no_cell(row: int, col: int, character: str) -> ValueError:
    """For a character of a board that stands for no cell."""
    return ValueError(f"row {row}, column {col}: {character!r} is no cell; cells are '-', '+' and '0' to '8'")


def _why(reason: int, row: int, col: int, position: Position) -> str:
    """One sentence on why no valid board exists."""
    known = position.cells.count(b"+")
    unopened = position.cells.count(b"-")
    if reason == Reason.NUMBER:
        return _why_number(row, col, position)
    if reason == Reason.KNOWN_MINES:
        return f"no valid board: {counted(known, 'known mine')}, but only {position.mines} in all"
    if reason == Reason.FEW_CELLS:
        left = position.mines - known
        return f"no valid board: {counted(left, 'mine')} left to place, but only {counted(unopened, 'unopened cell')}"
    if reason == Reason.COUNT:
        return f"no valid board: the numbers can be met, but not with {counted(position.mines, 'mine')}"
    return f"no valid board: no placement of {counted(position.mines, 'mine')} meets all the numbers"


def _why_number(row: int, col: int, position: Position) -> str:
    cells = position.cells
    around = b"".join(
        cells[r * position.cols + max(col - 1, 0) : r * position.cols + min(col + 2, position.cols)]
        for r in range(max(row - 1, 0), min(row + 2, position.rows))
    )
    number = cells[row * position.cols + col] - ord("0")
    known = around.count(b"+")
    most = known + around.count(b"-")
    start = f"the {number} at row {row}, column {col} can't be met"
    if number > most:
        return f"{start}: {counted(most, 'mine')} at most around it"
    if number < known:
        return f"{start}: {counted(known, 'known mine')} around it"
    return f"{start} together with the numbers near it"
