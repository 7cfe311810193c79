"""solve_many against solve, board by board."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from positions import scattered

from minesweeper_core import BudgetExceededError, InconsistentBoardError, Solutions


def stack(n: int) -> tuple[list[list[str]], list[int]]:
    """Positions of one size, some of which have no valid board with their number of mines."""
    rng = random.Random(3)
    mines = [rng.randrange(8, 30) for _ in range(n)]
    boards = [scattered(rng, 8, 11, m, rng.random(), 0.2) for m in mines]
    return boards, [1 if i % 11 == 5 else m for i, m in enumerate(mines)]


def check(binding: Any, found: Solutions, boards: list[list[str]], mines: list[int]) -> int:
    answered = 0
    for i, (board, number) in enumerate(zip(boards, mines, strict=True)):
        try:
            solution = binding.solve(board, number)
        except InconsistentBoardError:
            assert not found.consistent[i]
            assert np.isnan(found.mine[i]).all()
            assert not found.certain_safe[i].any()
            assert not found.certain_mines[i].any()
            continue
        answered += 1
        assert found.consistent[i]
        assert (found.mine[i] == solution.mine).all()
        assert (found.certain_safe[i] == solution.certain_safe).all()
        assert (found.certain_mines[i] == solution.certain_mines).all()
        if found.zero_around is not None:
            assert (found.zero_around[i] == solution.zero_around).all()
    assert not found.exceeded.any()
    return answered


@pytest.mark.parametrize("threads", [0, 1, 2, 7])
def test_the_same_as_one_by_one(binding: Any, threads: int) -> None:
    boards, mines = stack(100)
    answered = check(binding, binding.solve_many(boards, mines, zero_around=True, threads=threads), boards, mines)
    assert 80 < answered < 100


def test_an_array_of_boards_with_one_number(binding: Any) -> None:
    boards, mines = stack(40)
    array = np.array([[list(row) for row in board] for board in boards], "S1")
    found = binding.solve_many(array, 20)
    assert found.zero_around is None
    check(binding, found, boards, [20] * 40)
    every_other = binding.solve_many(array.view(np.uint8)[::2], np.array(mines)[::2])
    check(binding, every_other, boards[::2], mines[::2])


def test_no_boards(binding: Any) -> None:
    found = binding.solve_many([], [])
    assert found.mine.shape[0] == 0
    assert found.consistent.shape == (0,)


@pytest.mark.parametrize("many", [2**32, 2**63, 2**64, 2**70, 10**1000])
def test_more_mines_than_fit_any_word(binding: Any, many: int) -> None:
    found = binding.solve_many(["--", "--"], [1, many])
    assert found.consistent.tolist() == [True, False]
    assert (found.mine[0] == 0.5).all()
    assert not binding.solve_many(["--"], many).consistent.any()


@pytest.mark.parametrize("code", "bBhHiIlLqQ")
def test_mines_of_every_integer_type(binding: Any, code: str) -> None:
    found = binding.solve_many(["--", "--"], np.array([1, 2], code))
    assert found.mine.tolist() == [[[0.5, 0.5]], [[1.0, 1.0]]]


def test_a_budget_too_small_is_reported_for_each_board(binding: Any) -> None:
    boards, _ = stack(3)
    found = binding.solve_many(boards, 20, memory=1000)
    assert found.exceeded.all()
    assert np.isnan(found.mine).all()
    with pytest.raises(BudgetExceededError):
        binding.solve(boards[0], 20, memory=1000)


@pytest.mark.parametrize(
    ("boards", "mines", "error", "words"),
    [
        (["--", "-?"], 1, ValueError, "board 1: row 0, column 1: unknown character '?'"),
        (["--", "---"], 1, ValueError, "board 1: it has 1 x 3 cells, but board 0 has 1 x 2"),
        (np.full((3, 2, 2), ord("x"), np.uint8), 1, ValueError, "board 0: row 0, column 0"),
        (np.full((1, 2, 257), ord("-"), np.uint8), 1, ValueError, "257"),
        (["--", "--"], [1, 2, 3], ValueError, "one for each of the 2 boards"),
        (["--", "--"], [[1], [1, 2]], ValueError, "one for each of the 2 boards"),
        (["--", "--"], [1, -2], ValueError, "negative"),
        (["--", "--"], [1, -(2**70)], ValueError, f"negative: {-(2**70)}"),
        (["--", "--"], 0.5, TypeError, "an integer, not float"),
        (["--", "--"], np.array([0.5, 1]), TypeError, "integers, not float64"),
        (["--", "--"], [1, None], TypeError, "NoneType"),
        ("--", 1, TypeError, "a sequence of boards"),
    ],
)
def test_bad_input(binding: Any, boards: Any, mines: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words.replace("?", r"\?").replace("(", r"\(")):
        binding.solve_many(boards, mines)


def test_poll_ends_it(binding: Any) -> None:
    class StopError(Exception):
        pass

    def stop(progress: float) -> None:
        raise StopError

    boards, _ = stack(2)
    with pytest.raises(StopError):
        binding.solve_many(boards * 20_000, 20, zero_around=True, poll=stop)
