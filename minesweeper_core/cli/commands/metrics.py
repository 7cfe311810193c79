"""The commands `3bv` and `metrics`: how hard boards are to open."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import numpy as np

import minesweeper_core as mc
from minesweeper_core._impl.words import counted
from minesweeper_core.cli import formats, json_output
from minesweeper_core.cli.output import Boards
from minesweeper_core.cli.progress import Progress

_PIECE_CELLS = 1 << 24
_NAMES = ("bbbv", "openings", "islands", "zini", "hzini")
_TITLES = ("3BV", "Openings", "Islands", "ZiNi", "HZiNi")


def bbbv(options: argparse.Namespace) -> None:
    """The command `3bv`: a number a line."""
    for board in _measured(options, all_of_them=False):
        seconds: float | None = options.seconds
        speed = None if seconds is None else board["bbbv"] / seconds
        if options.json:
            document = {"bbbv": board["bbbv"]} | ({} if speed is None else {"bbbv_per_second": speed})
            sys.stdout.write(json_output.text(document) + "\n")
        else:
            sys.stdout.write(f"{board['bbbv']}{'' if speed is None else f' {speed:.3f}'}\n")


def metrics(options: argparse.Namespace) -> None:
    """The command `metrics`: a summary of one board, a table of several, or JSON."""
    boards = _measured(options, all_of_them=True)
    if options.json:
        for board in boards:
            sys.stdout.write(json_output.text(board) + "\n")
        return
    first, second = next(boards, None), next(boards, None)
    if first is not None and second is None:
        sys.stdout.writelines(line + "\n" for line in _summary(first))
        return
    sys.stdout.write("  Board" + "".join(f"{title:>10}" for title in _TITLES) + "\n")
    if first is None or second is None:
        return
    for index, board in enumerate(_chained(first, second, boards)):
        sys.stdout.write(f"{index:7d}" + "".join(f"{board[name]:10d}" for name in _NAMES) + "\n")


def _chained(first: dict[str, Any], second: dict[str, Any], rest: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    yield first
    yield second
    yield from rest


def _summary(board: dict[str, Any]) -> list[str]:
    lines = [f"Board         {board['rows']} x {board['cols']}, {counted(board['mines'], 'mine')}"]
    lines += [f"{title:12}  {board[name]}" for title, name in zip(_TITLES, _NAMES, strict=True)]
    if (solved := board.get("bbbv_solved")) is not None:
        lines.insert(2, f"Solved        {solved}, {board['bbbv'] - solved} left")
    return lines


def _measured(options: argparse.Namespace, *, all_of_them: bool) -> Iterator[dict[str, Any]]:
    """What is known of each board, in their order."""
    boards = formats.read(options.board, options.from_format)
    name = "standard input" if options.board == "-" else options.board
    done = 0
    with Progress("Measuring boards", wanted=not sys.stdout.isatty()) as progress:
        for masks, played in _stacks(boards, name):
            count, rows, cols = masks.shape
            if all_of_them:
                found = mc.metrics(masks, threads=options.threads, poll=progress.poll)
                columns = {key: getattr(found, key).tolist() for key in _NAMES}
            else:
                columns = {"bbbv": mc.bbbv(masks, poll=progress.poll).tolist()}
            mines = masks.sum(axis=(1, 2)).tolist()
            for index in range(count):
                board = {"rows": rows, "cols": cols, "mines": mines[index]}
                board |= {key: values[index] for key, values in columns.items()}
                if all_of_them and played is not None and any(cell.isdigit() for cell in played[index].board):
                    board["bbbv_solved"] = mc.bbbv_solved(masks[index], played[index].board)
                yield board
            done += count
            if progress.poll is not None:
                progress.poll(done / len(boards))


def _stacks(boards: formats.Read, name: str) -> Iterator[tuple[Boards, list[mc.BoardFile] | None]]:
    """Boards of one size that follow each other, in pieces, as stacks of masks; and the files that they came from."""
    if isinstance(boards, np.ndarray):
        size = max(_PIECE_CELLS // max(boards[0].size, 1), 1) if len(boards) else 1
        for first in range(0, len(boards), size):
            yield boards[first : first + size], None
        return
    first = 0
    for (rows, cols), group in groupby(boards, key=lambda board: (board.rows, board.cols)):
        files = list(group)
        size = max(_PIECE_CELLS // (rows * cols), 1)
        for begin in range(0, len(files), size):
            piece = files[begin : begin + size]
            masks = [formats.mask_of(file, name, first + begin + i, len(boards)) for i, file in enumerate(piece)]
            yield np.array(masks), piece
        first += len(files)
