"""The command `sample`: valid boards to a file or to standard output, a piece at a time.

Memory stays small however many boards are asked for, and the boards are those of one `Solution.sample` call.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Iterator

import minesweeper_core as mc
from minesweeper_core.cli import position_file
from minesweeper_core.cli.analysis import analyse
from minesweeper_core.cli.errors import CommandError
from minesweeper_core.cli.output import Boards, destination, npy_writer, text_writer
from minesweeper_core.cli.progress import Progress

_PIECE_BYTES = 4 << 20
_BATCH = 512  # the library draws in batches of this many


def sample(options: argparse.Namespace) -> None:
    """The command `sample`."""
    npy = _is_npy(options)
    if npy and options.output is None and sys.stdout.isatty():
        raise CommandError("a .npy file is not for a terminal: give -o FILE")
    board = position_file.read(options.board)
    answer = analyse(board, options, needed=())
    seed = secrets.randbits(64) if options.seed is None else options.seed
    with destination(options.output) as file:
        to_terminal = options.output is None and sys.stdout.isatty()
        with Progress("Drawing valid boards", wanted=not to_terminal) as progress:
            write = npy_writer(file, options.n, answer.rows, answer.cols) if npy else text_writer(file, answer.board)
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
        yield first, answer.sample(min(size, n - first), seed=seed, start=first, threads=threads)
