"""The shared libraries of every target: exports, imports, version, and the processor that they need."""

from __future__ import annotations

import os
import re
import shutil
import struct
from pathlib import Path

import pytest
from instructions import disassembled, is_later
from targets import HERE, built, need, need_tools, run

import minesweeper_core as mc
from minesweeper_core.build import FLAGS, FLOOR, TARGETS, BuildError, build, core_sources, source_folder
from minesweeper_core.cli import main

HEADER = (Path(mc.get_include()) / "minesweeper_core.h").read_text(encoding="ascii")
DECLARED = sorted(re.findall(r"^MINES_API [^;]*?\b(\w+)\(", HEADER, flags=re.MULTILINE))
DECORATED = ["DetermineGrid2@28", "_DetermineGrid2@28"]
ELF = ("native", "linux32")
DLLS = ("win64", "win32")
CORE_DLL = "C[o]re.dll"


def exports(library: Path) -> list[str]:
    if library.suffix == ".dll":
        table = run("objdump", "-p", library).split("[Ordinal/Name Pointer] Table")[1].split("\n\n")[0]
        return sorted(re.findall(r"^\t\[ *\d+\] (\S+)$", table, flags=re.MULTILINE))
    lines = run("nm", "-D", "--defined-only", library).splitlines()
    return sorted(line.split()[-1] for line in lines)


def file_of(target: str) -> Path:
    return built(target) / ("minesweeper_core.dll" if target in DLLS else "libminesweeper_core.so")


def exported_by(*names: str) -> list[str]:
    """The names that .def files export."""
    found: list[str] = []
    for name in names:
        text = (source_folder() / "core" / "windows" / name).read_text(encoding="ascii")
        body = re.sub(r";.*", "", text).split("EXPORTS")[1]
        found += [line.split()[0] for line in body.splitlines() if line.strip()]
    return sorted(found)


# ---- the same files by make and by the package -----------------------------------------------------------------------


@pytest.mark.parametrize("target", TARGETS)
def test_make_builds_the_same_files(target: str, tmp_path: Path) -> None:
    """To the byte, from and into other folders: so the builds are reproducible too."""
    makefile = HERE.parent / "core" / "Makefile"
    need(makefile.exists(), "the tests run without the Makefile")
    need_tools("make")
    folder = tmp_path if target == "native" else tmp_path / target
    clean = dict.fromkeys(("MAKEFLAGS", "MFLAGS", "MAKELEVEL"), "")
    run("make", "-s", "-j2", "-C", makefile.parent, f"BUILD={tmp_path}", target, env=clean)
    files = sorted(file.name for file in built(target).iterdir() if not file.is_symlink())
    assert files
    for name in files:
        ours, theirs = built(target) / name, folder / name
        if target in ELF:  # CFLAGS of make's own may differ; the names may not
            assert exports(ours) == exports(theirs)
        if not os.environ.get("CFLAGS") and not os.environ.get("CC"):
            assert ours.read_bytes() == theirs.read_bytes(), f"{name} differs"


def test_package_holds_the_sources() -> None:
    root, tree = source_folder(), HERE.parent
    assert len(core_sources(root)) > 20
    need((tree / "core" / "Makefile").exists(), "the tests run without the sources")
    files = [*(tree / "include").iterdir()]
    for file in (tree / "core").glob("*/**/*"):
        if file.is_file() and "build" not in file.relative_to(tree).parts:
            files.append(file)
    assert len(files) > 100
    for file in files:
        assert (root / file.relative_to(tree)).read_bytes() == file.read_bytes(), file


def test_command_builds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    need_tools("cc")
    assert main(["build", "--target", "native", "--out", str(tmp_path / "made")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [Path(line).parent for line in lines] == [tmp_path / "made"] * 3
    library = mc.load(str(tmp_path / "made" / "libminesweeper_core.so"))
    assert library.version == mc.__version__ and library.solve("-1", 1).total == 1


def test_failures_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["build", "--target", "native", "--out", str(tmp_path), "--cc", "no-such-compiler -x"]) == 2
    assert "no-such-compiler was not found" in capsys.readouterr().err
    out = tmp_path / "out"
    assert main(["build", "--target", "native", "--out", str(out), "--cc", "false"]) == 2
    assert "false failed" in capsys.readouterr().err
    talkative = tmp_path / "talkative"
    talkative.write_text("#!/bin/sh\necho 'first line' >&2\nprintf '\\tsecond \\033 line\\n' >&2\nexit 1\n")
    talkative.chmod(0o755)
    assert main(["build", "--target", "native", "--out", str(out), "--cc", str(talkative)]) == 2
    told = f"minesweeper-core: {talkative} failed:\nfirst line\n        second \\x1b line\n"
    assert capsys.readouterr().err == told
    for command, words in (("", "command is empty"), (" ", "command is empty"), ("cc '", "No closing quotation")):
        assert main(["build", "--target", "native", "--out", str(out), "--cc", command]) == 2
        assert words in capsys.readouterr().err
    assert not out.exists()
    (tmp_path / "file").write_text("")
    assert main(["build", "--target", "native", "--out", str(tmp_path / "file")]) == 2
    assert str(tmp_path / "file") in capsys.readouterr().err
    assert main(["build", "--target", "vax", "--out", str(tmp_path)]) == 2
    monkeypatch.setenv("PATH", "")
    with pytest.raises(BuildError, match="gcc-mingw-w64-i686-win32"):
        build("win32", tmp_path)


# ---- exports and imports ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [*ELF, "win64"])
def test_exports_are_those_of_the_header(target: str) -> None:
    assert exports(file_of(target)) == DECLARED


def test_exports_of_32_bit_windows() -> None:
    assert exports(file_of("win32")) == sorted(DECLARED + DECORATED)
    assert exports(built("win32") / CORE_DLL) == sorted(["DetermineGrid2", *DECORATED])


def test_def_files_are_the_exports() -> None:
    assert exported_by("minesweeper_core.def") == DECLARED
    assert exported_by("decorated.def") == DECORATED
    assert exported_by("core.def") == sorted(["DetermineGrid2", *DECORATED])


@pytest.mark.parametrize("target", DLLS)
def test_dlls_need_only_what_every_windows_has(target: str) -> None:
    for file in built(target).glob("*.dll"):
        assert set(re.findall(r"DLL Name: (\S+)", run("objdump", "-p", file))) == {"KERNEL32.dll", "msvcrt.dll"}, file


def test_functions_of_windows_are_old() -> None:
    """What KERNEL32 gives C[o]re.dll must be there on the systems that the original ran on: Windows 2000 and XP."""
    known = {
        "CloseHandle",
        "CreateThread",
        "DeleteCriticalSection",
        "EnterCriticalSection",
        "FreeLibrary",
        "GetCurrentProcess",
        "GetCurrentThread",
        "GetLastError",
        "GetModuleHandleA",
        "GetProcAddress",
        "GetProcessAffinityMask",
        "GetProcessTimes",
        "GetThreadTimes",
        "GetTickCount",
        "InitializeCriticalSection",
        "InterlockedCompareExchange",
        "InterlockedDecrement",
        "InterlockedExchange",
        "InterlockedIncrement",
        "LeaveCriticalSection",
        "LoadLibraryA",
        "QueryPerformanceCounter",
        "QueryPerformanceFrequency",
        "Sleep",
        "TlsGetValue",
        "VirtualProtect",
        "VirtualQuery",
        "WaitForSingleObject",
    }
    listing = run("objdump", "-p", built("win32") / CORE_DLL).split("DLL Name: KERNEL32.dll")[1].split("\n\n")[0]
    used = set(re.findall(r"^\t[0-9a-f]+\t +\d+ +(\w+)$", listing, flags=re.MULTILINE))
    assert "CreateThread" in used and used <= known, used - known


@pytest.mark.parametrize("target", ELF)
def test_soname_and_build_id(target: str) -> None:
    text = run("readelf", "-d", "-n", file_of(target))
    assert re.findall(r"SONAME.*\[(.*)\]", text) == ["libminesweeper_core.so." + mc.__version__.split(".")[0]]
    assert re.search(r"Build ID: [0-9a-f]{40}", text)
    needed = re.findall(r"NEEDED.*\[(.*)\]", text)
    assert all(re.match(r"(libc|libm|libpthread|ld-linux.*)\.so", name) for name in needed), needed


@pytest.mark.parametrize("target", DLLS)
def test_version_resource_and_build_id(target: str) -> None:
    for file in built(target).glob("*.dll"):
        data = file.read_bytes()
        numbers = [int(part) for part in mc.__version__.split(".")]
        fixed = data.index(struct.pack("<II", 0xFEEF04BD, 0x10000))  # VS_FIXEDFILEINFO
        version = struct.unpack_from("<II", data, fixed + 8)
        assert version == (numbers[0] << 16 | numbers[1], numbers[2] << 16), file
        for word in (file.name, mc.__version__, "minesweeper-core"):
            assert word.encode("utf-16-le") in data, (file, word)
        assert data.index(b"RSDS") and ".buildid" in run("objdump", "-h", file)


# ---- the floor: SSE and no SSE2 --------------------------------------------------------------------------------------


def is_kernel(source: str) -> bool:
    """Whether a file of core/ is a kernel chosen by the processor's features. COFF keeps 14 letters of the name."""
    return source.startswith("kernel_") and not source.startswith("kernel_port")


@pytest.mark.parametrize(
    ("target", "name"),
    [("linux32", "libminesweeper_core.so"), ("win32", CORE_DLL), ("win32", "minesweeper_core.dll")],
)
def test_a_pentium_iii_knows_every_instruction(target: str, name: str) -> None:
    instructions = disassembled(built(target) / name)
    assert len(instructions) > 20000
    assert any(instruction.source.startswith("kernel_port") for instruction in instructions)
    later = [i for i in instructions if is_later(i.text) and not is_kernel(i.source)]
    # executed only where the processor says that it knows it
    later = [i for i in later if not (i.function.lstrip("_") == "mcore_cpu_features" and i.text == "xgetbv")]
    assert not later, later[:10]


def test_later_instructions_are_found(tmp_path: Path) -> None:
    """The scan sees them where they are."""
    built("linux32")
    command = ["-shared", "-fPIC", "-O2", "-std=c11", "-msse2", "-mfpmath=sse"]
    run("gcc", "-m32", *command, *core_sources(source_folder()), "-pthread", "-o", tmp_path / "sse2.so")
    found = {i.text.split()[0] for i in disassembled(tmp_path / "sse2.so") if is_later(i.text)}
    assert {"movsd", "mulsd", "addsd", "cvtsi2sd", "movdqa", "paddq", "pxor"} <= found


@pytest.mark.parametrize(
    ("text", "later"),
    [
        ("addsd  (%eax),%xmm1", True),
        ("movsd  %xmm0,(%esp)", True),
        ("movsd", False),
        ("movsl  %ds:(%esi),%es:(%edi)", False),
        ("rep movsl %ds:(%esi),%es:(%edi)", False),
        ("cmpsd  $0x1,%xmm1,%xmm0", True),
        ("movd   %eax,%mm0", False),
        ("movd   %eax,%xmm0", True),
        ("paddd  %mm1,%mm0", False),
        ("paddd  %xmm1,%xmm0", True),
        ("paddq  %mm1,%mm0", True),
        ("pshufw $0x1,%mm1,%mm0", False),
        ("pshufd $0x1,%xmm1,%xmm0", True),
        ("movaps %xmm1,%xmm0", False),
        ("mulps  %xmm1,%xmm0", False),
        ("andnps %xmm1,%xmm0", False),
        ("cvtsi2ss %eax,%xmm0", False),
        ("cvtsi2sd %eax,%xmm0", True),
        ("vaddps %xmm1,%xmm1,%xmm0", True),
        ("verr   %ax", False),
        ("fmull  (%eax)", False),
        ("fisttpll (%eax)", True),
        ("cmovae %edx,%eax", False),
        ("popcnt %eax,%eax", True),
        ("sfence", False),
        ("mfence", True),
        ("pause", False),
        ("prefetchnta (%eax)", False),
        ("lock cmpxchg %edx,(%ecx)", False),
        ("shrx   %eax,%ebx,%ecx", True),
    ],
)
def test_instructions_are_told_apart(text: str, later: bool) -> None:
    assert is_later(text) == later


def test_every_entry_rounds_to_double() -> None:
    """On the x87, all that computes with doubles begins with the word that sets 53 bits: options are its mark."""
    root = source_folder() / "core"
    entries = 0
    # The games, the metrics and the files compute with integers alone.
    for file in ("api_solve.c", "api_sampler.c", "api_estimate.c", "api_generate.c", "determine_grid2.c"):
        text = (root / "api" / file).read_text(encoding="ascii")
        for head, body in re.findall(r"^MINES_API ([^;{}]*)\n?\{([^}]*)", text, flags=re.MULTILINE):
            if "mines_options" in head or "DetermineGrid2(" in head:
                entries += 1
                assert body.strip().startswith("MCORE_ROUND_TO_DOUBLE;"), head
    assert entries >= 12
    threads = (root / "base" / "threads.c").read_text(encoding="ascii")
    assert len(re.findall(r"entry\(void \*data\)\n\{\n    MCORE_ROUND_TO_DOUBLE;", threads)) == 2


def test_frames_on_the_stack_are_small() -> None:
    """A thread with 64 KiB of stack may make any call: attack.c does. No frame on the way takes a large part of it."""
    need_tools("gcc")
    built("linux32")
    on_the_way = (
        "determine_grid2.c",
        "sampler.c",
        "threads.c",
        "frontier_paths.c",
        "frontier_tables.c",
        "kernel_sse2.c",
        "kernel_avx512.c",
    )
    sources = [source for source in core_sources(source_folder()) if source.name in on_the_way]
    assert len(sources) == len(on_the_way)
    scratch = built("linux32").parent / "usage"
    scratch.mkdir(exist_ok=True)
    for source in sources:
        run("gcc", "-m32", *FLAGS, *FLOOR, "-fstack-usage", "-c", source, "-o", scratch / f"{source.stem}.o")
    sizes = [int(line.split("\t")[1]) for file in scratch.glob("*.su") for line in file.read_text().splitlines()]
    shutil.rmtree(scratch)
    assert max(sizes) > 1000 and max(sizes) < 8192, max(sizes)
