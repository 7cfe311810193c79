"""`minesweeper-core solve`: the numbers of the library, with nothing rounded to certainty."""

from __future__ import annotations

import io
import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_tools import EXAMPLES, SMALL, run, table

import minesweeper_core as mc
from minesweeper_core.cli import main
from minesweeper_core.cli.cell_choice import CellChoice, likeliest_mine, safest_cell
from minesweeper_core.cli.number_format import percent


@pytest.fixture(autouse=True)
def no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """Test runners may set COLUMNS, which limits the width of the output."""
    monkeypatch.delenv("COLUMNS", raising=False)


def solve_text(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["solve", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def solve_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    out = solve_text(capsys, *arguments, "--json")
    assert out.count("\n") == 1 and out.endswith("\n")
    document: dict[str, Any] = json.loads(out)
    return document


def write(directory: Path, text: str) -> str:
    path = directory / "board.txt"
    path.write_text(text)
    return str(path)


def rows_of(path: Path) -> list[str]:
    return [line for line in path.read_text().splitlines() if not line.startswith("#")]


def summary(text: str) -> dict[str, str]:
    """The lines below the board."""
    names = ("Board", "Valid boards", "Certain cells", "Likeliest mine", "Safest cell")
    return {name: line[16:] for line in text.splitlines() for name in names if line.startswith(name.ljust(16))}


# ---- The board ----------------------------------------------------------------------------------------------------


def test_every_cell_agrees_with_the_solution(capsys: pytest.CaptureFixture[str]) -> None:
    for name, mines, width in (("flags.txt", 51, 4), ("expert.txt", 99, 3), ("teaching.txt", 35, 4)):
        rows = rows_of(EXAMPLES / name)
        answer = mc.solve(rows, mines)
        cells = table(solve_text(capsys, str(EXAMPLES / name)), len(rows[0]), width)
        assert len(cells) == len(rows)
        kinds = set()
        for (r, c), probability in np.ndenumerate(answer.mine):
            shown, sign = cells[r][c], rows[r][c]
            kinds.add(sign if sign in "-+" else "number")
            if sign == "0":
                assert shown == "."
            elif sign != "-":
                assert shown == sign
            elif answer.certain_mines[r, c]:
                assert shown == "**"
            elif answer.certain_safe[r, c]:
                assert shown == "ok"
            else:
                assert 0.01 <= probability <= 0.99
                assert abs(int(shown.removesuffix("%")) - 100 * probability) <= 0.5 + 1e-9
                assert shown.endswith("%") == (width == 4)
        assert kinds >= {"-", "number"}


def test_no_uncertain_cell_is_shown_as_0_or_100(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    # 1 mine and 1 safe cell among 200 cells: 0.5 and 99.5 percent.
    board = write(tmp_path, ("-" * 20 + "\n") * 10)
    for mines, sign, exact in ((1, "<1%", "0.50 %"), (199, ">99%", "99.50 %")):
        text = solve_text(capsys, board, "--mines", str(mines))
        assert {cell for row in table(text, 20, 4) for cell in row} == {sign}
        assert summary(text)["Likeliest mine"].startswith(f"row 0, column 0: mine {exact}")
    # Wide boards have narrower cells.
    board = write(tmp_path, ("-" * 40 + "\n") * 10)
    for mines, sign in ((1, "<1"), (399, ">99")):
        text = solve_text(capsys, board, "--mines", str(mines))
        assert {cell for row in table(text, 40, 3) for cell in row} == {sign}


def test_certain_cells_are_marked_and_listed(capsys: pytest.CaptureFixture[str]) -> None:
    text = solve_text(capsys, str(EXAMPLES / "teaching.txt"))
    cells = table(text, 9, 4)
    marked = {mark: {(r, c) for r in range(9) for c in range(9) if cells[r][c] == mark} for mark in ("ok", "**")}
    assert marked["ok"] == {(1, 6), (5, 2)}
    assert marked["**"] == {(1, 3), (2, 2), (2, 6), (3, 6), (4, 6), (5, 6)}
    assert cells[0][0] == "46%"  # 220/481
    assert summary(text) == {
        "Board": "9x9, 35 mines: 0 known, 35 left in 69 unopened cells",
        "Valid boards": "1632025276053900 (1.63e+15)",
        "Certain cells": "6 mines, 2 safe",
        "Likeliest mine": "row 1, column 3: certain mine (5 other cells equal)",
        "Safest cell": "row 1, column 6: certainly safe (1 other cell equal)",
    }
    assert "** certain mine" in text and "ok certainly safe" in text


@pytest.mark.parametrize(
    ("mines", "row_0", "row_1", "boards"),
    [
        (2, [".", "1", "ok", "ok"], ["1", "2", "**", "ok"], "1"),
        (3, [".", "1", "50%", "50%"], ["1", "2", "50%", "50%"], "2"),
        (4, [".", "1", "**", "**"], ["1", "2", "ok", "**"], "1"),
    ],
)
def test_the_mine_count_alone_decides(
    capsys: pytest.CaptureFixture[str], mines: int, row_0: list[str], row_1: list[str], boards: str
) -> None:
    text = solve_text(capsys, str(EXAMPLES / "count_decides.txt"), "--mines", str(mines))
    assert table(text, 4, 4) == [row_0, row_1, ["1", "+", "2", "1"], ["1", "1", "1", "."]]
    assert summary(text)["Valid boards"] == boards


def test_show_zero(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    board = write(tmp_path, SMALL)
    answer = mc.solve(SMALL, 6)
    cells = table(solve_text(capsys, board, "--mines", "6", "--show", "zero"), 4, 4)
    assert cells[0][0] == "73%"  # 8/11
    for (r, c), probability in np.ndenumerate(answer.zero_around):
        if SMALL.split("\n")[r][c] == "-":
            expected = "--" if probability == 0 else f"{round(100 * probability)}%"
            assert cells[r][c] == expected
    text = solve_text(capsys, write(tmp_path, "0--\n---\n"), "--mines", "1", "--show", "zero")
    cells = table(text, 3, 4)
    assert cells == [[".", "--", "50%"], ["ok", "--", "50%"]]
    assert "NN% chance of no mine around   ok certain   -- impossible" in text


def test_show_number(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    number = mc.solve(SMALL, 6).number
    cells = table(solve_text(capsys, write(tmp_path, SMALL), "--mines", "6", "--show", "number"), 4, 4)
    for r, row in enumerate(SMALL.split()):
        for c, sign in enumerate(row):
            if sign == "-":
                assert number[r, c, int(cells[r][c][0])] == number[r, c].max()
                assert cells[r][c][1:] == ("!" if (number[r, c] > 0).sum() == 1 else "?")
    # (1, 0) and (1, 1) are safe; which of the last column is the mine decides what they show.
    cells = table(solve_text(capsys, write(tmp_path, "2--\n2--\n"), "--mines", "2", "--show", "number"), 3, 4)
    assert cells == [["2", "**", "2!"], ["2", "**", "2!"]]


def test_cell_shows_the_whole_distribution(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = solve_text(capsys, write(tmp_path, SMALL), "--mines", "6", "--cell", "0,0")
    details = text[text.index("Row 0, column 0: '-'") :]
    assert "mine            9.09 %" in details  # 1/11
    assert "no mine around  72.73 %" in details  # 8/11
    assert "safe, shows 0   63.64 %" in details  # 7/11
    assert "shows 8" not in details


def test_a_board_without_unopened_cells(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    board = write(tmp_path, "1+1\n111\n")
    text = solve_text(capsys, board, "--mines", "1")
    assert summary(text)["Likeliest mine"] == summary(text)["Safest cell"] == "no unopened cells"
    document = solve_json(capsys, board, "--mines", "1")
    assert document["best"] is None and document["safest"] is None and document["total"] == "1"


def test_boards_with_only_mines_or_only_safe_cells(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = summary(solve_text(capsys, write(tmp_path, "3-\n-+\n"), "--mines", "3"))
    assert lines["Likeliest mine"] == "row 0, column 1: certain mine (1 other cell equal)"
    assert lines["Safest cell"] == "all unopened cells are mines"
    lines = summary(solve_text(capsys, write(tmp_path, "1-\n-+\n"), "--mines", "1"))
    assert lines["Likeliest mine"] == "all unopened cells are safe"
    assert lines["Safest cell"] == "row 0, column 1: certainly safe (1 other cell equal)"


def test_the_legend_has_no_board_in_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    board = write(tmp_path, "--\n-1\n")
    assert "NN% chance of a mine   1-8 opened" in solve_text(capsys, board, "--mines", "1")
    wide = write(tmp_path, "-" * 99 + "1\n")
    assert "NN percent chance of a mine   " in solve_text(capsys, wide, "--mines", "9")


def test_huge_totals_are_printed_in_full(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from math import comb

    board = write(tmp_path, ("-" * 256 + "\n") * 256)
    text = solve_text(capsys, board, "--mines", "30000")
    digits, rounded = summary(text)["Valid boards"].split()
    assert len(digits) > 4300
    total = 0
    for start in range(0, len(digits), 4000):
        piece = digits[start : start + 4000]
        total = total * 10 ** len(piece) + int(piece)
    assert total == comb(65536, 30000)
    mantissa, exponent = rounded.strip("()").split("e+")
    assert int(exponent) == len(digits) - 1
    assert len(mantissa) == 4 and abs(float(mantissa) - float(f"{digits[0]}.{digits[1:16]}")) <= 0.005


# ---- JSON ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("show", "field"), [("mine", None), ("zero", "zero_around"), ("number", "number")])
def test_json_is_exact(capsys: pytest.CaptureFixture[str], show: str, field: str | None) -> None:
    document = solve_json(capsys, str(EXAMPLES / "flags.txt"), "--show", show)
    rows = rows_of(EXAMPLES / "flags.txt")
    answer = mc.solve(rows, 51)
    assert document["board"] == rows
    assert (document["rows"], document["cols"], document["mines"]) == (16, 16, 51)
    assert document["total"] == str(answer.total) == "4470701827009494076000"
    assert np.array_equal(document["mine"], answer.mine)
    assert document["safe"] == np.argwhere(answer.certain_safe).tolist()
    assert document["certain_mines"] == np.argwhere(answer.certain_mines).tolist() == []
    extra = set(document) - {
        "rows", "cols", "mines", "board", "total", "mine", "safe", "certain_mines", "best", "safest"
    }  # fmt: skip
    assert extra == ({field} if field else set())
    if field:
        assert np.array_equal(document[field], getattr(answer, field))
    unopened = np.array([[cell == "-" for cell in row] for row in rows])
    best, safest = document["best"], document["safest"]
    assert best["mine"] == answer.mine[best["row"], best["col"]] == answer.mine[unopened].max()
    assert safest["mine"] == answer.mine[safest["row"], safest["col"]] == answer.mine[unopened].min() == 0


def test_equally_good_cells_are_the_first_in_reading_order(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    # Symmetric cells have the same probability except for rounding errors.
    board = write(tmp_path, "-----\n-----\n--3--\n-----\n-----\n")
    document = solve_json(capsys, board, "--mines", "5")
    assert (document["best"]["row"], document["best"]["col"]) == (1, 1)
    assert document["best"]["mine"] == pytest.approx(float(Fraction(3, 8)), rel=1e-12)
    assert (document["safest"]["row"], document["safest"]["col"]) == (0, 0)
    assert "15 other cells equal" in summary(solve_text(capsys, board, "--mines", "5"))["Safest cell"]


def test_rounding_errors_do_not_affect_the_choice_of_a_cell() -> None:
    everywhere = np.ones((2, 3), dtype=np.bool_)
    mine = np.array([[0.3, 0.1 + 0.2, np.nextafter(0.3, 0)], [0.2, np.nextafter(0.2, 0), 0.25]])
    assert likeliest_mine(mine, everywhere) == CellChoice(0, 0, 0.3, 2)
    assert safest_cell(mine, everywhere) == CellChoice(1, 0, 0.2, 1)
    # A certain cell differs from a nearly certain one.
    mine = np.array([[np.nextafter(1, 0), 1.0, 5e-324], [0.5, 0.0, 1.0]])
    assert likeliest_mine(mine, everywhere) == CellChoice(0, 1, 1.0, 1)
    assert safest_cell(mine, everywhere) == CellChoice(1, 1, 0.0, 0)


@pytest.mark.parametrize(
    ("probability", "text"),
    [
        (0.0, "0 %"),
        (1.0, "100 %"),
        (0.5, "50.00 %"),
        (1 - 2**-53, "99.99999999999999 %"),
        (0.999999, "99.9999 %"),
        (0.00001, "0.001 %"),
        (3e-9, "3.0e-7 %"),
        (5e-324, "4.9e-322 %"),
    ],
)
def test_percent_has_as_many_digits_as_needed(probability: float, text: str) -> None:
    assert percent(probability) == text


# ---- Board files and the number of mines --------------------------------------------------------------------------


def test_mines_come_from_the_option_then_the_file_then_the_size(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    blank = {(r, c): "\n".join(["-" * c] * r) for r, c in ((16, 16), (9, 9), (16, 30), (30, 16))}
    for (r, c), mines in {(16, 16): 51, (9, 9): 10, (16, 30): 99, (30, 16): 99}.items():
        assert solve_json(capsys, write(tmp_path, blank[r, c]))["mines"] == mines
    with_line = write(tmp_path, "# mines: 40\n" + blank[16, 16])
    assert solve_json(capsys, with_line)["mines"] == 40
    assert solve_json(capsys, with_line, "--mines", "41")["mines"] == 41


@pytest.mark.parametrize(
    "text",
    [
        "01--\n12--\n1+21\n1110",
        "01--\n12--\n1+21\n1110\n\n\n",
        "\n\r\n01--\r\n12--\r\n1+21\r\n1110\r\n",
        "  01--\n\t12--  \n1+21\t\n1110 \n \n",
        "# a comment\n01--\n12--\n  # another, ü\n1+21\n1110\n#",
        "\ufeff01--\n12--\n1+21\n1110\n",
        "#mines=3\n01--\n12--\n1+21\n1110\n# Mines:  3\n",
    ],
)
def test_blanks_and_comments_in_position_files(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    path = tmp_path / "board.txt"
    path.write_bytes(text.encode())
    document = solve_json(capsys, str(path), "--mines", "3")
    assert document["board"] == ["01--", "12--", "1+21", "1110"]
    assert document["total"] == "2"


def test_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("2--\n2--\n"))  # text only, as embedders install it
    assert solve_json(capsys, "-", "--mines", "3")["total"] == "2"
    done = run("solve", "-", "--mines", "3", stdin=b"2--\n2--\n")
    assert done.returncode == 0 and b"Valid boards    2\n" in done.stdout


def test_every_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (EXAMPLES / "README.md").read_text()
    paths = sorted(EXAMPLES.glob("*.txt"))
    assert len(paths) >= 5
    for path in paths:
        assert f"`{path.name}`" in readme
        command = "metrics" if path.name == "complete.txt" else "solve"
        assert main([command, str(path)]) == (1 if path.name == "impossible.txt" else 0)
    capsys.readouterr()
