"""The folders of core/ include one another in one direction only, and their files follow a few rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CORE = Path(__file__).parents[1] / "core"
FILES = sorted([*CORE.glob("*/**/*.c"), *CORE.glob("*/**/*.h")])
pytestmark = pytest.mark.skipif(not FILES, reason="the C sources are not here")

# Which headers a folder may include besides its own: whole folders, or single headers.
MAY_INCLUDE: dict[str, set[str]] = {
    "base": set(),
    "exact": {"base"},
    "sampling": {"exact", "base", "sampling/kernels"},
    "sampling/kernels": {"base"},
    "metrics": {"base"},
    "generation": {"metrics", "exact/solution.h", "base"},
    "games": {"generation/placement.h", "base"},
    "files": {"base"},
}
MAY_INCLUDE["api"] = set(MAY_INCLUDE)
# Threads, clocks and processor features are behind the headers of base/.
SYSTEM = {"cpuid.h", "pthread.h", "process.h", "sched.h", "unistd.h", "windows.h"}
PUBLIC = CORE.parent / "include" / "minesweeper_core.h"


def folder(path: Path) -> str:
    return path.parent.relative_to(CORE).as_posix()


def name(path: Path) -> str:
    return path.relative_to(CORE).as_posix()


def included(path: Path) -> list[Path]:
    """The project's headers that a file includes, in order."""
    found = re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text(encoding="ascii"), re.MULTILINE)
    return [(path.parent / header).resolve() for header in found]


def test_every_folder_is_known() -> None:
    assert {folder(file) for file in FILES} == set(MAY_INCLUDE)


@pytest.mark.parametrize("file", FILES, ids=name)
def test_includes_follow_the_layers(file: Path) -> None:
    for header in included(file):
        assert header.is_file(), f"{name(file)} includes a missing {header.name}"
        if header == PUBLIC:
            assert name(file) == "base/common.h"
            continue
        allowed = MAY_INCLUDE[folder(file)] | {folder(file)}
        assert allowed & {folder(header), name(header)}, f"{name(file)} must not include {name(header)}"


def test_folders_have_no_cycle() -> None:
    done: set[str] = set()

    def visit(at: str, path: tuple[str, ...]) -> None:
        assert at not in path, f"the folders include one another: {' -> '.join([*path, at])}"
        for other in MAY_INCLUDE[at] - done:
            visit(other.rpartition("/")[0] if other.endswith(".h") else other, (*path, at))
        done.add(at)

    for start in MAY_INCLUDE:
        visit(start, ())


def test_files_have_no_cycle() -> None:
    """A .c file counts as one with the header of its name."""
    edges: dict[str, set[str]] = {}
    for file in FILES:
        headers = {name(header.with_suffix("")) for header in included(file) if header != PUBLIC}
        own = name(file.with_suffix(""))
        edges.setdefault(own, set()).update(headers - {own})
    done: set[str] = set()

    def visit(at: str, path: tuple[str, ...]) -> None:
        assert at not in path, f"files include one another: {' -> '.join([*path, at])}"
        if at not in done:
            for other in sorted(edges[at]):
                visit(other, (*path, at))
            done.add(at)

    for start in sorted(edges):
        visit(start, ())


@pytest.mark.parametrize("file", [file for file in FILES if file.suffix == ".c"], ids=name)
def test_source_begins_with_its_own_header(file: Path) -> None:
    """So every header compiles by itself. A module may have several .c files: file_text.c begins with file.h."""
    first = included(file)[0]
    if folder(file) == "api" and name(first) == "base/common.h":
        return
    assert folder(first) == folder(file)
    module = file.stem.partition("_")[0]
    if file.with_suffix(".h").is_file():
        assert first.stem in (file.stem, module)
    else:
        assert first.stem.partition("_")[0] == module


def test_base_names_are_unique() -> None:
    """Objects are named after their source without its folder."""
    sources = [file.name for file in FILES]
    assert sorted(set(sources)) == sorted(sources)


@pytest.mark.parametrize("file", [file for file in FILES if folder(file) != "base"], ids=name)
def test_only_base_includes_system_headers(file: Path) -> None:
    found = re.findall(r"^\s*#\s*include\s+<([^>]+)>", file.read_text(encoding="ascii"), re.MULTILINE)
    assert not SYSTEM & set(found)
