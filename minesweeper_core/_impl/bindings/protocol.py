"""What the public functions need from a binding of the C library.

Two bindings implement it: the Cython module ``_core`` (the module itself is the Backend) and ``_cffi``. Each
call releases the GIL, asks the poll function on the calling thread, lets signal handlers run there, and raises what
errors.error_of makes of the status. Arrays are new and C-contiguous.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._impl.board import Position, Stack

Poll: TypeAlias = Callable[[float], object]
"""Called with the finished share, 0 to 1, or a negative number where it is unknown. What it returns is ignored; what it
raises ends the call and comes out of it."""


ManyResult: TypeAlias = tuple[
    NDArray[np.float64], NDArray[np.float64] | None, NDArray[np.bool_], NDArray[np.bool_], NDArray[np.int32]
]


Estimated: TypeAlias = tuple[
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    tuple[bool, int, float, int],
]
"""Shares of mines and their standard errors, the same of no mine around, and of mines_quality: exact, runs, effective,
boards."""


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
        """P(mine), float64 (rows, cols), read-only."""

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


ActionResult: TypeAlias = tuple[int, NDArray[np.uint32] | None]
"""A mines_refusal, 0 where it was done, and the indices of the cells that look different now; None where there was no
memory for them."""


UndoResult: TypeAlias = tuple[bool, NDArray[np.uint32] | None]
"""Whether there was an action to undo or redo, and the same."""


class Request(NamedTuple):
    """mines_request without its size, in its order."""

    rows: int
    cols: int
    mines: int
    first: int
    row: int
    col: int
    logic: int
    least_bbbv: int
    most_bbbv: int
    tries: int


class FlagsRules(NamedTuple):
    """mines_flags_rules without its size, in its order."""

    rows: int
    cols: int
    mines: int
    wins: int
    bombs: int
    radius: int
    no_bombs: int
    bomb_anytime: int
    bomb_plays_on: int
    bomb_no_flood: int


class FileContent(NamedTuple):
    """What a board file holds."""

    cells: NDArray[np.uint8]
    """Characters (rows, cols), C-contiguous: '-', '+', '0' to '8', and 'F' for a flag."""
    mask: NDArray[np.bool_] | None
    """The mines (rows, cols), C-contiguous; None where not every mine is known."""
    mines: int
    """All of them; -1 where that is unknown."""
    first: tuple[int, int]
    """The first click, row and column; -1 both where there is none."""


class PlayHandle(Protocol):
    """A game being played. Its calls come one at a time, whichever threads make them."""

    def act(self, kind: int, row: int, col: int) -> ActionResult:
        """Do an action, of mines_action_kind, in a cell of the board."""

    def undo(self) -> UndoResult:
        """Take the last action back."""

    def redo(self) -> UndoResult:
        """Do again what was undone last."""

    def board(self) -> bytes:
        """The visible board, rows * cols bytes."""

    def log(self) -> NDArray[np.uint32]:
        """The actions, (n, 3): kind, row, column."""

    def copy(self) -> Self:
        """Another one in the same state."""


class GameHandle(PlayHandle, Protocol):
    """A mines_game."""

    def info(self) -> tuple[int, int, int, int, int]:
        """Mines, state, 1 once they are placed, opened cells, flags."""

    def flags(self) -> NDArray[np.bool_]:
        """The flagged cells, (rows, cols)."""

    def mask(self) -> NDArray[np.bool_] | None:
        """The mines, (rows, cols); None before they are placed."""


class FlagsHandle(PlayHandle, Protocol):
    """A mines_flags_game."""

    def info(self) -> tuple[int, int, int, tuple[int, int], tuple[int, int], int, int]:
        """Mines, wins, turn, scores, bombs left, 1 once it is over, winner or -1."""

    def owner(self) -> NDArray[np.uint8]:
        """Who found each mine, (rows, cols): 0 nobody, 1 or 2."""

    def mask(self) -> NDArray[np.bool_]:
        """The mines, (rows, cols)."""


class Backend(Protocol):
    """One binding of one library."""

    def solve(self, position: Position, memory: int, poll: Poll | None) -> Handle:
        """Analyse a position."""

    def estimate(
        self,
        position: Position,
        seed: int,
        count: int,
        time_ms: int,
        threads: int,
        memory: int,
        poll: Poll | None,
    ) -> Estimated:
        """mines_estimate."""

    def solve_many(self, stack: Stack, zero_around: bool, threads: int, memory: int, poll: Poll | None) -> ManyResult:
        """mines_solve_many: mine, zero_around (None unless asked for), safe, mines, and each board's status."""

    def determine_grid2(
        self, cells: bytes, num_thread: int, min_valid_gen: int, time_ms: int
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], int]:
        """mines_determine_grid2 of 256 bytes: two float32 (16, 16) and the number of boards."""

    def best_grid(self, cells: bytes, num_thread: int, min_valid_gen: int, time_ms: int) -> tuple[int, int] | None:
        """mines_get_grid_with_best_probability of 256 bytes; None where it chooses no cell."""

    def metrics(self, masks: NDArray[np.uint8], threads: int, memory: int, poll: Poll | None) -> NDArray[np.uint32]:
        """mines_metrics of masks (n, rows, cols): uint32 (5, n), in the order of the fields of Metrics."""

    def metric(
        self, which: int, masks: NDArray[np.uint8], threads: int, memory: int, poll: Poll | None
    ) -> NDArray[np.uint32]:
        """One row of what metrics gives, by its number: uint32 (n,)."""

    def bbbv_of_one(self, mask: NDArray[np.bool_]) -> int:
        """The same of one small mask (rows, cols), C-contiguous: the short way, not to be interrupted."""

    def bbbv_solved(
        self, masks: NDArray[np.uint8], opened: NDArray[np.uint8], threads: int, memory: int, poll: Poll | None
    ) -> NDArray[np.uint32]:
        """mines_bbbv_solved: uint32 (n,)."""

    def numbers(self, masks: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """mines_numbers: uint8 (n, rows, cols), 9 for a mine."""

    def game(self, mask: NDArray[np.uint8]) -> GameHandle:
        """A game on that mask (rows, cols)."""

    def random_game(self, rows: int, cols: int, mines: int, seed: int, first: int) -> GameHandle:
        """A game whose mines are placed at the first click, by a mines_first_click."""

    def flags_game(self, rules: FlagsRules, mask: NDArray[np.uint8] | None, seed: int) -> FlagsHandle:
        """A game of Minesweeper Flags on a mask of the rules' size, or where that is None on one by seed."""

    def generate(
        self, request: Request, seed: int, start: int, count: int, threads: int, memory: int, poll: Poll | None
    ) -> tuple[NDArray[np.bool_], int]:
        """mines_generate: boards number start to start + count - 1 of the seed, bool (count, rows, cols), and how many
        were looked at."""

    def no_guess(
        self, masks: NDArray[np.uint8], row: int, col: int, threads: int, memory: int, poll: Poll | None
    ) -> NDArray[np.bool_]:
        """mines_no_guess of masks (n, rows, cols), all with that first click: bool (n,)."""

    def read_file(self, format: int, content: bytes, poll: Poll | None) -> FileContent:
        """mines_file_read, by a mines_format."""

    def write_file(self, format: int, filed: FileContent, poll: Poll | None) -> bytes:
        """mines_file_write: the file."""

    def refusal_text(self, refusal: int) -> str:
        """The library's words for a mines_refusal."""

    def version(self) -> str:
        """The library's version."""

    def simd_name(self) -> str:
        """The kernel the sampler uses on this machine."""
