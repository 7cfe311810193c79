"""Edge cases: the fewest and the most mines, totals of thousands of digits, mine counts that decide everything, and
what must hold for every output."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from positions import arbitrary, lattice, neighbours, played, random_layout, scattered, show
from test_small_probabilities import knot

import minesweeper_core as mc

TINY, NEARLY_ONE = np.finfo(np.float64).tiny, 1 - 2.0**-53


def check(board: list[str], mines: int, solution: Any) -> None:
    """Check what holds for every answer."""
    cells = np.array([list(row) for row in board])
    mine, zero, number = solution.mine, solution.zero_around, solution.number
    for array in (mine, zero, number):
        assert np.isfinite(array).all()
        assert array.min() >= 0
        assert array.max() <= 1
    assert abs(mine + number.sum(-1) - 1).max() < 1e-12
    assert abs(mine.sum() - mines) <= 1e-11 * max(mines, 1)
    assert (number[..., 0] <= zero * (1 + 1e-12)).all()
    assert ((mine == 1) == (solution.certain_mines | (cells == "+"))).all()
    assert ((mine == 0) == (solution.certain_safe | np.isin(cells, list("012345678")))).all()
    assert not (solution.certain_safe & solution.certain_mines).any()
    assert solution.total >= 1


# ---- what holds of every board ---------------------------------------------------------------------------------------

SHAPES = [(1, 1), (1, 2), (2, 1), (1, 7), (7, 1), (1, 61), (61, 1), (2, 2), (2, 33), (33, 2), (3, 3), (3, 17), (5, 5),
          (8, 8), (9, 30), (16, 16), (16, 30), (1, 256), (256, 1), (2, 256), (256, 2)]  # fmt: skip


@pytest.mark.parametrize(("rows", "cols"), SHAPES, ids=lambda n: str(n))
def test_every_output_is_a_probability(rows: int, cols: int) -> None:
    rng = random.Random(rows * 1000 + cols)
    cells = rows * cols
    answered = 0
    for index in range(max(12, min(150, 6000 // cells))):
        mines = rng.choice([0, 1, cells - 1, cells, rng.randrange(cells + 1), cells // 5, cells // 5, cells // 7])
        share = rng.choice([0.0, 0.1, 0.3, 0.6, 0.9, 1.0])
        kind = index % 5
        if kind == 4 and cells < 80:
            board = arbitrary(rng, rows, cols, share / 4, 0.1)
            mines = max(mines, sum(row.count("+") for row in board))
        else:
            board = [scattered, played][kind % 2](rng, rows, cols, mines, share, rng.choice([0.0, 0.5]))
        try:
            solution = mc.solve(board, mines)
        except mc.InconsistentBoardError:
            assert kind == 4
            continue
        answered += 1
        check(board, mines, solution)
        if index % 7 == 0:
            estimate = mc.estimate(board, mines, 600, seed=index)
            for array in estimate.mine, estimate.zero_around:
                assert ((array >= 0) & (array <= 1)).all()
            for array in estimate.mine_stderr, estimate.zero_around_stderr:
                assert ((array >= 0) & (array <= 0.5)).all()
            # all mines are there, and none in a safe cell
            assert (mc.sample(board, mines, 5, seed=index).sum((1, 2)) == mines).all()
            assert (estimate.mine[solution.certain_safe] == 0).all()
            assert (estimate.mine[solution.certain_mines] == 1).all()
    assert answered >= 8


def test_large_boards() -> None:
    rng = random.Random(3)
    for rows, cols, mines, share in ((100, 256, 5120, 0.15), (256, 256, 13107, 0.9), (256, 100, 300, 0.7)):
        board = played(rng, rows, cols, mines, 0.02) if share < 0.5 else scattered(rng, rows, cols, mines, share)
        check(board, mines, mc.solve(board, mines))


def test_determine_grid2_gives_shares_or_minus_one() -> None:
    rng = random.Random(8)
    for _ in range(60):
        board = rng.choice([scattered, played])(rng, 16, 16, 51, rng.random(), rng.choice([0.0, 0.5, 1.0]))
        result = mc.determine_grid2(board, 1, 512, 10_000)
        for array in result.probability_mine, result.probability_zero_mine_around:
            assert ((array == -1) | ((array >= 0) & (array <= 1))).all()


# ---- fewest and most mines -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 9), (5, 1), (2, 3), (16, 16), (255, 2), (256, 256)])
def test_no_mine_all_mines_and_one_less(binding: Any, rows: int, cols: int) -> None:
    cells = rows * cols
    blank = ["-" * cols] * rows
    around = [[(3 if 0 < r < rows - 1 else 2 if rows > 1 else 1) * (3 if 0 < c < cols - 1 else 2 if cols > 1 else 1) - 1
               for c in range(cols)] for r in range(rows)]  # fmt: skip

    none = binding.solve(blank, 0)
    assert none.total == 1
    assert none.certain_safe.all()
    assert not none.mine.any()
    assert (none.zero_around == 1).all()
    assert (none.number[..., 0] == 1).all()
    assert not binding.sample(blank, 0, 3, seed=1).any()
    assert not binding.estimate(blank, 0, 600, seed=1).mine.any()
    assert not binding.generate(rows, cols, 0, seed=1).any()

    every = binding.solve(blank, cells)
    assert every.total == 1
    assert every.certain_mines.all()
    assert (every.mine == 1).all()
    assert not every.number.any()
    assert (every.zero_around == (np.array(around) == 0)).all()
    assert binding.sample(blank, cells, 3, seed=1).all()
    assert (binding.estimate(blank, cells, 600, seed=1).mine == 1).all()
    assert binding.generate(rows, cols, cells, seed=1).all()

    less = binding.solve(blank, cells - 1)
    assert less.total == cells
    assert (abs(less.mine - (1 - 1 / cells)) <= 1e-12).all()
    assert not less.certain_mines.any()
    assert less.certain_safe.all() == (cells == 1)
    for r, c in {(0, 0), (rows // 2, cols // 2), (rows - 1, cols - 1)}:
        assert abs(less.number[r, c, around[r][c]] * cells - 1) <= 1e-12
    assert (binding.sample(blank, cells - 1, 3, seed=1).sum((1, 2)) == cells - 1).all()
    assert binding.generate(rows, cols, cells - 1, seed=1).sum() == cells - 1

    found = binding.solve_many([blank] * 4, [0, cells - 1, cells, cells + 1], zero_around=True)
    for i, solution in enumerate([none, less, every]):
        assert (found.mine[i] == solution.mine).all()
        assert (found.zero_around[i] == solution.zero_around).all()
        assert (found.certain_safe[i] == solution.certain_safe).all()
        assert (found.certain_mines[i] == solution.certain_mines).all()
    assert found.consistent.tolist() == [True, True, True, False]
    with pytest.raises(mc.InconsistentBoardError, match="unopened cell"):
        binding.solve(blank, cells + 1)


# ---- totals of thousands of digits -----------------------------------------------------------------------------------


def islands(rng: random.Random, rows: int, cols: int, share: float) -> tuple[list[str], list[int]]:
    """A board of numbers that each touch eight unopened cells of their own, and those numbers."""
    board = [["-"] * cols for _ in range(rows)]
    numbers = []
    for r, c in itertools.product(range(1, rows - 1, 3), range(1, cols - 1, 3)):
        if rng.random() < share:
            numbers.append(rng.randrange(1, 8))
            board[r][c] = str(numbers[-1])
    return ["".join(row) for row in board], numbers


@pytest.mark.parametrize(
    ("size", "share", "extra"), [(60, 0.5, 0.3), (256, 0.1, 0.2), (256, 1.0, 0.5), (256, 0.7, 0.001)]
)
def test_islands_have_a_formula(size: int, share: float, extra: float) -> None:
    board, numbers = islands(random.Random(size), size, size, share)
    sea = size * size - 9 * len(numbers)
    fewest = sum(numbers)
    left = round(extra * sea)
    solution = mc.solve(board, fewest + left)
    ways = math.prod(math.comb(8, number) for number in numbers)
    assert solution.total == ways * math.comb(sea, left)
    row, col = next((r, c) for r, line in enumerate(board) for c, cell in enumerate(line) if cell in "1234567")
    assert solution.mine[row - 1, col + 1] == pytest.approx(int(board[row][col]) / 8, rel=1e-12)
    assert solution.mine[-1, -1] == pytest.approx(left / sea, rel=1e-12)
    assert not solution.certain_safe.any()
    assert not solution.certain_mines.any()
    # Only one number of mines is possible in the sea: all of it is decided, and nothing else.
    for left, decided in ((0, "certain_safe"), (sea, "certain_mines")):
        solution = mc.solve(board, fewest + left)
        assert solution.total == ways
        assert getattr(solution, decided).sum() == sea
        assert (solution.mine[getattr(solution, decided)] == (left > 0)).all()
        assert solution.certain_safe.sum() + solution.certain_mines.sum() == sea
    with pytest.raises(mc.InconsistentBoardError, match="not with"):
        mc.solve(board, fewest - 1)
    with pytest.raises(mc.InconsistentBoardError):
        mc.solve(board, fewest + sea + 1)


@pytest.mark.parametrize("name", ["16x16", "30x16"])
def test_the_hardest_positions_turned_by_180_degrees(name: str) -> None:
    """The worst positions that a search has found, also turned by 180 degrees: other states, the same answers."""
    file = Path(__file__).parents[1] / "benchmarks" / "hardest" / f"{name}.txt"
    if not file.is_file():
        pytest.skip("the benchmarks are not here")
    rows = [line for line in file.read_text(encoding="ascii").split("\n") if line and not line.startswith("#")]
    mines = {"16x16": 51, "30x16": 99}[name]
    solution, turned = mc.solve(rows, mines), mc.solve([row[::-1] for row in rows[::-1]], mines)
    assert solution.cost.states > 200_000
    assert solution.total == turned.total
    assert solution.mine == pytest.approx(turned.mine[::-1, ::-1], rel=1e-12)
    assert solution.mine.sum() == pytest.approx(mines, rel=1e-12)
    assert (solution.certain_safe == turned.certain_safe[::-1, ::-1]).all() and (
        solution.certain_mines == turned.certain_mines[::-1, ::-1]
    ).all()


@pytest.mark.parametrize("mines", [13107, 32768, 65535])
def test_a_blank_board_has_a_binomial(mines: int) -> None:
    solution = mc.solve(["-" * 256] * 256, mines)
    assert solution.total == math.comb(65536, mines)
    assert (abs(solution.mine - mines / 65536) <= 1e-12).all()


@pytest.mark.parametrize("pairs", [1, 40, 1000])
def test_the_count_alone_decides_everything(pairs: int) -> None:
    """Pairs '-1-1-': one mine between the two, or one at each end. Known mines separate them."""
    across = 256 // 6
    rows = -(-pairs // across) * 2
    lines = [["+"] * 256 for _ in range(rows)]
    places = [(i // across * 2, i % across * 6) for i in range(pairs)]
    for r, c in places:
        lines[r][c : c + 5] = "-1-1-"
    for r, c in places:
        for at in (c + 1, c + 3):
            near = [lines[a][b] == "+" for a, b in neighbours(rows, 256, r, at)]
            lines[r][at] = str(1 + sum(near))
    board = ["".join(line) for line in lines]
    known = sum(line.count("+") for line in board)
    middle = [(r, c + 2) for r, c in places]
    ends = [(r, c + d) for r, c in places for d in (0, 4)]

    few = mc.solve(board, known + pairs)
    assert few.total == 1
    assert few.certain_mines.sum() == pairs
    assert all(few.certain_mines[cell] for cell in middle)
    assert all(few.certain_safe[cell] for cell in ends)
    many = mc.solve(board, known + 2 * pairs)
    assert many.total == 1
    assert all(many.certain_safe[cell] for cell in middle)
    assert all(many.certain_mines[cell] for cell in ends)
    for solution in few, many:
        assert np.isin(solution.mine, (0, 1)).all()
        assert np.isin(solution.number, (0, 1)).all()
        assert np.isin(solution.zero_around, (0, 1)).all()
    if pairs > 1:
        half = mc.solve(board, known + pairs + pairs // 2)
        assert half.total == math.comb(pairs, pairs // 2)
        assert half.mine[middle[0]] == pytest.approx(0.5, rel=1e-12)
        assert not (half.certain_safe | half.certain_mines).any()


def test_total_of_a_wide_lattice_is_that_of_its_transposed_mirror() -> None:
    board = lattice(random.Random(2), 14, 60, 180)
    turned = ["".join(row)[::-1] for row in zip(*board, strict=True)]
    total = mc.solve(board, 180).total
    assert total == mc.solve(turned, 180).total
    assert total > 2**64


# ---- beyond the range of doubles -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("k", "size", "extra"), [(17, 100, 0), (20, 128, 0), (20, 128, 30), (24, 160, 100)])
def test_less_than_any_double(binding: Any, k: int, size: int, extra: int) -> None:
    board, v, e, known = knot(k, size)
    sea = sum(row.count("-") for row in board) - len(v) - len(e)
    left = len(e) + extra
    with_v, with_e = math.comb(sea, left - len(v)), math.comb(sea, left - len(e))
    solution = binding.solve(board, known + left)
    assert solution.total == with_v + with_e
    assert 0 < Fraction(with_e, with_v + with_e) < Fraction(1, 10**300)
    # Rounded to a double it is certain, but it is not.
    assert not solution.certain_safe.any()
    assert not solution.certain_mines.any()
    assert {solution.mine[cell] for cell in e} == {TINY}
    assert {solution.mine[cell] for cell in v} == {NEARLY_ONE}
    check(board, known + left, solution)
    # If no neighbour is in the sea, each of the two kinds of boards shows one number.
    for cells, here in ((v, e), (e, v)):
        for row, col in cells:
            if max(row, col) + 1 >= 4 * (k - 1) + 1:
                continue
            around = neighbours(size, size, row, col)
            shown = sum(board[r][c] == "+" or (r, c) in here for r, c in around)
            likely = NEARLY_ONE if cells is e else TINY
            assert solution.number[row, col].tolist() == [likely if m == shown else 0 for m in range(9)]


@pytest.mark.parametrize("mines", [40, 77, 150, 300])
def test_what_is_possible_does_not_depend_on_the_rest_of_the_board(mines: int) -> None:
    """A board of fewer than 500 undecided cells, which doubles represent without underflow, alone and with more cells
    behind a wall of mines: the same numbers are possible."""
    rng = random.Random(mines)
    rows, cols = 16, 24
    for _ in range(4):
        layout = random_layout(rng, rows, cols, mines)
        wall = {(rows, c) for c in range(cols)}
        behind = {(r + rows + 1, c) for r, c in random_layout(rng, 20, cols, 96)}
        safe = [(r, c) for r in range(rows - 1) for c in range(cols) if (r, c) not in layout]
        opened = rng.sample(safe, min(len(safe), 50))
        board = show(rows + 21, cols, layout | wall | behind, opened, wall)
        alone = mc.solve(board[: rows + 1], mines + cols)
        more = mc.solve(board, mines + cols + 96)
        assert (alone.certain_safe == more.certain_safe[: rows + 1]).all()
        assert ((alone.number > 0) == (more.number[: rows + 1] > 0)).all()
        assert ((alone.zero_around > 0) == (more.zero_around[: rows + 1] > 0)).all()
