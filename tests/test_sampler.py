"""Drawn boards: uniform, independent, the same for every number of threads."""

from __future__ import annotations

import gzip
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from brute_force import mines_around
from checks import is_first_binding
from numpy.typing import NDArray
from positions import lattice, place, played, scattered
from samplers import LIMIT, Draw, cell_z, favouring_a_cell, favouring_one_board, repeating, uniformity

from minesweeper_core import estimate as estimate_boards
from minesweeper_core import sample, solve

SEED = 2024


def drawing(binding: Any, board: list[str], mines: int) -> Draw:
    return lambda n, seed: binding.sample(board, mines, n, seed=seed)


def assert_valid(boards: NDArray[np.bool_], board: list[str], mines: int) -> None:
    """Every drawn board has all mines, the known ones among them, and satisfies every number."""
    text = np.array([list(row) for row in board])
    assert boards.dtype == np.bool_
    assert boards.shape[1:] == text.shape
    assert (boards.sum((1, 2)) == mines).all()
    opened = np.char.isdigit(text)
    assert not boards[:, opened].any()
    assert boards[:, text == "+"].all()
    around = mines_around(boards)
    assert (around[:, opened] == text[opened].astype(int)).all()


def data(name: str, least: int, most: int) -> list[tuple[list[str], int]]:
    """Known positions with between `least` and `most` valid boards."""
    with gzip.open(Path(__file__).parent / "data" / "positions.jsonl.gz", "rt") as lines:
        found = [json.loads(line) for line in lines]
    return [(p["rows"], p["mines"]) for p in found if p["set"] == name and least <= int(p["total"]) <= most]


# ---- Every single valid board ------------------------------------------------------------------------------------

FEW_BOARDS: dict[str, tuple[list[str], int]] = {
    "sea alone": (["----", "----"], 3),
    "one mine in a larger sea": (["-" * 40] * 40, 1),
    "two mines in a sea": (["-" * 60], 2),
    "numbers and a sea": (["----", "-13-", "----", "----"], 6),
    "unequal numbers of mines": (["-1---", "--1--", "-----"], 3),
    "components alone": (["-4-+" * 4, "++++" * 4, "-4-+" * 4], 32),
    "components and a sea": (["-1-----1-", "--------1"], 3),
    "a sea that is nearly full": (["-" * 9] * 5, 43),
    "numbers in a sea that is nearly full": (["-----", "-7---", "---8-", "-----"], 16),
    "one row": (["-1--1--1-----1--"], 4),
    "one column": (list("-1--1--1-----1--"), 5),
    "a long row of ones": (["".join("1" if c % 2 else "-" for c in range(121)) + "--------"], 32),
    "known mines": (["+--+", "-3--", "--2-", "+---"], 7),
    "ten independent pairs": (["-3+" * 10, "-3+" * 10], 30),
}


@pytest.mark.parametrize("name", FEW_BOARDS)
def test_every_valid_board_is_equally_likely(binding: Any, name: str) -> None:
    board, mines = FEW_BOARDS[name]
    total = solve(board, mines).total
    assert 1 < total <= 2000
    area = len(board) * len(board[0])
    n = min(1_000_000 if is_first_binding(binding) else 150_000, 60_000_000 // area)
    assert n >= 18 * total
    assert_valid(binding.sample(board, mines, 1000, seed=1), board, mines)
    for what, z in uniformity(drawing(binding, board, mines), total, n, 1).items():
        assert abs(z) < LIMIT, (what, z)


def test_every_valid_board_of_late_games(binding: Any) -> None:
    """16 x 16 and 16 x 30 with at most 2000 valid boards left."""
    positions = data("flags_midgame", 2, 2000) + data("flags_certain_mines", 2, 2000) + data("expert", 2, 2000)
    rng = random.Random(1)
    while len(positions) < 12:
        board = played(rng, 16, 16, 51, 0.93, rng.choice([0.0, 0.6]))
        if 2 <= solve(board, 51).total <= 2000:
            positions.append((board, 51))
    for board, mines in positions if is_first_binding(binding) else positions[:4]:
        total = solve(board, mines).total
        assert_valid(binding.sample(board, mines, 200, seed=1), board, mines)
        for what, z in uniformity(drawing(binding, board, mines), total, max(40 * total, 20_000), 1).items():
            assert abs(z) < LIMIT, (what, z)


# ---- A wrong sampler must fail -----------------------------------------------------------------------------------


def test_a_sampler_that_favours_one_board_is_found_out() -> None:
    board, mines = FEW_BOARDS["numbers and a sea"]
    draw: Draw = lambda n, seed: sample(board, mines, n, seed=seed)  # noqa: E731
    assert uniformity(favouring_one_board(draw), 66, 1_000_000, 1)["boards"] > 2 * LIMIT


def test_a_sampler_that_favours_a_cell_is_found_out() -> None:
    """Boards with a mine in (0, 0) are 1 % too frequent: detected by the tests of boards and of cells."""
    board, mines = ["----", "-1--", "----"], 2
    total = solve(board, mines).total
    assert total <= 30
    draw: Draw = lambda n, seed: sample(board, mines, n, seed=seed)  # noqa: E731
    right = uniformity(draw, total, 1_000_000, 12)
    assert abs(right["boards"]) < LIMIT
    wrong = favouring_a_cell(draw, 2, 3)
    assert uniformity(wrong, total, 1_000_000, 12)["boards"] > LIMIT
    blank = ["-" * 4] * 4
    even: Draw = lambda n, seed: sample(blank, 8, n, seed=seed)  # noqa: E731
    n = 4_000_000
    assert cell_z(even(n, 1).sum(0), 0.5, n).max() < 6
    assert cell_z(favouring_a_cell(even, 1, 2)(n, 1).sum(0), 0.5, n)[1, 2] > 6


def test_a_sampler_that_repeats_itself_is_found_out() -> None:
    board, mines = FEW_BOARDS["two mines in a sea"]
    draw: Draw = lambda n, seed: sample(board, mines, n, seed=seed)  # noqa: E731
    assert uniformity(repeating(draw), 1770, 500_000, 1)["again at 1"] > 2 * LIMIT


def test_a_sampler_that_misses_a_board_is_found_out() -> None:
    board, mines = FEW_BOARDS["sea alone"]

    def draw(n: int, seed: int) -> NDArray[np.bool_]:
        boards = sample(board, mines, n, seed=seed)
        boards[(boards == boards[0]).all((1, 2))] = boards[1]
        return boards

    with pytest.raises(AssertionError, match="different boards drawn"):
        uniformity(draw, 56, 100_000, 1)


# ---- Cells and pairs of cells of larger boards -------------------------------------------------------------------


def larger_positions(count: int) -> list[tuple[list[str], int]]:
    rng = random.Random(SEED)
    found: list[tuple[list[str], int]] = [(["-" * 16] * 16, 51), (lattice(rng, 16, 16, 51), 51)]
    while len(found) < count:
        opening = rng.choice([scattered, played])
        rows, cols, mines = rng.choice([(16, 16, 51), (16, 16, 51), (16, 30, 99), (9, 9, 10), (12, 12, 90)])
        share, flag_share = rng.choice([0.1, 0.3, 0.5, 0.7, 0.9]), rng.choice([0.0, 0.3])
        found.append((opening(rng, rows, cols, mines, share, flag_share), mines))
    return found


def test_cells_within_six_sigma(binding: Any) -> None:
    n = 2_000_000 if is_first_binding(binding) else 300_000
    for board, mines in larger_positions(16 if is_first_binding(binding) else 5):
        solution = solve(board, mines)
        estimate = binding.estimate(board, mines, n, seed=SEED, threads=2)
        assert estimate.n == n
        assert cell_z(np.round(estimate.mine * n), solution.mine, n).max() < 6, board
        # At opened cells, 'zero around' is certain too.
        assert cell_z(np.round(estimate.zero_around * n), solution.zero_around, n).max() < 6, board


def test_pairs_of_cells(binding: Any) -> None:
    """P(mine in a and in b), for all b and some a, against the exact answer with a known mine in a."""
    rng = random.Random(3)
    n = 150_000 if is_first_binding(binding) else 40_000
    for board, mines in larger_positions(10 if is_first_binding(binding) else 3):
        solution = solve(board, mines)
        drawn = binding.sample(board, mines, n, seed=SEED)
        assert cell_z(drawn.sum(0), solution.mine, n).max() < 6
        candidates = np.argwhere((solution.mine > 0) & (solution.mine < 1)).tolist()
        for r, c in rng.sample(candidates, min(15, len(candidates))):
            if board[r][c] != "-":
                continue
            together = solution.mine[r, c] * solve(place(board, r, c, "+"), mines).mine
            together = np.where(together > 0, together, 0.0)
            assert cell_z(drawn[drawn[:, r, c]].sum(0), together, n).max() < 6, (board, r, c)


def test_mines_in_each_half_of_a_sea() -> None:
    """The distribution of a count over many cells is hypergeometric."""
    from math import comb

    n = 500_000
    drawn = sample(["-" * 16] * 16, 51, n, seed=5)
    upper = np.bincount(drawn[:, :8].sum((1, 2)), minlength=52)
    expected = np.array([comb(128, k) * comb(128, 51 - k) / comb(256, 51) * n for k in range(52)])
    common = expected > 50
    z = (upper - expected)[common] / np.sqrt(expected[common] * (1 - expected[common] / n))
    assert np.abs(z).max() < 6


SEAS = [
    *[(1, cells, mines, 30_000_000) for cells, mines in ((3, 1), (5, 2), (6, 1), (7, 3), (11, 10))],
    *[(16, 16, mines, 4_000_000) for mines in (7, 51, 127, 128, 160, 200, 250)],
    *[(16, 32, mines, 2_000_000) for mines in (99, 127, 128, 400)],
    *[(19, 27, mines, 2_000_000) for mines in (5, 100, 127, 200)],
    (40, 40, 300, 400_000),
    *[(256, 256, mines, 6_000) for mines in (3_000, 20_000, 33_000, 60_000)],
]


@pytest.mark.parametrize(("rows", "cols", "mines", "n"), SEAS)
def test_no_cell_of_a_sea_is_favoured(rows: int, cols: int, mines: int, n: int) -> None:
    """Biases down to a thousandth: all cells of a blank board are alike, below and above each threshold between
    methods."""
    share = mines / (rows * cols)
    estimate = estimate_boards(["-" * cols] * rows, mines, n, seed=mines)
    tally = np.round(estimate.mine * n)
    assert tally.sum() == mines * n
    assert cell_z(tally, share, n).max() < 6
    # The tallies of all cells together: many small deviations are significant together.
    z2 = (tally - n * share) ** 2 / (n * share * (1 - share)) * (1 - 1 / tally.size)
    assert abs(z2.sum() - (tally.size - 1)) < 7 * (2 * tally.size) ** 0.5 + 14
    # Mines among the first cells, whose number is hypergeometric.
    for part in (2, 4, 8):
        first = tally.size // part
        if first:
            mean, rest = n * mines * first / tally.size, 1 - first / tally.size
            deviation = (mean * rest * (tally.size - mines) / (tally.size - 1)) ** 0.5
            assert abs(tally.ravel()[:first].sum() - mean) < 6 * deviation


@pytest.mark.parametrize("n", [2**46, 2**60, 2**62, 2**64 - 1])
def test_more_boards_than_fit_in_memory(binding: Any, n: int) -> None:
    message = f"^no memory for {n:,} boards of 16 x 16 cells: they need {256 * n:,} bytes$"
    with pytest.raises(MemoryError, match=message):
        binding.sample(["-" * 16] * 16, 51, n)
    with pytest.raises(MemoryError, match=message):
        binding.generate(16, 16, 51, n)


# ---- The same boards, however asked ------------------------------------------------------------------------------


SOME = [(["-" * 16] * 16, 51), (["----", "-13-", "----", "----"], 6), (["-1-"], 1)]


@pytest.mark.parametrize("n", [1, 2, 511, 512, 513, 5000])
def test_threads_do_not_matter(binding: Any, n: int) -> None:
    for board, mines in SOME + larger_positions(5):
        one = binding.sample(board, mines, n, seed=SEED, threads=1)
        assert one.shape == (n, len(board), len(board[0]))
        assert_valid(one, board, mines)
        tally = binding.estimate(board, mines, n, seed=SEED, threads=1)
        for threads in (0, 2, 7, 16, 32, 100):
            assert np.array_equal(binding.sample(board, mines, n, seed=SEED, threads=threads), one)
            again = binding.estimate(board, mines, n, seed=SEED, threads=threads)
            assert np.array_equal(again.mine, tally.mine)
            assert np.array_equal(again.zero_around, tally.zero_around)


def test_fewer_boards_are_the_first_ones(binding: Any) -> None:
    for board, mines in SOME + larger_positions(4):
        many = binding.sample(board, mines, 3000, seed=SEED)
        for n in (0, 1, 63, 64, 300, 512, 1000, 1025):
            assert np.array_equal(binding.sample(board, mines, n, seed=SEED), many[:n])


def test_estimates_tally_the_boards_of_the_sampler(binding: Any) -> None:
    for board, mines in SOME + larger_positions(8):
        text = np.array([list(row) for row in board])
        for n in (1, 100, 1023, 4096):
            drawn = binding.sample(board, mines, n, seed=SEED)
            estimate = binding.estimate(board, mines, n, seed=SEED)
            assert (estimate.n, estimate.seed) == (n, SEED)
            assert np.array_equal(np.round(estimate.mine * n), drawn.sum(0))
            assert np.array_equal(np.round(estimate.zero_around * n), (mines_around(drawn) == 0).sum(0))
            assert (estimate.mine[text == "+"] == 1.0).all()
            assert (estimate.mine[np.char.isdigit(text)] == 0.0).all()


def test_seeds(binding: Any) -> None:
    board, mines = SOME[0]
    seeds = [0, 1, 2, 2**32, 2**63, 2**64 - 1]
    drawn = [binding.sample(board, mines, 50, seed=seed).tobytes() for seed in seeds]
    assert len(set(drawn)) == len(seeds)
    assert drawn[0] == binding.sample(board, mines, 50, seed=0).tobytes()
    fresh = {binding.sample(board, mines, 50).tobytes() for _ in range(4)}
    assert len(fresh) == 4  # no seed: new boards each time
    estimate = binding.estimate(board, mines, 500)
    again = binding.estimate(board, mines, 500, seed=estimate.seed)
    assert np.array_equal(estimate.mine, again.mine)  # the random seed is reported
    for seed in (-1, 2**64):
        with pytest.raises((ValueError, OverflowError)):
            binding.sample(board, mines, 1, seed=seed)


def test_different_seeds_are_independent() -> None:
    """Boards of neighbouring seeds agree no more often than chance."""
    board, mines = FEW_BOARDS["sea alone"]
    n = 100_000
    for seed in (0, 1, 2**32 - 1, 2**64 - 2):
        one, other = sample(board, mines, n, seed=seed), sample(board, mines, n, seed=seed + 1)
        equal = (one == other).all((1, 2)).mean()
        assert abs(equal - 1 / 56) < 6 * (1 / 56 / n) ** 0.5


# ---- Extremes ----------------------------------------------------------------------------------------------------


def test_one_valid_board(binding: Any) -> None:
    board = ["".join("1" if c % 2 else "-" for c in range(121))]
    drawn = binding.sample(board, 31, 700, seed=1)
    assert_valid(drawn, board, 31)
    assert (drawn == drawn[0]).all()
    estimate = binding.estimate(board, 31, 700, seed=1)
    assert set(np.unique(estimate.mine)) == {0.0, 1.0}


@pytest.mark.parametrize("mines", [0, 1, 5, 6])
def test_none_or_all(binding: Any, mines: int) -> None:
    assert_valid(binding.sample(["---", "---"], mines, 600, seed=1), ["---", "---"], mines)


def test_nothing_left_to_place(binding: Any) -> None:
    board = ["-1+", "-11", "---"]
    assert_valid(binding.sample(board, 1, 600, seed=1), board, 1)
    assert_valid(binding.sample(["0"], 0, 3, seed=1), ["0"], 0)
    assert_valid(binding.sample(["+"], 1, 3, seed=1), ["+"], 1)


@pytest.mark.parametrize("mines", [1, 2000, 13_107, 32_768, 60_000, 65_535])
def test_the_largest_sea(binding: Any, mines: int) -> None:
    n = 64
    drawn = binding.sample(["-" * 256] * 256, mines, n, seed=mines)
    assert (drawn.sum((1, 2)) == mines).all()
    p = mines / 65_536
    assert (np.abs(drawn.sum(0) - n * p) <= 7 * (n * p * (1 - p)) ** 0.5 + 12).all()
    for axis in (1, 2):  # rows and columns as wholes
        gap = np.abs(drawn.sum((0, 3 - axis)) - n * 256 * p)
        assert (gap <= 7 * (n * 256 * p * (1 - p)) ** 0.5 + 12).all()
    estimate = binding.estimate(["-" * 256] * 256, mines, n, seed=mines)
    assert np.array_equal(np.round(estimate.mine * n), drawn.sum(0))


def test_large_boards_with_numbers(binding: Any) -> None:
    rng = random.Random(9)
    for board, mines in (
        (played(rng, 100, 100, 2000, 0.03), 2000),
        (played(rng, 60, 60, 600, 0.95), 600),
        (scattered(rng, 2, 256, 100, 0.5), 100),
        (scattered(rng, 256, 1, 50, 0.5), 50),
    ):
        drawn = binding.sample(board, mines, 600, seed=1)
        assert_valid(drawn, board, mines)
        solution = solve(board, mines)
        assert cell_z(drawn.sum(0), solution.mine, 600).max() < 7


HEAVY = [(28, 235, 0.35, 23), (30, 315, 0.35, 156), (33, 326, 0.4, 525), (30, 315, 0.35, 935), (33, 381, 0.4, 2022)]


@cache
def heavy_answers(side: int, mines: int, share: float, seed: int) -> tuple[list[str], Any, list[tuple[int, int, Any]]]:
    """A heavy position, its solution, and for some cells P(mines in this cell and another one)."""
    board = scattered(random.Random(seed), side, side, mines, share)
    solution = solve(board, mines)
    candidates = [(r, c) for r, c in np.argwhere((solution.mine > 0) & (solution.mine < 1)).tolist()]
    pairs = [
        (r, c, solution.mine[r, c] * solve(place(board, r, c, "+"), mines).mine)
        for r, c in random.Random(seed).sample(candidates, 3)
        if board[r][c] == "-"
    ]
    return board, solution, pairs


@pytest.mark.parametrize(("side", "mines", "share", "seed"), HEAVY)
def test_components_too_large_for_tables(binding: Any, side: int, mines: int, share: float, seed: int) -> None:
    """Isolated numbers on dense boards: hundreds of boxes and hundreds of thousands of states in one component."""
    board, solution, pairs = heavy_answers(side, mines, share, seed)
    assert_valid(binding.sample(board, mines, 2000, seed=seed), board, mines)
    n = 200_000 if is_first_binding(binding) else 20_000
    estimate = binding.estimate(board, mines, n, seed=seed)
    assert cell_z(np.round(estimate.mine * n), solution.mine, n).max() < 6
    assert cell_z(np.round(estimate.zero_around * n), solution.zero_around, n).max() < 6
    n = 20_000
    again = binding.estimate(board, mines, n, seed=seed, threads=3)
    drawn = binding.sample(board, mines, n, seed=seed, threads=1)
    assert np.array_equal(np.round(again.mine * n), drawn.sum(0))
    for r, c, together in pairs:
        assert cell_z(drawn[drawn[:, r, c]].sum(0), together, n).max() < 6


def test_estimate_by_time(binding: Any) -> None:
    board, mines = SOME[0]
    estimate = binding.estimate(board, mines, None, time_ms=30, seed=1)
    assert estimate.n >= 1
    assert np.abs(estimate.mine.sum() - 51) < 1e-9
    bounded = binding.estimate(board, mines, 700, time_ms=60_000, seed=1)
    assert bounded.n == 700


def test_standard_errors(binding: Any) -> None:
    board, mines = SOME[1]
    estimate = binding.estimate(board, mines, 400, seed=1)
    expected = np.sqrt(estimate.mine * (1 - estimate.mine) / 400)
    assert np.allclose(estimate.mine_stderr, expected, rtol=1e-12)
    expected = np.sqrt(estimate.zero_around * (1 - estimate.zero_around) / 400)
    assert np.allclose(estimate.zero_around_stderr, expected, rtol=1e-12)
