"""Solves a position while showing progress, and reports the library's errors as CommandErrors."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

import minesweeper_core as mc
from minesweeper_core.cli.errors import NO_VALID_BOARD, OUT_OF_MEMORY, CommandError
from minesweeper_core.cli.position_file import PositionFile, number_of_mines
from minesweeper_core.cli.progress import Progress


def solve_position(position: PositionFile, options: argparse.Namespace, attributes: tuple[str, ...]) -> mc.Solution:
    """The solution of a position, with `mine` and the given attributes computed already."""
    mines = number_of_mines(position, options.mines)
    with Progress("Counting valid boards") as progress, solver_errors(position.name):
        solution = mc.solve(position.rows, mines, memory=options.memory, poll=progress.poll)
        for name in ("mine", *attributes):
            getattr(solution, name)
    return solution


@contextmanager
def solver_errors(name: str) -> Iterator[None]:
    """Turns errors that the library raises for the position in file `name` into CommandErrors."""
    try:
        yield
    except mc.InconsistentBoardError as error:
        message = str(error)
        if not message.startswith("no valid board"):
            place = f"row {error.row}, column {error.col}"
            message = f"no valid board: {message.replace(place, place + ' (counted from 0)')}"
        raise CommandError(f"{name}: {message}", NO_VALID_BOARD) from None
    except ValueError as error:
        raise CommandError(f"{name}: {error}") from None
    except mc.BudgetExceededError:
        raise CommandError(f"{name}: not enough memory; raise the limit with --memory", OUT_OF_MEMORY) from None
