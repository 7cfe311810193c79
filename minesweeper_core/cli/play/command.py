"""The command `play`: from options to a game on the screen."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from minesweeper_core.cli import board_size
from minesweeper_core.cli.errors import SIGNAL_MESSAGES, CommandError
from minesweeper_core.cli.play.classic_session import ClassicSetup, check

if TYPE_CHECKING:
    from minesweeper_core.cli.play.app import PlayApp

NEEDS_TEXTUAL = "play needs the library Textual: pip install 'minesweeper-core[play]', or pip install textual"


def play(options: argparse.Namespace) -> None:
    """The command `play`."""
    app = _app(options)
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise CommandError("play needs a terminal for its input and output")
    if os.environ.get("TERM") == "dumb":
        raise CommandError("play needs a terminal that can place its cursor, not TERM=dumb")
    with _ended_by_signals(app):
        app.run()
    if report := app.game_screen.report():
        sys.stdout.write(report + "\n")
    if app.return_code in SIGNAL_MESSAGES:
        raise CommandError(SIGNAL_MESSAGES[app.return_code], app.return_code)
    if app.return_code:
        raise CommandError("the game ended by a mistake of its own")


@contextmanager
def _ended_by_signals(app: PlayApp) -> Iterator[None]:
    """Signals that end the process end the game first, so that the terminal is put back. Only the main thread may."""

    def end(number: int, _frame: object) -> None:
        if number == _SIGHUP:
            _without_terminal()
        app.end(128 + number)

    before = {}
    try:
        for number in (signal.SIGINT, signal.SIGTERM, _SIGHUP):
            if number is not None and signal.getsignal(number) != signal.SIG_IGN:  # nohup
                before[number] = signal.signal(number, end)
    except ValueError:
        pass
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)


def _without_terminal() -> None:
    """Where the terminal is gone, what is still written to it would fail: it goes nowhere instead."""
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None and not os.isatty(stream.fileno()):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def _app(options: argparse.Namespace) -> PlayApp:
    if options.flags:
        for name, value in _CLASSIC.items():
            if getattr(options, name) != value:
                shown = "SIZE" if name == "size" else f"--{name.replace('_', '-')}"
                raise CommandError(
                    f"{shown} is for the classic game: --flags has boards of its own, 16 x 16 with 51 mines"
                )
    else:
        for name, value in _FLAGS.items():
            if getattr(options, name) != value:
                raise CommandError(f"--{name.replace('_', '-')} is for --flags")
    setup = ClassicSetup(
        board_size.size(options.size or "beginner", options.mines),
        options.first or "safe",
        "repaired" if options.repair else "no-guess" if options.no_guess else "any",
        options.seed,
    )
    check(setup)
    try:
        from minesweeper_core.cli.play.app import PlayApp
        from minesweeper_core.cli.play.flags_screen import FlagsSetup
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "textual":
            raise
        raise CommandError(NEEDS_TEXTUAL) from None
    delay = 600 if options.delay_ms is None else options.delay_ms
    match = FlagsSetup(options.level or "normal", options.seed, options.bot_begins, delay / 1000)
    return PlayApp(match if options.flags else setup, memory=options.memory, light=options.light)


_SIGHUP: int | None = getattr(signal, "SIGHUP", None)  # Windows has none

# Options of one of the games only, and what they are where they were not given.
_CLASSIC = {"size": None, "mines": None, "first": None, "no_guess": False, "repair": False}
_FLAGS = {"level": None, "bot_begins": False, "delay_ms": None}
