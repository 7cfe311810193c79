"""One run of the command line: from arguments to an exit status, without ever a traceback for what users do."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from minesweeper_core.cli.arguments import parser
from minesweeper_core.cli.outcome import (
    BAD_INPUT,
    BROKEN_PIPE,
    INTERRUPTED,
    NO_STDOUT,
    OK,
    OUT_OF_REACH,
    Failure,
)

NAME = "minesweeper-core"


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
    except Failure as failure:
        return _told(failure.message, failure.status, failure.details)
    except BrokenPipeError:
        _silence_stdout()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return _told("interrupted", INTERRUPTED)
    except MemoryError:
        return _told("out of memory", OUT_OF_REACH)
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
        raise Failure(NO_STDOUT)
    if options.command == "sample":
        from minesweeper_core.cli.draw import sample as command
    elif options.command == "build":
        from minesweeper_core.cli.compile import build as command
    elif options.command in ("3bv", "metrics"):
        from minesweeper_core.cli import measure

        command = measure.bbbv if options.command == "3bv" else measure.metrics
    elif options.command == "generate":
        from minesweeper_core.cli.generate import generate as command
    elif options.command == "convert":
        from minesweeper_core.cli.convert import convert as command
    elif options.command == "play":
        from minesweeper_core.cli.play.command import play as command
    else:
        from minesweeper_core.cli import commands

        command = commands.solve if options.command == "solve" else commands.grid2
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
