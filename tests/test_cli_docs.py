"""The page about the command line shows what the commands really print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from cli_tools import run

ROOT = Path(__file__).resolve().parent.parent
# A command after '$' in an indented block, and the indented lines below it.
SHOWN = re.findall(
    r"^    \$ minesweeper-core (.*)\n((?:    .*\n|\n(?=    ))*)", (ROOT / "docs" / "cli.md").read_text(), re.M
)


def test_the_page_shows_runs() -> None:
    assert len(SHOWN) >= 2 and all(output for _, output in SHOWN)


@pytest.mark.parametrize(("command", "output"), SHOWN)
def test_shown_output_is_real(command: str, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = run(*shlex.split(command))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == re.sub(r"^    ", "", output, flags=re.M)
