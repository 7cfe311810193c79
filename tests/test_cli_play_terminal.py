"""`minesweeper-core play` as a process: in a pseudo-terminal, without one, without Textual, and its options."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest
from cli_tools import COMMAND, environment, in_terminal, run, without_colours

from minesweeper_core.cli import main
from minesweeper_core.cli.play.command import NEEDS_TEXTUAL

fcntl, pty, termios = (pytest.importorskip(name) for name in ("fcntl", "pty", "termios"))  # POSIX only
pytest.importorskip("textual")


class Terminal:
    """A pseudo-terminal in which the game runs."""

    def __init__(
        self, *arguments: str, columns: int = 80, rows: int = 24, env: Mapping[str, str] | None = None
    ) -> None:
        self.leader, follower = pty.openpty()
        self.before = termios.tcgetattr(follower)
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            [*COMMAND, "play", *arguments], stdin=follower, stdout=follower, stderr=follower,
            env=environment({"TERM": "xterm-256color"} | dict(env or {})), start_new_session=True,
        )  # fmt: skip
        os.close(follower)
        self.received = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.leader)

    def type(self, text: str) -> None:
        os.write(self.leader, text.encode())

    def mouse(self, row: int, col: int, button: int = 0) -> None:
        """Press and release a button, 0 left and 2 right, as xterm reports it."""
        self.type(f"\x1b[<{button};{col + 1};{row + 1}M\x1b[<{button};{col + 1};{row + 1}m")

    def wait(self, pattern: str, seconds: float = 60.0) -> str:
        """Wait until new output matches the pattern, and return it without colours."""
        end, begin = time.monotonic() + seconds, len(self.received)
        while True:
            text = without_colours(self.received[begin:].decode("utf-8", "replace"))
            if re.search(pattern, text, re.S):
                return text
            assert time.monotonic() < end, f"no {pattern} in {text!r}"
            if select.select([self.leader], [], [], 0.1)[0]:
                try:
                    self.received += os.read(self.leader, 65536)
                except OSError:  # on Linux: the other side is closed
                    assert re.search(pattern, text, re.S), f"no {pattern} in {text!r}"

    def end(self, seconds: float = 60.0) -> tuple[int, str]:
        """Wait for the end: the exit status and the last line."""
        end, going = time.monotonic() + seconds, True
        while going:
            assert time.monotonic() < end, f"the game did not end: {self.received!r}"
            if select.select([self.leader], [], [], 0.1)[0]:
                try:
                    piece = os.read(self.leader, 65536)
                except OSError:  # on Linux: the other side is closed
                    piece = b""
                self.received += piece
                going = piece != b""
        text = without_colours(self.received.decode("utf-8", "replace"))
        return self.process.wait(timeout=60), text.rsplit("\x1b", 1)[-1].strip()


# ---- In a terminal ------------------------------------------------------------------------------------------------


def test_a_game_in_a_terminal_with_mouse_and_keys() -> None:
    with Terminal("3x3", "--mines", "8", "--seed", "1") as terminal:
        terminal.wait("Mines left 8.*To open 1 ")
        terminal.mouse(11, 39, button=2)  # a flag near the middle of the screen, where the board is
        terminal.wait("Mines left 7")
        terminal.mouse(11, 39, button=2)
        terminal.wait("Mines left 8")
        terminal.type("\r")
        text = terminal.wait("Efficiency")
        assert "Won" in text and re.search(r"3BV +1", text)
        terminal.type("q")
        status, line = terminal.end()
    assert status == 0
    figures = r"Won: time \d+\.\d\d s, 3BV 1, 3BV/s \d+\.\d\d, clicks 3, efficiency 33 %"
    assert re.search(figures + r"; seed 1, first cell row \d, column 1$", line)


@pytest.mark.parametrize(
    ("typed", "number", "expected", "word"),
    [
        ("q", None, 0, ""),
        ("\x03", None, 130, "interrupted"),
        ("?\x03", None, 130, "interrupted"),
        ("n\x03", None, 130, "interrupted"),
        ("", signal.SIGINT, 130, "interrupted"),
        ("", signal.SIGTERM, 143, "terminated"),
        ("", signal.SIGHUP, 129, "terminal closed"),
    ],
)
def test_quitting_restores_the_terminal(typed: str, number: int | None, expected: int, word: str) -> None:
    with Terminal() as terminal:
        terminal.wait("Mines left 10")
        assert termios.tcgetattr(terminal.leader) != terminal.before  # both ends report the same attributes
        for key in typed:
            terminal.type(key)
            terminal.wait({"?": "move the cursor", "n": "First click"}.get(key, ""))
        if number is not None:
            terminal.process.send_signal(number)
        status, line = terminal.end()
        received, after = terminal.received, termios.tcgetattr(terminal.leader)
    assert status == expected and line.endswith(f"minesweeper-core: {word}" if word else "")
    assert after == terminal.before and re.search(rb"Not finished; seed \d+\r?\n", received)
    for mode in (b"1049", b"1000", b"1006"):  # the alternate screen, and the mouse
        assert received.rfind(b"\x1b[?" + mode + b"l") > received.rfind(b"\x1b[?" + mode + b"h") > -1


def test_closing_the_terminal_ends_the_game() -> None:
    with Terminal() as terminal:
        terminal.wait("Mines left 10")
        leader, terminal.leader = terminal.leader, os.open(os.devnull, os.O_RDONLY)
        # Close the terminal and send SIGHUP at the same moment, as the system does for a session leader.
        terminal.process.send_signal(signal.SIGSTOP)
        os.waitpid(terminal.process.pid, os.WUNTRACED)
        os.close(leader)
        terminal.process.send_signal(signal.SIGHUP)
        terminal.process.send_signal(signal.SIGCONT)
        assert terminal.process.wait(timeout=60) == 129


def test_without_colours_only_attributes_are_sent() -> None:
    with Terminal("--flags", env={"NO_COLOR": "1"}) as terminal:
        terminal.wait("Your turn")
        terminal.type("h")
        terminal.wait("Likeliest mine")
        terminal.type("q")
        assert terminal.end()[0] == 0
        styles = re.findall(rb"\x1b\[([0-9;]*)m", terminal.received)
    colours = [code for style in styles for code in style.split(b";") if code[:1] in b"34" and len(code) > 1]
    assert styles and set(colours) <= {b"39", b"49"}  # the default colours


def test_the_terminal_changes_its_size() -> None:
    with Terminal("expert") as terminal:
        terminal.wait("Mines left 99")
        fcntl.ioctl(terminal.leader, termios.TIOCSWINSZ, struct.pack("HHHH", 12, 40, 0, 0))
        terminal.process.send_signal(signal.SIGWINCH)
        terminal.wait("Mines left 99")
        terminal.type("q")
        assert terminal.end()[0] == 0


# ---- Without a terminal, without Textual -----------------------------------------------------------------------------


def test_no_terminal() -> None:
    done = run("play")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"minesweeper-core: play must run in a terminal, without redirection\n"
    assert in_terminal("play", redirect="stdout").text.endswith("play must run in a terminal, without redirection\n")
    with Terminal(env={"TERM": "dumb"}) as terminal:
        status, line = terminal.end()
    assert status == 2 and line.endswith("play needs a terminal that can position the cursor (TERM is dumb)")


def test_only_play_needs_textual(tmp_path: Path) -> None:
    (tmp_path / "textual.py").write_text("raise ModuleNotFoundError(\"No module named 'textual'\", name='textual')")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from minesweeper_core.cli import main;"
        "sys.exit(main(sys.argv[1:]))"
    )

    def without(*arguments: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-P", "-c", code, *arguments],
            capture_output=True,
            env=environment(),
            timeout=60,
            check=False,
        )

    done = without("play")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f"minesweeper-core: {NEEDS_TEXTUAL}\n"
    for arguments in (["--help"], ["play", "--help"], ["sample", "-", "--mines", "0"]):
        assert without(*arguments).returncode in (0, 2) and b"Textual:" not in without(*arguments).stderr


def test_only_play_imports_textual() -> None:
    code = (
        "import sys, pkgutil, importlib, minesweeper_core\n"
        "for module in pkgutil.walk_packages(minesweeper_core.__path__, 'minesweeper_core.'):\n"
        "    if not module.name.startswith('minesweeper_core.cli.play.') and not module.name.endswith('__main__'):\n"
        "        importlib.import_module(module.name)\n"
        "for name in ('stopwatch', 'classic_session', 'flags_session', 'result', 'hint', 'cell_appearance',\n"
        "             'command'):\n"
        "    importlib.import_module('minesweeper_core.cli.play.' + name)\n"
        "sys.exit('textual' in sys.modules)"
    )
    assert (
        subprocess.run([sys.executable, "-P", "-c", code], env=environment(), timeout=60, check=False).returncode == 0
    )


# ---- Options --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["huge"], "invalid size 'huge'; use ROWSxCOLS or one of beginner, intermediate, expert"),
        (["5x5"], "no usual number of mines for a 5x5 board; use --mines N"),
        (["5x5", "--mines", "26"], "26 mines can't fit in 25 cells"),
        (["0x5", "--mines", "0"], "out of range"),
        (["--flags", "--mines", "51"], "--mines can't be used with --flags"),
        (["--flags", "expert"], "SIZE can't be used with --flags"),
        (["--flags", "--no-guess"], "--no-guess can't be used with --flags"),
        (["--level", "hard"], "--level requires --flags"),
        (["--bot-begins"], "--bot-begins requires --flags"),
        (["--delay-ms", "5"], "--delay-ms requires --flags"),
        (["--no-guess", "--repair"], "not allowed with"),
        (["--no-guess", "--first", "anything"], "needs a first click that is safe"),
        (["2x300", "--mines", "9", "--repair"], "at most 256 rows and columns"),
        (["--first", "lucky"], "invalid choice"),
        (["--flags", "--level", "perfect"], "invalid choice"),
        (["--seed", "-1"], "must be a whole number"),
    ],
)
def test_bad_options(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert main(["play", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and message in captured.err


def test_options_reach_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    app = pytest.importorskip("minesweeper_core.cli.play.app")
    made: list[Any] = []

    class Caught(app.PlayApp):  # type: ignore[misc, name-defined]
        def __init__(self, game: Any, **options: Any) -> None:
            made.append((game, options))
            raise KeyboardInterrupt

    monkeypatch.setattr(app, "PlayApp", Caught)
    for arguments in (
        ["expert", "--first", "opening", "--repair", "--seed", "7", "--light", "--memory", "5MB"],
        ["--flags", "--level", "hard", "--seed", "9", "--bot-begins", "--delay-ms", "50"],
        [],
    ):
        assert main(["play", *arguments]) == 130
    (classic, first), (flags, second), (usual, _) = made
    assert (*classic.size, classic.first, classic.logic, classic.seed) == (16, 30, 99, "opening", "repaired", 7)
    assert first == {"memory": 5_000_000, "light": True} and second == {"memory": None, "light": False}
    assert (flags.level, flags.seed, flags.bot_begins, flags.delay) == ("hard", 9, True, 0.05)
    assert (*usual.size, usual.first, usual.logic, usual.seed) == (9, 9, 10, "safe", "any", None)
