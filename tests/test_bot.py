"""The bot for Minesweeper Flags: its choice of cells, its use of the bomb, and its strength."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest

import minesweeper_core as mc
from minesweeper_core.bot import LEVELS, FlagsBot, Move, caught


class VisibleGame:
    """A game in any position, without the hidden mines."""

    radius, status = 2, "playing"

    def __init__(
        self,
        board: str,
        mines: int,
        score: tuple[int, int] = (0, 0),
        *,
        turn: int = 0,
        wins: int | None = None,
        bomb: bool = False,
    ) -> None:
        rows = board.split("\n")
        self.board, self.rows, self.cols = board, len(rows), len(rows[0])
        self.mines, self.score, self.turn = mines, score, turn
        self.wins = mines // 2 + 1 if wins is None else wins
        self.can_bomb = bomb


def move(level: str, game: VisibleGame, seed: int = 1) -> Move:
    return FlagsBot(level, seed).move(cast(Any, game))


def unopened(board: str) -> np.ndarray:
    return np.array([[cell == "-" for cell in row] for row in board.split("\n")])


def played(seed: int, moves: int) -> mc.FlagsGame:
    """A game after some moves, played by one bot for both players."""
    game, bot = mc.FlagsGame(seed), FlagsBot("normal", seed)
    for _ in range(moves):
        if game.status != "over":
            act(game, bot.move(game))
    return game


def act(game: mc.FlagsGame, move: Move) -> None:
    change = game.bomb(move.row, move.col) if move.kind == "bomb" else game.open(move.row, move.col)
    assert change, change.refusal


def match(first: FlagsBot, second: FlagsBot, seed: int, begins: int) -> int | None:
    """Play a game and return the winner: 0 for the first bot, 1 for the second. begins: which of them begins."""
    game, bots = mc.FlagsGame(seed), (first, second)
    while game.status != "over":
        act(game, bots[game.turn ^ begins].move(game))
    return None if game.winner is None else game.winner ^ begins


# ---- Cells --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_certain_mines_are_taken(level: str) -> None:
    board = "----\n12--\n012-\n001-"
    assert np.argwhere(mc.solve(board, 4).certain_mines).tolist() == [[0, 3], [1, 2]]
    assert {move(level, VisibleGame(board, 4), seed)[:] for seed in range(8)} <= {("open", 0, 3), ("open", 1, 2)}


def test_the_likeliest_mine_is_taken_and_of_equal_ones_the_least_likely_opening() -> None:
    found = 0
    for seed in range(12):
        for moves in (1, 8, 16, 24):
            game = played(seed, moves)
            if game.status == "over" or game.can_bomb or mc.solve(game.board, game.mines).certain_mines.any():
                continue
            answer = mc.solve(game.board, game.mines)
            where = unopened(game.board)
            mine = np.where(where, answer.mine, -1)
            equal = np.isclose(mine, mine.max(), rtol=1e-9, atol=0)
            opening = np.where(equal, answer.number[..., 0], 2)
            wanted = {
                tuple(cell) for cell in np.argwhere(np.isclose(opening, opening.min(), rtol=1e-9, atol=0)).tolist()
            }
            taken = [FlagsBot("normal", bot).move(game) for bot in range(10)]
            assert all(kind == "open" and (row, col) in wanted for kind, row, col in taken)
            if len(wanted) > 3:
                found += 1
                assert len(set(taken)) > 1  # the choice between equal cells is random
    assert found > 3


def test_the_tie_break_does_not_override_the_likeliest_mine() -> None:
    # P(mine) is 1/2 for (0, 2) and (1, 2), at most 1/4 in the last column.
    board = "11-----\n-------"
    answer = mc.solve(board, 3)
    mine = np.where(unopened(board), answer.mine, -1)
    row, col = move("normal", VisibleGame(board, 3))[1:]
    assert mine[row, col] == mine.max() and (mine < mine.max() - 0.01).any()


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_makes_only_legal_moves(level: str) -> None:
    for seed in range(6):
        assert match(FlagsBot(level, seed), FlagsBot(level, seed + 100), seed, seed % 2) in (0, 1)


def test_small_and_unusual_boards() -> None:
    for level in LEVELS:
        for rows, cols, mines in ((1, 1, 1), (1, 5, 2), (2, 2, 4), (3, 3, 8), (4, 7, 5)):
            game = mc.FlagsGame(3, rows=rows, cols=cols, mines=mines)
            bots = FlagsBot(level, 1), FlagsBot(level, 2)
            while game.status != "over":
                act(game, bots[game.turn].move(game))
            with pytest.raises(ValueError, match="the game is over"):
                bots[0].move(game)


def test_hard_looks_ahead() -> None:
    differs = 0
    for seed in range(10):
        game = played(seed, 5)
        answer = mc.solve(game.board, game.mines)
        if game.can_bomb or answer.certain_mines.any():
            continue
        taken = FlagsBot("hard", 1).move(game)
        assert taken == FlagsBot("hard", 1).move(game)
        value = _value(game, taken.row, taken.col)
        normal = FlagsBot("normal", 1).move(game)
        assert value >= _value(game, normal.row, normal.col) - 1e-9
        differs += value > _value(game, normal.row, normal.col) + 1e-9
    assert differs


def _value(game: mc.FlagsGame, row: int, col: int) -> float:
    """The value of a cell one move ahead, written plainly: expected own points minus the opponent's."""
    rows = game.board.split("\n")
    answer = mc.solve(rows, game.mines)

    def next_player(sign: str) -> float:
        after = [*rows]
        after[row] = rows[row][:col] + sign + rows[row][col + 1 :]
        then = mc.solve(after, game.mines)
        guesses = [
            then.mine[r, c]
            for r in range(game.rows)
            for c in range(game.cols)
            if after[r][c] == "-" and not then.certain_mines[r, c]
        ]
        return float(then.certain_mines.sum() + max(guesses, default=0.0))

    p, number = answer.mine[row, col], answer.number[row, col]
    value = p * (1 + next_player("+")) if p > 1e-4 else 0.0
    value -= 4.0 * number[0] if number[0] > 1e-4 else 0.0
    return float(value - sum(number[k] * next_player(str(k)) for k in range(1, 9) if number[k] > 1e-4))


# ---- The bomb -----------------------------------------------------------------------------------------------------


def test_caught_is_the_sum_over_the_square() -> None:
    rng = np.random.default_rng(5)
    for rows, cols in ((1, 1), (1, 9), (2, 3), (7, 5), (16, 16)):
        mine = rng.random((rows, cols))
        for radius in (0, 1, 2, 5, 40):
            found = caught(mine, radius)
            for r in range(rows):
                for c in range(cols):
                    square = mine[max(r - radius, 0) : r + radius + 1, max(c - radius, 0) : c + radius + 1]
                    assert abs(found[r, c] - square.sum()) < 1e-9


BLANK = "\n".join(["-" * 16] * 16)
# The 8s surround themselves with certain mines.
DENSE = "\n".join(["-" * 16] * 5 + ["-----8-----8----"] + ["-" * 16] * 10)


def test_no_bomb_where_it_is_not_allowed() -> None:
    for level in LEVELS:
        assert move(level, VisibleGame(DENSE, 51, (0, 9))).kind == "open"


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_the_bomb_is_used_where_it_finds_most(level: str) -> None:
    taken = move(level, VisibleGame(DENSE, 51, (0, 9), bomb=True))
    catch = caught(np.where(unopened(DENSE), mc.solve(DENSE, 51).mine, 0), 2)
    # Certain mines outside the square come first.
    assert taken.kind == "open" and mc.solve(DENSE, 51).certain_mines[taken.row, taken.col]
    assert taken.col in (10, 11, 12) or taken.col in (4, 5, 6)
    taken = move(level, VisibleGame(DENSE, 51, (0, 1), bomb=True))  # taking one would forfeit the bomb
    assert taken == ("bomb", *np.unravel_index(catch.argmax(), catch.shape)) and catch.max() > 9


def test_the_bomb_is_kept_on_an_untouched_board_unless_the_end_is_near() -> None:
    assert move("normal", VisibleGame(BLANK, 51, (5, 9), bomb=True)).kind == "open"
    assert move("normal", VisibleGame(BLANK, 51, (5, 22), bomb=True)).kind == "bomb"  # there may be no later chance
    assert move("normal", VisibleGame(BLANK, 51, (22, 23), bomb=True, wins=27)).kind == "bomb"
    assert move("normal", VisibleGame(BLANK, 51, (21, 22), bomb=True, wins=25)).kind == "bomb"  # wins on average


# ---- Levels -------------------------------------------------------------------------------------------------------


def test_the_levels_are_as_strong_as_their_names() -> None:
    """The seeds are fixed, and so is the result."""
    wins = {"easy": 0, "hard": 0}
    for level in ("easy", "hard"):
        for seed in range(40):
            wins[level] += match(FlagsBot(level, seed), FlagsBot("normal", seed + 100), seed, seed % 2) == 0
    assert wins["easy"] <= 8 and wins["hard"] >= 20


def test_the_tie_break_wins_games() -> None:
    """Against the same bot that takes any of the likeliest cells."""

    class Careless(FlagsBot):
        def move(self, game: mc.FlagsGame, poll: Any = None) -> Move:
            best = super().move(game, poll)
            answer = mc.solve(game.board, game.mines)
            if best.kind == "bomb" or answer.certain_mines.any():
                return best
            mine = np.where(unopened(game.board), answer.mine, -1)
            equal = np.argwhere(np.isclose(mine, mine.max(), rtol=1e-9, atol=0)).tolist()
            return Move("open", *self._random.choice(equal))

    wins = sum(match(FlagsBot("normal", s), Careless("normal", s + 100), s, s % 2) == 0 for s in range(60))
    assert wins >= 40


def test_the_same_seed_makes_the_same_moves() -> None:
    for level in LEVELS:
        games = []
        for _ in range(2):
            game, bots = mc.FlagsGame(9), (FlagsBot(level, 4), FlagsBot(level, 5))
            while game.status != "over":
                act(game, bots[game.turn].move(game))
            games.append(game.log)
        assert games[0] == games[1]


def test_a_bot_does_not_change_the_game() -> None:
    game = played(1, 10)
    before = game.board, game.turn, game.score, game.log
    for level in LEVELS:
        FlagsBot(level).move(game)
    assert (game.board, game.turn, game.score, game.log) == before


def test_unknown_levels() -> None:
    wrong: Any = "perfect"
    with pytest.raises(ValueError, match="easy, normal, hard"):
        FlagsBot(wrong)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("game", "what"),
    [
        ("-" * 256, "str"),
        (None, "NoneType"),
        (mc.Game, "the class Game"),
        (mc.FlagsGame, "the class FlagsGame"),
        (mc.Game(9, 9, 10), "Game"),
    ],
)
def test_only_games_of_flags_are_accepted(level: str, game: Any, what: str) -> None:
    with pytest.raises(TypeError, match=f"^game must be a FlagsGame, not {what}$"):
        FlagsBot(level).move(game)


@pytest.mark.parametrize("seed", ["x", 1.5, [], True])
def test_the_seed_must_be_an_integer(seed: Any) -> None:
    with pytest.raises(TypeError, match=r"^seed must be an integer, not "):
        FlagsBot(seed=seed)


@pytest.mark.parametrize(
    ("mine", "radius", "error", "message"),
    [
        ("x", 2, TypeError, "mine must be an array of probabilities, not str"),
        ([[0.5]], 2, TypeError, "mine must be an array of probabilities, not list"),
        (np.array([["x"]]), 2, TypeError, "mine must be an array of probabilities, not of <U1"),
        (np.zeros(3), 2, ValueError, "mine must have 2 dimensions, not 1"),
        (np.zeros((2, 2)), "2", TypeError, "radius must be an integer, not str"),
        (np.zeros((2, 2)), -1, ValueError, "radius must be from 0 to 4294967295: -1"),
    ],
)
def test_bad_arguments_of_caught(mine: Any, radius: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"^{message}$"):
        caught(mine, radius)


@pytest.mark.parametrize("level", LEVELS)
def test_poll_is_passed_to_the_solver(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    polls = []

    def solve(board: Any, mines: int, *, poll: Any = None, **_: Any) -> mc.Solution:
        polls.append(poll)
        raise InterruptedError

    monkeypatch.setattr(mc, "solve", solve)
    poll = lambda _: None  # noqa: E731
    with pytest.raises(InterruptedError):
        FlagsBot(level).move(mc.FlagsGame(1), poll)
    assert polls == [poll]
