"""The shared libraries of every target: how they are built, exports, imports, version, and the processor they need."""

from __future__ import annotations

import os
import re
import struct
from pathlib import Path
from typing import NamedTuple

import pytest
from instructions import disassembled, is_later
from targets import HERE, built, need, need_tools, run

import minesweeper_core as mc
from minesweeper_core.build import TARGETS, BuildError, build, core_sources, flags, source_folder
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

# A tool that writes its arguments to a file of its own, and makes empty outputs.
RECORDER = """#!/bin/sh
printf '%s\\n' "$(basename "$0")" "$@" >"$RECORDS/$$"
for word; do
    [ "$before" != -o ] || : >"$word"
    case $word in -Wl,--out-implib,*) : >"${word#-Wl,--out-implib,}" ;; esac
    before=$word
done
case $0 in *windres) : >"$word" ;; esac
"""
# What make adds: warnings, and the headers that a source depends on.
ADDED = {"-Wall", "-Wextra", "-MMD", "-MP"}


class Command(NamedTuple):
    """A call of a compiler, linker or windres; files without their folders, which differ."""

    tool: str
    flags: tuple[str, ...]
    inputs: tuple[str, ...]  # in order: a linker's output follows from it
    output: str


def command_of(record: Path) -> Command:
    tool, *words = record.read_text(encoding="ascii").splitlines()
    words = [word for word in words if word not in ADDED]
    output = words.pop() if tool.endswith("windres") else words.pop(words.index("-o") + 1)
    files = [word for word in words if not word.startswith("-") and word != "coff"]
    options = {word for word in words if word.startswith("-")}
    if "-c" not in words:
        options.discard("-O3")  # make passes it to the linker too, which ignores it
    options = {re.sub("(--out-implib,).*/", r"\1", option) for option in options}
    inputs = [Path(file).with_suffix(".o").name if file.endswith(".obj") else Path(file).name for file in files]
    return Command(tool, tuple(sorted(options)), tuple(inputs), Path(output).name.replace(".obj", ".o"))


def make(folder: Path, target: str, **env: str) -> Path:
    """Run make and return the folder with the target's libraries."""
    makefile = HERE.parent / "core" / "Makefile"
    need(makefile.exists(), "the tests run without the Makefile")
    need_tools("make")
    clean = dict.fromkeys(("MAKEFLAGS", "MFLAGS", "MAKELEVEL"), "")
    run("make", "-s", "-j2", "-C", makefile.parent, f"BUILD={folder}", target, env=clean | env)
    return folder if target == "native" else folder / target


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize("target", TARGETS)
def test_make_and_the_package_run_the_same_commands(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    windres = TARGETS[target].compiler.replace("gcc", "windres")
    for tool in ("ar", TARGETS[target].compiler, windres):
        (tools / tool).write_text(RECORDER)
        (tools / tool).chmod(0o755)
    for name in ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")

    def commands_of(name: str) -> list[Command]:
        found = [
            command_of(record) for record in (tmp_path / name).iterdir() if not record.read_text().startswith("ar\n")
        ]
        return sorted(found)

    for name in ("package", "make"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("RECORDS", str(tmp_path / "package"))
    build(target, tmp_path / "out")
    make(tmp_path / "made", target, RECORDS=str(tmp_path / "make"))
    commands = commands_of("package")
    assert len(commands) >= len(core_sources(source_folder())) + 1
    assert commands == commands_of("make")
    assert all("-O3" in command.flags for command in commands if "-c" in command.flags)


def test_make_builds_the_same_files(tmp_path: Path) -> None:
    """Builds are reproducible to the byte, whatever the folders. One target is enough, as the commands are the same for
    all."""
    ours = built("win32")
    theirs = make(tmp_path, "win32")
    files = sorted(file.name for file in ours.iterdir())
    assert files == sorted(["C[o]re.dll", "libminesweeper_core.dll.a", "minesweeper_core.dll"])
    for name in files:
        assert (ours / name).read_bytes() == (theirs / name).read_bytes(), f"{name} differs"


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


def test_command_builds() -> None:
    """All libraries here are built by the command."""
    folder = built("native")
    lines = (folder.parent / "printed").read_text().splitlines()
    assert [Path(line).parent for line in lines] == [folder] * 3
    library = mc.load(str(folder / "libminesweeper_core.so"))
    assert library.version == mc.__version__ and library.solve("-1", 1).total == 1


def test_failures_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["build", "--target", "native", "--out", str(tmp_path), "--cc", "no-such-compiler -x"]) == 2
    assert "no-such-compiler was not found" in capsys.readouterr().err
    out = tmp_path / "out"
    assert main(["build", "--target", "native", "--out", str(out), "--cc", "false"]) == 2
    assert "false failed" in capsys.readouterr().err
    talkative = tmp_path / "talkative"
    talkative.write_text("#!/bin/sh\necho 'first line' >&2\nprintf '\\tsecond \\033 line\\n' >&2\nexit 1\n")
    talkative.chmod(0o755)
    assert main(["build", "--target", "native", "--out", str(out), "--cc", str(talkative)]) == 2
    expected = f"minesweeper-core: {talkative} failed:\nfirst line\n        second \\x1b line\n"
    assert capsys.readouterr().err == expected
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
    """What C[o]re.dll imports from KERNEL32 must exist on the systems that the original ran on: Windows 2000 and XP."""
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


# ---- the floor: SSE without SSE2 -------------------------------------------------------------------------------------


def is_kernel(source: str) -> bool:
    """Whether a file of core/ is a kernel for newer processors. COFF keeps 14 letters of the name."""
    return source.startswith("kernel_") and not source.startswith("kernel_port")


@pytest.mark.parametrize(
    ("target", "name"),
    [("linux32", "libminesweeper_core.so"), ("win32", CORE_DLL), ("win32", "minesweeper_core.dll")],
)
def test_a_pentium_iii_has_every_instruction(target: str, name: str) -> None:
    instructions = disassembled(built(target) / name)
    assert len(instructions) > 20000
    assert any(instruction.source.startswith("kernel_port") for instruction in instructions)
    later = [i for i in instructions if is_later(i.text) and not is_kernel(i.source)]
    # executed only if the processor says that it has it
    later = [i for i in later if not (i.function.lstrip("_") == "mcore_cpu_features" and i.text == "xgetbv")]
    assert not later, later[:10]


def test_later_instructions_are_found(tmp_path: Path) -> None:
    """The scan finds the instructions where they are: the sampler computes with doubles and has the SSE2 kernel."""
    built("linux32")
    command = ["-shared", "-fPIC", "-O2", "-std=c11", "-msse2", "-mfpmath=sse"]
    sources = [
        source for source in core_sources(source_folder()) if "sampling" in source.parts and "avx" not in source.name
    ]
    run("gcc", "-m32", *command, *sources, "-pthread", "-o", tmp_path / "sse2.so")
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
def test_is_later(text: str, later: bool) -> None:
    assert is_later(text) == later


def test_every_entry_rounds_to_double() -> None:
    """Every exported function with options, so each that may compute with doubles, first sets the x87 to 53 bits."""
    root = source_folder() / "core"
    entries = 0
    for file in sorted((root / "api").glob("*.c")):
        text = file.read_text(encoding="ascii")
        for head, body in re.findall(r"^MINES_API ([^;{}]*)\n?\{([^}]*)", text, flags=re.MULTILINE):
            body = body.replace("uint64_t start = mcore_clock_now();", "")  # which may come first
            first = body.split(";")[0].strip()
            if "DetermineGrid2(" in head:
                assert first == "MCORE_ROUND_TO_DOUBLE"
            elif "mines_options" in head:
                entries += 1
                assert first == "MCORE_CALL(call, options)", head
    assert entries >= 20
    macro = (root / "api" / "call.h").read_text(encoding="ascii").split("#define MCORE_CALL(call, options)")[1]
    assert macro.replace("\\", "").split(";")[0].strip() == "MCORE_ROUND_TO_DOUBLE"
    threads = (root / "base" / "threads.c").read_text(encoding="ascii")
    assert len(re.findall(r"entry\(void \*data\)\n\{\n    MCORE_ROUND_TO_DOUBLE;", threads)) == 2


def test_frames_on_the_stack_are_small(tmp_path: Path) -> None:
    """A thread with 64 KiB of stack may call DetermineGrid2, as attack.c does: no function there has a large frame."""
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
    options = TARGETS["linux32"].compile_flags(flags(source_folder()))
    for source in sources:
        run("gcc", *options, "-fstack-usage", "-c", source, "-o", tmp_path / f"{source.stem}.o")
    sizes = [int(line.split("\t")[1]) for file in tmp_path.glob("*.su") for line in file.read_text().splitlines()]
    assert max(sizes) > 1000 and max(sizes) < 8192, max(sizes)
