"""A game of Minesweeper Flags against the bot: whose turn it is, and what happened last."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import minesweeper_core as mc
from minesweeper_core._impl.words import counted
from minesweeper_core.bot import FlagsBot, Move

if TYPE_CHECKING:
    from minesweeper_core import Change

NAMES = ("You", "The bot")


class FlagsSession:
    """One game. human: 0 begins, 1 lets the bot begin. seed: of the mines, and of the bot's choices among equals."""

    def __init__(self, level: str, seed: int | None = None, human: int = 0) -> None:
        self.seed = secrets.randbits(64) if seed is None else seed
        self.human = human
        self.bot = FlagsBot(level, self.seed)
        self.game = mc.FlagsGame(self.seed)
        self.last: Move | None = None
        self.news = ""

    @property
    def over(self) -> bool:
        """Whether somebody has won, or nobody can any more."""
        return self.game.status == "over"

    @property
    def bots_turn(self) -> bool:
        """Whether the bot is to move."""
        return not self.over and self.game.turn != self.human

    def play(self, move: Move) -> Change:
        """A move of whose turn it is. What came of it is in news."""
        player = self.game.turn
        before = self.game.score[player]
        change = (self.game.bomb if move.kind == "bomb" else self.game.open)(move.row, move.col)
        if change:
            self.last = move
            self.news = self._told(player, move, self.game.score[player] - before)
        return change

    def _told(self, player: int, move: Move, found: int) -> str:
        name = self.name(player)
        where = f"row {move.row}, column {move.col}"
        if move.kind == "bomb":
            return f"{name} bombed around {where}: {counted(found, 'mine')}"
        return f"{name} {'found a mine' if found else 'opened a safe cell'} at {where}"

    def name(self, player: int) -> str:
        """What the player is called."""
        return NAMES[player != self.human]

    def verdict(self) -> str:
        """How a game that is over ended."""
        winner = self.game.winner
        if winner is None:
            return "A draw"
        return "You have won" if winner == self.human else "The bot has won"
