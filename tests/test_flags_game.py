"""Minesweeper Flags: against plain rules in random play, and case by case."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from bindings import BINDINGS
from hypothesis import strategies as st
from hypothesis.stateful import initialize, run_state_machine_as_test
from plain_rules import PlainFlags
from play_machine import SETTINGS, Play, machine, mines_of

import minesweeper_core as mc

SIDES = st.integers(1, 6)


class FlagsMachine(Play):
    actions = ("open", "bomb", "open")

    @initialize(
        rows=SIDES,
        cols=SIDES,
        share=st.floats(0, 0.7),
        seed=st.integers(0, 2**64 - 1),
        given=st.booleans(),
        wins=st.none() | st.integers(1, 8),
        rules=st.fixed_dictionaries(
            {},
            optional={
                "bombs": st.integers(0, 3),
                "radius": st.integers(1, 7),
                "bomb_anytime": st.booleans(),
                "bomb_plays_on": st.booleans(),
                "bomb_floods": st.booleans(),
            },
        ),
    )
    def begin(
        self, rows: int, cols: int, share: float, seed: int, given: bool, wins: int | None, rules: dict[str, Any]
    ) -> None:
        count = round(share * rows * cols)
        wins = None if wins is None or count == 0 else min(wins, count)
        if given or count == 0:
            mines = random.Random(seed).sample([(r, c) for r in range(rows) for c in range(cols)], count)
            mask = np.zeros((rows, cols), bool)
            for cell in mines:
                mask[cell] = True
            self.real = self.binding.FlagsGame.from_mines(mask, wins=wins, **rules)
            assert self.real.seed is None
        else:
            self.real = self.binding.FlagsGame(seed, rows=rows, cols=cols, mines=count, wins=wins, **rules)
            assert self.real.seed == seed
        self.plain = PlainFlags(rows, cols, mines_of(self.real.mask), wins, **rules)
        assert len(self.plain.mines) == count
        self.compare()

    def compare(self) -> None:
        real, plain = self.real, self.plain
        assert mines_of(real.mask) == plain.mines
        assert (real.rows, real.cols, real.mines) == (plain.rows, plain.cols, len(plain.mines))
        assert real.wins == plain.wins
        assert list(real.score) == plain.score
        assert list(real.bombs) == plain.bombs
        assert real.winner == plain.winner
        assert (real.status == "over") == plain.over
        assert (real.status == "new") == (not self.log and not plain.over)
        if not plain.over:
            assert real.turn == plain.turn
            me = plain.turn
            behind = plain.bomb_anytime or plain.score[me] < plain.score[1 - me]
            assert real.can_bomb == (plain.bombs[me] > 0 and behind)
        else:
            assert not real.can_bomb
        assert real.radius == plain.radius
        owner = real.owner
        assert owner.dtype == np.int8
        assert {cell: owner[cell] for cell in plain.cells if owner[cell] != -1} == plain.found


@pytest.mark.parametrize("name", BINDINGS)
def test_random_play(name: str) -> None:
    run_state_machine_as_test(machine(FlagsMachine, name), settings=SETTINGS)


def test_full_games(binding: Any) -> None:
    """On the real board, with a bomb as soon as it may be used."""
    winners = set()
    for seed in range(12):
        rng = random.Random(seed)
        game = binding.FlagsGame(seed)
        assert (game.rows, game.cols, game.mines, game.wins) == (16, 16, 51, 26)
        plain = PlainFlags(16, 16, mines_of(game.mask))
        while not plain.over:
            cell = rng.choice(plain.cells)
            action = "bomb" if game.can_bomb else "open"
            assert bool(getattr(game, action)(*cell)) == (plain.act(action, cell) is None)
        assert (game.board, list(game.score), game.winner) == (plain.board(), plain.score, plain.winner)
        assert max(game.score) >= 26 and game.status == "over"
        assert game.open(0, 0).refusal == "the game is over"
        again = binding.FlagsGame.from_mines(game.mask).replay(game.log)
        assert (again.board, again.score) == (game.board, game.score)
        winners.add(game.winner)
    assert winners == {0, 1}


def test_finding_a_mine_keeps_the_turn(binding: Any) -> None:
    game = binding.FlagsGame.from_mines("*.*\n...\n*..")
    assert (game.mines, game.wins, game.turn) == (3, 2, 0)
    assert game.open(0, 0) and game.turn == 0 and game.score == (1, 0)
    assert game.open(0, 1) and game.turn == 1
    assert game.open(0, 2) and game.turn == 1 and game.score == (1, 1) and game.winner is None
    assert game.open(1, 2) and game.turn == 0
    assert str(game) == "A2B\n--1\n---" and game.board == "+2+\n--1\n---"
    assert game.owner.tolist() == [[0, -1, 1], [-1, -1, -1], [-1, -1, -1]]
    assert repr(game) == "<FlagsGame 3x3, 1:1, player 0 to play>"
    assert game.open(2, 0) and game.winner == 0 and game.status == "over"
    assert repr(game) == "<FlagsGame 3x3, 2:1, player 0 has won>"
    assert game.undo() and game.winner is None and game.status == "playing"


def test_bomb(binding: Any) -> None:
    """5 x 5 cells, clipped at the edge, for a player who is strictly behind; all mines in it count, and it ends the
    turn."""
    mask = np.zeros((7, 7), bool)
    mask[0, 0] = mask[1, 2] = mask[6, 6] = mask[3, 3] = True
    game = binding.FlagsGame.from_mines(mask, bomb_floods=False)
    assert game.bomb(0, 1).refusal == "the player is not behind" and not game.can_bomb
    assert game.open(6, 6) and game.open(5, 5)
    assert (game.turn, game.score, game.bombs, game.can_bomb) == (1, (1, 0), (1, 1), True)
    change = game.bomb(0, 0)
    assert change.cells.tolist() == [[r, c] for r in range(3) for c in range(3)]
    assert (game.turn, game.score, game.bombs) == (0, (1, 2), (1, 0))
    assert game.bomb(1, 1) and game.score == (2, 2) and game.winner is None and game.status == "over"
    assert repr(game) == "<FlagsGame 7x7, 2:2, a draw>"


def test_bomb_without_anything_to_open(binding: Any) -> None:
    game = binding.FlagsGame.from_mines("*.....\n......", bomb_anytime=True, radius=1, bombs=2)
    assert game.open(0, 5) and game.turn == 1
    assert game.bomb(0, 4).refusal == "there is nothing left to open"
    assert game.bomb(1, 0) and game.turn == 0 and game.score == (0, 1) and game.winner == 1


def test_switches_of_the_bomb(binding: Any) -> None:
    mask = "*......*\n........\n........"
    for floods, cells in ((True, 22), (False, 4)):
        game = binding.FlagsGame.from_mines(mask, bomb_anytime=True, bomb_plays_on=True, bomb_floods=floods, radius=1)
        # The 2 x 2 in a corner hold no mine, so the turn passes; their 0s open all but the upper corners.
        assert len(game.bomb(2, 7).cells) == cells
        assert game.turn == 1
        assert game.bomb(0, 0) and game.turn == 1 and game.score == (0, 1)
    assert not binding.FlagsGame(1, bombs=0, bomb_anytime=True).bomb(3, 3)
    assert binding.FlagsGame(1, bombs=0, bomb_anytime=True).bomb(3, 3).refusal == "the player has no bomb left"


def test_board_is_for_the_solver(binding: Any) -> None:
    game = binding.FlagsGame(5)
    rng = random.Random(1)
    while game.score[0] < 8:
        game.open(rng.randrange(16), rng.randrange(16))
    solution = binding.solve(game.board, game.mines)
    assert not (solution.certain_safe & game.mask).any() and not (solution.certain_mines & ~game.mask).any()
    assert binding.determine_grid2(game.board, 1, 512, 5000).probability_mine.shape == (16, 16)


def test_mines_by_seed(binding: Any) -> None:
    assert (binding.FlagsGame(9).mask == binding.FlagsGame(9).mask).all()
    assert (binding.FlagsGame(9).mask != binding.FlagsGame(10).mask).any()
    assert binding.FlagsGame().seed != binding.FlagsGame().seed


def test_wrong_arguments(binding: Any) -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"mines": 0}, "mines must be from 1 to 256: 0"),
        ({"mines": 257}, "mines must be from 1 to 256"),
        ({"wins": 0}, "wins must be from 1 to 51: 0"),
        ({"wins": 52}, "wins must be from 1 to 51"),
        ({"radius": 0}, "radius must be from 1"),
        ({"bombs": -1}, "bombs must be from 0"),
        ({"rows": 0}, "rows must be from 1 to 32767: 0"),
        ({"wins": -1}, "wins must be from 1 to 51: -1"),
    ]
    for arguments, message in wrong:
        with pytest.raises(ValueError, match=message):
            binding.FlagsGame(**arguments)
    for mask, wins, message in (
        ("*x", None, "row 0, column 1: unknown character 'x'"),
        ("*..", 2, "wins must be from 1 to 1: 2"),
    ):
        with pytest.raises(ValueError, match=message):
            binding.FlagsGame.from_mines(mask, wins=wins)
    game = binding.FlagsGame(1)
    with pytest.raises(ValueError, match="row 16, column 0: the board has 16 rows and 16 columns"):
        game.bomb(16, 0)
    with pytest.raises(ValueError, match="action 0: 'flag' is not one of 'open', 'bomb'"):
        game.replay([("flag", 0, 0)])


@pytest.mark.parametrize("name", ["bomb_anytime", "bomb_plays_on", "bomb_floods"])
def test_switches(binding: Any, name: str) -> None:
    for value in True, np.True_, 1, np.uint8(1):
        assert binding.FlagsGame(1, **{name: value})._rules == binding.FlagsGame(1, **{name: True})._rules
    for value in False, np.False_, 0, np.int64(0):
        assert binding.FlagsGame(1, **{name: value})._rules == binding.FlagsGame(1, **{name: False})._rules
    assert binding.FlagsGame(1, **{name: False})._rules != binding.FlagsGame(1, **{name: True})._rules
    for number in -1, 2, 2**40, -(2**70), np.int64(-1):
        with pytest.raises(ValueError, match=f"^{name} must be True or False: {number}$"):
            binding.FlagsGame(1, **{name: number})
    for other in 0.5, 1.0, "0", "", None, [True], np.array([True, False]):
        with pytest.raises(TypeError, match=f"^{name} must be True or False, not {type(other).__name__}$"):
            binding.FlagsGame(1, **{name: other})


def test_board_without_mines_is_a_draw(binding: Any) -> None:
    game = binding.FlagsGame.from_mines("..\n..")
    assert game.status == "over" and game.winner is None
    assert game.open(0, 0).refusal == "the game is over"


def test_classes_of_the_bindings(binding: Any) -> None:
    assert isinstance(binding.FlagsGame(1), mc.FlagsGame)
