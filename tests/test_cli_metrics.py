"""`minesweeper-core 3bv` and `metrics`: the numbers of the library, for one board or many in any format."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from cli_tools import EXAMPLES, run

import minesweeper_core as mc
from minesweeper_core.cli import main
from minesweeper_core.cli.commands import metrics

# The usual example for 3BV; its 3BV is 8.
WORKED = "0000002M\n0000013M\n110113M3\nM101M3M2\n11011222\n0000001M\n00122222\n001MM2M1\n"
NAMES = ("bbbv", "openings", "islands", "zini", "hzini")


def out(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def saved(tmp_path: Path, name: str, content: bytes | str | np.ndarray) -> str:
    path = tmp_path / name
    if isinstance(content, np.ndarray):
        np.save(path, content)
    else:
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


def masks(count: int, rows: int = 16, cols: int = 30, mines: int = 99) -> np.ndarray:
    return mc.generate(rows, cols, mines, count, seed=5)


# ---- 3bv ----------------------------------------------------------------------------------------------------------


def test_one_number_per_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert out(capsys, "3bv", saved(tmp_path, "worked.txt", WORKED)) == "8\n"
    boards = masks(50)
    text = out(capsys, "3bv", saved(tmp_path, "boards.npy", boards))
    assert [int(line) for line in text.splitlines()] == mc.bbbv(boards).tolist()


@pytest.mark.parametrize("form", ["text", "mbf", "abf", "mine", "link", "tatham", "tatham-plain"])
def test_any_format_from_a_file_and_from_a_pipe(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = masks(1)[0]
    content = mc.file_bytes(board, form)
    expected = f"{mc.bbbv(board)}\n"
    assert out(capsys, "3bv", saved(tmp_path, "board", content), "--from", form) == expected
    assert out(capsys, "3bv", saved(tmp_path, "board", content)) == expected
    assert run("3bv", "-", stdin=content).stdout.decode() == expected


def test_text_only_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(WORKED))  # as embedders install it
    assert out(capsys, "3bv", "-") == "8\n"
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["3bv", "-"]) == 2 and "standard input is closed" in capsys.readouterr().err


def test_seconds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(tmp_path, "worked.txt", WORKED)
    assert out(capsys, "3bv", path, "--seconds", "2.5") == "8 3.200\n"
    assert json.loads(out(capsys, "3bv", path, "--seconds", "3", "--json")) == {"bbbv": 8, "bbbv_per_second": 8 / 3}
    assert json.loads(out(capsys, "3bv", path, "--json")) == {"bbbv": 8}


# ---- metrics ------------------------------------------------------------------------------------------------------


def test_a_summary_of_one_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = mc.metrics(WORKED)
    assert out(capsys, "metrics", saved(tmp_path, "worked.txt", WORKED.replace("M", "*"))).splitlines()[0] == (
        "Board         8x8, 10 mines"
    )
    text = out(capsys, "metrics", saved(tmp_path, "board.txt", re.sub("[0-8]", ".", WORKED)))
    shown = dict(line.split(maxsplit=1) for line in text.splitlines())
    assert shown == {
        "Board": "8x8, 10 mines", "3BV": "8", "Openings": str(found.openings), "Islands": str(found.islands),
        "ZiNi": str(found.zini), "HZiNi": str(found.hzini),
    }  # fmt: skip


def test_a_partly_opened_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = "*..\n...\n..*"
    game = mc.Game.from_mines(board)
    game.open(0, 2)
    text = mc.file_bytes(mc.BoardFile(game.board, 2, game.mask), "text")
    path = saved(tmp_path, "board.txt", text)
    solved = mc.bbbv_solved(board, game.board)
    assert solved == 1
    assert f"Solved 3BV    {solved} ({mc.bbbv(board) - solved} left)\n" in out(capsys, "metrics", path)
    assert json.loads(out(capsys, "metrics", path, "--json"))["bbbv_solved"] == solved


def test_a_table_of_boards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards = masks(30)
    found = mc.metrics(boards)
    lines = out(capsys, "metrics", saved(tmp_path, "boards.npy", boards)).splitlines()
    assert lines[0].split() == ["Board", "3BV", "Openings", "Islands", "ZiNi", "HZiNi"]
    expected = [[index, *(int(getattr(found, name)[index]) for name in NAMES)] for index in range(30)]
    assert [[int(number) for number in line.split()] for line in lines[1:]] == expected
    assert len({len(line) for line in lines}) == 1  # aligned


def test_json_has_a_line_per_board_for_every_chunk_size(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = masks(20)
    path = saved(tmp_path, "boards.npy", boards)
    whole = out(capsys, "metrics", path, "--json")
    documents = [json.loads(line) for line in whole.splitlines()]
    found = mc.metrics(boards)
    for index, document in enumerate(documents):
        assert document == {"rows": 16, "cols": 30, "mines": 99} | {
            name: int(getattr(found, name)[index]) for name in NAMES
        }
    assert len(documents) == 20
    monkeypatch.setattr(metrics, "_CHUNK_CELLS", 1000)
    assert out(capsys, "metrics", path, "--json", "--threads", "2") == whole


def test_boards_of_different_sizes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards = [*masks(2), *masks(1, 3, 3, 2), *masks(2)]
    path = saved(tmp_path, "boards.txt", b"\n".join(mc.file_bytes(board, "text") for board in boards))
    documents = [json.loads(line) for line in out(capsys, "metrics", path, "--json").splitlines()]
    assert [document["bbbv"] for document in documents] == [mc.bbbv(board) for board in boards]
    assert [document["rows"] for document in documents] == [16, 16, 3, 16, 16]


def test_help_names_every_field(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = saved(tmp_path, "worked.txt", WORKED)
    for command in (["3bv", path, "--seconds", "1"], ["metrics", path]):
        fields = json.loads(out(capsys, *command, "--json"))
        text = out(capsys, command[0], "--help")
        promised = text[text.index("JSON (one object") :]
        assert all(re.search(rf"\b{field}\b", promised) for field in fields)


# ---- Errors -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["3bv", "metrics"])
@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("board.txt", "1-\n--\n", "not all mines are known"),
        ("boards.txt", "*.\n\n--\n1-\n", "board 1: not all mines are known"),
        ("board.mbf", b"\x04\x04\x00\x03\x03\x00", "at byte 6"),
        ("board.txt", "*x\n", "at byte 1"),
        ("boards.txt", "*.\n\n.?\n", "board 1: "),
        (
            "boards.txt",
            "*.\n..\n\n*.\n.Z\n",
            "board 1: not a valid text file: unknown character; use -, +, F and 0-8, or *, M, 9, . and X, at byte 11",
        ),
        ("boards.txt", "\r\n*.\r\n..\r\n \r\n# c\r\n\r\n*.\r\n.", "at byte 25"),
        (
            "boards.txt",
            "b=22&m=g\n\nb=22&m=!\n",
            "board 1: not a valid link file: not a base-32 digit; use 0-9 and a-v, at byte 17",
        ),
        ("boards.npy", np.zeros((2, 3)), "expected an array of bools or integers"),
        ("boards.npy", np.zeros(5, bool), "with 2 or 3 dimensions"),
        ("boards.npy", np.full((1, 2, 2), 12), "board 0: row 0, column 0: unknown number 12; use -1, 0-8"),
        ("boards.npy", b"\x93NUMPY\x01\x00garbage", "not an npy file"),
        ("boards.npy", np.zeros((3, 0, 4), bool), "the boards have no cells"),
        ("board.txt", "", "at byte 0"),
    ],
)
def test_bad_boards(
    command: str, name: str, content: bytes | str | np.ndarray, message: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    path = saved(tmp_path, name, content)
    assert main([command, path]) == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1 and captured.err.startswith(f"minesweeper-core: {path}: ")
    assert message in captured.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["3bv"], ["3bv", "none.txt"], ["3bv", "a\0b"], ["metrics", "."], ["3bv", "x.txt", "--seconds", "0"],
        ["3bv", "x.txt", "--seconds", "-1"], ["3bv", "x.txt", "--seconds", "nan"],
        ["metrics", "x.txt", "--from", "gif"],
        ["metrics", "x.txt", "--threads", "many"],
    ],
)  # fmt: skip
def test_bad_options(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1


def test_positions_have_no_3bv(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["3bv", str(EXAMPLES / "flags.txt")]) == 2
    assert "not all mines are known (51 mines)" in capsys.readouterr().err


def test_zero_boards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(tmp_path, "none.npy", np.zeros((0, 3, 3), bool))
    assert out(capsys, "3bv", path) == ""
    assert out(capsys, "metrics", path).count("\n") == 1


def test_an_array_from_a_pipe() -> None:
    boards = masks(3)
    stream = io.BytesIO()
    np.save(stream, boards)
    done = run("3bv", "-", stdin=stream.getvalue())
    assert done.stdout.split() == [str(number).encode() for number in mc.bbbv(boards)]
