"""`minesweeper-core sample`: the boards of the library, in both formats."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from cli_tools import EXAMPLES, SMALL, run

import minesweeper_core as mc
from minesweeper_core.cli import main
from minesweeper_core.cli.commands import sample

FLAGS = EXAMPLES / "flags.txt"
ROWS = [line for line in FLAGS.read_text().splitlines() if not line.startswith("#")]


def read_text(text: str) -> tuple[list[list[str]], np.ndarray]:
    """The boards as lists of rows, and their mines as an array."""
    assert text.endswith("\n") and not text.endswith("\n\n")
    found = [board.splitlines() for board in text.split("\n\n")]
    return found, np.array([[[cell in "*+" for cell in row] for row in board] for board in found])


def test_text_shows_the_boards_of_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sample", str(FLAGS), "-n", "40", "--seed", "7"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    boards, mines = read_text(captured.out)
    assert np.array_equal(mines, mc.sample(ROWS, 51, 40, seed=7))
    for board in boards:
        for row, known in zip(board, ROWS, strict=True):
            for cell, sign in zip(row, known, strict=True):
                assert cell in "*." if sign == "-" else cell == sign


def test_npy_holds_the_boards_of_the_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "boards.npy"
    assert main(["sample", str(FLAGS), "-n", "1000", "--seed", "7", "-o", str(path)]) == 0
    assert capsys.readouterr().out == ""
    boards = np.load(path)
    assert boards.dtype == np.bool_ and boards.shape == (1000, 16, 16)
    assert np.array_equal(boards, mc.sample(ROWS, 51, 1000, seed=7))


def test_npy_to_a_pipe_and_text_to_a_file(tmp_path: Path) -> None:
    same = ["sample", "-", "--mines", "6", "-n", "5", "--seed", "1"]
    done = run(*same, "--format", "npy", stdin=SMALL.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    expected = mc.sample(SMALL, 6, 5, seed=1)
    assert np.array_equal(np.load(io.BytesIO(done.stdout)), expected)
    path = tmp_path / "boards.npy"  # --format takes precedence over the file name
    done = run(*same, "--format", "text", "-o", str(path), stdin=SMALL.encode())
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert np.array_equal(read_text(path.read_text())[1], expected)


def test_chunks_do_not_change_the_boards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sample, "_CHUNK_BYTES", 1)  # chunks of one batch
    path = tmp_path / "boards.npy"
    board = tmp_path / "board.txt"
    board.write_text(SMALL)
    options = [str(board), "--mines", "6", "-n", "1300", "--seed", "18446744073709551615"]
    assert main(["sample", *options, "-o", str(path)]) == 0
    expected = mc.sample(SMALL, 6, 1300, seed=2**64 - 1)
    assert np.array_equal(np.load(path), expected)
    assert main(["sample", *options, "--threads", "3"]) == 0
    assert np.array_equal(read_text(capsys.readouterr().out)[1], expected)


def test_runs_without_a_seed_differ(capsys: pytest.CaptureFixture[str]) -> None:
    texts = set()
    for _ in range(3):
        assert main(["sample", str(FLAGS)]) == 0
        texts.add(capsys.readouterr().out)
    assert len(texts) == 3


def test_zero_boards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.npy"
    assert main(["sample", str(FLAGS), "-n", "0", "-o", str(path)]) == 0
    assert np.load(path).shape == (0, 16, 16)
    assert main(["sample", str(FLAGS), "-n", "0"]) == 0
    assert capsys.readouterr().out == ""


def test_an_unfinished_file_is_removed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> object:
        raise MemoryError

    monkeypatch.setattr(sample, "_chunks", fail)
    path = tmp_path / "boards.npy"
    assert main(["sample", str(FLAGS), "-n", "10", "-o", str(path)]) == 3
    assert capsys.readouterr().err == "minesweeper-core: out of memory\n"
    assert not path.exists()


def test_an_impossible_position_overwrites_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("precious")
    assert main(["sample", str(EXAMPLES / "impossible.txt"), "-o", str(path)]) == 1
    assert path.read_text() == "precious"
    assert capsys.readouterr().out == ""
