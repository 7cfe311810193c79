"""`minesweeper-core generate`: the boards of the library, in every format."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from cli_tools import in_terminal, interrupted, run

import minesweeper_core as mc
from minesweeper_core.cli import main
from minesweeper_core.cli.arguments import make_parser
from minesweeper_core.cli.board_reader import read_boards
from minesweeper_core.cli.commands import generate

EXPERT = (16, 30, 99)


def made(path: Path) -> np.ndarray:
    found = read_boards(str(path))
    return found if isinstance(found, np.ndarray) else np.array([file.mask for file in found])


def test_text_shows_the_boards_of_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "expert", "-n", "5", "--seed", "7"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    boards = [board.splitlines() for board in captured.out.split("\n\n")]
    mines = np.array([[[cell == "*" for cell in row] for row in board] for board in boards])
    assert np.array_equal(mines, mc.generate(*EXPERT, 5, seed=7))
    assert set(captured.out) == set("*.\n")


@pytest.mark.parametrize("form", ["text", "npy", "toollib", "link", "tatham", "tatham-plain"])
def test_every_format_and_chunk_size(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, chunked = tmp_path / "whole", tmp_path / "chunked"
    same = ["generate", "8x9", "--mines", "20", "-n", "50", "--seed", "18446744073709551615", "--to", form]
    assert main([*same, "-o", str(whole)]) == 0
    assert np.array_equal(made(whole), mc.generate(8, 9, 20, 50, seed=2**64 - 1))
    monkeypatch.setattr(generate, "_CHUNK_BYTES", 500)
    assert main([*same, "-o", str(chunked), "--threads", "2"]) == 0
    assert chunked.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    ("options", "keywords"),
    [
        (["--at", "8,15"], {"at": (8, 15)}),
        (["--at", "0,0", "--first", "opening"], {"at": (0, 0), "first": "opening"}),
        (["--first", "anything"], {}),
        (["--at", "8,15", "--no-guess"], {"at": (8, 15), "no_guess": True}),
        (["--at", "8,15", "--repair", "--first", "opening"], {"at": (8, 15), "no_guess": "repair", "first": "opening"}),
        (["--bbbv", "150-170"], {"bbbv": (150, 170)}),
        (["--bbbv", "180-"], {"bbbv": (180, None)}),
        (["--bbbv=-150"], {"bbbv": (None, 150)}),
        (["--bbbv", "160"], {"bbbv": (160, 160)}),
    ],
)
def test_options(
    options: list[str], keywords: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generate, "_MAX_SEARCHED", 7)
    path = tmp_path / "boards.npy"
    assert main(["generate", "expert", "-n", "20", "--seed", "1", "-o", str(path), *options]) == 0
    assert np.array_equal(np.load(path), mc.generate(*EXPERT, 20, seed=1, **keywords))  # type: ignore[call-overload]


def test_one_file_per_board(tmp_path: Path) -> None:
    assert main(["generate", "9x9", "-n", "3", "--seed", "4", "-o", str(tmp_path / "b{}.mbf")]) == 0
    boards = mc.generate(9, 9, 10, 3, seed=4)
    for index, board in enumerate(boards):
        assert (tmp_path / f"b{index}.mbf").read_bytes() == mc.file_bytes(board, "mbf")


def test_game_ids_keep_the_first_click() -> None:
    done = run("generate", "9x9", "--seed", "1", "--at", "2,5", "--to", "tatham")
    file = mc.read_file(done.stdout.strip())
    assert done.stdout.startswith(b"9x9:5,2,m") and file.first_click == (2, 5)
    assert np.array_equal(file.mask, mc.generate(9, 9, 10, seed=1, at=(2, 5)))


def test_runs_without_a_seed_differ(capsys: pytest.CaptureFixture[str]) -> None:
    texts = set()
    for _ in range(3):
        assert main(["generate", "beginner"]) == 0
        texts.add(capsys.readouterr().out)
    assert len(texts) == 3


def test_zero_boards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.npy"
    assert main(["generate", "beginner", "-n", "0", "-o", str(path)]) == 0
    assert np.load(path).shape == (0, 9, 9)
    assert main(["generate", "beginner", "-n", "0"]) == 0
    assert capsys.readouterr().out == ""


def test_failed_searches_write_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("precious")
    same = ["generate", "expert", "-o", str(path), "--seed", "1"]
    for tries in [], ["--tries", "10"]:
        assert main([*same, "--bbbv", "382-", *tries]) == 1
        line = "minesweeper-core: no such board exists with a 3BV in the requested range\n"
        assert capsys.readouterr().err == line
    assert main([*same, "--bbbv", "300-", "--tries", "10"]) == 1
    line = "minesweeper-core: no board that meets the request was found within the allowed number of tries\n"
    assert capsys.readouterr().err == line
    assert path.read_text() == "precious"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["huge"], "invalid size 'huge'"),
        (["5x5"], "no usual number of mines for a 5x5 board; use --mines N"),
        (["5x5", "--mines", "26"], "26 mines can't fit in 25 cells"),
        (["expert", "--no-guess"], "--no-guess requires --at ROW,COL"),
        (["expert", "--repair"], "--repair requires --at ROW,COL"),
        (["expert", "--first", "safe"], "--first safe requires --at ROW,COL"),
        (["expert", "--at", "16,0"], "at is row 16, column 0, but the board has 16 rows and 30 columns"),
        (["expert", "--at", "3"], "invalid cell '3'; use ROW,COL"),
        (
            ["expert", "--at", "3,3", "--no-guess", "--first", "anything"],
            "--no-guess can't be used with --first anything",
        ),
        (["expert", "--repair", "--first", "anything"], "--repair can't be used with --first anything"),
        (["2x300", "--mines", "5", "--at", "0,0", "--no-guess"], "sides of up to 256"),
        (["expert", "--no-guess", "--repair"], "not allowed with"),
        (["expert", "--bbbv", "9-8"], "invalid range '9-8': 9 is greater than 8"),
        (["expert", "--bbbv", "-"], "invalid range '-'; use LO-HI"),
        (["expert", "--bbbv", "many"], "invalid range 'many'"),
        (["expert", "--bbbv", "0-0"], "bbbv"),
        (["expert", "--tries", "0"], "must be at least 1"),
        (["expert", "-n", "2", "--to", "mbf"], "the format mbf holds one board per file, not 2"),
        (["expert", "-o", "board.gif"], "can't tell the format from 'board.gif'; use --to"),
        (["300x2", "--mines", "5", "--to", "mbf"], "row"),
        (["expert", "-o", "none/board.txt"], "No such file"),
    ],
)
def test_errors(
    options: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(["generate", *options]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and message in captured.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("100-120", (100, 120)), ("100-", (100, None)), ("-120", (None, 120)), ("7", (7, 7)), ("3-3", (3, 3))],
)
def test_ranges(text: str, wanted: tuple[int | None, int | None]) -> None:
    assert make_parser("0").parse_args(["generate", "expert", f"--bbbv={text}"]).bbbv == wanted


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_interrupt_ends_a_long_search() -> None:
    ended = interrupted("generate", "expert", "--bbbv", "320-", "--seed", "1")
    assert ended == (130, b"", b"minesweeper-core: interrupted\n")


@pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals of POSIX")
def test_progress_and_binary_data_in_a_terminal() -> None:
    command = ["generate", "expert", "-n", "1000000000", "--to", "npy", "-o", os.devnull]
    seen = in_terminal(*command, interrupt_at="Generating boards")
    assert seen.status == 130 and "Generating boards" in seen.text
    seen = in_terminal("generate", "expert", "--to", "npy")
    assert seen.status == 2 and "won't write binary data (npy) to a terminal" in seen.text
    assert in_terminal("generate", "3x3", "--mines", "9").text == "***\n***\n***\n"
