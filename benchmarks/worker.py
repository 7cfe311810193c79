"""One library in a process of its own, so that a board it can't finish can be given up: ``worker.py ours|peer``.

Each line in is a JSON batch of positions ``[[rows, mines], ...]``. All are brought into the form the library takes,
then timed one after another, each once; the line out holds a ``[seconds, probabilities]`` or an error text for each.
The first line out says that the library is loaded and warm.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

UNOPENED = 10  # in ms_toollib's boards


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
            except BaseException as error:  # a panic of the peer's Rust code is no Exception
                answers.append(repr(error)[:200])
                continue
            answers.append((time.perf_counter() - start, answer))
        print(json.dumps([a if isinstance(a, str) else (a[0], probabilities(a[1])) for a in answers]), flush=True)


if __name__ == "__main__":
    main()
