"""The screen of Minesweeper Flags against the bot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from minesweeper_core._impl.words import counted
from minesweeper_core.bot import Move
from minesweeper_core.cli.play import cell_appearance
from minesweeper_core.cli.play.board_widget import BoardWidget, Cell
from minesweeper_core.cli.play.dialogs import FlagsOver, Help
from minesweeper_core.cli.play.flags_session import FlagsSession
from minesweeper_core.cli.play.game_screen import GameScreen, sentence


@dataclass(frozen=True)
class FlagsSetup:
    """Which games are played. delay: seconds from one move of the bot to its next. seed: None for a new one each time,
    otherwise that of the first game."""

    level: str = "normal"
    seed: int | None = None
    bot_begins: bool = False
    delay: float = 0.6


class FlagsScreen(GameScreen):
    """One session after another."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "aim", "Bomb"),
        Binding("n", "new", "New"),
        *GameScreen.SHARED,
    ]

    taking = True

    def __init__(self, match: FlagsSetup, memory: int | None = None) -> None:
        self.match = match
        self.session = FlagsSession(match.level, match.seed, int(match.bot_begins))
        self._pause: Timer | None = None
        self._report: str | None = None
        super().__init__(memory)
        self.board_widget.opens_only = True

    def on_mount(self) -> None:
        super().on_mount()
        self._go_on()

    # ---- What is shown ----

    def signs(self) -> list[str]:
        return cell_appearance.flags(self.session.game)

    def score(self) -> tuple[str, ...]:
        session, game = self.session, self.session.game
        row, col = self.board_widget.cursor
        sides = (
            f"{name} {cell_appearance.PLAYERS[player]} {game.score[player]}"
            + (f" ({counted(game.bombs[player], 'bomb')})" if game.bombs[player] else "")
            for name, player in (("You", session.human), ("Bot", 1 - session.human))
        )
        turn = "Over" if session.over else "Bot's turn" if session.bots_turn else "Your turn"
        return (*sides, turn, f"{game.mines - sum(game.score)} left", f"Row {row}, column {col}")

    def position(self) -> tuple[str, int] | None:
        if self.session.over or self.session.bots_turn:
            return None
        return self.session.game.board, self.session.game.mines

    def marked(self) -> set[Cell]:
        last = self.session.last
        return set() if last is None else {(last.row, last.col)}

    def report(self) -> str | None:
        if self.session.over or (self._report and self.session.last is None):
            return self._report
        mine, its = self._score()
        return f"Left unfinished, you {mine}, the bot {its}; seed {self.session.seed}"

    def _score(self) -> tuple[int, int]:
        """The player's mines, and the bot's."""
        mine, its = (self.session.game.score[player] for player in (self.session.human, 1 - self.session.human))
        return mine, its

    # ---- What the player does ----

    def on_board_widget_moved(self) -> None:
        self.refresh_score()

    def on_board_widget_asked(self, message: BoardWidget.Asked) -> None:
        if message.action == "flag":
            self.board_widget.take_aim(None)
            return
        if self.session.bots_turn:
            self.say("It is the bot's turn")
            return
        self._play(Move("open" if self.board_widget.aim is None else "bomb", message.row, message.col))

    def action_aim(self) -> None:
        """Show what the bomb would open, or no longer."""
        game = self.session.game
        if self.board_widget.aim is not None:
            self.board_widget.take_aim(None)
        elif self.session.over or self.session.bots_turn:
            self.say("It is not your turn")
        elif game.can_bomb:
            self.board_widget.take_aim(game.radius)
            self.say("The bomb opens these cells: Enter or a click throws it, B or Esc does not")
        elif not game.bombs[game.turn]:
            self.say("Your bomb is used")
        else:
            self.say("Only who is behind may throw the bomb")

    def action_stop(self) -> None:
        self.board_widget.take_aim(None)
        if not self.session.bots_turn:
            super().action_stop()

    def action_new(self) -> None:
        if self._pause is not None:
            self._pause.stop()
        self.forget()
        self.session = FlagsSession(self.match.level, None, int(self.match.bot_begins))
        self.say("")
        self._go_on()

    def action_help(self) -> None:
        self.app.push_screen(Help(flags=True))

    # ---- One move after another ----

    def _play(self, move: Move) -> None:
        change = self.session.play(move)
        if not change:
            self.say(sentence(change.refusal))
            return
        self.forget()
        self._go_on()

    def _go_on(self) -> None:
        """After a move: show it, and let the bot think if it is its turn."""
        self.board_widget.take_aim(None)
        self.refresh_all()
        self.say(self.session.news)
        if self.session.over:
            mine, its = self._score()
            self._report = f"{self.session.verdict()}, {max(mine, its)} to {min(mine, its)}; seed {self.session.seed}"
            self.app.push_screen(
                FlagsOver(self.session.verdict(), [f"You      {mine}", f"The bot  {its}"]), self._after
            )
        elif self.session.bots_turn:
            session, news = self.session, self.session.news
            self.think("The bot thinks", lambda poll: session.bot.move(session.game, poll), self._bot_moves)
            self.say(news)

    def _bot_moves(self, move: Move) -> None:
        """The bot knows its move: a little later it is made."""
        self.say(self.session.news)
        session = self.session

        def make() -> None:
            if session is self.session:
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
