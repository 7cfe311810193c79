"""One run of the command line: from arguments to an exit status, without ever a traceback for what users do."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from minesweeper_core.cli.arguments import parser
from minesweeper_core.cli.errors import (
    BAD_INPUT,
    BROKEN_PIPE,
    INTERRUPTED,
    NO_STDOUT_MESSAGE,
    OK,
    OUT_OF_MEMORY,
    CommandError,
)

NAME = "minesweeper-core"

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
"""The module and the function of each command. Only the command that runs is imported."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    arguments: without the program's name; None means those of the process. Statuses: 0 done, 1 no valid board, 2 bad
    input, a build that failed or output that can't be written, 3 out of memory or past the budget, 129 the
    terminal went away, 130 interrupted, 141 the reader of the output went away, 143 terminated.
    """
    try:
        status = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except CommandError as failure:
        return _told(failure.message, failure.status, failure.details)
    except BrokenPipeError:
        _silence_stdout()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return _told("interrupted", INTERRUPTED)
    except MemoryError:
        return _told("out of memory", OUT_OF_MEMORY)
    except OSError as error:  # standard output can't be written: a full disk, say
        _silence_stdout()
        return _told(error.strerror or str(error), BAD_INPUT)


def _run(arguments: Sequence[str] | None) -> int:
    from minesweeper_core import __version__

    try:
        options = parser(__version__).parse_args(arguments)
    except SystemExit as end:  # --help, --version and bad options
        return end.code if isinstance(end.code, int) else BAD_INPUT
    if sys.stdout is None and getattr(options, "output", None) in (None, "-"):
        raise CommandError(NO_STDOUT_MESSAGE)
    module, function = COMMANDS[options.command]
    command = getattr(import_module(f"minesweeper_core.cli.{module}"), function)
    command(options)
    return OK


def _told(message: str, status: int, details: str = "") -> int:
    """One line on stderr, and the details below it. File names may hold anything; what can't be printed is escaped."""
    if sys.stderr is None:
        return status
    with suppress(OSError):  # a terminal that went away
        print(f"{NAME}: {_printable(message)}", file=sys.stderr)
        for line in details.splitlines():
            print(_printable(line.expandtabs()), file=sys.stderr)
    return status


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def _silence_stdout() -> None:
    """Keeps the interpreter from failing once more when it flushes standard output at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
