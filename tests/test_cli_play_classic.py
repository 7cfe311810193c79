"""The classic game on the screen: whole games with keys and mouse, hints, sizes and dialogs."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable

import numpy as np
import pytest

pytest.importorskip("textual")

from play_tools import Player, play

import minesweeper_core as mc
from minesweeper_core import Preset
from minesweeper_core.cli.board_size import PRESETS
from minesweeper_core.cli.play import cell_appearance, palette
from minesweeper_core.cli.play.board_widget import LEFT, MIDDLE, RIGHT
from minesweeper_core.cli.play.classic_session import ClassicSetup
from minesweeper_core.cli.play.game_over_dialog import ClassicOver
from minesweeper_core.cli.play.game_screen import fit_items
from minesweeper_core.cli.play.help_dialog import Help, help_text
from minesweeper_core.cli.play.hint import find_hint
from minesweeper_core.cli.play.new_game_dialog import NewGame

BEGINNER = ClassicSetup(PRESETS["beginner"], seed=7, first="opening")
EXPERT = ClassicSetup(PRESETS["expert"], seed=7, first="opening")


def unopened(player: Player) -> list[tuple[int, int]]:
    """The unopened safe cells, found by looking at the hidden mines."""
    game = player.classic.session.game
    assert game.mask is not None
    rows = game.board.split("\n")
    return [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "-" and not game.mask[r, c]]


def mines(player: Player) -> list[tuple[int, int]]:
    mask = player.classic.session.game.mask
    assert mask is not None
    return [(int(r), int(c)) for r, c in np.argwhere(mask)]


# ---- Whole games --------------------------------------------------------------------------------------------------


def test_a_game_is_won_with_the_mouse() -> None:
    async def script(player: Player) -> None:
        await player.click(0, 0)
        assert player.classic.session.game.board[0] == "0"
        clicks = 1
        for cell in mines(player)[:3]:
            await player.click(*cell, button=RIGHT)
            assert player.shown(*cell) == " F "
            clicks += 1
        assert "Mines left 7" in player.screen()[0]
        while cells := unopened(player):
            await player.click(*cells[-1])
            clicks += 1
        session = player.classic.session
        assert session.game.status == "won" and isinstance(player.app.screen, ClassicOver)
        result = session.result()
        assert (result.won, result.clicks, result.solved) == (True, clicks, result.bbbv)
        text = player.text()
        for line in ("Won", f"3BV         {mc.bbbv(session.game.mask)}", f"Clicks      {clicks}"):
            assert line in text
        assert re.search(r"Time        \d+\.\d\d s", text) and re.search(r"3BV/s       \d+\.\d\d", text)
        assert f"Efficiency  {100 * result.bbbv / clicks:.0f} %" in text
        await player.press("escape")
        assert all(player.shown(*cell) == " F " for cell in mines(player))
        assert "Won: time " in player.text()

    app = play(BEGINNER, script)
    report = app.game_screen.report()
    assert report is not None and report.endswith("; seed 7, first cell row 0, column 0")


def test_a_game_is_lost_with_the_keys_and_undone() -> None:
    async def script(player: Player) -> None:
        await player.go(4, 4)
        await player.press("enter")
        first, second = mines(player)[:2]
        await player.go(*unopened(player)[0])
        await player.press("f")
        assert player.shown(*player.board_widget.cursor) == " F "
        wrong = player.board_widget.cursor
        await player.go(*first)
        await player.press("space")
        assert player.classic.session.game.status == "lost" and isinstance(player.app.screen, ClassicOver)
        result = player.classic.session.result()
        assert not result.won and f"3BV         {result.solved} of {result.bbbv}" in player.text()
        await player.press("escape")
        assert (player.shown(*first), player.shown(*second), player.shown(*wrong)) == (" X ", " * ", " ! ")
        before = player.classic.session.clock.seconds
        await player.press("h")  # no hints after the end
        await player.press("enter")
        assert "The game is over" in player.text() and player.classic.session.clock.seconds == before
        await player.press("u")
        assert player.classic.session.game.status == "playing" and player.shown(*first) == " - "
        await player.press("y")
        assert player.classic.session.game.status == "lost"
        await player.press("u")  # in the dialog, which is shown again
        assert player.classic.session.game.status == "playing"
        for cell in unopened(player):
            if player.classic.session.game.board.split("\n")[cell[0]][cell[1]] == "-":
                if player.classic.session.game.flags[cell]:
                    await player.click(*cell, button=RIGHT)
                await player.click(*cell)
        assert player.classic.session.game.status == "won" and "Used        2 undos" in player.text()

    play(BEGINNER, script)


@pytest.mark.parametrize("logic", ["no-guess", "repaired"])
def test_a_no_guess_board_is_won_by_hints_alone(logic: str) -> None:
    async def script(player: Player) -> None:
        await player.click(4, 4)
        await player.until(lambda: player.classic.session.game.status != "new")
        hints = 0
        while player.classic.session.game.status == "playing":
            await player.press("h")
            await player.until(lambda: player.board_widget.hint is not None)
            hints += 1
            safe = [
                (r, c)
                for r in range(9)
                for c in range(9)
                if player.shown(r, c).strip() == cell_appearance.CERTAINLY_SAFE
            ]
            assert safe, player.text()
            for cell in safe:
                if player.shown(*cell).strip() in ("-", cell_appearance.CERTAINLY_SAFE):
                    await player.click(*cell)
        assert player.classic.session.game.status == "won"
        assert f"{hints} hint" in player.text()

    play(ClassicSetup(PRESETS["beginner"], seed=3, first="safe", logic=logic), script)


def test_another_first_cell_gets_another_no_guess_board() -> None:
    async def script(player: Player) -> None:
        await player.click(0, 0)
        await player.until(lambda: player.classic.session.game.status != "new")
        first = player.classic.session.game.mask
        await player.press("u")
        await player.click(8, 8)
        await player.until(lambda: player.classic.session.game.status != "new")
        second = player.classic.session.game.mask
        assert first is not None and second is not None and not np.array_equal(first, second)
        assert player.classic.session.game.board.split("\n")[8][8] == "0"
        await player.press("u", "u")
        await player.click(8, 8)
        await player.until(lambda: player.classic.session.game.status != "new")
        assert np.array_equal(player.classic.session.game.mask, second)

    play(ClassicSetup(PRESETS["beginner"], seed=3, first="opening", logic="no-guess"), script)


def test_the_same_seed_and_cell_give_the_same_board() -> None:
    boards = []

    async def script(player: Player) -> None:
        await player.click(2, 3)
        await player.press("r")
        assert player.classic.session.game.status == "new"
        boards.append(player.classic.session.game.mask)
        await player.click(*mines(player)[0])  # the mines are placed already
        assert player.classic.session.game.status == "lost"

    play(EXPERT, script, size=(100, 30))
    play(EXPERT, script, size=(100, 30))
    assert np.array_equal(boards[0], boards[1])
    assert np.array_equal(boards[0], _mask_of(EXPERT, 2, 3))


def _mask_of(setup: ClassicSetup, row: int, col: int) -> np.ndarray:
    size = setup.size
    game = mc.Game(size.rows, size.cols, size.mines, seed=setup.seed, first=setup.first)
    game.open(row, col)
    assert game.mask is not None
    return game.mask


# ---- Buttons ------------------------------------------------------------------------------------------------------

CORNER = ClassicSetup(Preset(3, 4, 2), seed=0)


async def corner(player: Player) -> None:
    """Mines at (0, 0), which is flagged, and at (2, 3); (1, 1) is opened."""
    mask = np.zeros((3, 4), bool)
    mask[0, 0] = mask[2, 3] = True
    player.classic.session.use_board(mask, 1, 1)
    await player.click(1, 1)
    await player.click(0, 0, button=RIGHT)
    assert player.classic.session.game.board == "----\n-1--\n----"


@pytest.mark.parametrize("how", ["middle", "left", "both", "both, right first", "key c", "key enter"])
def test_chords(how: str) -> None:
    async def script(player: Player) -> None:
        await corner(player)
        if how == "middle":
            await player.click(1, 1, button=MIDDLE)
        elif how == "left":
            await player.click(1, 1)
        elif how.startswith("both"):
            first, second = (LEFT, RIGHT) if how == "both" else (RIGHT, LEFT)
            await player.mouse(True, 1, 1, first)
            await player.mouse(True, 1, 1, second)
            assert player.classic.session.game.board == "----\n-1--\n----"  # buttons act on release
            await player.mouse(False, 1, 1, first)
            assert player.classic.session.clicks == 3
            await player.mouse(False, 1, 1, second)
        else:
            await player.go(1, 1)
            await player.press(how.split()[1])
        game = player.classic.session.game
        assert (game.board, game.status, player.classic.session.clicks) == ("-100\n1111\n001-", "won", 3)

    play(CORNER, script)


def test_buttons_act_on_release_and_where_they_were_pressed() -> None:
    async def script(player: Player) -> None:
        await player.mouse(True, 1, 1, LEFT)
        assert player.classic.session.game.status == "new"
        await player.mouse(False, 2, 2, LEFT)  # dragged away
        assert player.classic.session.game.status == "new" and player.classic.session.clicks == 0
        await player.mouse(True, 1, 1, RIGHT)
        await player.mouse(False, 1, 1, RIGHT)
        assert player.classic.session.game.flags[1, 1]
        await player.pilot.click(player.board_widget, (0, 0))  # beside the board
        assert player.classic.session.clicks == 1

    play(CORNER, script)


def test_refused_actions_show_a_message_and_count_as_clicks() -> None:
    async def script(player: Player) -> None:
        await corner(player)
        await player.click(0, 0)
        assert "The cell is flagged" in player.text() and player.classic.session.clicks == 3
        await player.click(0, 0, button=RIGHT)
        await player.click(1, 1, button=MIDDLE)
        assert player.classic.session.clicks == 5 and player.classic.session.game.board == "----\n-1--\n----"
        assert re.search("flags", player.text())

    play(CORNER, script)


# ---- Hints --------------------------------------------------------------------------------------------------------


def test_hints_show_what_solve_says() -> None:
    async def script(player: Player) -> None:
        await player.click(8, 15)
        game = player.classic.session.game
        answer = mc.solve(game.board, 99)
        flagged = tuple(np.argwhere(answer.certain_mines)[0].tolist())
        await player.click(*flagged, button=RIGHT)
        await player.press("h")
        await player.until(lambda: player.board_widget.hint is not None)
        for row in range(16):
            for col in range(30):
                text = player.shown(row, col).strip()
                if game.board.split("\n")[row][col] != "-":
                    assert text in ("", *"12345678")
                elif answer.certain_mines[row, col]:
                    assert text == ("F" if (row, col) == flagged else "**")
                elif answer.certain_safe[row, col]:
                    assert text == "ok"
                else:
                    percent = 100 * answer.mine[row, col]
                    assert abs(int(text.strip("<>")) - percent) <= 1
        best = np.argwhere(answer.certain_safe)[0]
        assert f"Safest: row {best[0]}, column {best[1]} and" in player.text()
        styled = player.style(*best)
        assert styled.underline and styled.bold
        await player.press("h")
        assert player.board_widget.hint is None and "Safest" not in player.text()
        await player.press("h")
        await player.until(lambda: player.board_widget.hint is not None)
        await player.click(*best)  # any action hides the hint
        assert player.board_widget.hint is None and player.classic.session.hints == 2

    play(EXPERT, script, size=(100, 24))


def test_no_hint_before_a_safe_first_click() -> None:
    async def script(player: Player) -> None:
        await player.press("h")
        assert "The first click is always safe" in player.text() and player.classic.session.hints == 0

    play(BEGINNER, script)


def endless(begun: threading.Event, ended: threading.Event) -> Callable[..., mc.Solution]:
    """A replacement for solve that runs until its poll raises an exception."""

    def solve(*_: object, poll: Callable[[float], None], **__: object) -> mc.Solution:
        begun.set()
        try:
            while not ended.wait(0.02):
                poll(-1.0)
        finally:
            ended.set()
        raise AssertionError

    return solve


@pytest.mark.parametrize("key", ["escape", "f", "r", "q"])
def test_the_screen_stays_responsive_while_a_hint_is_calculated(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    begun, ended = threading.Event(), threading.Event()

    async def script(player: Player) -> None:
        await player.click(4, 4)
        monkeypatch.setattr(mc, "solve", endless(begun, ended))
        await player.press("h")
        await player.until(begun.is_set)
        assert "Counting valid boards (Esc to cancel)" in player.text()
        cell = next((r, c) for r in range(9) for c in range(9) if player.shown(r, c) == " - ")
        await player.go(*cell)
        assert not ended.is_set()
        await player.press(key)
        await player.until(ended.is_set)
        assert player.board_widget.hint is None
        if key != "q":
            assert not player.classic.busy and "Counting" not in player.text()

    play(BEGINNER, script)


def test_a_hint_that_needs_too_much_memory() -> None:
    async def script(player: Player) -> None:
        await player.click(8, 15)
        await player.press("h")
        await player.until(lambda: "Not enough memory for a hint" in player.text())
        assert not player.classic.busy and player.classic.session.hints == 0

    play(EXPERT, script, size=(100, 24), memory=1)


# ---- Layout -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("columns", "width"), [(100, 3), (90, 3), (89, 2), (60, 2), (59, 2), (20, 2)])
def test_cells_fit_the_screen_or_the_board_scrolls(columns: int, width: int) -> None:
    async def script(player: Player) -> None:
        assert player.board_widget._cell_width == width
        for corner in ((0, 0), (15, 29), (0, 29), (15, 0)):
            player.board_widget.move_cursor(*corner)
            await player.until(lambda corner=corner: player.seen(*corner))
            await player.click(*corner, button=RIGHT)
            assert player.classic.session.game.flags[corner] and player.shown(*corner).strip() == "F"

    play(EXPERT, script, size=(columns, 12))


def test_the_terminal_is_resized_during_a_game() -> None:
    async def script(player: Player) -> None:
        await player.click(8, 15)
        before = cell_appearance.classic_symbols(player.classic.session.game)
        for size in ((30, 10), (200, 60), (16, 10), (12, 6), (100, 24)):
            await player.resize(*size)
            if size != (12, 6):  # where the score line leaves no room for the board
                await player.until(lambda: player.seen(*player.board_widget.cursor))
                await player.click(*player.board_widget.cursor, button=MIDDLE)
                await player.until(lambda: player.seen(*player.board_widget.cursor))
        await player.until(lambda: player.seen(0, 0) and player.seen(15, 29))
        expected = {
            (row, col): cell_appearance.SYMBOLS[before[row][col]].padded(3) for row in range(16) for col in range(30)
        }
        await player.until(lambda: all(player.shown(*cell) == text for cell, text in expected.items()))

    play(EXPERT, script, size=(100, 24))


def test_keys_move_the_cursor_and_stop_at_the_edges() -> None:
    async def script(player: Player) -> None:
        assert player.board_widget.cursor == (8, 15) and "Row 8, column 15" in player.screen()[0]
        assert player.style(8, 15).reverse and not player.style(8, 16).reverse
        for keys, cell in (
            (["up"], (7, 15)), (["left"], (7, 14)), (["home"], (7, 0)), (["left"], (7, 0)), (["pageup"], (0, 0)),
            (["up"], (0, 0)), (["end"], (0, 29)), (["pagedown"], (15, 29)), (["down", "right"], (15, 29)),
        ):  # fmt: skip
            await player.press(*keys)
            assert player.board_widget.cursor == cell

    play(EXPERT, script, size=(110, 24))


def test_themes_change_only_colours() -> None:
    async def script(player: Player) -> None:
        await player.click(4, 4)
        dark, text = player.style(0, 0).bgcolor, player.text()
        await player.press("t")
        light = player.style(0, 0).bgcolor
        assert dark != light and player.text().split("\n")[1:] == text.split("\n")[1:]
        await player.press("t")
        assert player.style(0, 0).bgcolor == dark

    play(BEGINNER, script)


def test_without_colours_only_attributes_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(player: Player) -> None:
        await player.click(4, 4)
        await player.press("h")
        await player.until(lambda: player.board_widget.hint is not None)
        styles = {piece.style for line in player.app.screen._compositor.render_strips() for piece in line}
        for style in styles - {None}:
            assert all(colour is None or colour.is_default for colour in (style.color, style.bgcolor))
        assert player.style(*player.board_widget.cursor).reverse

    monkeypatch.setenv("NO_COLOR", "1")
    play(BEGINNER, script)
    monkeypatch.setenv("NO_COLOR", "")  # an empty value means unset

    async def colours(player: Player) -> None:
        assert not player.style(0, 0).bgcolor.is_default

    play(BEGINNER, colours)


# ---- Dialogs ------------------------------------------------------------------------------------------------------


def test_the_new_game_dialog() -> None:
    async def script(player: Player) -> None:
        await player.press("n")
        assert isinstance(player.app.screen, NewGame)
        await player.press("ctrl+u", *"5X7", "tab", *"35", "tab", "tab", "tab", *"12", "enter")
        session = player.classic.session
        assert (session.setup.size, session.setup.seed, session.setup.first) == (Preset(5, 7, 35), 12, "opening")
        assert "5x7, 35 mines" in player.text() and len(player.board_widget.symbols) == 5

    play(BEGINNER, script)


def test_the_new_game_dialog_shows_errors() -> None:
    async def script(player: Player) -> None:
        session = player.classic.session
        for keys, message in (
            ([*"huge"], "invalid size"),
            ([*"2x2"], "no usual number"),
            ([*"2x2", "tab", *"5"], "5 mines can't fit"),
            ([*"2x2", "tab", *"many"], "mines must be a"),
        ):
            await player.press("n", "ctrl+u", *keys, "enter")
            assert isinstance(player.app.screen, NewGame) and message in player.text()
            await player.press("escape")
        assert player.classic.session is session

    play(BEGINNER, script)


def test_help_explains_all_keys_in_the_footer() -> None:
    async def script(player: Player) -> None:
        await player.until(lambda: "Help" in player.screen()[-1])
        keys = re.findall(r"\b([a-z?]) [A-Z]", player.screen()[-1])
        assert {"f", "u", "h", "q", "n", "r"} <= set(keys)
        await player.press("question_mark")
        assert isinstance(player.app.screen, Help)
        text = player.text()
        assert all(re.search(rf"\b{key.upper()}\b", text) for key in keys if key != "?")
        await player.press("escape")
        assert not isinstance(player.app.screen, Help)

    play(BEGINNER, script)


@pytest.mark.parametrize("flags", [False, True])
def test_help_fits_every_width_and_keeps_its_words(flags: bool) -> None:
    words = sorted(help_text(flags=flags, width=1000).split())
    for width in range(24, 90):
        lines = help_text(flags=flags, width=width).split("\n")
        assert max(map(len, lines)) <= width and sorted(" ".join(lines).split()) == words
    assert len(help_text(flags=flags, width=72).split("\n")) <= 20  # fits 80 x 24 without scrolling


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_help_scrolls_in_a_small_terminal(size: tuple[int, int]) -> None:
    async def script(player: Player) -> None:
        await player.press("question_mark")
        seen = player.text()
        for _ in range(40):
            await player.press("down")
            seen += player.text()
        for line in help_text(flags=False, width=size[0] - 8).split("\n"):
            assert line in seen

    play(BEGINNER, script, size=size)


def test_the_scoreboard_takes_two_lines_at_most() -> None:
    async def script(player: Player) -> None:
        player.board_widget.move_cursor(15, 29)
        await player.settle()
        first, second, third = (" ".join(line.split()) for line in player.screen()[:3])
        assert (first, second) == ("Mines left 99 Time 0:00 To open 381", "16x30, 99 mines Row 15, column 29")
        assert "column" not in third

    play(EXPERT, script, size=(40, 12))
    assert fit_items(["a b", "c d", "e f", "g"], 3) == "a b\nc d"
    assert fit_items(["a b", "c d", "e f", "g"], 9) == "a b  c d\ne f  g"


def test_an_unfinished_game_reports_its_board() -> None:
    async def nothing(player: Player) -> None:
        pass

    async def one_click(player: Player) -> None:
        await player.click(2, 3)
        assert not player.classic.session.over

    assert play(EXPERT, nothing).game_screen.report() == "Not finished; seed 7"
    assert play(EXPERT, one_click).game_screen.report() == "Not finished; seed 7, first cell row 2, column 3"


# ---- Colours ------------------------------------------------------------------------------------------------------


def test_contrast_of_all_styles() -> None:
    for colours in (palette.DARK, palette.LIGHT):
        styles = {look.style for look in cell_appearance.SYMBOLS.values()} | {"share", "certain", "safe", "aimed"}
        assert set(colours.styles) <= styles
        for style in styles:
            for heat in range(101) if style == "share" else (0,):
                for second in (False, True):
                    assert palette.contrast(*palette.colours(colours, style, heat, second)) >= 4.5, (style, heat)


def test_contrast_follows_wcag() -> None:
    assert palette.contrast((0, 0, 0), (255, 255, 255)) == 21
    lightest_grey_on_white = (0x76, 0x76, 0x76)
    assert round(palette.contrast((255, 255, 255), lightest_grey_on_white), 2) == 4.54


def test_hints_for_mines() -> None:
    found = find_hint("----\n-13-\n----\n----", 6, want_mines=True)
    answer = mc.solve("----\n-13-\n----\n----", 6)
    assert np.array_equal(found.mine, answer.mine) and found.text.startswith("Likeliest mine: row 0, column 3 and")
    assert np.array_equal(found.best, (answer.mine == answer.mine.max()) & found.unopened)
