"""A game of Minesweeper Flags against the bot."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

import minesweeper_core as mc
from minesweeper_core.bot import FlagsBot, Move
from minesweeper_core.cli.number_format import counted

if TYPE_CHECKING:
    from minesweeper_core import Change

HUMAN, BOT = "You", "The bot"


@dataclass(frozen=True)
class FlagsSetup:
    """The options of a game. delay: seconds before each move of the bot. Without a seed, each game gets a new one."""

    level: str = "normal"
    seed: int | None = None
    bot_begins: bool = False
    delay: float = 0.6


class FlagsSession:
    """One game. The seed determines the mines and the bot's choice between equally good moves.

    human: the player number of the human; 0 begins.
    """

    def __init__(self, level: str, seed: int | None = None, human: int = 0) -> None:
        self.seed = secrets.randbits(64) if seed is None else seed
        self.human = human
        self.bot = FlagsBot(level, self.seed)
        self.game = mc.FlagsGame(self.seed)
        self.last_move: Move | None = None
        self.last_event = ""
        """What the last move did, as a sentence."""

    @property
    def over(self) -> bool:
        return self.game.status == "over"

    @property
    def bots_turn(self) -> bool:
        """Whether the bot is to move."""
        return not self.over and self.game.turn != self.human

    @property
    def scores(self) -> tuple[int, int]:
        """The mines found by the human and by the bot."""
        return self.game.score[self.human], self.game.score[1 - self.human]

    def play(self, move: Move) -> Change:
        """Make a move for the player whose turn it is."""
        player = self.game.turn
        before = self.game.score[player]
        change = (self.game.bomb if move.kind == "bomb" else self.game.open)(move.row, move.col)
        if change:
            self.last_move = move
            self.last_event = self._event(player, move, self.game.score[player] - before)
        return change

    def _event(self, player: int, move: Move, found: int) -> str:
        name = HUMAN if player == self.human else BOT
        cell = f"row {move.row}, column {move.col}"
        if move.kind == "bomb":
            return f"{name} bombed the area around {cell} and found {counted(found, 'mine')}"
        return f"{name} {'found a mine' if found else 'opened a safe cell'} at {cell}"

    def verdict(self) -> str:
        """How the game ended."""
        winner = self.game.winner
        if winner is None:
            return "Draw"
        return "You won" if winner == self.human else "The bot won"
