"""Board files in Python: their bytes against plain writers, what is taken for what, what goes wrong, and ms_toollib's
arrays. The formats themselves, byte by byte, are tested in tests/c/test_file.c."""

from __future__ import annotations

import contextlib
import pickle
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import plain_files
import pytest

import minesweeper_core as mc

EXAMPLE = np.array([[0, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]], bool)
EXAMPLE_FILES = {
    "text": b"...*\n..*.\n.*..\n....\n",
    "mbf": bytes.fromhex("04 04  00 03  03 00  02 01  01 02"),
    "mine": b"4x4x3\nHHH?\nHH?H\nH?HH\nHHHH\n",
    "link": b"b=44&m=2900",
    "tatham": b"4x4:m4f0b",
}
FLAGS = np.array([[0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]], bool)
POSITION = mc.BoardFile("01--\n1---\n1+21\n1110", 3, flags=FLAGS)
POSITION_FILES = {"text": b"# mines: 3\n01--\n1-F-\n1+21\n1110\n", "mine": b"4x4x3\n01HH\n1HFH\n1?21\n1110\n"}
TOOLLIB_POSITION = [[0, 1, 10, 10], [1, 10, 11, 10], [1, -1, 2, 1], [1, 1, 1, 0]]


def boards(seed: int) -> list[tuple[plain_files.Mask, plain_files.Click]]:
    rng = random.Random(seed)
    sizes = [(r, c) for r in range(1, 9) for c in range(1, 9)]
    sizes += [(9, 9), (16, 16), (16, 30), (30, 16), (100, 9), (9, 100), (1, 255), (255, 1), (61, 57)]
    made: list[tuple[plain_files.Mask, plain_files.Click]] = []
    for rows, cols in sizes:
        for share in (0, 0.2, 0.9, 1):
            mask = [[rng.random() < share for _ in range(cols)] for _ in range(rows)]
            made.append((mask, (rng.randrange(rows), rng.randrange(cols)) if rng.random() < 0.5 else None))
    return made


def board_of(mask: np.ndarray[Any, Any], first: tuple[int, int] | None = None) -> mc.BoardFile:
    return mc.BoardFile("\n".join(["-" * mask.shape[1]] * mask.shape[0]), int(mask.sum()), mask, first_click=first)


# ---- bytes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", mc.FORMATS)
def test_files_are_those_of_plain_writers(binding: Any, name: str) -> None:
    for rows, click in boards(len(name)):
        mask = np.array(rows, bool)
        content = plain_files.WRITERS[name](rows, click)
        assert binding.file_bytes(board_of(mask, click), name) == content
        file = binding.read_file(content, name)
        assert file.format == name and file.complete
        assert (file.mask == mask).all() and file.mask.dtype == bool and file.mines == mask.sum()
        assert file.first_click == (click if name.startswith("tatham") else None)


def test_long_ids(binding: Any) -> None:
    """More than a hundred digests in each half, whose numbers are in decimal."""
    rng = random.Random(5)
    rows = [[rng.random() < 0.2 for _ in range(301)] for _ in range(300)]
    content = plain_files.tatham(rows, None)
    assert binding.file_bytes(np.array(rows), "tatham") == content
    assert binding.read_file(content).mask.tolist() == rows


def test_ids_of_the_game_itself(binding: Any) -> None:
    """The pair in the source of Simon Tatham's Mines, and a board dealt by a port, with flags set by deduction."""
    file = binding.read_file(b"9x9:4,4,mb071b49fbd1cb6a0d5868")
    assert file.first_click == (4, 4) and file.mines == 10
    assert binding.file_bytes(file, "tatham-plain") == b"9x9:4,4,u004000007c00010022080"
    assert binding.read_file(b"9x9:4,4,004000007c00010022080") == file
    dealt = binding.read_file(b"9x9n10:m750a781f936c7f3d39ec8")
    flags = [(2, 1), (5, 0), (1, 6), (0, 3), (0, 0), (6, 4), (6, 1), (8, 6)]  # x, y
    assert dealt.mines == 10 and all(dealt.mask[y, x] for x, y in flags)


@pytest.mark.parametrize("name", mc.FORMATS)
def test_random_boards_there_and_back(binding: Any, name: str) -> None:
    for seed in range(8):
        mask = mc.generate(2 + seed, 30 - seed, 15 + seed, seed=seed)
        file = binding.read_file(binding.file_bytes(mask, name), name)
        assert (file.mask == mask).all()
        for other in mc.FORMATS:
            assert (binding.read_file(binding.file_bytes(file, other), other).mask == mask).all()


# ---- which format ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXAMPLE_FILES)
def test_content_says_the_format(binding: Any, name: str, tmp_path: Path) -> None:
    content = EXAMPLE_FILES[name]
    assert binding.file_bytes(EXAMPLE, name) == content
    for source in (content, bytearray(content), memoryview(content)):
        file = binding.read_file(source)
        assert file.format == name and (file.mask == EXAMPLE).all()
    # whatever the file is called
    for ending in (".txt", ".mine", ".dat", ""):
        path = tmp_path / f"board{ending}"
        path.write_bytes(content)
        for where in (path, str(path)):
            assert binding.read_file(where).format == name


def test_the_name_decides_between_mbf_and_abf(binding: Any, tmp_path: Path) -> None:
    path = tmp_path / "board.ABF"
    binding.write_file(path, EXAMPLE)
    assert path.read_bytes() == EXAMPLE_FILES["mbf"]
    assert binding.read_file(path).format == "abf"
    assert binding.read_file(path.read_bytes(), "abf").format == "abf"


@pytest.mark.parametrize("name", [name for name, endings in mc.FORMATS.items() if endings])
def test_the_name_says_what_is_written(binding: Any, name: str, tmp_path: Path) -> None:
    for ending in mc.FORMATS[name]:
        path = tmp_path / ("board" + ending)
        binding.write_file(str(path), EXAMPLE)
        assert path.read_bytes() == binding.file_bytes(EXAMPLE, name)
        assert binding.read_file(path).format == name
        binding.write_file(path, EXAMPLE, "link")
        assert path.read_bytes() == EXAMPLE_FILES["link"]


ADDRESSES = {
    b"https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?b=0404&m=2900": "link",
    b"https://llamasweeper.com/#/game/zini-explorer?b=44&m=2900\r\n": "link",
    b"?m=2900&b=44": "link",
    b"https://example.org/mines.html#4x4:0,0,m4f0b": "tatham",
    b" 4x4n3a:0,0,u1240\n": "tatham",
    b"\xef\xbb\xbf4x4x3\r\nHHH?\r\nHH?H\r\nH?HH\r\nHHHH\r\n": "mine",
    b"# mines: 3\n...*\n..*.\n.*..\n....": "text",
    b"0009\n0090\n0900\n0000": "text",
}


@pytest.mark.parametrize("content", ADDRESSES)
def test_forms_that_people_have(binding: Any, content: bytes) -> None:
    file = binding.read_file(content)
    assert file.format == ADDRESSES[content] and (file.mask == EXAMPLE).all()


# ---- positions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", POSITION_FILES)
def test_positions(binding: Any, name: str) -> None:
    content = binding.file_bytes(POSITION, name)
    assert content == POSITION_FILES[name]
    file = binding.read_file(content)
    assert file == POSITION and file.format == name and not file.complete
    assert binding.solve(file.board, file.mines).board == POSITION.board.split("\n")


def test_a_position_whose_mines_follow(binding: Any) -> None:
    file = binding.read_file(b"# mines: 2\n2-\nF2\n")
    assert file.complete and file.mask.tolist() == [[False, True], [True, False]]
    assert file.flags.tolist() == [[False, False], [True, False]]
    assert file.board == "2-\n-2"


def test_games(binding: Any) -> None:
    game = binding.Game.from_mines(EXAMPLE)
    game.open(3, 3)
    game.flag(0, 3)
    file = binding.read_file(binding.file_bytes(game, "mine"))
    assert (file.board, file.mines, file.complete) == (game.board, 3, False)
    assert (file.flags == game.flags).all()
    assert (binding.read_file(binding.file_bytes(game, "mbf")).mask == EXAMPLE).all()
    unplaced = binding.Game(9, 9, 10, seed=1)
    assert binding.read_file(binding.file_bytes(unplaced, "text")).mines == 10
    with pytest.raises(ValueError, match=r"^row 0, column 0: this format can only hold boards with every mine known$"):
        binding.file_bytes(unplaced, "mbf")
    flags = binding.FlagsGame(seed=3)
    flags.open(0, 0)
    assert binding.read_file(binding.file_bytes(flags, "text")).board == flags.board
    assert (binding.read_file(binding.file_bytes(flags, "tatham")).mask == flags.mask).all()


# ---- BoardFile -------------------------------------------------------------------------------------------------------


def test_board_files_compare_and_pickle(binding: Any) -> None:
    one, two = binding.read_file(EXAMPLE_FILES["link"]), binding.read_file(EXAMPLE_FILES["mbf"])
    assert one == two and one.format != two.format
    assert (one.rows, one.cols) == (4, 4)
    assert one != binding.read_file(b"b=44&m=2100") and one != POSITION and one != "board"
    assert one != binding.read_file(b"4x4:0,0,m4f0b")  # which has a first click
    for file in (one, POSITION):
        again = pickle.loads(pickle.dumps(file))
        assert again == file and again.format == file.format
    assert repr(one) == "<BoardFile 4x4, 3 mines, complete>"
    assert repr(mc.BoardFile("-")) == "<BoardFile 1x1, an unknown number of mines>"
    with pytest.raises(TypeError, match="hash"):
        hash(one)


def test_board_files_fit_together() -> None:
    with pytest.raises(ValueError, match=r"^mask is 2 x 3, the board 1 x 2$"):
        mc.BoardFile("--", 1, np.zeros((2, 3), bool))
    for board in (["--"], 5):
        with pytest.raises(TypeError, match=r"^board is text, rows split by newlines, not"):
            mc.BoardFile(board)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^mines is 0, but the board has 1 known mine$"):
        mc.BoardFile("+-", 0)
    with pytest.raises(ValueError, match=r"^mines is 99: there are more mines left than unopened cells$"):
        mc.BoardFile("+-1", 99)
    with pytest.raises(ValueError, match=r"^mines must be from 0"):
        mc.BoardFile("+-1", -1)
    with pytest.raises(ValueError, match=r"^first_click is row 5, column 5, but the board has 1 rows and 2 columns$"):
        mc.BoardFile("--", first_click=(5, 5))
    with pytest.raises(TypeError, match=r"^flags is a bool array$"):
        mc.BoardFile("--", flags=np.zeros((1, 2), int))


# ---- what goes wrong -------------------------------------------------------------------------------------------------

BROKEN = [
    (
        b"4x4x3\nHHHH\nHH-H\nHHHH\nHHHH\n",
        None,
        13,
        "no mine file: unknown character; use H, F, ?, M or 0-8, at byte 13",
    ),
    (b"b=44&m=290", None, 10, "no link file: m= has too few digits for this size, at byte 10"),
    (b"9x9n10:r10,u,0011", None, 7, "no tatham file: this game's mines are placed only at its first click, at byte 7"),
    (b"\4\4\0\2\3\0\3\0", None, 6, "no mbf file: this mine appears twice, at byte 6"),
    (b"01-\n1--\n--", None, 10, "no text file: the row's length differs from the first row's, at byte 10"),
    (b"hello", None, 0, "no text file: unknown character; use -, +, F and 0-8, or *, M, 9, . and X, at byte 0"),
    (b"", None, 0, "no text file: the file contains no board, at byte 0"),
    (b"b=44&m=2900", "mine", 0, "no mine file: the first line is not WIDTHxHEIGHTxMINES, at byte 0"),
    (b"99999999999x9:0,0,m00", None, 0, "no tatham file: a board has 1 to 32767 columns, at byte 0"),
    (b"32767x8192x0\n", None, 12, "no mine file: the file ends before its last row, at byte 12"),
]


@pytest.mark.parametrize("content", [b"\4\4\0\3\3", b"\0\4\0\3"])
def test_bytes_of_no_format(binding: Any, content: bytes) -> None:
    with pytest.raises(mc.BadFileError, match=r"^no format was recognised, say which it is; no text file: "):
        binding.read_file(content)
    with pytest.raises(mc.BadFileError, match=r"^no mbf file: "):
        binding.read_file(content, "mbf")


@pytest.mark.parametrize(("content", "name", "offset", "message"), BROKEN)
def test_broken_files(
    binding: Any, content: bytes, name: str | None, offset: int, message: str, tmp_path: Path
) -> None:
    with pytest.raises(mc.BadFileError) as caught:
        binding.read_file(content, name)
    assert str(caught.value) == message and caught.value.offset == offset
    assert pickle.loads(pickle.dumps(caught.value)).offset == offset
    path = tmp_path / "board"
    path.write_bytes(content)
    with pytest.raises(ValueError) as named:
        binding.read_file(path, name)
    assert str(named.value) == f"{path}: {message}"


def test_the_name_says_what_a_broken_file_was_to_be(binding: Any, tmp_path: Path) -> None:
    path = tmp_path / "board.mbf"
    path.write_bytes(b"\4\4\0")
    with pytest.raises(mc.BadFileError, match=r"no mbf file: the file ends before the number of mines, at byte 3$"):
        binding.read_file(path)


def test_no_such_file(binding: Any, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        binding.read_file(tmp_path / "none.mbf")


def test_boards_that_a_format_can_not_hold(binding: Any, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^row 0, column 255: this format holds at most 255 columns$"):
        binding.file_bytes(np.zeros((3, 256), bool), "mbf")
    with pytest.raises(ValueError, match=r"^row 255, column 0: this format holds at most 255 rows$"):
        binding.file_bytes(np.zeros((256, 3), bool), "abf")
    with pytest.raises(ValueError, match=r"^row 0, column 2: this format can only hold boards with every mine known$"):
        binding.file_bytes(POSITION, "link")
    with pytest.raises(ValueError, match=r"^row 0, column 0: this format needs the number of mines$"):
        binding.file_bytes(mc.BoardFile("--"), "mine")
    with pytest.raises(ValueError, match=r"^row 1, column 0: the cell contradicts the mines$"):
        binding.file_bytes(mc.BoardFile("2-\n1-", 1, np.array([[0, 1], [1, 0]], bool)), "text")
    with pytest.raises(ValueError, match=r"^row 0, column 1: unknown character; use -, \+, F or 0-8$"):
        binding.file_bytes(mc.BoardFile("-?"), "text")
    with pytest.raises(ValueError, match=r"^row 0, column 0: there is a flag on a cell that is not unopened$"):
        binding.file_bytes(mc.BoardFile("1-", flags=np.ones((1, 2), bool)), "text")
    with pytest.raises(ValueError, match="there are more mines left than unopened cells"):
        binding.file_bytes(mc.BoardFile("--", 3), "text")
    with pytest.raises(ValueError, match=r"^format is 'png', but must be one of 'text', 'mbf', "):
        binding.file_bytes(EXAMPLE, "png")
    with pytest.raises(ValueError, match=r"board\.png: the name says no format: it ends in none of \.txt, "):
        binding.write_file(tmp_path / "board.png", EXAMPLE)
    assert not (tmp_path / "board.png").exists()


@pytest.mark.parametrize("piece", [b" ", b"  \n", b"&b=", b"://", b"#", b"1", b"1x", b"#\n", b"-", b"\0"])
@pytest.mark.parametrize("last", [b"", b"?", b" x"])
def test_long_files_of_nothing_are_refused_at_once(binding: Any, piece: bytes, last: bytes) -> None:
    start = time.thread_time()  # a machine busy with other things takes nothing of it
    with contextlib.suppress(mc.BadFileError):
        binding.read_file(piece * 300_000 + last)
    assert time.thread_time() - start < 2


def test_any_bytes(binding: Any) -> None:
    rng = random.Random(1)
    read = 0
    for _ in range(1500):
        content = bytearray(rng.choice(list(EXAMPLE_FILES.values())))
        for _ in range(rng.randrange(1, 4)):
            content[rng.randrange(len(content))] = rng.choice([rng.randrange(256), *b"0123489HF?*.-:x,\n"])
        try:
            file = binding.read_file(bytes(content))
        except mc.BadFileError as error:
            assert 0 <= error.offset <= len(content)
        else:
            read += 1
            assert (
                binding.read_file(binding.file_bytes(file, file.format), file.format) == file or file.format == "mine"
            )
    assert read > 30


# ---- ms_toollib ------------------------------------------------------------------------------------------------------


def test_toollib_arrays(binding: Any) -> None:
    numbers = binding.to_toollib(EXAMPLE)
    assert numbers.dtype == np.int32
    assert numbers.tolist() == [[0, 1, 2, -1], [1, 2, -1, 2], [1, -1, 2, 1], [1, 1, 1, 0]]
    file = binding.from_toollib(numbers)
    assert file.complete and (file.mask == EXAMPLE).all() and file.mines == 3
    assert (binding.to_toollib(file) == numbers).all()
    position = binding.from_toollib(TOOLLIB_POSITION, 3)
    assert position == POSITION
    assert binding.to_toollib(position).tolist() == TOOLLIB_POSITION
    game = binding.Game.from_mines(EXAMPLE)
    game.open(3, 3)
    assert binding.to_toollib(game).tolist() == [[10] * 4, [10] * 4, [10, 10, 2, 1], [10, 10, 1, 0]]


def test_a_position_that_is_no_board_file_is_told_of_it(binding: Any) -> None:
    for call in (lambda: binding.file_bytes("--", "text"), lambda: binding.to_toollib("--")):
        with pytest.raises(ValueError, match=r"^row 0, column 0: this is a position, .* BoardFile\(board, mines\)$"):
            call()
    file = mc.BoardFile("--", 1)
    assert binding.file_bytes(file, "text") and binding.to_toollib(file).tolist() == [[10, 10]]


def test_bad_toollib_arrays(binding: Any) -> None:
    with pytest.raises(ValueError, match=r"^row 1, column 0: 12 is none of -1, 0 to 8, 10 and 11$"):
        binding.from_toollib([[0], [12]])
    with pytest.raises(ValueError, match=r"^row 0, column 0: the cell shows 2, but 1 mine is around it$"):
        binding.from_toollib([[2, -1]])
    with pytest.raises(ValueError, match=r"^row 1, column 1: the row has 2 cells, row 0 has 1$"):
        binding.from_toollib([[1], [1, 2]])
    with pytest.raises(ValueError, match="2 dimensions"):
        binding.from_toollib([1, 2])
    with pytest.raises(ValueError, match=r"^mines must be from 0 to"):
        binding.from_toollib([[10]], -1)
    with pytest.raises(ValueError, match=r"^mines is 9: there are more mines left than unopened cells$"):
        binding.from_toollib([[1, 10], [11, 10]], 9)
    for array, mines in ([[1, -1]], 0), ([[-1, 1], [1, 1]], 3):
        with pytest.raises(ValueError, match=rf"^mines is {mines}, but the array has 1 mine, and no unopened cell$"):
            binding.from_toollib(array, mines)
    with pytest.raises(ValueError, match="integers"):
        binding.from_toollib([[0.5]])
