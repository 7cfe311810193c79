"""The parts of the terminal games that need no terminal: sessions, clock, statistics, sizes, and what cells show."""

from __future__ import annotations

import numpy as np
import pytest

import minesweeper_core as mc
from minesweeper_core import Preset
from minesweeper_core.bot import Move
from minesweeper_core.cli.board_size import parse_size
from minesweeper_core.cli.errors import CommandError
from minesweeper_core.cli.play.cell_appearance import (
    SYMBOLS,
    Appearance,
    classic_symbols,
    flags_symbols,
    hinted_appearance,
)
from minesweeper_core.cli.play.classic_session import ClassicSession, ClassicSetup, check_setup
from minesweeper_core.cli.play.flags_session import FlagsSession
from minesweeper_core.cli.play.hint import HintError, find_hint
from minesweeper_core.cli.play.result import GameResult
from minesweeper_core.cli.play.stopwatch import Stopwatch, minutes_and_seconds


class Now:
    """A clock that only the test moves."""

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


def test_seconds_are_truncated() -> None:
    assert [minutes_and_seconds(seconds) for seconds in (0, 9.99, 60, 3599.5, 6000)] == [
        "0:00",
        "0:09",
        "1:00",
        "59:59",
        "100:00",
    ]


# ---- Classic ------------------------------------------------------------------------------------------------------

MASK = np.array([[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]], bool)


def classic_session(now: Now) -> ClassicSession:
    return ClassicSession(ClassicSetup(Preset(3, 4, 2)), MASK, Stopwatch(now))


def test_time_runs_from_the_first_opened_cell_to_the_end() -> None:
    now = Now()
    session = classic_session(now)
    session.right_click(0, 0)
    now.time += 50
    assert session.clock.seconds == 0
    session.left_click(1, 1)
    now.time += 2
    session.left_click(1, 1)  # a chord, which wins
    assert session.over and session.game.status == "won"
    now.time += 50
    result = session.result()
    assert (result.seconds, result.clicks, result.bbbv) == (2.0, 3, int(mc.bbbv(MASK)))
    session.undo()
    now.time += 1
    assert not session.over and session.clock.seconds == 3.0
    session.undo()  # even the first cell: the clock goes on
    session.undo()
    now.time += 1
    assert session.game.status == "new" and session.clock.seconds == 4.0
    for _ in range(3):
        session.redo()
    now.time += 10
    assert session.game.status == "won" and session.clock.seconds == 4.0
    assert (session.result().undone, session.clicks) == (3, 3)


def test_clicks_after_the_end_do_not_count_and_refused_ones_before_it_do() -> None:
    session = classic_session(Now())
    session.left_click(1, 1)
    assert session.left_click(1, 1).refusal and session.chord(2, 2).refusal and session.clicks == 3
    session.left_click(0, 0)
    assert session.game.status == "lost" and session.clicks == 4
    assert not session.left_click(2, 2) and session.clicks == 4


def test_a_left_click_chords_numbers_but_not_zeros() -> None:
    session = classic_session(Now())
    session.left_click(0, 3)
    board = session.game.board
    assert board.split("\n")[0][3] == "0"
    assert not session.left_click(0, 3) and session.game.board == board


def test_restart_keeps_the_board() -> None:
    session = ClassicSession(ClassicSetup(Preset(9, 9, 10), seed=4))
    assert np.array_equal(session.restarted().setup.seed, 4) and session.restarted().game.mask is None
    session.left_click(3, 3)
    again = session.restarted()
    assert np.array_equal(again.game.mask, session.game.mask) and again.game.status == "new" and again.clicks == 0
    assert again.board_id() == session.board_id() == "seed 4, first cell row 3, column 3"
    again.left_click(0, 0)
    assert again.board_id() == "seed 4, first cell row 3, column 3"  # the cell that determined the mines


def test_sessions_without_a_seed_get_different_ones() -> None:
    seeds = {ClassicSession(ClassicSetup(Preset(9, 9, 10))).setup.seed for _ in range(5)}
    assert len(seeds) == 5 and None not in seeds


@pytest.mark.parametrize("logic", ["no-guess", "repaired"])
@pytest.mark.parametrize("first", ["safe", "opening"])
def test_no_guess_boards_are_generated_for_the_first_click(logic: str, first: str) -> None:
    session = ClassicSession(ClassicSetup(Preset(9, 9, 10), first, logic, seed=8))  # type: ignore[arg-type]
    session.right_click(0, 0)
    assert session.needs_board(4, 5) and not session.needs_board(0, 0)
    mask = session.generate_board(4, 5)
    assert mask.shape == (9, 9) and mask.sum() == 10 and np.array_equal(mask, session.generate_board(4, 5))
    assert session.game.mask is None  # nothing has changed
    session.use_board(mask, 4, 5)
    assert not session.needs_board(4, 5) and session.needs_board(4, 6) and session.game.flags[0, 0]
    if mask[0, 0]:
        assert session.game.mines_left == 9
    session.right_click(0, 0)
    session.left_click(4, 5)
    while session.game.status == "playing":  # using certain cells only
        answer = mc.solve(session.game.board, 10)
        assert answer.certain_safe.any()
        for cell in np.argwhere(answer.certain_safe).tolist():
            session.game.open(*cell)
    assert session.game.status == "won" and not session.needs_board(1, 1)
    assert not ClassicSession(ClassicSetup(Preset(9, 9, 10), "safe", "any")).needs_board(4, 5)


def test_impossible_setups() -> None:
    check_setup(ClassicSetup(Preset(2, 300, 5)))
    check_setup(ClassicSetup(Preset(9, 9, 10), "anything"))
    with pytest.raises(CommandError, match="at most 256"):
        check_setup(ClassicSetup(Preset(2, 300, 5), logic="no-guess"))
    with pytest.raises(CommandError, match="needs a first click that is safe"):
        check_setup(ClassicSetup(Preset(9, 9, 10), "anything", "repaired"))


# ---- Statistics ----------------------------------------------------------------------------------------------------


def test_statistics() -> None:
    won = GameResult(won=True, seconds=20.0, bbbv=50, solved=50, clicks=40, hints=0, undone=0)
    assert (won.bbbv_per_second, won.efficiency, won.aids) == (2.5, 1.25, "")
    assert won.summary() == "Won: time 20.00 s, 3BV 50, 3BV/s 2.50, clicks 40, efficiency 125 %"
    lost = GameResult(won=False, seconds=0.0, bbbv=50, solved=0, clicks=0, hints=1, undone=2)
    assert (lost.bbbv_per_second, lost.efficiency) == (0.0, 0.0)
    assert lost.lines()[1] == "3BV         0 of 50" and lost.lines()[-1] == "Used        1 hint and 2 undos"


# ---- What cells show ----------------------------------------------------------------------------------------------


def test_symbols_of_the_classic_game() -> None:
    game = mc.Game.from_mines(MASK)
    assert classic_symbols(game) == ["----"] * 3
    game.flag(0, 0)
    game.flag(2, 0)
    game.open(0, 3)
    assert classic_symbols(game) == ["F100", "-111", "F---"]
    game.open(2, 3)
    assert classic_symbols(game) == ["F100", "-111", "!--X"]
    game.undo()
    game.flag(0, 0)
    game.open(1, 0)
    game.flag(2, 0)
    game.open(2, 0)
    game.open(2, 2)
    assert game.status == "won" and classic_symbols(game) == ["F100", "1111", "001F"]
    game = mc.Game.from_mines(MASK)
    game.open(0, 0)
    assert classic_symbols(game) == ["X---", "----", "---*"]


def test_symbols_of_flags() -> None:
    game = mc.FlagsGame.from_mines(MASK)
    game.open(0, 0)
    game.open(1, 1)
    assert flags_symbols(game) == ["@---", "-1--", "----"]
    game.open(2, 3)
    assert flags_symbols(game) == ["@---", "-1--", "---#"]
    game = mc.FlagsGame.from_mines(MASK, wins=1)
    game.open(2, 3)
    assert game.status == "over" and flags_symbols(game) == ["*---", "----", "---@"]


def test_every_symbol_has_its_own_appearance() -> None:
    texts = [(look.text, look.style) for look in SYMBOLS.values()]
    assert len(set(texts)) == len(texts) and set(SYMBOLS) >= set("-FX*!@#012345678")
    assert SYMBOLS["0"].text == " "
    assert [Appearance("5", "x").padded(width) for width in (2, 3)] == ["5 ", " 5 "]
    assert [Appearance(">99", "x").padded(width) for width in (2, 3)] == ["99", ">99"]


def test_hints_never_round_to_certainty() -> None:
    board = "1" + "-" * 200
    found = find_hint(board, 2, want_mines=False)
    cells = [hinted_appearance(symbol, found, 0, col) for col, symbol in enumerate(board)]
    assert [cell.text for cell in cells[:3]] == ["1", "**", "<1"]
    assert cells[2].style == "share"
    assert [hinted_appearance("F", found, 0, col).text for col in (1, 2)] == ["F", "<1"]


def test_reasons_for_no_hint() -> None:
    for board, mines, memory, why in (
        ("\n".join(["-" * 300] * 2), 5, None, "256"),
        ("\n".join(["-1-" * 5] * 9), 20, 1, "--memory"),
        ("12\n21", 0, None, "No valid board"),
        ("11\n1+", 1, None, "No unopened cells"),
    ):
        with pytest.raises(HintError, match=why):
            find_hint(board, mines, want_mines=False, memory=memory)


# ---- Flags -----------------------------------------------------------------------------------------------------------


def test_a_flags_session_describes_its_moves() -> None:
    for human in (0, 1):
        session = FlagsSession("normal", seed=3, human=human)
        assert session.bots_turn == (human == 1)
        names = ("You", "The bot") if human == 0 else ("The bot", "You")
        mines = np.argwhere(session.game.mask).tolist()
        safe = np.argwhere(~session.game.mask).tolist()
        assert session.play(Move("open", *mines[0]))
        assert session.last_event.startswith(f"{names[0]} found a mine at row")
        assert session.play(Move("open", *safe[0]))
        assert session.last_event.startswith(f"{names[0]} opened a safe cell")
        assert not session.play(Move("open", *mines[0]))
        assert session.play(Move("bomb", *mines[-1]))
        assert session.last_event.startswith(f"{names[1]} bombed the area around row")
        points = session.game.score[1]
        assert f" and found {points} mine" in session.last_event
        while not session.over:
            session.play(session.bot.move(session.game))
        assert session.verdict() in ("You won", "The bot won")
        assert (session.verdict() == "You won") == (session.game.winner == human) and not session.bots_turn


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
    assert parse_size(text, mines) == size


@pytest.mark.parametrize(
    ("text", "mines", "message"),
    [
        ("huge", None, "invalid size"), ("3x", 1, "invalid size"), ("3x4x5", 1, "invalid size"),
        ("-3x4", 1, "invalid size"), ("3X4", 1, "invalid size"), ("0x4", 1, "out of range"),
        ("32768x1", 1, "out of range"), ("32767x8193", 1, "out of range"), ("5x5", None, "no usual number of mines"),
        ("3x4", 13, "13 mines can't fit in 12"),
    ],
)  # fmt: skip
def test_bad_sizes(text: str, mines: int | None, message: str) -> None:
    with pytest.raises(CommandError, match=message):
        parse_size(text, mines)
