"""Probabilities as shares of drawn boards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._arguments import seed_of, unsigned
from minesweeper_core._backend import Poll, Sampler
from minesweeper_core._words import counted

__all__ = ["Estimate"]

DEFAULT_BOARDS = 100_000


@dataclass(frozen=True, eq=False, slots=True)
class Estimate:
    """Shares over n valid boards, drawn independently and uniformly. Immutable; the arrays are read-only."""

    mine: NDArray[np.float64]
    """The share with a mine in the cell, (rows, cols): 1 for known mines, 0 for opened cells."""
    zero_around: NDArray[np.float64]
    """The share with no mine among the cell's neighbours, whatever the cell holds, (rows, cols)."""
    n: int
    """How many boards were drawn, at least 1."""
    seed: int
    """The seed they were drawn with. The same seed and n give the same shares everywhere."""

    def __post_init__(self) -> None:
        self.mine.setflags(write=False)
        self.zero_around.setflags(write=False)

    @property
    def mine_stderr(self) -> NDArray[np.float64]:
        """The binomial standard error of mine, (rows, cols): sqrt(p (1 - p) / n)."""
        return _stderr(self.mine, self.n)

    @property
    def zero_around_stderr(self) -> NDArray[np.float64]:
        """The binomial standard error of zero_around, (rows, cols)."""
        return _stderr(self.zero_around, self.n)

    def __repr__(self) -> str:
        rows, cols = self.mine.shape
        return f"<Estimate {rows}x{cols} from {counted(self.n, 'valid board', ',')}, seed {self.seed}>"

    def __reduce__(self) -> tuple[type[Estimate], tuple[NDArray[np.float64], NDArray[np.float64], int, int]]:
        return Estimate, (self.mine, self.zero_around, self.n, self.seed)


def _stderr(share: NDArray[np.float64], n: int) -> NDArray[np.float64]:
    return np.sqrt(share * (1 - share) / n)


def estimate_with(
    sampler: Sampler, n: int | None, seed: int | None, threads: int, time_ms: int | None, memory: int, poll: Poll | None
) -> Estimate:
    """Draw n boards (None or 0: until the time is up) or for time_ms milliseconds (None or 0: no limit), and count."""
    count = unsigned("n", 0 if n is None else n, 2**63 - 1)
    time = unsigned("time_ms", 0 if time_ms is None else time_ms)
    if not count and not time:
        raise ValueError("either n or time_ms must say when to stop")
    seed = seed_of(seed)
    mine, zero_around, drawn = sampler.tally(seed, count, time, unsigned("threads", threads), memory, poll)
    return Estimate(mine / drawn, zero_around / drawn, drawn, seed)
