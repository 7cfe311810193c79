"""The screen of Minesweeper Flags against the bot."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from minesweeper_core.bot import Move
from minesweeper_core.cli.number_format import counted
from minesweeper_core.cli.play.board_widget import BoardWidget, Cell
from minesweeper_core.cli.play.cell_appearance import PLAYER_SYMBOLS, flags_symbols
from minesweeper_core.cli.play.flags_session import FlagsSession, FlagsSetup
from minesweeper_core.cli.play.game_over_dialog import FlagsOver
from minesweeper_core.cli.play.game_screen import GameScreen, capitalized
from minesweeper_core.cli.play.help_dialog import Help


class FlagsScreen(GameScreen):
    """Plays one game after another. The first uses the seed of `setup`, later ones a new seed each."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "aim", "Bomb"),
        Binding("n", "new", "New"),
        *GameScreen.COMMON_BINDINGS,
    ]

    hints_for_mines = True
    only_open = True

    def __init__(self, setup: FlagsSetup, memory: int | None = None) -> None:
        self.setup = setup
        self.session = FlagsSession(setup.level, setup.seed, int(setup.bot_begins))
        self._pause: Timer | None = None  # before a move of the bot
        self._report: str | None = None
        super().__init__(memory)

    def on_mount(self) -> None:
        super().on_mount()
        self._next_turn()

    # ---- Content ----

    def symbols(self) -> list[str]:
        return flags_symbols(self.session.game)

    def score(self) -> tuple[str, ...]:
        session, game = self.session, self.session.game
        row, col = self.board_widget.cursor
        players = (
            f"{name} {PLAYER_SYMBOLS[player]} {game.score[player]}"
            + (f" ({counted(game.bombs[player], 'bomb')})" if game.bombs[player] else "")
            for name, player in (("You", session.human), ("Bot", 1 - session.human))
        )
        turn = "Game over" if session.over else "Bot's turn" if session.bots_turn else "Your turn"
        return (*players, turn, f"{game.mines - sum(game.score)} left", f"Row {row}, column {col}")

    def position(self) -> tuple[str, int] | None:
        if self.session.over or self.session.bots_turn:
            return None
        return self.session.game.board, self.session.game.mines

    def marked(self) -> set[Cell]:
        move = self.session.last_move
        return set() if move is None else {(move.row, move.col)}

    def report(self) -> str | None:
        if self.session.over or (self._report and self.session.last_move is None):
            return self._report
        human, bot = self.session.scores
        return f"Not finished: you {human}, the bot {bot}; seed {self.session.seed}"

    # ---- Actions ----

    def on_board_widget_cell_action(self, message: BoardWidget.CellAction) -> None:
        if message.action == "flag":  # the right button
            self.board_widget.aim_bomb(None)
            return
        if self.session.bots_turn:
            self.show_message("It is the bot's turn")
            return
        self._play(Move("open" if self.board_widget.bomb_radius is None else "bomb", message.row, message.col))

    def action_aim(self) -> None:
        """Start or stop aiming the bomb."""
        game = self.session.game
        if self.board_widget.bomb_radius is not None:
            self.board_widget.aim_bomb(None)
        elif self.session.over or self.session.bots_turn:
            self.show_message("It is not your turn")
        elif game.can_bomb:
            self.board_widget.aim_bomb(game.radius)
            self.show_message("The bomb will open these cells: Enter or click to use it, B or Esc to cancel")
        elif not game.bombs[game.turn]:
            self.show_message("You have used your bomb")
        else:
            self.show_message("Only the player who is behind may use the bomb")

    def action_stop(self) -> None:
        self.board_widget.aim_bomb(None)
        if not self.session.bots_turn:
            super().action_stop()

    def action_new(self) -> None:
        if self._pause is not None:
            self._pause.stop()
        self.cancel_work()
        self.session = FlagsSession(self.setup.level, None, int(self.setup.bot_begins))
        self.show_message("")
        self._next_turn()

    def action_help(self) -> None:
        self.app.push_screen(Help(flags=True))

    # ---- Turns ----

    def _play(self, move: Move) -> None:
        change = self.session.play(move)
        if not change:
            self.show_message(capitalized(change.refusal))
            return
        self.cancel_work()
        self._next_turn()

    def _next_turn(self) -> None:
        """Show the last move, then end the game or let the bot find its move if it is the bot's turn."""
        self.board_widget.aim_bomb(None)
        self.refresh_all()
        self.show_message(self.session.last_event)
        if self.session.over:
            human, bot = self.session.scores
            verdict = self.session.verdict()
            self._report = f"{verdict}, {max(human, bot)} to {min(human, bot)}; seed {self.session.seed}"
            self.app.push_screen(FlagsOver(verdict, human, bot), self._after_game)
        elif self.session.bots_turn:
            session = self.session
            self.start_work("The bot is thinking", lambda poll: session.bot.move(session.game, poll), self._bot_moves)
            self.show_message(session.last_event)

    def _bot_moves(self, move: Move) -> None:
        """Make the move that the bot has found, after a pause."""
        self.show_message(self.session.last_event)
        session = self.session

        def make_move() -> None:
            if session is self.session:
                self._play(move)

        if self.setup.delay > 0:
            self._pause = self.set_timer(self.setup.delay, make_move)
        else:
            make_move()

    def _after_game(self, choice: str | None) -> None:
        if choice == "new":
            self.action_new()
        elif choice == "quit":
            self.action_leave()
