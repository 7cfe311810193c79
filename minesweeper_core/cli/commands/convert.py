"""The command `convert`: boards from one format to another."""

from __future__ import annotations

import argparse
from dataclasses import replace

import numpy as np

from minesweeper_core._impl.words import counted
from minesweeper_core.cli import formats
from minesweeper_core.cli.errors import CommandError
from minesweeper_core.cli.output import destination


def convert(options: argparse.Namespace) -> None:
    """The command `convert`."""
    to: str | None = None if options.output == "-" else options.output
    format = formats.to_be_written(to, options.to_format)
    boards = formats.read(options.input, options.from_format)
    if options.mines is not None:
        boards = _with_mines(boards, options.mines)
    name = "standard input" if options.input == "-" else options.input
    if to is not None and "{}" in to:
        for index in range(len(boards)):
            _write(boards[index : index + 1], to.replace("{}", str(index)), format, f"{name}: board {index}")
        return
    if formats.one_each(format) and len(boards) != 1:
        raise CommandError(
            f"{name}: a file in the format {format} holds one board, not {len(boards)}: "
            "put {} for their numbers into the name of the output"
        )
    _write(boards, to, format, name)


def _write(boards: formats.Read, path: str | None, format: str, name: str) -> None:
    """Boards to one file, or to standard output. Nothing is written where not all of them can be."""
    formats.check(boards, format, name)
    if isinstance(boards, np.ndarray):
        count, rows, cols = boards.shape
    else:
        count, rows, cols = len(boards), boards[0].rows, boards[0].cols
    with destination(path) as file:
        formats.writer(file, format, name, count, rows, cols)(boards)


def _with_mines(boards: formats.Read, mines: int) -> formats.Read:
    """Positions that don't say how many mines they have, with this number."""
    if isinstance(boards, np.ndarray):
        return boards
    for index, board in enumerate(boards):
        if board.mines not in (None, mines):
            raise CommandError(f"board {index} has {counted(board.mines or 0, 'mine')}, not {mines}")
    return [replace(board, mines=mines) for board in boards]
