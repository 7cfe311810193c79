"""The library against every placement of mines, on small boards of all kinds."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from brute_force import enumerate_boards, mines_around
from checks import assert_solution, is_first_binding
from positions import arbitrary, neighbours, scattered, shrink, small_positions

from minesweeper_core import InconsistentBoardError


def numbers_alone_at_fault(board: list[str]) -> set[tuple[int, int]]:
    """The numbers that their own neighbours can't satisfy, whatever the rest of the board."""
    rows, cols = len(board), len(board[0])
    found = set()
    for r in range(rows):
        for c in range(cols):
            if board[r][c].isdigit():
                around = [board[i][j] for i, j in neighbours(rows, cols, r, c)]
                if not around.count("+") <= int(board[r][c]) <= around.count("+") + around.count("-"):
                    found.add((r, c))
    return found


def check(binding: Any, board: list[str], mines: int) -> bool:
    """Compare everything; returns whether the position has a valid board."""
    truth = enumerate_boards(board, mines)
    if truth.total:
        assert_solution(binding.solve(board, mines), truth)
        return True
    with pytest.raises(InconsistentBoardError) as caught:
        binding.solve(board, mines)
    known = sum(row.count("+") for row in board)
    unopened = sum(row.count("-") for row in board)
    alone = numbers_alone_at_fault(board)
    place = (caught.value.row, caught.value.col)
    if known > mines or unopened < mines - known:
        assert place == (None, None) or place in alone, (board, mines, place)
    elif alone:
        assert place in alone, (board, mines, place)
        assert f"row {place[0]}, column {place[1]}" in str(caught.value)
    else:
        assert place == (None, None), (board, mines, place)
    return False


@pytest.mark.parametrize("seed", range(20))
def test_small_boards(binding: Any, seed: int) -> None:
    count = 400 if is_first_binding(binding) else 64
    valid = [check(binding, board, mines) for board, mines in small_positions(seed, count)]
    assert 0.3 * count < sum(valid) < 0.9 * count  # both outcomes are tested


@pytest.mark.parametrize("seed", range(4))
def test_every_number_of_mines(binding: Any, seed: int) -> None:
    """One board with each number of mines, from 0 to one more than it has cells."""
    rng = random.Random(1000 + seed)
    for _ in range(6):
        board = shrink(rng, scattered(rng, 4, 5, rng.randint(2, 12), 0.4, 0.2), 12)
        for mines in range(22):
            check(binding, board, mines)


@pytest.mark.parametrize("seed", range(3))
def test_twenty_unopened_cells(binding: Any, seed: int) -> None:
    rng = random.Random(2000 + seed)
    for _ in range(6):
        rows, cols = rng.choice([(4, 7), (5, 6), (6, 6), (3, 9)])
        mines = rng.randint(4, 9)
        check(binding, shrink(rng, scattered(rng, rows, cols, mines, rng.uniform(0.2, 0.5)), 20), mines)


@pytest.mark.parametrize("seed", range(3))
def test_any_characters(binding: Any, seed: int) -> None:
    rng = random.Random(3000 + seed)
    for _ in range(150):
        board = arbitrary(rng, rng.randint(1, 5), rng.randint(1, 5), rng.uniform(0, 0.4), rng.uniform(0, 0.3))
        check(binding, shrink(rng, board, 14), rng.randint(0, 14))


@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (2, 1), (2, 2), (1, 18), (18, 1), (3, 5)])
def test_blank_boards(binding: Any, shape: tuple[int, int]) -> None:
    rows, cols = shape
    for mines in range(rows * cols + 2):
        check(binding, ["-" * cols] * rows, mines)


def test_nothing_unopened(binding: Any) -> None:
    assert check(binding, ["0"], 0)
    assert not check(binding, ["0"], 1)
    assert not check(binding, ["1"], 0)
    assert not check(binding, ["1"], 1)
    assert check(binding, ["+"], 1)
    assert not check(binding, ["+"], 0)
    assert check(binding, ["1+1", "111"], 1)
    assert check(binding, ["+++", "+8+", "+++"], 8)
    assert not check(binding, ["1+1", "121"], 1)


def test_zero_mines_left(binding: Any) -> None:
    assert check(binding, ["-1+", "-11", "---"], 1)
    assert check(binding, ["---", "---"], 0)
    assert check(binding, ["0--", "---"], 0)
    assert not check(binding, ["-1-", "---"], 0)


def test_all_cells_are_mines(binding: Any) -> None:
    assert check(binding, ["--", "--"], 4)
    assert check(binding, ["---", "-8-", "---"], 8)
    assert check(binding, ["3-", "--"], 3)


@pytest.mark.parametrize("seed", range(4))
def test_sample_draws_every_valid_board_and_no_other(binding: Any, seed: int) -> None:
    """Enough draws, with a fixed seed, to miss a board with a probability below 1e-10."""
    tried = 0
    for board, mines in small_positions(4000 + seed, 160 if is_first_binding(binding) else 40):
        truth = enumerate_boards(board, mines)
        if truth.total == 0:
            with pytest.raises(InconsistentBoardError):
                binding.sample(board, mines, 1, seed=seed)
        elif truth.total <= 60:
            tried += 1
            drawn = binding.sample(board, mines, 40 * truth.total, seed=seed)
            assert drawn.dtype == np.bool_
            assert drawn.shape == (40 * truth.total, len(board), len(board[0]))
            expected = {valid.tobytes() for valid in truth.boards}
            assert {one.tobytes() for one in drawn} == expected, (board, mines)
    assert tried >= 10


@pytest.mark.parametrize("seed", range(2))
def test_estimate_of_small_boards(binding: Any, seed: int) -> None:
    """Shares of 20 000 boards within 6 standard deviations, and exact where there is nothing to estimate."""
    n = 20_000
    for board, mines in small_positions(5000 + seed, 60 if is_first_binding(binding) else 24):
        truth = enumerate_boards(board, mines)
        if truth.total == 0:
            with pytest.raises(InconsistentBoardError):
                binding.estimate(board, mines, n, seed=seed)
            continue
        estimate = binding.estimate(board, mines, n, seed=seed)
        assert estimate.n == n
        for got, count in ((estimate.mine, truth.mine), (estimate.zero_around, truth.zero_around)):
            share = count / truth.total
            certain = (count == 0) | (count == truth.total)
            assert (got[certain] == share[certain]).all()
            # The bound of rare events is Poisson's; + 12 / n keeps it wide there.
            assert (np.abs(got - share) <= 6 * np.sqrt(share * (1 - share) / n) + 12 / n).all(), (board, mines)


def test_mines_around_is_what_it_says() -> None:
    """The oracle's own neighbour count, cell by cell."""
    boards = np.random.default_rng(1).random((5, 4, 6)) < 0.4
    around = mines_around(boards)
    for n in range(5):
        for r in range(4):
            for c in range(6):
                assert around[n, r, c] == sum(boards[n, i, j] for i, j in neighbours(4, 6, r, c))
