"""Positions with known exact answers, from tests/data."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import reference_solver
from checks import RELATIVE_ERROR

FILE = Path(__file__).parent / "data" / "positions.jsonl.gz"


def load(name: str | None = None) -> list[dict[str, Any]]:
    with gzip.open(FILE, "rt", encoding="ascii") as lines:
        positions = [json.loads(line) for line in lines]
    return [position for position in positions if name in (None, position["set"])]


SETS = {"flags_midgame": 60, "flags_certain_mines": 25, "expert": 30}


def assert_close(got: Any, expected: list[list[float]]) -> None:
    known = np.array(expected)
    asked = known >= 0
    got, known = got[asked], known[asked]
    assert (np.abs(got - known) <= RELATIVE_ERROR * known).all()
    assert ((got == 0) == (known == 0)).all()
    assert ((got == 1) == (known == 1)).all()


@pytest.mark.parametrize("name", SETS)
def test_known_answers(binding: Any, name: str) -> None:
    positions = load(name)
    assert len(positions) == SETS[name]
    for position in positions:
        solution = binding.solve(position["rows"], position["mines"])
        assert solution.total == int(position["total"])
        assert sorted(map(list, np.argwhere(solution.certain_mines).tolist())) == sorted(position["certain"])
        assert_close(solution.mine, position["mine"])
        assert_close(solution.zero_around, position["zero"])
        assert_close(solution.number[..., 0], position["opening"])


def test_the_shortcut_of_determine_grid2(binding: Any) -> None:
    """Certain mines, and nothing else, where there are any; drawn boards otherwise."""
    for position in load("flags_midgame") + load("flags_certain_mines"):
        result = binding.determine_grid2(position["rows"], 1, 512, 60_000)
        certain = np.zeros((16, 16), bool)
        for row, col in position["certain"]:
            certain[row, col] = True
        if certain.any():
            assert result.num_valid_gen == 0
            assert (result.probability_mine == np.where(certain, 1.0, -1.0)).all()
            assert (result.probability_zero_mine_around == -1.0).all()
        else:
            assert result.num_valid_gen >= 512
            known = np.array(position["mine"])
            assert ((result.probability_mine == -1.0) == (known == -1)).all()
            assert (result.probability_mine[known == 0] == 0.0).all()


def test_the_reference_solver_knows_them_too() -> None:
    for position in load():
        found = reference_solver.answers(position["rows"], position["mines"])
        assert found.total == int(position["total"])
        assert sorted(list(cell) for cell, ways in found.mine.items() if ways == found.total) == sorted(
            position["certain"]
        )
