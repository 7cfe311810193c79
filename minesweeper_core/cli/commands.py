"""The three commands: each reads a board, asks the library and prints what came out."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import minesweeper_core as mc
from minesweeper_core._words import counted
from minesweeper_core.cli import boards, choice, documents, figures, heatmap
from minesweeper_core.cli.outcome import NO_VALID_BOARD, OUT_OF_REACH, Failure
from minesweeper_core.cli.progress import Progress
from minesweeper_core.cli.screen import Screen


def solve(options: argparse.Namespace) -> None:
    """The command `solve`."""
    board = boards.read(options.board)
    if options.cell is not None:
        _check_cell(options.cell, board)
    answer = analyse(board, options, needed=("total", *_shown(options)))
    if options.json:
        sys.stdout.write(documents.text(documents.solution(answer, options.show)) + "\n")
        return
    screen = Screen()
    if options.show == "zero":
        picture = heatmap.zero_around(answer.board, answer.zero_around)
    elif options.show == "number":
        picture = heatmap.numbers(answer.board, answer.number, answer.mines)
    else:
        picture = heatmap.mines(answer.board, answer.mine, answer.safe, answer.mines)
    screen.picture(picture)
    screen.line()
    for line in _summary(answer):
        screen.line(line)
    if options.cell is not None:
        screen.line()
        for line in _details(answer, *options.cell):
            screen.line(line)


def _shown(options: argparse.Namespace) -> list[str]:
    """What of the solution is asked for, beside the probabilities of a mine and the total."""
    names = {"mine": [], "zero": ["zero_around"], "number": ["number"]}[options.show]
    return names if options.cell is None else ["zero_around", "number"]


def _check_cell(cell: tuple[int, int], board: boards.BoardFile) -> None:
    rows, columns = board.shape
    if cell[0] >= rows or cell[1] >= columns:
        raise Failure(
            f"{board.name}: there is no cell {cell[0]},{cell[1]}: rows go from 0 to {rows - 1}, "
            f"columns from 0 to {columns - 1}"
        )


def analyse(board: boards.BoardFile, options: argparse.Namespace, needed: tuple[str, ...]) -> mc.Solution:
    """The solution of a board, with the named attributes computed while progress is shown."""
    mines = boards.number_of_mines(board, options.mines)
    with Progress("Counting valid boards") as progress, _explained(board.name):
        answer = mc.solve(board.rows, mines, memory=options.memory, poll=progress.poll)
        for name in ("mine", *needed):
            getattr(answer, name)
    return answer


@contextmanager
def _explained(name: str) -> Iterator[None]:
    """Turns what the library raises about a board into one line."""
    try:
        yield
    except mc.InconsistentBoardError as error:
        why = str(error)
        if not why.startswith("no valid board"):
            here = f"row {error.row}, column {error.col}"
            why = f"no valid board: {why.replace(here, here + ' (counted from 0)')}"
        raise Failure(f"{name}: {why}", NO_VALID_BOARD) from None
    except ValueError as error:
        raise Failure(f"{name}: {error}") from None
    except mc.BudgetExceeded:
        raise Failure(
            f"{name}: the count needs more memory than allowed: try a larger --memory", OUT_OF_REACH
        ) from None


def _summary(answer: mc.Solution) -> list[str]:
    cells = "".join(answer.board)
    known, unopened = cells.count("+"), cells.count("-")
    total = figures.integer(answer.total)
    if len(total) > 9:
        total += f" ({figures.rounded(answer.total)})"
    unopened_cells = documents.unopened_cells(answer.board)
    best = choice.best(answer.mine, unopened_cells)
    safest = choice.safest(answer.mine, unopened_cells)
    return [
        (
            f"Board         {answer.rows} x {answer.cols}, {counted(answer.mine_count, 'mine')}: "
            f"{known} known, {answer.mine_count - known} left in {counted(unopened, 'unopened cell')}"
        ),
        f"Valid boards  {total}",
        f"Certain       {counted(int(answer.mines.sum()), 'mine')}, {counted(int(answer.safe.sum()), 'safe cell')}",
        f"Best to take  {'every unopened cell is safe' if best and best.mine == 0 else _told(best)}",
        f"Safest        {'every unopened cell is a mine' if safest and safest.mine == 1 else _told(safest)}",
    ]


def _told(cell: choice.Choice | None) -> str:
    if cell is None:
        return "no cell is unopened"
    text = f"row {cell.row}, column {cell.column}: mine {figures.percent(cell.mine)}"
    if cell.mine == 1:
        text += ", certain"
    elif cell.mine == 0:
        text += ", certainly safe"
    if cell.others:
        text += f"; {counted(cell.others, 'other')} as good"
    return text


def _details(answer: mc.Solution, row: int, column: int) -> list[str]:
    lines = [
        f"Row {row}, column {column}: '{answer.board[row][column]}'",
        f"  mine            {figures.percent(float(answer.mine[row, column]))}",
        f"  no mine around  {figures.percent(float(answer.zero_around[row, column]))}",
    ]
    for k, probability in enumerate(answer.number[row, column].tolist()):
        if probability > 0:
            lines.append(f"  safe, shows {k}   {figures.percent(probability)}")
    return lines


# ---- grid2 --------------------------------------------------------------------------------------------------------

_LONG_MS = 2_000


def grid2(options: argparse.Namespace) -> None:
    """The command `grid2`."""
    board = boards.read(options.board)
    rows, columns = board.shape
    if board.shape != (16, 16):
        raise Failure(
            f"{board.name}: DetermineGrid2 takes boards of 16 x 16 cells, not {counted(rows, 'row')} by "
            f"{counted(columns, 'column')}"
        )
    if board.mines not in (None, 51):
        raise Failure(f"{board.name}: DetermineGrid2 takes boards with 51 mines, not {board.mines}")
    with Progress("Drawing valid boards", wanted=options.time_ms >= _LONG_MS) as progress, _ticking(progress):
        result = mc.determine_grid2(board.rows, options.threads, options.min_valid, options.time_ms)
    certain = result.probability_mine == 1.0
    shortcut = result.num_valid_gen == 0
    if shortcut and not certain.any():
        with _explained(board.name):
            mc.solve(board.rows, 51)  # says what is wrong with the board
        raise Failure(f"{board.name}: no valid board could be drawn", OUT_OF_REACH)
    if options.json:
        sys.stdout.write(documents.text(documents.grid2(board.rows, result)) + "\n")
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
