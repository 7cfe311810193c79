"""The examples in docs/cli.md show what the commands really print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from cli_tools import run

ROOT = Path(__file__).resolve().parent.parent
# The command after '$' in an indented block, and its output below.
EXAMPLES = re.findall(
    r"^    \$ minesweeper-core (.*)\n((?:    .*\n|\n(?=    ))*)", (ROOT / "docs" / "cli.md").read_text(), re.M
)


def test_the_page_has_examples() -> None:
    assert len(EXAMPLES) >= 2 and all(output for _, output in EXAMPLES)


@pytest.mark.parametrize(("command", "output"), EXAMPLES)
def test_examples_print_what_they_show(command: str, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = run(*shlex.split(command))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == re.sub(r"^    ", "", output, flags=re.M)
