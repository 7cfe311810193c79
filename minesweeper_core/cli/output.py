"""Opens the output file, or standard output."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from minesweeper_core.cli.errors import HUNG_UP, SIGNAL_MESSAGES, TERMINATED, CommandError
from minesweeper_core.cli.signals import signal_handler


@contextmanager
def open_output(path: str | None) -> Iterator[BinaryIO]:
    """A new file for writing bytes, or standard output for None.

    If the block fails or a signal ends it, the unfinished file is removed.
    """
    if path is None:
        sys.stdout.flush()
        yield sys.stdout.buffer
        return
    try:
        file = open(path, "wb")  # noqa: SIM115
    except (OSError, ValueError) as error:  # ValueError: the path contains a NUL
        raise CommandError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    try:
        with signal_handler((TERMINATED - 128, HUNG_UP - 128), _raise_error), file:
            yield file
    except BaseException as error:
        with suppress(OSError):
            if stat.S_ISREG(os.lstat(path).st_mode):
                os.unlink(path)
        if isinstance(error, OSError):
            raise CommandError(f"{path}: {error.strerror or error}") from None
        raise


def _raise_error(number: int, _frame: object) -> None:
    raise CommandError(SIGNAL_MESSAGES[128 + number], 128 + number)
