"""The game for one player: against plain rules in random play, and case by case."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bindings import BINDINGS
from checks import is_first_binding
from hypothesis import strategies as st
from hypothesis.stateful import initialize, run_state_machine_as_test
from plain_rules import PlainGame
from play_machine import SETTINGS, Play, machine, mines_of
from positions import Cell, neighbours

import minesweeper_core as mc

WORKED = """
0000002M
0000013M
110113M3
M101M3M2
11011222
0000001M
00122222
001MM2M1
""".strip()

# ---- random play -----------------------------------------------------------------------------------------------------

SIDES = st.integers(1, 6)
FIRST = st.sampled_from(["anything", "safe", "opening"])


class GameMachine(Play):
    actions = ("open", "flag", "chord", "open")
    first: str | None = None
    count = 0

    @initialize(
        rows=SIDES, cols=SIDES, share=st.floats(0, 0.6), seed=st.integers(0, 2**64 - 1), first=FIRST | st.none()
    )
    def begin(self, rows: int, cols: int, share: float, seed: int, first: str | None) -> None:
        self.count = round(share * rows * cols)
        self.first = first
        if first is None:
            cells = [(r, c) for r in range(rows) for c in range(cols)]
            mines = random.Random(seed).sample(cells, self.count)
            mask = np.zeros((rows, cols), bool)
            for cell in mines:
                mask[cell] = True
            self.real, self.plain = self.binding.Game.from_mines(mask), PlainGame(rows, cols, mines)
        else:
            self.real = self.binding.Game(rows, cols, self.count, seed=seed, first=first)
            self.plain = PlainGame(rows, cols, [])
            assert self.real.seed == seed
        self.compare()

    def before(self, action: str, cell: Cell) -> None:
        """After the first click has placed the mines: check the rule, and copy them to the plain game."""
        plain = self.plain
        if self.first is None or plain.opened or action != "open" or cell in plain.flagged:
            return
        mines = mines_of(self.real.mask)
        around = set(plain.around(cell))
        assert len(mines) == self.count
        far = len(plain.cells) - 1 - len(around)
        if self.first != "anything":
            assert (cell in mines) == (self.count == len(plain.cells))
        if self.first == "opening":
            assert len(mines & around) == min(max(self.count - far, 0), len(around))
        again = self.binding.Game(plain.rows, plain.cols, self.count, seed=self.real.seed, first=self.first)
        again.open(*cell)
        assert (again.mask == self.real.mask).all()
        plain.mines = frozenset(mines)

    def compare(self) -> None:
        real, plain = self.real, self.plain
        if self.first is not None and not plain.opened:
            plain.mines = frozenset()  # removed by undo
        assert real.status == plain.status
        assert mines_of(real.flags) == plain.flagged
        assert (real.rows, real.cols, real.mines) == (plain.rows, plain.cols, self.count)
        if self.first is not None and not plain.opened:
            assert real.mask is None
        else:
            assert mines_of(real.mask) == plain.mines
            assert real.safe_left == plain.safe_left
        assert real.mines_left == self.count - len(plain.flagged)
        assert str(real).replace("\n", "") == "".join(plain.looks().values())


@pytest.mark.parametrize("name", BINDINGS)
def test_random_play(name: str) -> None:
    run_state_machine_as_test(machine(GameMachine, name), settings=SETTINGS)


def test_long_random_games(binding: Any) -> None:
    """Full games on usual boards, with the clicks of a careless player who sets correct flags."""
    for seed in range(30 if is_first_binding(binding) else 3):
        rng = random.Random(seed)
        game = binding.Game(*rng.choice([mc.BEGINNER, mc.INTERMEDIATE, mc.EXPERT]), seed=seed, first="opening")
        first = rng.randrange(game.rows), rng.randrange(game.cols)
        game.open(*first)
        plain = PlainGame(game.rows, game.cols, mines_of(game.mask))
        assert plain.act("open", first) is None
        mines = plain.mines
        while plain.status == "playing":
            cell = rng.choice(plain.cells)
            action = rng.choice(["open", "flag", "chord"])
            if (action == "open" and cell in mines and rng.random() < 0.95) or (action == "flag" and cell not in mines):
                continue
            change = getattr(game, action)(*cell)
            assert bool(change) == (plain.act(action, cell) is None)
        assert (game.status, game.board) == (plain.status, plain.board())
        again = binding.Game.from_mines(game.mask).replay(game.log)
        assert (again.status, again.board, (again.flags == game.flags).all()) == (game.status, game.board, True)


# ---- the document's board --------------------------------------------------------------------------------------------


def test_worked_board_step_by_step(binding: Any) -> None:
    """Its 8 clicks, the opening first."""
    game = binding.Game.from_mines(WORKED)
    assert game.status == "new" and game.mines == 10
    change = game.open(0, 0)
    opened = ["*******.", "*******.", "******..", ".***....", "*******.", "*******.", "*******.", "***....."]
    assert [tuple(cell) for cell in change.cells.tolist()] == [
        (r, c) for r, row in enumerate(opened) for c, mark in enumerate(row) if mark == "*"
    ]
    rest = [(2, 7), (3, 5), (3, 7), (4, 7), (6, 7), (7, 5), (7, 7)]
    for done, cell in enumerate(rest):
        assert binding.bbbv_solved(WORKED, game.board) == 1 + done
        assert game.status == "playing"
        assert game.open(*cell).cells.tolist() == [list(cell)]
    assert game.status == "won"
    assert game.board == WORKED.replace("M", "-")
    assert binding.bbbv_solved(WORKED, game.board) == binding.bbbv(WORKED) == 8


def test_board_is_a_position(binding: Any) -> None:
    game = binding.Game(*mc.EXPERT, seed=3, first="opening")
    game.open(8, 15)
    assert game.status == "playing"
    solution = binding.solve(game.board, game.mines)
    assert not (solution.certain_safe & game.mask).any()
    assert not (solution.certain_mines & ~game.mask).any()
    while solution.certain_safe.any():
        row, col = np.argwhere(solution.certain_safe)[0]
        assert game.open(row, col)
        solution = binding.solve(game.board, game.mines)
    assert game.status in ("playing", "won")


# ---- case by case ----------------------------------------------------------------------------------------------------


def test_neighbours_at_corner_edge_and_middle() -> None:
    assert [len(neighbours(3, 3, *cell)) for cell in ((0, 0), (0, 1), (1, 1))] == [3, 5, 8]


def test_chord_on_a_zero_does_nothing(binding: Any) -> None:
    game = binding.Game.from_mines("...\n...\n..*")
    assert game.flag(0, 1)
    assert game.open(0, 0)
    assert game.chord(0, 0).refusal == "the number of the cell is 0"
    assert game.board.split("\n")[0] == "0--"


def test_chord_at_the_corner(binding: Any) -> None:
    game = binding.Game.from_mines("...\n.*.\n...")
    assert game.open(0, 0)
    assert game.chord(0, 0).refusal == "the number of flags around the cell differs from its number"
    assert game.flag(1, 1)
    change = game.chord(0, 0)
    assert change.cells.tolist() == [[0, 1], [1, 0]]
    assert game.chord(0, 0).refusal == "there is nothing left to open"
    assert game.chord(2, 2).refusal == "the cell is not open"


def test_chord_with_a_wrong_flag_loses(binding: Any) -> None:
    game = binding.Game.from_mines("*..\n...\n...")
    assert game.open(1, 1) and game.flag(0, 1)
    change = game.chord(1, 1)
    assert game.status == "lost"
    assert game.board == "+-0\n110\n000"
    assert change.cells.tolist() == [[0, 0], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1], [2, 2]]
    for act in (game.open, game.flag, game.chord):
        assert act(0, 1).refusal == "the game is over"
    assert game.undo() and game.status == "playing"
    assert game.flag(0, 1) and game.flag(0, 0) and game.chord(1, 1)
    assert game.status == "won"
    assert not game.redo()


def test_chord_on_a_flagged_cell_does_nothing(binding: Any) -> None:
    game = binding.Game.from_mines("*..\n...\n...")
    assert game.flag(1, 1)
    assert game.chord(1, 1).refusal == "the cell is not open"


def test_chord_with_too_many_flags(binding: Any) -> None:
    game = binding.Game.from_mines("*..\n...\n...")
    assert game.open(1, 1) and game.flag(0, 0) and game.flag(0, 1)
    assert game.chord(1, 1).refusal == "the number of flags around the cell differs from its number"
    assert game.mines_left == -1


def test_openings_skip_flags(binding: Any) -> None:
    game = binding.Game.from_mines("......*")
    assert game.flag(0, 2)
    assert game.open(0, 0).cells.tolist() == [[0, 0], [0, 1]]
    assert game.open(0, 2).refusal == "the cell is flagged"
    assert game.flag(0, 2) and game.open(0, 2)
    assert game.status == "won"


def test_won_whatever_is_flagged(binding: Any) -> None:
    game = binding.Game.from_mines("*.")
    assert game.open(0, 1)
    assert game.status == "won" and not game.flags.any()


def test_boards_without_safe_cells_or_without_mines(binding: Any) -> None:
    game = binding.Game(2, 2, 4, seed=1, first="opening")
    assert game.open(0, 0) and game.status == "lost" and game.board == "+-\n--"
    game = binding.Game(2, 2, 0, seed=1)
    assert game.open(0, 0) and game.status == "won" and game.board == "00\n00"


def test_opened_cells_are_left_alone(binding: Any) -> None:
    game = binding.Game.from_mines("*..")
    game.open(0, 1)
    assert game.open(0, 1).refusal == game.flag(0, 1).refusal == "the cell is already open"
    assert game.log == [("open", 0, 1)]


def test_undoing_the_first_click_removes_the_mines(binding: Any) -> None:
    game = binding.Game(9, 9, 60, seed=5)
    game.open(0, 0)
    mask = game.mask
    assert not mask[0, 0]
    assert game.undo()
    assert game.status == "new" and game.mask is None
    assert game.redo() and (game.mask == mask).all()
    game.undo()
    game.open(8, 8)
    assert not game.mask[8, 8] and (game.mask != mask).any()


def test_random_game_is_the_generated_board(binding: Any) -> None:
    for first in ("anything", "safe", "opening"):
        game = binding.Game(*mc.EXPERT, seed=77, first=first)
        game.open(4, 5)
        assert (game.mask == binding.generate(*mc.EXPERT, seed=77, first=first, at=(4, 5))).all()


# ---- errors ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("row", "col"), [(-1, 0), (3, 0), (0, -1), (0, 4), (2**40, 0)])
def test_cells_outside_the_board(binding: Any, row: int, col: int) -> None:
    game = binding.Game(3, 4, 2)
    for act in (game.open, game.flag, game.chord):
        with pytest.raises(ValueError, match=f"row {row}, column {col}: the board has 3 rows and 4 columns"):
            act(row, col)
    assert game.log == []


def test_wrong_arguments(binding: Any) -> None:
    game = binding.Game(3, 4, 2)
    for wrong in (1.0, "1", None, True):
        with pytest.raises(TypeError, match="row must be an integer"):
            game.open(wrong, 0)
    assert game.open(np.int64(0), np.uint8(1))
    for arguments in ((0, 4, 0), (3, 0, 0), (3, 4, 13), (3, 4, -1), (32768, 1, 1), (32767, 32767, 1)):
        with pytest.raises(ValueError):
            binding.Game(*arguments)
    with pytest.raises(ValueError, match="rows must be from 1 to 32767: -1"):
        binding.Game(-1, 3, 1)
    with pytest.raises(ValueError, match="first is 'nice', but must be one of 'anything', 'safe', 'opening'"):
        binding.Game(3, 4, 2, first="nice")
    with pytest.raises(ValueError, match="seed must be from 0"):
        binding.Game(3, 4, 2, seed=2**64)
    with pytest.raises(ValueError, match="row 1, column 1: unknown character 'x'"):
        binding.Game.from_mines("...\n.x.")
    with pytest.raises(ValueError, match="one board, not a stack"):
        binding.Game.from_mines(np.zeros((2, 3, 3), bool))


def test_replay_says_where_it_ends(binding: Any) -> None:
    game = binding.Game.from_mines("*..\n...")
    with pytest.raises(ValueError, match="action 1: open at row 0, column 2: the game is over"):
        game.replay([("open", 0, 0), ("open", 0, 2)])
    assert game.log == [("open", 0, 0)]
    with pytest.raises(ValueError, match="action 0: 'dig' is not one of 'open', 'flag', 'chord'"):
        game.replay([("dig", 0, 0)])
    with pytest.raises(ValueError, match="action 0: 'bomb' is not one of 'open', 'flag', 'chord'"):
        game.replay([("bomb", 0, 0)])
    with pytest.raises(ValueError, match="action 0: row 5, column 1: the board has 2 rows and 3 columns"):
        game.replay([("open", 5, 1)])
    with pytest.raises(TypeError, match="action 1: row must be an integer"):
        binding.Game.from_mines("*..\n...").replay([("flag", 0, 1), ("open", "1", 1)])
    for wrong in ("abc", [1, 2], [("open", 1)]):
        with pytest.raises(ValueError, match=r"action 0: .* is not \(action, row, column\)"):
            game.replay(wrong)


# ---- the rest --------------------------------------------------------------------------------------------------------


def test_repr_and_str(binding: Any) -> None:
    game = binding.Game.from_mines("*..\n...")
    assert repr(game) == "<Game 2x3, 1 mine, new, 0 of 5 opened>"
    game.flag(0, 0)
    assert repr(game.open(1, 2)) == "<Change of 4 cells>"
    assert str(game) == "F10\n-10" and game.board == "-10\n-10"
    assert repr(game) == "<Game 2x3, 1 mine, playing, 4 of 5 opened>"
    assert repr(game.open(1, 2)) == "<Change: nothing, the cell is already open>"
    assert repr(game.redo()) == "<Change: nothing, there is no action to redo>"


def test_change(binding: Any) -> None:
    change = binding.Game.from_mines("*..\n...").flag(1, 1)
    assert change and change.refusal is None
    assert change.cells.shape == (1, 2) and change.cells.dtype == np.intp
    none = binding.Game(3, 3, 1).undo()
    assert not none and none.refusal == "there is no action to undo" and none.cells.shape == (0, 2)


def test_classes_of_the_bindings(binding: Any) -> None:
    game = binding.Game(3, 3, 1)
    assert isinstance(game, mc.Game) and type(game) is binding.Game
    again = pickle.loads(pickle.dumps(game))
    assert isinstance(again, mc.Game)
    assert again._native.name == game._native.name  # a loaded library is loaded again
    assert (binding.Game is mc.Game) == is_first_binding(binding)
    assert binding.Game.__doc__ == mc.Game.__doc__ and repr(game).startswith("<Game")


class GivenSubclass(mc.Game):
    """A subclass that takes other arguments."""

    def __init__(self, seed: int) -> None:
        super().__init__(9, 9, 10, seed=seed)
        self.note = "seen"


class FlagsSubclass(mc.FlagsGame):
    """A subclass of the other game."""


def test_subclasses_pickle_as_themselves() -> None:
    game = GivenSubclass(1)
    game.open(4, 4)
    again = pickle.loads(pickle.dumps(game))
    assert type(again) is GivenSubclass and again.note == "seen" and again.board == game.board
    mined = GivenSubclass.from_mines("*..\n...")
    assert type(pickle.loads(pickle.dumps(mined))) is GivenSubclass
    flags = FlagsSubclass(1)
    flags.player = 1  # type: ignore[attr-defined]
    flags.open(0, 0)
    other = pickle.loads(pickle.dumps(flags))
    assert type(other) is FlagsSubclass and vars(other)["player"] == 1 and other.board == flags.board


def test_random_games_differ(binding: Any) -> None:
    one, other = binding.Game(16, 30, 99), binding.Game(16, 30, 99)
    assert one.seed != other.seed
    one.open(0, 0)
    other.open(0, 0)
    assert (one.mask != other.mask).any()


def test_huge_boards(binding: Any) -> None:
    side = 4000 if is_first_binding(binding) else 500
    game = binding.Game(side, side, 0, seed=1)
    change = game.open(123, 456)
    assert game.status == "won"
    assert len(change.cells) == side * side and (change.cells[-1] == side - 1).all()
    assert game.undo() and game.status == "new"
    walls = np.zeros((side, side), bool)  # one corridor winds between them through the whole board
    walls[4::10, 4:] = walls[9::10, :-4] = True
    game = binding.Game.from_mines(walls)
    assert len(game.open(0, side // 2).cells) == (~walls).sum()
    assert game.status == "won"


NO_ROOM = """
import resource, sys
sys.path.insert(0, {tests!r})
import pytest
from bindings import make_binding
game = make_binding({name!r}).Game(6000, 6000, 0, seed=1)
taken = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (taken + 100 * 2**20,) * 2)
for act, status in ((lambda: game.open(5, 5), "won"), (game.undo, "new"), (game.redo, "won")):
    change = act()
    assert change and game.status == status and repr(change) == "<Change of some cells>"
    with pytest.raises(MemoryError, match="not enough memory to record which cells changed"):
        change.cells
print("held")
"""


@pytest.mark.parametrize("name", BINDINGS)
@pytest.mark.skipif(sys.platform != "linux", reason="sets a limit that only Linux keeps")
def test_an_action_is_done_without_memory_for_the_cells_that_changed(name: str) -> None:
    code = NO_ROOM.format(tests=str(Path(__file__).parent), name=name)
    child = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert child.stdout == "held\n", child.stderr


def test_many_threads_at_one_game(binding: Any) -> None:
    """Concurrent use neither crashes nor leads to an illegal state."""
    game = binding.Game(40, 40, 300, seed=2)
    failures: list[BaseException] = []
    start = threading.Barrier(6)

    def work(seed: int) -> None:
        rng = random.Random(seed)
        start.wait()
        try:
            for _ in range(400):
                act = rng.choice([game.open, game.flag, game.chord, game.undo, game.undo, game.redo, game.copy])
                if act in (game.open, game.flag, game.chord):
                    act(rng.randrange(40), rng.randrange(40))
                else:
                    act()
                assert len(game.board) == 40 * 41 - 1
                assert len(game.log) >= 0
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    again = binding.Game(40, 40, 300, seed=2).replay(game.log)
    assert (again.board, again.status) == (game.board, game.status)
