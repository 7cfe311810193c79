"""The exceptions of the package."""

from __future__ import annotations

__all__ = ["BadFileError", "BoardNotFoundError", "BudgetExceededError", "InconsistentBoardError"]


class InconsistentBoardError(ValueError):
    """No placement of the mines fits the board.

    ``row`` and ``col`` (from 0) locate a number that its own neighbours can't satisfy; None if there is no such number.

    >>> import minesweeper_core as mc
    >>> mc.solve("4-\\n--", 3)
    Traceback (most recent call last):
    minesweeper_core.InconsistentBoardError: the 4 at row 0, column 0 can't be met: 3 mines at most around it
    """

    def __init__(self, message: str, row: int | None = None, col: int | None = None) -> None:
        super().__init__(message)
        self.row = row
        self.col = col


class BudgetExceededError(RuntimeError):
    """The exact answer needs more memory than ``memory=`` allows.

    ``needed`` is the smallest budget in bytes with which the call succeeds, or None if it is unknown. It is known if
    the count's graph fits the budget but the other data that the count needs does not.

    What a Solution computes later (``total``, ``number``, ``zero_around``, drawn boards) has the budget of its
    ``solve`` and may need more than ``solve`` itself did; if it raises this error, solve again with a larger budget.

    >>> import minesweeper_core as mc
    >>> board = ["-1" * 10, "-" * 20] * 8
    >>> try:
    ...     solution = mc.solve(board, 40, memory=2_500_000)
    ... except mc.BudgetExceededError as error:
    ...     solution = mc.solve(board, 40, memory=error.needed)
    >>> solution.cost.bytes < 2_900_000
    True
    """

    def __init__(self, message: str, needed: int | None = None) -> None:
        super().__init__(message)
        self.needed = needed


class BoardNotFoundError(RuntimeError):
    """No board that meets the request was found within the allowed number of tries, or none exists."""


class BadFileError(ValueError):
    """The file is not valid in its given or detected format.

    ``offset`` is the offset of the invalid byte, from 0, or the length of the file if it ends too early.

    >>> import minesweeper_core as mc
    >>> mc.read_file(b"4x4x3\\nHHHH\\nHH-H\\nHHHH\\nHHHH\\n")
    Traceback (most recent call last):
    minesweeper_core.BadFileError: not a valid mine file: unknown character; use H, F, ?, M or 0-8, at byte 13
    """

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset
