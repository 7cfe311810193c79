"""Runs the command line as a process, with pipes or in a pseudo-terminal."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import minesweeper_core

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
# Runs the package that the tests import: -P keeps the working directory off the path.
COMMAND = [sys.executable, "-P", "-m", "minesweeper_core"]
PACKAGE_PATH = str(Path(minesweeper_core.__file__).resolve().parent.parent)

# 66 valid boards with 6 mines.
SMALL = "----\n-13-\n----\n----\n"


def environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of this process without the variables that affect output, plus the given changes."""
    names = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES", "TERM")
    kept = {name: value for name, value in os.environ.items() if name not in names}
    return kept | {"PYTHONPATH": PACKAGE_PATH} | dict(changes or {})


def run(
    *arguments: str, stdin: bytes = b"", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the command line with pipes for all three streams."""
    return subprocess.run(
        [*COMMAND, *arguments], input=stdin, capture_output=True, env=environment(env), timeout=120, check=False
    )


# Prints a line once everything is imported: from then on, the command line handles an interrupt itself.
ANNOUNCED_START = """
import sys
from minesweeper_core.cli import run
work = run._run
def begin(arguments):
    print("begun", flush=True)
    return work(arguments)
run._run = begin
sys.exit(run.main(sys.argv[1:]))
"""


def interrupted(*arguments: str) -> tuple[int, bytes, bytes]:
    """Run the command line and interrupt it after a second: exit status, standard output, standard error."""
    with subprocess.Popen(
        [sys.executable, "-P", "-c", ANNOUNCED_START, *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), bufsize=0,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None and process.stdout.readline() == b"begun\n"
            time.sleep(1)  # until the work has started
            assert process.poll() is None
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    return process.returncode, out, err


class TerminalRun(NamedTuple):
    """What the program wrote to the terminal, and its exit status."""

    text: str
    status: int


def in_terminal(
    *arguments: str,
    columns: int = 80,
    env: Mapping[str, str] | None = None,
    stdin: bytes | None = None,
    redirect: str = "",
    interrupt_at: str = "",
) -> TerminalRun:
    """Run the command line in a pseudo-terminal that is `columns` wide.

    redirect: 'stdout' or 'stderr' goes to /dev/null instead. interrupt_at: send SIGINT once this text was written.
    """
    import fcntl
    import pty
    import struct
    import termios

    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    attributes = termios.tcgetattr(follower)
    attributes[1] &= ~termios.OPOST  # no translation of '\n'
    termios.tcsetattr(follower, termios.TCSANOW, attributes)
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE,
        stdout=subprocess.DEVNULL if redirect == "stdout" else follower,
        stderr=subprocess.DEVNULL if redirect == "stderr" else follower,
        env=environment({"TERM": "xterm-256color"} | dict(env or {})),
    )
    os.close(follower)
    if stdin is not None:
        assert process.stdin is not None
        process.stdin.write(stdin)
        process.stdin.close()
    received = bytearray()
    start, awaited = time.monotonic(), interrupt_at.encode()
    try:
        while time.monotonic() - start < 120:
            if awaited and awaited in received:
                process.send_signal(signal.SIGINT)
                awaited = b""
            if select.select([leader], [], [], 0.05)[0]:
                try:
                    piece = os.read(leader, 65536)
                except OSError:  # on Linux: the other side is closed
                    break
                if not piece:
                    break
                received += piece
        status = process.wait(timeout=60)
    finally:
        process.kill()
        os.close(leader)
    return TerminalRun(received.decode(), status)


def without_colours(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def table(text: str, columns: int, width: int) -> list[list[str]]:
    """The cells of the first board in the output, read by their positions, so they must be aligned."""
    lines = text.split("\n")
    labels = [i for i, line in enumerate(lines) if re.fullmatch(r"  [\d ]*\d *", line)]
    # The column labels may take two lines.
    first = next(i + 1 for i in labels if i + 1 not in labels and re.match(r" *0 ", lines[i + 1]))
    rows: list[list[str]] = []
    for line in lines[first:]:
        found = re.match(r" *(\d+) ", line)
        if not found or int(found[1]) != len(rows):
            break
        margin = found.end()
        rows.append([line[margin + c * width : margin + (c + 1) * width].strip() for c in range(columns)])
        assert len(line) <= margin + columns * width
    return rows
