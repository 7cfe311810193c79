"""Builds the C library for `minesweeper-core build`, and cffi's module for setup.py.

`core/Makefile` builds the same files without Python; the flags of both are in `core/flags.mk`. setup.py runs this
module before the package can be imported, so it imports nothing of the package.
"""

from __future__ import annotations

import errno
import os
import re
import runpy
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from cffi import FFI as _FFI

__all__ = ["TARGETS", "BuildError", "Target", "build", "core_sources", "ffi_builder", "flags", "source_folder"]

NAME = "libminesweeper_core"


class BuildError(Exception):
    """The build failed; the text says why."""


class Target(NamedTuple):
    """A platform that the shared library can be built for."""

    name: str
    compiler: str  # the default command
    package: str  # the Debian package of the compiler
    windows: bool = False
    m32: bool = False  # whether the compiler needs -m32
    floor: bool = False  # whether the library must run on the oldest 32-bit processors

    def compile_flags(self, known: dict[str, list[str]]) -> list[str]:
        """The compiler's flags. known: what flags() returns."""
        system = known["DLL_COMPILE" if self.windows else "ELF_COMPILE"]
        width = [*(["-m32"] if self.m32 else []), *(known["FLOOR"] if self.floor else [])]
        return [*known["COMPILE"], *known["OPTIMIZE"], *system, *width]

    def link_flags(self, known: dict[str, list[str]]) -> list[str]:
        """The flags that link a shared library."""
        return ["-shared", *(["-m32"] if self.m32 else []), *known["DLL_LINK" if self.windows else "ELF_LINK"]]


TARGETS = {
    target.name: target
    for target in (
        Target("native", "cc", "gcc"),
        Target("linux32", "gcc", "gcc-multilib", m32=True, floor=True),
        Target("win64", "x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64-win32", windows=True),
        Target("win32", "i686-w64-mingw32-gcc", "gcc-mingw-w64-i686-win32", windows=True, floor=True),
    )
}


def source_folder() -> Path:
    """The folder that holds core/ and include/: the package's own copy, or the source tree around it."""
    here = Path(__file__).resolve().parent
    for folder in (here / "source", here.parent):
        if (folder / "core" / "base" / "common.h").exists():
            return folder
    raise BuildError(f"{here / 'source'} is missing: was minesweeper_core installed without its C sources?")


def core_sources(root: Path) -> list[Path]:
    """The C sources, in the order in which they are linked."""
    return sorted([*(root / "core").glob("*/*.c"), *(root / "core").glob("*/*/*.c")])


def flags(root: Path) -> dict[str, list[str]]:
    """The flags in core/flags.mk, by variable name."""
    text = (root / "core" / "flags.mk").read_text(encoding="ascii")
    return {name: words.split() for name, words in re.findall(r"^(\w+) = (.*)$", text, flags=re.MULTILINE)}


def header_of(root: Path) -> str:
    """The public header's text."""
    return (root / "include" / "minesweeper_core.h").read_text(encoding="ascii")


def _from_header(function: str) -> Callable[[str], str]:
    found: Callable[[str], str] = runpy.run_path(str(Path(__file__).parent / "_impl" / "bindings" / "header.py"))[
        function
    ]
    return found


def version(root: Path) -> str:
    """The version in the header, as "0.1.0"."""
    return _from_header("version_of")(header_of(root))


def ffi_builder(root: Path) -> _FFI:
    """cffi's API-mode module: declared by the public header and checked by the C compiler."""
    from cffi import FFI

    builder = FFI()
    builder.cdef(_from_header("cdef_of")(header_of(root)))
    builder.cdef('extern "Python" int minesweeper_core_poll(void *context, double progress);')
    # The C code that cffi generates contains __stdcall on every platform.
    preamble = '#if !defined(_WIN32)\n#  define __stdcall\n#endif\n#include "minesweeper_core.h"\n'
    builder.set_source("minesweeper_core._impl.bindings._capi", preamble, include_dirs=[str(root / "include")])
    return builder


def build(target: str, out: Path, compiler: str | None = None) -> list[Path]:
    """Build one target's shared libraries into the folder out, and return the files.

    target: a key of TARGETS. compiler: its command, possibly with flags; None means $CC for the native target and the
    target's default otherwise. Windows targets also need `windres`, with the same prefix as the compiler.
    Raises BuildError if a tool is missing or fails, with the tool's message; `out` is then as it was before.
    """
    chosen = TARGETS[target]
    if compiler is None:
        compiler = (target == "native" and os.environ.get("CC")) or chosen.compiler
    try:
        command = shlex.split(compiler)
    except ValueError as error:
        raise BuildError(f"the compiler's command {compiler!r}: {error}") from None
    if not command:
        raise BuildError("the compiler's command is empty")
    if out.exists() and not out.is_dir():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(out))
    root = source_folder()
    with tempfile.TemporaryDirectory() as scratch:
        run = _Run(chosen, command, root, Path(scratch))
        objects, made = run.objects(), Path(scratch) / "out"
        made.mkdir()
        files = run.dlls(objects, made) if chosen.windows else run.shared(objects, made)
        out.mkdir(parents=True, exist_ok=True)
        for file in files:
            (out / file.name).unlink(missing_ok=True)
            shutil.move(file, out / file.name)
    return [out / file.name for file in files]


class _Run:
    """One build of a target, with its intermediate files in the folder scratch."""

    def __init__(self, target: Target, compiler: list[str], root: Path, scratch: Path) -> None:
        self.target = target
        self.compiler = compiler
        self.root = root
        self.scratch = scratch
        self.version = version(root)
        self.flags = flags(root)

    def call(self, *command: str | Path) -> None:
        """Run a tool in the folder of the C sources, as make does."""
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=self.root / "core")
        except FileNotFoundError:
            hint = f"; on Debian, install {self.target.package}" if command[0] == self.target.compiler else ""
            raise BuildError(f"{command[0]} was not found{hint}") from None
        if done.returncode != 0:
            raise BuildError(f"{command[0]} failed:\n{done.stderr.strip() or done.stdout.strip()}")

    def objects(self) -> list[Path]:
        """Compile the sources, on all processors."""
        compile_flags = self.target.compile_flags(self.flags)

        def compiled(source: Path) -> Path:
            result = self.scratch / f"{source.stem}.o"
            self.call(*self.compiler, *compile_flags, "-c", source, "-o", result)
            return result

        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            return list(pool.map(compiled, core_sources(self.root)))

    def shared(self, objects: list[Path], out: Path) -> list[Path]:
        """Link the library, and make links from the names that programs and linkers look for."""
        soname = f"{NAME}.so.{self.version.split('.')[0]}"
        file = out.resolve() / f"{NAME}.so.{self.version}"
        self.call(*self.compiler, *self.target.link_flags(self.flags), f"-Wl,-soname,{soname}", *objects, "-o", file)
        links = [out.resolve() / soname, out.resolve() / f"{NAME}.so"]
        for link in links:
            link.unlink(missing_ok=True)
            link.symlink_to(file.name)
        return [file, *links]

    def dlls(self, objects: list[Path], out: Path) -> list[Path]:
        """Link minesweeper_core.dll with its import library and, for 32 bits, C[o]re.dll."""
        library, imports = out.resolve() / "minesweeper_core.dll", out.resolve() / f"{NAME}.dll.a"
        windows = self.root / "core" / "windows"
        names = [windows / "minesweeper_core.def"]
        files = [library, imports]
        if self.target.name == "win32":
            names.append(windows / "decorated.def")
            files.append(out.resolve() / "C[o]re.dll")
            self.dll(files[-1], [*objects, self.resource(core=True), windows / "core.def"])
        self.dll(library, [*objects, self.resource(), *names], f"-Wl,--out-implib,{imports}")
        return files

    def dll(self, file: Path, inputs: list[Path], *more: str) -> None:
        self.call(*self.compiler, *self.target.link_flags(self.flags), *more, *inputs, "-o", file)

    def resource(self, core: bool = False) -> Path:
        """Compile the version resource; core: that of C[o]re.dll."""
        command = self.compiler[0]
        prefix = command[: command.index("gcc")] if "gcc" in Path(command).name else command.rpartition("-")[0] + "-"
        windres = prefix + "windres"
        if not shutil.which(windres):
            raise BuildError(f"{windres} was not found: it comes with the compiler's binutils")
        numbers = zip(("MAJOR", "MINOR", "PATCH"), self.version.split("."), strict=True)
        defines = [f"-D{name}={number}" for name, number in numbers] + (["-DCORE"] if core else [])
        result = self.scratch / ("version_core.res" if core else "version.res")
        self.call(windres, *defines, "-O", "coff", self.root / "core" / "windows" / "version.rc", result)
        return result
