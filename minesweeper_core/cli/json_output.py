"""The JSON objects that `--json` prints. Later versions may add fields, but not change or remove any.

Floats are written in the shortest form that reads back as the same double. The number of valid boards is a string of
decimal digits, because most JSON readers would round it. Cells are [row, column], counted from 0.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import numpy.typing as npt

import minesweeper_core as mc
from minesweeper_core.cli.cell_choice import CellChoice, likeliest_mine, safest_cell, unopened_cells
from minesweeper_core.cli.number_format import integer


def json_line(document: dict[str, Any]) -> str:
    """The object as one line of text, newline included."""
    return json.dumps(document, allow_nan=False) + "\n"


def solution_object(solution: mc.Solution, show: str) -> dict[str, Any]:
    """The object that `solve --json` prints; `solve --help` describes its fields."""
    unopened = unopened_cells(solution.board)
    document: dict[str, Any] = {
        "rows": solution.rows,
        "cols": solution.cols,
        "mines": solution.mines,
        "board": list(solution.board),
        "total": integer(solution.total),
        "mine": solution.mine.tolist(),
        "safe": _cells(solution.certain_safe),
        "certain_mines": _cells(solution.certain_mines),
        "best": _choice(likeliest_mine(solution.mine, unopened)),
        "safest": _choice(safest_cell(solution.mine, unopened)),
    }
    if show == "zero":
        document["zero_around"] = solution.zero_around.tolist()
    elif show == "number":
        document["number"] = solution.number.tolist()
    return document


def grid2_object(board: list[str], result: mc.GridProbabilities) -> dict[str, Any]:
    """The object that `grid2 --json` prints."""
    return {
        "board": board,
        "num_valid_gen": result.num_valid_gen,
        "shortcut": bool(result.num_valid_gen == 0),
        "probability_mine": result.probability_mine.tolist(),
        "probability_zero_mine_around": result.probability_zero_mine_around.tolist(),
    }


def _cells(mask: npt.NDArray[np.bool_]) -> list[list[int]]:
    """[row, column] of each True cell, in reading order."""
    cells: list[list[int]] = np.argwhere(mask).tolist()
    return cells


def _choice(cell: CellChoice | None) -> dict[str, Any] | None:
    return None if cell is None else {"row": cell.row, "col": cell.col, "mine": cell.mine}
