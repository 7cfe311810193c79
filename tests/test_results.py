"""Solutions and estimates: shapes and types, repr, seeds, read-only arrays, pickles."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from positions import position

SMALL = ["----", "-13-", "----", "----"]
SMALL_MINES = 6
BLANK16 = ["-" * 16] * 16
# Valid, with no certain mine: DetermineGrid2 draws.
GRID2 = ["-" * 16] * 7 + ["------12--------"] + ["-" * 16] * 8


def test_repr(binding: Any) -> None:
    solution = binding.solve(SMALL, SMALL_MINES)
    assert repr(solution) == "<Solution 4x4, 6 mines>"
    assert solution.total == 66
    assert repr(solution) == "<Solution 4x4, 6 mines, 66 valid boards>"
    one = binding.solve("1-", 1)
    assert one.total == 1
    assert repr(one) == "<Solution 1x2, 1 mine, 1 valid board>"
    blank = binding.solve(["-" * 256] * 256, 13000)
    assert blank.total > 10**10000
    assert repr(blank).startswith("<Solution 256x256, 13000 mines, ") and "e+" in repr(blank)
    assert repr(binding.estimate("-1", 1, 512, seed=5)) == "<Estimate 1x2 from 512 valid boards, seed 5>"
    assert repr(binding.estimate("-1", 1, 1, seed=5)) == "<Estimate 1x2 from 1 valid board, seed 5>"
    assert repr(binding.solve_many(["-1-"] * 2, 1)) == "<Solutions of 2 boards 1x3>"
    assert repr(binding.solve_many(["-1"], 1)) == "<Solutions of 1 board 1x2>"


def test_repr_of_grid2(binding: Any) -> None:
    drawn = binding.determine_grid2(GRID2, 1, 1000, 10_000)
    assert repr(drawn) == f"<GridProbabilities from {drawn.num_valid_gen:,} valid boards>"
    assert repr(drawn._replace(num_valid_gen=1)) == "<GridProbabilities from 1 valid board>"
    three, one = ["3" + "-" * 15, *BLANK16[1:]], ["3+" + "-" * 14, "+" + "-" * 15, *BLANK16[2:]]
    assert repr(binding.determine_grid2(three, 1)) == "<GridProbabilities of the shortcut, 3 certain mines>"
    assert repr(binding.determine_grid2(one, 1)) == "<GridProbabilities of the shortcut, 1 certain mine>"
    assert repr(binding.determine_grid2(["x" * 16] * 16, 1)) == "<GridProbabilities without a valid board>"


def test_shapes_and_types(binding: Any) -> None:
    solution = binding.solve("-2-\n-+-", 2)
    assert solution.mine.shape == solution.zero_around.shape == (2, 3)
    assert solution.number.shape == (2, 3, 9)
    assert solution.mine.dtype == solution.zero_around.dtype == solution.number.dtype == np.float64
    assert solution.certain_safe.shape == solution.certain_mines.shape == (2, 3)
    assert solution.certain_safe.dtype == solution.certain_mines.dtype == np.bool_
    assert type(solution.total) is int
    boards = solution.sample(10)
    assert boards.shape == (10, 2, 3) and boards.dtype == np.bool_
    assert binding.sample("-2-\n-+-", 2, 0).shape == (0, 2, 3)


def test_arrays_are_read_only(binding: Any) -> None:
    solution = binding.solve(SMALL, SMALL_MINES)
    estimate = pickle.loads(pickle.dumps(solution.estimate(512)))
    for holder, names in (
        (solution, "mine zero_around number certain_safe certain_mines"),
        (estimate, "mine zero_around"),
    ):
        for name in names.split():
            with pytest.raises(ValueError, match="read-only"):
                getattr(holder, name)[0, 0] = 0
    with pytest.raises(AttributeError):
        solution.mine = None
    with pytest.raises(AttributeError):
        estimate.n = 5


def test_estimate(binding: Any) -> None:
    board = ["+---", "-13-", "----", "----"]
    estimate = binding.estimate(board, SMALL_MINES, 20_000, seed=4)
    exact = binding.solve(board, SMALL_MINES)
    assert (estimate.n, estimate.seed) == (20_000, 4)
    assert estimate.mine[0, 0] == 1 and estimate.mine[1, 1] == 0
    assert np.abs(estimate.mine_stderr - np.sqrt(estimate.mine * (1 - estimate.mine) / 20_000)).max() < 1e-15
    assert (abs(estimate.mine - exact.mine) <= 6 * np.sqrt(exact.mine * (1 - exact.mine) / 20_000)).all()
    around = exact.zero_around
    assert (abs(estimate.zero_around - around) <= 6 * np.sqrt(around * (1 - around) / 20_000)).all()
    boards = binding.sample(board, SMALL_MINES, 20_000, seed=4)
    assert (boards.mean(0) == estimate.mine).all()


def test_estimate_by_time(binding: Any) -> None:
    estimate = binding.estimate(SMALL, SMALL_MINES, None, time_ms=200)
    assert estimate.n >= 512
    assert 0 <= estimate.seed < 2**64


def test_seed_none_is_fresh(binding: Any) -> None:
    board = ["-" * 16] * 16
    assert (binding.sample(board, 51, 4) != binding.sample(board, 51, 4)).any()
    assert binding.estimate(board, 51, 512).seed != binding.estimate(board, 51, 512).seed


def test_seed_and_threads_are_positional_too(binding: Any) -> None:
    assert (binding.sample(SMALL, SMALL_MINES, 700, 9, 2) == binding.solve(SMALL, SMALL_MINES).sample(700, 9, 2)).all()
    assert (
        binding.sample(SMALL, SMALL_MINES, 700, seed=9, threads=2) == binding.sample(SMALL, SMALL_MINES, 700, 9)
    ).all()


def test_first_boards_of_a_seed(binding: Any) -> None:
    solution = binding.solve(position(5, 9, 9, 10, 0.3), 10)
    boards = solution.sample(1500, seed=9)
    assert (solution.sample(600, seed=9) == boards[:600]).all()
    assert (solution.sample(400, seed=9, start=700) == boards[700:1100]).all()
    assert (solution.sample(1500, 9, 3) == boards).all()
    last = 2**64 - 1 - 10
    assert solution.sample(10, seed=9, start=last).shape == (10, 9, 9)
    with pytest.raises(ValueError, match=f"^start must be from 0 to {last}: {last + 1}$"):
        solution.sample(10, seed=9, start=last + 1)


def test_pickle(binding: Any) -> None:
    solution = binding.solve(SMALL, SMALL_MINES, memory=10**7)
    again = pickle.loads(pickle.dumps(solution))
    assert again.board == SMALL and again.mines == SMALL_MINES
    assert (again.number == solution.number).all()
    estimate = pickle.loads(pickle.dumps(solution.estimate(512, seed=1)))
    assert (estimate.mine == solution.estimate(512, seed=1).mine).all()
    assert pickle.loads(pickle.dumps(binding.solve))("-1", 1).total == 1
