"""Programs that use the library: linked or loaded at run time, from C, C++, .NET, Pascal and assembly, on every target.

setup_clients.sh sets up what they need beyond a compiler; without it, the tests that need it are skipped.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from once import locked, once
from targets import CLIENTS, CXX, HERE, MACHINES, built, clients, in_root, need, need_tools, root_32, run

import minesweeper_core as mc

NAMES_32 = ("DetermineGrid2", "_DetermineGrid2@28", "DetermineGrid2@28")
LANGUAGES = ("c99", "c11", "c++17")
PACKAGE_32 = "/opt/package"
# The Python tests that run on 32-bit Linux.
PYTHON_TESTS = ["bindings", "board_input", "arguments", "results", "long_calls", "contract", "brute_force"]
# The C tests here use the public header only.
POSITIONS = HERE / "c"


def last_words(output: str) -> list[str]:
    return output.strip().splitlines()[-1].split()


def libraries_of(machine: str) -> list[tuple[str, tuple[str, ...]]]:
    """The library files of a machine, with the names that DetermineGrid2 has in each."""
    if machine == "win32":
        return [("minesweeper_core.dll", NAMES_32), ("C[o]re.dll", NAMES_32)]
    return [(MACHINES[machine].library(), NAMES_32[:1])]


# ---- C and C++ on every machine --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MACHINES)
def test_linked_program(name: str, tmp_path: Path) -> None:
    machine = MACHINES[name]
    machine.ready()
    program, version, kernel, bits = last_words(machine.run(machine.compile(tmp_path, CLIENTS / "client.c")))
    assert (program, version, int(bits)) == ("client", mc.__version__, machine.bits())
    if name == "pentium3":
        assert kernel == "portable"


@pytest.mark.parametrize("name", MACHINES)
def test_loaded_program(name: str, tmp_path: Path) -> None:
    """On 32-bit x86 this is the caller in assembly, whose stack is aligned to 4 bytes."""
    machine = MACHINES[name]
    machine.ready()
    more = [CLIENTS / "caller.S"] if machine.bits() == 32 else []
    program = machine.compile(tmp_path, CLIENTS / "loaded.c", *more, linked=False)
    for library, names in libraries_of(name):
        library = library if library.endswith(".dll") else str(tmp_path / library)
        assert last_words(machine.run(program, library, *names)) == ["loaded", str(len(names)), "names"]


@pytest.mark.parametrize("name", MACHINES)
def test_attacks(name: str, tmp_path: Path) -> None:
    machine = MACHINES[name]
    machine.ready()
    program = machine.compile(tmp_path, CLIENTS / "attack.c", linked=False)
    for library, names in libraries_of(name):
        library = library if library.endswith(".dll") else str(tmp_path / library)
        assert machine.run(program, library, names[-1]) == "attacked\n"


@functools.cache
def signature_here() -> str:
    machine = MACHINES["native"]

    def make(folder: Path) -> None:
        (folder / "printed").write_text(machine.run(machine.compile(folder, POSITIONS / "test_signature.c")))

    return (once("signature", make) / "printed").read_text()


@pytest.mark.parametrize("name", [name for name in MACHINES if name != "native"])
def test_the_same_boards_from_a_seed(name: str, tmp_path: Path) -> None:
    machine = MACHINES[name]
    machine.ready()
    need_tools("cc")
    found = machine.run(machine.compile(tmp_path, POSITIONS / "test_signature.c"))
    assert re.fullmatch(r"signature [0-9a-f]{16}", found.splitlines()[0])
    assert found.splitlines()[0] == signature_here().splitlines()[0]


@pytest.mark.parametrize("program", ["test_brute", "test_exact"])
@pytest.mark.parametrize("name", [name for name in MACHINES if name not in ("native", "linux32")])
def test_exact_answers(name: str, program: str, tmp_path: Path) -> None:
    machine = MACHINES[name]
    machine.ready()
    found = machine.run(machine.compile(tmp_path, POSITIONS / f"{program}.c"))
    assert re.search(rf"^{program}: \d+ checks passed$", found, flags=re.MULTILINE)


# ---- the ways to link, in every language and width -------------------------------------------------------------------


def package_of(bits: int) -> Path:
    """The installed package whose files the linker gets."""
    if bits == 64:
        return Path(mc.get_include()).parent
    return package_32() / "minesweeper_core"


def check_linked(program: Path, bits: int) -> None:
    assert last_words(run(program)) == ["client", mc.__version__, *last_words(run(program))[2:3], str(bits)]


@pytest.mark.parametrize("bits", [64, 32])
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("std", LANGUAGES)
def test_linked_by_pkg_config(std: str, compiler: str, bits: int, tmp_path: Path) -> None:
    need_tools("pkg-config", compiler)
    package = package_of(bits)
    env = {"PKG_CONFIG_PATH": str(package / "lib" / "pkgconfig")}
    flags = run("pkg-config", "--cflags", "--libs", "minesweeper_core", env=env).split()
    plus = std.startswith("c++")
    command = CXX[compiler] if plus else compiler
    source = ["-x", "c++" if plus else "c", CLIENTS / "client.c", "-x", "none"]
    run(
        command,
        f"-m{bits}",
        f"-std={std}",
        "-Wall",
        "-Wextra",
        "-Wpedantic",
        "-Werror",
        *source,
        *flags,
        "-o",
        tmp_path / "p",
    )
    check_linked(tmp_path / "p", bits)


@pytest.mark.parametrize("bits", [64, 32])
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("std", LANGUAGES)
def test_linked_by_cmake(std: str, compiler: str, bits: int, tmp_path: Path) -> None:
    need_tools("cmake", compiler)
    package = package_of(bits)
    plus = std.startswith("c++")
    language = "CXX" if plus else "C"
    shutil.copy(CLIENTS / "client.c", tmp_path / ("client.cpp" if plus else "client.c"))
    (tmp_path / "CMakeLists.txt").write_text(
        f"cmake_minimum_required(VERSION 3.16)\nproject(client {language})\n"
        f"set(CMAKE_{language}_STANDARD {std.lstrip('c+')})\n"
        f"find_package(minesweeper_core {mc.__version__} CONFIG REQUIRED)\n"
        f"add_executable(p {'client.cpp' if plus else 'client.c'})\n"
        "target_link_libraries(p PRIVATE minesweeper_core::minesweeper_core)\n"
    )
    options = [
        f"-DCMAKE_{language}_COMPILER={CXX[compiler] if plus else compiler}",
        f"-DCMAKE_{language}_FLAGS=-m{bits}",
        f"-Dminesweeper_core_DIR={package / 'lib' / 'cmake' / 'minesweeper_core'}",
    ]
    run("cmake", "-S", tmp_path, "-B", tmp_path / "build", *options)
    run("cmake", "--build", tmp_path / "build")
    check_linked(tmp_path / "build" / "p", bits)


@pytest.mark.parametrize("name", ["native", "linux32"])
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("std", LANGUAGES)
def test_loaded_by_dlopen(std: str, compiler: str, name: str, tmp_path: Path) -> None:
    machine = MACHINES[name]
    machine.ready()
    need_tools(compiler)
    more = [CLIENTS / "caller.S"] if machine.bits() == 32 else []
    program = machine.compile(tmp_path, CLIENTS / "loaded.c", *more, std=std, compiler=compiler, linked=False)
    assert machine.run(program, str(tmp_path / machine.library()), "DetermineGrid2") == "loaded 1 names\n"


# ---- .NET and Pascal -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bits", [64, 32])
def test_dot_net_program(bits: int, tmp_path: Path) -> None:
    """P/Invoke of "C[o]re.dll", which mono's dllmap sends to the shared library."""
    need_tools("mcs", "mono")
    run("mcs", "-warnaserror", f"-out:{tmp_path / 'client.exe'}", CLIENTS / "client.cs")
    library = built("native" if bits == 64 else "linux32") / "libminesweeper_core.so"
    folder = tmp_path
    if bits == 32:
        folder = root_32() / "opt" / "mono"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        shutil.copy(tmp_path / "client.exe", folder)
        library = Path(shutil.copy(library, folder))
    inside = library if bits == 64 else Path("/") / library.relative_to(root_32())
    config = f'<configuration><dllmap dll="C[o]re.dll" target="{inside}"/></configuration>\n'
    (folder / "client.exe.config").write_text(config)
    output = run("mono", folder / "client.exe") if bits == 64 else in_root("mono", "/opt/mono/client.exe")
    assert output == f"client.cs {bits}\n"


def test_pascal_program(tmp_path: Path) -> None:
    """Delphi's declaration, with Free Pascal in its Delphi mode."""
    need_tools("fpc")
    folder = built("native")
    run(
        "fpc",
        "-v0",
        f"-Fl{folder}",
        f"-k-rpath={folder}",
        f"-FU{tmp_path}",
        f"-o{tmp_path / 'client'}",
        CLIENTS / "client.pas",
    )
    assert run(tmp_path / "client") == "client.pas 64\n"


# ---- Python of 32 bits -----------------------------------------------------------------------------------------------


def copy_sources(target: Path) -> None:
    """The package's sources: from $MINESWEEPER_SDIST, or the tree around the tests."""
    sdist = os.environ.get("MINESWEEPER_SDIST")
    if sdist:
        (target.parent / "unpacked").mkdir()
        run("tar", "-xf", sdist, "-C", target.parent / "unpacked")
        (unpacked,) = (target.parent / "unpacked").iterdir()
        unpacked.rename(target)
        return
    tree = HERE.parent
    need(
        (tree / "minesweeper_core" / "_impl" / "bindings" / "cython_binding.pyx").exists(),
        "neither the sources nor MINESWEEPER_SDIST are there",
    )
    left_out = shutil.ignore_patterns(".*", "build", "*.so", "*.egg-info", "__pycache__", "source", "lib")
    shutil.copytree(tree, target, ignore=left_out)


# No debug information and no optimisation for the Python modules: the build takes half the time. The C library is still
# built with its usual flags.
QUICKLY = {"PIP_ROOT_USER_ACTION": "ignore", "CFLAGS": "-O0 -g0"}


@functools.cache
def package_32() -> Path:
    """The folder with the package, built and installed in the 32-bit root."""
    need(os.geteuid() == 0, "only root can use the 32-bit root")

    def make(_folder: Path) -> None:
        for name in ("src", "unpacked", "package"):
            shutil.rmtree(root_32() / "opt" / name, ignore_errors=True)
        copy_sources(root_32() / "opt" / "src")
        options = ("--no-build-isolation", "--no-deps", "--no-index", "--target", PACKAGE_32)
        in_root("python3", "-m", "pip", "install", "-q", *options, "/opt/src", env=QUICKLY)

    clients()
    once("package-32", make)
    return root_32() / PACKAGE_32.lstrip("/")


def python_32(*arguments: str) -> str:
    package_32()
    environment = {"PYTHONPATH": PACKAGE_32, "PYTHONDONTWRITEBYTECODE": "1"}
    return in_root("python3", *arguments, env=environment)


DRAW = """
import hashlib, sys
import minesweeper_core as mc
assert sys.maxsize < 2**32 or "--any" in sys.argv
board = "-" * 100 + "1" + "-" * 25 + "3" + "-" * 129
drawn = [binding.sample(board, 51, 5000, seed=1, width=16) for binding in (mc, mc.cffi, mc.load(mc.get_library()))]
assert (drawn[0] == drawn[1]).all() and (drawn[0] == drawn[2]).all()
print(hashlib.sha256(drawn[0].tobytes()).hexdigest())
"""


def test_python_of_32_bits_draws_the_same_boards() -> None:
    """Through the Cython module, the API-mode module and the shared library opened by cffi."""
    assert python_32("-c", DRAW) == run(sys.executable, "-P", "-c", DRAW, "--any")


@pytest.mark.parametrize("name", PYTHON_TESTS)
def test_python_of_32_bits_passes_tests(name: str) -> None:
    package_32()
    tests = root_32() / "opt" / f"tests-{name}"
    shutil.rmtree(tests, ignore_errors=True)
    shutil.copytree(HERE, tests / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    inside = f"/opt/{tests.name}"
    options = ("-q", "-p", "no:cacheprovider", f"--rootdir={inside}")
    output = python_32("-m", "pytest", *options, f"{inside}/tests/test_{name}.py")
    passed = re.search(r"(\d+) passed", output)
    assert passed and int(passed[1]) >= 10, output[-2000:]
    shutil.rmtree(tests)


# ---- nothing is left behind ------------------------------------------------------------------------------------------


def test_nothing_stays_mounted_or_running() -> None:
    root = str(root_32())
    assert in_root("test", "-e", "/proc/self/exe") == ""
    with locked(clients() / "i386.lock"):  # no other test is using the root
        assert root not in Path("/proc/mounts").read_text()
        running = subprocess.run(["ps", "-eo", "pid"], capture_output=True, text=True, check=True).stdout.split()[1:]
        for pid in running:
            try:
                assert not os.readlink(f"/proc/{pid}/root").startswith(root)
            except OSError:  # the process has ended or belongs to the kernel
                continue
