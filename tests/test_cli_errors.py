"""Errors of the command line: one line on stderr and an exit status, never a traceback."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest
from cli_tools import COMMAND, EXAMPLES, environment, interrupted, run

import minesweeper_core as mc
from minesweeper_core.cli import main
from minesweeper_core.cli.arguments import make_parser
from minesweeper_core.cli.board_size import MAX_SOLVABLE_SIDE, USUAL_MINES

FLAGS = str(EXAMPLES / "flags.txt")


def fails(capsys: pytest.CaptureFixture[str], status: int, *arguments: str) -> str:
    """The one line that a failing command prints."""
    assert main(arguments) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1 and captured.err.endswith("\n")
    assert captured.err.startswith("minesweeper-core")
    assert captured.err.removesuffix("\n").isprintable()
    return captured.err


# ---- Bad boards: status 2 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"---\n-x-\n---\n", "row 1, column 1 (counted from 0): unknown character 'x'; use -, + or 0-8"),
        (b"# comment\n\n  ---\n  --9\n", "row 1, column 2 (counted from 0): unknown character '9'"),
        (b"---\n-\t-\n", "row 1, column 1 (counted from 0): unknown character '\\t'"),
        (b"- -\n", "row 0, column 1 (counted from 0): unknown character ' '"),
        (b"-\x00-\n", "row 0, column 1 (counted from 0): unknown character '\\x00'"),
        (b"\xff\xfe-\x00-\x00\n", "row 0, column 0 (counted from 0): unknown character byte 0xff"),
        ("--\n-\u2013\n".encode(), "row 1, column 1 (counted from 0): unknown character '\\u2013'"),
        (b"---\r---\r", "row 0, column 3 (counted from 0): unknown character '\\r'"),
        (b"---\n--\n", "row 1, column 2 (counted from 0): this row has 2 cells, but row 0 has 3"),
        (b"---\n----\n", "row 1, column 3 (counted from 0): this row has 4 cells, but row 0 has 3"),
        (b"---\n\n---\n", "row 1 (counted from 0): empty line inside the board"),
        (b"-" * 257 + b"\n", "row 0, column 256 (counted from 0): a board can have at most 256 columns"),
        (b"-\n" * 257, "row 256 (counted from 0): a board can have at most 256 rows"),
        (b"", "no board found"),
        (b"\n\n# mines: 3\n", "no board found"),
        (b"-" * 3_000_000, "input is too large"),
        (b"# mines: many\n---\n", "invalid number of mines 'many' in the '# mines:' line"),
        (b"# mines: -3\n---\n", "invalid number of mines '-3'"),
        (b"# mines: 3\n---\n# mines: 4\n", "contradictory '# mines:' lines: 3 and 4"),
        (b"---\n-\n", "row 1, column 1 (counted from 0): this row has 1 cell, but row 0 has 3"),
        (b"-\n", "no usual number of mines for a 1x1 board; use --mines N"),
        (b"-----\n-----\n", "no usual number of mines for a 2x5 board; use --mines N"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "sample"])
def test_bad_boards(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, content: bytes, message: str
) -> None:
    path = tmp_path / "board.txt"
    path.write_bytes(content)
    line = fails(capsys, 2, command, str(path))
    assert f"{path}: " in line and message in line


def test_row_numbers_in_messages_are_those_of_the_board() -> None:
    done = run("solve", "-", stdin=b"# mines: 2\n# more\n\n--\n-?\n")
    assert done.returncode == 2
    assert done.stderr.decode().startswith(
        "minesweeper-core: standard input: row 1, column 1 (counted from 0): unknown character '?'"
    )


def test_bad_rows_are_reported_before_a_missing_number_of_mines(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "board.txt"
    path.write_text("---\n--\n")
    assert "this row has 2 cells" in fails(capsys, 2, "solve", str(path))


def test_every_byte(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    for byte in range(256):
        path.write_bytes(b"---\n-" + bytes([byte]) + b"-\n---\n")
        if bytes([byte]) in b"-+012345678":
            assert main(["solve", str(path), "--mines", "3"]) in (0, 1)
            capsys.readouterr()
        else:
            line = fails(capsys, 2, "solve", str(path), "--mines", "3")
            assert "row 1, column 1" in line or byte == ord("\n")


def test_unreadable_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "No such file" in fails(capsys, 2, "solve", str(tmp_path / "none.txt"))
    assert "directory" in fails(capsys, 2, "solve", str(tmp_path))
    assert "null" in fails(capsys, 2, "solve", "a\0b")
    assert "No such file" in fails(capsys, 2, "solve", "two\nlines \u2013")
    if os.path.exists("/dev/zero"):
        assert "input is too large" in fails(capsys, 2, "solve", "/dev/zero")


def test_closed_standard_input() -> None:
    done = run_without(0, "solve", "-")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1 and b"standard input" in done.stderr


# ---- Bad options: status 2 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["frobnicate"],
        ["solve"],
        ["solve", FLAGS, "more"],
        ["solve", FLAGS, "--mines"],
        ["solve", FLAGS, "--mines", "-1"],
        ["solve", FLAGS, "--mines", "3.5"],
        ["solve", FLAGS, "--mines", "4294967296"],
        ["solve", FLAGS, "--mines", "\u0663"],
        ["solve", FLAGS, "--show", "everything"],
        ["solve", FLAGS, "--memory", "lots"],
        ["solve", FLAGS, "--memory", "0"],
        ["solve", FLAGS, "--memory", "16777216TiB"],
        ["solve", FLAGS, "--cell", "3"],
        ["solve", FLAGS, "--cell", "16,0"],
        ["solve", FLAGS, "--cell", "3,4", "--json"],
        ["grid2", FLAGS, "--threads", "-1"],
        ["grid2", FLAGS, "--time-ms", "1e3"],
        ["sample", FLAGS, "-n", "-1"],
        ["sample", FLAGS, "-n", "9223372036854775808"],
        ["sample", FLAGS, "--seed", "18446744073709551616"],
        ["sample", FLAGS, "--format", "csv"],
        ["generate"],
        ["convert", FLAGS],
    ],
)
def test_bad_options(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    fails(capsys, 2, *arguments)


def test_messages_about_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert "argument -n: invalid number '-1'; must be a whole number, 0 or more" in fails(
        capsys, 2, "sample", FLAGS, "-n", "-1"
    )
    assert "argument BOARD: the name is empty" in fails(capsys, 2, "solve", "")
    assert "argument -o/--output: the name is empty" in fails(capsys, 2, "sample", FLAGS, "-o", "")
    assert "argument --out: the name is empty" in fails(capsys, 2, "build", "--target", "native", "--out", "")


def test_unwritable_output(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "No such file" in fails(capsys, 2, "sample", FLAGS, "-o", str(tmp_path / "none" / "boards.npy"))
    assert "directory" in fails(capsys, 2, "sample", FLAGS, "-o", str(tmp_path))


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("1", 1), ("1000000", 10**6), ("512B", 512), ("2GiB", 2**31), ("2gib", 2**31), ("2G", 2**31),
        ("2GB", 2 * 10**9), ("1.5KiB", 1536), ("0.5 MB", 500_000), ("3TiB", 3 * 2**40),
    ],
)  # fmt: skip
def test_sizes_of_memory(text: str, size: int) -> None:
    options = make_parser("0").parse_args(["solve", "-", "--memory", text])
    assert options.memory == size


# ---- No valid board: status 1 -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "mines", "message"),
    [
        ("4-\n--\n", 3, r"the 4 at row 0, column 0 \(counted from 0\) can't be met: 3 mines at most around it$"),
        ("-1-\n---\n-5-\n", 5, "no valid board"),  # the two numbers contradict each other
        ("++\n++\n", 3, "4 known mines"),
        ("---\n---\n", 7, "7 mines left"),
        ("---\n---\n", 4294967295, "mines left"),
        ("01--\n12--\n1+21\n1110\n", 5, "not with 5 mines"),
        ("01--\n12--\n1+21\n1110\n", 1, "1 mine"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "sample"])
def test_no_valid_board(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, board: str, mines: int, message: str
) -> None:
    path = tmp_path / "board.txt"
    path.write_text(board)
    line = fails(capsys, 1, command, str(path), "--mines", str(mines))
    assert re.search(message, line) and line.count("no valid board") == 1


def test_the_impossible_number_is_named() -> None:
    done = run("solve", str(EXAMPLES / "impossible.txt"))
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.count(b"\n") == 1
    assert b"the 6 at row 3, column 0 (counted from 0) can't be met" in done.stderr


# ---- Memory, signals, pipes ---------------------------------------------------------------------------------------


def test_memory_limit(capsys: pytest.CaptureFixture[str]) -> None:
    line = fails(capsys, 3, "solve", FLAGS, "--memory", "1")
    assert "--memory" in line


def test_out_of_memory(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(*_: object, **__: object) -> object:
        raise MemoryError

    monkeypatch.setattr(mc, "solve", solve)
    assert fails(capsys, 3, "solve", FLAGS) == "minesweeper-core: out of memory\n"


def test_interrupted(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(*_: object, **__: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(mc, "solve", solve)
    assert fails(capsys, 130, "solve", FLAGS) == "minesweeper-core: interrupted\n"


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(
    "arguments",
    [
        ["grid2", FLAGS, "--min-valid", "0", "--time-ms", "60000"],
        ["sample", FLAGS, "-n", "1000000000000", "-o", os.devnull, "--format", "npy"],
    ],
)
def test_interrupt_ends_long_work(arguments: list[str]) -> None:
    assert interrupted(*arguments) == (130, b"", b"minesweeper-core: interrupted\n")


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("number", "status", "word"),
    [
        ("SIGTERM", 143, b"terminated"),
        ("SIGINT", 130, b"interrupted"),
        ("SIGHUP", 129, b"terminal closed"),
    ],
)
def test_an_unfinished_file_is_removed(tmp_path: Path, number: str, status: int, word: bytes) -> None:
    path = tmp_path / "boards.npy"
    # If the signal does not end it, all boards must fit on the disk.
    with subprocess.Popen(
        [*COMMAND, "sample", FLAGS, "-n", "4000000", "-o", str(path), "--threads", "1"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
    ) as process:  # fmt: skip
        while not (path.exists() and path.stat().st_size > 1_000_000):
            assert process.poll() is None
            time.sleep(0.005)
        process.send_signal(getattr(signal, number))
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (status, b"", b"minesweeper-core: " + word + b"\n")
    assert not path.exists()


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_nohup_keeps_the_file_being_written(tmp_path: Path) -> None:
    path = tmp_path / "boards.npy"
    nohup = (
        "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); os.execv(sys.executable, sys.argv[1:])"
    )
    with subprocess.Popen(
        [sys.executable, "-c", nohup, *COMMAND, "sample", FLAGS, "-n", "200000", "-o", str(path), "--threads", "1"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
    ) as process:  # fmt: skip
        while not (path.exists() and path.stat().st_size > 1_000):
            assert process.poll() is None
            time.sleep(0.005)
        process.send_signal(signal.SIGHUP)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (0, b"", b"")
    assert np.load(path).shape == (200_000, 16, 16)


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
@pytest.mark.parametrize("form", ["text", "npy"])
def test_the_reader_closes_the_pipe(form: str) -> None:
    process = subprocess.Popen(
        [*COMMAND, "sample", FLAGS, "-n", "1000000000", "--format", form],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
    )  # fmt: skip
    assert process.stdout is not None and process.stderr is not None
    try:
        assert len(process.stdout.read(1000)) == 1000
        process.stdout.close()
        assert process.wait(timeout=60) == 141
        assert process.stderr.read() == b""
    finally:
        process.kill()
        process.stderr.close()


def run_without(stream: int, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command line with a standard stream closed, as by `>&-`."""
    return subprocess.run(
        [sys.executable, "-c", f"import os, sys; os.close({stream}); os.execv(sys.executable, sys.argv[1:])",
         *COMMAND, *arguments],
        capture_output=True, env=environment(), timeout=60, check=False,
    )  # fmt: skip


HELP = [["--help"], ["--version"], ["solve", "--help"], ["sample", "--help"], ["play", "--help"]]


@pytest.mark.skipif(os.name == "nt", reason="execv of POSIX")
@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", FLAGS], ["solve", FLAGS, "--json"], ["sample", FLAGS], ["grid2", FLAGS], ["generate", "beginner"],
        ["convert", FLAGS, "-"], ["3bv", FLAGS], ["metrics", FLAGS], *HELP,
    ],
)  # fmt: skip
def test_closed_standard_output(arguments: list[str]) -> None:
    done = run_without(1, *arguments)
    assert (done.returncode, done.stderr) == (2, b"minesweeper-core: standard output is closed\n")


@pytest.mark.skipif(os.name == "nt", reason="execv of POSIX")
def test_closed_streams_that_the_command_does_not_use(tmp_path: Path) -> None:
    done = run_without(1, "sample", FLAGS, "-o", str(tmp_path / "boards.npy"))
    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "boards.npy").stat().st_size > 256
    for command, status in ((["solve", FLAGS], 0), (["solve", "none.txt"], 2), (["solve", "--frobnicate"], 2)):
        done = run_without(2, *command)
        assert done.returncode == status
        assert bool(done.stdout) == (status == 0)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk() -> None:
    for command in (
        ["solve", FLAGS], ["sample", FLAGS, "-n", "3"], ["solve", FLAGS, "--json"], ["convert", FLAGS, "-"],
        ["generate", "expert", "-n", "3"], *HELP,
    ):  # fmt: skip
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [*COMMAND, *command], stdout=full, stderr=subprocess.PIPE, env=environment(), timeout=60, check=False
            )
        assert done.returncode == 2
        assert done.stderr.count(b"\n") == 1 and b"No space left" in done.stderr
    assert main(["sample", FLAGS, "-o", "/dev/full"]) == 2
    assert os.path.exists("/dev/full")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_the_exit_status_if_stderr_can_not_be_written() -> None:
    with open("/dev/full", "wb") as full:  # like a closed terminal
        done = subprocess.run([*COMMAND, "solve", "nowhere"], stderr=full, env=environment(), timeout=60, check=False)
    assert done.returncode == 2


# ---- Help ---------------------------------------------------------------------------------------------------------


def test_version_and_help(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")  # argparse wraps to this width
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"minesweeper-core {mc.__version__}\n"
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    commands = ("solve", "grid2", "sample", "3bv", "metrics", "generate", "convert", "play", "build")
    words = (*commands, "# mines: 51", "exit status", "examples:")
    assert all(word in text for word in words)
    for command in commands:
        assert main([command, "--help"]) == 0
        text = capsys.readouterr().out
        assert f"minesweeper-core {command} " in text[text.index("examples:") :]
        assert max(map(len, text.splitlines())) < 80


def test_the_command_is_installed() -> None:
    try:
        scripts = metadata.distribution("minesweeper-core").entry_points.select(group="console_scripts")
    except metadata.PackageNotFoundError:
        pytest.skip("the package is used from its source tree")
    assert {script.name: script.load() for script in scripts} == {"minesweeper-core": main}


def test_help_names_every_field_of_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    for command, *more in (["solve", "--show", "zero"], ["solve", "--show", "number"], ["grid2", "--min-valid", "1"]):
        assert main([command, FLAGS, "--json", *more]) == 0
        fields = json.loads(capsys.readouterr().out)
        assert main([command, "--help"]) == 0
        text = capsys.readouterr().out
        promised = text[text.index("JSON (one object") :]
        assert all(re.search(rf"\b{field}\b", promised) for field in fields)


def test_usual_numbers_of_mines_are_those_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert USUAL_MINES == {(16, 16): 51, (9, 9): 10, (16, 30): 99, (30, 16): 99}
    main(["solve", "--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert "16x16 has 51 (Minesweeper Flags), 9x9 has 10, 16x30 and 30x16 have 99" in text


def test_the_largest_side_is_that_of_the_solver() -> None:
    assert mc.solve("-" * MAX_SOLVABLE_SIDE, 1).total == MAX_SOLVABLE_SIDE
    with pytest.raises(ValueError, match=str(MAX_SOLVABLE_SIDE)):
        mc.solve("-" * (MAX_SOLVABLE_SIDE + 1), 1)
