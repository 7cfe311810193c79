"""The command `grid2`: what DetermineGrid2 returns for a position."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import minesweeper_core as mc
from minesweeper_core.cli.analysis import solver_errors
from minesweeper_core.cli.console import Console
from minesweeper_core.cli.errors import OUT_OF_MEMORY, CommandError
from minesweeper_core.cli.heatmap import certain_mine_heatmap, share_heatmap
from minesweeper_core.cli.json_output import grid2_object, json_line
from minesweeper_core.cli.number_format import counted
from minesweeper_core.cli.position_file import PositionFile, read_position
from minesweeper_core.cli.progress import Progress

_LONG_MS = 2_000  # time limits from which on progress is shown


def grid2(options: argparse.Namespace) -> None:
    position = read_position(options.board)
    _check_position(position)
    with Progress("Sampling valid boards", enabled=options.time_ms >= _LONG_MS) as progress, _ticking(progress):
        result = mc.determine_grid2(position.rows, options.threads, options.min_valid, options.time_ms)
    certain = result.probability_mine == 1.0
    shortcut = result.num_valid_gen == 0
    if shortcut and not certain.any():
        with solver_errors(position.name):
            mc.solve(position.rows, 51)  # raises the reason if there is no valid board
        raise CommandError(f"{position.name}: no valid board was found in time", OUT_OF_MEMORY)
    if options.json:
        sys.stdout.write(json_line(grid2_object(position.rows, result)))
        return
    console = Console()
    if shortcut:
        console.heatmap(certain_mine_heatmap(position.rows, certain))
        console.line()
        count = counted(int(certain.sum()), "certain mine")
        console.line(f"Shortcut taken: {count} with probabilityMine 1; all other values are -1 and numValidGen is 0")
        return
    console.line("probabilityMine")
    console.heatmap(share_heatmap(position.rows, result.probability_mine, "a mine here"))
    console.line()
    console.line("probabilityZeroMineAround")
    console.heatmap(share_heatmap(position.rows, result.probability_zero_mine_around, "no mine around"))
    console.line()
    console.line(f"No certain mines; numValidGen is {result.num_valid_gen}")


def _check_position(position: PositionFile) -> None:
    rows, cols = position.shape
    if position.shape != (16, 16):
        raise CommandError(f"{position.name}: grid2 needs a board of 16x16 cells, not {rows}x{cols}")
    if position.mines not in (None, 51):
        raise CommandError(f"{position.name}: grid2 needs a board with 51 mines, not {position.mines}")


@contextmanager
def _ticking(progress: Progress) -> Iterator[None]:
    """Updates the progress bar ten times a second, for a library call that takes no `poll`."""
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
