"""Probabilities near the smallest double, on a board whose two kinds of valid boards differ greatly in mines."""

from __future__ import annotations

import functools
import math
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from positions import neighbours


def knot(k: int, size: int) -> tuple[list[str], list[tuple[int, int]], list[tuple[int, int]], int]:
    """Cells V on a k x k grid and E between them, tied by numbers: all V are mines, or all E are. The rest of the
    corner is known mines, and around it is the sea."""
    n = 4 * (k - 1) + 1
    grid = [["+" if r < n + 2 and c < n + 2 else "-" for c in range(size)] for r in range(size)]
    v = [(4 * i, 4 * j) for i in range(k) for j in range(k)]
    across = [(4 * i, 4 * j + 2) for i in range(k) for j in range(k - 1)]
    down = [(4 * i + 2, 4 * j) for i in range(k - 1) for j in range(k)]
    ties = [(r + d, c) for r, c in down for d in (-1, 1)] + [(r, c + d) for r, c in across for d in (-1, 1)]
    for r, c in v + across + down:
        grid[r][c] = "-"
    for r, c in ties:
        grid[r][c] = "#"
    for r, c in ties:
        known = [grid[a][b] == "+" for a, b in neighbours(size, size, r, c)]
        grid[r][c] = str(1 + sum(known))
    return ["".join(row) for row in grid], v, across + down, sum(row.count("+") for row in grid)


@pytest.mark.parametrize(("k", "size", "extra"), [(6, 40, 3), (10, 128, 5), (12, 128, 0), (12, 128, 13), (13, 128, 40)])
def test_against_binomials(binding: Any, k: int, size: int, extra: int) -> None:
    board, v, e, known = knot(k, size)
    sea = sum(row.count("-") for row in board) - len(v) - len(e)
    left = len(e) + extra
    with_v, with_e = math.comb(sea, left - len(v)), math.comb(sea, left - len(e))
    solution = binding.solve(board, known + left)
    assert solution.total == with_v + with_e
    assert not solution.certain_safe.any()
    assert not solution.certain_mines.any()
    right = float(Fraction(with_e, with_v + with_e))
    assert 0 < right < 1e-20
    for cell in e:
        assert abs(solution.mine[cell] - right) <= 1e-12 * right
    for cell in v:
        assert solution.mine[cell] == pytest.approx(1.0, rel=1e-15)
        assert solution.mine[cell] < 1.0


@functools.cache
def shares_around(k: int, size: int, extra: int) -> tuple[int, NDArray[np.float64], NDArray[np.float64]]:
    """The number of valid boards of a knot and, by its cells, P(safe and shows j), j = 0..8, and P(no mine around)."""
    board, v, e, _ = knot(k, size)
    kinds = set(v), set(e)
    free = {(r, c) for r in range(size) for c in range(size) if board[r][c] == "-"}
    sea = free.difference(*kinds)
    left = len(e) + extra
    total = math.comb(len(sea), left - len(v)) + math.comb(len(sea), left - len(e))

    @functools.cache
    def shares(own: bool, near: int, mines: tuple[int, ...]) -> list[float]:
        """P(safe and shows j) of a cell. own: whether it is in the sea; near: its neighbours in the sea; mines: the
        other mines around it if V are the mines, and if E are, or -1 if it is then a mine itself."""
        counts = [0] * 9
        for others, tied in zip(mines, kinds, strict=True):
            for j in range(near + 1 if others >= 0 else 0):
                rest = left - len(tied) - j
                counts[others + j] += math.comb(near, j) * math.comb(len(sea) - near - own, rest) if rest >= 0 else 0
        return [max(count / total, sys.float_info.min) if count else 0.0 for count in counts]

    number = np.zeros((size, size, 9))
    zero_around = np.zeros((size, size))
    for r, c in free:
        around = set(neighbours(size, size, r, c))
        fixed = sum(board[a][b] == "+" for a, b in around)
        near = len(around & sea)
        tied = tuple(fixed + len(around & kind) for kind in kinds)
        number[r, c] = shares(
            (r, c) in sea, near, tuple(-1 if (r, c) in kind else t for kind, t in zip(kinds, tied, strict=True))
        )
        zero_around[r, c] = shares(False, near, tied)[0]
    return total, number, zero_around


@pytest.mark.parametrize(("k", "size", "extra"), [(6, 40, 3), (12, 128, 13), (13, 96, 40), (16, 128, 900)])
def test_what_is_around_a_cell_against_binomials(binding: Any, k: int, size: int, extra: int) -> None:
    board, _, e, known = knot(k, size)
    total, number, zero_around = shares_around(k, size, extra)
    solution = binding.solve(board, known + len(e) + extra)
    assert solution.total == total
    where = np.array([[cell == "-" for cell in row] for row in board])
    for got, wanted in (solution.number, number), (solution.zero_around, zero_around):
        assert (abs(got - wanted) <= 1e-12 * wanted)[where].all()
        assert (got[where] > 0).tolist() == (wanted[where] > 0).tolist()
    assert k == 6 or ((number > sys.float_info.min) & (number < 1e-200)).any()
