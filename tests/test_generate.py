"""Random boards: the first click's rules, 3BV, no guessing, uniformity, seeds."""

from __future__ import annotations

import itertools
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bindings import BINDINGS
from checks import is_first_binding
from numpy.typing import NDArray
from plain_rules import Cell, PlainGame

import minesweeper_core as mc


def around(mask: NDArray[np.bool_], cell: Cell) -> NDArray[np.bool_]:
    row, col = cell
    part: NDArray[np.bool_] = mask[..., max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2]
    return part


def all_boards(rows: int, cols: int, mines: int) -> list[NDArray[np.bool_]]:
    found = []
    for places in itertools.combinations(range(rows * cols), mines):
        mask = np.zeros(rows * cols, bool)
        mask[list(places)] = True
        found.append(mask.reshape(rows, cols))
    return found


def won_without_guessing(mask: NDArray[np.bool_], first: Cell) -> bool:
    """is_no_guess by the plain rules and by enumeration of all valid boards."""
    rows, cols = mask.shape
    count = int(mask.sum())
    every = [frozenset((int(r), int(c)) for r, c in np.argwhere(board)) for board in all_boards(rows, cols, count)]
    game = PlainGame(rows, cols, [(int(r), int(c)) for r, c in np.argwhere(mask)])
    assert game.act("open", first) is None
    while game.status == "playing":
        valid = [
            mines
            for mines in every
            if not mines & game.opened
            and all(game.number(cell) == len(mines.intersection(game.around(cell))) for cell in game.opened)
        ]
        safe = [cell for cell in game.cells if cell not in game.opened and not any(cell in mines for mines in valid)]
        if not safe:
            return False
        for cell in safe:
            game.act("open", cell)
    return game.status == "won"


def chi_square(boards: NDArray[np.bool_], among: list[NDArray[np.bool_]]) -> float:
    """The deviation of the counts from equal ones, in standard deviations of the chi-square distribution."""
    counts = Counter(board.tobytes() for board in boards)
    assert set(counts) <= {board.tobytes() for board in among}
    expected = len(boards) / len(among)
    total = sum((counts[board.tobytes()] - expected) ** 2 / expected for board in among)
    free = len(among) - 1
    return float((total - free) / (2 * free) ** 0.5)


# ---- the first click -------------------------------------------------------------------------------------------------


def test_shapes(binding: Any) -> None:
    board = binding.generate(*mc.EXPERT, seed=1)
    assert board.shape == (16, 30) and board.dtype == np.bool_ and board.sum() == 99
    boards = binding.generate(*mc.EXPERT, 50, seed=1)
    assert boards.shape == (50, 16, 30) and (boards.sum((1, 2)) == 99).all()
    assert binding.generate(5, 5, 3, 0).shape == (0, 5, 5)
    assert not binding.generate(4, 4, 0).any() and binding.generate(4, 4, 16).all()
    assert binding.generate(1, 32767, 5, seed=1).sum() == 5


@pytest.mark.parametrize("at", [(0, 0), (0, 14), (8, 15), (15, 29)])
def test_first_click(binding: Any, at: Cell) -> None:
    n = 2000 if is_first_binding(binding) else 100
    safe = binding.generate(*mc.EXPERT, n, seed=2, at=at, first="safe")
    assert not safe[:, at[0], at[1]].any() and around(safe, at).any((1, 2)).mean() > 0.3
    assert (binding.generate(*mc.EXPERT, n, seed=2, at=at) == safe).all()
    assert not around(binding.generate(*mc.EXPERT, n, seed=2, at=at, first="opening"), at).any()
    anything = binding.generate(*mc.EXPERT, n, seed=2, at=at, first="anything")
    assert (anything == binding.generate(*mc.EXPERT, n, seed=2)).all()
    assert anything[:, at[0], at[1]].any()


def test_rule_is_kept_as_far_as_possible(binding: Any) -> None:
    for mines in range(21):
        board = binding.generate(4, 5, mines, seed=mines, at=(1, 1), first="opening")
        assert board.sum() == mines
        assert around(board, (1, 1)).sum() == max(0, mines - 11)
        assert board[1, 1] == (mines == 20)


@pytest.mark.parametrize("first", ["anything", "safe", "opening"])
def test_uniform(binding: Any, first: str) -> None:
    boards = binding.generate(3, 4, 3, 40_000 if is_first_binding(binding) else 6000, seed=3, at=(1, 0), first=first)
    among = [
        board
        for board in all_boards(3, 4, 3)
        if first == "anything" or not (board[1, 0] if first == "safe" else around(board, (1, 0)).any())
    ]
    assert chi_square(boards, among) < 8


# ---- no guessing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "cols", "mines", "at"), [(3, 4, 3, (0, 0)), (2, 6, 3, (0, 5))])
def test_is_no_guess_by_enumeration(binding: Any, rows: int, cols: int, mines: int, at: Cell) -> None:
    every = all_boards(rows, cols, mines)
    expected = [not board[at] and won_without_guessing(board, at) for board in every]
    assert binding.is_no_guess(np.array(every), at).tolist() == expected
    assert True in expected and False in expected
    for i in range(0, len(every), 29):
        answer = binding.is_no_guess(every[i], at)
        assert type(answer) is bool and answer == expected[i]


def test_no_guess_is_uniform_by_rejection(binding: Any) -> None:
    at = (0, 0)
    among = [board for board in all_boards(3, 4, 3) if not board[at] and won_without_guessing(board, at)]
    boards = binding.generate(3, 4, 3, 20_000 if is_first_binding(binding) else 3000, seed=1, at=at, no_guess=True)
    assert chi_square(boards, among) < 8
    openings = [board for board in among if not around(board, at).any()]
    assert 0 < len(openings) < len(among)
    boards = binding.generate(3, 4, 3, 3000, seed=1, at=at, no_guess=True, first="opening")
    assert chi_square(boards, openings) < 8


@pytest.mark.parametrize("no_guess", [True, "repair"])
@pytest.mark.parametrize("first", ["safe", "opening"])
def test_no_guess_boards_are_won_by_the_solver(binding: Any, no_guess: Any, first: str) -> None:
    at = (7, 12)
    boards = binding.generate(*mc.EXPERT, 6, seed=5, at=at, no_guess=no_guess, first=first)
    assert (boards.sum((1, 2)) == 99).all()
    assert binding.is_no_guess(boards, at).all()
    if first == "opening":
        assert not around(boards, at).any()
    for board in boards[:2]:
        game = binding.Game.from_mines(board)
        game.open(*at)
        while game.status == "playing":
            safe = np.argwhere(binding.solve(game.board, game.mines).certain_safe)
            assert len(safe)
            for row, col in safe:
                game.open(row, col)
        assert game.status == "won"


def test_most_expert_boards_need_a_guess(binding: Any) -> None:
    boards = binding.generate(*mc.EXPERT, 100, seed=6, at=(8, 15), first="opening")
    assert 0 <= binding.is_no_guess(boards, (8, 15)).sum() < 50


# ---- 3BV -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("least", "most"), [(None, 120), (190, None), (150, 155)])
def test_range_of_3bv(binding: Any, least: int | None, most: int | None) -> None:
    boards = binding.generate(*mc.EXPERT, 20, seed=7, bbbv=(least, most))
    bbbv = binding.bbbv(boards)
    assert (bbbv >= (least or 0)).all() and (bbbv <= (most or 10**9)).all()


def test_range_of_3bv_is_uniform(binding: Any) -> None:
    among = [board for board in all_boards(3, 4, 3) if 3 <= mc.bbbv(board) <= 4]
    boards = binding.generate(3, 4, 3, 4000, seed=8, bbbv=(3, 4))
    assert chi_square(boards, among) < 8


def test_range_of_3bv_and_no_guess(binding: Any) -> None:
    boards = binding.generate(*mc.BEGINNER, 10, seed=9, at=(4, 4), no_guess="repair", bbbv=(15, 25))
    bbbv = binding.bbbv(boards)
    assert (bbbv >= 15).all() and (bbbv <= 25).all() and binding.is_no_guess(boards, (4, 4)).all()


def test_not_found(binding: Any) -> None:
    with pytest.raises(mc.BoardNotFoundError) as caught:
        binding.generate(*mc.EXPERT, seed=1, bbbv=(380, None), tries=100)
    assert isinstance(caught.value, RuntimeError) and "no board" in str(caught.value)
    with pytest.raises(mc.BoardNotFoundError):
        binding.generate(1, 4, 2, seed=1, at=(0, 3), no_guess=True, first="opening", bbbv=(4, 4), tries=1000)


@pytest.mark.parametrize(("mines", "least", "tries"), [(10, 72, None), (10, 72, 5), (0, 2, None)])
def test_ranges_that_no_board_has(binding: Any, mines: int, least: int, tries: int | None) -> None:
    with pytest.raises(mc.BoardNotFoundError, match=r"^no such board exists with a 3BV in the requested range$"):
        binding.generate(9, 9, mines, bbbv=(least, None), tries=tries)
    with pytest.raises(mc.BoardNotFoundError, match=r"within the allowed number of tries$"):
        binding.generate(9, 9, 10, seed=1, bbbv=(71, None), tries=5)


@pytest.mark.parametrize(("at", "most"), [((4, 4), 63), ((0, 8), 68), ((8, 3), 66)])
def test_ranges_that_no_board_with_an_opening_has(binding: Any, at: tuple[int, int], most: int) -> None:
    wishes: dict[str, Any] = {"seed": 1, "first": "opening", "at": at, "tries": 5}
    with pytest.raises(mc.BoardNotFoundError, match=r"^no such board exists with a 3BV in the requested range$"):
        binding.generate(9, 9, 10, bbbv=(most + 1, None), **wishes)
    with pytest.raises(mc.BoardNotFoundError, match=r"within the allowed number of tries$"):
        binding.generate(9, 9, 10, bbbv=(most, None), **wishes)


# ---- seeds, pieces, threads ------------------------------------------------------------------------------------------

REQUESTS: dict[str, dict[str, Any]] = {
    "any": {},
    "opening": {"at": (3, 4), "first": "opening"},
    "3BV": {"bbbv": (30, 60)},
    "no guess": {"at": (3, 4), "no_guess": True},
    "repair": {"at": (3, 4), "no_guess": "repair"},
}


@pytest.mark.parametrize("name", REQUESTS)
def test_same_boards_from_a_seed(bindings: list[Any], name: str) -> None:
    options = REQUESTS[name]
    boards = mc.generate(*mc.INTERMEDIATE, 60, seed=11, **options)
    for binding in bindings:
        assert (binding.generate(*mc.INTERMEDIATE, 60, seed=11, threads=3, **options) == boards).all()
        assert (binding.generate(*mc.INTERMEDIATE, 20, seed=11, start=30, **options) == boards[30:50]).all()
        assert (binding.generate(*mc.INTERMEDIATE, seed=11, **options) == boards[0]).all()
    assert (mc.generate(*mc.INTERMEDIATE, 60, seed=12, **options) != boards).any()
    assert len({board.tobytes() for board in boards}) == 60


def test_seed_none_is_fresh(binding: Any) -> None:
    assert (binding.generate(*mc.EXPERT) != binding.generate(*mc.EXPERT)).any()


# ---- errors ----------------------------------------------------------------------------------------------------------

WRONG: list[tuple[tuple[int, ...], dict[str, Any], str]] = [
    ((0, 5, 1), {}, "rows must be from 1 to 32767: 0"),
    ((5, 32768, 1), {}, "cols must be from 1 to 32767: 32768"),
    ((32767, 8193, 1), {}, "at most 268435456 cells, not 32767 x 8193 = 268460031"),
    ((5, 5, 26), {}, "mines must be from 0 to 25: 26"),
    ((5, 5, -1), {}, "mines must be from 0 to 25"),
    ((5, 5, 5, -1), {}, "n must be from 0"),
    ((5, 5, 5), {"seed": 2**64}, "seed must be from 0"),
    ((5, 5, 5), {"first": "safe"}, "first='safe' needs at="),
    ((5, 5, 5), {"no_guess": True}, "no_guess needs at="),
    ((5, 5, 5), {"no_guess": True, "at": (0, 0), "first": "anything"}, "no_guess needs first='safe' or"),
    ((5, 5, 5), {"no_guess": "maybe", "at": (0, 0)}, "no_guess is 'maybe', but must be False, True or 'repair'"),
    ((257, 5, 5), {"no_guess": True, "at": (0, 0)}, "sides of up to 256, this one is 257 x 5"),
    ((5, 5, 5), {"at": (5, 0)}, "at is row 5, column 0, but the board has 5 rows and 5 columns"),
    ((5, 5, 5), {"at": (0, -1)}, "at is row 0, column -1"),
    ((5, 5, 5), {"at": (0, 1, 2)}, r"at must be \(row, column\)"),
    ((5, 5, 5), {"first": "nice", "at": (0, 0)}, "first is 'nice', but must be one of"),
    ((5, 5, 5), {"bbbv": (5, 4)}, "bbbv is .minimum, maximum., but the minimum, 5, is more than the maximum, 4"),
    ((5, 5, 5), {"bbbv": (None, 0)}, "the maximum bbbv must be from 1 to"),
    ((5, 5, 5), {"bbbv": (5,)}, r"bbbv must be \(minimum, maximum\), not \(5,\)"),
    ((5, 5, 5), {"bbbv": (-1, None)}, "the minimum bbbv must be from 0"),
    ((5, 5, 5), {"tries": -1}, "tries must be from 1"),
    ((5, 5, 5), {"tries": 0}, "tries must be from 1"),
    ((5, 5, 5), {"threads": -1}, "threads must be from 0"),
    ((5, 5, 5), {"memory": 0}, "memory must be from 1 to 18446744073709551615: 0"),
    ((5, 5, 5), {"memory": -1}, "memory must be from 1 to 18446744073709551615: -1"),
    ((5, 5, 5, 10), {"start": 2**64 - 10}, "start must be from 0"),
]


@pytest.mark.parametrize(("arguments", "options", "message"), WRONG)
def test_invalid_requests(binding: Any, arguments: tuple[int, ...], options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        binding.generate(*arguments, **options)


def test_invalid_arguments_of_is_no_guess(binding: Any) -> None:
    with pytest.raises(ValueError, match="sides of up to 256"):
        binding.is_no_guess(np.zeros((300, 3), bool), (0, 0))
    with pytest.raises(ValueError, match="at is row 3, column 0"):
        binding.is_no_guess(np.zeros((3, 3), bool), (3, 0))
    with pytest.raises(TypeError, match=r"at must be \(row, column\), not 3"):
        binding.is_no_guess(np.zeros((3, 3), bool), 3)
    with pytest.raises(TypeError, match="the row of at must be an integer"):
        binding.generate(5, 5, 5, at=(0.5, 0))
    assert binding.is_no_guess(np.zeros((0, 3, 3), bool), (0, 0)).shape == (0,)


# ---- long work -------------------------------------------------------------------------------------------------------


def test_poll(binding: Any) -> None:
    seen: list[float] = []

    class Enough(Exception):
        pass

    def poll(progress: float) -> None:
        seen.append(progress)
        if len(seen) >= 3:
            raise Enough

    with pytest.raises(Enough):
        binding.generate(*mc.EXPERT, 100_000, seed=1, at=(8, 15), no_guess=True, threads=2, poll=poll)
    assert len(seen) == 3
    assert all(progress <= 1 for progress in seen)
    with pytest.raises(Enough):
        binding.generate(*mc.EXPERT, seed=1, bbbv=(380, None), poll=poll)


CHILD = """
import sys
sys.path.insert(0, {tests!r})
from bindings import make_binding
binding = make_binding({name!r})
binding.generate(5, 5, 5)
try:
    print("ready", flush=True)
    binding.generate(16, 30, 99, at=(8, 15), no_guess=True, bbbv=(300, None))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("name", BINDINGS)
@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_keyboard_interrupt(name: str) -> None:
    code = CHILD.format(tests=str(Path(__file__).parent), name=name)
    with subprocess.Popen([sys.executable, "-P", "-c", code], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        start = time.monotonic()
        assert child.stdout.readline() == "interrupted\n"
        # The documented limit is half a second; the rest is for a busy machine.
        assert time.monotonic() - start < 5
        child.kill()
