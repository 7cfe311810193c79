"""The exceptions for the statuses of the C library, the same for every binding."""

from __future__ import annotations

from enum import IntEnum

from minesweeper_core._impl.board import Position, invalid_cell
from minesweeper_core._impl.errors import (
    BadFileError,
    BoardNotFoundError,
    BudgetExceededError,
    InconsistentBoardError,
)
from minesweeper_core._impl.words import counted

__all__ = ["FaultReason", "Status", "board_error", "error_of", "file_error", "out_of_reach"]


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
    NOT_PLACED = 12


class FaultReason(IntEnum):
    """The C library's mines_fault_reason."""

    NONE = 0
    NUMBER = 1
    KNOWN_MINES = 2
    FEW_CELLS = 3
    CELL = 4
    COUNT = 5


def error_of(status: int, text: str, memory: int | None, needed: int = 0) -> Exception:
    """The exception for a status other than OK and INTERRUPTED.

    text: the library's phrase for the status. memory: the budget of the call in bytes, None if it has none. needed:
    the budget that suffices, 0 if that is not known.
    """
    if status == Status.BUDGET_EXCEEDED and memory is not None:
        bytes_needed = f"{counted(needed, 'byte', ',')}, " if needed else ""
        return BudgetExceededError(
            f"this needs {bytes_needed}more than the memory budget of {counted(memory, 'byte', ',')}; "
            "raise it with memory=",
            needed or None,
        )
    if status in (Status.OUT_OF_MEMORY, Status.BUDGET_EXCEEDED):
        return MemoryError(text)
    if status == Status.NOT_FOUND:
        return BoardNotFoundError(text)
    if status in (Status.BAD_ARGUMENT, Status.BAD_CELL, Status.BAD_SHAPE, Status.NO_VALID_BOARD, Status.NOT_PLACED):
        return ValueError(text)
    if status == Status.BUSY:
        return RuntimeError(text)
    return RuntimeError(f"unexpected status {status}: {text}")


def board_error(
    status: int, text: str, fault: tuple[int, int, int, int] | None, position: Position, memory: int
) -> Exception:
    """Like error_of, for a call on a position. fault: reason, row, column and needed, as in mines_fault."""
    reason, row, col, needed = fault or (FaultReason.NONE, -1, -1, 0)
    if status == Status.NO_VALID_BOARD:
        where = (row, col) if row >= 0 and col >= 0 else (None, None)
        return InconsistentBoardError(_why(reason, row, col, position), *where)
    if status == Status.BAD_CELL:
        return invalid_cell(row, col, chr(position.cells[row * position.cols + col]))
    return error_of(status, text, memory, needed)


def file_error(fault: tuple[int, str], cols: int | None) -> Exception:
    """The exception for BAD_FILE and BAD_CELL in a file.

    fault: offset and text, as in mines_file_fault. cols: the board's columns when writing, None when reading.
    """
    offset, text = fault
    if cols is None:
        return BadFileError(f"{text}, at byte {offset}", offset)
    return ValueError(f"row {offset // cols}, column {offset % cols}: {text}")


def out_of_reach(memory: int, time_ms: int, states: int, runs: int, effective: float) -> BudgetExceededError:
    """The error for an estimate that neither the exact nor a thinned count can give.

    states, runs, effective: of the last attempt, as in mines_estimate_result.
    """
    budget = f"{counted(memory, 'byte', ',')} of memory"
    if time_ms:
        budget += f" and {time_ms:,} ms"
    tried = "not even a thinned count fits"
    if runs:
        tried = f"of {runs} runs of a count with {states:,} states per layer, only {effective:.1f} are effective"
    return BudgetExceededError(
        f"out of reach with {budget}: {tried}; raise memory= or time_ms=, or try solve(), which needs less memory"
    )


def _why(reason: int, row: int, col: int, position: Position) -> str:
    """One sentence on why no valid board exists."""
    known = position.cells.count(b"+")
    unopened = position.cells.count(b"-")
    if reason == FaultReason.NUMBER:
        return _why_number(row, col, position)
    if reason == FaultReason.KNOWN_MINES:
        return f"no valid board: {counted(known, 'known mine')}, but only {position.mines} in all"
    if reason == FaultReason.FEW_CELLS:
        left = position.mines - known
        return f"no valid board: {counted(left, 'mine')} left to place, but only {counted(unopened, 'unopened cell')}"
    if reason == FaultReason.COUNT:
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
