"""Games being played, through cffi."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._impl.bindings.cffi_calls import Calls
from minesweeper_core._impl.bindings.protocol import ActionResult, FlagsRules, UndoResult
from minesweeper_core._impl.locks import fork_safe_lock

__all__ = ["GameCalls"]


class _Play:
    """A game in C, whose calls come one at a time: the handle is for one thread."""

    kind: str
    """How the names of its functions begin."""
    info_kind: str
    """What get_info fills."""

    def __init__(self, backend: Calls, shape: tuple[int, int], pointer: Any) -> None:
        self.backend = backend
        self.shape = shape
        self.pointer = backend.ffi.gc(pointer, self.function("free"))
        self.lock = fork_safe_lock()

    def function(self, name: str) -> Any:
        return getattr(self.backend.lib, f"{self.kind}_{name}")

    def act(self, kind: int, row: int, col: int) -> ActionResult:
        refusal = self.backend.ffi.new("mines_refusal *")
        call = self.backend.call()
        with self.lock:
            call.check(self.function("act")(self.pointer, kind, row, col, call.options, refusal))
            return int(refusal[0]), self._changed()

    def undo(self) -> UndoResult:
        done = self.backend.ffi.new("uint32_t *")
        with self.lock:
            self.backend.require(self.function("undo")(self.pointer, done))
            return bool(done[0]), self._changed()

    def redo(self) -> UndoResult:
        done = self.backend.ffi.new("uint32_t *")
        call = self.backend.call()
        with self.lock:
            call.check(self.function("redo")(self.pointer, call.options, done))
            return bool(done[0]), self._changed()

    def board(self) -> bytes:
        cells = np.empty(self.shape, np.uint8)
        with self.lock:
            self.backend.require(self.function("board")(self.pointer, self.backend.buffer("char[]", cells)))
        return cells.tobytes()

    def log(self) -> NDArray[np.uint32]:
        with self.lock:
            count = self._info().actions
            actions = np.empty((count, 3), np.uint32)
            if count:
                self.function("log")(self.pointer, self.backend.buffer("mines_action[]", actions), count)
        return actions

    def copy(self) -> Self:
        out = self.backend.ffi.new(f"{self.kind} **")
        with self.lock:
            self.backend.require(self.function("copy")(self.pointer, out))
        return type(self)(self.backend, self.shape, out[0])

    def _changed(self) -> NDArray[np.uint32] | None:
        count = self.function("changed")(self.pointer, self.backend.ffi.NULL, 0)
        try:
            cells = np.empty(count, np.uint32)
        except MemoryError:
            return None
        if count:
            self.function("changed")(self.pointer, self.backend.buffer("uint32_t[]", cells), count)
        return cells

    def _cells(self, name: str, dtype: type[np.bool_ | np.uint8]) -> NDArray[Any]:
        cells = np.empty(self.shape, dtype)
        with self.lock:
            self.backend.require(self.function(name)(self.pointer, self.backend.buffer("uint8_t[]", cells)))
        return cells

    def _info(self) -> Any:
        info = self.backend.ffi.new(f"{self.info_kind} *")
        with self.lock:
            self.backend.require(self.function("get_info")(self.pointer, info))
        return info


class _Game(_Play):
    kind = "mines_game"
    info_kind = "mines_game_info"

    def info(self) -> tuple[int, int, int, int, int]:
        info = self._info()
        return int(info.mines), int(info.state), int(info.placed), int(info.opened), int(info.flags)

    def flags(self) -> NDArray[np.bool_]:
        return self._cells("flags", np.bool_)

    def mask(self) -> NDArray[np.bool_] | None:
        with self.lock:
            return self._cells("mask", np.bool_) if self.info()[2] else None


class _FlagsGame(_Play):
    kind = "mines_flags_game"
    info_kind = "mines_flags_info"

    def info(self) -> tuple[int, int, int, tuple[int, int], tuple[int, int], int, int]:
        info = self._info()
        score = int(info.score[0]), int(info.score[1])
        bombs = int(info.bombs[0]), int(info.bombs[1])
        return int(info.mines), int(info.wins), int(info.turn), score, bombs, int(info.over), int(info.winner)

    def owner(self) -> NDArray[np.uint8]:
        return self._cells("owner", np.uint8)

    def mask(self) -> NDArray[np.bool_]:
        return self._cells("mask", np.bool_)


class GameCalls(Calls):
    """The games."""

    def game(self, mask: NDArray[np.uint8]) -> _Game:
        out = self.ffi.new("mines_game **")
        rows, cols = mask.shape
        call, cells = self.call(), self.ffi.from_buffer("uint8_t[]", mask)
        call.check(self.lib.mines_game_new(cells, rows, cols, call.options, out))
        return _Game(self, (rows, cols), out[0])

    def random_game(self, rows: int, cols: int, mines: int, seed: int, first: int) -> _Game:
        out = self.ffi.new("mines_game **")
        self.require(self.lib.mines_game_new_random(rows, cols, mines, seed, first, out))
        return _Game(self, (rows, cols), out[0])

    def flags_game(self, rules: FlagsRules, mask: NDArray[np.uint8] | None, seed: int) -> _FlagsGame:
        out = self.ffi.new("mines_flags_game **")
        given = self.ffi.new("mines_flags_rules *", (self.ffi.sizeof("mines_flags_rules"), *rules))
        cells = self.ffi.NULL if mask is None else self.ffi.from_buffer("uint8_t[]", mask)
        call = self.call()
        call.check(self.lib.mines_flags_game_new(given, cells, seed, call.options, out))
        return _FlagsGame(self, (rules.rows, rules.cols), out[0])

    def refusal_text(self, refusal: int) -> str:
        return self._string(self.lib.mines_refusal_text(refusal))
