"""The two functions of the original C[o]re.dll's interface, for 16 x 16 boards with 51 mines."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._arguments import unsigned
from minesweeper_core._backend import Backend
from minesweeper_core.board import BoardLike, read_grid2_cells

__all__ = ["GridProbabilities"]

DEFAULT_MIN_VALID_GEN = 100_000
DEFAULT_TIME_MS = 1_000
# Calls that may take longer than this are made so that Ctrl-C ends them.
_UNINTERRUPTED_MS = 200

_T = TypeVar("_T")


class GridProbabilities(NamedTuple):
    """What DetermineGrid2 returns."""

    probability_mine: NDArray[np.float32]
    """The share of boards with a mine in the cell, float32 (16, 16); -1 where unavailable."""
    probability_zero_mine_around: NDArray[np.float32]
    """The share with no mine around the cell, float32 (16, 16); -1 where unavailable."""
    num_valid_gen: int
    """The number of boards drawn; 0 after the shortcut for certain mines, and where no valid board exists."""


def determine_grid2_with(
    backend: Backend, board: BoardLike, num_thread: int, min_valid_gen: int, time_ms: int
) -> GridProbabilities:
    """DetermineGrid2 through a backend."""
    cells = read_grid2_cells(board)
    numbers = _numbers(num_thread, min_valid_gen, time_ms)
    return GridProbabilities(*_interruptibly(lambda: backend.determine_grid2(cells, *numbers), time_ms))


def best_grid_with(
    backend: Backend, board: BoardLike, num_thread: int, min_valid_gen: int, time_ms: int
) -> tuple[int, int] | None:
    """GetGridWithBestProbability through a backend."""
    cells = read_grid2_cells(board)
    numbers = _numbers(num_thread, min_valid_gen, time_ms)
    return _interruptibly(lambda: backend.best_grid(cells, *numbers), time_ms)


def _numbers(num_thread: int, min_valid_gen: int, time_ms: int) -> tuple[int, int, int]:
    return (
        unsigned("num_thread", num_thread),
        unsigned("min_valid_gen", min_valid_gen),
        unsigned("time_calculation_ms", time_ms),
    )


def _interruptibly(call: Callable[[], _T], time_ms: int) -> _T:
    """The call's result; on the main thread, a signal handler that raises ends the wait at once.

    The original's interface has no way to be asked to stop, so a long call runs on a thread of its own. When the wait
    ends early that thread still runs until the call's own deadline, and its result is dropped.
    """
    if time_ms <= _UNINTERRUPTED_MS or threading.current_thread() is not threading.main_thread():
        return call()
    results: list[_T] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def work() -> None:
        try:
            results.append(call())
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    threading.Thread(target=work, name="DetermineGrid2", daemon=True).start()
    # On Windows a wait without a limit can't be interrupted.
    while not done.wait(0.1):
        pass
    if errors:
        raise errors[0]
    return results[0]
