"""The command line in a terminal: widths, colours, NO_COLOR and progress."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from cli_tools import EXAMPLES, environment, in_terminal, run, table, without_colours

import minesweeper_core as mc
from minesweeper_core.cli import progress

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals of POSIX")

FLAGS, EXPERT, TEACHING = (str(EXAMPLES / name) for name in ("flags.txt", "expert.txt", "teaching.txt"))
TRUE_COLOUR = {"COLORTERM": "truecolor"}


def plain(*arguments: str, columns: str | None = None) -> str:
    done = run(*arguments, env={} if columns is None else {"COLUMNS": columns})
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def heatmap(text: str) -> list[str]:
    """The lines of the board and its legend."""
    return text[: text.index("\nBoard ")].split("\n")


def stripped(text: str) -> list[str]:
    """The lines without trailing blanks, which only a background colour would show."""
    return [line.rstrip() for line in text.split("\n")]


# ---- Colours ------------------------------------------------------------------------------------------------------


def test_text_is_the_same_with_and_without_colours() -> None:
    for board in (FLAGS, EXPERT, TEACHING):
        seen = in_terminal("solve", board, columns=100)
        assert seen.status == 0 and "\x1b[" in seen.text
        assert stripped(without_colours(seen.text)) == stripped(plain("solve", board, columns="100"))


def test_certain_cells_have_their_own_colours() -> None:
    for env in ({}, TRUE_COLOUR, {"TERM": "xterm-16color"}):
        text = in_terminal("solve", TEACHING, env=env).text
        styles = {
            sign: set(re.findall(rf"\x1b\[([0-9;]*)m *{re.escape(sign)} *\x1b", text)) for sign in ("**", "ok", "46%")
        }
        assert all(len(found) == 1 for found in styles.values())
        assert len(set.union(*styles.values())) == 3
        assert all(style.startswith("1;") for sign in ("**", "ok") for style in styles[sign])  # bold


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}])
def test_no_escape_sequences_without_colours(env: dict[str, str]) -> None:
    seen = in_terminal("solve", FLAGS, env=env)
    assert seen.status == 0 and "\x1b" not in seen.text
    assert seen.text == plain("solve", FLAGS, columns="80")


def test_empty_no_color_counts_as_unset() -> None:
    assert "\x1b[" in in_terminal("solve", FLAGS, env={"NO_COLOR": ""}).text


def test_pipes_get_colours_only_with_force_color() -> None:
    assert "\x1b" not in plain("solve", FLAGS)
    done = run("solve", FLAGS, env={"FORCE_COLOR": "1", "TERM": "xterm-256color"})
    assert b"\x1b[" in done.stdout and done.stderr == b""


def test_json_and_boards_never_have_colours() -> None:
    assert "\x1b" not in in_terminal("solve", FLAGS, "--json").text
    assert "\x1b" not in in_terminal("sample", FLAGS, "-n", "2").text


def test_only_ascii_is_printed() -> None:
    for arguments in (["solve", EXPERT], ["solve", FLAGS, "--show", "number"], ["grid2", FLAGS, "--min-valid", "1"]):
        assert in_terminal(*arguments).text.isascii()


# ---- Widths -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "width"), [(130, 4), (123, 4), (122, 3), (100, 3), (93, 3), (92, 2), (80, 2), (63, 2)]
)
def test_expert_boards_fit_the_terminal(columns: int, width: int) -> None:
    text = without_colours(in_terminal("solve", EXPERT, columns=columns).text)
    lines = heatmap(text)
    assert max(map(len, lines)) <= columns
    cells = table(text, 30, width)
    assert len(cells) == 16
    answer = mc.solve([line for line in Path(EXPERT).read_text().splitlines() if line[0] != "#"], 99)
    assert [[cell == "**" for cell in row] for row in cells] == answer.certain_mines.tolist()
    assert [[cell == "ok" for cell in row] for row in cells] == answer.certain_safe.tolist()


@pytest.mark.parametrize("columns", [92, 80, 60, 40, 10, 1])
def test_wide_boards_are_cut_into_bands(columns: int) -> None:
    seen = in_terminal("solve", EXPERT, columns=columns, env={"NO_COLOR": "1"})
    assert seen.status == 0
    whole = table(plain("solve", EXPERT, columns="100"), 30, 3)
    text, first = seen.text, 0
    if columns >= 10:
        board = text[: text.index("\nNN percent chance")]
        assert max(map(len, board.split("\n"))) <= columns
    while first < 30:
        header = re.match(r"   ((?: *\d+)+)\n", text)
        assert header
        labels = [int(label) for label in header[1].split()]
        assert labels == list(range(first, first + len(labels)))
        assert table(text, len(labels), 3) == [row[first : first + len(labels)] for row in whole]
        first += len(labels)
        text = text[text.index("\n15 ") + 1 :].partition("\n")[2].removeprefix("\n")


def test_two_character_cells_differ_from_their_neighbours_in_style() -> None:
    for env in ({}, TRUE_COLOUR):
        text = in_terminal("solve", EXPERT, columns=80, env=env).text
        assert re.search(r"\x1b\[[0-9;]*m28\x1b\[0m\x1b\[[0-9;]*m28\x1b\[0m", text)
        styles = re.findall(r"\x1b\[([0-9;]*)m28\x1b", text)
        assert len(set(styles)) == 2
        assert all(a != b for a, b in pairwise(styles[:5]))  # these five are neighbours


def test_a_pipe_has_no_width(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(("-" * 256 + "\n") * 3)
    done = run("solve", str(path), "--mines", "5")
    text = done.stdout.decode()
    cells = table(text, 256, 4)
    assert len(cells) == 3 and cells[2][255] == "<1%"


# ---- Progress -----------------------------------------------------------------------------------------------------

LONG = ["grid2", FLAGS, "--min-valid", "0", "--time-ms", "2500", "--threads", "1"]


def test_progress_is_shown_on_a_terminal_and_cleared() -> None:
    seen = in_terminal(*LONG, redirect="stdout")
    assert seen.status == 0
    assert "Sampling valid boards" in seen.text
    assert "\x1b[2K" in seen.text  # erased at the end


def test_no_progress_if_stderr_is_not_a_terminal() -> None:
    seen = in_terminal(*LONG, redirect="stderr")
    assert seen.status == 0 and "Sampling" not in seen.text
    assert run(*LONG).stderr == b""


def test_no_progress_for_short_work() -> None:
    assert in_terminal("solve", FLAGS, redirect="stdout").text == ""


def test_progress_of_sample() -> None:
    command = ["sample", FLAGS, "-n", "100000000000", "-o", os.devnull, "--format", "npy"]
    seen = in_terminal(*command, interrupt_at="Sampling valid boards")
    assert seen.status == 130
    assert "Sampling valid boards" in seen.text and "minesweeper-core: interrupted" in seen.text


def test_npy_is_not_written_to_terminals() -> None:
    seen = in_terminal("sample", FLAGS, "--format", "npy")
    assert (
        seen.status == 2 and seen.text == "minesweeper-core: won't write binary data (npy) to a terminal; use -o FILE\n"
    )


def test_known_and_unknown_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(progress, "DELAY", 0.0)
    with progress.Progress("Work") as work:
        assert work.poll is not None
        for share in (-1.0, 0.0, 0.25, 2.0, -1.0, 1.0):
            work.poll(share)
        assert work._bar is not None
        assert work._bar.tasks[0].percentage == 100
    with progress.Progress("Work", enabled=False) as work:
        assert work.poll is None


def test_rich_is_imported_only_for_terminals() -> None:
    code = (
        "import sys; from minesweeper_core.cli import main; main(['solve', sys.argv[1]]);"
        "sys.exit('rich' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, FLAGS], stdout=subprocess.PIPE, env=environment(), check=False, timeout=60
    )
    assert done.returncode == 0 and b"Valid boards" in done.stdout
