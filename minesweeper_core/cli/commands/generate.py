"""The command `generate`: new boards, written while they are made."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable, Iterator
from itertools import chain
from typing import BinaryIO

import numpy as np

import minesweeper_core as mc
from minesweeper_core.cli.board_size import parse_size
from minesweeper_core.cli.board_writer import board_writer, output_format
from minesweeper_core.cli.errors import NO_VALID_BOARD, OUT_OF_MEMORY, CommandError
from minesweeper_core.cli.formats import Masks, holds_one_board
from minesweeper_core.cli.output import open_output
from minesweeper_core.cli.progress import Progress

Poll = Callable[[float], None]
Chunk = tuple[int, Masks]
"""Some boards, and the number of the first."""

_CHUNK_BYTES = 4 << 20
_MAX_SEARCHED = 256  # boards per chunk if each takes a search


def generate(options: argparse.Namespace) -> None:
    size = parse_size(options.size, options.mines)
    format = output_format(options.output, options.to_format)
    numbered = options.output is not None and "{}" in options.output
    if holds_one_board(format) and options.n != 1 and not numbered:
        raise CommandError(
            f"the format {format} holds one board per file, not {options.n}; put {{}} into the output name to number "
            "the files"
        )
    _check_first_click(options)
    to_terminal = options.output is None and sys.stdout.isatty()
    with Progress("Generating boards", enabled=not to_terminal) as progress:
        chunks = _chunks(options, size, progress)
        # Made before the output is opened, so that a request that fails overwrites nothing.
        first = next(chunks, (0, np.zeros((0, size.rows, size.cols), np.bool_)))
        if numbered:
            for start, boards in chain((first,), chunks):
                for index in range(len(boards)):
                    with open_output(options.output.replace("{}", str(start + index))) as file:
                        _writer(file, format, 1, options, size)(boards[index : index + 1])
            return
        with open_output(options.output) as file:
            write = _writer(file, format, options.n, options, size)
            for _, boards in chain((first,), chunks):
                write(boards)


def _check_first_click(options: argparse.Namespace) -> None:
    logic = "--no-guess" if options.no_guess else "--repair" if options.repair else None
    if logic and options.first == "anything":
        raise CommandError(
            f"{logic} can't be used with --first anything: if the first click can hit a mine, it is a guess"
        )
    if options.at is None and (logic or options.first not in (None, "anything")):
        raise CommandError(f"{logic or f'--first {options.first}'} requires --at ROW,COL, the first click")


def _writer(
    file: BinaryIO, format: str, count: int, options: argparse.Namespace, size: mc.Preset
) -> Callable[[Masks], None]:
    """A function that writes boards; in the formats of Simon Tatham's Mines with the first click."""
    write = board_writer(file, format, "the board", count, size.rows, size.cols)
    if not format.startswith("tatham") or options.at is None:
        return write
    unopened = "\n".join(["-" * size.cols] * size.rows)

    def write_with_first_click(boards: Masks) -> None:
        write([mc.BoardFile(unopened, size.mines, mask, first_click=options.at) for mask in boards])

    return write_with_first_click


def _chunks(options: argparse.Namespace, size: mc.Preset, progress: Progress) -> Iterator[Chunk]:
    """Boards 0 to n - 1 in chunks."""
    seed = secrets.randbits(64) if options.seed is None else options.seed
    searched = options.no_guess or options.repair or options.bbbv is not None
    limit = max(_CHUNK_BYTES // (size.rows * size.cols), 1)
    step = min(limit, _MAX_SEARCHED) if searched else limit
    for start in range(0, options.n, step):
        count = min(step, options.n - start)
        poll = _partial_poll(progress.poll, start / options.n, count / options.n)
        yield start, _generate(options, size, seed, start, count, poll)
        if progress.poll is not None:  # the library does not poll in short calls
            progress.poll((start + count) / options.n)


def _generate(
    options: argparse.Namespace, size: mc.Preset, seed: int, start: int, count: int, poll: Poll | None
) -> Masks:
    """Boards `start` to `start + count - 1` of the seed."""
    try:
        boards: Masks = mc.generate(
            *size,
            count,
            seed=seed,
            first=options.first,
            at=options.at,
            no_guess="repair" if options.repair else options.no_guess,
            bbbv=options.bbbv,
            tries=options.tries,
            start=start,
            threads=options.threads,
            memory=options.memory,
            poll=poll,
        )
    except mc.BoardNotFoundError as error:
        raise CommandError(str(error), NO_VALID_BOARD) from None
    except mc.BudgetExceededError:
        raise CommandError("not enough memory; raise the limit with --memory", OUT_OF_MEMORY) from None
    except ValueError as error:
        raise CommandError(str(error)) from None
    return boards


def _partial_poll(poll: Poll | None, begin: float, share: float) -> Poll | None:
    """A poll for a part of the work: the part begins at `begin` and makes up `share` of the whole."""
    if poll is None:
        return None
    return lambda done: poll(begin + max(done, 0.0) * share)
