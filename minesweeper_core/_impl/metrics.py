"""How many clicks a board takes: 3BV and related metrics."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from numbers import Real
from typing import Any, Generic, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._impl.arguments import Poll
from minesweeper_core._impl.masks import MaskLike, Masks, OpenedLike, read_masks, read_opened
from minesweeper_core._impl.native import Native

__all__ = ["Metrics"]

_Number = TypeVar("_Number")
_BOOL = np.dtype(np.bool_)
# Boards with fewer cells take far less than the 20 ms after which signals are checked, and their sides are in range.
_SHORT = 1 << 15


@dataclass(frozen=True, slots=True)
class Metrics(Generic[_Number]):
    """The result of metrics: each field is an int for one board, a uint32 array (n,) for a stack of n.

    A *0-cell* is a safe cell without a mine around it. An *opening* is a group of touching 0-cells with the numbers
    around it: one click opens all of it.
    """

    bbbv: _Number
    """3BV, Bechtel's Board Benchmark Value: the fewest left clicks that open the board without flags; one for each
    opening, and one for each safe cell outside all openings."""
    openings: _Number
    """The number of openings."""
    islands: _Number
    """The number of groups of touching safe cells outside all openings."""
    zini: _Number
    """Greedy ZiNi, by Elmar Zimmermann and Christoph Nikolaus: the clicks of a player who opens, flags and chords, and
    always chooses what saves most."""
    hzini: _Number
    """Human ZiNi, by the same authors: the clicks if the player opens every opening first."""


_NAMES = ("bbbv", "openings", "islands", "zini", "hzini")


class MetricsFunctions:
    """The functions of a Library for metrics."""

    _native: Native

    @overload
    def metrics(
        self, board: NDArray[Any], *, threads: int = 0, memory: int | None = None, poll: Poll | None = None
    ) -> Metrics[Any]: ...
    @overload
    def metrics(
        self, board: MaskLike, *, threads: int = 0, memory: int | None = None, poll: Poll | None = None
    ) -> Metrics[int]: ...
    def metrics(
        self, board: MaskLike, *, threads: int = 0, memory: int | None = None, poll: Poll | None = None
    ) -> Metrics[Any]:
        """3BV, openings, islands and two kinds of ZiNi of a complete board, or of a stack (n, rows, cols) of them.

        board: a bool array, True where a mine is, one of 0 and 1, or one of the numbers that the cells show with mines
        -1 or 9; or text, a list of rows or an array of characters: 'M' or '*' a mine, '.', '-' or a number a safe cell.
        Text of '-' and numbers alone is rejected: it is a position, not a board without mines. Or a Game, FlagsGame or
        BoardFile whose mines are known.
        Sides up to 32767 and 2**28 cells. threads: 0 means one per available processor; they share the boards of a
        stack. memory: the limit in bytes for each thread, 1 GiB if None, enough for 10**8 cells. poll: as for solve.

        Raises ValueError for a bad board, naming row and column from 0; MemoryError. Ctrl-C interrupts it. Thread-safe;
        the GIL is not held.

        >>> import minesweeper_core as mc
        >>> mc.metrics("*.*\\n...\\n*.*")
        Metrics(bbbv=5, openings=0, islands=1, zini=5, hzini=5)
        >>> import numpy as np
        >>> mc.metrics(np.zeros((2, 4, 4), bool)).bbbv
        array([1, 1], dtype=uint32)
        """
        masks = read_masks(board)
        found = self._metrics(masks, _NAMES, threads, memory, poll)
        return Metrics(*(_result(masks, values) for values in found))

    def bbbv(self, board: MaskLike, *, threads: int = 0, memory: int | None = None, poll: Poll | None = None) -> Any:
        """3BV alone: an int, or a uint32 array (n,) for a stack. The arguments are those of metrics.

        Fastest for a C-contiguous bool array.

        >>> import minesweeper_core as mc
        >>> mc.bbbv("...\\n.*.\\n...")
        8
        """
        if (
            type(board) is np.ndarray
            and board.dtype is _BOOL
            and board.ndim == 2
            and 0 < board.size < _SHORT
            and board.flags.c_contiguous
        ):
            status, found = self._native.binding.bbbv_of_one(board)
            if status:
                self._native.fail(status)
            return found
        return self._metric("bbbv", board, threads, memory, poll)

    def zini(self, board: MaskLike, *, threads: int = 0, memory: int | None = None, poll: Poll | None = None) -> Any:
        """Greedy ZiNi alone: an int, or a uint32 array (n,) for a stack. The arguments are those of metrics.

        >>> import minesweeper_core as mc
        >>> mc.zini("...\\n.*.\\n...")
        5
        """
        return self._metric("zini", board, threads, memory, poll)

    def hzini(self, board: MaskLike, *, threads: int = 0, memory: int | None = None, poll: Poll | None = None) -> Any:
        """Human ZiNi alone: an int, or a uint32 array (n,) for a stack. The arguments are those of metrics.

        >>> import minesweeper_core as mc
        >>> mc.hzini("*..\\n...\\n...")
        1
        """
        return self._metric("hzini", board, threads, memory, poll)

    def _metric(self, name: str, board: MaskLike, threads: int, memory: int | None, poll: Poll | None) -> Any:
        masks = read_masks(board)
        return _result(masks, *self._metrics(masks, (name,), threads, memory, poll))

    def _metrics(
        self, masks: Masks, names: tuple[str, ...], threads: int, memory: int | None, poll: Poll | None
    ) -> list[NDArray[np.uint32]]:
        """The metrics of these names, uint32 (n,) each."""
        native, cells = self._native, masks.cells
        options = native.options(threads, memory, poll)
        count, rows, cols = cells.shape
        arrays = [np.empty(count, np.uint32) if name in names else None for name in _NAMES]
        status = native.binding.metrics(cells, count, rows, cols, options, *arrays)
        if status or options.error is not None:
            native.check(status, options)
        return [array for array in arrays if array is not None]

    def bbbv_solved(
        self,
        board: MaskLike,
        opened: OpenedLike,
        *,
        threads: int = 0,
        memory: int | None = None,
        poll: Poll | None = None,
    ) -> Any:
        """The solved part of the 3BV of a board in play: an int, or a uint32 array (n,) for a stack.

        opened: the opened cells, a bool array as large as the board; or the text of a game's board, whose numbers are
        the opened cells. An opening counts once all its 0-cells are opened, any other safe cell once it is opened. The
        rest is ``bbbv(board) - bbbv_solved(board, opened)``. The other arguments: as for metrics.

        >>> import minesweeper_core as mc
        >>> mc.bbbv_solved("*..\\n...\\n..*", "-10\\n--1\\n---")
        1
        """
        masks = read_masks(board)
        seen = read_opened(opened, masks)
        options = self._native.options(threads, memory, poll)
        solved = np.empty(len(masks.cells), np.uint32)
        count, rows, cols = masks.cells.shape
        status = self._native.binding.bbbv_solved(masks.cells, seen, count, rows, cols, options, solved)
        self._native.check(status, options)
        return _result(masks, solved)

    def bbbv_per_second(self, board: MaskLike, seconds: float) -> Any:
        """3BV/s: the 3BV divided by the time that the board took, a float, or a float64 array (n,) for a stack.

        seconds: more than 0; for a stack, possibly an array (n,). Raises ValueError or TypeError otherwise, and as
        metrics.

        >>> import minesweeper_core as mc
        >>> mc.bbbv_per_second("...\\n.*.\\n...", 2.5)
        3.2
        """
        times = _read_seconds(seconds)
        if not np.all(np.asarray(times) > 0):
            raise ValueError(f"seconds must be more than 0: {seconds}")
        return self.bbbv(board) / times

    def numbers(self, board: MaskLike) -> NDArray[np.uint8]:
        """The number of mines around each cell of a complete board, 9 for a mine: uint8 (rows, cols), or (n, rows,
        cols) for a stack. The argument is that of metrics.

        >>> import minesweeper_core as mc
        >>> mc.numbers("*.\\n..")
        array([[9, 1],
               [1, 1]], dtype=uint8)
        """
        masks = read_masks(board)
        numbers = np.empty(masks.cells.shape, np.uint8)
        count, rows, cols = masks.cells.shape
        self._native.check(self._native.binding.numbers(masks.cells, count, rows, cols, numbers))
        return numbers if masks.stacked else numbers[0]


def _read_seconds(seconds: Any) -> Any:
    """Real numbers of any kind, converted to types that NumPy computes with."""
    try:
        numbers = np.asarray(seconds)
        if numbers.dtype.kind == "O":  # integers of more than 64 bits, fractions, decimals
            floats = np.array([_as_float(number) for number in numbers.ravel().tolist()])
            return floats.reshape(numbers.shape) if numbers.ndim else float(floats[0])
    except (TypeError, ValueError):  # ValueError: NumPy, for rows that differ in length
        numbers = np.empty(0, object)
    if numbers.dtype.kind not in "iuf":
        raise TypeError(f"seconds must be a number, or an array of them, not {seconds!r}")
    return numbers if numbers.ndim else seconds


def _as_float(number: Any) -> float:
    if type(number) is bool or not issubclass(type(number), (Real, Decimal)):
        raise TypeError
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def _result(masks: Masks, found: NDArray[np.uint32]) -> Any:
    return found if masks.stacked else int(found[0])
