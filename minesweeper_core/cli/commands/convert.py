"""The command `convert`: boards from one file format to another."""

from __future__ import annotations

import argparse
from dataclasses import replace

import numpy as np

from minesweeper_core.cli.board_reader import read_boards
from minesweeper_core.cli.board_writer import board_writer, check_boards, output_format
from minesweeper_core.cli.errors import CommandError
from minesweeper_core.cli.formats import Boards, holds_one_board
from minesweeper_core.cli.input import input_name
from minesweeper_core.cli.number_format import counted
from minesweeper_core.cli.output import open_output


def convert(options: argparse.Namespace) -> None:
    output: str | None = None if options.output == "-" else options.output
    format = output_format(output, options.to_format)
    boards = read_boards(options.input, options.from_format)
    if options.mines is not None:
        boards = _with_mines(boards, options.mines)
    name = input_name(options.input)
    if output is not None and "{}" in output:
        for index in range(len(boards)):
            _write(boards[index : index + 1], output.replace("{}", str(index)), format, f"{name}: board {index}")
        return
    if holds_one_board(format) and len(boards) != 1:
        raise CommandError(
            f"{name}: the format {format} holds one board per file, not {len(boards)}; put {{}} into the output name "
            "to number the files"
        )
    _write(boards, output, format, name)


def _write(boards: Boards, path: str | None, format: str, name: str) -> None:
    """Write boards to a file, or to standard output for None; nothing at all if one of them can't be written."""
    check_boards(boards, format, name)
    if isinstance(boards, np.ndarray):
        count, rows, cols = boards.shape
    else:
        count, rows, cols = len(boards), boards[0].rows, boards[0].cols
    with open_output(path) as file:
        board_writer(file, format, name, count, rows, cols)(boards)


def _with_mines(boards: Boards, mines: int) -> Boards:
    """The boards, with this number of mines where they have none. CommandError if a board has another number."""
    if isinstance(boards, np.ndarray):
        return boards
    for index, board in enumerate(boards):
        if board.mines not in (None, mines):
            raise CommandError(f"board {index} has {counted(board.mines or 0, 'mine')}, not {mines}")
    return [replace(board, mines=mines) for board in boards]
