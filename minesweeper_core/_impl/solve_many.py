"""Exact answers of many boards of one size at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._impl.arguments import Poll
from minesweeper_core._impl.board import BoardLike, read_stack
from minesweeper_core._impl.native import Native
from minesweeper_core._impl.statuses import Status
from minesweeper_core._impl.words import counted

__all__ = ["Solutions"]


class Solutions(NamedTuple):
    """The results of solve_many for n boards. A board without an answer has NaN or False in every cell."""

    mine: NDArray[np.float64]
    """P(mine), float64 (n, rows, cols), as Solution.mine."""
    zero_around: NDArray[np.float64] | None
    """P(no mine around), float64 (n, rows, cols), as Solution.zero_around; None if not requested."""
    certain_safe: NDArray[np.bool_]
    """Unopened cells that are safe in every valid board, bool (n, rows, cols)."""
    certain_mines: NDArray[np.bool_]
    """Unopened cells that are mines in every valid board, bool (n, rows, cols)."""
    consistent: NDArray[np.bool_]
    """Whether the board has a valid board, bool (n,); also True if the budget was exceeded."""
    exceeded: NDArray[np.bool_]
    """Whether the exact answer needs more memory than the budget, bool (n,)."""

    def __repr__(self) -> str:
        n, rows, cols = self.mine.shape
        return f"<Solutions of {counted(n, 'board', ',')} {rows}x{cols}>"


def solve_many_with(
    native: Native,
    boards: Sequence[BoardLike] | NDArray[Any],
    mines: int | Sequence[int] | NDArray[Any],
    zero_around: bool,
    threads: int,
    memory: int | None,
    poll: Poll | None,
) -> Solutions:
    """solve_many on one copy of the C library."""
    stack = read_stack(boards, mines)
    options = native.options(threads, memory, poll)
    shape = stack.boards, stack.rows, stack.cols
    mine, zero = np.empty(shape), np.empty(shape) if zero_around else None
    safe, certain_mines = np.empty(shape, np.bool_), np.empty(shape, np.bool_)
    status = np.empty(stack.boards, np.intc)
    arrays = mine, zero, safe, certain_mines, status
    native.check(native.binding.solve_many(stack.cells, *shape, stack.mines, options, *arrays), options)
    consistent, exceeded = status != Status.NO_VALID_BOARD, status == Status.BUDGET_EXCEEDED
    return Solutions(mine, zero, safe, certain_mines, consistent, exceeded)
