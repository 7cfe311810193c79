"""Measures all figures of the README: ``python benchmarks/run.py``; README.md here says what and how."""

from __future__ import annotations

import argparse
import json
import os
import platform
import queue
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from positions import EXPERT, FLAGS, Maker, Position, Size, frontier, isolated, lattice, positions, scattered

import minesweeper_core as mc

HERE = Path(__file__).resolve().parent
SHARES = (0.15, 0.30, 0.50, 0.70, 0.85)
SLOW = 0.050  # seconds: what the project promises to stay below on ordinary boards
ROUNDING = 1e-9  # the peer's probabilities are floats of its own arithmetic


class Worker:
    """A process that answers batches of positions with one library, started again where it had to be killed."""

    def __init__(self, which: str, limit: float) -> None:
        self.which = which
        self.limit = limit
        self.process: subprocess.Popen[str] | None = None
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def _start(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, str(HERE / "worker.py"), self.which],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        lines: queue.SimpleQueue[str] = queue.SimpleQueue()

        def read() -> None:
            assert process.stdout is not None
            for line in process.stdout:
                lines.put(line)
            lines.put("")

        threading.Thread(target=read, daemon=True).start()
        self.process, self.lines = process, lines
        if not lines.get(timeout=60):
            raise SystemExit(f"the worker of {self.which} did not start: is the library installed?")
        return process

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def _ask(self, batch: list[Position]) -> list[Any] | None:
        process = self.process or self._start()
        assert process.stdin is not None
        process.stdin.write(json.dumps(batch) + "\n")
        process.stdin.flush()
        try:
            line = self.lines.get(timeout=self.limit)
        except queue.Empty:
            line = ""
        if not line:  # no answer in time, or the process died
            self.stop()
            return None
        answers: list[Any] = json.loads(line)
        return answers

    def answers(self, batch: list[Position]) -> list[Any]:
        """For each position ``[seconds, probabilities]`` or the text of a failure."""
        together = self._ask(batch)
        if together is not None:
            return together
        singly = [self._ask([position]) for position in batch]
        return [answer[0] if answer is not None else f"no answer in {self.limit:g} s" for answer in singly]


def summary(answers: list[Any]) -> dict[str, Any]:
    """Median, 99th percentile and maximum in microseconds, failures, and how many were slow."""
    seconds = np.array([answer[0] for answer in answers if not isinstance(answer, str)])
    failures = [answer for answer in answers if isinstance(answer, str)]
    if len(seconds) == 0:
        return {"median_us": None, "p99_us": None, "max_us": None, "failed": len(failures), "slow": 0}
    return {
        "median_us": float(np.median(seconds)) * 1e6,
        "p99_us": float(np.quantile(seconds, 0.99)) * 1e6,
        "max_us": float(seconds.max()) * 1e6,
        "failed": len(failures),
        "slow": int((seconds > SLOW).sum()),
    }


def disagreements(batch: list[Position], ours: list[Any], peer: list[Any]) -> int:
    """Boards that both answered, but not alike."""
    wrong = 0
    for (rows, _), a, b in zip(batch, ours, peer, strict=True):
        if isinstance(a, str) or isinstance(b, str):
            continue
        unopened = np.array([[cell == "-" for cell in row] for row in rows])
        wrong += bool((np.abs(np.array(a[1]) - np.array(b[1]))[unopened] > ROUNDING).any())
    return wrong


def exact_row(name: str, maker: Maker, size: Size, share: float, count: int, seed: int, limit: float) -> dict[str, Any]:
    batch = list(positions(maker, size, share, seed, count))
    workers = Worker("ours", limit), Worker("peer", limit)
    both: tuple[list[Any], list[Any]] = ([], [])
    for start in range(0, count, 20):  # by turns, so that a slow phase of the machine meets both
        part = batch[start : start + 20]
        for worker, answers in zip(workers, both, strict=True):
            answers.extend(worker.answers(part))
    for worker in workers:
        worker.stop()
    row = {
        "board": str(size),
        "opened": name,
        "share": share,
        "boards": count,
        "ours": summary(both[0]),
        "peer": summary(both[1]),
        "disagree": disagreements(batch, *both),
    }
    ours, peer = row["ours"]["median_us"], row["peer"]["median_us"]
    row["ratio"] = peer / ours if ours and peer else None
    return row


@dataclass(frozen=True)
class Amount:
    """How much is measured."""

    boards: int  # for each row of the exact table
    limit: float  # seconds a board may take
    drawn_on: int  # boards for each row of the sampler's table
    milliseconds: int  # of drawing on each


AMOUNTS = {"full": Amount(400, 10.0, 40, 100), "quick": Amount(40, 2.0, 5, 50), "smoke": Amount(20, 0.5, 1, 2)}


def exact(amount: Amount, seed: int, show: bool) -> list[dict[str, Any]]:
    count, limit = amount.boards, amount.limit
    table: list[dict[str, Any]] = []
    plan: list[tuple[str, Maker, Size, float, int]] = []
    for size in (FLAGS, EXPERT):
        plan += [("scattered", scattered, size, share, count) for share in SHARES]
        plan += [("as in play", frontier, size, share, count) for share in SHARES]
    # The peer needs seconds for some of these.
    plan += [("isolated", isolated, size, share, count // 4) for size in (FLAGS, EXPERT) for share in (0.08, 1.0)]
    plan += [("lattice", lattice, size, 1.0, count // 20) for size in (FLAGS, EXPERT)]
    if show:
        print("\nExact mine probabilities, microseconds a board; the ratio is that of the medians")
        print(
            f"{'':30}|{'minesweeper_core':^44}|{'ms_toollib':^44}|\n"
            f"{'board':10}{'opened':12}{'share':>7} |"
            f"{'median':>9}{'p99':>10}{'max':>11}{'>50ms':>6}{'failed':>7} |"
            f"{'median':>9}{'p99':>10}{'max':>11}{'>50ms':>6}{'failed':>7} |{'ratio':>8}{'unlike':>8}"
        )
    for name, maker, size, share, boards in plan:
        row = exact_row(name, maker, size, share, boards, seed, limit)
        table.append(row)
        if show:
            print(f"{row['board']:10}{name:12}{share:7.0%} |", end="")
            for side in (row["ours"], row["peer"]):
                times = "".join(
                    f"{'-' if side[key] is None else format(side[key], '.1f'):>{width}}"
                    for key, width in (("median_us", 9), ("p99_us", 10), ("max_us", 11))
                )
                print(f"{times}{side['slow']:6}{side['failed']:7} |", end="")
            print(f"{'-' if row['ratio'] is None else format(row['ratio'], '.1f'):>8}{row['disagree']:8}", flush=True)
    return table


def rate(solution: Any, threads: int, milliseconds: int) -> float:
    """Valid boards a second with both tallies, building the tables not counted."""
    start = time.perf_counter()
    estimate = solution.estimate(None, seed=1, threads=threads, time_ms=milliseconds)
    return float(estimate.n / (time.perf_counter() - start))


def calibration() -> dict[str, float]:
    """What this machine does with one thread at the same moment: copying memory, and numpy's 64-bit generator."""
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


def sampler(amount: Amount, seed: int, show: bool) -> list[dict[str, Any]]:
    boards, milliseconds = amount.drawn_on, amount.milliseconds
    table: list[dict[str, Any]] = []
    if show:
        print(
            f"\nValid boards with both tallies, million a second, kernel '{mc.simd_name()}';"
            " beside it a copy of 8 MB and PCG64 at the same time"
        )
        print(
            f"{'board':10}{'opened':12}{'share':>7}{'boards':>8} |{'1 thread':>10}{'lowest':>9}{'2 threads':>11} |"
            f"{'copy GB/s':>11}{'PCG64 M/s':>11}"
        )
    for size in (FLAGS, EXPERT):
        for share in SHARES:
            one, two = [], []
            for rows, mines in positions(frontier, size, share, seed + 1, boards):
                solution = mc.solve(rows, mines)
                solution.estimate(1, seed=1)  # builds the tables
                one.append(rate(solution, 1, milliseconds))
                two.append(rate(solution, 2, milliseconds))
            row: dict[str, Any] = {
                "board": str(size),
                "opened": "as in play",
                "share": share,
                "boards": boards,
                "one_thread": float(np.median(one)),
                "one_thread_lowest": min(one),
                "two_threads": float(np.median(two)),
                **calibration(),
            }
            table.append(row)
            if show:
                print(
                    f"{row['board']:10}{row['opened']:12}{share:7.0%}{boards:8} |{row['one_thread'] / 1e6:10.1f}"
                    f"{row['one_thread_lowest'] / 1e6:9.1f}{row['two_threads'] / 1e6:11.1f} |"
                    f"{row['copy_gb_s']:11.1f}{row['generator_m_s']:11.0f}",
                    flush=True,
                )
    return table


def processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure minesweeper_core, in one run against ms_toollib.")
    parser.add_argument("what", nargs="?", choices=["exact", "sampler", "all"], default="all")
    parser.add_argument(
        "--quick", dest="amount", action="store_const", const="quick", default="full", help="fewer boards: only a look"
    )
    parser.add_argument(
        "--smoke", dest="amount", action="store_const", const="smoke", help="hardly any: whether it still runs"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the positions")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    arguments = parser.parse_args()
    what = ("exact", "sampler") if arguments.what == "all" else (arguments.what,)

    result: dict[str, Any] = {
        "version": mc.__version__,
        "processor": processor(),
        "processors": os.cpu_count(),
        "python": platform.python_version(),
        "simd": mc.simd_name(),
        "seed": arguments.seed,
    }
    if not arguments.json:
        print(", ".join(f"{key} {value}" for key, value in result.items()))
    if "exact" in what:
        result["exact"] = exact(AMOUNTS[arguments.amount], arguments.seed, not arguments.json)
    if "sampler" in what:
        result["sampler"] = sampler(AMOUNTS[arguments.amount], arguments.seed, not arguments.json)
    if arguments.json:
        print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
