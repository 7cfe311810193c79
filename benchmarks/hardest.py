"""Searches for positions that are hard to count: ``hardest.py 16x16|30x16 [--steps N] [--seed S] [--out FILE]``.

Stochastic hill climbing on the number of states in the count. It starts with a lattice: every second row and
column opened. A step opens or closes a cell, moves an opened cell to a neighbour, or moves a mine. It is kept if the
number of states grows or falls only a little; the tolerated loss is random and shrinks towards the end. The same
arguments give the same position with the same version of the library (the order in which it processes cells determines
the number of states). Every position comes from a placement of the mines, so it has a valid board.

The folder hardest/ holds the worst positions found so far; latency.py measures them.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from positions import EXPERT, FLAGS, Field, Position, Size

import minesweeper_core as mc

SIZES = {"16x16": FLAGS, "30x16": EXPERT}
FOLDER = Path(__file__).resolve().with_suffix("")
LOSS = 0.1  # the largest share of the states that an early step may lose


class Walk:
    """A placement of mines and a set of opened cells, changed by random steps."""

    def __init__(self, size: Size, rng: random.Random) -> None:
        self.rng = rng
        opened = {row * size.cols + col for row in range(0, size.rows, 2) for col in range(0, size.cols, 2)}
        rest = sorted(set(range(size.rows * size.cols)) - opened)
        self.field = Field(size, rng, set(rng.sample(rest, size.mines)))
        self.field.opened = opened

    def position(self) -> Position:
        return self.field.text(), self.field.size.mines

    def step(self) -> tuple[set[int], set[int]]:
        """Make a random change. Returns the opened cells and the mines before it, for ``undo``."""
        field, rng = self.field, self.rng
        before = set(field.opened), set(field.mines)
        kind = rng.random()
        if kind < 0.4:
            cell = rng.randrange(len(field.number))
            if cell not in field.mines:
                field.opened ^= {cell}
        elif kind < 0.6:
            cell = rng.choice(sorted(field.opened))
            other = rng.choice(field.around[cell])
            if other not in field.mines | field.opened:
                field.opened ^= {cell, other}
        else:
            cell = rng.choice(sorted(field.mines))
            other = rng.randrange(len(field.number))
            if other not in field.mines | field.opened:
                self.put_mines(field.mines ^ {cell, other})
        return before

    def put_mines(self, mines: set[int]) -> None:
        for cell in self.field.mines ^ mines:
            by = 1 if cell in mines else -1
            for other in self.field.around[cell]:
                self.field.number[other] += by
        self.field.mines = mines

    def undo(self, before: tuple[set[int], set[int]]) -> None:
        self.field.opened = before[0]
        self.put_mines(before[1])


def states_of(position: Position) -> int:
    return mc.solve(*position).cost.states


def search(size: Size, steps: int, seed: int, show: bool) -> tuple[Position, int]:
    """The worst position found in this number of steps, and its number of states."""
    walk = Walk(size, random.Random(f"{size} {seed}"))
    worst, most = walk.position(), states_of(walk.position())
    states = most
    for step in range(steps):
        before = walk.step()
        try:
            now = states_of(walk.position())
        except mc.BudgetExceededError:  # too hard to count, so of no use for measurements
            print(f"step {step}: more memory needed than allowed:\n" + "\n".join(walk.position()[0]), file=sys.stderr)
            now = 0
        if now < states * (1 - walk.rng.random() * LOSS * (1 - step / steps)):
            walk.undo(before)
            continue
        states = now
        if states > most:
            worst, most = walk.position(), states
        if show and step % 100 == 0:
            print(f"step {step}: {states:,} states, at most {most:,}", file=sys.stderr, flush=True)
    return worst, most


def hardest(size: Size, _share: float, _rng: random.Random) -> Position:
    """The worst position found so far for a size; a maker of positions."""
    lines = (FOLDER / f"{size.cols}x{size.rows}.txt").read_text(encoding="ascii").split("\n")
    return [line for line in lines if line and not line.startswith("#")], size.mines


def main() -> None:
    parser = argparse.ArgumentParser(description="Search for positions that are hard to count.")
    parser.add_argument("size", choices=SIZES)
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="write the position to a file instead of standard output")
    arguments = parser.parse_args()
    size = SIZES[arguments.size]
    (rows, mines), states = search(size, arguments.steps, arguments.seed, sys.stderr.isatty())
    cost = mc.solve(rows, mines).cost
    comment = f"# {states:,} states, {cost.bytes:,} bytes; --steps {arguments.steps} --seed {arguments.seed}"
    text = "\n".join([comment, *rows]) + "\n"
    if arguments.out is None:
        print(text, end="")
    else:
        arguments.out.write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
