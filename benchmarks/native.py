"""Compiles the C programs of the benchmarks together with core/, and runs them on positions."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from positions import Position

HERE = Path(__file__).resolve().parent
CORE = HERE.parent / "core"
OPTIONS = ["-O3", "-std=c11", "-ffp-contract=off", "-pthread"]


def compiler() -> str | None:
    """The compiler that built this Python, or another; None if there is none, or no core/ to compile."""
    names = [shlex.split(sysconfig.get_config_var("CC") or "cc")[0], "cc", "gcc", "clang"]
    return next((name for name in names if shutil.which(name)), None) if CORE.is_dir() else None


def build(cc: str, source: str, folder: Path, with_core: bool = True) -> Path:
    """Compile a source file of this folder, by default together with the library. Returns the program."""
    program = folder / Path(source).stem
    sources = [*CORE.glob("*/*.c"), *CORE.glob("*/*/*.c")] if with_core else []
    subprocess.run(
        [cc, *OPTIONS, f"-I{HERE.parent / 'include'}", "-o", program, HERE / source, *sorted(sources)], check=True
    )
    return program


def text_of(boards: Sequence[Position]) -> str:
    """Positions in the form that the programs read."""
    return "".join(f"{len(rows)} {len(rows[0])} {mines}\n" + "\n".join(rows) + "\n" for rows, mines in boards)


def results(command: Sequence[str | Path], boards: Sequence[Position]) -> list[dict[str, Any]]:
    """Run a program on the positions. It prints one line of JSON per result."""
    done = subprocess.run(command, input=text_of(boards), capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def instructions(command: Sequence[str | Path], function: str, boards: Sequence[Position], folder: Path) -> int | None:
    """The number of instructions that all calls of a C function execute in a program, including what it calls; None
    without valgrind or if valgrind can't run the program."""
    if shutil.which("valgrind") is None:
        return None
    callgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder / 'callgrind'}"]
    run = subprocess.run(
        [*callgrind, f"--toggle-collect={function}", *command], input=text_of(boards), capture_output=True, text=True
    )
    found = re.search(r"Collected\s*:\s*(\d+)", run.stderr)
    return int(found[1]) if run.returncode == 0 and found is not None else None
