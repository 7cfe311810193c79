"""Runs one command and reports how it ended, without a traceback for anything that users can cause."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from minesweeper_core.cli.arguments import make_parser
from minesweeper_core.cli.errors import (
    BAD_INPUT,
    BROKEN_PIPE,
    INTERRUPTED,
    OK,
    OUT_OF_MEMORY,
    SIGNAL_MESSAGES,
    STDOUT_CLOSED,
    CommandError,
)

PROGRAM = "minesweeper-core"

COMMANDS = {
    "solve": ("commands.solve", "solve"),
    "grid2": ("commands.grid2", "grid2"),
    "sample": ("commands.sample", "sample"),
    "3bv": ("commands.metrics", "bbbv"),
    "metrics": ("commands.metrics", "metrics"),
    "generate": ("commands.generate", "generate"),
    "convert": ("commands.convert", "convert"),
    "play": ("play.command", "play"),
    "build": ("commands.build", "build"),
}
"""The module and the function of each command. Only the module of the command that runs is imported."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status (see errors.py).

    arguments: those after the program's name; None means those of the process.
    """
    try:
        status = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except CommandError as error:
        return _report(error.message, error.status, error.details)
    except BrokenPipeError:
        _discard_stdout()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return _report(SIGNAL_MESSAGES[INTERRUPTED], INTERRUPTED)
    except MemoryError:
        return _report("out of memory", OUT_OF_MEMORY)
    except OSError as error:  # standard output can't be written, for example because the disk is full
        _discard_stdout()
        return _report(error.strerror or str(error), BAD_INPUT)


def _run(arguments: Sequence[str] | None) -> int:
    from minesweeper_core import __version__

    try:
        options = make_parser(__version__).parse_args(arguments)
    except SystemExit as end:  # --help, --version or invalid options
        return end.code if isinstance(end.code, int) else BAD_INPUT
    if sys.stdout is None and getattr(options, "output", None) in (None, "-"):
        raise CommandError(STDOUT_CLOSED)
    module, function = COMMANDS[options.command]
    getattr(import_module(f"minesweeper_core.cli.{module}"), function)(options)
    return OK


def _report(message: str, status: int, details: str = "") -> int:
    """Print an error on standard error, with unprintable characters (as in file names) escaped. Returns the status."""
    if sys.stderr is None:
        return status
    with suppress(OSError):  # the terminal may be gone
        print(f"{PROGRAM}: {_printable(message)}", file=sys.stderr)
        for line in details.splitlines():
            print(_printable(line.expandtabs()), file=sys.stderr)
    return status


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)


def _discard_stdout() -> None:
    """Prevents a second error when the interpreter flushes standard output at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
