"""The exact answers for one position."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._impl.arguments import UINT64_MAX, Poll, new_boards, seed_of, unsigned
from minesweeper_core._impl.bindings.cffi_binding import Options, SamplerHandle, SolutionHandle
from minesweeper_core._impl.board import Position
from minesweeper_core._impl.estimation import DEFAULT_BOARDS, Estimate, tally_with
from minesweeper_core._impl.locks import fork_safe_lock
from minesweeper_core._impl.native import Native, fill
from minesweeper_core._impl.words import counted

__all__ = ["Cost", "Solution"]

_T = TypeVar("_T")
_Array = TypeVar("_Array", bound=NDArray[Any])


class Cost(NamedTuple):
    """The cost of the count, for benchmarks. The figures may change with any version."""

    components: int
    """Groups of unopened cells that no number connects."""
    boxes: int
    """Groups of unopened cells with the same neighbouring numbers."""
    states: int
    """States of the dynamic program, in all layers."""
    edges: int
    """Edges between the states."""
    bytes: int
    """Memory held, in bytes."""


class Solution:
    """The exact answers for a position. Made by :func:`minesweeper_core.solve`.

    Each field is computed on first access and cached; arrays are read-only. Thread-safe: fields are computed one at a
    time, without the GIL. The first access to ``zero_around``, ``number`` or ``total`` can take long; it calls the
    ``poll`` function given to ``solve``, and Ctrl-C ends it. It is limited to the ``memory`` of ``solve``, as drawing
    is, and may need more than ``solve`` did: after BudgetExceededError, solve again with more. Pickles as the position,
    not as the answers.

    >>> import minesweeper_core as mc
    >>> solution = mc.solve("----\\n-13-\\n----\\n----", 6)
    >>> solution
    <Solution 4x4, 6 mines>
    >>> round(solution.mine[0, 3] * 33)
    25
    >>> solution.total
    66
    >>> solution
    <Solution 4x4, 6 mines, 66 valid boards>
    """

    __slots__ = ("__weakref__", "_handle", "_memory", "_native", "_poll", "_position", "_solve", "_values")

    def __init__(
        self,
        native: Native,
        handle: SolutionHandle,
        position: Position,
        memory: int,
        poll: Poll | None,
        solve_again: Callable[..., Solution],
    ) -> None:
        self._native = native
        self._handle = handle
        self._position = position
        self._memory = memory
        self._poll = poll
        self._solve = solve_again
        self._values: dict[str, Any] = {}

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self._position.rows

    @property
    def cols(self) -> int:
        """The number of columns."""
        return self._position.cols

    @property
    def mines(self) -> int:
        """The number of mines on the board, known ones included."""
        return self._position.mines

    @property
    def board(self) -> list[str]:
        """The position, one string per row."""
        return self._position.lines()

    @property
    def mine(self) -> NDArray[np.float64]:
        """P(mine), float64 (rows, cols): 1 for known mines, 0 for opened cells. Relative error at most 1e-12.

        Exactly 0 or 1 only where the cell is certain.
        """
        values = self._values
        if "mine" not in values:  # faster to compute twice than to lock
            values.setdefault("mine", self._mine())
        mine: NDArray[np.float64] = values["mine"]
        return mine

    @property
    def zero_around(self) -> NDArray[np.float64]:
        """P(no mine among the neighbours), whatever the cell itself holds, float64 (rows, cols).

        Relative error at most 1e-12. Exactly 0 or 1 only where it is impossible or certain.
        """
        return self._once("zero_around", lambda: self._array(self._handle.zero_around))

    @property
    def number(self) -> NDArray[np.float64]:
        """P(the cell is safe and shows k), float64 (rows, cols, 9), k = 0..8.

        ``number[..., 0]`` is P(opening); ``mine + number.sum(-1)`` is 1. An opened cell has 1 at its own number. As
        accurate as ``zero_around``.
        """
        return self._once("number", lambda: self._array(self._handle.number, 9))

    @property
    def total(self) -> int:
        """The exact number of valid boards, at least 1.

        Python does not print more than 4300 digits unless ``sys.set_int_max_str_digits(0)`` has been called.
        """
        return self._once("total", self._total)

    @property
    def certain_safe(self) -> NDArray[np.bool_]:
        """The unopened cells without a mine in every valid board, bool (rows, cols). Decided exactly."""
        return self._certain()[0]

    @property
    def certain_mines(self) -> NDArray[np.bool_]:
        """The unopened cells with a mine in every valid board, bool (rows, cols). Known mines are not included."""
        return self._certain()[1]

    @property
    def cost(self) -> Cost:
        """The cost of the count."""
        status, cost = self._handle.cost()
        self._native.check(status)
        return Cost(*cost)

    def sample(
        self, n: int, seed: int | None = None, threads: int = 0, *, start: int = 0, poll: Poll | None = None
    ) -> NDArray[np.bool_]:
        """Draw n valid boards, bool (n, rows, cols); see :func:`minesweeper_core.sample`. The tables are cached.

        start: the number of the first board, so that one large sample can be drawn in several calls. Numbers go up to
        2**64 - 2.

        >>> import minesweeper_core as mc
        >>> bool(mc.solve("2--\\n2--", 3).sample(1000, seed=1)[:, :, 1].all())
        True
        """
        count, seed = unsigned("n", n, UINT64_MAX), seed_of(seed)
        start = unsigned("start", start, UINT64_MAX - count)
        options = self._native.options(threads, self._memory, poll or self._poll)
        sampler, boards = self._sampler(poll), new_boards(count, self.rows, self.cols)
        self._native.check(sampler.draw(seed, start, count, options, boards), options)
        return boards

    def estimate(
        self,
        n: int | None = DEFAULT_BOARDS,
        *,
        seed: int | None = None,
        threads: int = 0,
        time_ms: int | None = None,
        poll: Poll | None = None,
    ) -> Estimate:
        """Estimate from n drawn boards; see :func:`minesweeper_core.estimate`. The tables are cached."""
        options = self._native.options(threads, self._memory, poll or self._poll)
        return tally_with(self._native, self._sampler(poll), (self.rows, self.cols), n, seed, options, time_ms)

    def __repr__(self) -> str:
        total = self._values.get("total")
        valid = "" if total is None else f", {_short(total)} valid board{'' if total == 1 else 's'}"
        return f"<Solution {self.rows}x{self.cols}, {counted(self.mines, 'mine')}{valid}>"

    def __reduce__(self) -> tuple[Callable[..., Solution], tuple[Any, ...]]:
        return _unpickled, (self._solve, self.board, self.mines, self._memory)

    def _mine(self) -> NDArray[np.float64]:
        rows, cols, _, _ = self._position
        mine = np.empty((rows, cols))
        status = self._handle.mine(mine)
        if status:
            self._native.fail(status)
        mine.setflags(write=False)
        return mine

    def _array(self, call: Callable[[Options, NDArray[np.float64]], int], *more: int) -> NDArray[np.float64]:
        """The array (rows, cols, *more) that a call fills."""
        array = np.empty((self.rows, self.cols, *more))
        options = self._native.options(0, self._memory, self._poll)
        self._native.check(call(options, array), options)
        return _frozen(array)

    def _total(self) -> int:
        options = self._native.options(0, self._memory, self._poll)
        status, words = fill(lambda buffer, capacity: self._handle.total(options, buffer, capacity), np.uint32)
        self._native.check(status, options)
        return int.from_bytes(words.astype("<u4").tobytes(), "little")

    def _certain(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        def both() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
            shape = self.rows, self.cols
            safe, mines = np.empty(shape, np.bool_), np.empty(shape, np.bool_)
            self._native.check(self._handle.certain(safe, mines))
            return _frozen(safe), _frozen(mines)

        return self._once("certain", both)

    def _sampler(self, poll: Poll | None) -> SamplerHandle:
        def build() -> SamplerHandle:
            options = self._native.options(0, self._memory, poll or self._poll)
            status, sampler = self._handle.sampler(options)
            self._native.check(status, options)
            return sampler

        return self._once("sampler", build)

    def _once(self, name: str, compute: Callable[[], _T]) -> _T:
        """The value of a field, computed on the first call."""
        values = self._values
        if name not in values:
            with values.setdefault("lock", fork_safe_lock()):
                if name not in values:
                    values[name] = compute()
        value: _T = values[name]
        return value


def _unpickled(solve: Callable[..., Solution], board: list[str], mines: int, memory: int) -> Solution:
    return solve(board, mines, memory=memory)


def _frozen(array: _Array) -> _Array:
    array.setflags(write=False)
    return array


def _short(total: int) -> str:
    # Decimal, because floats end at 1e308 and str(int) at some thousand digits.
    return f"{total:,}" if total < 10**9 else f"{Decimal(total):.2e}"
