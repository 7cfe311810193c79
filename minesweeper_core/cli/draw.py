"""The command `sample`: valid boards to a file or to standard output, a piece at a time.

Memory stays small however many boards are asked for, and the boards are those of one `Solution.sample` call.
"""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

import minesweeper_core as mc
from minesweeper_core.cli import boards
from minesweeper_core.cli.commands import analyse
from minesweeper_core.cli.outcome import TERMINATED, Failure
from minesweeper_core.cli.progress import Progress

_PIECE_BYTES = 4 << 20
_BATCH = 512  # the library draws in batches of this many

Boards = npt.NDArray[np.bool_]


def sample(options: argparse.Namespace) -> None:
    """The command `sample`."""
    npy = _is_npy(options)
    if npy and options.output is None and sys.stdout.isatty():
        raise Failure("a .npy file is not for a terminal: give -o FILE")
    board = boards.read(options.board)
    answer = analyse(board, options, needed=())
    seed = secrets.randbits(64) if options.seed is None else options.seed
    with _destination(options.output) as file:
        to_terminal = options.output is None and sys.stdout.isatty()
        with Progress("Drawing valid boards", wanted=not to_terminal) as progress:
            write = _npy_writer(file, options.n, answer) if npy else _text_writer(file, answer.board)
            for first, piece in _pieces(answer, options.n, seed, options.threads):
                write(piece)
                if progress.poll is not None:
                    progress.poll((first + len(piece)) / options.n)


def _is_npy(options: argparse.Namespace) -> bool:
    if options.format is not None:
        return bool(options.format == "npy")
    return options.output is not None and options.output.endswith(".npy")


def _pieces(answer: mc.Solution, n: int, seed: int, threads: int) -> Iterator[tuple[int, Boards]]:
    """Boards 0 to n - 1 of a seed in pieces, each with the number of its first board."""
    size = max(_PIECE_BYTES // (answer.rows * answer.cols) // _BATCH, 1) * _BATCH
    for first in range(0, n, size):
        yield first, answer.sample(min(size, n - first), seed=seed, first=first, threads=threads)


@contextmanager
def _destination(path: str | None) -> Iterator[BinaryIO]:
    """Where the boards go: a new file, or standard output. A file that couldn't be finished is removed."""
    if path is None:
        sys.stdout.flush()
        yield sys.stdout.buffer
        return
    try:
        file = open(path, "wb")  # noqa: SIM115
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise Failure(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    try:
        with _terminable(), file:
            yield file
    except BaseException as error:
        with suppress(OSError):
            if stat.S_ISREG(os.lstat(path).st_mode):
                os.unlink(path)
        if isinstance(error, OSError):
            raise Failure(f"{path}: {error.strerror or error}") from None
        raise


@contextmanager
def _terminable() -> Iterator[None]:
    """SIGTERM as a failure, so that what was begun is cleared away. Only the main thread may do that."""

    def end(_number: int, _frame: object) -> None:
        raise Failure("terminated", TERMINATED)

    try:
        before = signal.signal(signal.SIGTERM, end)
    except ValueError:
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before or signal.SIG_DFL)


def _text_writer(file: BinaryIO, board: Sequence[str]) -> Callable[[Boards], None]:
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


def _npy_writer(file: BinaryIO, n: int, answer: mc.Solution) -> Callable[[Boards], None]:
    """Writes the header of a bool array of n x rows x cols, and then boards."""
    shape = (n, answer.rows, answer.cols)
    np.lib.format.write_array_header_1_0(file, {"descr": "|b1", "fortran_order": False, "shape": shape})

    def write(piece: Boards) -> None:
        file.write(piece.tobytes())

    return write
