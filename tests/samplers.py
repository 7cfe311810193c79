"""Tests of drawn boards against the uniform distribution, and deliberately biased samplers.

Every statistic is turned into a z value, close to standard normal for a correct sampler. The limits are so
wide (7 standard deviations, p about 1e-12) that with fixed seeds they never fail by chance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

LIMIT = 7.0

Boards = NDArray[np.bool_]
Draw = Callable[[int, int], Boards]  # (n, seed) to (n, rows, cols)


def identify(boards: Boards, seed: int = 0) -> NDArray[np.uint64]:
    """One 64-bit word per board. Up to 64 cells it is the board itself; beyond, a random linear hash of it."""
    flat = boards.reshape(len(boards), -1)
    if flat.shape[1] <= 64:
        weights = np.left_shift(np.uint64(1), np.arange(flat.shape[1], dtype=np.uint64))
    else:
        weights = np.random.default_rng(seed).integers(0, 2**64, flat.shape[1], np.uint64)
    packed = np.zeros(len(flat), np.uint64)
    for column in range(flat.shape[1]):
        packed += flat[:, column] * weights[column]
    return packed


def chi_square_z(counts: NDArray[np.int64], expected: NDArray[np.float64] | float) -> float:
    """Pearson's statistic as a z value (Wilson and Hilferty's cube root)."""
    freedom = len(counts) - 1
    if freedom == 0:
        return 0.0
    statistic = float(((counts - expected) ** 2 / expected).sum())
    spread = 2 / (9 * freedom)
    return float(((statistic / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def pair_z(names: NDArray[np.uint64], distance: int, total: int) -> float:
    """How often boards at this distance are equal, compared with chance, as a z value."""
    pairs = len(names) - distance
    equal = int((names[:-distance] == names[distance:]).sum())
    mean = pairs / total
    return float((equal - mean) / max(mean * (1 - 1 / total), 1e-9) ** 0.5)


def uniformity(draw: Draw, total: int, n: int, seeds: int) -> dict[str, float]:
    """z values of seeds * n boards from a position with `total` valid boards, all of which must appear.

    'boards': the tally of every single valid board. 'again at d': equal boards d draws apart.
    """
    names = [identify(draw(n, seed)) for seed in range(seeds)]
    valid, counts = np.unique(np.concatenate(names), return_counts=True)
    assert len(valid) == total, f"{len(valid)} different boards drawn, {total} are valid"
    found = {"boards": chi_square_z(counts, seeds * n / total)}
    if total > 1:
        for distance in (1, 8, 64, 512):
            found[f"again at {distance}"] = pair_z(names[0], distance, total)
    return found


def cell_z(tally: Any, probability: Any, n: int) -> NDArray[np.float64]:
    """Tallies of n boards against exact probabilities, by cell, in standard deviations.

    Rare and nearly certain events get a tolerance of 16 more counts, for the Poisson tail; certain ones none.
    """
    tally, probability = np.asarray(tally, np.float64), np.asarray(probability, np.float64)
    variance = n * probability * (1 - probability)
    gap = np.abs(tally - n * probability)
    rare = variance < 100
    z = np.where(rare, np.maximum(gap - 16, 0), gap) / np.sqrt(np.maximum(variance, 1.0))
    certain = (probability == 0) | (probability == 1)
    return np.where(certain, np.where(gap == 0, 0.0, np.inf), z)


# ---- Wrong on purpose --------------------------------------------------------------------------------------------


def favouring_one_board(draw: Draw) -> Draw:
    """One draw in a hundred is always the same valid board."""

    def biased(n: int, seed: int) -> Boards:
        boards = draw(n, seed).copy()
        boards[np.random.default_rng(seed).random(n) < 0.01] = draw(1, 12345)[0]
        return boards

    return biased


def favouring_a_cell(draw: Draw, row: int, col: int) -> Draw:
    """Boards with a mine in one cell come 1 % more often: one in a hundred of the others is drawn again."""

    def biased(n: int, seed: int) -> Boards:
        boards = draw(n, seed).copy()
        again = ~boards[:, row, col] & (np.random.default_rng(seed).random(n) < 0.01)
        boards[again] = draw(n, seed + 1_000_000)[: int(again.sum())]
        return boards

    return biased


def repeating(draw: Draw) -> Draw:
    """One draw in a hundred repeats the one before: uniform, but not independent."""

    def biased(n: int, seed: int) -> Boards:
        boards = draw(n, seed).copy()
        again = np.flatnonzero(np.random.default_rng(seed).random(n - 1) < 0.01)
        boards[again + 1] = boards[again]
        return boards

    return biased
