"""Valid boards sampled per second, with two reference rates of the machine measured at the same time."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from positions import EXPERT, FLAGS, frontier, positions

import minesweeper_core as mc

SHARES = (0.15, 0.30, 0.50, 0.70, 0.85)


def rate(solution: mc.Solution, threads: int, milliseconds: int) -> float:
    """Valid boards per second with both tallies. The tables must be built already."""
    start = time.perf_counter()
    estimate = solution.estimate(None, seed=1, threads=threads, time_ms=milliseconds)
    return float(estimate.n / (time.perf_counter() - start))


def calibration() -> dict[str, float]:
    """Reference rates of one thread: copying 8 MB, and drawing 64-bit words with NumPy's PCG64."""
    block = np.zeros(1 << 23, dtype=np.uint8)
    target = np.empty_like(block)
    rng = np.random.Generator(np.random.PCG64(1))
    copies, draws = [], []
    for _ in range(20):
        start = time.perf_counter()
        np.copyto(target, block)
        copies.append(block.nbytes / (time.perf_counter() - start))
        start = time.perf_counter()
        rng.bytes(1 << 20)
        draws.append((1 << 17) / (time.perf_counter() - start))
    return {"copy_gb_s": float(np.median(copies)) / 1e9, "generator_m_s": float(np.median(draws)) / 1e6}


def run(boards: int, milliseconds: int, seed: int, show: bool) -> list[dict[str, Any]]:
    """Sample for ``milliseconds`` on each of ``boards`` positions per row, with one thread and with two."""
    table: list[dict[str, Any]] = []
    if show:
        print(HEAD)
    for size in (FLAGS, EXPERT):
        for share in SHARES:
            one, two = [], []
            for rows, mines in positions(frontier, size, share, seed + 1, boards):
                solution = mc.solve(rows, mines)
                solution.estimate(1, seed=1)  # builds the tables
                one.append(rate(solution, 1, milliseconds))
                two.append(rate(solution, 2, milliseconds))
            table.append(
                {
                    "board": str(size),
                    "opened": "as in play",
                    "share": share,
                    "boards": boards,
                    "one_thread": float(np.median(one)),
                    "one_thread_lowest": min(one),
                    "two_threads": float(np.median(two)),
                    **calibration(),
                }
            )
            if show:
                print(line(table[-1]), flush=True)
    return table


HEAD = (
    f"\nValid boards with both tallies, million per second, kernel '{mc.simd_name()}';"
    " for reference, a copy of 8 MB and PCG64\n"
    f"{'board':10}{'opened':12}{'share':>6}{'boards':>7} |{'1 thread':>9}{'lowest':>9}{'2 threads':>10} |"
    f"{'copy GB/s':>10}{'PCG64 M/s':>10}"
)


def line(row: dict[str, Any]) -> str:
    one, lowest, two = (row[key] / 1e6 for key in ("one_thread", "one_thread_lowest", "two_threads"))
    return (
        f"{row['board']:10}{row['opened']:12}{row['share']:6.0%}{row['boards']:7} |{one:9.1f}{lowest:9.1f}{two:10.1f} |"
        f"{row['copy_gb_s']:10.1f}{row['generator_m_s']:10.0f}"
    )
