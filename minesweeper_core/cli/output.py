"""Where boards are written: a new file or standard output, as text or as NumPy's, a piece at a time."""

from __future__ import annotations

import os
import signal
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from minesweeper_core.cli.errors import HUNG_UP, SIGNAL_MESSAGES, TERMINATED, CommandError

Boards = npt.NDArray[np.bool_]


@contextmanager
def destination(path: str | None) -> Iterator[BinaryIO]:
    """Where the boards go: a new file, or standard output. A file that couldn't be finished is removed."""
    if path is None:
        sys.stdout.flush()
        yield sys.stdout.buffer
        return
    try:
        file = open(path, "wb")  # noqa: SIM115
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise CommandError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    try:
        with _terminable(), file:
            yield file
    except BaseException as error:
        with suppress(OSError):
            if stat.S_ISREG(os.lstat(path).st_mode):
                os.unlink(path)
        if isinstance(error, OSError):
            raise CommandError(f"{path}: {error.strerror or error}") from None
        raise


@contextmanager
def _terminable() -> Iterator[None]:
    """SIGTERM and SIGHUP as failures, so that what was begun is cleared away. Only the main thread may do that."""

    def end(number: int, _frame: object) -> None:
        raise CommandError(SIGNAL_MESSAGES[128 + number], 128 + number)

    before = {}
    try:
        for status in TERMINATED, HUNG_UP:
            number = status - 128
            if number in signal.valid_signals() and signal.getsignal(number) != signal.SIG_IGN:  # nohup
                before[number] = signal.signal(number, end)
    except ValueError:
        pass
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)


def text_writer(file: BinaryIO, board: Sequence[str]) -> Callable[[Boards], None]:
    """Writes boards as text, an empty line between them."""
    known = np.array([list(row.encode("ascii")) for row in board], dtype=np.uint8)
    unopened = known == ord("-")
    with_mine = np.where(unopened, ord("*"), known).astype(np.uint8)
    without = np.where(unopened, ord("."), known).astype(np.uint8)
    rows, columns = known.shape
    begun = False

    def write(piece: Boards) -> None:
        nonlocal begun
        # Each board as an empty line and its rows; the very first empty line isn't written.
        text = np.full((len(piece), rows * (columns + 1) + 1), ord("\n"), dtype=np.uint8)
        grid = text[:, 1:].reshape(len(piece), rows, columns + 1)
        grid[:, :, :columns] = np.where(piece, with_mine, without)
        file.write(text.tobytes()[0 if begun else 1 :])
        begun = True

    return write


def npy_writer(file: BinaryIO, n: int, rows: int, cols: int) -> Callable[[Boards], None]:
    """Writes the header of a bool array of n x rows x cols, and then boards."""
    shape = (n, rows, cols)
    np.lib.format.write_array_header_1_0(file, {"descr": "|b1", "fortran_order": False, "shape": shape})

    def write(piece: Boards) -> None:
        file.write(piece.tobytes())

    return write
