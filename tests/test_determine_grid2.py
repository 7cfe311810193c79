"""DetermineGrid2: its whole contract, through Python and through the shared library."""

from __future__ import annotations

import ctypes
import mmap
import random
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest
from checks import is_first_binding
from numpy.typing import NDArray
from positions import lattice, place, played, scattered, show

import minesweeper_core
from minesweeper_core import InconsistentBoardError, solve

MINES = 51
BLANK = ["-" * 16] * 16
AMPLE = 60_000  # milliseconds: never ends a call


def mask(board: list[str], cell: str) -> NDArray[np.bool_]:
    return np.array([[c == cell for c in row] for row in board])


def positions(seed: int, count: int) -> list[list[str]]:
    rng = random.Random(seed)
    boards = []
    for _ in range(count):
        opening = rng.choice([scattered, played])
        share, flag_share = rng.choice([0.05, 0.2, 0.4, 0.6, 0.8, 1.0]), rng.choice([0.0, 0.3, 0.9])
        boards.append(opening(rng, 16, 16, MINES, share, flag_share))
    return boards


def hard_positions() -> list[list[str]]:
    """The boards with the longest preparation."""
    rng = random.Random(99)
    boards = [lattice(rng, 16, 16, MINES) for _ in range(3)]
    boards += [scattered(rng, 16, 16, MINES, share) for share in (0.15, 0.2, 0.25, 0.3)]
    return boards


def assert_nothing(result: Any) -> None:
    assert result.num_valid_gen == 0
    assert (result.probability_mine == -1.0).all()
    assert (result.probability_zero_mine_around == -1.0).all()


def assert_boards_were_drawn(board: list[str], result: Any) -> None:
    """Check what holds for every answer from drawn boards."""
    n = result.num_valid_gen
    mine, zero = result.probability_mine, result.probability_zero_mine_around
    unopened = mask(board, "-")
    assert n >= 1
    assert (mine[~unopened] == -1.0).all()
    assert (zero[~unopened] == -1.0).all()
    for share in (mine[unopened], zero[unopened]):
        assert ((share >= 0.0) & (share <= 1.0)).all()
    if n < 4_000_000:  # above, a float32 share no longer determines the tally
        for share in (mine[unopened], zero[unopened]):
            tally = share.astype(np.float64) * n
            assert (np.abs(tally - np.round(tally)) < 0.3).all()
        left = MINES - int(mask(board, "+").sum())
        assert np.round(mine[unopened].astype(np.float64) * n).sum() == left * n


# ---- The answer --------------------------------------------------------------------------------------------------


def test_types(binding: Any) -> None:
    result = binding.determine_grid2(BLANK, 1, 512, 1000)
    assert result.probability_mine.shape == (16, 16)
    assert result.probability_mine.dtype == np.float32
    assert result.probability_zero_mine_around.shape == (16, 16)
    assert result.probability_zero_mine_around.dtype == np.float32
    assert type(result.num_valid_gen) is int


def test_shortcut_exactly_when_a_mine_is_certain(binding: Any) -> None:
    shortcuts = 0
    for board in positions(1, 240 if is_first_binding(binding) else 60):
        solution = solve(board, MINES)
        result = binding.determine_grid2(board, 1, 1, AMPLE)
        if solution.certain_mines.any():
            shortcuts += 1
            assert result.num_valid_gen == 0
            assert (result.probability_mine == np.where(solution.certain_mines, 1.0, -1.0)).all()
            assert (result.probability_zero_mine_around == -1.0).all()
        else:
            assert_boards_were_drawn(board, result)
            assert (result.probability_mine[solution.certain_safe] == 0.0).all()
    assert shortcuts >= 15


def test_shortcut_by_the_mine_count(binding: Any) -> None:
    """No number decides it, but as many cells are unopened as mines are left."""
    layout = {(i // 16, i % 16) for i in range(51)}
    opened = {(i // 16, i % 16) for i in range(51, 256)}
    known = {(i // 16, i % 16) for i in range(30, 51)}
    board = show(16, 16, layout, opened, known)
    result = binding.determine_grid2(board, 1, 100, AMPLE)
    assert result.num_valid_gen == 0
    assert (result.probability_mine == np.where(mask(board, "-"), 1.0, -1.0)).all()


def test_known_mines_never_trigger_the_shortcut(binding: Any) -> None:
    board = ["+" * 16] * 3 + ["-" * 16] * 13
    result = binding.determine_grid2(board, 1, 1000, AMPLE)
    assert_boards_were_drawn(board, result)
    all_known = ["+" * 16] * 3 + ["+++" + "-" * 13] + ["-" * 16] * 12
    result = binding.determine_grid2(all_known, 1, 1000, AMPLE)
    assert_boards_were_drawn(all_known, result)
    assert (result.probability_mine[mask(all_known, "-")] == 0.0).all()
    assert result.probability_zero_mine_around[15, 15] == 1.0
    assert result.probability_zero_mine_around[3, 3] == 0.0


def test_shares_are_near_the_exact_probabilities(binding: Any) -> None:
    n = 200_000
    tried = 0
    for board in [BLANK, *positions(2, 60 if is_first_binding(binding) else 30), *hard_positions()[:1]]:
        solution = solve(board, MINES)
        if solution.certain_mines.any():
            continue
        tried += 1
        result = binding.determine_grid2(board, 1, n, AMPLE)
        assert result.num_valid_gen >= n
        assert_boards_were_drawn(board, result)
        unopened = mask(board, "-")
        pairs = (
            (result.probability_mine, solution.mine),
            (result.probability_zero_mine_around, solution.zero_around),
        )
        for got, expected in pairs:
            got, expected = got[unopened], expected[unopened]
            # The boards differ from call to call: 7 standard deviations, and Poisson's tail for rare events.
            assert (np.abs(got - expected) <= 7 * np.sqrt(expected * (1 - expected) / n) + 20 / n).all()
    assert tried >= 6


def test_zero_around_counts_known_mines_too(binding: Any) -> None:
    board = place(BLANK, 5, 5, "+")
    zero = binding.determine_grid2(board, 1, 10_000, AMPLE).probability_zero_mine_around
    for r in (4, 5, 6):
        for c in (4, 5, 6):
            assert zero[r, c] == (-1.0 if (r, c) == (5, 5) else 0.0)
    assert zero[3, 3] > 0.0


# ---- No valid board ----------------------------------------------------------------------------------------------


def test_contradictions(binding: Any) -> None:
    for board in (
        place(BLANK, 0, 0, "4"),
        place(place(BLANK, 0, 0, "0"), 0, 1, "5"),
        ["+" * 16] * 4 + ["-" * 16] * 12,  # 64 known mines
        ["0" * 16] * 16,  # no unopened cell for them
        ["0" * 16] * 15 + ["-" * 16],  # too few unopened cells
        ["+" * 16] * 16,
        ["8" * 16] * 16,
    ):
        assert_nothing(binding.determine_grid2(board, 1, 1000, 100))


def test_fifty_one_known_mines_and_one_more(binding: Any) -> None:
    flat = "+" * 51 + "-" * 205
    board = [flat[i : i + 16] for i in range(0, 256, 16)]
    assert_boards_were_drawn(board, binding.determine_grid2(board, 1, 1000, AMPLE))
    assert_nothing(binding.determine_grid2(place(board, 15, 15, "+"), 1, 1000, 100))


@pytest.mark.parametrize("at", [0, 77, 255])
def test_every_byte(binding: Any, at: int) -> None:
    base = played(random.Random(3), 16, 16, MINES, 0.4)
    flat = bytearray("".join(base).encode())
    for byte in range(256):
        flat[at] = byte
        result = binding.determine_grid2(bytes(flat), 1, 1, 1000)
        if chr(byte) not in "-+012345678":
            assert_nothing(result)
            continue
        board = [flat.decode("latin-1")[i : i + 16] for i in range(0, 256, 16)]
        try:
            solution = solve(board, MINES)
        except InconsistentBoardError:
            assert_nothing(result)
            continue
        if solution.certain_mines.any():
            assert result.num_valid_gen == 0
            assert ((result.probability_mine == 1.0) == solution.certain_mines).all()
        else:
            assert_boards_were_drawn(board, result)


def test_random_bytes(binding: Any) -> None:
    rng = random.Random(4)
    for _ in range(200):
        assert_nothing(binding.determine_grid2(rng.randbytes(256), 1, 1, 1000))
    for _ in range(200):  # cells only, nearly always a contradiction
        board = bytes(rng.choices(b"-+012345678", [9, 1] + [1] * 9, k=256))
        result = binding.determine_grid2(board, 1, 1, 1000)
        assert result.num_valid_gen in (0, 1, 512)


def test_boards_of_another_size_are_refused(binding: Any) -> None:
    for board in ("-" * 255, b"-" * 257, ["-" * 16] * 15, ["-" * 15] * 16, ""):
        with pytest.raises(ValueError):
            binding.determine_grid2(board, 1, 1, 10)


def test_forms_of_a_board(binding: Any) -> None:
    board = place(BLANK, 8, 8, "+")
    flat = "".join(board)
    for form in (board, tuple(board), flat, flat.encode(), "\n".join(board), np.array([list(r) for r in board], "S1")):
        assert_boards_were_drawn(board, binding.determine_grid2(form, 1, 1, AMPLE))


# ---- How many, how long ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [0, 1, 2, 7, 32, 33, 1000, 2**32 - 1])
def test_number_of_threads(binding: Any, threads: int) -> None:
    for board in (BLANK, positions(2, 1)[0]):
        if solve(board, MINES).certain_mines.any():
            continue
        result = binding.determine_grid2(board, threads, 20_000, AMPLE)
        assert result.num_valid_gen >= 20_000
        assert_boards_were_drawn(board, result)


@pytest.mark.parametrize("minimum", [1, 2, 511, 512, 513, 1000, 100_000, 1_000_003])
def test_minimum(binding: Any, minimum: int) -> None:
    result = binding.determine_grid2(BLANK, 2, minimum, AMPLE)
    assert minimum <= result.num_valid_gen <= minimum + 32 * 512
    assert_boards_were_drawn(BLANK, result)


def test_no_minimum_takes_the_whole_time(binding: Any) -> None:
    for milliseconds in (20, 60):
        began = time.perf_counter()
        result = binding.determine_grid2(BLANK, 1, 0, milliseconds)
        elapsed = time.perf_counter() - began
        assert result.num_valid_gen >= 1
        assert elapsed >= 0.9 * milliseconds / 1000  # the time is used, whatever the machine


def test_some_boards_even_without_time(binding: Any) -> None:
    for board in [BLANK, *hard_positions()]:
        if solve(board, MINES).certain_mines.any():
            continue
        for minimum in (0, 1, 100_000):
            result = binding.determine_grid2(board, 1, minimum, 0)
            assert result.num_valid_gen >= 1
            assert_boards_were_drawn(board, result)


def test_a_board_found_by_searching_for_hard_ones(binding: Any) -> None:
    """Its count has over 100,000 states: without time for all of them, a few represent the others."""
    rows = [
        "-----------------22223-2-3-2-2-10----------------1-1-3-2-2-----2",
        "-----------------4-3-2-3-2-1-2-2-----------------5-3-2-3-1-2-4-3",
        "-----------------3-3---2-1-2-3-----3-------------2-3-3-3-3-3-2-1",
        "-----------2-----1-1-2-3-2-2-1-0-----------------0---1-1-1-2-1-0",
    ]
    text = "".join(rows)
    board = [text[start : start + 16] for start in range(0, 256, 16)]
    assert not solve(board, MINES).certain_mines.any()
    safe = solve(board, MINES).certain_safe
    mine = solve(board, MINES).mine
    for _ in range(5):
        result = binding.determine_grid2(board, 1, 1000, 0)
        assert result.num_valid_gen in (512, 1024)  # a batch, or one of each of two runs
        shares = result.probability_mine
        assert (shares[safe] == 0.0).all()
        unopened = shares >= 0
        assert ((shares[unopened] <= 1.0) & (shares[unopened] >= 0.0)).all()
        # Each board has all mines, but weighted shares are rounded to whole numbers of boards.
        assert abs(shares[unopened].sum(dtype=float) - MINES) <= unopened.sum() * 0.5 / result.num_valid_gen
        assert abs(shares - mine)[unopened].mean() < 0.1
    assert binding.determine_grid2(board, 1, 1000, AMPLE).num_valid_gen == 1000


def test_the_shortcut_is_found_even_without_time(binding: Any) -> None:
    for board in positions(5, 30):
        solution = solve(board, MINES)
        if solution.certain_mines.any():
            result = binding.determine_grid2(board, 1, 0, 0)
            assert (result.probability_mine == np.where(solution.certain_mines, 1.0, -1.0)).all()


@pytest.mark.parametrize("milliseconds", [0, 1, 10, 100, 1000])
def test_deadline(binding: Any, milliseconds: int) -> None:
    """At most 20 ms late on the hardest boards. A busy machine may delay a call: one of 30 must be in time."""
    boards = hard_positions()
    for board in boards if milliseconds < 1000 else boards[:1]:
        for minimum in (0, 2**32 - 1):
            best = float("inf")
            for _ in range(30):
                began = time.perf_counter()
                binding.determine_grid2(board, 1, minimum, milliseconds)
                best = min(best, time.perf_counter() - began)
                if best <= milliseconds / 1000 + 0.020:
                    break
            assert best <= milliseconds / 1000 + 0.020, (board, best)


@pytest.mark.parametrize("milliseconds", [1, 100])
def test_deadline_with_many_threads(binding: Any, milliseconds: int) -> None:
    best = float("inf")
    board = next(board for board in hard_positions() if not solve(board, MINES).certain_mines.any())
    for _ in range(30):
        began = time.perf_counter()
        result = binding.determine_grid2(board, 32, 0, milliseconds)
        elapsed = time.perf_counter() - began
        if result.num_valid_gen >= 1:
            best = min(best, elapsed)
        if best <= milliseconds / 1000 + 0.020:
            break
    assert best <= milliseconds / 1000 + 0.020


def test_concurrent_calls(binding: Any) -> None:
    boards = [board for board in positions(6, 16) if not solve(board, MINES).certain_mines.any()][:6]
    assert len(boards) >= 4
    failures: list[BaseException] = []

    def work(board: list[str]) -> None:
        try:
            solution = solve(board, MINES)
            for _ in range(4):
                result = binding.determine_grid2(board, 2, 20_000, AMPLE)
                assert_boards_were_drawn(board, result)
                assert (result.probability_mine[solution.certain_safe] == 0.0).all()
        except BaseException as error:  # re-raised in the main thread
            failures.append(error)

    threads = [threading.Thread(target=work, args=(board,)) for board in boards]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]


def test_a_busy_machine_still_gets_answers(binding: Any) -> None:
    """More threads than processors and no time: perhaps late, but never 'no valid board' for a possible board.

    A count that takes more than its 5 ms of processor time, which may happen on a busy machine, is replaced by drawn
    boards, and then only certain mines that follow from single numbers are found. Calls that are alone find all.
    """
    boards = hard_positions()[:4]
    certain = [solve(board, MINES).certain_mines for board in boards]
    wrong: list[Any] = []

    def is_shortcut(result: Any, mines: Any) -> bool:
        return result.num_valid_gen == 0 and bool((result.probability_mine == np.where(mines, 1.0, -1.0)).all())

    def work() -> None:
        for _ in range(8):
            for board, mines in zip(boards, certain, strict=True):
                result = binding.determine_grid2(board, 2, 100_000, 0)
                found = result.probability_mine == 1.0
                if result.num_valid_gen > 0:
                    right = ((result.probability_mine >= 0.0) == mask(board, "-")).all()
                else:
                    right = found.any() and not (found & ~mines).any() and is_shortcut(result, found)
                if not right:
                    wrong.append(board)

    threads = [threading.Thread(target=work) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong, f"{len(wrong)} of {16 * 8 * len(boards)} calls"
    for board, mines in zip(boards, certain, strict=True):
        if mines.any():
            assert any(is_shortcut(binding.determine_grid2(board, 2, 100_000, 0), mines) for _ in range(100))


# ---- The next cell -----------------------------------------------------------------------------------------------


def best_cell(board: list[str], mine: Any, zero: Any, n: int) -> tuple[int, int] | None:
    """The original's rule, written literally, over unopened cells, with tallies out of n boards."""
    best: tuple[int, int] | None = None
    best_mine = best_zero = 0
    for r in range(16):
        for c in range(16):
            if board[r][c] != "-" or mine[r, c] < best_mine:
                continue
            margin = r in (0, 15) or c in (0, 15)
            if mine[r, c] - best_mine > n * 0.03 or (zero[r, c] <= best_zero and not margin):
                best, best_mine, best_zero = (r, c), mine[r, c], zero[r, c]
    return best


def test_best_grid_follows_the_rule(binding: Any) -> None:
    """Positions in which the rule's choice does not depend on sampling noise."""
    tried = 0
    n = 60_000
    for board in positions(7, 60 if is_first_binding(binding) else 20):
        solution = solve(board, MINES)
        choices = set()
        for seed in range(30):
            boards = solution.estimate(n // 4, seed=seed)  # noisier than the draws under test
            mine, zero = np.round(boards.mine * boards.n), np.round(boards.zero_around * boards.n)
            choices.add(best_cell(board, mine, zero, boards.n))
            if len(choices) > 1:
                break
        if len(choices) == 1:
            tried += 1
            assert binding.get_grid_with_best_probability(board, 1, n, AMPLE) == choices.pop(), board
    assert tried >= 4


def test_best_grid_of_certain_mines(binding: Any) -> None:
    """Without the shortcut: a mine that is in every drawn board is chosen, if no other is close."""
    tried = 0
    for board in positions(9, 200 if is_first_binding(binding) else 60):
        solution = solve(board, MINES)
        certain = np.argwhere(solution.certain_mines).tolist()
        others = solution.mine[mask(board, "-") & ~solution.certain_mines]
        if len(certain) == 1 and others.max(initial=0.0) < 0.9:
            tried += 1
            assert binding.get_grid_with_best_probability(board, 1, 5000, AMPLE) == tuple(certain[0])
    assert tried >= 1


def test_no_best_grid_without_a_valid_board(binding: Any) -> None:
    assert binding.get_grid_with_best_probability(place(BLANK, 0, 0, "4"), 1, 100, 100) is None


def test_best_grid_is_an_unopened_cell(binding: Any) -> None:
    for board in positions(10, 30):
        chosen = binding.get_grid_with_best_probability(board, 1, 2000, AMPLE)
        if chosen is not None:
            assert type(chosen[0]) is int
            assert board[chosen[0]][chosen[1]] == "-"


# ---- The plain shared library ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def determine() -> Any:
    function = ctypes.CDLL(str(minesweeper_core.get_library())).DetermineGrid2
    function.restype = None
    function.argtypes = [ctypes.c_void_p] * 4 + [ctypes.c_uint] * 3
    return function


def test_null_pointers(determine: Any) -> None:
    number = ctypes.c_uint(77)
    mine, zero = (ctypes.c_float * 256)(*[5.0] * 256), (ctypes.c_float * 256)(*[5.0] * 256)
    board = "".join(BLANK).encode()
    determine(None, mine, zero, ctypes.byref(number), 1, 10, 1000)
    assert number.value == 0
    assert set(mine) == set(zero) == {5.0}  # nothing else is written
    determine(None, None, None, None, 1, 10, 1000)
    determine(board, None, None, None, 1, 10, 1000)
    determine(board, mine, None, None, 1, 1000, 1000)
    assert all(0.0 < share < 1.0 for share in mine)
    determine(board, None, zero, ctypes.byref(number), 1, 1000, 1000)
    assert number.value >= 1000
    assert all(0.0 <= share < 1.0 for share in zero)
    number.value = 0
    determine(board, None, None, ctypes.byref(number), 1, 1000, 1000)
    assert number.value >= 1000
    determine(b"?" * 256, None, zero, None, 1, 10, 1000)
    assert set(zero) == {-1.0}


@pytest.fixture
def guarded() -> Any:
    """Make buffers that begin or end exactly at an inaccessible page."""
    if sys.platform == "win32":
        pytest.skip("mprotect is a Unix call")
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    page = mmap.PAGESIZE
    maps: list[tuple[mmap.mmap, int]] = []

    def protect(address: int, rights: int) -> None:
        assert libc.mprotect(address, page, rights) == 0

    def make(size: int, at_end: bool) -> int:
        area = mmap.mmap(-1, 3 * page)
        start = ctypes.addressof(ctypes.c_char.from_buffer(area))
        maps.append((area, start))
        protect(start, 0)
        protect(start + 2 * page, 0)
        return start + 2 * page - size if at_end else start + page

    yield make
    for _, start in maps:
        protect(start, mmap.PROT_READ | mmap.PROT_WRITE)
        protect(start + 2 * page, mmap.PROT_READ | mmap.PROT_WRITE)


@pytest.mark.parametrize("at_end", [True, False])
def test_buffers_at_a_page_boundary(determine: Any, guarded: Any, at_end: bool) -> None:
    text, mine, zero = guarded(256, at_end), guarded(1024, at_end), guarded(1024, at_end)
    number = ctypes.c_uint()
    for board in [BLANK, *positions(11, 12), *hard_positions()[:1]]:
        ctypes.memmove(text, "".join(board).encode(), 256)
        determine(text, mine, zero, ctypes.byref(number), 1, 1000, 1000)
        shares = np.frombuffer(ctypes.string_at(mine, 1024), np.float32).reshape(16, 16)
        assert (shares[~mask(board, "-")] == -1.0).all()
        assert ctypes.string_at(text, 256) == "".join(board).encode()  # the input is not written
    ctypes.memmove(text, b"?" * 256, 256)
    determine(text, mine, zero, ctypes.byref(number), 1, 1000, 1000)
    assert number.value == 0


def test_unaligned_buffers(determine: Any) -> None:
    """The board may start at any address."""
    buffer = ctypes.create_string_buffer(64 + 256)
    number = ctypes.c_uint()
    mine = (ctypes.c_float * 256)()
    for offset in range(1, 17):
        ctypes.memmove(ctypes.addressof(buffer) + offset, "".join(BLANK).encode(), 256)
        determine(ctypes.addressof(buffer) + offset, mine, None, ctypes.byref(number), 1, 600, 1000)
        assert number.value >= 600


def test_nothing_is_left_allocated(determine: Any) -> None:
    """Thousands of calls do not increase the memory of the process."""
    resource = pytest.importorskip("resource")  # not on Windows
    boards = ["".join(board).encode() for board in [*positions(12, 20), place(BLANK, 0, 0, "4")]]
    mine, zero, number = (ctypes.c_float * 256)(), (ctypes.c_float * 256)(), ctypes.c_uint()

    def rounds(count: int) -> int:
        for _ in range(count):
            for board in boards:
                determine(board, mine, zero, ctypes.byref(number), 1, 1, 1000)
        return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)

    before = rounds(10)
    after = rounds(100)
    # In KiB on Linux, bytes on macOS. 2100 calls that leaked their tables would take gigabytes.
    assert after - before < 20 * 1024 * (1024 if sys.platform == "darwin" else 1)
