"""The screen of Minesweeper Flags against the bot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from minesweeper_core._words import counted
from minesweeper_core.bot import Move
from minesweeper_core.cli.play import looks
from minesweeper_core.cli.play.dialogs import FlagsOver, Help
from minesweeper_core.cli.play.duel import Duel
from minesweeper_core.cli.play.field import Cell, Field
from minesweeper_core.cli.play.table import Table, sentence


@dataclass(frozen=True)
class Match:
    """Which games are played. delay: seconds from one move of the bot to its next. seed: None for a new one each time,
    otherwise that of the first game."""

    level: str = "normal"
    seed: int | None = None
    bot_begins: bool = False
    delay: float = 0.6


class Flags(Table):
    """One duel after another."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "aim", "Bomb"),
        Binding("n", "new", "New"),
        *Table.SHARED,
    ]

    taking = True

    def __init__(self, match: Match, memory: int | None = None) -> None:
        self.match = match
        self.duel = Duel(match.level, match.seed, int(match.bot_begins))
        self._pause: Timer | None = None
        self._report: str | None = None
        super().__init__(memory)
        self.field.opens_only = True

    def on_mount(self) -> None:
        super().on_mount()
        self._go_on()

    # ---- What is shown ----

    def signs(self) -> list[str]:
        return looks.flags(self.duel.game)

    def score(self) -> tuple[str, ...]:
        duel, game = self.duel, self.duel.game
        row, col = self.field.cursor
        sides = (
            f"{name} {looks.PLAYERS[player]} {game.score[player]}"
            + (f" ({counted(game.bombs[player], 'bomb')})" if game.bombs[player] else "")
            for name, player in (("You", duel.human), ("Bot", 1 - duel.human))
        )
        turn = "Over" if duel.over else "Bot's turn" if duel.bots_turn else "Your turn"
        return (*sides, turn, f"{game.mines - sum(game.score)} left", f"Row {row}, column {col}")

    def position(self) -> tuple[str, int] | None:
        if self.duel.over or self.duel.bots_turn:
            return None
        return self.duel.game.board, self.duel.game.mines

    def marked(self) -> set[Cell]:
        last = self.duel.last
        return set() if last is None else {(last.row, last.col)}

    def report(self) -> str | None:
        if self.duel.over or (self._report and self.duel.last is None):
            return self._report
        mine, its = self._score()
        return f"Left unfinished, you {mine}, the bot {its}; seed {self.duel.seed}"

    def _score(self) -> tuple[int, int]:
        """The player's mines, and the bot's."""
        mine, its = (self.duel.game.score[player] for player in (self.duel.human, 1 - self.duel.human))
        return mine, its

    # ---- What the player does ----

    def on_field_moved(self) -> None:
        self.refresh_score()

    def on_field_asked(self, message: Field.Asked) -> None:
        if message.action == "flag":
            self.field.take_aim(None)
            return
        if self.duel.bots_turn:
            self.say("It is the bot's turn")
            return
        self._play(Move("open" if self.field.aim is None else "bomb", message.row, message.col))

    def action_aim(self) -> None:
        """Show what the bomb would open, or no longer."""
        game = self.duel.game
        if self.field.aim is not None:
            self.field.take_aim(None)
        elif self.duel.over or self.duel.bots_turn:
            self.say("It is not your turn")
        elif game.can_bomb:
            self.field.take_aim(game.radius)
            self.say("The bomb opens these cells: Enter or a click throws it, B or Esc does not")
        elif not game.bombs[game.turn]:
            self.say("Your bomb is used")
        else:
            self.say("Only who is behind may throw the bomb")

    def action_stop(self) -> None:
        self.field.take_aim(None)
        if not self.duel.bots_turn:
            super().action_stop()

    def action_new(self) -> None:
        if self._pause is not None:
            self._pause.stop()
        self.forget()
        self.duel = Duel(self.match.level, None, int(self.match.bot_begins))
        self.say("")
        self._go_on()

    def action_help(self) -> None:
        self.app.push_screen(Help(flags=True))

    # ---- One move after another ----

    def _play(self, move: Move) -> None:
        change = self.duel.play(move)
        if not change:
            self.say(sentence(change.refusal))
            return
        self.forget()
        self._go_on()

    def _go_on(self) -> None:
        """After a move: show it, and let the bot think if it is its turn."""
        self.field.take_aim(None)
        self.refresh_all()
        self.say(self.duel.news)
        if self.duel.over:
            mine, its = self._score()
            self._report = f"{self.duel.verdict()}, {max(mine, its)} to {min(mine, its)}; seed {self.duel.seed}"
            self.app.push_screen(FlagsOver(self.duel.verdict(), [f"You      {mine}", f"The bot  {its}"]), self._after)
        elif self.duel.bots_turn:
            duel, news = self.duel, self.duel.news
            self.think("The bot thinks", lambda poll: duel.bot.move(duel.game, poll), self._bot_moves)
            self.say(news)

    def _bot_moves(self, move: Move) -> None:
        """The bot knows its move: a little later it is made."""
        self.say(self.duel.news)
        duel = self.duel

        def make() -> None:
            if duel is self.duel:
                self._play(move)

        if self.match.delay > 0:
            self._pause = self.set_timer(self.match.delay, make)
        else:
            make()

    def _after(self, wish: str | None) -> None:
        if wish == "new":
            self.action_new()
        elif wish == "quit":
            self.action_leave()
