"""The commands `3bv` and `metrics`: how many clicks boards take."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import chain, groupby
from typing import Any

import numpy as np

import minesweeper_core as mc
from minesweeper_core.cli.board_reader import read_boards
from minesweeper_core.cli.board_writer import mask_of
from minesweeper_core.cli.formats import Boards, Masks
from minesweeper_core.cli.input import input_name
from minesweeper_core.cli.json_output import json_line
from minesweeper_core.cli.number_format import counted
from minesweeper_core.cli.progress import Progress

_CHUNK_CELLS = 1 << 24
_TITLES = {"bbbv": "3BV", "openings": "Openings", "islands": "Islands", "zini": "ZiNi", "hzini": "HZiNi"}


def bbbv(options: argparse.Namespace) -> None:
    """Print the 3BV of each board on a line, with --seconds also its 3BV/s."""
    for board in _measure(options, all_metrics=False):
        speed = None if options.seconds is None else board["bbbv"] / options.seconds
        if options.json:
            document = {"bbbv": board["bbbv"]} | ({} if speed is None else {"bbbv_per_second": speed})
            sys.stdout.write(json_line(document))
        else:
            sys.stdout.write(f"{board['bbbv']}{'' if speed is None else f' {speed:.3f}'}\n")


def metrics(options: argparse.Namespace) -> None:
    """Print a summary of one board, a table of several, or JSON."""
    boards = _measure(options, all_metrics=True)
    if options.json:
        for board in boards:
            sys.stdout.write(json_line(board))
        return
    first, second = next(boards, None), next(boards, None)
    if first is not None and second is None:
        sys.stdout.writelines(line + "\n" for line in _summary(first))
        return
    sys.stdout.write("  Board" + "".join(f"{title:>10}" for title in _TITLES.values()) + "\n")
    if first is None or second is None:
        return
    for index, board in enumerate(chain((first, second), boards)):
        sys.stdout.write(f"{index:7d}" + "".join(f"{board[name]:10d}" for name in _TITLES) + "\n")


def _summary(board: dict[str, Any]) -> list[str]:
    lines = [f"Board         {board['rows']}x{board['cols']}, {counted(board['mines'], 'mine')}"]
    lines += [f"{title:12}  {board[name]}" for name, title in _TITLES.items()]
    if (solved := board.get("bbbv_solved")) is not None:
        lines.insert(2, f"Solved 3BV    {solved} ({board['bbbv'] - solved} left)")
    return lines


def _measure(options: argparse.Namespace, *, all_metrics: bool) -> Iterator[dict[str, Any]]:
    """The size, number of mines and metrics of each board, in order."""
    boards = read_boards(options.board, options.from_format)
    done = 0
    with Progress("Computing metrics", enabled=not sys.stdout.isatty()) as progress:
        for masks, files in _chunks(boards, input_name(options.board)):
            count, rows, cols = masks.shape
            if all_metrics:
                found = mc.metrics(masks, threads=options.threads, poll=progress.poll)
                columns = {name: getattr(found, name).tolist() for name in _TITLES}
            else:
                columns = {"bbbv": mc.bbbv(masks, poll=progress.poll).tolist()}
            mines = masks.sum(axis=(1, 2)).tolist()
            for index in range(count):
                board = {"rows": rows, "cols": cols, "mines": mines[index]}
                board |= {name: values[index] for name, values in columns.items()}
                if all_metrics and files is not None and any(cell.isdigit() for cell in files[index].board):
                    board["bbbv_solved"] = mc.bbbv_solved(masks[index], files[index].board)
                yield board
            done += count
            if progress.poll is not None:
                progress.poll(done / len(boards))


def _chunks(boards: Boards, name: str) -> Iterator[tuple[Masks, list[mc.BoardFile] | None]]:
    """Consecutive boards of one size as arrays of masks, with the board files that they come from, if any."""
    if isinstance(boards, np.ndarray):
        size = max(_CHUNK_CELLS // max(boards[0].size, 1), 1) if len(boards) else 1
        for start in range(0, len(boards), size):
            yield boards[start : start + size], None
        return
    start = 0
    for (rows, cols), group in groupby(boards, key=lambda board: (board.rows, board.cols)):
        files = list(group)
        size = max(_CHUNK_CELLS // (rows * cols), 1)
        for offset in range(0, len(files), size):
            chunk = files[offset : offset + size]
            masks = [mask_of(file, name, start + offset + i, len(boards)) for i, file in enumerate(chunk)]
            yield np.array(masks), chunk
        start += len(files)
