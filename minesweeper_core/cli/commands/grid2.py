"""The command `grid2`."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import minesweeper_core as mc
from minesweeper_core._impl.words import counted
from minesweeper_core.cli import heatmap, json_output, position_file
from minesweeper_core.cli.analysis import solver_errors
from minesweeper_core.cli.console import Screen
from minesweeper_core.cli.errors import OUT_OF_MEMORY, CommandError
from minesweeper_core.cli.progress import Progress

_LONG_MS = 2_000


def grid2(options: argparse.Namespace) -> None:
    """The command `grid2`."""
    board = position_file.read(options.board)
    rows, columns = board.shape
    if board.shape != (16, 16):
        raise CommandError(
            f"{board.name}: DetermineGrid2 takes boards of 16 x 16 cells, not {counted(rows, 'row')} by "
            f"{counted(columns, 'column')}"
        )
    if board.mines not in (None, 51):
        raise CommandError(f"{board.name}: DetermineGrid2 takes boards with 51 mines, not {board.mines}")
    with Progress("Drawing valid boards", wanted=options.time_ms >= _LONG_MS) as progress, _ticking(progress):
        result = mc.determine_grid2(board.rows, options.threads, options.min_valid, options.time_ms)
    certain = result.probability_mine == 1.0
    shortcut = result.num_valid_gen == 0
    if shortcut and not certain.any():
        with solver_errors(board.name):
            mc.solve(board.rows, 51)  # says what is wrong with the board
        raise CommandError(f"{board.name}: no valid board could be drawn", OUT_OF_MEMORY)
    if options.json:
        sys.stdout.write(json_output.text(json_output.grid2(board.rows, result)) + "\n")
        return
    screen = Screen()
    if shortcut:
        screen.picture(heatmap.certain_mines(board.rows, certain))
        screen.line()
        screen.line(
            f"The shortcut was taken: {counted(int(certain.sum()), 'cell')} with a mine in every valid board, "
            "probabilityMine 1"
        )
        screen.line("All else is -1, numValidGen 0")
        return
    screen.line("probabilityMine")
    screen.picture(heatmap.shares(board.rows, result.probability_mine, "mine"))
    screen.line()
    screen.line("probabilityZeroMineAround")
    screen.picture(heatmap.shares(board.rows, result.probability_zero_mine_around, "no mine around"))
    screen.line()
    screen.line(f"No cell is a certain mine; numValidGen {result.num_valid_gen}")


@contextmanager
def _ticking(progress: Progress) -> Iterator[None]:
    """Calls `progress.poll` with an unknown share ten times a second, for work that doesn't call it itself."""
    if progress.poll is None:
        yield
        return
    poll, done = progress.poll, threading.Event()

    def tick() -> None:
        while not done.wait(0.1):
            poll(-1.0)

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
