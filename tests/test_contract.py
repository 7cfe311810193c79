"""The documented behaviour: known answers, fields of a solution, forms of a board, errors."""

from __future__ import annotations

import pickle
import threading
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest
from brute_force import enumerate_boards
from checks import RELATIVE_ERROR, assert_solution
from positions import show

from minesweeper_core import InconsistentBoardError, solve

HALF = Fraction(1, 2)


def close(got: Any, expected: Fraction | float, error: float = RELATIVE_ERROR) -> bool:
    return bool(np.all(np.abs(np.asarray(got) - float(expected)) <= error * float(expected)))


def cells(mask: Any) -> list[tuple[int, int]]:
    return [(int(r), int(c)) for r, c in np.argwhere(mask)]


def rows(text: str) -> list[str]:
    return text.split("/")


# ---- Known answers -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mines", "third"), [(2, 0.0), (3, 0.5), (4, 1.0)])
def test_column_decided_by_the_count(binding: Any, mines: int, third: float) -> None:
    solution = binding.solve(rows("2--/2--"), mines)
    assert (solution.mine[:, 1] == 1.0).all()
    assert (solution.mine[:, 2] == third).all()
    assert solution.total == {2: 1, 3: 2, 4: 1}[mines]
    assert cells(solution.certain_mines) == [(0, 1), (0, 2), (1, 1), (1, 2)][:: 1 if mines == 4 else 2]
    assert cells(solution.certain_safe) == ([(0, 2), (1, 2)] if mines == 2 else [])


def test_column_with_too_few_mines(binding: Any) -> None:
    with pytest.raises(InconsistentBoardError):
        binding.solve(rows("2--/2--"), 1)


def test_corner_of_four(binding: Any) -> None:
    board = rows("01--/12--/1+21/1110")
    assert cells(binding.solve(board, 2).certain_mines) == [(1, 2)]
    three = binding.solve(board, 3)
    unopened = np.array([[cell == "-" for cell in row] for row in board])
    assert unopened.sum() == 4
    assert close(three.mine[unopened], HALF)
    assert not three.certain_mines.any()
    assert not three.certain_safe.any()
    assert cells(binding.solve(board, 4).certain_mines) == [(0, 2), (0, 3), (1, 3)]
    for mines in (1, 5):
        with pytest.raises(InconsistentBoardError):
            binding.solve(board, mines)


@pytest.mark.parametrize(("mines", "probability"), [(8, 0.0), (9, 1.0)])
def test_cell_behind_flags(binding: Any, mines: int, probability: float) -> None:
    solution = binding.solve(rows("12321/2+++2/3+-+3/2+++2/12321"), mines)
    assert solution.mine[2, 2] == probability
    assert solution.certain_mines[2, 2] == (mines == 9)
    assert solution.certain_safe[2, 2] == (mines == 8)
    assert solution.total == 1


def test_sixty_six_boards(binding: Any) -> None:
    solution = binding.solve(rows("----/-13-/----/----"), 6)
    assert solution.total == 66
    assert close(solution.mine[:3, 0], Fraction(1, 11))
    for cell in ((0, 1), (0, 2), (2, 1), (2, 2)):
        assert close(solution.mine[cell], Fraction(2, 11))
    assert close(solution.mine[:3, 3], Fraction(25, 33))
    assert close(solution.mine[3], Fraction(15, 22))
    assert close(solution.zero_around[0, 0], Fraction(8, 11))
    assert close(solution.number[0, 0, 0], Fraction(7, 11))


def test_h_in_nine_by_nine(binding: Any) -> None:
    blank = "-" * 9
    board = [blank, blank, "---423---", "---203---", "---103---", "---224---", blank, blank, blank]
    solution = binding.solve(board, 35)
    assert cells(solution.certain_safe) == [(1, 6), (5, 2)]
    assert cells(solution.certain_mines) == [(1, 3), (2, 2), (2, 6), (3, 6), (4, 6), (5, 6)]
    for sea in ((0, 0), (0, 8), (4, 0), (8, 8), (7, 4)):
        assert close(solution.mine[sea], Fraction(220, 481))
    assert solution.total == 1_632_025_276_053_900


@pytest.mark.parametrize(("mines", "first"), [(31, 0), (30, 2)])
def test_row_of_one_hundred_and_twenty_one(binding: Any, mines: int, first: int) -> None:
    board = ["".join("1" if c % 2 else "-" for c in range(121))]
    solution = binding.solve(board, mines)
    expected = [(0, c) for c in range(first, 121, 4)]
    assert len(expected) == mines
    assert cells(solution.certain_mines) == expected
    assert cells(solution.certain_safe) == [(0, c) for c in range(2 - first, 121, 4)]
    assert solution.total == 1


def test_blank_flags_board(binding: Any) -> None:
    solution = binding.solve(["-" * 16] * 16, 51)
    assert solution.total == comb(256, 51)
    assert close(solution.mine, Fraction(51, 256))
    corner = Fraction(comb(253, 51), comb(256, 51))
    opening = Fraction(comb(252, 51), comb(256, 51))
    assert round(float(corner), 6) == 0.511996
    assert round(float(opening), 6) == 0.408787
    for cell in ((0, 0), (0, 15), (15, 0), (15, 15)):
        assert close(solution.zero_around[cell], corner)
        assert close(solution.number[(*cell, 0)], opening)
    assert close(solution.zero_around[0, 1:-1], Fraction(comb(251, 51), comb(256, 51)))
    assert close(solution.zero_around[1:-1, 1:-1], Fraction(comb(248, 51), comb(256, 51)))
    for k in range(9):
        assert close(solution.number[7, 7, k], Fraction(comb(8, k) * comb(247, 51 - k), comb(256, 51)))


def test_large_board_with_one_number(binding: Any) -> None:
    board = [list("-" * 100) for _ in range(100)]
    board[40][60] = "1"
    solution = binding.solve(["".join(row) for row in board], 2000)
    near = np.zeros((100, 100), bool)
    near[39:42, 59:62] = True
    near[40, 60] = False
    far = ~near
    far[40, 60] = False
    assert close(solution.mine[near], Fraction(1, 8))
    assert close(solution.mine[far], Fraction(1999, 9991))
    assert solution.mine[40, 60] == 0.0
    assert solution.total == 8 * comb(9991, 1999)


def test_four_by_four_with_three_or_four(binding: Any) -> None:
    board = rows("----/12--/012-/001-")
    four = binding.solve(board, 4)
    assert cells(four.certain_safe) == [(0, 2), (1, 3)]
    assert cells(four.certain_mines) == [(0, 3), (1, 2)]
    for cell in ((0, 0), (0, 1), (2, 3), (3, 3)):
        assert close(four.mine[cell], HALF)
    three = binding.solve(board, 3)
    assert (0, 3) in cells(three.certain_safe)
    assert not three.certain_mines[0, 3]
    assert_solution(three, enumerate_boards(board, 3))
    for mines in (2, 5):
        with pytest.raises(InconsistentBoardError):
            binding.solve(board, mines)


def test_zero_beside_unopened_cells(binding: Any) -> None:
    solution = binding.solve(rows("0--/---"), 1)
    assert cells(solution.certain_safe) == [(0, 1), (1, 0), (1, 1)]
    assert (solution.mine[:, :2] == 0.0).all()
    assert close(solution.mine[:, 2], HALF)


def test_four_in_a_corner(binding: Any) -> None:
    with pytest.raises(InconsistentBoardError) as caught:
        binding.solve(rows("4-/--"), 3)
    assert (caught.value.row, caught.value.col) == (0, 0)
    assert "4" in str(caught.value)
    assert "row 0, column 0" in str(caught.value)


# ---- The fields of a solution ------------------------------------------------------------------------------------

BOARD = ["--------", "-2-1----", "---+--3-", "-1------", "----21--"]
MINES = 9


def test_types_and_shapes(binding: Any) -> None:
    solution = binding.solve(BOARD, MINES)
    assert (solution.rows, solution.cols) == (5, 8)
    assert solution.mines == MINES
    assert list(solution.board) == BOARD
    shapes = {
        "mine": (5, 8),
        "zero_around": (5, 8),
        "number": (5, 8, 9),
        "certain_safe": (5, 8),
        "certain_mines": (5, 8),
    }
    for name, shape in shapes.items():
        array = getattr(solution, name)
        assert array.shape == shape
        assert array.dtype == (np.bool_ if name.startswith("certain") else np.float64)
        assert not array.flags.writeable
        assert getattr(solution, name) is array  # kept, not computed again
    assert type(solution.total) is int


def test_fields_agree_with_each_other(binding: Any) -> None:
    solution = binding.solve(BOARD, MINES)
    assert np.abs(solution.mine + solution.number.sum(-1) - 1).max() < 1e-12
    opened = {(r, c): int(BOARD[r][c]) for r in range(5) for c in range(8) if BOARD[r][c].isdigit()}
    for (r, c), shown in opened.items():
        assert solution.mine[r, c] == 0.0
        assert solution.number[r, c].tolist() == [float(k == shown) for k in range(9)]
        assert solution.zero_around[r, c] == (1.0 if shown == 0 else 0.0)
        assert not solution.certain_safe[r, c]
    assert solution.mine[2, 3] == 1.0
    assert not solution.certain_mines[2, 3]  # known already, so not reported
    assert (solution.number[2, 3] == 0.0).all()
    assert 0 < solution.zero_around[2, 3] < 1
    assert (solution.number[..., 0] <= solution.zero_around * (1 + 1e-12)).all()
    assert abs(solution.mine.sum() - MINES) < 1e-11


def test_order_of_asking_does_not_matter(binding: Any) -> None:
    names = ["mine", "zero_around", "number", "certain_safe", "certain_mines", "total"]
    first, second = binding.solve(BOARD, MINES), binding.solve(BOARD, MINES)
    one = {name: getattr(first, name) for name in names}
    other = {name: getattr(second, name) for name in reversed(names)}
    for name in names:
        assert np.array_equal(one[name], other[name])


def test_one_solution_in_many_threads(binding: Any) -> None:
    expected = binding.solve(BOARD, MINES)
    shared = binding.solve(BOARD, MINES)
    seen: list[bool] = []

    def work() -> None:
        same = all(
            np.array_equal(getattr(shared, name), getattr(expected, name))
            for name in ("number", "mine", "zero_around", "certain_safe", "certain_mines", "total")
        )
        seen.append(same)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [True] * 8


def test_solution_samples_and_estimates(binding: Any) -> None:
    solution = binding.solve(BOARD, MINES)
    assert np.array_equal(solution.sample(100, seed=3), binding.sample(BOARD, MINES, 100, seed=3))
    one, other = solution.estimate(1000, seed=3), binding.estimate(BOARD, MINES, 1000, seed=3)
    assert np.array_equal(one.mine, other.mine)
    assert np.array_equal(one.zero_around, other.zero_around)


def test_pickle() -> None:
    solution = solve(BOARD, MINES)
    again = pickle.loads(pickle.dumps(solution))
    assert again.total == solution.total
    assert np.array_equal(again.mine, solution.mine)


def two_ways(n: int) -> tuple[list[str], list[tuple[int, int]], list[tuple[int, int]]]:
    """A board of 256 x 256 whose numbers allow two placements: mines in (n + 1)**2 cells, or in n**2 others.

    Both lie diagonally across numbers, each of which sees one of either kind; known mines fill the space between.
    """
    many = [(4 * i, 4 * j) for i in range(n + 1) for j in range(n + 1)]
    few = [(4 * i + 2, 4 * j + 2) for i in range(n) for j in range(n)]
    side = 4 * n + 1
    block = {(r, c) for r in range(side) for c in range(side)}
    opened = {(r, c) for r, c in block if r % 2 == c % 2 == 1}
    known = block - opened - set(many) - set(few)
    return show(256, 256, known | set(few), opened, known), many, few


@pytest.mark.parametrize("n", [1, 3, 8, 20, 40])
def test_certainty_is_never_a_rounded_probability(binding: Any, n: int) -> None:
    """With just enough mines for the larger placement, all but one of C(sea, 2 n + 1) + 1 boards have the smaller."""
    board, many, few = two_ways(n)
    known = sum(row.count("+") for row in board)
    sea = sum(row.count("-") for row in board) - len(many) - len(few)
    solution = binding.solve(board, known + len(many))
    ways = comb(sea, 2 * n + 1)
    assert solution.total == ways + 1
    assert not solution.certain_mines.any()
    assert not solution.certain_safe.any()
    for cell in few:
        assert solution.mine[cell] < 1.0
        assert close(solution.mine[cell], Fraction(ways, ways + 1))
    for cell in many:
        assert close(solution.mine[cell], Fraction(1, ways + 1))
        assert solution.mine[cell] > 0.0


@pytest.mark.parametrize("n", [1, 3, 20])
def test_the_count_decides_the_rare_way(binding: Any, n: int) -> None:
    """One mine fewer than the larger placement needs: now the smaller one is certain."""
    board, many, few = two_ways(n)
    known = sum(row.count("+") for row in board)
    solution = binding.solve(board, known + len(many) - 1)
    assert sorted(cells(solution.certain_mines)) == sorted(few)
    assert sorted(cells(solution.certain_safe)) == sorted(many)
    with pytest.raises(InconsistentBoardError):
        binding.solve(board, known + len(few) - 1)


def test_one_safe_cell(binding: Any) -> None:
    solution = binding.solve(["-" * 60] * 4, 239)
    assert close(solution.mine, Fraction(239, 240))
    assert (solution.zero_around == 0.0).all()
    assert (solution.number[..., :3] == 0.0).all()
    assert close(solution.number[0, 0, 3], Fraction(1, 240))
    assert close(solution.number[0, 1:-1, 5], Fraction(1, 240))
    assert close(solution.number[1, 1:-1, 8], Fraction(1, 240))


@pytest.mark.parametrize("mines", [13_107, 40_000, 65_530])
def test_rare_answers_of_the_largest_board(binding: Any, mines: int) -> None:
    board = ["-" * 256] * 256
    solution = binding.solve(board, mines)
    total = comb(65_536, mines)
    assert solution.total == total
    assert close(solution.mine, Fraction(mines, 65_536))
    corner = Fraction(comb(65_533, mines), total)
    assert close(solution.zero_around[0, 0], corner)
    assert (corner == 0) == (solution.zero_around[0, 0] == 0.0)


@pytest.mark.parametrize("shape", [(1, 1), (1, 256), (256, 1), (256, 256), (17, 3)])
def test_smallest_and_largest(binding: Any, shape: tuple[int, int]) -> None:
    area = shape[0] * shape[1]
    solution = binding.solve(["-" * shape[1]] * shape[0], area // 5)
    assert solution.mine.shape == shape
    assert solution.total == comb(area, area // 5)


# ---- Forms of a board --------------------------------------------------------------------------------------------


def test_all_forms_of_a_board(binding: Any) -> None:
    expected = binding.solve(BOARD, MINES)
    flat = "".join(BOARD)
    grid = np.array([[cell.encode() for cell in row] for row in BOARD], "S1")
    codes = np.frombuffer(flat.encode(), np.uint8)
    forms: list[tuple[Any, int | None]] = [
        ("\n".join(BOARD), None),
        ("\n".join(BOARD) + "\n", None),
        ("\r\n".join(BOARD), None),
        (tuple(BOARD), None),
        (flat, 8),
        (flat.encode(), 8),
        ("\n".join(BOARD).encode(), None),
        (grid, None),
        (grid.ravel(), 8),
        (codes.reshape(5, 8), None),
        (codes, 8),
        (np.asfortranarray(grid), None),
        (np.repeat(grid, 2, axis=1)[:, ::2], None),
    ]
    for form, width in forms:
        solution = binding.solve(form, MINES, width=width)
        assert solution.total == expected.total
        assert np.array_equal(solution.mine, expected.mine)


@pytest.mark.parametrize(
    ("board", "row", "col"),
    [
        (["---", "-x-"], 1, 1),
        (["---", "--9"], 1, 2),
        ("---\n- -\n", 1, 1),
        (["-é-"], 0, 1),
        (["-\0-"], 0, 1),
    ],
)
def test_bad_characters(binding: Any, board: Any, row: int, col: int) -> None:
    with pytest.raises(ValueError, match=f"row {row}, column {col}") as caught:
        binding.solve(board, 1)
    assert not isinstance(caught.value, InconsistentBoardError)


@pytest.mark.parametrize("board", [["---", "--"], ["--", "---"], "---\n--\n---", "---\n\n---"])
def test_ragged_rows(binding: Any, board: Any) -> None:
    with pytest.raises(ValueError, match="row 1"):
        binding.solve(board, 1)


@pytest.mark.parametrize("board", ["", [], [""], np.zeros((0, 0), "S1"), ["-" * 257], ["-"] * 257])
def test_sizes_out_of_range(binding: Any, board: Any) -> None:
    with pytest.raises(ValueError):
        binding.solve(board, 0)


def test_width_that_does_not_fit(binding: Any) -> None:
    for width in (0, -1, 3):
        with pytest.raises(ValueError):
            binding.solve("--------", 1, width=width)


def test_mines_out_of_range(binding: Any) -> None:
    for mines in (-1, 2**32, 2**64, 2**70):
        with pytest.raises((ValueError, OverflowError)):
            binding.solve(["----"], mines)
    with pytest.raises(InconsistentBoardError):
        binding.solve(["----"], 5)
    with pytest.raises(InconsistentBoardError):
        binding.solve(["----"], 2**32 - 1)
    with pytest.raises(InconsistentBoardError):
        binding.solve(["++--"], 1)
    with pytest.raises(TypeError):
        binding.solve(["----"], 1.5)
    with pytest.raises(TypeError):
        binding.solve(["----"])


def test_samples_reject_the_same_boards(binding: Any) -> None:
    for draw in (binding.sample, binding.estimate):
        with pytest.raises(InconsistentBoardError):
            draw(["4-", "--"], 3, 5)
        with pytest.raises(ValueError, match="row 0, column 1"):
            draw(["-?"], 1, 5)
