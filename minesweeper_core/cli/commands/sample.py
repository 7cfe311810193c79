"""The command `sample`: random valid boards of a position.

Boards are written while they are drawn, so memory stays small. They equal those of one call of `Solution.sample`.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Iterator

import minesweeper_core as mc
from minesweeper_core.cli.analysis import solve_position
from minesweeper_core.cli.board_writer import npy_writer, text_writer
from minesweeper_core.cli.errors import CommandError
from minesweeper_core.cli.formats import Masks
from minesweeper_core.cli.output import open_output
from minesweeper_core.cli.position_file import read_position
from minesweeper_core.cli.progress import Progress

_CHUNK_BYTES = 4 << 20
_BATCH = 512  # the library draws this many boards at a time


def sample(options: argparse.Namespace) -> None:
    npy = _is_npy(options)
    to_terminal = options.output is None and sys.stdout.isatty()
    if npy and to_terminal:
        raise CommandError("won't write binary data (npy) to a terminal; use -o FILE")
    solution = solve_position(read_position(options.board), options, ())
    seed = secrets.randbits(64) if options.seed is None else options.seed
    with (
        open_output(options.output) as file,
        Progress("Sampling valid boards", enabled=not to_terminal) as progress,
    ):
        write = npy_writer(file, options.n, solution.rows, solution.cols) if npy else text_writer(file, solution.board)
        for start, boards in _chunks(solution, options.n, seed, options.threads):
            write(boards)
            if progress.poll is not None:
                progress.poll((start + len(boards)) / options.n)


def _is_npy(options: argparse.Namespace) -> bool:
    if options.format is not None:
        return bool(options.format == "npy")
    return options.output is not None and options.output.endswith(".npy")


def _chunks(solution: mc.Solution, n: int, seed: int, threads: int) -> Iterator[tuple[int, Masks]]:
    """Boards 0 to n - 1 of a seed in chunks, each with the number of its first board."""
    size = max(_CHUNK_BYTES // (solution.rows * solution.cols) // _BATCH, 1) * _BATCH
    for start in range(0, n, size):
        yield start, solution.sample(min(size, n - start), seed=seed, start=start, threads=threads)
