"""The libraries of every target, built once per test run, and the machines that run programs which use them."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from once import locked, once

import minesweeper_core as mc
from minesweeper_core.build import TARGETS

HERE = Path(__file__).resolve().parent
CLIENTS = HERE / "clients"
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
CXX = {"gcc": "g++", "clang": "clang++", "cc": "c++"}


def need(condition: object, reason: str) -> None:
    """Skip the test with the reason, or fail if nothing may be skipped."""
    if not condition:
        if os.environ.get("MINESWEEPER_CLIENTS_REQUIRED"):
            pytest.fail(reason)
        pytest.skip(reason)


def need_tools(*tools: str) -> None:
    for tool in tools:
        need(shutil.which(tool), f"{tool} is not installed; tests/setup_clients.sh does it")


def clients() -> Path:
    """The folder that tests/setup_clients.sh filled."""
    named = os.environ.get("MINESWEEPER_CLIENTS")
    need(named, "MINESWEEPER_CLIENTS does not say where tests/setup_clients.sh has been run")
    found = Path(named or "")
    need((found / "ready").exists(), f"tests/setup_clients.sh {found} has not been run to its end")
    return found


def run(*command: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None, timeout: float = 300) -> str:
    """Run a command, which must succeed, and return what it prints.

    The output goes to files, not pipes: the server that Wine leaves running for some seconds would hold pipes open.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        done = subprocess.run(
            command,
            cwd=cwd,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            timeout=timeout,
            check=False,
        )
        out.seek(0)
        err.seek(0)
        printed, errors = out.read().decode(), err.read().decode()
    assert done.returncode == 0, (command, done.returncode, printed[-4000:], errors[-4000:])
    return printed


@functools.cache
def _built(target: str) -> Path:
    def make(folder: Path) -> None:
        command = (
            sys.executable,
            "-P",
            "-m",
            "minesweeper_core",
            "build",
            "--target",
            target,
            "--out",
            folder / "made",
        )
        (folder / "printed").write_text(run(*command))

    return once(f"target-{target}", make) / "made"


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


def root_32() -> Path:
    """The root folder of the 32-bit Debian."""
    return clients() / "i386"


def in_root(*command: str, env: dict[str, str] | None = None, timeout: float = 900, alone: bool = False) -> str:
    """Run in the 32-bit root, with its own /proc. Nothing stays mounted or running.

    alone: at a time when nothing else runs there. Wine needs that: its programs share a server, which ends with the
    process namespace of the first.
    """
    root = root_32()
    namespace = ("unshare", "--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={root / 'proc'}")
    # Only these variables, none of this process's environment.
    words = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8", **(env or {})}
    settings = [f"{name}={value}" for name, value in words.items()]
    with locked(clients() / "i386.lock", shared=not alone):
        return run(*namespace, "chroot", root, "env", "-i", *settings, *command, timeout=timeout)


class Machine(NamedTuple):
    """Runs programs of a target, in the program's folder, which also holds the target's libraries."""

    name: str
    target: str

    def bits(self) -> int:
        return 64 if self.target in ("native", "win64") else 32

    def ready(self) -> None:
        """Skip the test if something is missing."""
        built(self.target)
        if self.target in ("win64", "win32"):
            clients()
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
        """Compile a program from a C source into the folder, and copy the libraries there. linked: link the library."""
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
        """Run a program, which must succeed, and return what it prints."""
        if self.target == "win64":
            environment = {"WINEDEBUG": "-all", "WINEPREFIX": str(clients() / "wine64"), "DISPLAY": ""}
            wine = "/usr/lib/wine/wine64"
            return run(wine, program.name, *arguments, cwd=program.parent, env=environment).replace("\r", "")
        if self.target == "win32":
            folder = Path(tempfile.mkdtemp(prefix="client-", dir=root_32() / "opt"))
            try:
                shutil.copytree(program.parent, folder, dirs_exist_ok=True)
                start = ("sh", "-c", f'cd /opt/{folder.name} && exec /usr/lib/wine/wine "$@"', "sh")
                environment = {"WINEDEBUG": "-all", "WINEPREFIX": "/opt/wine"}
                return in_root(*start, program.name, *arguments, env=environment, alone=True).replace("\r", "")
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
