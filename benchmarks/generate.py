"""New boards beside ms_toollib's: random ones, and ones that need no guess, by rejection and by repair."""

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
TURNS = 5
TRIES = 1_000_000  # of the peer, for each board without a guess


def by_turns(works: dict[str, tuple[Callable[[int], Any], int]]) -> dict[str, float]:
    """Microseconds a board: each work takes its number of boards, all by turns, so that they meet the same moods. It is
    the processor's time that counts, on one thread, and the best turn."""
    best = dict.fromkeys(works, float("inf"))
    for turn in range(TURNS):
        for name, (work, boards) in works.items():
            begun = time.process_time()
            work(turn)
            best[name] = min(best[name], (time.process_time() - begun) / boards * 1e6)
    return best


def random_boards(size: Size, boards: int, seed: int) -> dict[str, Any]:
    """No mine at the first click: ``laymine``'s rule."""
    row, col = size.rows // 2, size.cols // 2
    stack = boards * 100

    def ours(turn: int) -> None:
        mc.generate(size.rows, size.cols, size.mines, stack, seed=seed + turn, at=(row, col), threads=1)

    def ours_singly(turn: int) -> None:
        for start in range(boards):
            mc.generate(size.rows, size.cols, size.mines, seed=seed + turn, start=start, at=(row, col))

    def peer(_: int) -> None:
        for _ in range(boards):
            ms_toollib.laymine(size.rows, size.cols, size.mines, row, col)

    works = {"ours": (ours, stack), "ours_singly": (ours_singly, boards), "peer": (peer, boards)}
    times = by_turns(works)
    return {
        "board": str(size),
        "boards": boards,
        **{f"{name}_us": us for name, us in times.items()},
        "ratio": times["peer"] / times["ours"],
        "ratio_singly": times["peer"] / times["ours_singly"],
    }


def numbers(board: NDArray[np.bool_]) -> list[list[int]]:
    """A board as ms_toollib takes it: -1 for a mine, otherwise the mines around."""
    rows: list[list[int]] = np.where(board, -1, mc.numbers(board).astype(int)).tolist()
    return rows


def without_guess(size: Size, boards: int, seed: int) -> dict[str, Any]:
    """An opening at the first click: ``laymine_solvable``'s rule."""
    row, col = size.rows // 2, size.cols // 2
    stack = boards * 20
    made: dict[str, list[NDArray[np.bool_]]] = {"ours": [], "repair": [], "peer": []}

    def ours(turn: int, no_guess: Any = True, name: str = "ours") -> None:
        made[name].append(
            mc.generate(
                size.rows,
                size.cols,
                size.mines,
                stack,
                seed=seed + turn,
                first="opening",
                at=(row, col),
                no_guess=no_guess,
                threads=1,
            )
        )

    def repair(turn: int) -> None:
        ours(turn, "repair", "repair")

    def peer(_: int) -> None:
        some = [ms_toollib.laymine_solvable(size.rows, size.cols, size.mines, row, col, TRIES) for _ in range(boards)]
        assert all(found for _, found in some)
        made["peer"].append(np.array([board for board, _ in some]) == -1)

    times = by_turns({"ours": (ours, stack), "repair": (repair, stack), "peer": (peer, boards)})
    all_made = {name: np.concatenate(stacks) for name, stacks in made.items()}
    assert mc.is_no_guess(all_made["ours"], (row, col)).all() and mc.is_no_guess(all_made["repair"], (row, col)).all()
    bbbv = {name: mc.bbbv(stack) for name, stack in all_made.items()}
    some = all_made["ours"][: boards * TURNS]
    return {
        "board": str(size),
        "boards": boards,
        **{f"{name}_us": us for name, us in times.items()},
        "ratio": times["peer"] / times["ours"],
        "ratio_repair": times["peer"] / times["repair"],
        # each library's judge on the other's boards
        "peer_accepted": float(mc.is_no_guess(all_made["peer"], (row, col)).mean()),
        "accepted_by_peer": statistics.mean(bool(ms_toollib.is_solvable(numbers(board), row, col)) for board in some),
        **{f"{name}_bbbv": (float(values.mean()), float(values.std())) for name, values in bbbv.items()},
    }


def run(boards: int, seed: int, show: bool) -> dict[str, list[dict[str, Any]]]:
    """Measure both kinds, ``boards`` of the peer's for each turn."""
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
        table["no_guess"].append(without_guess(size, boards, seed))
        if show:
            print(no_guess_line(table["no_guess"][-1]), flush=True)
    return table


RANDOM_HEAD = (
    "\nRandom boards, microseconds a board through Python\n"
    f"{'board':10}{'stack':>9}{'singly':>9}{'laymine':>10}{'ratio':>8}{'singly':>8}"
)
NO_GUESS_HEAD = (
    "\nBoards without a guess, microseconds a board on one thread; 3BV: mean and deviation; accepted: peer's boards by "
    "our judge, ours by theirs\n"
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
