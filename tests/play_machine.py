"""Random play as a hypothesis state machine: each game runs beside a simple implementation of its rules (plain_rules).

Shared by the tests of both games.
"""

from __future__ import annotations

import copy
import pickle
from typing import Any

from bindings import make_binding
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule
from plain_rules import Cell, PlainBoard

# The refusals of plain_rules, and the library's messages.
REFUSALS = {
    "over": "the game is over",
    "opened": "the cell is already open",
    "flagged": "the cell is flagged",
    "unopened": "the cell is not open",
    "zero": "the number of the cell is 0",
    "count": "the number of flags around the cell differs from its number",
    "nothing": "there is nothing left to open",
    "bomb used": "the player has no bomb left",
    "not behind": "the player is not behind",
}
SETTINGS = settings(
    max_examples=60,
    stateful_step_count=30,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],  # other processes may use the processor
)


def mines_of(mask: Any) -> set[Cell]:
    """The cells of a mask."""
    return {(r, c) for r, row in enumerate(mask.tolist()) for c, mine in enumerate(row) if mine}


def machine(kind: type[Play], name: str) -> type[Play]:
    """The machine for a binding. With "dlopen" games are not pickled: each unpickling would load the library again."""
    return type(kind.__name__, (kind,), {"binding": make_binding(name), "pickles": name != "dlopen"})


class Play(RuleBasedStateMachine):
    """A game (`real`) and its counterpart with the plain rules (`plain`), whose states are kept for undo and redo."""

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

    # For subclasses.

    def before(self, action: str, cell: Cell) -> None:
        """Called after the game has done an action and before `plain` does it."""

    def compare(self) -> None:
        """Further comparisons after each action."""

    @precondition(lambda self: self.real is not None)
    @rule(which=st.integers(0, 3), place=st.integers(0, 10**6))
    def act(self, which: int, place: int) -> None:
        cell = self.plain.cells[place % len(self.plain.cells)]
        action = self.actions[which % len(self.actions)]
        old, before = copy.copy(self.plain), self.plain.looks()
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
        self.agree(change, before)

    @precondition(lambda self: self.real is not None)
    @rule()
    def undo(self) -> None:
        before = self.plain.looks()
        change = self.real.undo()
        assert bool(change) == bool(self.past)
        if self.past:
            self.future.append(self.plain)
            self.plain = self.past.pop()
            self.undone.append(self.log.pop())
        self.agree(change, before)

    @precondition(lambda self: self.real is not None)
    @rule()
    def redo(self) -> None:
        before = self.plain.looks()
        change = self.real.redo()
        assert bool(change) == bool(self.future)
        if self.future:
            self.past.append(self.plain)
            self.plain = self.future.pop()
            self.log.append(self.undone.pop())
        self.agree(change, before)

    @precondition(lambda self: self.real is not None)
    @rule(how=st.sampled_from([pickle.dumps, copy.copy, copy.deepcopy]))
    def continue_with_a_copy(self, how: Any) -> None:
        if how is pickle.dumps and not self.pickles:
            return
        other = how(self.real)
        if isinstance(other, bytes):
            other = pickle.loads(other)
        assert type(other) is type(self.real)
        for cell in self.plain.cells:  # must not affect the copy
            self.real.open(*cell)
        self.real = other

    def agree(self, change: Any, before: dict[Cell, str]) -> None:
        """Compare both games. before: how the cells looked before the change."""
        plain: PlainBoard = self.plain
        now = self.plain.looks()
        assert [tuple(cell) for cell in change.cells.tolist()] == [
            cell for cell in plain.cells if now[cell] != before[cell]
        ]
        assert self.real.board == plain.board()
        assert self.real.log == self.log
        self.compare()
