"""What the two games have in common: actions, what they changed, undo and redo, the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, cast

import numpy as np
from numpy.typing import DTypeLike, NDArray

from minesweeper_core._impl.arguments import integer
from minesweeper_core._impl.bindings.cffi_binding import GameHandle, Options
from minesweeper_core._impl.locks import fork_safe_lock
from minesweeper_core._impl.native import Native, cython_native, fill
from minesweeper_core._impl.words import counted

__all__ = ["Action", "Change", "GameBase", "bind"]

# The numbers are those of mines_action_kind.
ACTIONS = ("open", "flag", "chord", "bomb")

_BLOCK = 2**20
"""Cells per block: interrupts are handled between blocks, as millions of cells can change."""


class GameInfo(NamedTuple):
    """mines_game_info without its size, in its order."""

    kind: int
    rows: int
    cols: int
    mines: int
    state: int
    placed: int
    opened: int
    found: int
    flags: int
    actions: int
    undone: int
    wins: int
    turn: int
    score: tuple[int, int]
    bombs: tuple[int, int]
    radius: int
    can_bomb: int
    winner: int


class Action(NamedTuple):
    """One action of a game's log."""

    action: str
    """"open", "flag" (puts a flag or takes it away), "chord" or "bomb"."""
    row: int
    col: int


class Change:
    """The effect of an action, undo or redo. True if it did anything."""

    __slots__ = ("_cols", "_indices", "refusal")

    refusal: str | None
    """Why nothing was done; None if something was."""

    def __init__(self, indices: NDArray[np.uint32] | None, cols: int, refusal: str | None) -> None:
        self._indices = indices
        self._cols = cols
        self.refusal = refusal

    @property
    def cells(self) -> NDArray[np.intp]:
        """The cells that look different now, (row, column) each, in row-major order; int (n, 2).

        Raises MemoryError if there is not enough memory for them, now or when the action was done.
        """
        if self._indices is None:
            raise MemoryError("there was not enough memory to record which cells changed")
        cells = np.empty((len(self._indices), 2), np.intp)
        for start in range(0, len(cells), _BLOCK):
            block = slice(start, start + _BLOCK)
            np.divmod(self._indices[block], np.uint32(self._cols), out=(cells[block, 0], cells[block, 1]))
        return cells

    def __bool__(self) -> bool:
        return self.refusal is None

    def __repr__(self) -> str:
        if self.refusal is not None:
            return f"<Change: nothing, {self.refusal}>"
        return f"<Change of {'some cells' if self._indices is None else counted(len(self._indices), 'cell')}>"

    def __reduce__(self) -> tuple[Any, ...]:  # for all protocols of pickle
        return Change, (self._indices, self._cols, self.refusal)


class GameBase:
    """What Game and FlagsGame have in common: actions, undo and redo, the log."""

    _native: ClassVar[Native] = cython_native()
    _allowed: ClassVar[tuple[str, ...]]
    _handle: GameHandle
    _lock: Any
    """Held during each call on the handle, which is not thread-safe."""
    _shape: tuple[int, int]

    def _start(self, new: Callable[[Options], tuple[int, GameHandle]]) -> None:
        """Create the handle by a function of the binding."""
        options = self._native.options()
        status, self._handle = new(options)
        self._native.check(status, options)
        self._lock = fork_safe_lock()

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self._shape[0]

    @property
    def cols(self) -> int:
        """The number of columns."""
        return self._shape[1]

    @property
    def board(self) -> str:
        """What the player sees, rows separated by newlines."""
        text, cols = self._array(self._handle.board, np.uint8).tobytes().decode("ascii"), self.cols
        return "\n".join(text[start : start + cols] for start in range(0, len(text), cols))

    @property
    def log(self) -> list[Action]:
        """The actions done and not undone, oldest first. Refused ones are not included."""
        with self._lock:
            status, actions = fill(self._handle.log, np.uint32, 3)
        self._native.check(status)
        return [Action(ACTIONS[kind], row, col) for kind, row, col in actions.tolist()]

    def open(self, row: int, col: int) -> Change:
        """Open a cell."""
        return self._act(0, row, col)

    def undo(self) -> Change:
        """Undo the last action."""
        return self._do(self._handle.undo)

    def redo(self) -> Change:
        """Redo the action undone last. A new action discards everything that could be redone."""
        return self._do(self._handle.redo)

    def replay(self, actions: Iterable[tuple[str, int, int]]) -> Self:
        """Perform the actions of a log in order; returns the game itself.

        Raises ValueError or TypeError at an action that is refused or invalid, naming it; those before it remain done.
        """
        for index, entry in enumerate(actions):
            try:
                action, row, col = entry
            except (TypeError, ValueError):
                raise ValueError(f"action {index}: {entry!r} is not (action, row, column)") from None
            if action not in self._allowed:
                raise ValueError(f"action {index}: {action!r} is not one of {', '.join(map(repr, self._allowed))}")
            try:
                change = self._act(ACTIONS.index(action), row, col)
            except (TypeError, ValueError) as error:
                raise type(error)(f"action {index}: {error}") from None
            if not change:
                raise ValueError(f"action {index}: {action} at row {row}, column {col}: {change.refusal}")
        return self

    def copy(self) -> Self:
        """An independent copy of the game, with its log and undone actions."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        with self._lock:
            other._start(self._handle.copy)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def _act(self, kind: int, row: int, col: int) -> Change:
        row, col = integer("row", row), integer("col", col)
        rows, cols = self._shape
        if not (0 <= row < rows and 0 <= col < cols):
            raise ValueError(f"row {row}, column {col}: the board has {rows} rows and {cols} columns, counted from 0")
        return self._do(self._handle.act, kind, row, col)

    def _do(self, call: Callable[..., tuple[int, int]], *action: int) -> Change:
        """Act, undo or redo; returns what changed."""
        native = self._native
        options = native.binding.new_options(0, 0, None)
        with self._lock:
            status, refusal = call(*action, options)
            if status or options.error is not None:
                native.check(status, options)
            _, count = self._handle.changed(None, 0)
            try:
                cells = np.empty(count, np.uint32)
            except MemoryError:  # the action has been done
                return Change(None, self.cols, None)
            if count:
                self._handle.changed(cells, count)
        return Change(cells, self._shape[1], native.binding.refusal_text(refusal) if refusal else None)

    def _info(self) -> GameInfo:
        with self._lock:
            status, info = self._handle.info()
        if status:
            self._native.fail(status)
        return tuple.__new__(GameInfo, info)  # faster than GameInfo(*info)

    def _array(self, call: Callable[[NDArray[Any]], int], dtype: DTypeLike) -> NDArray[Any]:
        """The array (rows, cols) that a call fills."""
        array = np.empty(self._shape, dtype)
        with self._lock:
            status = call(array)
        if status:
            self._native.fail(status)
        return array

    def _added(self) -> dict[str, Any] | None:
        """The attributes that a subclass or a caller added, for pickle; None if there are none."""
        return {name: value for name, value in vars(self).items() if name not in _OWN_ATTRIBUTES} or None

    def _history(self) -> tuple[list[Action], int]:
        """All actions, undone ones too, and how many of them are undone."""
        other = self.copy()
        undone = 0
        while other.redo():
            undone += 1
        return other.log, undone

    def _restore(self, history: tuple[list[Action], int]) -> Self:
        actions, undone = history
        self.replay(actions)
        for _ in range(undone):
            self.undo()
        return self


_OWN_ATTRIBUTES = {"_handle", "_lock", "_shape", "_seed", "_first", "_rules"}
_Kind = TypeVar("_Kind", bound=GameBase)


def bind(kind: type[_Kind], native: Native) -> type[_Kind]:
    """The class for games that use a copy of the C library: the class itself for its own copy, otherwise a subclass."""
    if native is kind._native:
        return kind
    if kind not in native.game_types:
        body = {"__doc__": kind.__doc__, "__module__": kind.__module__, "_native": native}
        native.game_types[kind] = type(kind.__name__, (kind,), body)
    return cast(type[_Kind], native.game_types[kind])


def class_to_pickle(game: _Kind, kind: type[_Kind]) -> type[_Kind]:
    """The class by which a game pickles: kind in place of a subclass that bind made, which can't be imported."""
    return kind if type(game) is bind(kind, game._native) else type(game)
