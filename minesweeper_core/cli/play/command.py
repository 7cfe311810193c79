"""The command `play`."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from minesweeper_core.cli.board_size import parse_size
from minesweeper_core.cli.errors import HUNG_UP, SIGNAL_MESSAGES, CommandError
from minesweeper_core.cli.play.classic_session import ClassicSetup, check_setup
from minesweeper_core.cli.play.flags_session import FlagsSetup
from minesweeper_core.cli.signals import signal_handler

if TYPE_CHECKING:
    from minesweeper_core.cli.play.app import PlayApp

NEEDS_TEXTUAL = "play needs the library Textual; run: pip install 'minesweeper-core[play]'"

# The options of one game only, with their values if they are not given.
_CLASSIC_OPTIONS = {"size": None, "mines": None, "first": None, "no_guess": False, "repair": False}
_FLAGS_OPTIONS = {"level": None, "bot_begins": False, "delay_ms": None}


def play(options: argparse.Namespace) -> None:
    """Play a game on the screen, then print its result."""
    app = _make_app(options)
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise CommandError("play must run in a terminal, without redirection")
    if os.environ.get("TERM") == "dumb":
        raise CommandError("play needs a terminal that can position the cursor (TERM is dumb)")

    def end_app(number: int, _frame: object) -> None:
        """Ends the game when a signal ends the process, so that the terminal is restored."""
        if 128 + number == HUNG_UP:
            _redirect_lost_terminal()
        app.end(128 + number)

    with signal_handler((status - 128 for status in SIGNAL_MESSAGES), end_app):
        app.run()
    if report := app.game_screen.report():
        sys.stdout.write(report + "\n")
    if app.return_code in SIGNAL_MESSAGES:
        raise CommandError(SIGNAL_MESSAGES[app.return_code], app.return_code)
    if app.return_code:
        raise CommandError("internal error in the game")


def _redirect_lost_terminal() -> None:
    """Sends further output to /dev/null if the terminal is gone; writing to it would fail."""
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None and not os.isatty(stream.fileno()):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, stream.fileno())
            os.close(null)


def _make_app(options: argparse.Namespace) -> PlayApp:
    setup = _flags_setup(options) if options.flags else _classic_setup(options)
    try:
        from minesweeper_core.cli.play.app import PlayApp
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "textual":
            raise
        raise CommandError(NEEDS_TEXTUAL) from None
    return PlayApp(setup, memory=options.memory, light=options.light)


def _classic_setup(options: argparse.Namespace) -> ClassicSetup:
    for name, default in _FLAGS_OPTIONS.items():
        if getattr(options, name) != default:
            raise CommandError(f"{_option_text(name)} requires --flags")
    setup = ClassicSetup(
        parse_size(options.size or "beginner", options.mines),
        options.first or "safe",
        "repaired" if options.repair else "no-guess" if options.no_guess else "any",
        options.seed,
    )
    check_setup(setup)
    return setup


def _flags_setup(options: argparse.Namespace) -> FlagsSetup:
    for name, default in _CLASSIC_OPTIONS.items():
        if getattr(options, name) != default:
            raise CommandError(f"{_option_text(name)} can't be used with --flags, which is always 16x16 with 51 mines")
    delay = 600 if options.delay_ms is None else options.delay_ms
    return FlagsSetup(options.level or "normal", options.seed, options.bot_begins, delay / 1000)


def _option_text(name: str) -> str:
    return "SIZE" if name == "size" else f"--{name.replace('_', '-')}"
