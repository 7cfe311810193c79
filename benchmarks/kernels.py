"""The sampler with each kernel, DetermineGrid2, and a literal rejection sampler; compiles C programs with core/."""

from __future__ import annotations

import math
import statistics
import tempfile
from pathlib import Path
from typing import Any

from native import build, compiler, instructions, results
from positions import EXPERT, FLAGS, Position, frontier, positions

import minesweeper_core as mc

SHARES = (0.15, 0.30, 0.50, 0.70, 0.85)
COUNTED_BATCHES = 8  # batches of 512 boards for counting instructions, on the first two positions of a row


def _accepted(rows: list[str], mines: int) -> float:
    """The base-10 logarithm of the share of random placements that are valid boards."""
    total = math.comb("".join(rows).count("-"), mines)
    return math.log10(mc.solve(rows, mines).total) - math.log10(total)


def run(boards: int, milliseconds: int, seed: int, show: bool) -> dict[str, Any] | None:
    """Sample for ``milliseconds`` on each of ``boards`` positions per row with each kernel; None without a compiler."""
    cc = compiler()
    if cc is None:
        if show:
            print("\nkernels not compared: needs a C compiler and core/")
        return None
    table: list[dict[str, Any]] = []
    machine: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        kernels = build(cc, "kernels.c", Path(folder))
        rejection = build(cc, "rejection.c", Path(folder), with_core=False)
        counted = build(cc, "counted.c", Path(folder))
        for size in (FLAGS, EXPERT):
            for share in SHARES:
                some = list(positions(frontier, size, share, seed + 1, boards))
                machine, *ours = results([kernels, str(milliseconds)], some)
                tried = results([rejection, str(milliseconds)], some)
                names = list(ours[0]["one_thread"])
                if show and not table:
                    print(head(names))
                logs = [math.log10(row["tries_a_second"]) + _accepted(*at) for row, at in zip(tried, some, strict=True)]
                table.append(
                    {
                        "board": str(size),
                        "opened": "as in play",
                        "share": share,
                        "boards": boards,
                        "one_thread": {
                            name: statistics.median(row["one_thread"][name] for row in ours) for name in names
                        },
                        "two_threads": statistics.median(row["two_threads"] for row in ours),
                        "tables_ms": statistics.median(row["tables_ms"] for row in ours),
                        "grid2_million_ms": statistics.median(row["grid2_ms"] for row in ours)
                        if "grid2_ms" in ours[0]
                        else None,
                        "rejection_tries": statistics.median(row["tries_a_second"] for row in tried),
                        "rejection_boards_log10": statistics.median(logs),
                        # each count runs valgrind, so only the first row counts in a smoke test
                        "instructions": {
                            name: _counted(counted, name, some[:2], Path(folder))
                            for name in names
                            if not table or milliseconds > 10
                        },
                        **machine,
                    }
                )
                if show:
                    print(line(table[-1]), flush=True)
    if show:
        for row in table:
            print(counts_line(row))
        rates = ", ".join(f"{name} {rate:.0f}" for name, rate in machine["generator_gb_s"].items())
        print(f"copy of 8 MB {machine['copy_gb_s']:.1f} GB/s; random words GB/s: {rates}")
    return {"compiler": cc, "rows": table}


def _counted(program: Path, kernel: str, some: list[Position], folder: Path) -> float | None:
    """Instructions per board; None if valgrind can't run the kernel."""
    command = [program, kernel, str(COUNTED_BATCHES)]
    count = instructions(command, "mcore_sampler_tally", some, folder)
    return None if count is None else count / (COUNTED_BATCHES * 512 * len(some))


def counts_line(row: dict[str, Any]) -> str:
    known = [f"{name} {count:.0f}" for name, count in row["instructions"].items() if count is not None]
    return f"{row['board']:10}{row['share']:6.0%} instructions per board: {', '.join(known) or 'not counted'}"


def head(names: list[str]) -> str:
    columns = "".join(f"{name:>11}" for name in names)
    return (
        "\nValid boards with both tallies: million per second by kernel on one thread, and by the best kernel on two;"
        "\nms to build the tables; ms of DetermineGrid2 for 1,000,000 boards on two threads, including preparation;"
        "\nrejection sampling (random placements until one fits): million tries per second, and boards per second\n"
        f"{'board':10}{'share':>6}{'boards':>7} |{columns}{'2 threads':>11} |{'tables':>8}{'grid2':>8} |"
        f"{'tries':>7}{'boards':>9}"
    )


def line(row: dict[str, Any]) -> str:
    columns = "".join(f"{rate / 1e6:11.1f}" for rate in row["one_thread"].values())
    grid2 = "-" if row["grid2_million_ms"] is None else f"{row['grid2_million_ms']:.1f}"
    return (
        f"{row['board']:10}{row['share']:6.0%}{row['boards']:7} |{columns}{row['two_threads'] / 1e6:11.1f} |"
        f"{row['tables_ms']:8.2f}{grid2:>8} |{row['rejection_tries'] / 1e6:7.1f}"
        f"{'1e' + format(row['rejection_boards_log10'], '.1f'):>9}"
    )
