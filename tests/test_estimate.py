"""Estimates of positions that do not fit their budget: weighted boards of a thinned count, on each binding."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest
from positions import neighbours

import minesweeper_core

SEED = 20261129
SIDE, MINES = 30, 150
MEMORY = 22_000_000  # three quarters of what the count needs with all of its vectors


@pytest.fixture(scope="module")
def hard() -> list[str]:
    """Opened safe cells that do not touch each other, on 30 x 30 cells; the count takes about 30 MB."""
    rng = random.Random(0)
    cells = [(r, c) for r in range(SIDE) for c in range(SIDE)]
    mines = set(rng.sample(cells, MINES))
    rng.shuffle(cells)
    opened: dict[tuple[int, int], int] = {}
    for r, c in cells:
        around = neighbours(SIDE, SIDE, r, c)
        number = len(mines.intersection(around))
        if (r, c) not in mines and number > 0 and opened.keys().isdisjoint(around):
            opened[r, c] = number
    return ["".join(str(opened.get((r, c), "-")) for c in range(SIDE)) for r in range(SIDE)]


@pytest.fixture(scope="module")
def exact(hard: list[str]) -> Any:
    return minesweeper_core.solve(hard, MINES)


def test_thinned_shares_are_within_their_errors(binding: Any, hard: list[str], exact: Any) -> None:
    with pytest.raises(minesweeper_core.BudgetExceededError):
        binding.solve(hard, MINES, memory=MEMORY).sample(1)
    estimate = binding.estimate(hard, MINES, 6400, seed=SEED, memory=MEMORY)
    assert not estimate.exact
    assert estimate.runs == 64
    assert 0.9 * 64 <= estimate.ess <= 64
    assert estimate.n >= 6400
    for share, stderr, truth in (
        (estimate.mine, estimate.mine_stderr, exact.mine),
        (estimate.zero_around, estimate.zero_around_stderr, exact.zero_around),
    ):
        measurable = truth * (1 - truth) * estimate.n > 9
        z = (share - truth)[measurable] / stderr[measurable]
        assert abs(z).max() < 7
        assert 0.8 < z.std() < 1.2
    low, high = estimate.mine_interval
    measurable = exact.mine * (1 - exact.mine) * estimate.n > 9
    assert 0.9 < ((low <= exact.mine) & (exact.mine <= high))[measurable].mean() <= 1
    again = binding.estimate(hard, MINES, 6400, seed=SEED, memory=MEMORY)
    assert np.array_equal(estimate.mine, again.mine)
    assert np.array_equal(estimate.zero_around_stderr, again.zero_around_stderr)
    assert "thinned" in repr(estimate)
    copy = pickle.loads(pickle.dumps(estimate))
    assert (copy.exact, copy.ess, copy.runs) == (False, estimate.ess, 64)


def test_exact_answers_with_some_of_the_vectors(binding: Any, hard: list[str], exact: Any) -> None:
    solution = binding.solve(hard, MINES, memory=MEMORY)
    assert solution.cost.bytes < exact.cost.bytes / 3
    assert np.array_equal(solution.mine, exact.mine)
    assert np.array_equal(solution.certain_safe, exact.certain_safe)
    assert np.array_equal(solution.zero_around, exact.zero_around)
    assert solution.total == exact.total


def test_out_of_reach_says_what_was_tried(binding: Any, hard: list[str]) -> None:
    with pytest.raises(
        minesweeper_core.BudgetExceededError, match=r"out of reach with 3,000,000 bytes .* 1\d runs of a count"
    ):
        binding.estimate(hard, MINES, 6400, seed=SEED, memory=3_000_000)
    with pytest.raises(minesweeper_core.BudgetExceededError, match="not even a thinned count fits"):
        binding.estimate(hard, MINES, 6400, seed=SEED, memory=1000)


def test_time_is_a_budget_too(binding: Any) -> None:
    lattice = ["-" * 64 if r % 2 == 0 else "-3" * 32 for r in range(64)]
    with pytest.raises(minesweeper_core.BudgetExceededError, match=r"out of reach with .* and 200 ms"):
        binding.estimate(lattice, 1300, 1000, time_ms=200)


def test_where_the_count_fits_boards_are_uniform(binding: Any) -> None:
    estimate = binding.estimate("---\n-2-\n---", 2, 10_000, seed=SEED)
    assert (estimate.exact, estimate.runs, estimate.ess) == (True, 1, 10_000.0)
    p = estimate.mine
    assert np.allclose(estimate.mine_stderr, np.sqrt(p * (1 - p) / 10_000), rtol=1e-14)
    low, high = estimate.mine_interval
    assert (low <= p).all() and (p <= high).all() and (low[0] < 0.25).all() and (high[0] > 0.25).all()
