"""3BV, openings and ZiNi: this library and ms_toollib alternately on the same random boards, in one process."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from typing import Any

import ms_toollib
import numpy as np
from numpy.typing import NDArray
from positions import EXPERT, Size

import minesweeper_core as mc

SIZES = (Size(9, 9, 10), Size(16, 16, 40), EXPERT, Size(64, 64, 840))
OUTPUTS = ("3BV", "openings", "islands", "ZiNi", "Human ZiNi")  # in the order of mines_metrics_result
PEER: dict[str, Callable[[Any], int]] = {
    "3BV": ms_toollib.cal_bbbv,
    "openings": ms_toollib.cal_op,
    "ZiNi": ms_toollib.cal_zini,
    "Human ZiNi": ms_toollib.cal_hzini,
}


def peer_all(board: list[list[int]]) -> tuple[int, ...]:
    """The metrics in OUTPUTS."""
    metrics = ms_toollib.Board(board)
    return metrics.bbbv, metrics.op, metrics.isl, metrics.zini, metrics.hzini


def random_masks(size: Size, seed: int, count: int) -> NDArray[np.bool_]:
    rng = np.random.default_rng([seed, size.rows, size.cols, size.mines])
    masks = np.zeros((count, size.rows * size.cols), bool)
    for mask in masks:
        mask[rng.permutation(mask.size)[: size.mines]] = True
    return masks.reshape(count, size.rows, size.cols)


class Options(ctypes.Structure):
    """mines_options."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        ("threads", ctypes.c_uint32),
        ("memory", ctypes.c_uint64),
        ("poll", ctypes.c_void_p),
        ("context", ctypes.c_void_p),
    )


class Result(ctypes.Structure):
    """mines_metrics_result, with one array for each of OUTPUTS."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        *((name, ctypes.c_void_p) for name in ("bbbv", "openings", "islands", "zini", "hzini")),
    )


class Native:
    """mines_metrics of the shared library in the package, which can calculate each metric by itself."""

    def __init__(self) -> None:
        self.function = ctypes.CDLL(mc.get_library()).mines_metrics
        self.function.argtypes = [
            ctypes.c_void_p,
            ctypes.c_size_t,
            ctypes.c_uint32,
            ctypes.c_uint32,
            ctypes.POINTER(Options),
            ctypes.POINTER(Result),
        ]

    def __call__(self, masks: NDArray[np.bool_], what: str, threads: int) -> NDArray[np.uint32]:
        found = np.zeros((len(OUTPUTS), len(masks)), np.uint32)
        outputs = [found[i].ctypes.data if what in (name, "all") else None for i, name in enumerate(OUTPUTS)]
        options = Options(size=ctypes.sizeof(Options), threads=threads)
        result = Result(ctypes.sizeof(Result), *outputs)
        status = self.function(masks.ctypes.data, *masks.shape, options, result)
        if status != 0:
            raise RuntimeError(f"mines_metrics: status {status}")
        return found if what == "all" else found[OUTPUTS.index(what)]


class Fastest:
    """The smallest of several times, per board. Measures processor time unless another clock is given."""

    def __init__(self, boards: int, clock: Callable[[], float] = time.thread_time) -> None:
        self.boards = boards
        self.clock = clock
        self.seconds = float("inf")

    def time(self, work: Callable[[], Any]) -> Any:
        start = self.clock()
        result = work()
        self.seconds = min(self.seconds, (self.clock() - start) / self.boards)
        return result


def measure(native: Native, size: Size, what: str, seed: int, boards: int, rounds: int) -> dict[str, Any]:
    """Run each library on all boards, alternately; the best of ``rounds`` times counts."""
    masks = random_masks(size, seed, boards)
    numbers = mc.numbers(masks).astype(int)
    numbers[numbers == 9] = -1
    lists = [board.tolist() for board in numbers]
    of_peer = PEER.get(what, peer_all)
    of_ours = {"3BV": mc.bbbv, "all": mc.metrics}.get(what)
    peer, python, one = (Fastest(boards) for _ in range(3))
    two = Fastest(boards, time.perf_counter)
    for _ in range(rounds):
        theirs = peer.time(lambda: [of_peer(board) for board in lists])
        found = one.time(lambda: native(masks, what, 1))
        two.time(lambda: native(masks, what, 2))
        if of_ours is not None:
            singly = list(masks)
            python.time(lambda calls=singly: [of_ours(mask) for mask in calls])
    differing = np.any(np.atleast_2d(found) != np.atleast_2d(np.array(theirs).T), axis=0)
    return {
        "board": str(size),
        "metric": what,
        "boards": boards,
        "peer_us": peer.seconds * 1e6,
        "python_us": python.seconds * 1e6 if of_ours is not None else None,
        "one_thread_us": one.seconds * 1e6,
        "two_threads_us": two.seconds * 1e6,
        "ratio_python": peer.seconds / python.seconds if of_ours is not None else None,
        "ratio_one_thread": peer.seconds / one.seconds,
        "ratio_two_threads": peer.seconds / two.seconds,
        "differing": int(differing.sum()),
    }


def run(boards: int, rounds: int, seed: int, show: bool) -> list[dict[str, Any]]:
    """Measure all sizes and metrics, on ``boards`` boards per row and fewer of the largest."""
    native = Native()
    table: list[dict[str, Any]] = []
    if show:
        print(HEAD)
    for size in SIZES:
        count = max(boards * EXPERT.rows * EXPERT.cols // max(size.rows * size.cols, EXPERT.rows * EXPERT.cols), 5)
        for what in (*PEER, "all"):
            table.append(measure(native, size, what, seed, count, rounds))
            if show:
                print(line(table[-1]), flush=True)
    return table


HEAD = (
    "\nMetrics of complete boards, microseconds per board: ms_toollib, one board per call in Python, many boards in C"
    f"\n{'':35} |{'':11} |{'minesweeper_core':^26} |{'ratios':^24} |"
    f"\n{'board':12}{'metric':>12}{'boards':>11} |{'ms_toollib':>11} |{'Python':>8}{'1 thread':>10}{'2':>8} |"
    f"{'Python':>8}{'1 thread':>10}{'2':>6} |{'differ':>7}"
)


def line(row: dict[str, Any]) -> str:
    def text(number: float | None, digits: int) -> str:
        return "-" if number is None else f"{number:.{digits}f}"

    return (
        f"{row['board']:12}{row['metric']:>12}{row['boards']:11} |{row['peer_us']:11.2f} |"
        f"{text(row['python_us'], 2):>8}{row['one_thread_us']:10.3f}{row['two_threads_us']:8.3f} |"
        f"{text(row['ratio_python'], 1):>8}{row['ratio_one_thread']:10.1f}{row['ratio_two_threads']:6.0f} |"
        f"{row['differing']:7}"
    )
