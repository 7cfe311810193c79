"""The command `play`: from options to a game on the screen."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from minesweeper_core.cli import sizes
from minesweeper_core.cli.outcome import Failure
from minesweeper_core.cli.play.round import Setup, check

if TYPE_CHECKING:
    from minesweeper_core.cli.play.app import PlayApp

NEEDS_TEXTUAL = "play needs the library Textual: pip install 'minesweeper-core[play]', or pip install textual"


def play(options: argparse.Namespace) -> None:
    """The command `play`."""
    app = _app(options)
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise Failure("play needs a terminal for its input and output")
    if os.environ.get("TERM") == "dumb":
        raise Failure("play needs a terminal that can place its cursor, not TERM=dumb")
    app.run()
    if report := app.table.report():
        sys.stdout.write(report + "\n")
    if app.return_code:
        raise Failure("the game ended by a mistake of its own")


def _app(options: argparse.Namespace) -> PlayApp:
    if options.flags:
        for name, value in _CLASSIC.items():
            if getattr(options, name) != value:
                shown = "SIZE" if name == "size" else f"--{name.replace('_', '-')}"
                raise Failure(f"{shown} is for the classic game: --flags has boards of its own, 16 x 16 with 51 mines")
    else:
        for name, value in _FLAGS.items():
            if getattr(options, name) != value:
                raise Failure(f"--{name.replace('_', '-')} is for --flags")
    setup = Setup(
        sizes.size(options.size or "beginner", options.mines),
        options.first or "safe",
        "repaired" if options.repair else "no-guess" if options.no_guess else "any",
        options.seed,
    )
    check(setup)
    try:
        from minesweeper_core.cli.play.app import PlayApp
        from minesweeper_core.cli.play.flags import Match
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "textual":
            raise
        raise Failure(NEEDS_TEXTUAL) from None
    delay = 600 if options.delay_ms is None else options.delay_ms
    match = Match(options.level or "normal", options.seed, options.bot_begins, delay / 1000)
    return PlayApp(match if options.flags else setup, memory=options.memory, light=options.light)


# Options of one of the games only, and what they are where they were not given.
_CLASSIC = {"size": None, "mines": None, "first": None, "no_guess": False, "repair": False}
_FLAGS = {"level": None, "bot_begins": False, "delay_ms": None}
