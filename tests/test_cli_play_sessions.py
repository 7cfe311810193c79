"""What the terminal games keep count of, without a terminal: clock, clicks, figures, sizes, and what cells show."""

from __future__ import annotations

import numpy as np
import pytest

import minesweeper_core as mc
from minesweeper_core._impl.presets import Preset
from minesweeper_core.bot import Move
from minesweeper_core.cli import board_size
from minesweeper_core.cli.errors import CommandError
from minesweeper_core.cli.play import cell_appearance, stopwatch
from minesweeper_core.cli.play.classic_session import ClassicSession, ClassicSetup, check
from minesweeper_core.cli.play.flags_session import FlagsSession
from minesweeper_core.cli.play.hint import HintError, hint
from minesweeper_core.cli.play.result import Result
from minesweeper_core.cli.play.stopwatch import Stopwatch


class Now:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


# ---- Stopwatch -----------------------------------------------------------------------------------------------------


def test_the_clock_counts_only_while_it_runs() -> None:
    now = Now()
    watch = Stopwatch(now)
    for running, seconds, shown in ((False, 5, 0), (True, 2, 2), (True, 3, 5), (False, 9, 5), (True, 0.5, 5.5)):
        watch.run(running)
        now.time += seconds
        assert watch.seconds == shown


def test_seconds_are_shown_whole() -> None:
    assert [stopwatch.shown(seconds) for seconds in (0, 9.99, 60, 3599.5, 6000)] == [
        "0:00",
        "0:09",
        "1:00",
        "59:59",
        "100:00",
    ]


# ---- A round ------------------------------------------------------------------------------------------------------

MASK = np.array([[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]], bool)


def a_round(now: Now) -> ClassicSession:
    return ClassicSession(ClassicSetup(Preset(3, 4, 2)), MASK, Stopwatch(now))


def test_time_runs_from_the_first_opened_cell_to_the_end() -> None:
    now = Now()
    game = a_round(now)
    game.flag(0, 0)
    now.time += 50
    assert game.clock.seconds == 0
    game.click(1, 1)
    now.time += 2
    game.click(1, 1)  # a chord, and the end
    assert game.over and game.game.status == "won"
    now.time += 50
    result = game.result()
    assert (result.seconds, result.clicks, result.bbbv) == (2.0, 3, int(mc.bbbv(MASK)))
    game.undo()
    now.time += 1
    assert not game.over and game.clock.seconds == 3.0
    game.undo()  # the first cell too: time goes on
    game.undo()
    now.time += 1
    assert game.game.status == "new" and game.clock.seconds == 4.0
    for _ in range(3):
        game.redo()
    now.time += 10
    assert game.game.status == "won" and game.clock.seconds == 4.0
    assert (game.result().undone, game.clicks) == (3, 3)


def test_clicks_after_the_end_do_not_count_and_refused_ones_before_it_do() -> None:
    game = a_round(Now())
    game.click(1, 1)
    assert game.click(1, 1).refusal and game.chord(2, 2).refusal and game.clicks == 3
    game.click(0, 0)
    assert game.game.status == "lost" and game.clicks == 4
    assert not game.click(2, 2) and game.clicks == 4


def test_a_left_click_chords_numbers_but_not_zeros() -> None:
    game = a_round(Now())
    game.click(0, 3)
    board = game.game.board
    assert board.split("\n")[0][3] == "0"
    assert not game.click(0, 3) and game.game.board == board


def test_again_is_the_same_board_from_its_start() -> None:
    game = ClassicSession(ClassicSetup(Preset(9, 9, 10), seed=4))
    assert np.array_equal(game.again().setup.seed, 4) and game.again().game.mask is None
    game.click(3, 3)
    again = game.again()
    assert np.array_equal(again.game.mask, game.game.mask) and again.game.status == "new" and again.clicks == 0
    assert again.board_named() == game.board_named() == "seed 4 from row 3, column 3"
    again.click(0, 0)
    assert again.board_named() == "seed 4 from row 3, column 3"  # where the mines were laid for


def test_without_a_seed_rounds_differ_and_say_theirs() -> None:
    seeds = {ClassicSession(ClassicSetup(Preset(9, 9, 10))).setup.seed for _ in range(5)}
    assert len(seeds) == 5 and None not in seeds


@pytest.mark.parametrize("logic", ["no-guess", "repaired"])
@pytest.mark.parametrize("first", ["safe", "opening"])
def test_boards_without_a_guess_are_found_for_the_first_cell(logic: str, first: str) -> None:
    game = ClassicSession(ClassicSetup(Preset(9, 9, 10), first, logic, seed=8))  # type: ignore[arg-type]
    game.flag(0, 0)
    assert game.lacks_board(4, 5) and not game.lacks_board(0, 0)
    mask = game.find(4, 5)
    assert mask.shape == (9, 9) and mask.sum() == 10 and np.array_equal(mask, game.find(4, 5))
    assert game.game.mask is None  # nothing has changed
    game.lay(mask, 4, 5)
    assert not game.lacks_board(4, 5) and game.lacks_board(4, 6) and game.game.flags[0, 0]
    if mask[0, 0]:
        assert game.game.mines_left == 9
    game.flag(0, 0)
    game.click(4, 5)
    while game.game.status == "playing":  # by certain cells alone
        answer = mc.solve(game.game.board, 10)
        assert answer.certain_safe.any()
        for cell in np.argwhere(answer.certain_safe).tolist():
            game.game.open(*cell)
    assert game.game.status == "won" and not game.lacks_board(1, 1)
    assert not ClassicSession(ClassicSetup(Preset(9, 9, 10), "safe", "any")).lacks_board(4, 5)


def test_setups_that_can_not_be_played() -> None:
    check(ClassicSetup(Preset(2, 300, 5)))
    check(ClassicSetup(Preset(9, 9, 10), "anything"))
    with pytest.raises(CommandError, match="at most 256"):
        check(ClassicSetup(Preset(2, 300, 5), logic="no-guess"))
    with pytest.raises(CommandError, match="first click can be a mine"):
        check(ClassicSetup(Preset(9, 9, 10), "anything", "repaired"))


# ---- Figures ------------------------------------------------------------------------------------------------------


def test_figures_at_the_end() -> None:
    won = Result(won=True, seconds=20.0, bbbv=50, solved=50, clicks=40, hints=0, undone=0)
    assert (won.bbbv_per_second, won.efficiency, won.aids) == (2.5, 1.25, "")
    assert won.line() == "Won: time 20.00 s, 3BV 50, 3BV/s 2.50, clicks 40, efficiency 125 %"
    lost = Result(won=False, seconds=0.0, bbbv=50, solved=0, clicks=0, hints=1, undone=2)
    assert (lost.bbbv_per_second, lost.efficiency) == (0.0, 0.0)
    assert lost.lines()[1] == "3BV         0 of 50" and lost.lines()[-1] == "With        1 hint and 2 undos"


# ---- What cells show ----------------------------------------------------------------------------------------------


def test_signs_of_the_classic_game() -> None:
    game = mc.Game.from_mines(MASK)
    assert cell_appearance.classic(game) == ["----"] * 3
    game.flag(0, 0)
    game.flag(2, 0)
    game.open(0, 3)
    assert cell_appearance.classic(game) == ["F100", "-111", "F---"]
    game.open(2, 3)
    assert cell_appearance.classic(game) == ["F100", "-111", "!--X"]
    game.undo()
    game.flag(0, 0)
    game.open(1, 0)
    game.flag(2, 0)
    game.open(2, 0)
    game.open(2, 2)
    assert game.status == "won" and cell_appearance.classic(game) == ["F100", "1111", "001F"]
    game = mc.Game.from_mines(MASK)
    game.open(0, 0)
    assert cell_appearance.classic(game) == ["X---", "----", "---*"]


def test_signs_of_flags() -> None:
    game = mc.FlagsGame.from_mines(MASK)
    game.open(0, 0)
    game.open(1, 1)
    assert cell_appearance.flags(game) == ["@---", "-1--", "----"]
    game.open(2, 3)
    assert cell_appearance.flags(game) == ["@---", "-1--", "---#"]
    game = mc.FlagsGame.from_mines(MASK, wins=1)
    game.open(2, 3)
    assert game.status == "over" and cell_appearance.flags(game) == ["*---", "----", "---@"]


def test_every_sign_has_a_look_of_its_own() -> None:
    texts = [(look.text, look.tone) for look in cell_appearance.SIGNS.values()]
    assert len(set(texts)) == len(texts) and set(cell_appearance.SIGNS) >= set("-FX*!@#012345678")
    assert cell_appearance.SIGNS["0"].text == " "
    assert [cell_appearance.Appearance("5", "x").at(width) for width in (2, 3)] == ["5 ", " 5 "]
    assert [cell_appearance.Appearance(">99", "x").at(width) for width in (2, 3)] == ["99", ">99"]


def test_hints_never_round_to_certainty() -> None:
    board = "1" + "-" * 200
    found = hint(board, 2, taking=False)
    text = [cell_appearance.hinted(sign, found, 0, col) for col, sign in enumerate(board)]
    assert (text[0].text, text[1].text, text[2].text) == ("1", "**", "<1")
    assert text[2].tone == "share"
    assert (
        cell_appearance.hinted("F", found, 0, 1).text == "F" and cell_appearance.hinted("F", found, 0, 2).text == "<1"
    )


def test_no_hint_is_told_why() -> None:
    for board, mines, memory, why in (
        ("\n".join(["-" * 300] * 2), 5, None, "256"),
        ("\n".join(["-1-" * 5] * 9), 20, 1, "--memory"),
        ("12\n21", 0, None, "No"),
        ("11\n1+", 1, None, "No cell is unopened"),
    ):
        with pytest.raises(HintError, match=why):
            hint(board, mines, taking=False, memory=memory)


# ---- A session -------------------------------------------------------------------------------------------------------


def test_a_duel_tells_what_happens() -> None:
    for human in (0, 1):
        session = FlagsSession("normal", seed=3, human=human)
        assert session.bots_turn == (human == 1)
        names = ("You", "The bot") if human == 0 else ("The bot", "You")
        mines = np.argwhere(session.game.mask).tolist()
        safe = np.argwhere(~session.game.mask).tolist()
        assert session.play(Move("open", *mines[0])) and session.news.startswith(f"{names[0]} found a mine at row")
        assert session.play(Move("open", *safe[0])) and session.news.startswith(f"{names[0]} opened a safe cell")
        assert not session.play(Move("open", *mines[0]))
        assert session.play(Move("bomb", *mines[-1])) and session.news.startswith(f"{names[1]} bombed around row")
        points = session.game.score[1]
        assert f": {points} mine" in session.news
        while not session.over:
            session.play(session.bot.move(session.game))
        assert session.verdict() in ("You have won", "The bot has won")
        assert (session.verdict() == "You have won") == (session.game.winner == human) and not session.bots_turn


def test_the_bot_and_the_mines_follow_the_seed() -> None:
    logs = []
    for _ in range(2):
        session = FlagsSession("hard", seed=11, human=1)
        for _ in range(12):
            session.play(session.bot.move(session.game))
        logs.append(session.game.log)
    assert logs[0] == logs[1]
    assert FlagsSession("easy").seed != FlagsSession("easy").seed


# ---- Sizes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "mines", "size"),
    [
        ("beginner", None, Preset(9, 9, 10)), ("intermediate", None, Preset(16, 16, 40)),
        ("expert", None, Preset(16, 30, 99)), ("expert", 120, Preset(16, 30, 120)), ("16x16", None, Preset(16, 16, 51)),
        ("30x16", None, Preset(30, 16, 99)), ("1x1", 0, Preset(1, 1, 0)), ("3x5", 15, Preset(3, 5, 15)),
        ("32767x8192", 7, Preset(32767, 8192, 7)),
    ],
)  # fmt: skip
def test_sizes(text: str, mines: int | None, size: Preset) -> None:
    assert board_size.size(text, mines) == size


@pytest.mark.parametrize(
    ("text", "mines", "message"),
    [
        ("huge", None, "is no size"), ("3x", 1, "is no size"), ("3x4x5", 1, "is no size"), ("-3x4", 1, "is no size"),
        ("3X4", 1, "is no size"), ("0x4", 1, "out of range"), ("32768x1", 1, "out of range"),
        ("32767x8193", 1, "out of range"), ("5x5", None, "no usual number of mines"),
        ("3x4", 13, "13 mines do not fit 12"),
    ],
)  # fmt: skip
def test_wrong_sizes(text: str, mines: int | None, message: str) -> None:
    with pytest.raises(CommandError, match=message):
        board_size.size(text, mines)
