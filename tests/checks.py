"""Comparisons of a solution with exact integer counts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from brute_force import Enumeration
from numpy.typing import NDArray

RELATIVE_ERROR = 1e-12


def assert_shares(got: NDArray[np.float64], counts: NDArray[Any], total: int, what: object = "") -> None:
    """Probabilities against counts of `total`: to 1e-12, and exactly 0 or 1 if and only if that is the true value."""
    assert got.dtype == np.float64
    assert got.shape == counts.shape
    # Python divides integers of any size with correct rounding.
    expected = np.array([int(n) / total for n in counts.ravel()]).reshape(counts.shape)
    never, always = counts == 0, counts == total
    assert (got[never] == 0.0).all(), what
    assert (got[always] == 1.0).all(), what
    between = ~(never | always)
    assert ((got[between] > 0.0) & (got[between] < 1.0)).all(), what
    error = np.abs(got[between] - expected[between]) / expected[between]
    assert error.size == 0 or error.max() <= RELATIVE_ERROR, (what, error.max())


def assert_solution(solution: Any, truth: Enumeration) -> None:
    """Every field of a solution against all valid boards."""
    what = (truth.board, truth.total)
    unopened = np.array([[cell == "-" for cell in row] for row in truth.board])
    assert type(solution.total) is int
    assert solution.total == truth.total, what
    assert (solution.certain_mines == (unopened & (truth.mine == truth.total))).all(), what
    assert (solution.certain_safe == (unopened & (truth.mine == 0))).all(), what
    assert_shares(solution.mine, truth.mine, truth.total, what)
    assert_shares(solution.zero_around, truth.zero_around, truth.total, what)
    assert_shares(solution.number, truth.number, truth.total, what)


def total_or_zero(solve: Callable[..., Any], board: Any, mines: int) -> int:
    """The number of valid boards, 0 if the library says that there is none."""
    from minesweeper_core import InconsistentBoardError

    try:
        total = solve(board, mines).total
    except InconsistentBoardError:
        return 0
    assert type(total) is int
    assert total > 0
    return total


def is_first_binding(binding: Any) -> bool:
    """Whether these are the functions of the package itself; the longest loops run only on them."""
    import minesweeper_core

    return bool(binding.solve is minesweeper_core.solve)


def ticks_beside(call: Callable[[], object], enough: int) -> int:
    """How often this thread runs while another one is in the call; the best of 20 on a busy machine."""
    ticks = 0
    for _ in range(20):
        ticks = 0
        thread = threading.Thread(target=call)
        thread.start()
        while thread.is_alive():
            ticks += 1
            time.sleep(0.001)
        thread.join()
        if ticks > enough:
            break
    return ticks
