"""What `--json` prints. The fields are a promise; later versions only add to them.

Floats are written as the shortest text that reads back as the same double. The number of valid boards is a string of
decimal digits, because most JSON readers would round it. Cells are [row, column], counted from 0.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import numpy.typing as npt

from minesweeper_core import GridProbabilities, Solution
from minesweeper_core.cli import cell_choice, number_format


def solution(answer: Solution, show: str) -> dict[str, Any]:
    """The document of `solve --json`: see its help for the fields."""
    unopened = unopened_cells(answer.board)
    document: dict[str, Any] = {
        "rows": answer.rows,
        "cols": answer.cols,
        "mines": answer.mines,
        "board": list(answer.board),
        "total": number_format.integer(answer.total),
        "mine": answer.mine.tolist(),
        "safe": places(answer.certain_safe),
        "certain_mines": places(answer.certain_mines),
        "best": _chosen(cell_choice.best(answer.mine, unopened)),
        "safest": _chosen(cell_choice.safest(answer.mine, unopened)),
    }
    if show == "zero":
        document["zero_around"] = answer.zero_around.tolist()
    elif show == "number":
        document["number"] = answer.number.tolist()
    return document


def grid2(board: list[str], result: GridProbabilities) -> dict[str, Any]:
    """The document of `grid2 --json`."""
    return {
        "board": board,
        "num_valid_gen": result.num_valid_gen,
        "shortcut": bool(result.num_valid_gen == 0),
        "probability_mine": result.probability_mine.tolist(),
        "probability_zero_mine_around": result.probability_zero_mine_around.tolist(),
    }


def text(document: dict[str, Any]) -> str:
    """The document in one line."""
    return json.dumps(document, allow_nan=False)


def places(cells: npt.NDArray[np.bool_]) -> list[list[int]]:
    """[row, column] of every True cell, in reading order."""
    found: list[list[int]] = np.argwhere(cells).tolist()
    return found


def unopened_cells(board: list[str]) -> npt.NDArray[np.bool_]:
    """True where the board has '-'."""
    return np.array([[cell == "-" for cell in row] for row in board], dtype=np.bool_)


def _chosen(cell: cell_choice.Choice | None) -> dict[str, Any] | None:
    return None if cell is None else {"row": cell.row, "col": cell.column, "mine": cell.mine}
