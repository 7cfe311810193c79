"""Exact mine probabilities: this library and ms_toollib alternately, on new positions that are timed once each."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from positions import EXPERT, FLAGS, Maker, Position, Size, frontier, isolated, lattice, positions, scattered

SHARES = (0.15, 0.30, 0.50, 0.70, 0.85)
SLOW = 0.050  # seconds; the project promises less on ordinary boards
ROUNDING = 1e-9  # tolerance for the comparison of probabilities

Answer = list[Any] | str
"""``[seconds, probabilities]``, or an error message."""


class Worker:
    """A process that solves batches of positions with one library. It is restarted after it had to be killed."""

    def __init__(self, library: str, limit: float) -> None:
        self.library = library
        self.limit = limit
        self.process: subprocess.Popen[str] | None = None
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def _start(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve().parent / "worker.py"), self.library],
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
            raise SystemExit(f"the worker for {self.library} did not start; is the library installed?")
        return process

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def _solve(self, batch: list[Position]) -> list[Answer] | None:
        process = self.process or self._start()
        assert process.stdin is not None
        process.stdin.write(json.dumps(batch) + "\n")
        process.stdin.flush()
        try:
            line = self.lines.get(timeout=self.limit)
        except queue.Empty:
            line = ""
        if not line:  # timed out, or the process died
            self.stop()
            return None
        answers: list[Answer] = json.loads(line)
        return answers

    def answers(self, batch: list[Position]) -> list[Answer]:
        """An answer for each position. If the whole batch exceeds the limit, each position is solved by itself."""
        found = self._solve(batch)
        if found is not None:
            return found
        if len(batch) == 1:
            return [f"no answer in {self.limit:g} s"]
        return [answer for position in batch for answer in self.answers([position])]


@dataclass
class Timed:
    """The answers of one library for one kind of positions."""

    answers: list[Answer]
    limit: float

    def summary(self) -> dict[str, Any]:
        """Times in microseconds. A failed position counts as the time limit, so the times are then lower bounds."""
        failed = sum(isinstance(answer, str) for answer in self.answers)
        seconds = np.array([self.limit if isinstance(answer, str) else answer[0] for answer in self.answers])
        return {
            "median_us": float(np.median(seconds)) * 1e6,
            "p99_us": float(np.quantile(seconds, 0.99)) * 1e6,
            "max_us": float(seconds.max()) * 1e6,
            "slow": int((seconds > SLOW).sum()) - failed,
            "failed": failed,
        }


@dataclass
class Kind:
    """A row of the table: one kind of positions, and the answers of both libraries."""

    board: str
    opened: str
    share: str
    positions: list[Position]
    ours: Timed
    peer: Timed

    def differing(self) -> int:
        """The number of boards on which both libraries answered differently."""
        count = 0
        for (rows, _), a, b in zip(self.positions, self.ours.answers, self.peer.answers, strict=True):
            if not isinstance(a, str) and not isinstance(b, str):
                unopened = np.array([[cell == "-" for cell in row] for row in rows])
                count += bool((np.abs(np.array(a[1]) - np.array(b[1]))[unopened] > ROUNDING).any())
        return count

    def row(self) -> dict[str, Any]:
        ours, peer = self.ours.summary(), self.peer.summary()
        return {
            "board": self.board,
            "opened": self.opened,
            "share": self.share,
            "boards": len(self.positions),
            "ours": ours,
            "peer": peer,
            "ratio": peer["median_us"] / ours["median_us"],
            "ratio_is_lower_bound": peer["failed"] * 2 >= len(self.positions),
            "differing": self.differing(),
        }


def measure(
    size: Size, opened: str, maker: Maker, share: float, seed: int, count: int, turn: int, limit: float
) -> Kind:
    """Time both libraries on new positions, alternately, ``turn`` boards at a time, so that both see the same load."""
    batch = list(positions(maker, size, share, seed, count))
    workers = [Worker("ours", limit), Worker("peer", limit)]
    answers: list[list[Answer]] = [[], []]
    for start in range(0, count, turn):
        for worker, so_far in zip(workers, answers, strict=True):
            so_far.extend(worker.answers(batch[start : start + turn]))
    for worker in workers:
        worker.stop()
    label = "most" if share == 1.0 else f"{share:.0%}"
    return Kind(str(size), opened, label, batch, Timed(answers[0], limit), Timed(answers[1], limit))


def combine(kinds: list[Kind]) -> Kind:
    """One row for all shares of one kind of positions."""
    ours = Timed([answer for kind in kinds for answer in kind.ours.answers], kinds[0].ours.limit)
    peer = Timed([answer for kind in kinds for answer in kind.peer.answers], kinds[0].peer.limit)
    batch = [position for kind in kinds for position in kind.positions]
    return Kind(kinds[0].board, kinds[0].opened, "all", batch, ours, peer)


def run(boards: int, limit: float, seed: int, show: bool) -> list[dict[str, Any]]:
    """Measure everything: ``boards`` positions per row, fewer if ms_toollib needs seconds for each."""
    table: list[dict[str, Any]] = []

    def add(kind: Kind) -> Kind:
        table.append(kind.row())
        if show:
            print(line(table[-1]), flush=True)
        return kind

    if show:
        print(HEAD)
    for size in (FLAGS, EXPERT):
        for opened, maker in (("scattered", scattered), ("as in play", frontier)):
            kinds = [add(measure(size, opened, maker, share, seed, boards, 20, limit)) for share in SHARES]
            add(combine(kinds))
    for size in (FLAGS, EXPERT):
        for share in (0.08, 0.12):
            add(measure(size, "isolated", isolated, share, seed, boards, 20, limit))
        add(measure(size, "isolated", isolated, 1.0, seed, max(boards // 20, 1), 1, limit))
        add(measure(size, "lattice", lattice, 1.0, seed, max(boards // 40, 1), 1, limit))
    return table


HEAD = (
    "\nExact mine probabilities, microseconds per board; ratio of the medians\n"
    f"{'':36}|{'minesweeper_core':^43}|{'ms_toollib':^45}|\n"
    f"{'board':10}{'opened':12}{'share':>6}{'boards':>7} |"
    f"{'median':>9}{'p99':>10}{'max':>10}{'>50ms':>6}{'failed':>7} |"
    f"{'median':>10}{'p99':>11}{'max':>11}{'>50ms':>6}{'failed':>7} |{'ratio':>7}{'differ':>7}"
)


def line(row: dict[str, Any]) -> str:
    ours, peer = row["ours"], row["peer"]
    ratio = f"{'>' if row['ratio_is_lower_bound'] else ''}{row['ratio']:.1f}"
    return (
        f"{row['board']:10}{row['opened']:12}{row['share']:>6}{row['boards']:7} |"
        f"{ours['median_us']:9.1f}{ours['p99_us']:10.1f}{ours['max_us']:10.1f}{ours['slow']:6}{ours['failed']:7} |"
        f"{peer['median_us']:10.1f}{peer['p99_us']:11.1f}{peer['max_us']:11.1f}{peer['slow']:6}{peer['failed']:7} |"
        f"{ratio:>7}{row['differing']:7}"
    )
