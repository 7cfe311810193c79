"""Exact answers through C: latency by stage of the game and board size, instructions, memory, and many boards."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import native
import numpy as np
from hardest import hardest
from native import build, compiler, results
from positions import EXPERT, FLAGS, Maker, Position, Size, frontier, isolated, lattice, positions, scattered

import minesweeper_core as mc

SHARES = (0.15, 0.30, 0.50, 0.70, 0.85)
# All but the first have mines in a fifth of the cells.
SIZES = (
    Size(9, 9, 10),
    Size(16, 16, 51),
    Size(16, 30, 99),
    Size(30, 30, 180),
    Size(50, 50, 500),
    Size(100, 100, 2000),
    Size(200, 200, 8000),
)
COUNTED = 40  # number of boards for counting instructions; rows with fewer boards are not counted


def rows_of(boards: int) -> list[tuple[Maker, Size, float, int]]:
    """The rows of the table: maker of positions, size, share opened, number of boards."""
    stages: list[tuple[Maker, Size, float, int]] = [
        (maker, size, share, boards) for size in (FLAGS, EXPERT) for maker in (frontier, scattered) for share in SHARES
    ]
    hard: list[tuple[Maker, Size, float, int]] = [
        (maker, size, share, max(boards // 4, 5))
        for size in (FLAGS, EXPERT)
        for maker, share in ((isolated, 1.0), (lattice, 1.0))
    ]
    worst: list[tuple[Maker, Size, float, int]] = [(hardest, size, 1.0, 1) for size in (FLAGS, EXPERT)]
    sizes = [(frontier, size, 0.5, max(boards * 256 // (256 + size.rows * size.cols), 3)) for size in SIZES]
    return [*stages, *hard, *worst, *sizes]


def instructions(program: Path, boards: Sequence[Position], folder: Path) -> float | None:
    """Machine instructions per board without those at start-up; independent of the machine load. None without valgrind
    or with too few boards."""
    half = len(boards) // 2
    if len(boards) < COUNTED:
        return None
    few = native.instructions([program], "mines_solve", boards[:half], folder)
    all_ = native.instructions([program], "mines_solve", boards, folder)
    return None if few is None or all_ is None else (all_ - few) / (len(boards) - half)


def solve_many_rate(boards: Sequence[Position], threads: int) -> float:
    """Boards per second with solve_many."""
    array = np.array([[list(row) for row in rows] for rows, _ in boards], "S1")
    start = time.perf_counter()
    mc.solve_many(array, [mines for _, mines in boards], threads=threads)
    return len(boards) / (time.perf_counter() - start)


def stack_row(maker: Maker, size: Size, shares: Sequence[float], boards: int, seed: int) -> dict[str, Any]:
    """solve_many on many boards with one and two threads, alternately: the best wall-clock time of each, and the ratio
    of their processor times, which shows the cost of threads even on a busy machine."""
    each = max(boards // len(shares) // 20, 1)  # each board occurs twenty times
    some = [position for share in shares for position in positions(maker, size, share, seed + 2, each)]
    array = np.array([[list(row) for row in rows] for rows, _ in some], "S1")
    stack = np.resize(array, (boards, size.rows, size.cols))
    clock, processor = {1: float("inf"), 2: float("inf")}, {1: float("inf"), 2: float("inf")}
    for _ in range(5):
        for threads in (1, 2):
            start, used = time.perf_counter(), time.process_time()
            mc.solve_many(stack, size.mines, threads=threads)
            clock[threads] = min(clock[threads], time.perf_counter() - start)
            processor[threads] = min(processor[threads], time.process_time() - used)
    return {
        "board": str(size),
        "opened": maker.__name__,
        "boards": boards,
        "one_thread": boards / clock[1],
        "two_threads": boards / clock[2],
        "ratio": clock[1] / clock[2],
        "processor_time": processor[2] / processor[1],
    }


def stacks(boards: int, seed: int, show: bool) -> list[dict[str, Any]]:
    """Many ordinary boards, and fewer hard ones."""
    table: list[dict[str, Any]] = []
    if show:
        print(STACKS_HEAD)
    for maker, shares, count in ((frontier, SHARES, boards * 25), (lattice, (1.0,), boards)):
        for size in (FLAGS, EXPERT):
            table.append(stack_row(maker, size, shares, count, seed))
            if show:
                print(stacks_line(table[-1]), flush=True)
    return table


def through_python(boards: Sequence[Position]) -> float:
    """Median microseconds of solve(...).mine in Python."""
    times = []
    for rows, mines in boards:
        text = "\n".join(rows)
        start = time.perf_counter()
        mc.solve(text, mines).mine  # noqa: B018
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


def run(boards: int, seed: int, show: bool) -> dict[str, Any] | None:
    """Measure ``boards`` new positions per row, fewer if they are hard or large; None without a compiler."""
    cc = compiler()
    if cc is None:
        if show:
            print("\nlatency through C not measured: needs a C compiler and core/")
        return None
    table: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as name:
        program = build(cc, "latency.c", Path(name))
        if show:
            print(HEAD)
        for maker, size, share, count in rows_of(boards):
            some = list(positions(maker, size, share, seed + 2, count))
            found = results([program], some)
            times = np.array([row["us"] for row in found])
            table.append(
                {
                    "board": str(size),
                    "opened": maker.__name__,
                    "share": share,
                    "boards": count,
                    "failed": sum(row["status"] != 0 for row in found),
                    "median_us": float(np.median(times)),
                    "p99_us": float(np.quantile(times, 0.99)),
                    "most_us": float(times.max()),
                    "python_us": through_python(some),
                    "instructions": instructions(program, some[:COUNTED], Path(name)),
                    "states": statistics.median(row["states"] for row in found),
                    "most_bytes": max(row["bytes"] for row in found),
                    "points": [[row["boxes"], row["us"]] for row in found if row["status"] == 0],
                    "many_one_thread": solve_many_rate(some, 1),
                    "many_two_threads": solve_many_rate(some, 2),
                }
            )
            if show:
                print(line(table[-1]), flush=True)
    return {"compiler": cc, "rows": table, "stacks": stacks(boards, seed, show)}


HEAD = (
    "\nExact mine probabilities through C, microseconds on new boards; median through Python; instructions per board of"
    "\nmines_solve (valgrind); median number of states; largest memory; boards per second with solve_many\n"
    f"{'board':14}{'opened':>10}{'share':>6}{'boards':>7} |{'median':>10}{'p99':>10}{'max':>10}{'failed':>7}"
    f"{'Python':>9} |{'instr.':>10}{'states':>8}{'KB':>8} |{'1 thread':>9}{'2':>8}"
)
STACKS_HEAD = (
    "\nsolve_many on many boards: boards per second, and processor time of two threads divided by that of one\n"
    f"{'board':14}{'opened':>10}{'boards':>7} |{'1 thread':>10}{'2':>10}{'ratio':>7}{'time':>7}"
)


def stacks_line(row: dict[str, Any]) -> str:
    return (
        f"{row['board']:14}{row['opened']:>10}{row['boards']:7} |{row['one_thread']:10.0f}{row['two_threads']:10.0f}"
        f"{row['ratio']:7.2f}{row['processor_time']:7.2f}"
    )


def line(row: dict[str, Any]) -> str:
    counted = "-" if row["instructions"] is None else f"{row['instructions']:.0f}"
    return (
        f"{row['board']:14}{row['opened']:>10}{row['share']:6.0%}{row['boards']:7} |{row['median_us']:10.1f}"
        f"{row['p99_us']:10.1f}{row['most_us']:10.1f}{row['failed']:7}{row['python_us']:9.1f} |{counted:>10}"
        f"{row['states']:8.0f}{row['most_bytes'] / 1024:8.0f} |{row['many_one_thread']:9.0f}"
        f"{row['many_two_threads']:8.0f}"
    )
