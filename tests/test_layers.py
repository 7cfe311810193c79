"""core/ goes one way: a room includes only rooms before it, and leaves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CORE = Path(__file__).parents[1] / "core"
LEAVES = {
    *("common", "arena", "bits", "natural", "clock", "poll", "options", "rng", "cpu", "fpu", "threads", "crew"),
    *("sha1", "thin", "alias"),
}
EXACT = [
    "board",
    "look",
    "reduce",
    "order",
    "checkpoint",
    "count",
    "certain",
    "combine",
    "ask",
    "total",
    "recount",
    "marginal",
    "solution",
    "pinned",
    "query",
    "batch",
]
MEASURED = ["plane", "shrink", "regions", "metrics", "zini"]
DEALT = ["place", "deduce", "alternative", "judge", "repair", "generate"]
PLAYED = ["journal", "field", "record", "game", "flags_game"]
KEPT = ["file"]
DRAWN = ["kernel", "frontier", "sampler", "estimate", "determine_grid2", "api"]
ORDER = [*EXACT, *MEASURED, *DEALT, *PLAYED, *KEPT, *DRAWN]
SYSTEM = {"windows.h", "process.h", "pthread.h", "unistd.h", "sched.h"}  # the shims alone


def place(name: str) -> int:
    """Where a file stands: -1 for a leaf, else the index of its room. kernel_portable stands with kernel."""
    if name in LEAVES:
        return -1
    room = max((room for room in ORDER if name == room or name.startswith(room + "_")), key=len, default=None)
    assert room is not None, f"core/{name} belongs to no room"
    return ORDER.index(room)


@pytest.mark.skipif(not CORE.is_dir(), reason="the C sources are not here")
def test_rooms_include_only_what_stands_before() -> None:
    files = sorted([*CORE.glob("*.c"), *CORE.glob("*.h")])
    assert len(files) > 20
    for file in files:
        text = file.read_text(encoding="ascii")
        included = re.findall(r'#\s*include\s+"([^"]+)"', text)
        for name in included:
            assert "/" not in name or file.name == "common.h", (file.name, name)
            if "/" not in name:
                assert (CORE / name).is_file(), (file.name, name)
                other = Path(name).stem
                assert place(other) <= place(file.stem), f"{file.name} must not include {name}"
        if file.suffix == ".c":
            assert included, file.name
            first = Path(included[0]).stem  # frontier_draw.c begins with frontier.h
            own = first == "common" or place(first) == place(file.stem) != -1 or first == file.stem
            assert own, f"{file.name} must begin with a header of its own room"


@pytest.mark.skipif(not CORE.is_dir(), reason="the C sources are not here")
def test_only_leaves_know_the_system() -> None:
    for file in [*CORE.glob("*.c"), *CORE.glob("*.h")]:
        system = set(re.findall(r"#\s*include\s+<([^>]+)>", file.read_text(encoding="ascii"))) & SYSTEM
        assert not system or file.stem in LEAVES, (file.name, system)
