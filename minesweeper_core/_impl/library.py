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
    """One built C library and the functions on it. Has no state: any number of threads may use it.

    The functions of the package itself are those of its Cython module; :func:`minesweeper_core.load` gives the Library
    of any shared library file.
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
        """The kernel that draws boards on this machine; "portable" at least.

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

        board: up to 256 x 256 cells, '-' unopened, '+' a known mine, '0' to '8' opened: text with rows split by
        newlines, a list of rows, flat text or a 1-D array with ``width``, or a 2-D NumPy array of single bytes. Flat
        text and a 1-D array without a width are one row.
        mines: all mines on the board, known ones included. memory: how many bytes the analysis may take, 1 GiB if None;
        what is asked of the Solution later keeps to the same, may need more, and then wants another solve with more.
        poll: called with the progress (0 to 1, negative where unknown) on the calling thread, every 20 to 100 ms of
        long work; what it raises ends the call.

        Raises ValueError for a bad board, naming row and column from 0; InconsistentBoardError where no valid board
        exists; BudgetExceededError; MemoryError. Ctrl-C ends it. The GIL is not held; any number of threads may call
        at once.

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
        # More mines than fit 32 bits are as impossible as that many.
        status, handle, fault = native.binding.solve(cells, rows, cols, min(total, UINT32_MAX), options)
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
        """Analyse many boards of one size exactly, on threads: whole games, or positions to train on.

        boards: n boards in any form that solve takes, or an array of single bytes (n, rows, cols). mines: one number
        for all of them, or n. zero_around: whether to find P(no mine around) too. threads: 0 means one per available
        processor. memory: how many bytes each thread may take, 1 GiB if None. poll: as for solve.

        A board with no valid board, or one that needs more memory, ends nothing: see Solutions. Raises ValueError for
        a bad board, naming it and its row and column from 0; MemoryError. Ctrl-C ends it. The GIL is not held.

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
        first boards of a larger n are those of a smaller one. None takes a fresh one. threads: 0 means one per
        available processor; more than 32 are taken as 32. The rest, and the errors, as for solve.

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
        """Shares over n drawn valid boards: determine_grid2 for any board, without its shortcut, however hard it is.

        n: None or 0 with a time_ms means until the time is up. time_ms: how long the whole call may take, None or 0
        for any time. seed, threads, and the rest: as for sample. With a seed, the shares depend on n and memory alone
        unless the time decided something.

        If the exact count does not fit the memory, or half of the time, the boards come from a thinned count, and the
        standard errors account for it: see Estimate. If that gives no reliable answer either, BudgetExceededError says
        what was tried. Drawing takes more memory than counting: ``solve`` may still give an exact answer then.

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

        board: 256 cells in any of the forms that solve takes; flat ones need no width: text or bytes of 256 are 16 x
        16, whatever is among them. Its bytes are handed on as they are: one that is no cell, a newline as well, makes
        everything -1 and num_valid_gen 0, and so does a board that can't be. num_thread: 0 means one per available
        processor. min_valid_gen: boards to draw; 0 means as many as the time allows. time_calculation_ms: the limit for
        the whole call.

        If any unopened cell is a mine in every valid board, those cells get 1, all else is -1 and num_valid_gen is 0.
        Raises ValueError for a board that is not 16 x 16. Ctrl-C ends a long call.

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
        """The original's choice of the next cell, (row, col) from 0; None where no valid board was drawn.

        The arguments are those of determine_grid2.

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
