"""Totals against two general-purpose programs: a #SAT counter and a BDD package."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from checks import is_first_binding, total_or_zero
from positions import neighbours, played, scattered, small_positions, unopened_cells

Cell = tuple[int, int]


def sums(board: Sequence[str], mines: int) -> tuple[list[Cell], list[tuple[list[int], int]]]:
    """A position as equations: (indices of unopened cells, how many of them hold mines)."""
    rows, cols = len(board), len(board[0])
    cells = unopened_cells(board)
    index = {cell: i for i, cell in enumerate(cells)}
    equations = [(list(range(len(cells))), mines - sum(row.count("+") for row in board))]
    for r in range(rows):
        for c in range(cols):
            if board[r][c].isdigit():
                around = neighbours(rows, cols, r, c)
                missing = int(board[r][c]) - sum(board[i][j] == "+" for i, j in around)
                equations.append(([index[cell] for cell in around if cell in index], missing))
    return cells, equations


def count_by_sat(board: Sequence[str], mines: int) -> int:
    """Ganak's count. Each equation becomes a sequential counter whose variables the cells determine both ways."""
    pyganak = pytest.importorskip("pyganak")
    cells, equations = sums(board, mines)
    variables = len(cells)
    clauses: list[list[int]] = []

    def fresh() -> int:
        nonlocal variables
        variables += 1
        return variables

    truth = fresh()
    clauses.append([truth])
    for members, needed in equations:
        if not 0 <= needed <= len(members):
            return 0
        # at_least[j]: j or more of the members so far are mines, for j = 0 .. needed + 1.
        at_least = [truth] + [-truth] * (needed + 1)
        for member in members:
            x = member + 1
            after = [truth]
            for j in range(1, needed + 2):
                before, one_less, now = at_least[j], at_least[j - 1], fresh()
                clauses += [[-before, now], [-x, -one_less, now], [before, x, -now], [before, one_less, -now]]
                after.append(now)
            at_least = after
        clauses += [[at_least[needed]], [-at_least[needed + 1]]]
    counter = pyganak.Counter()
    counter.new_vars(variables)
    counter.add_clauses(clauses)
    return int(counter.count())


def count_by_bdd(board: Sequence[str], mines: int) -> int:
    """The count of dd's decision diagrams, built equation by equation."""
    autoref = pytest.importorskip("dd.autoref")
    cells, equations = sums(board, mines)
    bdd = autoref.BDD()
    names = [f"x{i}" for i in range(len(cells))]
    bdd.declare(*names)
    valid = bdd.true
    for members, needed in sorted(equations, key=lambda equation: len(equation[0])):
        if not 0 <= needed <= len(members):
            return 0
        # exactly[j]: j of the members from here on are mines, built from the last variable up.
        exactly = [bdd.true] + [bdd.false] * needed
        for member in reversed(members):
            x = bdd.var(names[member])
            exactly = [bdd.ite(x, exactly[j - 1] if j else bdd.false, exactly[j]) for j in range(needed + 1)]
        valid = valid & exactly[needed]
    return int(bdd.count(valid, len(cells))) if cells else int(valid == bdd.true)


@pytest.mark.parametrize("count", [count_by_sat, count_by_bdd])
def test_small_boards(binding: Any, count: Any) -> None:
    for board, mines in small_positions(7000, 96 if is_first_binding(binding) else 24, 16):
        assert total_or_zero(binding.solve, board, mines) == count(board, mines), (board, mines)


MEDIUM = [(scattered, 6, 6, 9, 0.4), (played, 9, 9, 12, 0.5), (scattered, 5, 9, 14, 0.3), (played, 9, 9, 14, 0.7)]


@pytest.mark.parametrize("count", [count_by_sat, count_by_bdd])
@pytest.mark.parametrize("case", MEDIUM, ids=lambda case: f"{case[0].__name__}-{case[1]}x{case[2]}")
def test_medium_boards(count: Any, case: Any) -> None:
    from minesweeper_core import solve

    opening, rows, cols, mines, share = case
    rng = random.Random(repr(case[1:]))
    for flag_share in (0.0, 0.3):
        board = opening(rng, rows, cols, mines, share, flag_share)
        assert solve(board, mines).total == count(board, mines), board


def test_sixteen_by_sixteen_by_sat() -> None:
    """Late boards of the full size."""
    from minesweeper_core import solve

    rng = random.Random(8)
    for _ in range(3):
        board = played(rng, 16, 16, 51, 0.85, 0.5)
        assert solve(board, 51).total == count_by_sat(board, 51), board
