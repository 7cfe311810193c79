"""The libraries of every target, built once, and the machines on which programs that use them run."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

import minesweeper_core as mc
from minesweeper_core.build import TARGETS, build

HERE = Path(__file__).resolve().parent
CLIENTS = HERE / "clients"
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
CXX = {"gcc": "g++", "clang": "clang++", "cc": "c++"}


def need(condition: object, reason: str) -> None:
    """Skip the test with the reason, or fail where nothing may be skipped."""
    if not condition:
        if os.environ.get("MINESWEEPER_CLIENTS_REQUIRED"):
            pytest.fail(reason)
        pytest.skip(reason)


def need_tools(*tools: str) -> None:
    for tool in tools:
        need(shutil.which(tool), f"{tool} is not installed; tests/setup_clients.sh does it")


def place() -> Path:
    """What tests/setup_clients.sh set up."""
    named = os.environ.get("MINESWEEPER_CLIENTS")
    need(named, "MINESWEEPER_CLIENTS does not say where tests/setup_clients.sh has been run")
    found = Path(named or "")
    need((found / "ready").exists(), f"tests/setup_clients.sh {found} has not been run to its end")
    return found


def run(*command: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None, timeout: float = 300) -> str:
    """What a command prints; it must succeed."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    assert done.returncode == 0, (command, done.returncode, done.stdout[-4000:], done.stderr[-4000:])
    return done.stdout


@functools.cache
def _session() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="minesweeper-targets-")


@functools.cache
def _built(target: str) -> Path:
    out = Path(_session().name) / target
    build(target, out)
    return out


def built(target: str) -> Path:
    """A folder with the target's libraries."""
    chosen = TARGETS[target]
    need_tools(chosen.compiler, "objdump")
    if target == "linux32":
        need(_compiles_32(), "gcc -m32 does not work; tests/setup_clients.sh installs gcc-multilib")
    return _built(target)


@functools.cache
def _compiles_32() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "t.c").write_text("#include <stdio.h>\nint main(void) { return 0; }\n")
        command = ["gcc", "-m32", "t.c", "-o", "t"]
        return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode == 0


def in_root(root: Path, *command: str, env: dict[str, str] | None = None, timeout: float = 900) -> str:
    """Run in the 32-bit root, with a /proc of its own. Nothing stays mounted or running."""
    namespace = ("unshare", "--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={root / 'proc'}")
    # Nothing of this process's environment but what is said.
    words = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8", **(env or {})}
    settings = [f"{name}={value}" for name, value in words.items()]
    return run(*namespace, "chroot", root, "env", "-i", *settings, *command, timeout=timeout)


class Machine(NamedTuple):
    """Where programs of a target run. They are started in the folder they lie in, beside the target's libraries."""

    name: str
    target: str

    def bits(self) -> int:
        return 64 if self.target in ("native", "win64") else 32

    def ready(self) -> None:
        """Skip where it can't be had."""
        built(self.target)
        if self.target in ("win64", "win32"):
            place()
        if self.name == "pentium3":
            need_tools("qemu-i386")

    def library(self) -> str:
        return "minesweeper_core.dll" if TARGETS[self.target].windows else "libminesweeper_core.so"

    def compile(
        self,
        folder: Path,
        source: Path,
        *more: str | Path,
        std: str = "c99",
        compiler: str | None = None,
        linked: bool = True,
    ) -> Path:
        """The program of one C source, in a folder that then also holds the libraries. linked: with the library."""
        windows = TARGETS[self.target].windows
        libraries = built(self.target)
        shutil.copytree(libraries, folder, symlinks=True, dirs_exist_ok=True)
        compiler = compiler or TARGETS[self.target].compiler
        program = folder / (source.stem + (".exe" if windows else ""))
        plus = std.startswith("c++")
        flags = [f"-std={std}", "-O2", *WARNINGS, f"-I{mc.get_include()}"]
        if windows:
            flags.append("-DMINES_SHARED")
            libs: list[str | Path] = [folder / "libminesweeper_core.dll.a"] if linked else []
        else:
            flags += ["-m32"] if self.bits() == 32 else []
            flags.append("-D_POSIX_C_SOURCE=200809L")
            libs = [folder / "libminesweeper_core.so", "-Wl,-rpath,$ORIGIN"] if linked else []
            libs += ["-pthread", "-ldl", "-lm"]
        command = CXX[compiler] if plus else compiler
        run(command, *flags, "-x", "c++" if plus else "c", source, "-x", "none", *more, *libs, "-o", program)
        return program

    def run(self, program: Path, *arguments: str) -> str:
        """What the program prints; it must succeed."""
        if self.target == "win64":
            environment = {"WINEDEBUG": "-all", "WINEPREFIX": str(place() / "wine64"), "DISPLAY": ""}
            wine = "/usr/lib/wine/wine64"
            return run(wine, program.name, *arguments, cwd=program.parent, env=environment).replace("\r", "")
        if self.target == "win32":
            root = place() / "i386"
            folder = Path(tempfile.mkdtemp(prefix="client-", dir=root / "opt"))
            try:
                shutil.copytree(program.parent, folder, dirs_exist_ok=True)
                start = ("sh", "-c", f'cd /opt/{folder.name} && exec /usr/lib/wine/wine "$@"', "sh")
                environment = {"WINEDEBUG": "-all", "WINEPREFIX": "/opt/wine"}
                return in_root(root, *start, program.name, *arguments, env=environment).replace("\r", "")
            finally:
                shutil.rmtree(folder)
        emulator: Sequence[str] = ("qemu-i386", "-cpu", "pentium3") if self.name == "pentium3" else ()
        return run(*emulator, program, *arguments, cwd=program.parent)


MACHINES = {
    machine.name: machine
    for machine in (
        Machine("native", "native"),
        Machine("linux32", "linux32"),
        Machine("pentium3", "linux32"),
        Machine("win64", "win64"),
        Machine("win32", "win32"),
    )
}
