"""Makes random positions from seeds: mines are placed, then cells are opened in one of several ways.

A position is ``(rows, mines)``: a list of strings with ``-`` for unopened cells and ``0`` to ``8`` for opened ones.
There are no known mines, because ms_toollib does not support them. Every position has at least one valid board.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Position = tuple[list[str], int]


@dataclass(frozen=True)
class Size:
    """A board size and number of mines."""

    rows: int
    cols: int
    mines: int

    def __str__(self) -> str:
        return f"{self.cols}x{self.rows}/{self.mines}"


FLAGS = Size(16, 16, 51)
EXPERT = Size(16, 30, 99)


class Field:
    """A placement of mines, and the set of opened cells. Cells are numbered row by row."""

    def __init__(self, size: Size, rng: random.Random, mines: set[int]) -> None:
        self.size = size
        self.rng = rng
        self.mines = mines
        self.opened: set[int] = set()
        cells = range(size.rows * size.cols)
        self.around = [self._around(cell) for cell in cells]
        self.number = [sum(other in mines for other in self.around[cell]) for cell in cells]
        self.safe = len(cells) - len(mines)

    def _around(self, cell: int) -> list[int]:
        row, col = divmod(cell, self.size.cols)
        return [
            r * self.size.cols + c
            for r in range(max(row - 1, 0), min(row + 2, self.size.rows))
            for c in range(max(col - 1, 0), min(col + 2, self.size.cols))
            if (r, c) != (row, col)
        ]

    def click(self, cell: int) -> None:
        """Open a safe cell, and the whole opening if it shows 0."""
        stack = [cell]
        while stack:
            at = stack.pop()
            if at in self.opened:
                continue
            self.opened.add(at)
            if self.number[at] == 0:
                stack.extend(other for other in self.around[at] if other not in self.opened)

    def text(self) -> list[str]:
        cells = [str(self.number[i]) if i in self.opened else "-" for i in range(self.size.rows * self.size.cols)]
        return ["".join(cells[r * self.size.cols : (r + 1) * self.size.cols]) for r in range(self.size.rows)]


def _field(size: Size, rng: random.Random) -> Field:
    return Field(size, rng, set(rng.sample(range(size.rows * size.cols), size.mines)))


def scattered(size: Size, share: float, rng: random.Random) -> Position:
    """A share of the safe cells opened at random."""
    field = _field(size, rng)
    safe = [cell for cell in range(size.rows * size.cols) if cell not in field.mines]
    field.opened.update(rng.sample(safe, round(share * field.safe)))
    return field.text(), size.mines


def frontier(size: Size, share: float, rng: random.Random) -> Position:
    """Opened as in play: first an opening, then safe cells next to opened ones, until the share is reached."""
    while True:
        field = _field(size, rng)
        starts = [cell for cell in range(size.rows * size.cols) if cell not in field.mines and field.number[cell] == 0]
        if starts:
            break
    field.click(rng.choice(starts))
    wanted = round(share * field.safe)
    while len(field.opened) < wanted:
        candidates = {other for cell in field.opened for other in field.around[cell]} - field.opened - field.mines
        if not candidates:  # enclosed by mines: continue elsewhere, as a player must
            candidates = set(range(size.rows * size.cols)) - field.opened - field.mines
        field.click(rng.choice(sorted(candidates)))
    return field.text(), size.mines


def isolated(size: Size, share: float, rng: random.Random) -> Position:
    """At most a share of the safe cells opened: those with a number above 0, in random order, none touching another."""
    field = _field(size, rng)
    cells = [c for c in range(size.rows * size.cols) if c not in field.mines and field.number[c] > 0]
    rng.shuffle(cells)
    for cell in cells:
        if len(field.opened) >= share * field.safe:
            break
        if not field.opened.intersection(field.around[cell]):
            field.opened.add(cell)
    return field.text(), size.mines


def lattice(size: Size, share: float, rng: random.Random) -> Position:
    """A share of the safe cells in every second row and column opened."""
    field = _field(size, rng)
    for row in range(0, size.rows, 2):
        for col in range(0, size.cols, 2):
            cell = row * size.cols + col
            if cell not in field.mines and rng.random() < share:
                field.opened.add(cell)
    return field.text(), size.mines


Maker = Callable[[Size, float, random.Random], Position]


def positions(maker: Maker, size: Size, share: float, seed: int, count: int) -> Iterator[Position]:
    """``count`` random positions. The same arguments give the same positions."""
    rng = random.Random(f"{maker.__name__} {size} {share} {seed}")
    for _ in range(count):
        yield maker(size, share, rng)
