"""What is installed besides the Python modules: header, plain library, pkg-config and CMake files; and the versions."""

from __future__ import annotations

import ctypes
import ctypes.util
import doctest
import importlib
import importlib.metadata
import inspect
import os
import pkgutil
import re
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import minesweeper_core as mc
from minesweeper_core._impl import arguments, game, game_base, masks
from minesweeper_core._impl.bindings.header import cdef_of, version_of
from minesweeper_core._impl.board import MAX_SIDE
from minesweeper_core._impl.flags_game import FlagsRules
from minesweeper_core._impl.game_base import GameInfo
from minesweeper_core._impl.generation import GenerateRequest
from minesweeper_core._impl.statuses import FaultReason, Status

HEADER = (Path(mc.get_include()) / "minesweeper_core.h").read_text(encoding="ascii")
DECLARED = re.findall(r"^MINES_API [^;]*?\b(\w+)\(", HEADER, flags=re.MULTILINE)

PROGRAM = """
#include <minesweeper_core.h>
#include <stdio.h>

int main(void)
{
    mines_solution *solution;
    double mine[6];
    if (mines_solve("2--2--", 2, 3, 3, NULL, &solution, NULL) != MINES_OK) return 1;
    mines_solution_mine(solution, mine);
    mines_solution_free(solution);
    printf("%s %g %g\\n", mines_version_text(), mine[1], mine[2]);
    return 0;
}
"""

needs_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")


def run(*command: str, env: dict[str, str] | None = None, cwd: Path | None = None) -> str:
    done = subprocess.run(command, env=env, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


# ---- one version, one header -----------------------------------------------------------------------------------------


def test_versions_agree() -> None:
    library = ctypes.CDLL(mc.get_library())
    major, minor, patch = map(int, version_of(HEADER).split("."))
    assert mc.__version__ == version_of(HEADER)
    assert mc.load(mc.get_library()).version == mc.__version__
    assert importlib.metadata.version("minesweeper-core") == mc.__version__
    assert library.mines_version() == major * 10000 + minor * 100 + patch


def test_header_is_the_sources_header() -> None:
    source = Path(__file__).parents[1] / "include" / "minesweeper_core.h"
    if not source.exists():
        pytest.skip("the tests run without the sources")
    assert source.read_text(encoding="ascii") == HEADER


def test_cdef_declares_every_function() -> None:
    from minesweeper_core._impl.bindings import _capi

    assert len(DECLARED) > 15 and "DetermineGrid2" in DECLARED
    assert set(DECLARED) <= set(dir(_capi.lib))
    cdef = cdef_of(HEADER)
    assert not re.search(r"MINES_API|MINES_STDCALL|#|/\*|extern", cdef)


def test_enums_agree() -> None:
    from minesweeper_core._impl.bindings import _capi

    declared = _capi.ffi.typeof("mines_status").relements
    assert {f"MINES_{status.name}": status.value for status in Status} == declared
    declared = _capi.ffi.typeof("mines_fault_reason").relements
    assert {f"MINES_FAULT_{reason.name}": reason.value for reason in FaultReason} == declared
    for begin, names in (
        ("MINES_ACTION_", game_base.ACTIONS),
        ("MINES_FIRST_", arguments.FIRST_CLICKS),
        ("MINES_GAME_", (*game._STATUS, "over")),
        ("MINES_GENERATE_", ("any", "no_guess", "no_guess_repaired")),
    ):
        assert [getattr(_capi.lib, begin + name.upper()) for name in names] == list(range(len(names)))
    assert _capi.lib.MINES_MAX_SIDE == MAX_SIDE
    assert _capi.lib.MINES_MAX_GAME_SIDE == masks.MAX_SIDE
    assert _capi.lib.MINES_MAX_GAME_CELLS == masks.MAX_CELLS
    for kind, fields in (
        ("mines_flags_rules", FlagsRules._fields),
        ("mines_generate_request", GenerateRequest._fields),
        ("mines_game_info", GameInfo._fields),
        ("mines_cost", mc.Cost._fields),
        ("mines_metrics_result", mc.Metrics.__slots__),
    ):
        assert [name for name, _ in _capi.ffi.typeof(kind).fields] == ["size", *fields]


# ---- libraries opened by path ----------------------------------------------------------------------------------------


def test_path_may_be_bytes() -> None:
    library = mc.load(os.fsencode(mc.get_library()))
    assert repr(library) == f"<Library {mc.__version__}, {mc.get_library()}>"


def test_other_library_is_refused() -> None:
    path = "kernel32.dll" if sys.platform == "win32" else ctypes.util.find_library("m")
    if path is None:
        pytest.skip("no other library was found")
    with pytest.raises(ImportError, match="has no function DetermineGrid2"):
        mc.load(path)


@needs_compiler
@pytest.mark.parametrize(
    ("version", "message"), [("99.0.0", "is version 99.0.0"), (mc.__version__, "has no function DetermineGrid2")]
)
def test_library_of_another_version_is_refused(tmp_path: Path, version: str, message: str) -> None:
    (tmp_path / "other.c").write_text(f'const char *mines_version_text(void) {{ return "{version}"; }}')
    run("cc", "-shared", "-fPIC", "other.c", "-o", "other.so", cwd=tmp_path)
    with pytest.raises(ImportError, match=message):
        mc.load(tmp_path / "other.so")


# ---- the plain library -----------------------------------------------------------------------------------------------


@pytest.mark.skipif(not (sys.platform == "linux" and shutil.which("nm")), reason="needs Linux and nm")
def test_library_exports_exactly_the_header() -> None:
    lines = run("nm", "-D", "--defined-only", mc.get_library()).splitlines()
    assert sorted(line.split()[-1] for line in lines) == sorted(DECLARED)


@pytest.mark.skipif(not (sys.platform == "linux" and shutil.which("nm")), reason="needs Linux and nm")
def test_library_does_not_depend_on_python() -> None:
    lines = run("nm", "-D", "--undefined-only", mc.get_library()).splitlines()
    assert lines and not [line for line in lines if re.search(r"\b_?Py", line)]


@pytest.mark.skipif(not (sys.platform == "linux" and shutil.which("readelf")), reason="needs Linux and readelf")
def test_library_needs_only_the_system() -> None:
    dynamic = run("readelf", "-d", mc.get_library())
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
    assert all(re.match(r"(libc|libm|libpthread|ld-linux.*)\.so", name) for name in needed), needed
    assert re.findall(r"\(SONAME\).*\[(.*)\]", dynamic) == ["libminesweeper_core.so." + mc.__version__.split(".")[0]]
    assert not re.search(r"RPATH|RUNPATH", dynamic)


@needs_compiler
def test_program_linked_by_file_name(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(PROGRAM)
    library = Path(mc.get_library())
    run("cc", "-I" + mc.get_include(), "p.c", str(library), f"-Wl,-rpath,{library.parent}", "-o", "p", cwd=tmp_path)
    assert run(str(tmp_path / "p")) == f"{mc.__version__} 1 0.5\n"


@needs_compiler
def test_example_of_the_manual(tmp_path: Path) -> None:
    """The program in docs/c-api.md prints what the page says."""
    page = Path(__file__).parents[1] / "docs" / "c-api.md"
    if not page.exists():
        pytest.skip("the tests run without the manual")
    blocks = dict(re.findall(r"^```(c|text)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL))
    (tmp_path / "p.c").write_text(blocks["c"])
    library = Path(mc.get_library())
    options = "-std=c11", "-Wall", "-Wpedantic", "-Werror", "-I" + mc.get_include(), f"-Wl,-rpath,{library.parent}"
    run("cc", *options, "p.c", str(library), "-o", "p", cwd=tmp_path)
    assert run(str(tmp_path / "p")) == blocks["text"]


@needs_compiler
@pytest.mark.skipif(not shutil.which("pkg-config"), reason="no pkg-config")
def test_program_linked_by_pkg_config(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(PROGRAM)
    env = {**os.environ, "PKG_CONFIG_PATH": mc.get_pkgconfig_dir()}
    assert run("pkg-config", "--modversion", "minesweeper_core", env=env).strip() == mc.__version__
    flags = run("pkg-config", "--cflags", "--libs", "minesweeper_core", env=env).split()
    run("cc", "p.c", *flags, "-o", "p", cwd=tmp_path)
    assert run(str(tmp_path / "p")) == f"{mc.__version__} 1 0.5\n"


@needs_compiler
@pytest.mark.skipif(not shutil.which("pkg-config"), reason="no pkg-config")
def test_package_can_be_moved(tmp_path: Path) -> None:
    package = Path(mc.get_include()).parent
    for part in ("include", "lib"):
        shutil.copytree(package / part, tmp_path / "moved" / part)
    (tmp_path / "p.c").write_text(PROGRAM)
    env = {**os.environ, "PKG_CONFIG_PATH": str(tmp_path / "moved" / "lib" / "pkgconfig")}
    flags = run("pkg-config", "--cflags", "--libs", "minesweeper_core", env=env)
    assert str(package) not in flags
    run("cc", "p.c", *flags.split(), "-o", "p", cwd=tmp_path)
    assert run(str(tmp_path / "p")) == f"{mc.__version__} 1 0.5\n"


CMAKE = """
cmake_minimum_required(VERSION 3.16)
project(user C)
find_package(minesweeper_core {version} CONFIG REQUIRED)
add_executable(p p.c)
target_link_libraries(p PRIVATE minesweeper_core::minesweeper_core)
"""


@needs_compiler
@pytest.mark.skipif(not shutil.which("cmake"), reason="no cmake")
@pytest.mark.parametrize("by", ["minesweeper_core_DIR", "CMAKE_PREFIX_PATH"])
def test_program_linked_by_cmake(tmp_path: Path, by: str) -> None:
    (tmp_path / "p.c").write_text(PROGRAM)
    (tmp_path / "CMakeLists.txt").write_text(CMAKE.format(version=mc.__version__))
    where = mc.get_cmake_dir() if by.endswith("DIR") else Path(mc.get_include()).parent
    run("cmake", "-S", str(tmp_path), "-B", str(tmp_path / "build"), f"-D{by}={where}")
    run("cmake", "--build", str(tmp_path / "build"))
    assert run(str(tmp_path / "build" / "p")) == f"{mc.__version__} 1 0.5\n"


@needs_compiler
@pytest.mark.skipif(not shutil.which("cmake"), reason="no cmake")
def test_cmake_refuses_a_later_version(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(PROGRAM)
    (tmp_path / "CMakeLists.txt").write_text(CMAKE.format(version="99.0"))
    command = [
        "cmake",
        "-S",
        str(tmp_path),
        "-B",
        str(tmp_path / "build"),
        f"-Dminesweeper_core_DIR={mc.get_cmake_dir()}",
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode != 0
    assert "compatible with requested version" in re.sub(r"\s+", " ", done.stderr)


def test_entry_points() -> None:
    scripts = importlib.metadata.entry_points(group="console_scripts", name="minesweeper-core")
    assert [script.value for script in scripts] == ["minesweeper_core.cli:main"]
    (found,) = importlib.metadata.entry_points(group="pkg_config", name="minesweeper_core")
    module = importlib.import_module(found.value)
    assert [str(Path(path)) for path in module.__path__] == [mc.get_pkgconfig_dir()]


# ---- the Python side -------------------------------------------------------------------------------------------------


def test_metadata() -> None:
    metadata = importlib.metadata.metadata("minesweeper-core")
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Requires-Python"] == ">=3.11"
    required = " ".join(importlib.metadata.requires("minesweeper-core") or [])
    assert "numpy" in required and "cffi" in required
    assert (Path(mc.__file__).parent / "py.typed").exists()


def test_public_names_exist_and_are_documented() -> None:
    for name in mc.__all__:
        thing = getattr(mc, name)
        if inspect.isclass(thing) or inspect.isroutine(thing):
            assert thing.__doc__, name
        if inspect.ismethod(thing):
            assert ">>>" in (thing.__doc__ or ""), name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(mc, "nothing")  # noqa: B009


def test_every_binding_has_all_functions_and_games() -> None:
    names = {name for name in mc.__all__ if inspect.ismethod(getattr(mc, name))} | {"Game", "FlagsGame"}
    assert {"solve", "metrics", "generate", "read_file"} <= names
    assert set(mc.cffi.__all__) - {"library", "version"} == names
    library = mc.load(mc.get_library())
    for name in names:
        assert getattr(mc.cffi, name) == getattr(mc.cffi.library, name)
        assert getattr(library, name).__doc__ == getattr(mc, name).__doc__


def test_import_is_lean() -> None:
    code = "import sys, minesweeper_core; print('cffi' in sys.modules, 'rich' in sys.modules)"
    assert run(sys.executable, "-P", "-c", code) == "False False\n"


# Without the finders of an editable install, which lead to the extension.
IMPORT_HERE = """
import sys
sys.meta_path = [finder for finder in sys.meta_path if not finder.__module__.startswith("__editable__")]
try:
    import minesweeper_core
except ImportError as error:
    print(error, "|", repr(error.__cause__))
"""


def copy_without_extension(to: Path) -> Path:
    ignore = shutil.ignore_patterns("cython_binding.*", "__pycache__", "lib")
    copy = to / "minesweeper_core"
    shutil.copytree(Path(mc.__file__).parent, copy, ignore=ignore)
    return copy


def test_import_where_it_is_not_built(tmp_path: Path) -> None:
    copy = copy_without_extension(tmp_path)
    message, cause = run(sys.executable, "-c", IMPORT_HERE, cwd=tmp_path).split(" | ")
    assert message.startswith(f"the compiled part of minesweeper_core is not built in {copy}, ")
    assert "pip install" in message and "circular" not in message and cause.startswith("ImportError(")


def test_import_of_a_broken_extension_shows_its_own_error(tmp_path: Path) -> None:
    broken = copy_without_extension(tmp_path) / "_impl" / "bindings" / f"cython_binding{EXTENSION_SUFFIXES[-1]}"
    broken.write_bytes(b"no library" * 100)
    message = run(sys.executable, "-c", IMPORT_HERE, cwd=tmp_path)
    assert str(broken) in message and "not built" not in message


@pytest.mark.skipif(not hasattr(sys, "_is_gil_enabled"), reason="needs Python 3.13")
def test_import_does_not_turn_the_gil_on() -> None:
    ask = "import sys; a = sys._is_gil_enabled(); import minesweeper_core; print(a == sys._is_gil_enabled())"
    assert run(sys.executable, "-P", "-c", ask) == "True\n"


MODULES = [
    module.name
    for module in pkgutil.walk_packages(mc.__path__, "minesweeper_core.")
    if not module.name.endswith("__main__") and ".lib" not in module.name
]


@pytest.mark.parametrize("name", ["minesweeper_core", *MODULES])
def test_examples_in_docstrings(name: str) -> None:
    if ".cli.play." in name:
        pytest.importorskip("textual", reason="the terminal game's package is not here")
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", [name for name in mc.__all__ if isinstance(vars(mc).get(name), type)])
def test_examples_of_public_classes(name: str) -> None:
    """doctest does not find their methods in the modules above, because their __module__ is the package."""
    runner = doctest.DocTestRunner()
    for test in doctest.DocTestFinder().find(getattr(mc, name), name, module=False, globs={}):
        runner.run(test)
    assert runner.summarize().failed == 0
