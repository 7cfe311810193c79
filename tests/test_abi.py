"""The binary interface, on which existing programs rely, does not change unnoticed."""

from __future__ import annotations

import platform
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from abi_dump import ADDED, CHANGED, RECORDED, ROOT, SAME, compare, dump

import minesweeper_core as mc
from minesweeper_core._impl.bindings.header import pxd_of

HEADER = (Path(mc.get_include()) / "minesweeper_core.h").read_text(encoding="ascii")

needs_sources = pytest.mark.skipif(
    not (ROOT / "core" / "Makefile").exists(), reason="the tests run without the sources"
)
needs_libabigail = pytest.mark.skipif(
    not (sys.platform == "linux" and platform.machine() == "x86_64" and shutil.which("abidw") and shutil.which("gcc")),
    reason="the recorded interface is that of Linux on x86-64, and needs gcc and Debian's abigail-tools",
)


# ---- the recorded interface ------------------------------------------------------------------------------------------


@needs_sources
@needs_libabigail
def test_interface_is_the_recorded_one(tmp_path: Path) -> None:
    (tmp_path / "new.abi").write_bytes(dump(ROOT, tmp_path))
    what, report = compare(RECORDED, tmp_path / "new.abi")
    assert what != CHANGED, (
        f"{report}\nPrograms that are already built may break. Where that is meant, the next version says so by its "
        "number and CHANGELOG.md: then `python tests/abi_dump.py` records the interface again."
    )
    assert what == SAME, f"{report}\nPrograms go on working: `python tests/abi_dump.py` records what was added."


def test_recorded_interface_is_that_of_the_header() -> None:
    """The recorded interface has the header's functions; checked without libabigail too."""
    recorded = RECORDED.read_text(encoding="ascii")
    declared = re.findall(r"^MINES_API [^;]*?\b(\w+)\(", HEADER, flags=re.MULTILINE)
    assert sorted(re.findall(r"<elf-symbol name='(\w+)'", recorded)) == sorted(declared)
    assert re.findall(r"soname='(.*?)'", recorded) == [f"libminesweeper_core.so.{mc.__version__.split('.')[0]}"]
    enumerators = dict(re.findall(r"<enumerator name='(\w+)' value='(\d+)'/>", recorded))
    named = "".join(re.findall(r"^typedef enum \w+ \{$.*?^\} ", HEADER, flags=re.DOTALL | re.MULTILINE))
    for name, value in re.findall(r"^    (MINES_\w+) =\s+(\d+)", named, flags=re.MULTILINE):
        assert enumerators.pop(name) == value
    assert not enumerators
    assert "mcore_" not in recorded  # nothing private


def _replace(old: str, new: str) -> Callable[[str], str]:
    def edit(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, 1)

    return edit


CHANGES: dict[str, tuple[str, dict[str, Callable[[str], str]]]] = {
    "nothing": (SAME, {}),
    "a comment": (SAME, {"include/minesweeper_core.h": _replace("Bytes that the call", "How many bytes the call")}),
    "a private field": (
        SAME,
        {"core/exact/solution.h": _replace("struct mines_solution {", "struct mines_solution { int x;")},
    ),
    "a function more": (
        ADDED,
        {
            "include/minesweeper_core.h": _replace(
                "MINES_API uint32_t mines_version(void);",
                "MINES_API uint32_t mines_version(void);\nMINES_API uint32_t mines_more(void);",
            ),
            "core/api/api_solve.c": lambda text: text + "\nMINES_API uint32_t mines_more(void) { return 1; }\n",
        },
    ),
    "a function less": (
        CHANGED,
        {
            "include/minesweeper_core.h": _replace(
                "MINES_API const char *mines_version_text", "const char *mines_version_text"
            ),
            "core/api/api_solve.c": lambda text: re.sub(r"MINES_API (.*mines_version_text)", r"\1", text),
        },
    ),
    "another result": (
        CHANGED,
        {
            "include/minesweeper_core.h": _replace("uint32_t mines_version(void)", "uint64_t mines_version(void)"),
            "core/api/api_solve.c": _replace("uint32_t mines_version(void)", "uint64_t mines_version(void)"),
        },
    ),
    "a parameter more": (
        CHANGED,
        {
            "include/minesweeper_core.h": _replace(
                "mines_solution_get_cost(const mines_solution *solution,",
                "mines_solution_get_cost(int kind, const mines_solution *solution,",
            ),
            "core/api/api_solve.c": _replace(
                "mines_solution_get_cost(const mines_solution *solution,",
                "mines_solution_get_cost(int kind, const mines_solution *solution,",
            ),
        },
    ),
    "a field inserted": (
        CHANGED,
        {"include/minesweeper_core.h": _replace("    uint64_t memory;", "    uint64_t flags;\n    uint64_t memory;")},
    ),
    "a wider field": (CHANGED, {"include/minesweeper_core.h": _replace("    int32_t row;", "    int64_t row;")}),
    "fields in another order": (
        CHANGED,
        {
            "include/minesweeper_core.h": lambda text: re.sub(
                r"(    uint64_t states;.*\n)(    uint64_t edges;.*\n)", r"\2\1", text
            )
        },
    ),
    "another number of a status": (
        CHANGED,
        {"include/minesweeper_core.h": _replace("MINES_TOO_SMALL = 8", "MINES_TOO_SMALL = 9")},
    ),
}


@needs_sources
@needs_libabigail
@pytest.mark.parametrize("change", CHANGES)
def test_changes_are_noticed(change: str, tmp_path: Path) -> None:
    """In a deliberately changed copy of the sources."""
    expected, edits = CHANGES[change]
    for folder in ("include", "core"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("build"))
    for name, edit in edits.items():
        file = tmp_path / name
        text = file.read_text(encoding="ascii")
        assert edit(text) != text
        file.write_text(edit(text), encoding="ascii")
    (tmp_path / "new.abi").write_bytes(dump(tmp_path, tmp_path, whole=False))
    what, report = compare(RECORDED, tmp_path / "new.abi")
    assert what == expected, report


# ---- sizes and offsets -----------------------------------------------------------------------------------------------

Layout = dict[str, tuple[int, dict[str, int]]]


def _fours(begin: int, names: str) -> dict[str, int]:
    """Consecutive fields of 4 bytes each."""
    return {name: begin + 4 * place for place, name in enumerate(names.split())}


RULES = "rows cols mines wins bombs radius no_bombs bomb_anytime bomb_plays_on bomb_no_flood"
REQUEST = "rows cols mines first_click row col logic min_bbbv max_bbbv"
INFO = "kind rows cols mines state placed opened found flags actions undone wins turn score"
FILE = "rows cols mines complete first_row first_col"
METRICS = "bbbv openings islands zini hzini"
MANY = "mine zero_around certain_safe certain_mines status"
SHARES = "mine mine_error zero_around zero_around_error"
COST = "components boxes states edges bytes"


def _eights(begin: int, names: str) -> dict[str, int]:
    """Consecutive fields of 8 bytes each."""
    return {name: begin + 8 * place for place, name in enumerate(names.split())}


EVERYWHERE: Layout = {"mines_action": (12, _fours(0, "kind row col"))}
# With pointers and size_t of 4 bytes.
SMALL_POINTERS: Layout = {
    **EVERYWHERE,
    "mines_fault": (24, _fours(0, "size reason row col") | {"needed": 16}),
    "mines_options": (24, _fours(0, "size threads") | {"memory": 8, "poll": 16, "context": 20}),
    "mines_solve_many_result": (24, _fours(0, f"size {MANY}")),
    "mines_estimate_result": (48, _fours(0, f"size {SHARES} exact runs states") | {"effective": 32, "boards": 40}),
    "mines_metrics_result": (24, _fours(0, f"size {METRICS}")),
    "mines_flags_rules": (44, _fours(0, f"size {RULES}")),
    "mines_game_info": (84, _fours(0, f"size {INFO}") | {"bombs": 64} | _fours(72, "radius can_bomb winner")),
    "mines_file": (28, _fours(0, f"size {FILE}")),
    "mines_generate_request": (48, _fours(0, f"size {REQUEST}") | {"tries": 40}),
}
# Of each struct: its size, and the offsets of its fields. The layouts of 32 bits differ in the alignment of a uint64_t.
LAYOUTS: dict[str, Layout] = {
    "64 bits": {
        **EVERYWHERE,
        "mines_fault": (32, {"size": 0} | _fours(8, "reason row col") | {"needed": 24}),
        "mines_options": (40, {"size": 0, "threads": 8, "memory": 16, "poll": 24, "context": 32}),
        "mines_cost": (48, _eights(0, f"size {COST}")),
        "mines_solve_many_result": (48, _eights(0, f"size {MANY}")),
        "mines_estimate_result": (
            72,
            _eights(0, f"size {SHARES}") | _fours(40, "exact runs states") | {"effective": 56, "boards": 64},
        ),
        "mines_metrics_result": (48, _eights(0, f"size {METRICS}")),
        "mines_flags_rules": (48, {"size": 0} | _fours(8, RULES)),
        "mines_game_info": (
            88,
            {"size": 0} | _fours(8, INFO) | {"bombs": 68} | _fours(76, "radius can_bomb winner"),
        ),
        "mines_file": (32, {"size": 0} | _fours(8, FILE)),
        "mines_file_fault": (24, {"size": 0, "offset": 8, "text": 16}),
        "mines_generate_request": (56, {"size": 0} | _fours(8, REQUEST) | {"tries": 48}),
    },
    "32 bits": {
        **SMALL_POINTERS,
        "mines_cost": (44, {"size": 0} | _eights(4, COST)),
        "mines_file_fault": (16, {"size": 0, "offset": 4, "text": 12}),
    },
    "32 bits of Windows": {
        **SMALL_POINTERS,
        "mines_cost": (48, {"size": 0} | _eights(8, COST)),
        "mines_file_fault": (24, {"size": 0, "offset": 8, "text": 16}),
    },
}
COMPILERS = {
    "gcc": "64 bits",
    "gcc -m32": "32 bits",
    "clang": "64 bits",
    "clang -m32": "32 bits",
    "x86_64-w64-mingw32-gcc": "64 bits",
    "i686-w64-mingw32-gcc": "32 bits of Windows",
}


def _accepts(compiler: str, program: str, folder: Path) -> bool:
    (folder / "p.c").write_text(program, encoding="ascii")
    command = [*compiler.split(), "-std=c11", "-fsyntax-only", f"-I{mc.get_include()}", "p.c"]
    return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode == 0


def _asserts(layout: Layout) -> str:
    lines = ['#include <minesweeper_core.h>\n_Static_assert(sizeof(mines_status) == 4, "");']
    for name, (size, fields) in layout.items():
        lines.append(f'_Static_assert(sizeof({name}) == {size}, "");')
        lines += [f'_Static_assert(offsetof({name}, {field}) == {at}, "");' for field, at in fields.items()]
    return "\n".join(lines) + "\n"


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="the compilers named are those for x86")
@pytest.mark.parametrize("compiler", COMPILERS)
def test_layout_of_structs(compiler: str, tmp_path: Path) -> None:
    if not shutil.which(compiler.split()[0]) or not _accepts(compiler, "#include <stdint.h>\n", tmp_path):
        pytest.skip(f"no {compiler}")
    assert _accepts(compiler, _asserts(LAYOUTS[COMPILERS[compiler]]), tmp_path)
    others = {name for name, layout in LAYOUTS.items() if layout != LAYOUTS[COMPILERS[compiler]]}
    assert not [name for name in others if _accepts(compiler, _asserts(LAYOUTS[name]), tmp_path)]


def test_layouts_name_every_field() -> None:
    for name, (_, fields) in LAYOUTS["64 bits"].items():
        found = re.search(rf"typedef struct {name} \{{(.*?)^\}} {name};", HEADER, flags=re.DOTALL | re.MULTILINE)
        assert found
        body = re.sub(r"/\*.*?\*/", "", found[1], flags=re.DOTALL)
        body = re.sub(r"\(\*(\w+)\)\([^;]*\)", r"\1", body)  # a pointer to a function
        names = [re.findall(r"(\w+)(?:\[\d+\])?$", part)[0] for part in re.split("[,;]", body) if part.strip()]
        assert names == list(fields)
    assert set(re.findall(r"typedef struct (\w+) \{", HEADER)) == set(LAYOUTS["64 bits"])


def test_layout_as_cffi_has_it() -> None:
    from minesweeper_core._impl.bindings import _capi

    kind = "64 bits" if struct.calcsize("P") == 8 else "32 bits of Windows" if sys.platform == "win32" else "32 bits"
    for name, (size, fields) in LAYOUTS[kind].items():
        assert _capi.ffi.sizeof(name) == size
        assert {field: _capi.ffi.offsetof(name, field) for field in fields} == fields


# ---- Cython's declarations -------------------------------------------------------------------------------------------


def _declarations(text: str) -> dict[str, str]:
    """Functions by name, each with its normalised declaration."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"#.*", "", text)
    text = re.sub(r",\s+", ", ", text)
    text = re.sub(r"\b(?:MINES_API|MINES_STDCALL|__stdcall)\b", "", text)
    found = {}
    for result, name, parameters in re.findall(
        r"^[ ]*((?:const )?\w+ \**) *(mines_\w+|DetermineGrid2)\(([^()]*)\)", text, flags=re.MULTILINE
    ):
        types = ["" if p.split() in ([], ["void"]) else re.sub(r"\w+$", "", p.strip()) for p in parameters.split(",")]
        found[name] = re.sub(r"\s+", "", f"{result}({','.join(types)})")
    return found


def test_cython_declares_what_the_header_does() -> None:
    """The generated .pxd file, with this test's own reading of both."""
    pxd = pxd_of(HEADER)
    assert _declarations(pxd) == _declarations(HEADER)
    assert len(_declarations(pxd)) == len(re.findall(r"^MINES_API ", HEADER, flags=re.MULTILINE))
    assert re.findall(r"ctypedef struct (\w+):", pxd) == re.findall(r"typedef struct (\w+)", HEADER)
    assert "int (*poll)(void *context, double progress) noexcept" in pxd


def test_a_declaration_of_a_new_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown kind: typedef int mines_number"):
        pxd_of("typedef int mines_number;")
