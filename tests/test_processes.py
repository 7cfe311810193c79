"""Processes, interpreters, and results that are pickled or copied."""

from __future__ import annotations

import copy
import math
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import warnings
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from positions import position

import minesweeper_core as mc

BLANK = ["-" * 16] * 16
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs fork")


# ---- fork ------------------------------------------------------------------------------------------------------------


@contextmanager
def computing(binding: Any) -> Iterator[None]:
    """Threads of this process that call the library all the time."""
    over = threading.Event()
    begun = threading.Barrier(4)

    def work(call: Callable[[], object]) -> None:
        begun.wait()
        while not over.is_set():
            call()

    board = position(3, 16, 30, 99, 0.3)
    calls: list[Callable[[], object]] = [
        lambda: binding.sample(BLANK, 51, 100_000, threads=2),
        lambda: binding.solve_many([board] * 200, 99, zero_around=True, threads=2),
        lambda: binding.generate(16, 30, 99, 20, at=(8, 15), no_guess=True, threads=2),
    ]
    threads = [threading.Thread(target=work, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    begun.wait()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def all_works(binding: Any, shared: Any) -> bool:
    """Call the main functions, with threads of their own."""
    return bool(
        binding.solve("----\n-13-\n----\n----", 6).total == 66
        and shared.mine[0, 0] == 51 / 256
        and shared.total == math.comb(256, 51)
        and binding.sample(BLANK, 51, 2000, seed=1, threads=2).sum() == 2000 * 51
        and binding.solve_many([BLANK] * 40, 51, threads=2).consistent.all()
        and len(binding.generate(9, 9, 10, 50, seed=1, threads=2)) == 50
        and binding.determine_grid2("-" * 256, 2, 1000, 10_000).num_valid_gen >= 1000
    )


@POSIX
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_can_use_the_library_whatever_threads_were_doing(binding: Any) -> None:
    shared = binding.solve(BLANK, 51)
    with computing(binding):
        for _ in range(5):
            child = os.fork()
            if child == 0:
                os._exit(0 if all_works(binding, shared) else 1)
            assert ended(child) == 0


@POSIX
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_does_not_wait_for_locks_of_other_threads(binding: Any) -> None:
    """What a thread of the parent was computing is computed again; a game that it was using is refused."""
    game = binding.Game(1500, 1500, 0, seed=1)
    solution = binding.solve(*_slow())
    over = threading.Event()

    def play() -> None:
        while not over.is_set():
            game.open(0, 0)
            game.undo()

    def answer() -> None:
        while not over.is_set():
            solution._values.pop("number", None)
            assert solution.number.shape == (48, 48, 9)

    def look() -> int:
        assert solution.number.shape == (48, 48, 9)
        try:
            return int(game.board.count("-") not in (0, 1500 * 1500)) * 2
        except RuntimeError as error:
            return int("the game is in use by another call" not in str(error)) * 3

    threads = [threading.Thread(target=work) for work in (play, answer)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(8):
            time.sleep(0.02)
            child = os.fork()
            if child == 0:
                code = 1
                try:
                    code = look()
                finally:
                    os._exit(code)
            assert ended(child) == 0
    finally:
        over.set()
        for thread in threads:
            thread.join()


def _slow() -> tuple[list[str], int]:
    """A position whose numbers take long to compute."""
    return position(5, 48, 48, 460, 0.25), 460


def ended(child: int) -> int:
    """Wait for a child, a minute at most, and return its exit code."""
    for _ in range(6000):
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    raise AssertionError("the child hangs")


def total_of(solution: Any) -> int:
    total: int = solution.total
    return total


@POSIX
@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_multiprocessing(method: str) -> None:
    boards = [position(seed, 9, 9, 10, 0.4) for seed in range(6)]
    solutions = [mc.solve(board, 10) for board in boards]
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(total_of, solutions) == [solution.total for solution in solutions]
        with pytest.raises(mc.InconsistentBoardError, match="can't be met") as caught:
            pool.apply(mc.solve, ("4-\n--", 3))
    assert (caught.value.row, caught.value.col) == (0, 0)


# ---- subinterpreters -------------------------------------------------------------------------------------------------

SUBINTERPRETER = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
code = '''
import sys
sys.path[:] = {path}
try:
    import minesweeper_core
except ImportError:
    print("refused", flush=True)
else:
    print("total", minesweeper_core.solve("----/-13-/----/----".replace("/", chr(10)), 6).total, flush=True)
'''.format(path=sys.path)
first = sys.argv[1] == "first"
if first:
    import minesweeper_core
for config in ("isolated", "legacy") if sys.version_info >= (3, 13) else ("",):
    other = interpreters.create(*[config][: len(config)])
    interpreters.run_string(other, code)
    interpreters.destroy(other)
import minesweeper_core
assert minesweeper_core.solve("-1", 1).total == 1
print("alive", flush=True)
"""


@pytest.mark.parametrize("order", ["first", "last"])
def test_subinterpreters_are_refused_or_work(order: str) -> None:
    """NumPy supports one interpreter per process, and so does the package: others get an ImportError."""
    child = subprocess.run(
        [sys.executable, "-P", "-c", SUBINTERPRETER, order], capture_output=True, text=True, timeout=120, check=False
    )
    if "No module named" in child.stderr:
        pytest.skip("this Python has no module for subinterpreters")
    lines = child.stdout.splitlines()
    assert set(lines[:-1]) <= {"refused", "total 66"}
    assert lines, child.stderr
    if order == "last" and child.returncode == 1:
        # Only the first interpreter can import NumPy, and it was not the main one.
        assert "ImportError" in child.stderr
    else:
        assert child.returncode == 0, child.stderr
        assert lines[-1] == "alive"


# ---- results ---------------------------------------------------------------------------------------------------------


def results(binding: Any) -> dict[str, Any]:
    """One object of every public result type."""
    game = binding.Game(9, 9, 10, seed=1)
    change = game.open(4, 4)
    flags = binding.FlagsGame(seed=1)
    flags.open(3, 3)
    board = position(1, 9, 9, 10, 0.3)
    solution = binding.solve(board, 10)
    return {
        "Solution": solution,
        "Cost": solution.cost,
        "Solutions": binding.solve_many([board], 10, zero_around=True),
        "Estimate": binding.estimate(board, 10, 600, seed=1),
        "GridProbabilities": binding.determine_grid2("-" * 256, 1, 600, 10_000),
        "Metrics": binding.metrics(binding.generate(9, 9, 10, seed=1)),
        "Metrics of many": binding.metrics(binding.generate(9, 9, 10, 3, seed=1)),
        "Game": game,
        "Change": change,
        "FlagsGame": flags,
        "BoardFile": binding.read_file(b"b=44&m=2900"),
        "InconsistentBoardError": mc.InconsistentBoardError("words", 1, 2),
        "BudgetExceededError": mc.BudgetExceededError("words", 77),
        "BoardNotFoundError": mc.BoardNotFoundError("words"),
        "BadFileError": mc.BadFileError("words", 7),
    }


METRICS = ["bbbv", "openings", "islands", "zini", "hzini"]
FIELDS = {
    "Solution": [
        "mine",
        "zero_around",
        "number",
        "total",
        "certain_safe",
        "certain_mines",
        "board",
        "mines",
        "rows",
        "cols",
    ],
    "Estimate": ["mine", "zero_around", "mine_stderr", "zero_around_stderr", "n", "seed", "exact", "runs", "ess"],
    "Metrics": METRICS,
    "Metrics of many": METRICS,
    "Change": ["cells", "refusal"],
    "Game": ["board", "status", "log", "mines", "seed", "mask", "flags"],
    "FlagsGame": ["board", "score", "turn", "log", "bombs", "owner", "mask", "seed"],
    "BoardFile": ["board", "mines", "mask", "flags", "first_click", "format"],
    "InconsistentBoardError": ["args", "row", "col"],
    "BudgetExceededError": ["args", "needed"],
    "BoardNotFoundError": ["args"],
    "BadFileError": ["args", "offset"],
}


def content(thing: Any, name: str) -> list[Any]:
    """The content of a result, in a form that compares with ==."""
    if isinstance(thing, tuple) and name not in FIELDS:
        found = list(thing)
    else:
        found = [getattr(thing, field) for field in FIELDS[name]]
    return [value.tolist() if isinstance(value, np.ndarray) else value for value in found]


@pytest.mark.parametrize(
    "how",
    [*(lambda thing, p=p: pickle.loads(pickle.dumps(thing, p)) for p in (0, 2, 5)), copy.copy, copy.deepcopy],
    ids=["pickle 0", "pickle 2", "pickle 5", "copy", "deepcopy"],
)
def test_every_result_is_pickled_and_copied(binding: Any, how: Callable[[Any], Any]) -> None:
    for name, thing in results(binding).items():
        again = how(thing)
        assert type(again).__qualname__ == type(thing).__qualname__  # each loaded library has its own Game
        assert content(again, name) == content(thing, name), name
        assert repr(again) == repr(thing), name


def test_large_results_support_weak_references(binding: Any) -> None:
    for name in ("Solution", "Game", "FlagsGame", "BoardFile"):
        things = results(binding)
        reference = weakref.ref(things[name])
        assert reference() is things[name]
        things.clear()
        assert reference() is None, name


def test_warnings_are_not_hidden() -> None:
    """The package itself causes no warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        results(mc)
