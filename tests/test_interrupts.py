"""Ctrl-C ends every long call. The other calls of this kind are in test_long_calls.py and test_generate.py."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from bindings import BINDINGS

# One after the other in one process; each would take many seconds or never end.
CHILD = r"""
import os, random, signal, sys, threading, time
sys.path.insert(0, {tests!r})
import numpy as np
from bindings import make_binding
from positions import lattice, scattered

binding = make_binding({name!r})
rng = random.Random(5)
wide = scattered(rng, 256, 256, 13107, 0.1)
knit = lattice(rng, 64, 64, 800)
boards = np.random.default_rng(1)
many = boards.random((60_000, 16, 30)) < 0.2
huge = boards.random((4000, 4000)) < 0.2
sparse = boards.random((2000, 48, 48)) < 0.1
sparse[:, 20:27, 20:27] = False
text = b"\n".join([b"-" * 6000] * 6000)
undone = binding.Game(8000, 8000, 2_500_000, seed=1, first="opening")
undone.open(4000, 4000)
undone.undo()
flags = binding.FlagsGame(1, rows=8000, cols=8000, mines=3_200_000, radius=8000, bomb_anytime=True)


def forever(call):
    while True:
        call()


CALLS = {{
    "solve": lambda: binding.solve(knit, 800, memory=2**33),
    "solve_many": lambda: binding.solve_many([wide] * 300, 13107),
    "zero_around": lambda: forever(lambda: binding.solve(wide, 13107).zero_around),
    "number": lambda: forever(lambda: binding.solve(wide, 13107).number),
    "total": lambda: forever(lambda: binding.solve(wide, 13107).total),
    "estimate": lambda: binding.estimate(wide, 13107, 10**9),
    "metrics of many": lambda: forever(lambda: binding.metrics(many)),
    "metrics of 4000 x 4000": lambda: binding.metrics(huge),
    "bbbv of 4000 x 4000": lambda: forever(lambda: binding.bbbv(huge)),
    "generate": lambda: forever(lambda: binding.generate(256, 256, 13107, 1000, seed=1)),
    "generate what can't be": lambda: binding.generate(16, 30, 99, bbbv=(381, None)),
    "generate large what can't be": lambda: binding.generate(4000, 4000, 3_200_000, bbbv=(1, 2)),
    "generate hardly any": lambda: binding.generate(24, 30, 240, at=(8, 15), no_guess=True),
    "repair": lambda: forever(lambda: binding.generate(256, 256, 12000, 10, at=(8, 15), no_guess="repair")),
    "is_no_guess": lambda: forever(lambda: binding.is_no_guess(sparse, (23, 23))),
    "read_file": lambda: forever(lambda: binding.read_file(text)),
    "open": lambda: forever(lambda: binding.Game(12_000, 12_000, 7_200_000, first="opening").open(1, 1)),
    "redo": lambda: forever(lambda: undone.copy().redo()),
    "bomb": lambda: forever(lambda: flags.copy().bomb(4000, 4000)),
    "Game.from_mines": lambda: forever(lambda: binding.Game.from_mines(huge)),
    "FlagsGame": lambda: forever(lambda: binding.FlagsGame(rows=12_000, cols=12_000, mines=7_200_000)),
}}
for name, call in CALLS.items():
    sent = []

    def send():
        time.sleep(0.15)  # the analysis of the largest board takes 0.06 s; what follows it takes a second and more
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    sender = threading.Thread(target=send)
    try:
        sender.start()
        call()
        print(name, "finished")
    except KeyboardInterrupt:
        print(f"{{name}} {{time.monotonic() - sent[0]:.3f}}", flush=True)
    sender.join()
print("that was all")
"""


@pytest.mark.parametrize("name", BINDINGS)
@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_every_long_call_is_interrupted(name: str) -> None:
    code = CHILD.format(tests=str(Path(__file__).parent), name=name)
    child = subprocess.run(
        [sys.executable, "-P", "-c", code], stdout=subprocess.PIPE, text=True, timeout=300, check=False
    )
    print(child.stdout)
    lines = child.stdout.splitlines()
    assert len(lines) == 22
    assert lines.pop() == "that was all"
    for line in lines:
        took = line.rpartition(" ")[2]
        # The documented limit is half a second; the rest is for a busy machine.
        assert took != "finished", line
        assert float(took) < 5, line


class Late(Exception):
    pass


@contextmanager
def alarmed(seconds: float, handler: Callable[[], object]) -> Iterator[None]:
    """Call the handler after this many seconds, wherever the main thread is."""
    before = signal.signal(signal.SIGALRM, lambda _number, _frame: handler())
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


needs_alarms = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers that send signals")


@needs_alarms
def test_exceptions_of_a_handler_propagate(binding: Any) -> None:
    def late() -> None:
        raise Late

    for call in (
        lambda: binding.generate(16, 30, 99, bbbv=(381, None)),
        lambda: binding.sample(["-" * 16] * 16, 51, 8_000_000, seed=1, threads=1),
        lambda: binding.Game(6000, 6000, 1_800_000, seed=1, first="opening").open(3000, 3000),
    ):
        for _ in range(4):
            with alarmed(0.06, late), pytest.raises(Late):
                call()


@needs_alarms
def test_a_handler_cannot_use_the_game_that_it_interrupts(binding: Any) -> None:
    game, calm = (binding.Game(3000, 3000, 450_000, seed=1, first="opening") for _ in range(2))
    game.flag(0, 0)
    calm.flag(0, 0)
    refused: list[str] = []

    def meddle() -> None:
        for use in (game.undo, game.copy, lambda: game.flag(1, 1), lambda: game.board, lambda: game.log):
            try:
                use()
            except RuntimeError as error:
                refused.append(str(error))

    while not refused:
        with alarmed(0.05, meddle):
            game.open(1500, 1500)
        if not refused:
            game.undo()
    assert refused == ["the game is in use by another call"] * 5
    calm.open(1500, 1500)
    assert game.board == calm.board
    assert game.log == calm.log
    assert game.undo() and game.undo() and not game.undo()
    assert game.board.count("-") == 3000 * 3000 and not game.flags.any()


# NumPy is imported first, because an interrupt of its import can become an ImportError.
IMPORT = """
import signal
import numpy
signal.signal(signal.SIGINT, signal.default_int_handler)
print("ready", flush=True)
import minesweeper_core
assert minesweeper_core.solve("-1", 1).total == 1
print("imported", flush=True)
# At exit the interpreter restores the default action: ignore the signal from here on.
signal.signal(signal.SIGINT, signal.SIG_IGN)
"""


@pytest.mark.parametrize("wait", [0.0, 0.01, 0.02, 0.04, 0.08, 0.2])
@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_an_interrupted_import_is_a_plain_keyboard_interrupt(wait: float) -> None:
    # Unbuffered: a buffer could keep what follows the first line.
    with subprocess.Popen(
        [sys.executable, "-P", "-c", IMPORT], stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        time.sleep(wait)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    # -2: the interpreter ends itself by the signal after an uncaught KeyboardInterrupt
    assert child.returncode in (0, -signal.SIGINT), err
    assert child.returncode != 0 or out == b"imported\n"
    assert child.returncode == 0 or b"KeyboardInterrupt" in err
