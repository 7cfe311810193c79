"""Changes of a position whose effect on the answer is known."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from brute_force import enumerate_boards
from checks import RELATIVE_ERROR, is_first_binding, total_or_zero
from numpy.typing import NDArray
from positions import flipped, neighbours, place, played, scattered, show, small_positions, transposed, unopened_cells

from minesweeper_core import solve


def close(a: NDArray[np.float64], b: NDArray[np.float64] | float, error: float = 2 * RELATIVE_ERROR) -> bool:
    """Equal to rounding, and exactly 0 and 1 in the same places."""
    b = np.asarray(b)
    same = ((a == 0) == (b == 0)).all() and ((a == 1) == (b == 1)).all()
    return bool(same and (np.abs(a - b) <= error * np.maximum(a, b)).all())


def positions(seed: int, count: int) -> list[tuple[list[str], int]]:
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        rows, cols, mines = rng.choice([(6, 9, 12), (9, 9, 14), (8, 16, 26), (16, 16, 51)])
        opening = rng.choice([scattered, played])
        share, flag_share = rng.choice([0.05, 0.2, 0.4, 0.6, 0.8]), rng.choice([0.0, 0.3])
        found.append((opening(rng, rows, cols, mines, share, flag_share), mines))
    return found


# ---- The eight symmetries ----------------------------------------------------------------------------------------


def _array_transposed(array: Any) -> Any:
    return np.swapaxes(array, 0, 1)


def _array_flipped(array: Any) -> Any:
    return array[:, ::-1]


Symmetry = list[tuple[Callable[[Any], Any], Callable[[Any], Any]]]
_T, _F = (transposed, _array_transposed), (flipped, _array_flipped)
SYMMETRIES: list[Symmetry] = [[_T], [_F], [_T, _F], [_F, _T], [_T, _F, _T], [_F, _T, _F], [_T, _F, _T, _F]]


def test_symmetries_are_seven_and_the_identity() -> None:
    board = ["-12", "3+4"]
    images = set()
    for symmetry in [[], *SYMMETRIES]:
        image: Any = board
        array: Any = np.array([list(row) for row in board])
        for on_board, on_array in symmetry:
            image, array = on_board(image), on_array(array)
        assert image == ["".join(row) for row in array]
        images.add(tuple(image))
    assert len(images) == 8


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda s: "".join("T" if step is _T else "F" for step in s))
def test_symmetries(binding: Any, symmetry: Symmetry) -> None:
    for board, mines in positions(1, 16 if is_first_binding(binding) else 4):
        image: Any = board
        one = binding.solve(board, mines)
        arrays = [one.mine, one.zero_around, one.number, one.certain_safe, one.certain_mines]
        for on_board, on_array in symmetry:
            image = on_board(image)
            arrays = [on_array(array) for array in arrays]
        other = binding.solve(image, mines)
        assert other.total == one.total
        for expected, got in zip(arrays[:3], [other.mine, other.zero_around, other.number], strict=True):
            assert close(got, expected)
        assert np.array_equal(other.certain_safe, arrays[3])
        assert np.array_equal(other.certain_mines, arrays[4])


# ---- Boards side by side -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_totals_of_boards_side_by_side_convolve(binding: Any, seed: int) -> None:
    """A column of known mines separates two boards; only the number of mines connects them."""
    rng = random.Random(100 + seed)
    rows, left, right = rng.randint(3, 6), rng.randint(3, 6), rng.randint(3, 7)
    cols = left + 1 + right
    wall = {(r, left) for r in range(rows)}
    rest = [(r, c) for r in range(rows) for c in range(cols) if c != left]
    layout = wall | set(rng.sample(rest, len(rest) // 4))
    opened = [cell for cell in rest if cell not in layout and rng.random() < 0.2]
    board = show(rows, cols, layout, opened, wall)
    one, other = [row[: left + 1] for row in board], [row[left:] for row in board]
    ways_one = [total_or_zero(binding.solve, one, rows + k) for k in range(rows * left + 1)]
    ways_other = [total_or_zero(binding.solve, other, rows + k) for k in range(rows * right + 1)]
    assert sum(ways_one) >= 1
    assert sum(ways_other) >= 1
    assert sum(ways_one) * sum(ways_other) > 1
    for mines in range(rows * (cols - 1) + 1):
        expected = sum(
            ways * ways_other[mines - k] for k, ways in enumerate(ways_one) if 0 <= mines - k < len(ways_other)
        )
        assert total_or_zero(binding.solve, board, rows + mines) == expected


def test_many_components() -> None:
    """Many copies of the same small board, separated by known mines: the total is a power."""
    # Two unopened cells beside numbers, separated from the next ones by known mines: one mine in each pair.
    unit = ["-3+", "-6+", "+++"]
    for copies in (1, 2, 5, 40, 80):
        board = [row * copies for row in unit]
        known = sum(row.count("+") for row in board)
        ways = solve(board, known + copies)
        assert ways.total == 2**copies
        assert not ways.certain_mines.any()


# ---- The cases of one cell ---------------------------------------------------------------------------------------


def check_decomposition(binding: Any, board: list[str], mines: int, cells: list[tuple[int, int]]) -> None:
    """total = boards with a mine in the cell + boards in which it shows 0, 1, ... 8; and the probabilities are these
    shares."""
    solution = binding.solve(board, mines)
    total, mine, number, zero = solution.total, solution.mine, solution.number, solution.zero_around
    for r, c in cells:
        mined = total_or_zero(binding.solve, place(board, r, c, "+"), mines)
        shown = [total_or_zero(binding.solve, place(board, r, c, str(k)), mines) for k in range(9)]
        assert mined + sum(shown) == total
        assert close(mine[r, c], mined / total, RELATIVE_ERROR)
        assert close(number[r, c], np.array([ways / total for ways in shown]), RELATIVE_ERROR)
        assert (mined == total) == solution.certain_mines[r, c]
        assert (mined == 0) == solution.certain_safe[r, c]
        assert shown[0] <= round(zero[r, c] * total * (1 + 1e-9)) + 1


def test_every_cell_is_a_mine_or_shows_a_number(binding: Any) -> None:
    rng = random.Random(200)
    for board, mines in positions(2, 24 if is_first_binding(binding) else 6):
        cells = unopened_cells(board)
        check_decomposition(binding, board, mines, rng.sample(cells, min(12, len(cells))))


def test_every_cell_of_small_boards(binding: Any) -> None:
    for board, mines in small_positions(300, 200 if is_first_binding(binding) else 40):
        if total_or_zero(binding.solve, board, mines):
            check_decomposition(binding, board, mines, unopened_cells(board))


def test_shares_add_up(binding: Any) -> None:
    for board, mines in positions(3, 24):
        solution = binding.solve(board, mines)
        assert np.abs(solution.mine + solution.number.sum(-1) - 1).max() < 1e-12
        assert abs(solution.mine.sum() - mines) < 1e-10 * mines


def test_opening_what_is_safe_and_knowing_what_is_mined(binding: Any) -> None:
    """Marking a certain mine as known changes nothing, except that it is no longer reported."""
    known_tried = 0
    for board, mines in positions(4, 40):
        before = binding.solve(board, mines)
        for r, c in np.argwhere(before.certain_mines).tolist()[:3]:
            known_tried += 1
            after = binding.solve(place(board, r, c, "+"), mines)
            assert after.total == before.total
            assert close(after.mine, before.mine)
            assert close(after.zero_around, before.zero_around)
            expected = before.certain_mines.copy()
            expected[r, c] = False
            assert np.array_equal(after.certain_mines, expected)
            assert np.array_equal(after.certain_safe, before.certain_safe)
    assert known_tried >= 10


def test_zero_around_by_opening_the_neighbours() -> None:
    """The boards with no mine around a cell are those of all ways to open its neighbours."""
    tried = 0
    for board, mines in positions(5, 30):
        solution = solve(board, mines)
        rows, cols = len(board), len(board[0])
        for r, c in unopened_cells(board)[::5]:
            around = neighbours(rows, cols, r, c)
            if any(board[i][j] == "+" for i, j in around):
                assert solution.zero_around[r, c] == 0.0
                continue
            boards = [board]
            unopened = [cell for cell in around if board[cell[0]][cell[1]] == "-"]
            if not 1 <= len(unopened) <= 3:
                continue
            tried += 1
            for i, j in unopened:
                opened = [place(one, i, j, str(k)) for one in boards for k in range(9)]
                boards = [one for one in opened if total_or_zero(solve, one, mines)]
            ways = sum(solve(one, mines).total for one in boards)
            assert close(solution.zero_around[r, c], ways / solution.total, RELATIVE_ERROR)
    assert tried >= 20


def test_totals_of_all_numbers_of_mines(binding: Any) -> None:
    board = ["-1-2-", "1-2-1", "-1-1-"]
    totals = [total_or_zero(binding.solve, board, mines) for mines in range(16)]
    assert totals == [enumerate_boards(board, mines).total for mines in range(16)]
    assert sum(totals) > 0
