"""3BV and related metrics: known boards, plain counting, ms_toollib, input forms."""

from __future__ import annotations

import random
import re
import tracemalloc
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from checks import is_first_binding, ticks_beside
from numpy.typing import NDArray
from plain_rules import Cell, PlainBoard

import minesweeper_core as mc
from minesweeper_core._impl.masks import blocks, read_mask, read_masks, read_opened

# A published worked example.
WORKED = """0000002M
0000013M
110113M3
M101M3M2
11011222
0000001M
00122222
001MM2M1"""

KNOWN = {
    "...\n...\n...": 1,
    "...\n.*.\n...": 8,
    "*.*\n...\n*.*": 5,
    ".*.\n...\n...\n.*.": 10,
    "***\n*.*\n***": 1,
    "*.......\n........\n...**...\n........\n.......*": 2,
    "*": 0,
    ".": 1,
    WORKED: 8,
}


def mask_of(text: str) -> NDArray[np.bool_]:
    return np.array([[cell in "M*" for cell in row] for row in text.split("\n")])


def numbers_of(mask: NDArray[np.bool_]) -> list[list[int]]:
    """The numbers in ms_toollib's form: -1 for a mine."""
    plain = plain_of(mask)
    return [[-1 if mask[r, c] else plain.number((r, c)) for c in range(plain.cols)] for r in range(plain.rows)]


def plain_of(mask: NDArray[np.bool_]) -> PlainBoard:
    return PlainBoard(*mask.shape, [(int(r), int(c)) for r, c in np.argwhere(mask)])


def boards(seed: int, count: int) -> list[NDArray[np.bool_]]:
    """Boards of many sizes and densities."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        small = rng.randint(1, 12), rng.randint(1, 12)
        rows, cols = rng.choice([(9, 9), (16, 16), (16, 30), (1, 20), (20, 1), small])
        mines = rng.randint(0, int(rows * cols * rng.choice([0.1, 0.2, 0.3, 1.0])))
        mask = np.zeros(rows * cols, bool)
        mask[rng.sample(range(rows * cols), mines)] = True
        found.append(mask.reshape(rows, cols))
    return found


def groups(cells: set[Cell], plain: PlainBoard) -> list[set[Cell]]:
    """Groups of cells that touch."""
    found, left = [], set(cells)
    while left:
        group, todo = set(), [left.pop()]
        while todo:
            cell = todo.pop()
            group.add(cell)
            fresh = left.intersection(plain.around(cell))
            left -= fresh
            todo += fresh
        found.append(group)
    return found


def plain_metrics(mask: NDArray[np.bool_], opened: set[Cell]) -> tuple[int, int, int, int]:
    """3BV, openings, islands and solved 3BV by their definitions."""
    plain = plain_of(mask)
    safe = set(plain.cells) - plain.mines
    zeros = {cell for cell in safe if plain.number(cell) == 0}
    openings = groups(zeros, plain)
    rest = safe - zeros - {other for cell in zeros for other in plain.around(cell)}
    done = sum(opening <= opened for opening in openings) + len(rest & opened)
    return len(openings) + len(rest), len(openings), len(groups(rest, plain)), done


# ---- known boards ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", KNOWN)
def test_known_boards(binding: Any, text: str) -> None:
    assert binding.bbbv(text) == binding.metrics(text).bbbv == KNOWN[text]
    assert binding.bbbv(mask_of(text)) == KNOWN[text]


def test_worked_board(binding: Any) -> None:
    metrics = binding.metrics(WORKED)
    assert (metrics.bbbv, metrics.openings) == (8, 1)
    assert binding.bbbv_per_second(WORKED, 4) == 2.0
    shown = binding.numbers(WORKED)
    assert "\n".join("".join("M" if n == 9 else str(n) for n in row) for row in shown.tolist()) == WORKED


def test_plain_counting(binding: Any) -> None:
    rng = random.Random(5)
    for mask in boards(1, 300 if is_first_binding(binding) else 40):
        share = rng.random()
        seen = np.array([[rng.random() < share for _ in row] for row in mask])
        opened = {(int(r), int(c)) for r, c in np.argwhere(seen)}
        bbbv, openings, islands, done = plain_metrics(mask, opened)
        metrics = binding.metrics(mask)
        assert (metrics.bbbv, metrics.openings, metrics.islands) == (bbbv, openings, islands)
        assert binding.bbbv(mask) == bbbv
        assert binding.bbbv_solved(mask, seen) == done
        assert binding.numbers(mask).tolist() == [[9 if n < 0 else n for n in row] for row in numbers_of(mask)]


def test_as_ms_toollib_has_them(binding: Any) -> None:
    toollib = pytest.importorskip("ms_toollib")
    for mask in boards(2, 2000 if is_first_binding(binding) else 100):
        board = toollib.Board(numbers_of(mask))
        expected = mc.Metrics(board.bbbv, board.op, board.isl, board.zini, board.hzini)
        assert binding.metrics(mask) == expected, mask.astype(int).tolist()
        assert (binding.zini(mask), binding.hzini(mask)) == (board.zini, board.hzini)


def test_stacks_as_ms_toollib_has_them(binding: Any) -> None:
    toollib = pytest.importorskip("ms_toollib")
    for rows, cols, mines in (mc.BEGINNER, mc.INTERMEDIATE, mc.EXPERT):
        masks = binding.generate(rows, cols, mines, 400 if is_first_binding(binding) else 30, seed=rows)
        found = binding.metrics(masks, threads=2)
        assert (binding.zini(masks) == found.zini).all() and (binding.hzini(masks, threads=3) == found.hzini).all()
        for i, mask in enumerate(masks):
            board = toollib.Board(numbers_of(mask))
            now = found.bbbv[i], found.openings[i], found.islands[i], found.zini[i], found.hzini[i]
            assert now == (board.bbbv, board.op, board.isl, board.zini, board.hzini)


# ---- stacks, threads, sizes ------------------------------------------------------------------------------------------


def test_stack_is_its_boards(binding: Any) -> None:
    masks = binding.generate(*mc.EXPERT, 700, seed=4)
    whole = binding.metrics(masks)
    for name in ("bbbv", "openings", "islands", "zini", "hzini"):
        found = getattr(whole, name)
        assert found.shape == (700,) and found.dtype == np.uint32
        for threads in (1, 3, 40):
            assert (getattr(binding.metrics(masks, threads=threads), name) == found).all()
        assert all(getattr(binding.metrics(masks[i]), name) == found[i] for i in range(0, 700, 50))
    assert (binding.bbbv(masks) == whole.bbbv).all()
    opened = np.random.default_rng(1).random(masks.shape) < 0.7
    solved = binding.bbbv_solved(masks, opened)
    assert all(binding.bbbv_solved(masks[i], opened[i]) == solved[i] for i in range(0, 700, 50))
    assert (binding.bbbv_solved(masks, ~masks) == whole.bbbv).all()
    assert (binding.numbers(masks)[3] == binding.numbers(masks[3])).all()
    assert (binding.bbbv_per_second(masks, 2) == whole.bbbv / 2).all()


def test_empty_stack(binding: Any) -> None:
    none = np.zeros((0, 5, 6), bool)
    assert binding.zini(none).shape == binding.hzini(none).shape == (0,)
    assert binding.metrics(none).zini.shape == binding.bbbv(none).shape == binding.bbbv_solved(none, none).shape == (0,)
    assert binding.numbers(none).shape == (0, 5, 6)


def test_types_of_one_board(binding: Any) -> None:
    metrics = binding.metrics("*..")
    assert {type(value) for value in (metrics.bbbv, metrics.openings, metrics.islands, metrics.zini)} == {int}
    assert repr(metrics) == "Metrics(bbbv=1, openings=1, islands=0, zini=1, hzini=1)"
    assert type(binding.bbbv(np.zeros((3, 3), bool))) is type(binding.bbbv("*..")) is int
    assert type(binding.bbbv_solved("*..", "-1-")) is type(binding.zini("*..")) is type(binding.hzini("*..")) is int
    with pytest.raises(AttributeError):
        metrics.bbbv = 5


def test_bbbv_fast_path_agrees(binding: Any) -> None:
    """C-contiguous bool arrays take a fast path, other arrays the general one."""
    for mask in boards(3, 60):
        here = binding.bbbv(mask)
        assert (
            here
            == binding.bbbv(mask.astype(np.int64))
            == binding.bbbv(np.asfortranarray(mask))
            == binding.bbbv(mask[None])[0]
        )
        read_only = mask.copy()
        read_only.setflags(write=False)
        assert binding.bbbv(read_only) == here


def test_huge_boards(binding: Any) -> None:
    side = 4000 if is_first_binding(binding) else 600
    empty = np.zeros((side, side), bool)
    assert binding.bbbv(empty) == 1
    found = binding.metrics(empty)
    assert (found.openings, found.islands, found.zini, found.hzini) == (1, 0, 1, 1)
    comb = empty.copy()
    comb[::2] = True  # every safe row is an island
    assert binding.metrics(comb).islands == side // 2
    tiles = side // 3
    tiled = np.tile(mask_of("*..\n...\n..."), (tiles, tiles))
    # Each safe cell touches a mine, except in the last row and column, where one click opens the last two of both.
    assert binding.bbbv(tiled) == (tiles * 8 - 12) * tiles + 4 + 1


@pytest.mark.parametrize("call", ["metrics", "bbbv", "bbbv_solved"])
def test_poll_ends_it(binding: Any, call: str) -> None:
    masks = np.tile(binding.generate(*mc.EXPERT, 100, seed=1), (100 if call == "metrics" else 2500, 1, 1))
    arguments = (masks, masks) if call == "bbbv_solved" else (masks,)
    seen: list[float] = []

    class Enough(Exception):
        pass

    def poll(progress: float) -> None:
        seen.append(progress)
        raise Enough

    with pytest.raises(Enough):
        getattr(binding, call)(*arguments, threads=1, poll=poll)
    assert len(seen) == 1 and seen[0] <= 1


def test_other_threads_run_meanwhile(binding: Any) -> None:
    masks = np.tile(binding.generate(*mc.EXPERT, 100, seed=1), (60, 1, 1))
    assert ticks_beside(lambda: binding.metrics(masks, threads=1), 10) > 10


# ---- input forms -----------------------------------------------------------------------------------------------------

TEXT = "*..\n..."
MASK = mask_of(TEXT)
NUMBERS = [[-1, 1, 0], [1, 1, 0]]
FORMS: dict[str, Any] = {
    "text": TEXT,
    "text with M": "M..\n...\n",
    "text with CRLF": "*..\r\n...\r\n",
    "numbers": "M10\n110",
    "0 and 9": "900\n000",
    "as our board text": "+10\n110",
    "dashes": "*--\n---",
    "some numbers": "*1.\n.1.",
    "bytes": b"*..\n...",
    "list of rows": ["*..", "..."],
    "list of bytes": [b"*..", b"..."],
    "array of characters": np.array([list("*.."), list("...")]),
    "array of single bytes": np.array([list("*.."), list("...")]).astype("S1"),
    "array of rows": np.array(["*..", "..."]),
    "bool": MASK,
    "Fortran order": np.asfortranarray(MASK),
    "every second": np.repeat(np.repeat(MASK, 2, 0), 2, 1)[::2, ::2],
    "0 and 1": MASK.astype(int),
    "uint8": MASK.astype(np.uint8),
    "unsigned 64": MASK.astype(np.uint64),
    "nested lists of bools": MASK.tolist(),
    "nested lists of 0 and 1": MASK.astype(int).tolist(),
    "nested tuples": tuple(map(tuple, MASK.astype(int).tolist())),
    "ms_toollib's": NUMBERS,
    "ms_toollib's as an array": np.array(NUMBERS, np.int8),
    "0 and 9 as numbers": [[9, 0, 0], [0, 0, 0]],
    "the numbers of numbers()": [[9, 1, 0], [1, 1, 0]],
    "the numbers of numbers() as it is": np.array([[9, 1, 0], [1, 1, 0]], np.uint8),
}


@pytest.mark.parametrize("name", FORMS)
def test_input_forms(binding: Any, name: str) -> None:
    board = FORMS[name]
    assert binding.metrics(board) == binding.metrics(MASK)
    assert binding.bbbv(board) == 2
    assert (binding.Game.from_mines(board).mask == MASK).all()
    assert binding.bbbv_solved(board, "-10\n-10") == 1


def test_stack_forms(binding: Any) -> None:
    for stack in (
        np.array([NUMBERS, NUMBERS]),
        [NUMBERS, NUMBERS],
        [MASK, MASK],
        [MASK.astype(int).tolist()] * 2,
        np.array([MASK, MASK], np.uint8),
    ):
        assert binding.bbbv(stack).tolist() == [2, 2]


# ---- A block at a time -----------------------------------------------------------------------------------------------

# The number of rows of a block with 4000 columns: errors are most likely at its edges.
BLOCK_ROWS = 2**20 // 4000
EDGES = (0, BLOCK_ROWS - 1, BLOCK_ROWS, 15 * BLOCK_ROWS - 1, 15 * BLOCK_ROWS, 3999)


def lines_of(cells: NDArray[np.uint8]) -> str:
    lines = np.full((cells.shape[0], cells.shape[1] + 1), ord("\n"), np.uint8)
    lines[:, :-1] = cells
    return lines.tobytes().decode("ascii")


def test_a_large_board_is_read_like_its_rows() -> None:
    mask = np.random.default_rng(1).random((4000, 4000)) < 0.3
    numbers = mc.numbers(mask)  # C's, 9 for mines
    toollib = np.where(mask, np.int8(-1), numbers.astype(np.int8))
    shown = np.where(mask, ord("*"), numbers + ord("0")).astype(np.uint8)
    plain = np.where(mask, ord("*"), ord(".")).astype(np.uint8)
    forms = [lines_of(shown), lines_of(plain), numbers, toollib, mask.astype(np.int32), mask]
    for form in forms:
        assert np.array_equal(read_mask(form), mask.view(np.uint8))
    by_rows = [read_mask(lines_of(row[np.newaxis]))[0] for row in plain]
    assert np.array_equal(read_mask(lines_of(plain)), by_rows)
    seen = np.where(mask, ord("-"), shown).astype(np.uint8)
    assert np.array_equal(read_opened(lines_of(seen), read_masks(mask)), (~mask).view(np.uint8)[np.newaxis])
    file = mc.from_toollib(toollib)
    assert file.mask is not None and np.array_equal(file.mask, mask)
    assert file.board == lines_of(np.where(mask, ord("+"), shown).astype(np.uint8))[:-1]
    position = np.where(mask, 10 + numbers % 2, numbers)
    file = mc.from_toollib(position)
    assert np.array_equal(file.flags, position == 11) and file.board == lines_of(seen)[:-1]
    assert np.array_equal(mc.to_toollib(file), position)


@pytest.mark.parametrize("row", EDGES)
def test_errors_in_a_large_board_are_located(row: int) -> None:
    mask = np.zeros((4000, 4000), np.bool_)
    mask[::50, ::50] = True
    cells = np.where(mask, -1, mc.numbers(mask)).astype(np.int8)
    before = cells[row, 3999]
    cells[row, 3999] = 5
    with pytest.raises(ValueError, match=rf"^row {row}, column 3999: the cell shows 5, but {before} mine"):
        read_mask(cells)
    shown = np.where(mask, ord("*"), cells + ord("0")).astype(np.uint8)
    with pytest.raises(ValueError, match=rf"^row {row}, column 3999: the cell shows 5, but {before} mine"):
        read_mask(lines_of(shown))
    shown[row, 3999] = ord("x")
    with pytest.raises(ValueError, match=rf"^row {row}, column 3999: unknown character 'x'"):
        read_mask(lines_of(shown))
    cells[row, 3999] = 12
    with pytest.raises(ValueError, match=rf"^row {row}, column 3999: unknown number 12"):
        read_mask(cells)
    with pytest.raises(ValueError, match=rf"^row {row}, column 3999: unknown number 12; use -1"):
        mc.from_toollib(cells)


@pytest.mark.parametrize("block", [1, 7, 30, 31, 95, 10**6])
@pytest.mark.parametrize("shape", [(7, 6, 5), (30, 7), (1, 50), (50, 1), (3, 1, 40)])
def test_blocks_of_any_size(monkeypatch: pytest.MonkeyPatch, block: int, shape: tuple[int, ...]) -> None:
    monkeypatch.setattr("minesweeper_core._impl.masks._BLOCK", block)
    seen = np.zeros(shape, int)
    order = np.arange(seen.size).reshape(shape)
    last = -1
    for some in blocks(shape):
        seen[some] += 1
        assert seen[some].size <= max(block, shape[-1]) and order[some].min() == last + 1
        last = order[some].max()
    assert (seen == 1).all()
    rng = np.random.default_rng(block)
    for share in 0, 0.2, 0.9:
        mask = rng.random(shape) < share
        numbers = mc.numbers(mask)
        for form in mask, mask.astype(int), numbers, np.where(mask, -1, numbers.astype(int)):
            assert np.array_equal(read_masks(form).cells.reshape(shape), mask.view(np.uint8))
    cell = tuple(int(rng.integers(side)) for side in shape)
    numbers[cell] = 20
    where = "".join(f"board {number}: " for number in cell[:-2]) + f"row {cell[-2]}, column {cell[-1]}"
    with pytest.raises(ValueError, match=f"^{where}: unknown number 20"):
        read_masks(numbers)
    numbers[:] = 0
    numbers[cell] = 2
    with pytest.raises(ValueError, match=f"^{where}: the cell shows 2, but 0 mines are around it$"):
        read_masks(numbers)


def test_memory_for_reading_a_large_board_is_limited() -> None:
    cells = np.zeros((4000, 4000), np.int8)
    cells[:, 3999] = -1
    cells[:, 3998] = 3
    cells[[0, -1], 3998] = 2
    tracemalloc.start()
    try:
        read_mask(cells)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 3 * cells.size  # the mask, a copy of the numbers, a block


BAD: list[tuple[Any, str]] = [
    ("*.x", "row 0, column 2: unknown character 'x'; use M, *, + or 9 for a mine"),
    ("...\n.\u2620.", "row 1, column 1: unknown character '\u2620'"),
    ("*..\n..", "row 1, column 2: this row has 2 cells, but row 0 has 3"),
    ("", "row 0, column 0: the board is empty"),
    ([], "row 0, column 0: the board is empty"),
    ("*.\n12", "row 1, column 1: the cell shows 2, but 1 mine is around it"),
    ("*.*\n.1.", "row 1, column 1: the cell shows 1, but 2 mines are around it"),
    ("001\n000", "row 0, column 2: the cell shows 1, but 0 mines are around it"),
    ("*0\n11", "row 0, column 1: the cell shows 0, but 1 mine is around it"),
    ([[-1, 0], [1, 1]], "row 0, column 1: the cell shows 0, but 1 mine is around it"),
    ([[0, 2], [0, 0]], "row 0, column 1: the cell shows 2, but 0 mines are around it"),
    ([[0, 10], [0, 0]], "row 0, column 1: unknown number 10; use 0-8, and -1 or 9 for mines"),
    (np.array([[0, 0], [-2, 0]]), "row 1, column 0: unknown number -2"),
    ([[-1, 0], [0, 9]], "row 1, column 1: 9, but other mines are -1"),
    ([[0, 1], [0]], "row 1, column 1: this row has 1 cell, but row 0 has 2"),
    (np.array([[[0, 0]], [[0, 7]]]), "board 1: row 0, column 1: the cell shows 7"),
    (np.array([[[0, 0]], [[0, 12]]]), "board 1: row 0, column 1: unknown number 12"),
    ("---\n---", "row 0, column 0: this is a position, with unopened cells '-' and no mine"),
    ("10\n1-", "row 1, column 1: this is a position"),
    (np.zeros((0, 4), bool), "row 0, column 0: the board is empty"),
    (np.zeros((2, 3, 0), bool), "row 0, column 0: the board is empty"),
    (np.zeros(4, bool), "a board must have 2 dimensions, and a stack of boards 3, not 1"),
    (np.zeros((1, 1, 1, 1), bool), "2 dimensions"),
    (np.zeros((1, 32768), bool), "row 0, column 32767: a board can have at most 32767 columns, not 32768"),
    (np.zeros((32768, 1), bool), "row 32767, column 0: a board can have at most 32767 rows"),
    (np.broadcast_to(np.zeros(1, bool), (32767, 32767)), "a board can have at most 268435456 cells"),
]


@pytest.mark.parametrize(("board", "message"), BAD)
def test_bad_boards(binding: Any, board: Any, message: str) -> None:
    for call in (
        binding.metrics,
        binding.bbbv,
        binding.zini,
        binding.hzini,
        binding.numbers,
        lambda b: binding.bbbv_solved(b, b),
    ):
        with pytest.raises(ValueError, match=re.escape(message)):
            call(board)


@pytest.mark.parametrize("board", [None, 5, np.zeros((2, 2)), [[0.5, 1.0]], [1, "*"], {"*"}, [["*", 0]], object()])
def test_wrong_types(binding: Any, board: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        binding.metrics(board)


def test_objects_with_a_mask(binding: Any) -> None:
    game = binding.Game.from_mines(MASK)
    game.open(1, 2)
    for known in (game, binding.FlagsGame.from_mines(MASK), binding.read_file(binding.file_bytes(MASK, "mbf"))):
        assert binding.metrics(known) == binding.metrics(MASK)
        assert (binding.bbbv(known), binding.zini(known)) == (binding.bbbv(MASK), binding.zini(MASK))
        assert (binding.numbers(known) == binding.numbers(MASK)).all()
        assert binding.is_no_guess(known, (1, 2)) is binding.is_no_guess(MASK, (1, 2))
    for unknown in (binding.Game(3, 3, 1, seed=1), mc.BoardFile("1-\n--", 1)):
        for call in (binding.metrics, binding.bbbv, binding.numbers, lambda b: binding.is_no_guess(b, (0, 0))):
            with pytest.raises(ValueError, match=r"^the mines of this board are not known"):
                call(unknown)


def test_poll_is_a_function(binding: Any) -> None:
    for call in (binding.metrics, binding.zini, lambda b, **more: binding.solve("1-", 1, **more)):
        with pytest.raises(TypeError, match=r"^poll must be a function of the progress, not 3$"):
            call(MASK, poll=3)


def test_bad_opened(binding: Any) -> None:
    wrong: list[tuple[Any, Any, str]] = [
        (MASK, np.zeros((3, 2), bool), "opened has 3 x 2 cells, but the board has 2 x 3"),
        (MASK, np.zeros((1, 2, 3), bool), "opened has 1 x 2 x 3 cells, but the board has 2 x 3"),
        (MASK[None], MASK, "opened has 2 x 3 cells, but the board has 1 x 2 x 3"),
        (MASK, [[0, 1, 2], [0, 0, 0]], "row 0, column 2: 2 is neither 0 nor 1"),
        (MASK, "-1x\n---", "row 0, column 2: unknown character 'x'"),
    ]
    for board, opened, message in wrong:
        with pytest.raises(ValueError, match=re.escape(message)):
            binding.bbbv_solved(board, opened)


@pytest.mark.parametrize("seconds", [2**63, 2**64, 10**400, 2.5, Fraction(5, 2), Decimal("2.5"), np.float32(2.5)])
def test_seconds_of_any_kind(binding: Any, seconds: Any) -> None:
    board = "*..\n...\n..."
    exact = Fraction(seconds.item() if isinstance(seconds, np.generic) else seconds)
    assert binding.bbbv_per_second(board, seconds) == pytest.approx(float(binding.bbbv(board) / exact), abs=0)
    stack = np.stack([np.eye(3, dtype=bool), np.zeros((3, 3), bool)])
    each = binding.bbbv_per_second(stack, [seconds, 2])
    assert each.tolist() == pytest.approx([float(int(binding.bbbv(stack)[0]) / exact), 0.5], abs=0)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), -(2**64), -(10**400), Fraction(-1, 3)])
def test_seconds(binding: Any, seconds: float) -> None:
    with pytest.raises(ValueError, match="seconds must be more than 0"):
        binding.bbbv_per_second("*.", seconds)


@pytest.mark.parametrize("seconds", ["x", None, True, [1, None], [1, [2, 3]], 1j, [2**64, True]])
def test_seconds_are_numbers(binding: Any, seconds: Any) -> None:
    with pytest.raises(TypeError, match="seconds must be a number"):
        binding.bbbv_per_second("*.", seconds)
