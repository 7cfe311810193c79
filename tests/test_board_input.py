"""The forms in which a board may be passed, and the errors for what is not a board."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

import minesweeper_core as mc

SMALL = ["----", "-13-", "----", "----"]
SMALL_MINES = 6
# Valid, with no certain mine: DetermineGrid2 draws.
GRID2 = ["-" * 16] * 7 + ["------12--------"] + ["-" * 16] * 8


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
def test_input_forms(binding: Any, name: str) -> None:
    board, width = FORMS[name]
    solution = binding.solve(board, SMALL_MINES, width=width)
    assert solution.board == SMALL
    assert (solution.rows, solution.cols, solution.mines) == (4, 4, SMALL_MINES)
    assert solution.total == 66
    assert solution.mine[3, 0] == pytest.approx(15 / 22, rel=1e-12)
    assert binding.sample(board, SMALL_MINES, 3, seed=1, width=width).shape == (3, 4, 4)
    assert binding.estimate(board, SMALL_MINES, 512, seed=1, width=width).mine.shape == (4, 4)


def test_flat_text_without_a_width_is_one_row(binding: Any) -> None:
    assert binding.solve("-1-", 1).mine.tolist() == [[0.5, 0, 0.5]]
    assert binding.solve(np.array(list("-1-"), "S1"), 1).mine.tolist() == [[0.5, 0, 0.5]]


def test_input_array_is_not_kept(binding: Any) -> None:
    board = array(np.uint8)
    solution = binding.solve(board, SMALL_MINES)
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
def test_grid2_forms(binding: Any, name: str) -> None:
    board = GRID2_FORMS[name]
    result = binding.determine_grid2(board, 1, 2048, 10_000)
    assert isinstance(result, mc.GridProbabilities)
    mine, zero_around, valid = result
    assert valid >= 2048
    assert mine.dtype == zero_around.dtype == np.float32
    assert mine.shape == zero_around.shape == (16, 16)
    opened = np.array([list(row) for row in GRID2]) != "-"
    assert (mine[opened] == -1).all() and (zero_around[opened] == -1).all()
    assert (mine[~opened] >= 0).all()
    row, col = binding.get_grid_with_best_probability(board, 1, 2048, 10_000)
    assert not opened[row, col]


@pytest.mark.parametrize("wrong", ["x", "9", "\0", "\xff", "\n", " "])
def test_grid2_passes_wrong_bytes_to_c(binding: Any, wrong: str) -> None:
    for board in ("-" * 100 + wrong + "-" * 155, ("-" * 100 + wrong + "-" * 155).encode("latin-1")):
        mine, zero_around, valid = binding.determine_grid2(board, 1, 512, 1000)
        assert valid == 0
        assert (mine == -1).all() and (zero_around == -1).all()
        assert binding.get_grid_with_best_probability(board, 1, 512, 1000) is None


@pytest.mark.parametrize(
    "board", ["", "-" * 255, "-" * 257, ["-" * 32] * 8, ["-" * 16] * 15, np.full((8, 32), ord("-"), np.uint8)]
)
def test_grid2_refuses_other_sizes(binding: Any, board: Any) -> None:
    with pytest.raises(ValueError):
        binding.determine_grid2(board)
    with pytest.raises(ValueError):
        binding.get_grid_with_best_probability(board)


def test_grid2_refuses_characters_above_255(binding: Any) -> None:
    with pytest.raises(ValueError, match="row 6, column 4: '\u2620'"):
        binding.determine_grid2("-" * 100 + "\u2620" + "-" * 155)


BAD_BOARDS: list[tuple[Any, int | None, str]] = [
    (["---", "-x-"], None, "row 1, column 1: unknown character 'x'"),
    ("---\n--9", None, "row 1, column 2: unknown character '9'"),
    ("---\n--\u2620", None, "row 1, column 2: unknown character '\u2620'"),
    ("---\n--\xa0", None, "row 1, column 2: unknown character '\\xa0'"),
    (b"--\n-\xff", None, "row 1, column 1: unknown character '\xff'"),
    ("------?--", 3, "row 2, column 0: unknown character '?'"),
    (np.array([[45, 45], [45, 7]], np.uint8), None, "row 1, column 1: unknown character '\\x07'"),
    (np.array([[b"-", b""]]), None, "row 0, column 1: unknown character '\\x00'"),
    (np.array([["-", ""]]), None, "row 0, column 1: the cell is empty"),
    (["---", "--"], None, "row 1, column 2: this row has 2 cells, but row 0 has 3"),
    ("--\n---", None, "row 1, column 2: this row has 3 cells, but row 0 has 2"),
    ("--\n\n--", None, "row 1, column 0: the row is empty"),
    ("\n--\n--\n", None, "row 0, column 0: the row is empty"),
    ("--\n--\n\n", None, "row 2, column 0: the row is empty"),
    (["", "--"], None, "row 0, column 0: the row is empty"),
    ("\n\n", None, "row 0, column 0: the board is empty"),
    ("-------", 3, "row 2, column 1: this row has 1 cell, but width is 3"),
    (["--"], 3, "row 0, column 2: width is 3, but the row has 2 cells"),
    (np.full((2, 2), 45, np.uint8), 3, "row 0, column 2: width is 3, but the row has 2 cells"),
    ("", None, "row 0, column 0: the board is empty"),
    ("", 3, "row 0, column 0: the board is empty"),
    ([], None, "row 0, column 0: the board is empty"),
    (np.empty((0, 3), np.uint8), None, "row 0, column 0: the board is empty"),
    (np.empty(0, np.uint8), None, "row 0, column 0: the board is empty"),
    (["-"] * 257, None, "row 256, column 0: a board can have at most 256 rows, not 257"),
    ("-" * 257, None, "row 0, column 256: a board can have at most 256 columns, not 257"),
    (np.full((2, 2), 45), None, "single bytes"),
    (np.full((2, 2, 2), 45, np.uint8), None, "2 dimensions"),
    ("----", 0, "width must be at least 1"),
]


@pytest.mark.parametrize(("board", "width", "message"), BAD_BOARDS)
def test_bad_boards(binding: Any, board: Any, width: int | None, message: str) -> None:
    for function, args in ((binding.solve, ()), (binding.sample, (5,)), (binding.estimate, ())):
        with pytest.raises(ValueError, match=re.escape(message)) as caught:
            function(board, 1, *args, width=width)
        assert not isinstance(caught.value, mc.InconsistentBoardError)


class Text(str):
    """Text that the fast path for str does not accept."""


def test_fast_path_for_text_agrees_with_the_general_one(binding: Any) -> None:
    def outcome(board: Any) -> tuple[list[str], float] | str:
        try:
            solution = binding.solve(board, 1)
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
def test_wrong_types(binding: Any, board: Any) -> None:
    with pytest.raises(TypeError):
        binding.solve(board, 1)
