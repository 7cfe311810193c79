"""The command `solve`: exact probabilities of a position."""

from __future__ import annotations

import argparse
import sys

import minesweeper_core as mc
from minesweeper_core.cli.analysis import solve_position
from minesweeper_core.cli.cell_choice import CellChoice, likeliest_mine, safest_cell, unopened_cells
from minesweeper_core.cli.console import Console
from minesweeper_core.cli.errors import CommandError
from minesweeper_core.cli.heatmap import Heatmap, mine_heatmap, number_heatmap, zero_around_heatmap
from minesweeper_core.cli.json_output import json_line, solution_object
from minesweeper_core.cli.number_format import counted, integer, percent, rounded
from minesweeper_core.cli.position_file import PositionFile, read_position


def solve(options: argparse.Namespace) -> None:
    position = read_position(options.board)
    if options.cell is not None:
        _check_cell(options.cell, position)
    solution = solve_position(position, options, ("total", *_attributes(options)))
    if options.json:
        sys.stdout.write(json_line(solution_object(solution, options.show)))
        return
    console = Console()
    console.heatmap(_heatmap(solution, options.show))
    console.line()
    for line in _summary(solution):
        console.line(line)
    if options.cell is not None:
        console.line()
        for line in _cell_details(solution, *options.cell):
            console.line(line)


def _attributes(options: argparse.Namespace) -> list[str]:
    """The attributes of the solution that the options need, besides `mine` and `total`."""
    if options.cell is not None:
        return ["zero_around", "number"]
    return {"mine": [], "zero": ["zero_around"], "number": ["number"]}[options.show]


def _check_cell(cell: tuple[int, int], position: PositionFile) -> None:
    rows, cols = position.shape
    if cell[0] >= rows or cell[1] >= cols:
        raise CommandError(
            f"{position.name}: cell {cell[0]},{cell[1]} is outside the board (rows 0-{rows - 1}, columns 0-{cols - 1})"
        )


def _heatmap(solution: mc.Solution, show: str) -> Heatmap:
    if show == "zero":
        return zero_around_heatmap(solution.board, solution.zero_around)
    if show == "number":
        return number_heatmap(solution.board, solution.number, solution.certain_mines)
    return mine_heatmap(solution.board, solution.mine, solution.certain_safe, solution.certain_mines)


def _summary(solution: mc.Solution) -> list[str]:
    cells = "".join(solution.board)
    known = cells.count("+")
    mines = f"{counted(solution.mines, 'mine')}: {known} known, {solution.mines - known} left"
    total = integer(solution.total)
    if len(total) > 9:
        total += f" ({rounded(solution.total)})"
    certain_mines, safe_cells = int(solution.certain_mines.sum()), int(solution.certain_safe.sum())
    unopened = unopened_cells(solution.board)
    likeliest = likeliest_mine(solution.mine, unopened)
    safest = safest_cell(solution.mine, unopened)
    all_safe, all_mines = likeliest and likeliest.mine == 0, safest and safest.mine == 1
    return [
        f"Board           {solution.rows}x{solution.cols}, {mines} in {counted(cells.count('-'), 'unopened cell')}",
        f"Valid boards    {total}",
        f"Certain cells   {counted(certain_mines, 'mine')}, {safe_cells} safe",
        f"Likeliest mine  {'all unopened cells are safe' if all_safe else _choice_text(likeliest)}",
        f"Safest cell     {'all unopened cells are mines' if all_mines else _choice_text(safest)}",
    ]


def _choice_text(cell: CellChoice | None) -> str:
    if cell is None:
        return "no unopened cells"
    chance = {0.0: "certainly safe", 1.0: "certain mine"}.get(cell.mine, f"mine {percent(cell.mine)}")
    others = f" ({counted(cell.equals, 'other cell')} equal)" if cell.equals else ""
    return f"row {cell.row}, column {cell.col}: {chance}{others}"


def _cell_details(solution: mc.Solution, row: int, col: int) -> list[str]:
    lines = [
        f"Row {row}, column {col}: '{solution.board[row][col]}'",
        f"  mine            {percent(float(solution.mine[row, col]))}",
        f"  no mine around  {percent(float(solution.zero_around[row, col]))}",
    ]
    for k, probability in enumerate(solution.number[row, col].tolist()):
        if probability > 0:
            lines.append(f"  safe, shows {k}   {percent(probability)}")
    return lines
