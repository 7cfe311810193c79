"""`minesweeper-core convert`: from every format to every other, one board or many, without loss."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from cli_tools import in_terminal, run

import minesweeper_core as mc
from minesweeper_core.cli import main
from minesweeper_core.cli.board_reader import read_boards
from minesweeper_core.cli.formats import FORMATS, NUMPY_FORMATS, format_of_name

ONE = ("text", "mbf", "abf", "mine", "link", "tatham", "tatham-plain", "npy", "toollib")
MANY = ("text", "link", "tatham", "tatham-plain", "npy", "toollib")
BOARDS = mc.generate(7, 11, 20, 4, seed=3)


def converted(*arguments: str, status: int = 0) -> None:
    assert main(["convert", *arguments]) == status


def masks_in(path: Path) -> np.ndarray:
    found = read_boards(str(path))
    return found if isinstance(found, np.ndarray) else np.array([file.mask for file in found])


def test_the_names_of_formats() -> None:
    assert set(FORMATS) == set(ONE)


@pytest.mark.parametrize(("one", "other"), [*itertools.product(ONE, ONE)])
def test_one_board_from_any_format_to_any(one: str, other: str, tmp_path: Path) -> None:
    first, second, third = tmp_path / "first.npy", tmp_path / "second", tmp_path / "third"
    np.save(first, BOARDS[0])
    converted(str(first), str(second), "--to", one)
    converted(str(second), str(third), "--from", one, "--to", other)
    assert np.array_equal(masks_in(third), BOARDS[:1])
    if other not in NUMPY_FORMATS and one not in ("mine", "toollib"):  # these read mines as known mines, '+'
        assert third.read_bytes().rstrip(b"\n") == mc.file_bytes(BOARDS[0], other).rstrip(b"\n")


@pytest.mark.parametrize(("one", "other"), [*itertools.product(MANY, MANY)])
def test_many_boards_keep_their_order(one: str, other: str, tmp_path: Path) -> None:
    first, second, third = tmp_path / "first.npy", tmp_path / "second", tmp_path / "third"
    np.save(first, BOARDS)
    converted(str(first), str(second), "--to", one)
    converted(str(second), str(third), "--to", other)
    assert np.array_equal(masks_in(third), BOARDS)


@pytest.mark.parametrize("ending", [".txt", ".mbf", ".abf", ".mine", ".link", ".tatham", ".npy"])
def test_file_names_determine_formats(ending: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first.npy", tmp_path / ("second" + ending.upper())
    np.save(first, BOARDS[0])
    converted(str(first), str(second))
    form = format_of_name(str(second))
    assert form is not None and np.array_equal(masks_in(second), BOARDS[:1])
    if form != "npy":
        assert second.read_bytes().rstrip(b"\n") == mc.file_bytes(BOARDS[0], form).rstrip(b"\n")


def test_one_file_per_board(tmp_path: Path) -> None:
    first = tmp_path / "first.npy"
    np.save(first, BOARDS)
    converted(str(first), str(tmp_path / "board-{}.mbf"))
    for index, board in enumerate(BOARDS):
        assert (tmp_path / f"board-{index}.mbf").read_bytes() == mc.file_bytes(board, "mbf")
    assert len(list(tmp_path.iterdir())) == 5


def test_positions_keep_flags_and_mines(tmp_path: Path) -> None:
    text, mine, back = (tmp_path / name for name in ("a.txt", "b.mine", "c.txt"))
    text.write_text("# a comment\n# mines: 3\n01--\n1F--\n1+21\n1110\n")
    converted(str(text), str(mine))
    assert mine.read_text() == "4x4x3\n01HH\n1FHH\n1?21\n1110\n"
    converted(str(mine), str(back))
    assert mc.read_file(back) == mc.read_file(text)


def test_positions_without_a_number_of_mines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, mine = tmp_path / "a.txt", tmp_path / "b.mine"
    text.write_text("1-\n--\n")
    converted(str(text), str(mine), status=2)
    assert "needs the number of mines" in capsys.readouterr().err and not mine.exists()
    converted(str(text), str(mine), "--mines", "1")
    assert mine.read_text() == "2x2x1\n1H\nHH\n"
    converted(str(mine), "-", "--mines", "2", status=2)
    assert "1 mine, not 2" in capsys.readouterr().err


def test_toollib_arrays_hold_positions(tmp_path: Path) -> None:
    text, array, back = (tmp_path / name for name in ("a.txt", "b.npy", "c.txt"))
    text.write_text("# mines: 3\n01--\n1F--\n1221\n1110\n")
    converted(str(text), str(array), "--to", "toollib")
    assert np.load(array).tolist() == [[[0, 1, 10, 10], [1, 11, 10, 10], [1, 2, 2, 1], [1, 1, 1, 0]]]
    converted(str(array), str(back), "--mines", "3")
    assert mc.read_file(back) == mc.read_file(text)


def test_comments_and_boards_of_different_sizes_between_empty_lines() -> None:
    text = b"\n# first\n# mines: 1\n\n1-\n--\r\n\r\n\n# second\n*..\n"
    done = run("convert", "-", "-", stdin=text)
    assert (done.returncode, done.stdout) == (0, b"# mines: 1\n1-\n--\n\n*..\n")
    done = run("convert", "-", "-", "--to", "npy", stdin=b"*..\n\n.*\n..\n")
    assert (
        done.returncode == 2 and b"boards of different sizes (1x3 and 2x2) can't be written to one array" in done.stderr
    )


def test_bytes_through_pipes() -> None:
    mbf = bytes.fromhex("04 04  00 03  03 00  02 01  01 02")
    done = run("convert", "-", "-", "--to", "link", stdin=mbf)
    assert (done.returncode, done.stdout) == (0, b"b=44&m=2900\n")
    assert run("convert", "-", "-", "--to", "mbf", stdin=done.stdout).stdout == mbf
    assert run("convert", "-", "-", stdin=mbf).stdout == b"...*\n..*.\n.*..\n....\n"


def test_boards_that_do_not_fit_the_format_overwrite_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wide, old = tmp_path / "wide.txt", tmp_path / "old.mbf"
    wide.write_text("." * 300 + "\n")
    old.write_bytes(b"precious")
    converted(str(wide), str(old), status=2)
    assert old.read_bytes() == b"precious"
    assert f"minesweeper-core: {wide}: row 0, column" in capsys.readouterr().err
    many = tmp_path / "many.npy"
    np.save(many, BOARDS)
    converted(str(many), str(old), status=2)
    line = capsys.readouterr().err
    assert "the format mbf holds one board per file, not 4" in line and "{}" in line
    assert old.read_bytes() == b"precious"


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        (b"*..\n", ["board"], "can't tell the format from 'board'; use --to with one of text, mbf,"),
        (b"*..\n", ["board.gif"], "can't tell the format from 'board.gif'"),
        (b"*..\n", ["x/board.txt"], "No such file"),
        (b"*..\n", ["-", "--from", "link"], "not a valid link file"),
        (b"*..\n", ["-", "--from", "npy"], "not an npy file"),
        (b"4x4x3\nHHHH\nHH-H\nHHHH\nHHHH\n", ["-"], "unknown character; use H, F, ?, M or 0-8, at byte 13"),
        (b"b=44&m=2900\nb=44&m=290w\n", ["-"], "board 1: not a valid link file"),
        (b"\xff\xfe\x00", ["-"], "at byte 0"),
        (b"---\n\n-?-\n", ["-"], "board 1: not a valid text file"),
    ],
)
def test_errors(
    content: bytes, arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("input").write_bytes(content)
    converted("input", *arguments, status=2)
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and message in captured.err
    assert [path.name for path in tmp_path.iterdir()] == ["input"]


def test_broken_arrays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "boards.npy"
    np.save(path, BOARDS)
    whole = path.read_bytes()
    for content, why in (
        (b"", "it is empty"),
        (whole[1:], "the NumPy header is missing"),
        (b"\x80\x04N.", "the NumPy header is missing"),  # a pickle
        (whole[:20], ""),  # NumPy's own message
        (whole[:-1], ""),
    ):
        path.write_bytes(content)
        for arguments in [], ["--from", "npy"]:
            converted(str(path), "-", "--to", "text", *arguments, status=2)
            line = capsys.readouterr().err
            assert line.startswith(f"minesweeper-core: {path}: not an npy file: {why}") and "pickle" not in line
    path.write_bytes(b"*..\n...\n")  # the content takes precedence over the name
    converted(str(path), "-", "--to", "link")
    assert capsys.readouterr().out == "b=32&m=g0\n"


def test_binary_data_is_not_written_to_terminals(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("*..\n")
    seen = in_terminal("convert", str(path), "-", "--to", "mbf")
    assert seen.status == 2 and "won't write binary data (mbf) to a terminal" in seen.text
    assert in_terminal("convert", str(path), "-", "--to", "link").text == "b=31&m=g\n"
