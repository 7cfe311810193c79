"""`minesweeper-core grid2` prints what DetermineGrid2 returns, and whether the shortcut was taken."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from cli_tools import EXAMPLES, table

import minesweeper_core as mc
from minesweeper_core.cli import main

QUICK = ["--min-valid", "2000", "--time-ms", "20000", "--threads", "1"]


def rows_of(name: str) -> list[str]:
    return [line for line in (EXAMPLES / name).read_text().splitlines() if not line.startswith("#")]


def test_json_holds_the_arrays(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grid2", str(EXAMPLES / "flags.txt"), *QUICK, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    rows = rows_of("flags.txt")
    assert document["board"] == rows and document["shortcut"] is False
    n = document["num_valid_gen"]
    assert n >= 2000
    mine = np.array(document["probability_mine"])
    zero = np.array(document["probability_zero_mine_around"])
    exact = mc.solve(rows, 51)
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            if cell != "-":
                assert mine[r, c] == zero[r, c] == -1
            else:
                p, z = exact.mine[r, c], exact.zero_around[r, c]
                assert abs(mine[r, c] - p) <= 7 * np.sqrt(p * (1 - p) / n) + 1e-6
                assert abs(zero[r, c] - z) <= 7 * np.sqrt(z * (1 - z) / n) + 1e-6


def test_text_shows_both_arrays(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grid2", str(EXAMPLES / "flags.txt"), *QUICK]) == 0
    out = capsys.readouterr().out
    rows = rows_of("flags.txt")
    exact = mc.solve(rows, 51)
    first, second = out.split("probabilityZeroMineAround\n")
    assert first.startswith("probabilityMine\n")
    for text, answer in ((first, exact.mine), (second, exact.zero_around)):
        cells = table(text, 16, 4)
        for r, row in enumerate(rows):
            for c, cell in enumerate(row):
                if cell == "-":
                    shown = cells[r][c].removesuffix("%").removeprefix("<").removeprefix(">")
                    assert abs(int(shown) - 100 * answer[r, c]) < 10
                else:
                    assert cells[r][c] == ("." if cell == "0" else cell)
    assert "No certain mines; numValidGen is 2" in out
    assert "hortcut" not in out


def test_shortcut(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(EXAMPLES / "flags_certain.txt")
    expected = {(0, 9), (10, 12), (12, 9), (13, 6), (13, 9)}
    assert main(["grid2", path]) == 0
    out = capsys.readouterr().out
    cells = table(out, 16, 4)
    assert {(r, c) for r in range(16) for c in range(16) if cells[r][c] == "**"} == expected
    assert "%" not in out
    assert "Shortcut taken: 5 certain mines with probabilityMine 1" in out
    assert main(["grid2", path, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["shortcut"] is True and document["num_valid_gen"] == 0
    mine = np.array(document["probability_mine"])
    assert {(r, c) for r, c in np.argwhere(mine == 1).tolist()} == expected
    assert (mine == -1).sum() == 251 and (np.array(document["probability_zero_mine_around"]) == -1).all()


def test_no_valid_board(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("\n".join(["4" + "-" * 15] + ["-" * 16] * 15))
    for extra in ([], ["--json"]):
        assert main(["grid2", str(path), *extra]) == 1
        captured = capsys.readouterr()
        assert captured.out == "" and captured.err.count("\n") == 1
        assert "the 4 at row 0, column 0" in captured.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("--\n--\n", "grid2 needs a board of 16x16 cells, not 2x2"),
        ("# mines: 40\n" + ("-" * 16 + "\n") * 16, "51 mines, not 40"),
        (("-" * 16 + "\n") * 15 + "-" * 8 + "9" + "-" * 7, "row 15, column 8 (counted from 0)"),
    ],
)
def test_unsuitable_boards(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "board.txt"
    path.write_text(text)
    assert main(["grid2", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and message in captured.err
