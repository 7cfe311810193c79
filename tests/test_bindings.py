"""What all bindings share: the same answers to the last bit, one version, handles and loading."""

from __future__ import annotations

import inspect
import pickle
import re
from pathlib import Path
from typing import Any

import pytest
from bindings import NO_CFFI
from positions import position

import minesweeper_core as mc
from minesweeper_core._impl.bindings import cffi_binding, cython_binding

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


# ---- the two bindings ------------------------------------------------------------------------------------------------


def _functions(thing: Any) -> dict[str, list[str]]:
    """The parameters of each public function of a module or class."""
    found = {name: value for name, value in vars(thing).items() if not name.startswith("_") and callable(value)}
    return {
        name: [parameter for parameter in inspect.signature(value).parameters if parameter != "self"]
        for name, value in found.items()
        if not isinstance(value, type)
    }


@pytest.mark.skipif(NO_CFFI, reason="no cffi for this Python")
def test_bindings_have_the_same_functions() -> None:
    cython, cffi = _functions(cython_binding), _functions(cffi_binding.CffiBinding)
    for only_cffi in ("missing", "input", "output", "struct", "string", "fault", "new_options"):
        cffi.pop(only_cffi)
    assert len(cffi) > 15
    assert cython == cffi
    for name in ("SolutionHandle", "SamplerHandle", "GameHandle"):
        assert _functions(getattr(cython_binding, name)) == _functions(getattr(cffi_binding, name))


def test_bindings_reach_every_function_of_the_header() -> None:
    """Except those for C programs only, and DetermineGrid2, for which mines_determine_grid2 is called."""
    header = (Path(mc.get_include()) / "minesweeper_core.h").read_text(encoding="ascii")
    declared = set(re.findall(r"^MINES_API [^;]*?\b(\w+)\(", header, flags=re.MULTILINE))
    called = set(re.findall(r"lib\.(mines_\w+)", inspect.getsource(cffi_binding)))
    unused = {"DetermineGrid2", "mines_board_read", "mines_solution_total_text", "mines_version"}
    assert called == declared - unused


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
    solution = mc.solve(SMALL, SMALL_MINES)
    handle = solution._handle = Counting(solution._handle)  # type: ignore[assignment]
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
    handle.called.clear()
    assert solution.total == solution.total == 66
    assert solution.number is solution.number
    assert solution.zero_around is solution.zero_around
    assert handle.called == ["total", "total", "number", "zero_around"]  # total once for the size, once for the words


def test_handles_are_not_pickled_or_made_by_hand() -> None:
    solution = mc.solve(SMALL, SMALL_MINES)
    solution.sample(1)
    for handle in (solution._handle, solution._sampler(None), mc.Game(3, 3, 1)._handle, mc.FlagsGame(1)._handle):
        assert isinstance(
            handle, (cython_binding.SolutionHandle, cython_binding.SamplerHandle, cython_binding.GameHandle)
        )
        with pytest.raises(TypeError, match="pickled"):
            pickle.dumps(handle)
        with pytest.raises(TypeError, match="is made by"):
            type(handle)()
