"""The command `solve`."""

from __future__ import annotations

import argparse
import sys

import minesweeper_core as mc
from minesweeper_core._impl.words import counted
from minesweeper_core.cli import cell_choice, heatmap, json_output, number_format, position_file
from minesweeper_core.cli.analysis import analyse
from minesweeper_core.cli.console import Screen
from minesweeper_core.cli.errors import CommandError


def solve(options: argparse.Namespace) -> None:
    """The command `solve`."""
    board = position_file.read(options.board)
    if options.cell is not None:
        _check_cell(options.cell, board)
    answer = analyse(board, options, needed=("total", *_shown(options)))
    if options.json:
        sys.stdout.write(json_output.text(json_output.solution(answer, options.show)) + "\n")
        return
    screen = Screen()
    if options.show == "zero":
        picture = heatmap.zero_around(answer.board, answer.zero_around)
    elif options.show == "number":
        picture = heatmap.numbers(answer.board, answer.number, answer.certain_mines)
    else:
        picture = heatmap.mines(answer.board, answer.mine, answer.certain_safe, answer.certain_mines)
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


def _check_cell(cell: tuple[int, int], board: position_file.PositionFile) -> None:
    rows, columns = board.shape
    if cell[0] >= rows or cell[1] >= columns:
        raise CommandError(
            f"{board.name}: there is no cell {cell[0]},{cell[1]}: rows go from 0 to {rows - 1}, "
            f"columns from 0 to {columns - 1}"
        )


def _summary(answer: mc.Solution) -> list[str]:
    cells = "".join(answer.board)
    known, unopened = cells.count("+"), cells.count("-")
    total = number_format.integer(answer.total)
    if len(total) > 9:
        total += f" ({number_format.rounded(answer.total)})"
    unopened_cells = json_output.unopened_cells(answer.board)
    best = cell_choice.best(answer.mine, unopened_cells)
    safest = cell_choice.safest(answer.mine, unopened_cells)
    return [
        (
            f"Board         {answer.rows} x {answer.cols}, {counted(answer.mines, 'mine')}: "
            f"{known} known, {answer.mines - known} left in {counted(unopened, 'unopened cell')}"
        ),
        f"Valid boards  {total}",
        f"Certain       {counted(int(answer.certain_mines.sum()), 'mine')}, "
        f"{counted(int(answer.certain_safe.sum()), 'safe cell')}",
        f"Best to take  {'every unopened cell is safe' if best and best.mine == 0 else _told(best)}",
        f"Safest        {'every unopened cell is a mine' if safest and safest.mine == 1 else _told(safest)}",
    ]


def _told(cell: cell_choice.Choice | None) -> str:
    if cell is None:
        return "no cell is unopened"
    text = f"row {cell.row}, column {cell.column}: mine {number_format.percent(cell.mine)}"
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
        f"  mine            {number_format.percent(float(answer.mine[row, column]))}",
        f"  no mine around  {number_format.percent(float(answer.zero_around[row, column]))}",
    ]
    for k, probability in enumerate(answer.number[row, column].tolist()):
        if probability > 0:
            lines.append(f"  safe, shows {k}   {number_format.percent(probability)}")
    return lines
