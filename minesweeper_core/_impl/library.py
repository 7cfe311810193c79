"""The public functions on one copy of the C library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._impl.arguments import UINT32_MAX, Poll
from minesweeper_core._impl.board import BoardLike, read_position
from minesweeper_core._impl.estimation import DEFAULT_BOARDS, Estimate, estimate_with
from minesweeper_core._impl.files import FileFunctions
from minesweeper_core._impl.flags_game import FlagsGame
from minesweeper_core._impl.game import Game
from minesweeper_core._impl.game_base import bind
from minesweeper_core._impl.generation import GenerationFunctions
from minesweeper_core._impl.grid2 import (
    DEFAULT_MIN_VALID_GEN,
    DEFAULT_TIME_MS,
    GridProbabilities,
    best_grid_with,
    determine_grid2_with,
)
from minesweeper_core._impl.metrics import MetricsFunctions
from minesweeper_core._impl.native import Native
from minesweeper_core._impl.solution import Solution
from minesweeper_core._impl.solve_many import Solutions, solve_many_with

__all__ = ["Library"]


class Library(MetricsFunctions, GenerationFunctions, FileFunctions):
    """The functions of one build of the C library. Stateless and thread-safe.

    The functions of the package itself are those of its Cython module; :func:`minesweeper_core.load` returns the
    Library of any shared library file.
    """

    Game: type[Game]
    """:class:`minesweeper_core.Game` on this library."""
    FlagsGame: type[FlagsGame]
    """:class:`minesweeper_core.FlagsGame` on this library."""

    def __init__(self, native: Native, opener: tuple[Callable[..., Library], tuple[str, ...]]) -> None:
        self._native = native
        self._opener = opener
        self.Game = bind(Game, native)
        self.FlagsGame = bind(FlagsGame, native)

    @property
    def version(self) -> str:
        """The C library's version at run time, such as "0.1.0"."""
        return self._native.binding.version()

    def simd_name(self) -> str:
        """The name of the kernel that draws boards on this machine, such as "portable".

        >>> import minesweeper_core as mc
        >>> isinstance(mc.simd_name(), str)
        True
        """
        return self._native.binding.simd_name()

    def solve(
        self,
        board: BoardLike,
        mines: int,
        *,
        width: int | None = None,
        memory: int | None = None,
        poll: Poll | None = None,
    ) -> Solution:
        """Analyse a position exactly.

        board: up to 256 x 256 cells, '-' unopened, '+' a known mine, '0' to '8' opened: text with rows separated by
        newlines, a list of rows, flat text or a 1-D array with ``width``, or a 2-D NumPy array of single bytes. Flat
        text and a 1-D array without a width are one row.
        mines: the total number of mines, known ones included. memory: the limit in bytes, 1 GiB if None; it also
        applies to what the Solution computes later, which may need more than solve itself.
        poll: called with the progress (0 to 1, negative if unknown) on the calling thread, every 20 to 100 ms of a long
        call; an exception that it raises ends the call.

        Raises ValueError for a bad board, naming row and column from 0; InconsistentBoardError if no valid board
        exists; BudgetExceededError; MemoryError. Ctrl-C interrupts it. Thread-safe; the GIL is not held.

        >>> import minesweeper_core as mc
        >>> solution = mc.solve(["2--", "2--"], 3)
        >>> solution.mine
        array([[0. , 1. , 0.5],
               [0. , 1. , 0.5]])
        >>> solution.total
        2
        >>> solution.certain_mines
        array([[False,  True, False],
               [False,  True, False]])
        """
        native, position = self._native, read_position(board, mines, width)
        rows, cols, cells, total = position
        options = native.options(0, memory, poll)
        # Any number of mines beyond 32 bits is as impossible as UINT32_MAX. (min() would be slower.)
        mines = total if total < UINT32_MAX else UINT32_MAX
        status, handle, fault = native.binding.solve(cells, rows, cols, mines, options)
        if status or options.error is not None:
            native.check_board(status, options, fault, position)
        return Solution(native, handle, position, options.memory, poll, self.solve)

    def solve_many(
        self,
        boards: Sequence[BoardLike] | NDArray[Any],
        mines: int | Sequence[int] | NDArray[Any],
        *,
        zero_around: bool = False,
        threads: int = 0,
        memory: int | None = None,
        poll: Poll | None = None,
    ) -> Solutions:
        """Analyse many boards of one size exactly, in parallel.

        boards: n boards in any form that solve takes, or an array of single bytes (n, rows, cols). mines: one number
        for all of them, or n. zero_around: whether to compute P(no mine around) too. threads: 0 means one per available
        processor. memory: the limit in bytes for each thread, 1 GiB if None. poll: as for solve.

        A board without a valid board, or one that needs more memory, is not an error: see Solutions. Raises ValueError
        for a bad board, naming it and its row and column from 0; MemoryError. Ctrl-C interrupts it. Thread-safe; the
        GIL is not held.

        >>> import minesweeper_core as mc
        >>> solutions = mc.solve_many(["2--\\n2--", "---\\n---"], 3)
        >>> solutions.mine
        array([[[0. , 1. , 0.5],
                [0. , 1. , 0.5]],
        <BLANKLINE>
               [[0.5, 0.5, 0.5],
                [0.5, 0.5, 0.5]]])
        >>> solutions.certain_mines[0, :, 1].tolist(), solutions.consistent.tolist()
        ([True, True], [True, True])
        """
        return solve_many_with(self._native, boards, mines, zero_around, threads, memory, poll)

    def sample(
        self,
        board: BoardLike,
        mines: int,
        n: int,
        seed: int | None = None,
        threads: int = 0,
        *,
        width: int | None = None,
        memory: int | None = None,
        poll: Poll | None = None,
    ) -> NDArray[np.bool_]:
        """Draw n valid boards, independently and uniformly; bool (n, rows, cols), True = mine, known ones included.

        seed: 0 to 2**64 - 1; a seed gives the same boards on every machine and for every number of threads, and the
        first boards of a larger n are those of a smaller one. None means a random one. threads: 0 means one per
        available processor; at most 32 are used. The other arguments, errors and thread safety: as for solve.

        >>> import minesweeper_core as mc
        >>> boards = mc.sample("---\\n-1-\\n---", 1, 1000, seed=7)
        >>> boards.shape, bool((boards.sum(axis=(1, 2)) == 1).all())
        ((1000, 3, 3), True)
        """
        return self.solve(board, mines, width=width, memory=memory, poll=poll).sample(n, seed, threads)

    def estimate(
        self,
        board: BoardLike,
        mines: int,
        n: int | None = DEFAULT_BOARDS,
        *,
        seed: int | None = None,
        threads: int = 0,
        time_ms: int | None = None,
        width: int | None = None,
        memory: int | None = None,
        poll: Poll | None = None,
    ) -> Estimate:
        """Estimate probabilities from n drawn valid boards: determine_grid2 without its shortcut, for any board.

        n: the number of boards; None or 0 means until time_ms is over. time_ms: the time limit of the whole call, None
        or 0 for none. The other arguments: as for sample. With a seed, the estimate depends only on n and memory,
        unless the time limit took effect.

        If the exact count does not fit the memory, or half of the time, the boards come from a thinned count, and the
        standard errors account for it: see Estimate. If that gives no reliable answer either, BudgetExceededError says
        what was tried. Drawing needs more memory than counting, so ``solve`` may still succeed. Other errors and thread
        safety: as for solve.

        >>> import minesweeper_core as mc
        >>> estimate = mc.estimate("2--\\n2--", 3, 10_000, seed=1)
        >>> estimate
        <Estimate 2x3 from 10,000 valid boards, seed 1>
        >>> bool((abs(estimate.mine[:, 2] - 0.5) < 6 * estimate.mine_stderr[:, 2]).all())
        True
        """
        position = read_position(board, mines, width)
        options = self._native.options(threads, memory, poll)
        return estimate_with(self._native, position, n, seed, options, time_ms)

    def determine_grid2(
        self,
        board: BoardLike,
        num_thread: int = 0,
        min_valid_gen: int = DEFAULT_MIN_VALID_GEN,
        time_calculation_ms: int = DEFAULT_TIME_MS,
    ) -> GridProbabilities:
        """The C function DetermineGrid2, for the 16 x 16 board with 51 mines of Minesweeper Flags.

        board: 256 cells in any form that solve takes; flat forms need no width, and any text or bytes of length 256 are
        16 x 16 cells. Bytes are passed on unchanged: one that is not a cell, such as a newline, makes all probabilities
        -1 and num_valid_gen 0, as does a board without a valid board. num_thread: 0 means one per available processor.
        min_valid_gen: the number of boards to draw; 0 means as many as the time allows. time_calculation_ms: the limit
        for the whole call.

        If any unopened cells are mines in every valid board, they get probability_mine 1, all other values are -1 and
        num_valid_gen is 0. Raises ValueError for a board that is not 16 x 16. Ctrl-C interrupts it. Thread-safe; the
        GIL is not held.

        >>> import minesweeper_core as mc
        >>> result = mc.determine_grid2("-" * 256, min_valid_gen=1000)
        >>> result.num_valid_gen >= 1000, result.probability_mine.shape
        (True, (16, 16))
        """
        return determine_grid2_with(self._native, board, num_thread, min_valid_gen, time_calculation_ms)

    def get_grid_with_best_probability(
        self,
        board: BoardLike,
        num_thread: int = 0,
        min_valid_gen: int = DEFAULT_MIN_VALID_GEN,
        time_calculation_ms: int = DEFAULT_TIME_MS,
    ) -> tuple[int, int] | None:
        """The cell to open next by the original's rule, (row, col) from 0; None if no valid board was drawn.

        Arguments, errors and thread safety: as for determine_grid2.

        >>> import minesweeper_core as mc
        >>> row, col = mc.get_grid_with_best_probability("-" * 256, min_valid_gen=1000)
        >>> 0 <= row < 16 and 0 <= col < 16
        True
        """
        return best_grid_with(self._native, board, num_thread, min_valid_gen, time_calculation_ms)

    def __repr__(self) -> str:
        return f"<Library {self.version}, {self._native.name}>"

    def __reduce__(self) -> tuple[Callable[..., Library], tuple[Any, ...]]:
        return self._opener
