"""What the Python layer itself does: input forms, errors, laziness, threads, signals; and that the faces agree."""

from __future__ import annotations

import pickle
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from checks import ticks_beside
from conftest import FACES, NO_CFFI

import minesweeper_core as mc
from minesweeper_core import _core
from minesweeper_core.board import read_position
from minesweeper_core.solution import Solution

SMALL = ["----", "-13-", "----", "----"]
SMALL_MINES = 6
BLANK16 = ["-" * 16] * 16
# Valid, with no certain mine: DetermineGrid2 draws.
GRID2 = ["-" * 16] * 7 + ["------12--------"] + ["-" * 16] * 8


def position(seed: int, rows: int, cols: int, mines: int, opened: float) -> list[str]:
    """A position with a valid board: a random board with a share of its safe cells opened and some mines known."""
    rng = random.Random(seed)
    places = set(rng.sample(range(rows * cols), mines))

    def cell(r: int, c: int) -> str:
        if r * cols + c in places:
            return "+" if rng.random() < 0.1 else "-"
        if rng.random() >= opened:
            return "-"
        around = [(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        return str(sum(0 <= y < rows and 0 <= x < cols and y * cols + x in places for y, x in around))

    return ["".join(cell(r, c) for c in range(cols)) for r in range(rows)]


# ---- the faces agree -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_faces_give_the_same_bits(faces: list[Any], seed: int) -> None:
    rows, cols, mines = [(16, 16, 51), (9, 9, 10), (5, 30, 31), (1, 40, 9)][seed % 4]
    board = position(seed, rows, cols, mines, 0.3)
    first, *others = [face.solve(board, mines) for face in faces]
    boards = first.sample(700, seed=seed, threads=2)
    estimate = first.estimate(5000, seed=seed)
    for other in others:
        for name in ("mine", "zero_around", "number", "safe", "mines"):
            a, b = getattr(first, name), getattr(other, name)
            assert a.dtype == b.dtype and a.tobytes() == b.tobytes(), name
        assert first.total == other.total
        assert first.cost == other.cost
        assert (other.sample(700, seed=seed) == boards).all()
        again = other.estimate(5000, seed=seed)
        assert (again.mine == estimate.mine).all() and (again.zero_around == estimate.zero_around).all()


@pytest.mark.skipif(NO_CFFI, reason="no cffi for this Python")
def test_faces_have_one_version(faces: list[Any]) -> None:
    assert [mc.__version__] * 2 == [face.version for face in faces[1:]]
    assert len({face.simd_name() for face in faces}) == 1


# ---- input forms -----------------------------------------------------------------------------------------------------


def array(dtype: Any) -> Any:
    return np.array([list(row) for row in SMALL]).astype("S1").view(dtype)


FORMS: dict[str, tuple[Any, int | None]] = {
    "text": ("\n".join(SMALL), None),
    "text with a last line end": ("\n".join(SMALL) + "\n", None),
    "text with CRLF": ("\r\n".join(SMALL) + "\r\n", None),
    "bytes": ("\n".join(SMALL).encode(), None),
    "bytearray": (bytearray("\n".join(SMALL).encode()), None),
    "list": (SMALL, None),
    "tuple": (tuple(SMALL), None),
    "list of bytes": ([row.encode() for row in SMALL], None),
    "flat text": ("".join(SMALL), 4),
    "flat bytes": ("".join(SMALL).encode(), 4),
    "S1": (array("S1"), None),
    "uint8": (array(np.uint8), None),
    "U1": (np.array([list(row) for row in SMALL]), None),
    "flat S1": (array("S1").ravel(), 4),
    "flat uint8": (array(np.uint8).ravel(), 4),
    "Fortran order": (np.asfortranarray(array(np.uint8)), None),
    "every second of a larger one": (np.repeat(np.repeat(array(np.uint8), 2, 0), 2, 1)[::2, ::2], None),
    "array of rows": (np.array(SMALL), None),
    "array of byte rows": (np.array(SMALL, "S"), None),
}


@pytest.mark.parametrize("name", FORMS)
def test_input_forms(face: Any, name: str) -> None:
    board, width = FORMS[name]
    solution = face.solve(board, SMALL_MINES, width=width)
    assert solution.board == SMALL
    assert (solution.rows, solution.cols, solution.mine_count) == (4, 4, SMALL_MINES)
    assert solution.total == 66
    assert solution.mine[3, 0] == pytest.approx(15 / 22, rel=1e-12)
    assert face.sample(board, SMALL_MINES, 3, seed=1, width=width).shape == (3, 4, 4)
    assert face.estimate(board, SMALL_MINES, 512, seed=1, width=width).mine.shape == (4, 4)


def test_flat_text_without_a_width_is_one_row(face: Any) -> None:
    assert face.solve("-1-", 1).mine.tolist() == [[0.5, 0, 0.5]]
    assert face.solve(np.array(list("-1-"), "S1"), 1).mine.tolist() == [[0.5, 0, 0.5]]


def test_input_array_is_not_kept(face: Any) -> None:
    board = array(np.uint8)
    solution = face.solve(board, SMALL_MINES)
    board[:] = ord("0")
    assert solution.board == SMALL
    assert solution.total == 66


GRID2_FORMS: dict[str, Any] = {
    "flat text": "".join(GRID2),
    "text": "\n".join(GRID2),
    "list": GRID2,
    "bytes": "".join(GRID2).encode(),
    "2-D": np.array([list(row) for row in GRID2]).astype("S1"),
    "1-D": np.frombuffer("".join(GRID2).encode(), np.uint8),
}


@pytest.mark.parametrize("name", GRID2_FORMS)
def test_grid2_forms(face: Any, name: str) -> None:
    board = GRID2_FORMS[name]
    result = face.determine_grid2(board, 1, 2048, 10_000)
    assert isinstance(result, mc.GridProbabilities)
    mine, zero_around, valid = result
    assert valid >= 2048
    assert mine.dtype == zero_around.dtype == np.float32
    assert mine.shape == zero_around.shape == (16, 16)
    opened = np.array([list(row) for row in GRID2]) != "-"
    assert (mine[opened] == -1).all() and (zero_around[opened] == -1).all()
    assert (mine[~opened] >= 0).all()
    row, col = face.get_grid_with_best_probability(board, 1, 2048, 10_000)
    assert not opened[row, col]


@pytest.mark.parametrize("wrong", ["x", "9", "\0", "\xff", "\n", " "])
def test_grid2_hands_on_wrong_bytes(face: Any, wrong: str) -> None:
    for board in ("-" * 100 + wrong + "-" * 155, ("-" * 100 + wrong + "-" * 155).encode("latin-1")):
        mine, zero_around, valid = face.determine_grid2(board, 1, 512, 1000)
        assert valid == 0
        assert (mine == -1).all() and (zero_around == -1).all()
        assert face.get_grid_with_best_probability(board, 1, 512, 1000) is None


@pytest.mark.parametrize(
    "board", ["", "-" * 255, "-" * 257, ["-" * 32] * 8, ["-" * 16] * 15, np.full((8, 32), ord("-"), np.uint8)]
)
def test_grid2_refuses_other_sizes(face: Any, board: Any) -> None:
    with pytest.raises(ValueError):
        face.determine_grid2(board)
    with pytest.raises(ValueError):
        face.get_grid_with_best_probability(board)


def test_grid2_refuses_what_is_no_byte(face: Any) -> None:
    with pytest.raises(ValueError, match="row 6, column 4: '\u2620'"):
        face.determine_grid2("-" * 100 + "\u2620" + "-" * 155)


# ---- errors ----------------------------------------------------------------------------------------------------------

BAD_BOARDS: list[tuple[Any, int | None, str]] = [
    (["---", "-x-"], None, "row 1, column 1: 'x' is no cell"),
    ("---\n--9", None, "row 1, column 2: '9' is no cell"),
    ("---\n--\u2620", None, "row 1, column 2: '\u2620' is no cell"),
    ("---\n--\xa0", None, "row 1, column 2: '\\xa0' is no cell"),
    (b"--\n-\xff", None, "row 1, column 1: '\xff' is no cell"),
    ("------?--", 3, "row 2, column 0: '?' is no cell"),
    (np.array([[45, 45], [45, 7]], np.uint8), None, "row 1, column 1: '\\x07' is no cell"),
    (np.array([[b"-", b""]]), None, "row 0, column 1: '\\x00' is no cell"),
    (np.array([["-", ""]]), None, "row 0, column 1: the cell is empty"),
    (["---", "--"], None, "row 1, column 2: the row has 2 cells, row 0 has 3"),
    ("--\n---", None, "row 1, column 2: the row has 3 cells, row 0 has 2"),
    ("--\n\n--", None, "row 1, column 0: the row is empty"),
    ("\n--\n--\n", None, "row 0, column 0: the row is empty"),
    ("--\n--\n\n", None, "row 2, column 0: the row is empty"),
    (["", "--"], None, "row 0, column 0: the row is empty"),
    ("\n\n", None, "row 0, column 0: the board is empty"),
    ("-------", 3, "row 2, column 1: the row has 1 cell, width=3"),
    (["--"], 3, "row 0, column 2: width=3, but the row has 2 cells"),
    (np.full((2, 2), 45, np.uint8), 3, "row 0, column 2: width=3, but the row has 2 cells"),
    ("", None, "row 0, column 0: the board is empty"),
    ("", 3, "row 0, column 0: the board is empty"),
    ([], None, "row 0, column 0: the board is empty"),
    (np.empty((0, 3), np.uint8), None, "row 0, column 0: the board is empty"),
    (np.empty(0, np.uint8), None, "row 0, column 0: the board is empty"),
    (["-"] * 257, None, "row 256, column 0: a board has at most 256 rows, this one has 257"),
    ("-" * 257, None, "row 0, column 256: a board has at most 256 columns, this one has 257"),
    (np.full((2, 2), 45), None, "single bytes"),
    (np.full((2, 2, 2), 45, np.uint8), None, "2 dimensions"),
    ("----", 0, "width must be at least 1"),
]


@pytest.mark.parametrize(("board", "width", "message"), BAD_BOARDS)
def test_bad_boards(face: Any, board: Any, width: int | None, message: str) -> None:
    for function, args in ((face.solve, ()), (face.sample, (5,)), (face.estimate, ())):
        with pytest.raises(ValueError, match=re.escape(message)) as caught:
            function(board, 1, *args, width=width)
        assert not isinstance(caught.value, mc.InconsistentBoardError)


class Text(str):
    """Text that only the general way of reading boards takes for text."""


def test_text_is_read_as_the_general_way_reads_it(face: Any) -> None:
    def outcome(board: Any) -> tuple[list[str], float] | str:
        try:
            solution = face.solve(board, 1)
        except ValueError as error:
            return str(error)
        return solution.board, float(solution.mine.sum())

    rng = random.Random(3)
    read = 0
    for _ in range(4000):
        rows, cols = rng.randrange(4), rng.randrange(1, 4)
        lines = ["-" * cols for _ in range(rows)]
        for _ in range(rng.choice([0, 0, 1, 1, 2])):
            if lines:
                row = rng.randrange(rows)
                at = rng.randrange(cols + 1)
                put = rng.choice(["\n", "\r", "", "-", "x", "\u00e9", "\u2620", "\ud800"])
                lines[row] = lines[row][:at] + put + lines[row][at + rng.randrange(2) :]
        text = rng.choice(["\n", "\n", "\n", "\r\n"]).join(lines) + rng.choice(["", "\n", "\r\n", "\n\n"])
        general = outcome(tuple(lines)), outcome(Text(text))
        assert (outcome(lines), outcome(text)) == general, (lines, text)
        read += sum(not isinstance(found, str) for found in general)
    assert 2000 < read < 6000


@pytest.mark.parametrize("board", [None, 5, [1, 2], [["-"]], {"-"}, object()])
def test_wrong_types(face: Any, board: Any) -> None:
    with pytest.raises(TypeError):
        face.solve(board, 1)


NO_INTEGERS: list[tuple[str, Callable[[Any, Any], object]]] = [
    ("mines", lambda face, value: face.solve("--", value)),
    ("width", lambda face, value: face.solve("--", 1, width=value)),
    ("width", lambda face, value: face.solve(["--"], 1, width=value)),
    ("width", lambda face, value: face.solve(np.full((1, 2), b"-"), 1, width=value)),
    ("memory", lambda face, value: face.solve("--", 1, memory=value)),
    ("n", lambda face, value: face.sample("--", 1, value)),
    ("seed", lambda face, value: face.sample("--", 1, 5, seed=value)),
    ("threads", lambda face, value: face.sample("--", 1, 5, threads=value)),
    ("first", lambda face, value: face.solve("--", 1).sample(5, first=value)),
    ("n", lambda face, value: face.estimate("--", 1, value, time_ms=1)),
    ("time_ms", lambda face, value: face.estimate("--", 1, 5, time_ms=value)),
    ("threads", lambda face, value: face.solve_many(["--"], 1, threads=value)),
    ("num_thread", lambda face, value: face.determine_grid2(BLANK16, value)),
]


@pytest.mark.parametrize("value", [2.0, 0.0, "1", True, np.True_, np.float64(1), [1]])
@pytest.mark.parametrize(("name", "call"), NO_INTEGERS)
def test_what_is_no_integer_is_named(face: Any, name: str, call: Callable[[Any, Any], object], value: Any) -> None:
    with pytest.raises(TypeError, match=f"^{name} must be an integer, not {type(value).__name__}$"):
        call(face, value)


@pytest.mark.parametrize("name", ["mines", "n", "threads", "first"])
def test_none_is_no_integer(face: Any, name: str) -> None:
    call = next(call for named, call in NO_INTEGERS if named == name)
    with pytest.raises(TypeError, match=f"^{name} must be an integer, not NoneType$"):
        call(face, None)


def test_numpy_integers_are_integers(face: Any) -> None:
    assert face.solve("--", np.int64(1)).mine.tolist() == [[0.5, 0.5]]
    assert face.sample("--", np.uint8(1), np.int32(4), seed=np.uint64(3)).shape == (4, 1, 2)


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
def test_impossible_boards(face: Any, board: str, mines: int, row: int | None, col: int | None, message: str) -> None:
    with pytest.raises(mc.InconsistentBoardError) as caught:
        face.solve(board, mines)
    error = caught.value
    assert isinstance(error, ValueError)
    assert message in str(error)
    assert (error.row, error.col) == (row, col)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.row, again.col) == (type(error), str(error), error.row, error.col)


@pytest.mark.parametrize(
    "call",
    [
        lambda face: face.solve("--", -1),
        lambda face: face.solve("--", 1, memory=0),
        lambda face: face.solve("--", 1, memory=-1),
        lambda face: face.sample("--", 1, -1),
        lambda face: face.sample("--", 1, 5, seed=-1),
        lambda face: face.sample("--", 1, 5, seed=2**64),
        lambda face: face.sample("--", 1, 5, threads=-1),
        lambda face: face.solve("--", 1).sample(10, first=2**64 - 10),
        lambda face: face.estimate("--", 1, None),
        lambda face: face.estimate("--", 1, 0, time_ms=0),
        lambda face: face.estimate("--", 1, 5, time_ms=-1),
        lambda face: face.determine_grid2(BLANK16, -1),
        lambda face: face.determine_grid2(BLANK16, 1, -1),
        lambda face: face.determine_grid2(BLANK16, 1, 5, 2**32),
    ],
)
def test_numbers_out_of_range(face: Any, call: Callable[[Any], object]) -> None:
    with pytest.raises(ValueError, match=r"must|either"):
        call(face)


def test_budget(face: Any) -> None:
    board = position(3, 16, 16, 51, 0.3)
    with pytest.raises(mc.BudgetExceeded, match=r"memory budget of 5,000 bytes") as caught:
        face.solve(board, 51, memory=5000)
    assert isinstance(caught.value, RuntimeError)
    assert caught.value.needed is None
    with pytest.raises(mc.BudgetExceeded, match=r"memory budget of 1 byte;"):
        face.solve(board, 51, memory=1)


# ---- results ---------------------------------------------------------------------------------------------------------


class Counting:
    """A handle that notes what it is asked."""

    def __init__(self, handle: Any) -> None:
        self.handle = handle
        self.asked: list[str] = []

    def __getattr__(self, name: str) -> Any:
        def ask(*args: Any) -> Any:
            self.asked.append(name)
            return getattr(self.handle, name)(*args)

        return ask


def test_fields_are_computed_when_asked_for_and_once() -> None:
    board = read_position(SMALL, SMALL_MINES)
    handle = Counting(_core.solve(board, 2**30, None))
    solution = Solution(handle, board, 2**30, None, mc.solve)
    repr(solution)
    assert handle.asked == []
    assert solution.mine is solution.mine
    assert handle.asked == ["mine"]
    assert solution.safe is solution.safe
    assert solution.mines is solution.mines
    assert handle.asked == ["mine", "certain"]
    solution.sample(5, seed=1)
    solution.sample(5, seed=2)
    solution.estimate(512, seed=1)
    assert handle.asked == ["mine", "certain", "sampler"]
    assert solution.total == solution.total == 66
    assert solution.number is solution.number
    assert solution.zero_around is solution.zero_around
    assert handle.asked == ["mine", "certain", "sampler", "total", "number", "zero_around"]


def test_repr(face: Any) -> None:
    solution = face.solve(SMALL, SMALL_MINES)
    assert repr(solution) == "<Solution 4x4, 6 mines>"
    assert solution.total == 66
    assert repr(solution) == "<Solution 4x4, 6 mines, 66 valid boards>"
    one = face.solve("1-", 1)
    assert one.total == 1
    assert repr(one) == "<Solution 1x2, 1 mine, 1 valid board>"
    blank = face.solve(["-" * 256] * 256, 13000)
    assert blank.total > 10**10000
    assert repr(blank).startswith("<Solution 256x256, 13000 mines, ") and "e+" in repr(blank)
    assert repr(face.estimate("-1", 1, 512, seed=5)) == "<Estimate 1x2 from 512 valid boards, seed 5>"
    assert repr(face.estimate("-1", 1, 1, seed=5)) == "<Estimate 1x2 from 1 valid board, seed 5>"
    assert repr(face.solve_many(["-1-"] * 2, 1)) == "<Solutions of 2 boards 1x3>"
    assert repr(face.solve_many(["-1"], 1)) == "<Solutions of 1 board 1x2>"


def test_repr_of_grid2(face: Any) -> None:
    drawn = face.determine_grid2(GRID2, 1, 1000, 10_000)
    assert repr(drawn) == f"<GridProbabilities from {drawn.num_valid_gen:,} valid boards>"
    assert repr(drawn._replace(num_valid_gen=1)) == "<GridProbabilities from 1 valid board>"
    three, one = ["3" + "-" * 15, *BLANK16[1:]], ["3+" + "-" * 14, "+" + "-" * 15, *BLANK16[2:]]
    assert repr(face.determine_grid2(three, 1)) == "<GridProbabilities of the shortcut, 3 certain mines>"
    assert repr(face.determine_grid2(one, 1)) == "<GridProbabilities of the shortcut, 1 certain mine>"
    assert repr(face.determine_grid2(["x" * 16] * 16, 1)) == "<GridProbabilities without a valid board>"


def test_shapes_and_types(face: Any) -> None:
    solution = face.solve("-2-\n-+-", 2)
    assert solution.mine.shape == solution.zero_around.shape == (2, 3)
    assert solution.number.shape == (2, 3, 9)
    assert solution.mine.dtype == solution.zero_around.dtype == solution.number.dtype == np.float64
    assert solution.safe.shape == solution.mines.shape == (2, 3)
    assert solution.safe.dtype == solution.mines.dtype == np.bool_
    assert type(solution.total) is int
    boards = solution.sample(10)
    assert boards.shape == (10, 2, 3) and boards.dtype == np.bool_
    assert face.sample("-2-\n-+-", 2, 0).shape == (0, 2, 3)


def test_arrays_are_read_only(face: Any) -> None:
    solution = face.solve(SMALL, SMALL_MINES)
    estimate = pickle.loads(pickle.dumps(solution.estimate(512)))
    for holder, names in ((solution, "mine zero_around number safe mines"), (estimate, "mine zero_around")):
        for name in names.split():
            with pytest.raises(ValueError, match="read-only"):
                getattr(holder, name)[0, 0] = 0
    with pytest.raises(AttributeError):
        solution.mine = None
    with pytest.raises(AttributeError):
        estimate.n = 5


def test_estimate(face: Any) -> None:
    board = ["+---", "-13-", "----", "----"]
    estimate = face.estimate(board, SMALL_MINES, 20_000, seed=4)
    exact = face.solve(board, SMALL_MINES)
    assert (estimate.n, estimate.seed) == (20_000, 4)
    assert estimate.mine[0, 0] == 1 and estimate.mine[1, 1] == 0
    assert np.abs(estimate.mine_stderr - np.sqrt(estimate.mine * (1 - estimate.mine) / 20_000)).max() < 1e-15
    assert (abs(estimate.mine - exact.mine) <= 6 * np.sqrt(exact.mine * (1 - exact.mine) / 20_000)).all()
    around = exact.zero_around
    assert (abs(estimate.zero_around - around) <= 6 * np.sqrt(around * (1 - around) / 20_000)).all()
    boards = face.sample(board, SMALL_MINES, 20_000, seed=4)
    assert (boards.mean(0) == estimate.mine).all()


def test_estimate_by_time(face: Any) -> None:
    estimate = face.estimate(SMALL, SMALL_MINES, None, time_ms=20)
    assert estimate.n >= 512
    assert 0 <= estimate.seed < 2**64


def test_seed_none_is_fresh(face: Any) -> None:
    board = ["-" * 16] * 16
    assert (face.sample(board, 51, 4) != face.sample(board, 51, 4)).any()
    assert face.estimate(board, 51, 512).seed != face.estimate(board, 51, 512).seed


def test_seed_and_threads_go_by_place_too(face: Any) -> None:
    assert (face.sample(SMALL, SMALL_MINES, 700, 9, 2) == face.solve(SMALL, SMALL_MINES).sample(700, 9, 2)).all()
    assert (face.sample(SMALL, SMALL_MINES, 700, seed=9, threads=2) == face.sample(SMALL, SMALL_MINES, 700, 9)).all()


def test_first_boards_of_a_seed(face: Any) -> None:
    solution = face.solve(position(5, 9, 9, 10, 0.3), 10)
    boards = solution.sample(1500, seed=9)
    assert (solution.sample(600, seed=9) == boards[:600]).all()
    assert (solution.sample(400, seed=9, first=700) == boards[700:1100]).all()
    assert (solution.sample(1500, 9, 3) == boards).all()
    last = 2**64 - 1 - 10
    assert solution.sample(10, seed=9, first=last).shape == (10, 9, 9)
    with pytest.raises(ValueError, match=f"^first must be from 0 to {last}: {last + 1}$"):
        solution.sample(10, seed=9, first=last + 1)


def test_pickle(face: Any) -> None:
    solution = face.solve(SMALL, SMALL_MINES, memory=10**7)
    again = pickle.loads(pickle.dumps(solution))
    assert again.board == SMALL and again.mine_count == SMALL_MINES
    assert (again.number == solution.number).all()
    estimate = pickle.loads(pickle.dumps(solution.estimate(512, seed=1)))
    assert (estimate.mine == solution.estimate(512, seed=1).mine).all()
    assert pickle.loads(pickle.dumps(face.solve))("-1", 1).total == 1


def test_handles_are_not_pickled_or_made_by_hand() -> None:
    handle = _core.solve(read_position(SMALL, SMALL_MINES), 2**30, None)
    for thing in (handle, handle.sampler(2**30, None)):
        with pytest.raises(TypeError, match="pickled"):
            pickle.dumps(thing)
        with pytest.raises(TypeError, match="is made by"):
            type(thing)()


@pytest.mark.skipif(NO_CFFI, reason="no cffi for this Python")
def test_load_errors(tmp_path: Any) -> None:
    with pytest.raises(OSError):
        mc.load(tmp_path / "none.so")


# ---- polling, signals, threads ---------------------------------------------------------------------------------------


def lattice(seed: int, rows: int, cols: int, mines: int) -> list[str]:
    """A position with every second cell of every second row opened, where safe: the hardest kind for its size."""
    full = position(seed, rows, cols, mines, 1)
    return [
        "".join("-" if cell == "+" or r % 2 or c % 2 else cell for c, cell in enumerate(row))
        for r, row in enumerate(full)
    ]


# About a second to solve, and several more for the numbers.
HEAVY_MINES = 288
HEAVY = lattice(1, 24, 60, HEAVY_MINES)


def test_poll_is_asked_on_the_calling_thread(face: Any) -> None:
    seen: list[tuple[float, threading.Thread]] = []

    class Enough(Exception):
        pass

    def poll(progress: float) -> None:
        seen.append((progress, threading.current_thread()))
        if len(seen) == 3:
            raise Enough

    start = time.monotonic()
    with pytest.raises(Enough):
        face.sample(BLANK16, 51, 8_000_000, seed=1, threads=2, poll=poll)
    assert len(seen) == 3
    assert {thread for _, thread in seen} == {threading.current_thread()}
    assert all(progress < 0 or progress <= 1 for progress, _ in seen)
    assert time.monotonic() - start < 30


LONG_CALLS = {
    "sample": "face.sample(['-' * 16] * 16, 51, 8_000_000, seed=1, threads=1)",
    "estimate": "face.estimate(['-' * 16] * 16, 51, None, time_ms=60_000)",
    "determine_grid2": "face.determine_grid2('-' * 256, 1, 0, 60_000)",
    "best": "face.get_grid_with_best_probability('-' * 256, 1, 0, 60_000)",
    "solve": "while True: face.solve(board, mines)",
    "number": "while True: face.solve(board, mines).number",
}

CHILD = """
import sys, threading, time
sys.path.insert(0, {tests!r})
from conftest import make_face
face = make_face({name!r})
board, mines = {board!r}, {mines}
face.solve("-1", 1).mine
try:
    # Inside, for CPython 3.12: it has a signal that comes at a loop's jump back happen at what stands before the loop.
    print("ready", flush=True)
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
else:
    print("finished", flush=True)
"""


@pytest.mark.parametrize("call", LONG_CALLS)
@pytest.mark.parametrize("name", FACES)
@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_keyboard_interrupt(name: str, call: str) -> None:
    tests = str(Path(__file__).parent)
    code = CHILD.format(tests=tests, name=name, board=HEAVY, mines=HEAVY_MINES, call=LONG_CALLS[call])
    with subprocess.Popen([sys.executable, "-P", "-c", code], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.4)
        child.send_signal(signal.SIGINT)
        start = time.monotonic()
        assert child.stdout.readline() == "interrupted\n"
        # The promise is half a second; the rest is for a machine busy with other things.
        assert time.monotonic() - start < 5
        child.kill()


def test_threads_at_once(face: Any) -> None:
    boards = [position(seed, 16, 16, 51, 0.3) for seed in range(6)]
    expected = [face.solve(board, 51) for board in boards]
    shared = face.solve(boards[0], 51)
    results: list[tuple[int, Any]] = []
    start = threading.Barrier(8)

    def work() -> None:
        start.wait()
        for i, board in enumerate(boards):
            solution = face.solve(board, 51)
            results.append((i, (solution.mine, solution.total, solution.sample(100, seed=i))))
        results.append((0, (shared.mine, shared.total, shared.sample(100, seed=0))))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 8 * 7
    for i, (mine, total, boards_drawn) in results:
        assert mine.tobytes() == expected[i].mine.tobytes()
        assert total == expected[i].total
        assert (boards_drawn == expected[i].sample(100, seed=i)).all()


def test_other_threads_run_meanwhile(face: Any) -> None:
    # With the GIL held for the whole call this thread would come to run once or twice.
    assert ticks_beside(lambda: face.determine_grid2("-" * 256, 1, 0, 150), 10) > 10
