"""Minesweeper Flags on the screen: whole games against the bot, turns, bombs and hints."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

pytest.importorskip("textual")

from play_tools import Player, play

import minesweeper_core as mc
from minesweeper_core.bot import FlagsBot, Move
from minesweeper_core.cli.play import cell_appearance
from minesweeper_core.cli.play.board_widget import RIGHT
from minesweeper_core.cli.play.flags_session import FlagsSetup
from minesweeper_core.cli.play.game_over_dialog import FlagsOver
from minesweeper_core.cli.play.help_dialog import Help

QUICK = FlagsSetup("normal", seed=5, delay=0)


async def my_turn(player: Player) -> None:
    """Wait until the bot has moved."""
    await player.until(lambda: not player.flags.session.bots_turn or player.flags.session.over)


def cells(player: Player, mine: bool) -> list[tuple[int, int]]:
    """The unopened cells with a mine, or without, found by looking at the hidden mines."""
    game = player.flags.session.game
    rows = game.board.split("\n")
    return [(r, c) for r in range(16) for c in range(16) if rows[r][c] == "-" and game.mask[r, c] == mine]


# ---- Whole games --------------------------------------------------------------------------------------------------


def test_a_game_is_played_to_its_end_with_the_mouse_and_lost() -> None:
    async def script(player: Player) -> None:
        session = player.flags.session
        while not session.over:
            await my_turn(player)
            if not session.over:
                await player.click(*cells(player, mine=False)[0])
        assert session.game.score[1] == 26 and session.game.score[0] == 0
        assert isinstance(player.app.screen, FlagsOver)
        assert re.search(r"The bot won.*You      0.*The bot  26", player.text(), re.S)
        await player.press("escape")
        for row in range(16):
            for col in range(16):
                sign = player.shown(row, col).strip(" []")
                owner, mask = session.game.owner[row, col], session.game.mask[row, col]
                assert sign == ("#" if owner == 1 else "*" if mask else sign) and owner != 0
        await player.press("enter")
        assert player.flags.session.game.score == (0, 26)

    app = play(QUICK, script)
    assert app.game_screen.report() == "The bot won, 26 to 0; seed 5"


def test_a_game_is_played_by_hints() -> None:
    async def script(player: Player) -> None:
        session = player.flags.session
        while not session.over:
            await my_turn(player)
            if session.over:
                break
            await player.press("h")
            await player.until(lambda: player.board_widget.hint is not None)
            found = re.search(r"Likeliest mine: row (\d+), column (\d+)", player.text())
            assert found
            player.board_widget.move_cursor(int(found[1]), int(found[2]))
            await player.press("enter")
        assert max(session.game.score) >= 26
        assert ("You won" if session.game.winner == 0 else "The bot won") in player.text()
        await player.press("n")
        assert player.flags.session is not session and player.flags.session.game.score == (0, 0)

    play(FlagsSetup("easy", seed=2, delay=0), script)


def test_the_bot_may_begin() -> None:
    async def script(player: Player) -> None:
        await my_turn(player)
        assert "-" in player.flags.session.game.board and len(set(player.flags.session.game.board)) > 2
        assert player.flags.session.game.turn == 1
        await player.click(*cells(player, mine=True)[0])
        assert player.flags.session.game.score[1] == 1
        assert player.screen()[0].startswith(" You # 1")

    play(FlagsSetup("normal", seed=5, bot_begins=True, delay=0), script)


# ---- Turns --------------------------------------------------------------------------------------------------------


def test_a_mine_is_a_point_and_another_turn() -> None:
    async def script(player: Player) -> None:
        first, second = cells(player, mine=True)[:2]
        for points, cell in ((1, first), (2, second)):
            await player.click(*cell)
            assert player.screen()[0].startswith(f" You @ {points} (1 bomb)  Bot # 0 (1 bomb)  Your turn")
            assert player.shown(*cell) == "[@]"  # the last move is marked
            assert f"You found a mine at row {cell[0]}, column {cell[1]}" in player.text()
        assert player.shown(*first) == " @ "
        await player.click(*first)
        assert "The cell is already open" in player.text()
        await player.click(*first, button=RIGHT)
        await player.press("f", "c")  # no flags in this game
        assert player.flags.session.game.score == (2, 0)

    play(FlagsSetup("normal", seed=5, delay=30.0), script)


def test_the_bot_pauses_before_each_move_and_nobody_moves_for_it() -> None:
    async def script(player: Player) -> None:
        await player.click(*cells(player, mine=False)[0])
        assert "Bot's turn" in player.text()
        board = player.flags.session.game.board
        await player.click(*cells(player, mine=True)[0])
        assert "It is the bot's turn" in player.text() and player.flags.session.game.board == board
        await player.press("b", "h")
        assert player.board_widget.bomb_radius is None and player.board_widget.hint is None
        released.set()
        await player.until(lambda: not player.flags.session.bots_turn)
        assert player.flags.session.game.score == (0, 3) and [score for score, _ in moves] == [0, 1, 2, 3]
        assert all(later - earlier >= 0.1 for (_, earlier), (_, later) in pairwise(moves))

    released = threading.Event()
    moves: list[tuple[int, float]] = []  # the bot's score before each, and when

    class Lucky(FlagsBot):
        """Waits for `released`, then finds three mines and a safe cell."""

        def move(self, game: mc.FlagsGame, poll: Any = None) -> Move:
            assert released.wait(60)
            moves.append((game.score[game.turn], time.monotonic()))
            where = np.argwhere((game.mask == (game.score[game.turn] < 3)) & (game.owner < 0))
            return Move("open", *where[-1].tolist())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("minesweeper_core.cli.play.flags_session.FlagsBot", Lucky)
        play(FlagsSetup("normal", seed=5, delay=0.1), script)


def test_a_new_game_cancels_the_bots_move() -> None:
    begun, ended = threading.Event(), threading.Event()

    class Slow(FlagsBot):
        def move(self, game: mc.FlagsGame, poll: Callable[[float], None] | None = None) -> Move:
            begun.set()
            assert poll is not None
            try:
                while not ended.wait(0.02):
                    poll(-1.0)
            finally:
                ended.set()
            raise AssertionError

    async def script(player: Player) -> None:
        await player.click(*cells(player, mine=False)[0])
        await player.until(begun.is_set)
        await player.press("escape")  # does not cancel the bot's move
        assert not ended.is_set()
        await player.press("n")
        await player.until(ended.is_set)
        assert player.flags.session.game.score == (0, 0) and "Your turn" in player.screen()[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("minesweeper_core.cli.play.flags_session.FlagsBot", Slow)
        play(QUICK, script)


# ---- The bomb -----------------------------------------------------------------------------------------------------


async def behind(player: Player) -> None:
    """The bot is ahead, and it is the player's turn."""
    session = player.flags.session
    while session.game.score[1] <= session.game.score[0]:
        await player.click(*cells(player, mine=False)[0])
        await my_turn(player)
    assert session.game.can_bomb


def test_the_bomb_is_aimed_and_used() -> None:
    async def script(player: Player) -> None:
        session = player.flags.session
        await player.press("b")
        assert "Only the player who is behind" in player.text() and player.board_widget.bomb_radius is None
        await behind(player)
        before = session.game.board, session.game.score[0]
        await player.press("b")
        await player.go(8, 1)
        square = [(r, c) for r in range(6, 11) for c in range(4)]
        for row in range(16):
            for col in range(16):
                aimed = player.board_widget.appearance(row, col).style == "aimed"
                assert aimed == ((row, col) in square)
        assert player.style(6, 3).reverse and not player.style(5, 3).reverse
        for undo in ("b", "escape"):
            await player.press(undo)
            assert player.board_widget.bomb_radius is None and session.game.board == before[0]
            await player.press("b")
        await player.click(8, 1, button=RIGHT)
        assert player.board_widget.bomb_radius is None and session.game.board == before[0]
        await player.press("b", "enter")
        assert session.game.bombs[0] == 0 and player.board_widget.bomb_radius is None
        new = [cell for cell in square if session.game.owner[cell] == 0]
        assert session.game.score[0] == before[1] + len(new)
        assert all(session.game.board.split("\n")[r][c] != "-" for r, c in square)
        await my_turn(player)
        await player.press("b")
        assert session.over or "You have used your bomb" in player.text()

    play(QUICK, script)


def test_a_click_uses_the_bomb() -> None:
    async def script(player: Player) -> None:
        await behind(player)
        await player.press("b")
        await player.click(12, 12)
        assert player.flags.session.game.bombs[0] == 0
        rows = player.flags.session.game.board.split("\n")
        assert all(rows[r][c] != "-" for r in range(10, 15) for c in range(10, 15))

    play(QUICK, script)


# ---- The rest -----------------------------------------------------------------------------------------------------


def test_hints_name_the_likeliest_mine() -> None:
    async def script(player: Player) -> None:
        await player.click(*cells(player, mine=False)[20])
        await my_turn(player)
        game = player.flags.session.game
        await player.press("h")
        await player.until(lambda: player.board_widget.hint is not None)
        answer = mc.solve(game.board, 51)
        for row, line in enumerate(game.board.split("\n")):
            for col, cell in enumerate(line):
                if cell == "-" and answer.certain_mines[row, col]:
                    assert player.shown(row, col).strip() == cell_appearance.CERTAIN_MINE
        assert "Likeliest mine: row" in player.text()

    play(QUICK, script)


def test_help_for_flags() -> None:
    async def script(player: Player) -> None:
        await player.until(lambda: "b Bomb" in player.screen()[-1])
        assert "Flag" not in player.screen()[-1]
        await player.press("question_mark")
        assert isinstance(player.app.screen, Help) and "aim the bomb" in player.text()
        await player.press("q")
        assert not isinstance(player.app.screen, Help)

    play(QUICK, script)


def test_the_score_line() -> None:
    async def script(player: Player) -> None:
        player.board_widget.move_cursor(15, 15)
        await player.settle()
        lines = 1 if player.app.size.width == 80 else 2
        text = " ".join(" ".join(line.split()) for line in player.screen()[:lines])
        assert text == "You @ 0 (1 bomb) Bot # 0 (1 bomb) Your turn 51 left Row 15, column 15"
        assert "column" not in player.screen()[lines]

    for size in ((80, 24), (40, 12)):
        play(QUICK, script, size=size)


def test_an_unfinished_game_reports_its_seed() -> None:
    async def script(player: Player) -> None:
        await player.click(*cells(player, mine=True)[0])

    assert play(QUICK, script).game_screen.report() == "Not finished: you 1, the bot 0; seed 5"


def test_the_board_scrolls_in_a_small_terminal() -> None:
    async def script(player: Player) -> None:
        for corner in ((0, 0), (15, 15)):
            player.board_widget.move_cursor(*corner)
            await player.until(lambda corner=corner: player.seen(*corner))

    play(QUICK, script, size=(24, 10))
