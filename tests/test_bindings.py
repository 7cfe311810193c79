"""What all bindings share: the same answers to the last bit, one version, handles and loading."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from bindings import NO_CFFI
from positions import position

import minesweeper_core as mc
from minesweeper_core._impl.bindings import cython_binding as _core
from minesweeper_core._impl.board import read_position
from minesweeper_core._impl.solution import Solution

SMALL = ["----", "-13-", "----", "----"]
SMALL_MINES = 6


@pytest.mark.parametrize("seed", range(8))
def test_bindings_give_the_same_bits(bindings: list[Any], seed: int) -> None:
    rows, cols, mines = [(16, 16, 51), (9, 9, 10), (5, 30, 31), (1, 40, 9)][seed % 4]
    board = position(seed, rows, cols, mines, 0.3)
    first, *others = [binding.solve(board, mines) for binding in bindings]
    boards = first.sample(700, seed=seed, threads=2)
    estimate = first.estimate(5000, seed=seed)
    for other in others:
        for name in ("mine", "zero_around", "number", "certain_safe", "certain_mines"):
            a, b = getattr(first, name), getattr(other, name)
            assert a.dtype == b.dtype and a.tobytes() == b.tobytes(), name
        assert first.total == other.total
        assert first.cost == other.cost
        assert (other.sample(700, seed=seed) == boards).all()
        again = other.estimate(5000, seed=seed)
        assert (again.mine == estimate.mine).all() and (again.zero_around == estimate.zero_around).all()


@pytest.mark.skipif(NO_CFFI, reason="no cffi for this Python")
def test_bindings_have_the_same_version(bindings: list[Any]) -> None:
    assert [mc.__version__] * 2 == [binding.version for binding in bindings[1:]]
    assert len({binding.simd_name() for binding in bindings}) == 1


@pytest.mark.skipif(NO_CFFI, reason="no cffi for this Python")
def test_load_errors(tmp_path: Any) -> None:
    with pytest.raises(OSError):
        mc.load(tmp_path / "none.so")


class Counting:
    """A handle that records which methods are called."""

    def __init__(self, handle: Any) -> None:
        self.handle = handle
        self.called: list[str] = []

    def __getattr__(self, name: str) -> Any:
        def call(*args: Any) -> Any:
            self.called.append(name)
            return getattr(self.handle, name)(*args)

        return call


def test_fields_are_computed_on_first_use_and_once() -> None:
    board = read_position(SMALL, SMALL_MINES)
    handle = Counting(_core.solve(board, 2**30, None))
    solution = Solution(handle, board, 2**30, None, mc.solve)
    repr(solution)
    assert handle.called == []
    assert solution.mine is solution.mine
    assert handle.called == ["mine"]
    assert solution.certain_safe is solution.certain_safe
    assert solution.certain_mines is solution.certain_mines
    assert handle.called == ["mine", "certain"]
    solution.sample(5, seed=1)
    solution.sample(5, seed=2)
    solution.estimate(512, seed=1)
    assert handle.called == ["mine", "certain", "sampler"]
    assert solution.total == solution.total == 66
    assert solution.number is solution.number
    assert solution.zero_around is solution.zero_around
    assert handle.called == ["mine", "certain", "sampler", "total", "number", "zero_around"]


def test_handles_are_not_pickled_or_made_by_hand() -> None:
    handle = _core.solve(read_position(SMALL, SMALL_MINES), 2**30, None)
    for thing in (handle, handle.sampler(2**30, None)):
        with pytest.raises(TypeError, match="pickled"):
            pickle.dumps(thing)
        with pytest.raises(TypeError, match="is made by"):
            type(thing)()
