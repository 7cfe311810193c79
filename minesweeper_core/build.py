"""How the C library is built: sources, flags and declarations, stated once.

The package's own build takes them from here for its extension modules, and `minesweeper-core build` for the shared
libraries of every target. `core/Makefile` is the C programmer's way to the same files. This module runs before the
package can be imported, so it imports nothing of it.
"""

from __future__ import annotations

import os
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

__all__ = ["FLAGS", "FLOOR", "TARGETS", "BuildError", "Target", "build", "core_sources", "ffi_builder", "source_folder"]

# -ffp-contract=off: the same double arithmetic on machines that could fuse it.
FLAGS = ("-std=c11", "-O3", "-fvisibility=hidden", "-ffp-contract=off")
# The floor of 32-bit x86 is a Pentium III: SSE and no SSE2, so its doubles are the x87's.
FLOOR = ("-march=pentium3", "-mtune=generic", "-mfpmath=387")
POSIX_LINK = ("-shared", "-pthread", "-Wl,--build-id=sha1", "-Wl,--no-undefined")
DLL_LINK = (
    "-shared",
    "-static-libgcc",
    "-Wl,--no-insert-timestamp",
    "-Wl,--build-id",
    "-Wl,--dynamicbase",
    "-Wl,--nxcompat",
    "-Wl,--disable-auto-image-base",  # it would follow from the path
    "-Wl,--enable-stdcall-fixup",
)
NAME = "libminesweeper_core"


class BuildError(Exception):
    """The build came to nothing; the text says why."""


class Target(NamedTuple):
    """A machine that the shared library can be built for."""

    name: str
    compiler: str  # the command unless another one is given
    package: str  # the Debian package that brings it
    compile_flags: tuple[str, ...]
    link_flags: tuple[str, ...]
    windows: bool


TARGETS = {
    target.name: target
    for target in (
        Target("native", "cc", "gcc", ("-fPIC", "-pthread"), POSIX_LINK, False),
        Target("linux32", "gcc", "gcc-multilib", ("-fPIC", "-pthread", "-m32", *FLOOR), ("-m32", *POSIX_LINK), False),
        Target(
            "win64",
            "x86_64-w64-mingw32-gcc",
            "gcc-mingw-w64-x86-64-win32",
            ("-DMCORE_EXPORTS_BY_DEF",),
            DLL_LINK,
            True,
        ),
        Target(
            "win32",
            "i686-w64-mingw32-gcc",
            "gcc-mingw-w64-i686-win32",
            ("-DMCORE_EXPORTS_BY_DEF", *FLOOR),
            DLL_LINK,
            True,
        ),
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
    """All of the library, in the order in which it is linked."""
    return sorted([*(root / "core").glob("*/*.c"), *(root / "core").glob("*/*/*.c")])


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
    """cffi's API-mode module: declared by the header as it is, and checked by the C compiler."""
    from cffi import FFI

    builder = FFI()
    builder.cdef(_from_header("cdef_of")(header_of(root)))
    builder.cdef('extern "Python" int minesweeper_core_poll(void *context, double progress);')
    # cffi writes the convention's word into its C code on every platform.
    preamble = '#if !defined(_WIN32)\n#  define __stdcall\n#endif\n#include "minesweeper_core.h"\n'
    builder.set_source("minesweeper_core._impl.bindings._capi", preamble, include_dirs=[str(root / "include")])
    return builder


def build(target: str, out: Path, compiler: str | None = None) -> list[Path]:
    """Build one target's shared libraries into the folder out, and return the files.

    target: a key of TARGETS. compiler: its command, possibly with flags; None means $CC for the native target and the
    target's usual one otherwise. On Windows targets `windres` is looked for beside the compiler, under its prefix.
    Raises BuildError where a tool is missing or fails, with what it said; then nothing is left in out, nor out made.
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
    """One build: the target and its compiler, the sources' folder, and one for what is thrown away."""

    def __init__(self, target: Target, compiler: list[str], root: Path, scratch: Path) -> None:
        self.target = target
        self.compiler = compiler
        self.root = root
        self.scratch = scratch
        self.version = version(root)

    def call(self, *command: str | Path) -> None:
        """Run a tool in the folder of the C sources, as make does."""
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=self.root / "core")
        except FileNotFoundError:
            hint = f"; on Debian, {self.target.package} brings it" if command[0] == self.target.compiler else ""
            raise BuildError(f"{command[0]} was not found{hint}") from None
        if done.returncode != 0:
            raise BuildError(f"{command[0]} failed:\n{done.stderr.strip() or done.stdout.strip()}")

    def objects(self) -> list[Path]:
        """The compiled sources."""

        def compiled(source: Path) -> Path:
            result = self.scratch / f"{source.stem}.o"
            self.call(*self.compiler, *FLAGS, *self.target.compile_flags, "-c", source, "-o", result)
            return result

        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            return list(pool.map(compiled, core_sources(self.root)))

    def shared(self, objects: list[Path], out: Path) -> list[Path]:
        """The library with its soname, and the two names that programs and linkers look for."""
        soname = f"{NAME}.so.{self.version.split('.')[0]}"
        file = out.resolve() / f"{NAME}.so.{self.version}"
        self.call(*self.compiler, *self.target.link_flags, f"-Wl,-soname,{soname}", *objects, "-o", file)
        links = [out.resolve() / soname, out.resolve() / f"{NAME}.so"]
        for link in links:
            link.unlink(missing_ok=True)
            link.symlink_to(file.name)
        return [file, *links]

    def dlls(self, objects: list[Path], out: Path) -> list[Path]:
        """minesweeper_core.dll with its import library, and for 32 bits C[o]re.dll."""
        library, imports = out.resolve() / "minesweeper_core.dll", out.resolve() / f"{NAME}.dll.a"
        windows = self.root / "core" / "windows"
        names = [windows / "minesweeper_core.def"]
        files = [library, imports]
        if self.target.name == "win32":
            names.append(windows / "decorated.def")
            files.append(out.resolve() / "C[o]re.dll")
            self.dll(files[-1], [*objects, self.resource("-DCORE"), windows / "core.def"])
        self.dll(library, [*objects, self.resource(), *names], f"-Wl,--out-implib,{imports}")
        return files

    def dll(self, file: Path, inputs: list[Path], *more: str) -> None:
        self.call(*self.compiler, *self.target.link_flags, *more, *inputs, "-o", file)

    def resource(self, *defines: str) -> Path:
        """The version resource."""
        command = self.compiler[0]
        prefix = command[: command.index("gcc")] if "gcc" in Path(command).name else command.rpartition("-")[0] + "-"
        windres = prefix + "windres"
        if not shutil.which(windres):
            raise BuildError(f"{windres} was not found: it comes with the compiler's binutils")
        numbers = zip(("MAJOR", "MINOR", "PATCH"), self.version.split("."), strict=True)
        result = self.scratch / f"version{''.join(defines)}.res"
        self.call(
            windres,
            *(f"-D{name}={number}" for name, number in numbers),
            *defines,
            "-O",
            "coff",
            self.root / "core" / "windows" / "version.rc",
            result,
        )
        return result
