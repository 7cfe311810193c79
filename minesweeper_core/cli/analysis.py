"""Solves a position while progress is shown, and turns what the library raises into CommandErrors."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

import minesweeper_core as mc
from minesweeper_core.cli.errors import NO_VALID_BOARD, OUT_OF_MEMORY, CommandError
from minesweeper_core.cli.position_file import PositionFile, number_of_mines
from minesweeper_core.cli.progress import Progress


def analyse(board: PositionFile, options: argparse.Namespace, needed: tuple[str, ...]) -> mc.Solution:
    """The solution of a board, with the named attributes computed while progress is shown."""
    mines = number_of_mines(board, options.mines)
    with Progress("Counting valid boards") as progress, solver_errors(board.name):
        answer = mc.solve(board.rows, mines, memory=options.memory, poll=progress.poll)
        for name in ("mine", *needed):
            getattr(answer, name)
    return answer


@contextmanager
def solver_errors(name: str) -> Iterator[None]:
    """Turns what the library raises about a board into one line."""
    try:
        yield
    except mc.InconsistentBoardError as error:
        why = str(error)
        if not why.startswith("no valid board"):
            here = f"row {error.row}, column {error.col}"
            why = f"no valid board: {why.replace(here, here + ' (counted from 0)')}"
        raise CommandError(f"{name}: {why}", NO_VALID_BOARD) from None
    except ValueError as error:
        raise CommandError(f"{name}: {error}") from None
    except mc.BudgetExceededError:
        raise CommandError(
            f"{name}: the count needs more memory than allowed: try a larger --memory", OUT_OF_MEMORY
        ) from None
