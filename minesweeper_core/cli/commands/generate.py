"""The command `generate`: new boards to a file or to standard output, a piece at a time."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO

import numpy as np

import minesweeper_core as mc
from minesweeper_core._impl.presets import Preset
from minesweeper_core.cli import board_size, formats
from minesweeper_core.cli.errors import NO_VALID_BOARD, OUT_OF_MEMORY, CommandError
from minesweeper_core.cli.output import Boards, destination
from minesweeper_core.cli.progress import Progress

Poll = Callable[[float], None]
Make = Callable[[int, int, "Poll | None"], Boards]
Piece = tuple[int, Boards]

_PIECE_BYTES = 4 << 20
_SEARCHED = 256  # boards a piece where each takes a search


def generate(options: argparse.Namespace) -> None:
    """The command `generate`."""
    size = board_size.size(options.size, options.mines)
    format = formats.to_be_written(options.output, options.to_format)
    many = options.output is not None and "{}" in options.output
    if formats.one_each(format) and options.n != 1 and not many:
        raise CommandError(
            f"a file in the format {format} holds one board, not {options.n}: put {{}} for their numbers into the name "
            "of the output"
        )
    make = _maker(options, size)
    to_terminal = options.output is None and sys.stdout.isatty()
    with Progress("Making boards", wanted=not to_terminal) as progress:
        pieces = _pieces(options, size, make, progress)
        first = next(pieces, (0, np.zeros((0, size.rows, size.cols), np.bool_)))  # before a file is written over
        if many:
            for start, boards in _chained(first, pieces):
                for number in range(len(boards)):
                    path = options.output.replace("{}", str(start + number))
                    with destination(path) as file:
                        _writer(file, format, 1, options, size)(boards[number : number + 1])
            return
        with destination(options.output) as file:
            write = _writer(file, format, options.n, options, size)
            for _, boards in _chained(first, pieces):
                write(boards)


def _chained(first: Piece, rest: Iterator[Piece]) -> Iterator[Piece]:
    yield first
    yield from rest


def _writer(
    file: BinaryIO, format: str, count: int, options: argparse.Namespace, size: Preset
) -> Callable[[Boards], None]:
    """Game ids keep the first click."""
    write = formats.writer(file, format, "the board", count, size.rows, size.cols)
    if not format.startswith("tatham") or options.at is None:
        return write
    unopened = "\n".join(["-" * size.cols] * size.rows)

    def write_with_click(boards: Boards) -> None:
        write([mc.BoardFile(unopened, size.mines, mask, first_click=options.at) for mask in boards])

    return write_with_click


def _maker(options: argparse.Namespace, size: Preset) -> Make:
    """A function (start, n, poll) that makes the boards number start to start + n - 1."""
    seed = secrets.randbits(64) if options.seed is None else options.seed

    def make(start: int, n: int, poll: Poll | None) -> Boards:
        try:
            boards: Boards = mc.generate(
                *size,
                n,
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
            raise CommandError(
                "the solver needs more memory than allowed: try a larger --memory", OUT_OF_MEMORY
            ) from None
        except ValueError as error:
            raise CommandError(str(error)) from None
        return boards

    if options.first == "anything" and (options.no_guess or options.repair):
        raise CommandError("a board needs a guess where the first click can be a mine: let it be safe or an opening")
    if options.at is None and (options.no_guess or options.repair or options.first not in (None, "anything")):
        wish = "--no-guess" if options.no_guess else "--repair" if options.repair else f"--first {options.first}"
        raise CommandError(f"{wish} needs --at ROW,COL, the first click")
    return make


def _pieces(options: argparse.Namespace, size: Preset, make: Make, progress: Progress) -> Iterator[Piece]:
    """Boards 0 to n - 1 in pieces, each with the number of its first board."""
    searched = options.no_guess or options.repair or options.bbbv is not None
    most = max(_PIECE_BYTES // (size.rows * size.cols), 1)
    step = min(most, _SEARCHED) if searched else most
    for first in range(0, options.n, step):
        count = min(step, options.n - first)
        yield first, make(first, count, _part(progress.poll, first / options.n, count / options.n))
        if progress.poll is not None:  # short pieces don't ask
            progress.poll((first + count) / options.n)


def _part(poll: Poll | None, begin: float, share: float) -> Poll | None:
    """The poll of a part of the work, for which the share of it that is done is asked."""
    if poll is None:
        return None
    return lambda done: poll(begin + max(done, 0.0) * share)
