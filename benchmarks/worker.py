"""Solves positions with one library in a separate process, which can be killed if it takes too long.

Usage: ``worker.py ours|peer``. The first output line says that the library is loaded and warmed up. Then each input
line is a JSON list of positions ``[[rows, mines], ...]``. They are converted to the form that the library takes, then
each is timed once. The output line is a list with ``[seconds, probabilities]`` or an error message for each.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

UNOPENED = 10  # code of ms_toollib


def ours() -> tuple[Callable[[list[str]], Any], Callable[[Any, int], Any], Callable[[Any], list[list[float]]]]:
    import minesweeper_core as mc

    return (lambda rows: rows), (lambda board, mines: mc.solve(board, mines).mine), (lambda mine: mine.tolist())


def peer() -> tuple[Callable[[list[str]], Any], Callable[[Any, int], Any], Callable[[Any], list[list[float]]]]:
    import ms_toollib

    def convert(rows: list[str]) -> list[list[int]]:
        return [[UNOPENED if cell == "-" else int(cell) for cell in row] for row in rows]

    return convert, ms_toollib.cal_probability_onboard, (lambda answer: answer[0])


def main() -> None:
    prepare, call, probabilities = ours() if sys.argv[1] == "ours" else peer()
    warm = prepare(["-" * 16] * 7 + ["-" * 7 + "1" + "-" * 8] + ["-" * 16] * 8)
    for _ in range(20):
        call(warm, 51)
    print(json.dumps("warm"), flush=True)
    for line in sys.stdin:
        batch = [(prepare(rows), mines) for rows, mines in json.loads(line)]
        answers: list[Any] = []
        for board, mines in batch:
            start = time.perf_counter()
            try:
                answer = call(board, mines)
            except BaseException as error:  # a panic in Rust code is not an Exception
                answers.append(repr(error)[:200])
                continue
            answers.append((time.perf_counter() - start, answer))
        print(json.dumps([a if isinstance(a, str) else (a[0], probabilities(a[1])) for a in answers]), flush=True)


if __name__ == "__main__":
    main()
