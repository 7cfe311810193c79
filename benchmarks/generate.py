"""New boards, with ms_toollib for comparison: random boards, and no-guess boards by rejection and by repair."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import ms_toollib
import numpy as np
from numpy.typing import NDArray
from positions import EXPERT, Size

import minesweeper_core as mc

BEGINNER = Size(9, 9, 10)
INTERMEDIATE = Size(16, 16, 40)
SIZES = (BEGINNER, INTERMEDIATE, EXPERT)
ROUNDS = 5
TRIES = 1_000_000  # of ms_toollib for each no-guess board


def alternate(functions: dict[str, tuple[Callable[[int], Any], int]]) -> dict[str, float]:
    """Microseconds per board for each function. A function takes the number of the round and makes its number of
    boards. They run alternately, so that all see the same machine load; the processor time of the best round counts."""
    best = dict.fromkeys(functions, float("inf"))
    for number in range(ROUNDS):
        for name, (function, boards) in functions.items():
            start = time.process_time()
            function(number)
            best[name] = min(best[name], (time.process_time() - start) / boards * 1e6)
    return best


def random_boards(size: Size, boards: int, seed: int) -> dict[str, Any]:
    """Boards with no mine at the first click, the rule of ``laymine``."""
    row, col = size.rows // 2, size.cols // 2
    stack = boards * 100

    def ours(number: int) -> None:
        mc.generate(size.rows, size.cols, size.mines, stack, seed=seed + number, at=(row, col), threads=1)

    def ours_singly(number: int) -> None:
        for start in range(boards):
            mc.generate(size.rows, size.cols, size.mines, seed=seed + number, start=start, at=(row, col))

    def peer(_: int) -> None:
        for _ in range(boards):
            ms_toollib.laymine(size.rows, size.cols, size.mines, row, col)

    functions = {"ours": (ours, stack), "ours_singly": (ours_singly, boards), "peer": (peer, boards)}
    times = alternate(functions)
    return {
        "board": str(size),
        "boards": boards,
        **{f"{name}_us": us for name, us in times.items()},
        "ratio": times["peer"] / times["ours"],
        "ratio_singly": times["peer"] / times["ours_singly"],
    }


def numbers(board: NDArray[np.bool_]) -> list[list[int]]:
    """A board in the form of ms_toollib: -1 for a mine, else the number of mines around."""
    rows: list[list[int]] = np.where(board, -1, mc.numbers(board).astype(int)).tolist()
    return rows


def no_guess_boards(size: Size, boards: int, seed: int) -> dict[str, Any]:
    """No-guess boards with an opening at the first click, the rule of ``laymine_solvable``."""
    row, col = size.rows // 2, size.cols // 2
    stack = boards * 20
    made: dict[str, list[NDArray[np.bool_]]] = {"ours": [], "repair": [], "peer": []}

    def ours(number: int, no_guess: Any = True, name: str = "ours") -> None:
        made[name].append(
            mc.generate(
                size.rows,
                size.cols,
                size.mines,
                stack,
                seed=seed + number,
                first="opening",
                at=(row, col),
                no_guess=no_guess,
                threads=1,
            )
        )

    def repair(number: int) -> None:
        ours(number, "repair", "repair")

    def peer(_: int) -> None:
        some = [ms_toollib.laymine_solvable(size.rows, size.cols, size.mines, row, col, TRIES) for _ in range(boards)]
        assert all(found for _, found in some)
        made["peer"].append(np.array([board for board, _ in some]) == -1)

    times = alternate({"ours": (ours, stack), "repair": (repair, stack), "peer": (peer, boards)})
    all_made = {name: np.concatenate(stacks) for name, stacks in made.items()}
    assert mc.is_no_guess(all_made["ours"], (row, col)).all() and mc.is_no_guess(all_made["repair"], (row, col)).all()
    bbbv = {name: mc.bbbv(stack) for name, stack in all_made.items()}
    some = all_made["ours"][: boards * ROUNDS]
    return {
        "board": str(size),
        "boards": boards,
        **{f"{name}_us": us for name, us in times.items()},
        "ratio": times["peer"] / times["ours"],
        "ratio_repair": times["peer"] / times["repair"],
        # how each library judges the boards of the other
        "peer_accepted": float(mc.is_no_guess(all_made["peer"], (row, col)).mean()),
        "accepted_by_peer": statistics.mean(bool(ms_toollib.is_solvable(numbers(board), row, col)) for board in some),
        **{f"{name}_bbbv": (float(values.mean()), float(values.std())) for name, values in bbbv.items()},
    }


def run(boards: int, seed: int, show: bool) -> dict[str, list[dict[str, Any]]]:
    """Measure both kinds of boards, with ``boards`` boards of ms_toollib per round."""
    table: dict[str, list[dict[str, Any]]] = {"random": [], "no_guess": []}
    if show:
        print(RANDOM_HEAD)
    for size in SIZES:
        table["random"].append(random_boards(size, boards * 10, seed))
        if show:
            print(random_line(table["random"][-1]), flush=True)
    if show:
        print(NO_GUESS_HEAD)
    for size in SIZES:
        table["no_guess"].append(no_guess_boards(size, boards, seed))
        if show:
            print(no_guess_line(table["no_guess"][-1]), flush=True)
    return table


RANDOM_HEAD = (
    "\nRandom boards through Python, microseconds per board: many in one call (stack), one per call (singly)\n"
    f"{'board':10}{'stack':>9}{'singly':>9}{'laymine':>10}{'ratio':>8}{'singly':>8}"
)
NO_GUESS_HEAD = (
    "\nNo-guess boards, microseconds per board on one thread; 3BV: mean and deviation; accepted: their boards by our "
    "check, ours by theirs\n"
    f"{'board':10}{'rejection':>10}{'repair':>9}{'laymine_solvable':>18}{'ratio':>8}{'repair':>8}"
    f"{'3BV':>13}{'repair':>13}{'peer':>13}{'accepted':>16}"
)


def random_line(row: dict[str, Any]) -> str:
    return (
        f"{row['board']:10}{row['ours_us']:9.2f}{row['ours_singly_us']:9.2f}{row['peer_us']:10.2f}"
        f"{row['ratio']:8.1f}{row['ratio_singly']:8.1f}"
    )


def no_guess_line(row: dict[str, Any]) -> str:
    spread = "".join(f"{'{:.1f} {:.1f}'.format(*row[name]):>13}" for name in ("ours_bbbv", "repair_bbbv", "peer_bbbv"))
    accepted = f"{row['peer_accepted']:.1%} {row['accepted_by_peer']:.1%}"
    return (
        f"{row['board']:10}{row['ours_us']:10.1f}{row['repair_us']:9.1f}{row['peer_us']:18.1f}"
        f"{row['ratio']:8.1f}{row['ratio_repair']:8.1f}{spread}{accepted:>16}"
    )
