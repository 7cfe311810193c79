"""Errors for numbers that are not integers, out of range or over budget, and for positions without a valid board."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from positions import position

import minesweeper_core as mc

BLANK16 = ["-" * 16] * 16
INTEGER_ARGUMENTS: list[tuple[str, Callable[[Any, Any], object]]] = [
    ("mines", lambda binding, value: binding.solve("--", value)),
    ("width", lambda binding, value: binding.solve("--", 1, width=value)),
    ("width", lambda binding, value: binding.solve(["--"], 1, width=value)),
    ("width", lambda binding, value: binding.solve(np.full((1, 2), b"-"), 1, width=value)),
    ("memory", lambda binding, value: binding.solve("--", 1, memory=value)),
    ("n", lambda binding, value: binding.sample("--", 1, value)),
    ("seed", lambda binding, value: binding.sample("--", 1, 5, seed=value)),
    ("threads", lambda binding, value: binding.sample("--", 1, 5, threads=value)),
    ("start", lambda binding, value: binding.solve("--", 1).sample(5, start=value)),
    ("n", lambda binding, value: binding.estimate("--", 1, value, time_ms=1)),
    ("time_ms", lambda binding, value: binding.estimate("--", 1, 5, time_ms=value)),
    ("threads", lambda binding, value: binding.solve_many(["--"], 1, threads=value)),
    ("num_thread", lambda binding, value: binding.determine_grid2(BLANK16, value)),
]


@pytest.mark.parametrize("value", [2.0, 0.0, "1", True, np.True_, np.float64(1), [1]])
@pytest.mark.parametrize(("name", "call"), INTEGER_ARGUMENTS)
def test_errors_name_the_argument_that_is_not_an_integer(
    binding: Any, name: str, call: Callable[[Any, Any], object], value: Any
) -> None:
    with pytest.raises(TypeError, match=f"^{name} must be an integer, not {type(value).__name__}$"):
        call(binding, value)


@pytest.mark.parametrize("name", ["mines", "n", "threads", "start"])
def test_none_is_not_an_integer(binding: Any, name: str) -> None:
    call = next(call for named, call in INTEGER_ARGUMENTS if named == name)
    with pytest.raises(TypeError, match=f"^{name} must be an integer, not NoneType$"):
        call(binding, None)


def test_numpy_integers_are_integers(binding: Any) -> None:
    assert binding.solve("--", np.int64(1)).mine.tolist() == [[0.5, 0.5]]
    assert binding.sample("--", np.uint8(1), np.int32(4), seed=np.uint64(3)).shape == (4, 1, 2)


IMPOSSIBLE: list[tuple[str, int, int | None, int | None, str]] = [
    ("4-\n--", 3, 0, 0, "the 4 at row 0, column 0 can't be met: 3 mines at most around it"),
    ("+--\n+1-\n---", 3, 1, 1, "the 1 at row 1, column 1 can't be met: 2 known mines around it"),
    ("++\n--", 1, None, None, "2 known mines, but only 1 in all"),
    ("++\n--", 5, None, None, "3 mines left to place, but only 2 unopened cells"),
    ("--", 2**40, None, None, f"{2**40} mines left to place"),
    ("2--\n2--", 1, None, None, "with 1 mine"),
    ("-2\n0-", 2, None, None, "no placement of 2 mines meets all the numbers"),
]


@pytest.mark.parametrize(("board", "mines", "row", "col", "message"), IMPOSSIBLE)
def test_impossible_boards(
    binding: Any, board: str, mines: int, row: int | None, col: int | None, message: str
) -> None:
    with pytest.raises(mc.InconsistentBoardError) as caught:
        binding.solve(board, mines)
    error = caught.value
    assert isinstance(error, ValueError)
    assert message in str(error)
    assert (error.row, error.col) == (row, col)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.row, again.col) == (type(error), str(error), error.row, error.col)


@pytest.mark.parametrize(
    "call",
    [
        lambda binding: binding.solve("--", -1),
        lambda binding: binding.solve("--", 1, memory=0),
        lambda binding: binding.solve("--", 1, memory=-1),
        lambda binding: binding.sample("--", 1, -1),
        lambda binding: binding.sample("--", 1, 5, seed=-1),
        lambda binding: binding.sample("--", 1, 5, seed=2**64),
        lambda binding: binding.sample("--", 1, 5, threads=-1),
        lambda binding: binding.solve("--", 1).sample(10, start=2**64 - 10),
        lambda binding: binding.estimate("--", 1, None),
        lambda binding: binding.estimate("--", 1, 0, time_ms=0),
        lambda binding: binding.estimate("--", 1, 5, time_ms=-1),
        lambda binding: binding.determine_grid2(BLANK16, -1),
        lambda binding: binding.determine_grid2(BLANK16, 1, -1),
        lambda binding: binding.determine_grid2(BLANK16, 1, 5, 2**32),
    ],
)
def test_numbers_out_of_range(binding: Any, call: Callable[[Any], object]) -> None:
    with pytest.raises(ValueError, match=r"must|either"):
        call(binding)


def test_budget(binding: Any) -> None:
    board = position(3, 16, 16, 51, 0.3)
    with pytest.raises(mc.BudgetExceededError, match=r"memory budget of 5,000 bytes") as caught:
        binding.solve(board, 51, memory=5000)
    assert isinstance(caught.value, RuntimeError)
    assert caught.value.needed is None
    with pytest.raises(mc.BudgetExceededError, match=r"memory budget of 1 byte;"):
        binding.solve(board, 51, memory=1)
