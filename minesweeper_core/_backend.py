"""What the public functions need from a binding of the C library.

Two bindings implement it: the Cython module ``_core`` (the module itself is the Backend) and ``_cffi``. Each
call releases the GIL, asks the poll function on the calling thread, lets signal handlers run there, and raises what
errors.error_of makes of the status. Arrays are new and C-contiguous.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from minesweeper_core.board import Position, Stack

Poll: TypeAlias = Callable[[float], object]
"""Called with the finished share, 0 to 1, or a negative number where it is unknown. What it returns is ignored; what it
raises ends the call and comes out of it."""


Many: TypeAlias = tuple[
    NDArray[np.float64], NDArray[np.float64] | None, NDArray[np.bool_], NDArray[np.bool_], NDArray[np.int32]
]


class Sampler(Protocol):
    """Tables from which valid boards are drawn; keeps its Handle alive. May be used by any number of threads."""

    def draw(
        self, seed: int, first: int, count: int, threads: int, memory: int, poll: Poll | None
    ) -> NDArray[np.bool_]:
        """Boards number first to first + count - 1 of the seed, bool (count, rows, cols)."""

    def tally(
        self, seed: int, count: int, time_ms: int, threads: int, memory: int, poll: Poll | None
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint64], int]:
        """Per cell the boards with a mine and with no mine around, uint64 (rows, cols), and the number of boards."""


class Handle(Protocol):
    """An analysed position. May be used by any number of threads."""

    def mine(self) -> NDArray[np.float64]:
        """P(mine), float64 (rows, cols)."""

    def certain(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """The unopened cells that are safe, and those that are mines, in every valid board; bool (rows, cols)."""

    def zero_around(self, memory: int, poll: Poll | None) -> NDArray[np.float64]:
        """P(no mine around), float64 (rows, cols)."""

    def number(self, memory: int, poll: Poll | None) -> NDArray[np.float64]:
        """P(safe and shows k), float64 (rows, cols, 9)."""

    def total(self, memory: int, poll: Poll | None) -> NDArray[np.uint32]:
        """The number of valid boards in 32-bit words, least significant first."""

    def cost(self) -> tuple[int, int, int, int, int]:
        """Components, boxes, states, edges and bytes of the count."""

    def sampler(self, memory: int, poll: Poll | None) -> Sampler:
        """Build the tables for drawing."""


class Backend(Protocol):
    """One binding of one library."""

    def solve(self, position: Position, memory: int, poll: Poll | None) -> Handle:
        """Analyse a position."""

    def solve_many(self, stack: Stack, zero_around: bool, threads: int, memory: int, poll: Poll | None) -> Many:
        """mines_solve_many: mine, zero_around (None unless asked for), safe, mines, and each board's status."""

    def determine_grid2(
        self, cells: bytes, num_thread: int, min_valid_gen: int, time_ms: int
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], int]:
        """mines_determine_grid2 of 256 bytes: two float32 (16, 16) and the number of boards."""

    def best_grid(self, cells: bytes, num_thread: int, min_valid_gen: int, time_ms: int) -> tuple[int, int] | None:
        """mines_get_grid_with_best_probability of 256 bytes; None where it chooses no cell."""

    def version(self) -> str:
        """The library's version."""

    def simd_name(self) -> str:
        """The kernel the sampler uses on this machine."""
