"""Probabilities estimated from drawn boards."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._impl.arguments import UINT32_MAX, seed_of, unsigned
from minesweeper_core._impl.bindings.cffi_binding import Options, SamplerHandle
from minesweeper_core._impl.board import Position
from minesweeper_core._impl.native import Native
from minesweeper_core._impl.statuses import Status, out_of_reach
from minesweeper_core._impl.words import counted

__all__ = ["Estimate"]

DEFAULT_BOARDS = 100_000

_NORMAL = 1.959963984540054  # 95 % of a normal distribution lie within this many standard deviations


@dataclass(frozen=True, eq=False, slots=True)
class Estimate:
    """Probabilities estimated from n valid boards, with standard errors. Immutable; the arrays are read-only.

    If the exact count fits its budget, the boards are independent and uniform, and ``exact`` is true. Otherwise they
    come from runs of a thinned count, in which a few states represent many: each run gives an unbiased estimate of the
    number of valid boards, which is the weight of its boards, and the errors follow from the variation between runs.
    Such an estimate is returned only if the weights are nearly equal, ``ess >= 0.9 * runs``, so that the errors are
    reliable.
    """

    mine: NDArray[np.float64]
    """The share of boards with a mine in the cell, (rows, cols): 1 for known mines, 0 for opened cells."""
    zero_around: NDArray[np.float64]
    """The share of boards with no mine among the cell's neighbours, whatever the cell holds, (rows, cols)."""
    mine_stderr: NDArray[np.float64]
    """The standard error of mine, (rows, cols); binomial, sqrt(p (1 - p) / n), if exact."""
    zero_around_stderr: NDArray[np.float64]
    """The standard error of zero_around, (rows, cols)."""
    n: int
    """How many boards were drawn, at least 1."""
    seed: int
    """The seed they were drawn with. The same seed and n give the same shares everywhere."""
    exact: bool
    """Whether the boards are independent and uniform."""
    runs: int
    """The number of independent runs that the boards come from; 1 if exact."""
    ess: float
    """The effective number of runs, (sum w)^2 / sum w^2 over their weights w (Kish); n if exact."""

    def __post_init__(self) -> None:
        for array in (self.mine, self.zero_around, self.mine_stderr, self.zero_around_stderr):
            array.setflags(write=False)

    @property
    def mine_interval(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The ends of 95 % intervals for P(mine), each (rows, cols).

        If all drawn boards agree on the cell, both ends equal the share, so the interval says nothing.
        """
        return self._interval(self.mine, self.mine_stderr)

    @property
    def zero_around_interval(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The ends of 95 % intervals for P(no mine around), each (rows, cols); see mine_interval."""
        return self._interval(self.zero_around, self.zero_around_stderr)

    def _interval(
        self, share: NDArray[np.float64], stderr: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        half = (_NORMAL if self.exact else _student(self.runs - 1)) * stderr
        return np.maximum(share - half, 0.0), np.minimum(share + half, 1.0)

    def __repr__(self) -> str:
        rows, cols = self.mine.shape
        start = f"<Estimate {rows}x{cols} from {counted(self.n, 'valid board', ',')}, seed {self.seed}"
        return f"{start}>" if self.exact else f"{start}, thinned: {self.ess:.1f} of {self.runs} runs effective>"

    def __reduce__(self) -> tuple[type[Estimate], tuple[Any, ...]]:
        return Estimate, tuple(getattr(self, field.name) for field in fields(self))


def _student(freedom: int) -> float:
    """The 97.5 % point of Student's t (Abramowitz and Stegun 26.7.5), to 1e-4 from 10 degrees of freedom up."""
    x = _NORMAL
    return x + (x**3 + x) / (4 * freedom) + (5 * x**5 + 16 * x**3 + 3 * x) / (96 * freedom**2)


def _limits(n: int | None, time_ms: int | None) -> tuple[int, int]:
    count = unsigned("n", 0 if n is None else n, 2**63 - 1)
    time = unsigned("time_ms", 0 if time_ms is None else time_ms)
    if not count and not time:
        raise ValueError("n or time_ms must be more than 0")
    return count, time


def tally_with(
    native: Native,
    sampler: SamplerHandle,
    shape: tuple[int, int],
    n: int | None,
    seed: int | None,
    options: Options,
    time_ms: int | None,
) -> Estimate:
    """Draw n boards (None or 0: until the time is up) or for time_ms milliseconds (None or 0: no limit), and count."""
    count, time = _limits(n, time_ms)
    seed = seed_of(seed)
    mine, zero_around = np.empty(shape, np.uint64), np.empty(shape, np.uint64)
    status, drawn = sampler.tally(seed, count, time, options, mine, zero_around)
    native.check(status, options)
    shares = mine / drawn, zero_around / drawn
    mine_error, zero_error = (np.sqrt(p * (1 - p) / drawn) for p in shares)
    return Estimate(*shares, mine_error, zero_error, drawn, seed, True, 1, float(drawn))


def estimate_with(
    native: Native, position: Position, n: int | None, seed: int | None, options: Options, time_ms: int | None
) -> Estimate:
    """Like tally_with, for a position of any difficulty; time_ms limits the whole call."""
    count, time = _limits(n, time_ms)
    seed = seed_of(seed)
    shape = position.rows, position.cols
    mine, mine_error, zero_around, zero_error = arrays = [np.empty(shape) for _ in range(4)]
    status, (exact, runs, states, effective, drawn), fault = native.binding.estimate(
        position.cells, *shape, min(position.mines, UINT32_MAX), seed, count, time, options, *arrays
    )
    if status == Status.BUDGET_EXCEEDED and options.error is None:
        raise out_of_reach(options.memory, time, states, runs, effective)
    native.check_board(status, options, fault, position)
    ess = float(drawn) if exact else effective
    return Estimate(mine, zero_around, mine_error, zero_error, drawn, seed, exact, runs, ess)
