"""Random play against the plain rules, as hypothesis state machines: what both games' tests share."""

from __future__ import annotations

import copy
import pickle
from typing import Any

from conftest import make_binding
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule
from plain_rules import Cell, PlainBoard

# One word of the plain rules for each of the library's sentences.
REFUSALS = {
    "over": "the game is over",
    "opened": "the cell is opened already",
    "flagged": "the cell is flagged",
    "unopened": "the cell is not opened",
    "zero": "no mines are around the cell",
    "count": "the flags around the cell do not match its number",
    "nothing": "nothing is left to open there",
    "bomb used": "the player has no bomb left",
    "not behind": "the player is not behind",
}
SETTINGS = settings(
    max_examples=60,
    stateful_step_count=30,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],  # the machine may be busy with other things
)


def mines_of(mask: Any) -> set[Cell]:
    """The cells of a mask."""
    return {(r, c) for r, row in enumerate(mask.tolist()) for c, mine in enumerate(row) if mine}


def machine(kind: type[Play], name: str) -> type[Play]:
    """The machine for a binding. Games of a loaded library are not pickled again and again: each time it is loaded."""
    return type(kind.__name__, (kind,), {"binding": make_binding(name), "pickles": name != "dlopen"})


class Play(RuleBasedStateMachine):
    """A game and its plain twin, and all states of the twin to go back and forth in."""

    binding: Any
    actions: tuple[str, ...]
    pickles = True

    def __init__(self) -> None:
        super().__init__()
        self.real: Any = None
        self.plain: Any = None
        self.past: list[Any] = []
        self.future: list[Any] = []
        self.log: list[tuple[str, int, int]] = []
        self.undone: list[tuple[str, int, int]] = []

    # What the games differ in.

    def before(self, action: str, cell: Cell) -> None:
        """Called before the plain twin does what the game has done."""

    def compare(self) -> None:
        """What else must agree."""

    # What they have in common.

    @precondition(lambda self: self.real is not None)
    @rule(which=st.integers(0, 3), place=st.integers(0, 10**6))
    def act(self, which: int, place: int) -> None:
        cell = self.plain.cells[place % len(self.plain.cells)]
        action = self.actions[which % len(self.actions)]
        old, looks = copy.copy(self.plain), self.plain.looks()
        change = getattr(self.real, action)(*cell)
        self.before(action, cell)
        refusal = self.plain.act(action, cell)
        assert change.refusal == (None if refusal is None else REFUSALS[refusal])
        assert bool(change) == (refusal is None)
        if refusal is None:
            self.past.append(old)
            self.log.append((action, *cell))
            self.future.clear()
            self.undone.clear()
        self.agree(change, looks)

    @precondition(lambda self: self.real is not None)
    @rule()
    def undo(self) -> None:
        looks = self.plain.looks()
        change = self.real.undo()
        assert bool(change) == bool(self.past)
        if self.past:
            self.future.append(self.plain)
            self.plain = self.past.pop()
            self.undone.append(self.log.pop())
        self.agree(change, looks)

    @precondition(lambda self: self.real is not None)
    @rule()
    def redo(self) -> None:
        looks = self.plain.looks()
        change = self.real.redo()
        assert bool(change) == bool(self.future)
        if self.future:
            self.past.append(self.plain)
            self.plain = self.future.pop()
            self.log.append(self.undone.pop())
        self.agree(change, looks)

    @precondition(lambda self: self.real is not None)
    @rule(how=st.sampled_from([pickle.dumps, copy.copy, copy.deepcopy]))
    def go_on_with_a_copy(self, how: Any) -> None:
        if how is pickle.dumps and not self.pickles:
            return
        other = how(self.real)
        if isinstance(other, bytes):
            other = pickle.loads(other)
        assert type(other) is type(self.real)
        for cell in self.plain.cells:  # must not be felt in the copy
            self.real.open(*cell)
        self.real = other

    def agree(self, change: Any, looks: dict[Cell, str]) -> None:
        plain: PlainBoard = self.plain
        now = self.plain.looks()
        assert [tuple(cell) for cell in change.cells.tolist()] == [
            cell for cell in plain.cells if now[cell] != looks[cell]
        ]
        assert self.real.board == plain.board()
        assert self.real.log == self.log
        self.compare()
