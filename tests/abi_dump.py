"""The recorded binary interface of the native library, tests/abi/libminesweeper_core.abi, and comparisons with it.

After an intended change, record it again from the top of the source tree:

    python tests/abi_dump.py

The dump is made by libabigail from a library that is always built in the same way. It covers the exported functions and
the types of the public header, and nothing private to core/.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECORDED = ROOT / "tests" / "abi" / "libminesweeper_core.abi"
COMPILE = ("gcc", "-std=c11", "-g", "-O0", "-fPIC", "-fvisibility=hidden", "-pthread")
SAME, ADDED, CHANGED = "same", "added", "changed"


def built(root: Path, scratch: Path, whole: bool = True) -> Path:
    """Build the library from the sources in root, with debug information, in the folder scratch.

    whole=False: only from the files that export something. The result has the same interface but doesn't work.
    """
    header = (root / "include" / "minesweeper_core.h").read_text(encoding="ascii")
    major = header.split("#define MINES_VERSION_MAJOR ")[1].split()[0]

    def compiled(source: Path) -> Path:
        result = scratch / f"{source.stem}.o"
        subprocess.run([*COMPILE, "-c", source, "-o", result], cwd=root, check=True)
        return result

    sources = sorted((root / "core").glob("**/*.c"))
    if not whole:
        sources = [source for source in sources if "MINES_API" in source.read_text(encoding="ascii")]
    with ThreadPoolExecutor(2) as pool:
        objects = list(pool.map(compiled, sources))
    library = scratch / "libminesweeper_core.so"
    soname = f"-Wl,-soname,libminesweeper_core.so.{major}"
    subprocess.run([*COMPILE, "-shared", soname, *objects, "-o", library], check=True)
    return library


def dump(root: Path, scratch: Path, whole: bool = True) -> bytes:
    """The interface of the sources in root, in the form of the recorded one."""
    library = built(root, scratch, whole)
    small = ["--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--no-elf-needed", "--type-id-style", "hash"]
    public = ["--exported-interfaces-only", "--drop-private-types", "--headers-dir", str(root / "include")]
    return subprocess.run(["abidw", *small, *public, library], capture_output=True, check=True).stdout


def compare(old: Path, new: Path) -> tuple[str, str]:
    """Compare two dumps: SAME, ADDED (programs built against the old one still work) or CHANGED, and a report."""

    def differ(*more: str) -> str:
        done = subprocess.run(["abidiff", *more, old, new], capture_output=True, text=True, check=False)
        # Bits of the exit code: 1 and 2 mean that abidiff failed, 4 that something differs.
        if done.returncode & 3:
            raise RuntimeError(done.stderr or done.stdout)
        return done.stdout if done.returncode else ""

    if report := differ("--no-added-syms"):
        return CHANGED, report
    report = differ()
    return (ADDED if report else SAME), report


def main() -> int:
    with tempfile.TemporaryDirectory() as scratch:
        new = Path(scratch) / "new.abi"
        new.write_bytes(dump(ROOT, Path(scratch)))
        what, report = compare(RECORDED, new) if RECORDED.exists() else (ADDED, "")
        RECORDED.parent.mkdir(exist_ok=True)
        RECORDED.write_bytes(new.read_bytes())
    print(f"{report}{what}: recorded")
    return 0


if __name__ == "__main__":
    sys.exit(main())
