"""The library against the reference solver: real positions of all sizes, and those that Hypothesis generates."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest
import reference_solver
from brute_force import enumerate_boards
from checks import assert_shares
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from positions import lattice, played, scattered, show, small_positions, unopened_cells

import minesweeper_core
from minesweeper_core import InconsistentBoardError, solve


@cache
def reference_answers(board: tuple[str, ...], mines: int) -> reference_solver.Answers:
    """Cached, because every binding gets the same positions."""
    return reference_solver.answers(board, mines)


@cache
def reference_cell(board: tuple[str, ...], mines: int, row: int, col: int) -> tuple[int, list[int]]:
    """Valid boards with no mine around a cell, and those in which it shows 0, 1, ... 8."""
    zero_around = reference_solver.count_zero_around(board, mines, row, col)
    return zero_around, [reference_solver.count_number(board, mines, row, col, k) for k in range(9)]


def check(binding: Any, board: list[str], mines: int, cells: int = 0) -> None:
    """Compare the total, P(mine) and certainty of all cells, and the numbers and 'zero around' of some."""
    rows, cols = len(board), len(board[0])
    truth = reference_answers(tuple(board), mines)
    if truth.total == 0:
        with pytest.raises(InconsistentBoardError):
            binding.solve(board, mines)
        return
    solution = binding.solve(board, mines)
    count = np.zeros((rows, cols), object)
    for cell, ways in truth.mine.items():
        count[cell] = ways
    for r in range(rows):
        for c in range(cols):
            if board[r][c] == "+":
                count[r, c] = truth.total
    unopened = np.array([[cell == "-" for cell in row] for row in board])
    assert type(solution.total) is int
    assert solution.total == truth.total, board
    assert_shares(solution.mine, count, truth.total, board)
    assert (solution.certain_mines == (unopened & (count == truth.total))).all()
    assert (solution.certain_safe == (unopened & (count == 0))).all()
    if cells == 0:
        return
    zero_around, number = solution.zero_around, solution.number
    candidates = unopened_cells(board)
    for r, c in random.Random(mines).sample(candidates, min(cells, len(candidates))):
        zero_ways, shown = reference_cell(tuple(board), mines, r, c)
        assert sum(shown) + truth.mine[r, c] == truth.total  # the reference agrees with itself
        assert_shares(zero_around[r : r + 1, c], np.array([zero_ways], object), truth.total, (board, r, c))
        assert_shares(number[r, c], np.array(shown, object), truth.total, (board, r, c))


def test_reference_agrees_with_brute_force() -> None:
    """Checks the reference, so that a failure elsewhere is the library's."""
    for board, mines in small_positions(6000, 400):
        truth = enumerate_boards(board, mines)
        found = reference_solver.answers(board, mines)
        assert found.total == reference_solver.count(board, mines) == truth.total
        for cell, ways in found.mine.items():
            assert ways == truth.mine[cell]
        if truth.total and (cells := unopened_cells(board)):
            r, c = cells[len(cells) // 2]
            assert reference_solver.count_zero_around(board, mines, r, c) == truth.zero_around[r, c]
            for k in range(9):
                assert reference_solver.count_number(board, mines, r, c, k) == truth.number[r, c, k]


SIZES = [(9, 9, 10), (9, 9, 35), (12, 20, 30), (16, 16, 40), (16, 16, 51), (16, 30, 99), (30, 16, 99)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}-{size[2]}")
@pytest.mark.parametrize("opening", [scattered, played])
def test_positions(binding: Any, size: tuple[int, int, int], opening: Any) -> None:
    rows, cols, mines = size
    for share in (0.02, 0.1, 0.3, 0.5, 0.7, 0.85, 1.0):
        for flag_share in (0.0, 0.3):
            rng = random.Random(f"{size} {opening.__name__} {share} {flag_share}")
            check(binding, opening(rng, rows, cols, mines, share, flag_share), mines, 4 if rows * cols <= 256 else 1)


def test_flags_game_with_all_found_mines_known(binding: Any) -> None:
    """Late Minesweeper Flags: many known mines, few left."""
    rng = random.Random(7)
    for flag_share in (0.6, 0.9, 1.0):
        for share in (0.3, 0.6):
            check(binding, played(rng, 16, 16, 51, share, flag_share), 51, 4)


@pytest.mark.parametrize("mines", [120, 160, 200])
def test_dense_boards(binding: Any, mines: int) -> None:
    """Denser than any game: a mine is likelier than a safe cell."""
    rng = random.Random(mines)
    for share in (0.1, 0.5, 0.8):
        check(binding, scattered(rng, 16, 16, mines, share), mines, 3)


@pytest.mark.parametrize("wrong", [0, 1, 3, 45, 50, 52, 60, 100])
def test_mine_counts_far_from_the_layout(binding: Any, wrong: int) -> None:
    """The numbers of a real board, with a number of mines that makes it unlikely or impossible."""
    rng = random.Random(wrong)
    check(binding, played(rng, 16, 16, 51, 0.3), wrong)
    check(binding, scattered(rng, 16, 16, 51, 0.15), wrong)


def test_small_lattices(binding: Any) -> None:
    rng = random.Random(11)
    for rows, cols, mines in ((7, 7, 9), (9, 9, 15), (8, 12, 20)):
        check(binding, lattice(rng, rows, cols, mines), mines, 3)


def test_long_thin_boards(binding: Any) -> None:
    rng = random.Random(12)
    for rows, cols in ((1, 256), (2, 200), (200, 2), (3, 256)):
        mines = rows * cols // 5
        check(binding, scattered(rng, rows, cols, mines, 0.4), mines, 2)


@cache
def large_boards() -> list[list[str]]:
    rng = random.Random(13)
    return [played(rng, 40, 40, 320, share) for share in (0.02, 0.92)]


def test_a_large_board(binding: Any) -> None:
    """40 x 40 opened as in a game: hundreds of digits in the total."""
    for board in large_boards():
        check(binding, board, 320, 1)


@st.composite
def position(draw: st.DrawFn) -> tuple[list[str], int]:
    """A layout of mines, its opened cells and known mines, and perhaps a wrong number of mines."""
    rows, cols = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    area = rows * cols
    kind = draw(st.lists(st.sampled_from(["sea", "mine", "open", "known"]), min_size=area, max_size=area))
    cells = {name: {divmod(i, cols) for i in range(area) if kind[i] == name} for name in set(kind)}
    known = cells.get("known", set())
    layout = cells.get("mine", set()) | known
    mines = max(0, len(layout) + draw(st.sampled_from([0, 0, 0, 0, 1, -1, 2])))
    return show(rows, cols, layout, cells.get("open", set()), known), mines


@given(position())
@settings(max_examples=400, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_whatever_hypothesis_finds(case: tuple[list[str], int]) -> None:
    import minesweeper_core

    board, mines = case
    check(minesweeper_core, board, mines, 2)


@given(st.lists(st.text("-+012345678", min_size=5, max_size=5), min_size=1, max_size=6), st.integers(0, 30))
@settings(max_examples=300, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_any_text(board: list[str], mines: int) -> None:
    check(minesweeper_core, board, mines)


def test_small_memory(binding: Any) -> None:
    """A budget that is too small raises an error; one that suffices gives the same answers to the last bit."""
    rng = random.Random(14)
    boards = [(scattered(rng, 16, 16, 51, 0.25), 51), (played(rng, 16, 30, 99, 0.4), 99), (lattice(rng, 9, 9, 15), 15)]
    for board, mines in boards:
        expected = binding.solve(board, mines)
        outcomes = []
        for memory in [1 << shift for shift in range(8, 31)]:
            try:
                solution = binding.solve(board, mines, memory=memory)
                same = np.array_equal(solution.number, expected.number)
                same &= np.array_equal(solution.zero_around, expected.zero_around)
                same &= np.array_equal(solution.mine, expected.mine) and solution.total == expected.total
                same &= np.array_equal(solution.sample(600, seed=1), expected.sample(600, seed=1))
                assert same
                outcomes.append(True)
            except minesweeper_core.BudgetExceededError:
                outcomes.append(False)
        assert outcomes == sorted(outcomes)  # more memory never fails if less sufficed
        assert not outcomes[0]
        assert outcomes[-1]


def test_total_of_hundreds_of_digits() -> None:
    """C(65536, 20000) is a number of 17 thousand digits."""
    from math import comb

    assert solve(["-" * 256] * 256, 20_000).total == comb(65536, 20_000)
