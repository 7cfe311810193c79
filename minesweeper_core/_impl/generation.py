"""Random boards: by the first click's rule, by 3BV, and such that can be won without guessing."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minesweeper_core._impl.arguments import (
    UINT64_MAX,
    FirstClick,
    Poll,
    first_click,
    new_boards,
    read_cell,
    seed_of,
    unsigned,
)
from minesweeper_core._impl.board import MAX_SIDE
from minesweeper_core._impl.errors import BoardNotFoundError
from minesweeper_core._impl.masks import MaskLike, read_masks, read_sides
from minesweeper_core._impl.native import Native

__all__ = ["GenerationFunctions"]


class GenerateRequest(NamedTuple):
    """mines_generate_request without its size, in its order."""

    rows: int
    cols: int
    mines: int
    first_click: int
    row: int
    col: int
    logic: int
    min_bbbv: int
    max_bbbv: int
    tries: int


class GenerationFunctions:
    """The functions of a Library that make boards."""

    _native: Native

    def generate(
        self,
        rows: int,
        cols: int,
        mines: int,
        n: int | None = None,
        *,
        seed: int | None = None,
        first: FirstClick | None = None,
        at: tuple[int, int] | None = None,
        no_guess: bool | Literal["repair"] = False,
        bbbv: tuple[int | None, int | None] | None = None,
        tries: int | None = None,
        start: int = 0,
        threads: int = 0,
        memory: int | None = None,
        poll: Poll | None = None,
    ) -> NDArray[np.bool_]:
        """Random boards, True where a mine is: bool (rows, cols), or (n, rows, cols) where n is given.

        at: the first click, (row, column). first: what it may meet, "anything", "safe" (no mine) or "opening" (no mine
        around it either). Without a first click the mines lie anywhere; with one and no rule it is safe. All boards
        under the rule are equally likely.

        no_guess: True for boards that can be won from the first click by logic alone, the number of mines included:
        all of them equally likely, which means that most candidates are thrown away. "repair" moves mines until a
        board is such: much faster, but some boards are likelier than others. Sides of up to 256 then.
        bbbv: the least and the most 3BV wanted; None is no limit. tries: how many candidates to look at for each
        board before giving up, at least 1; None is no limit.

        seed: 0 to 2**64 - 1; a seed gives the same boards on every machine and for every number of threads, and the
        first boards of a larger n are those of a smaller one. None takes a fresh one. start: boards number start to
        start + n - 1 of the seed, so that many can be had in pieces. threads: 0 means one per available processor.
        memory: how many bytes each thread's solver may take, 1 GiB if None. poll: as for solve.

        Raises BoardNotFoundError when the tries are used up, or at once if it is easy to see that no such board exists;
        ValueError for impossible arguments; BudgetExceededError; MemoryError. Ctrl-C ends it. The GIL is not held.

        >>> import minesweeper_core as mc
        >>> boards = mc.generate(9, 9, 10, 100, seed=1, at=(4, 4), first="opening", bbbv=(10, 20))
        >>> boards.shape, int(boards[:, 3:6, 3:6].sum())
        ((100, 9, 9), 0)
        >>> set(boards.sum(axis=(1, 2)).tolist()), int(mc.bbbv(boards).max()) <= 20
        ({10}, True)
        >>> board = mc.generate(*mc.INTERMEDIATE, seed=1, at=(0, 0), no_guess=True)
        >>> mc.is_no_guess(board, (0, 0))
        True
        """
        rows, cols = read_sides(rows, cols)
        mines = unsigned("mines", mines, rows * cols)
        count = 1 if n is None else unsigned("n", n, UINT64_MAX)
        if no_guess not in (False, True, "repair"):
            raise ValueError(f"no_guess is {no_guess!r}, but must be False, True or 'repair'")
        logic = 2 if no_guess == "repair" else int(no_guess)
        if at is None and (no_guess or first not in (None, "anything")):
            wish = f"first={first!r}" if first not in (None, "anything") else "no_guess"
            raise ValueError(f"{wish} needs at=(row, column), the first click")
        if no_guess:
            _check_sides(rows, cols)
        if no_guess and first == "anything":
            raise ValueError("no_guess needs first='safe' or first='opening'")
        rule = first_click(first if first is not None else "anything" if at is None else "safe")
        row, col = (0, 0) if at is None else read_cell("at", at, rows, cols)
        least, most = (0, 0) if bbbv is None else _read_range(bbbv)
        tries = 0 if tries is None else unsigned("tries", tries, UINT64_MAX, least=1)
        request = GenerateRequest(rows, cols, mines, rule, row, col, logic, least, most, tries)
        start = unsigned("start", start, UINT64_MAX - count)
        options = self._native.options(threads, memory, poll)
        boards = new_boards(count, rows, cols)
        try:
            status, _ = self._native.binding.generate(request, seed_of(seed), start, count, options, boards)
            self._native.check(status, options)
        except BoardNotFoundError:
            # Without a limit the search ends without a board only where there is none.
            if tries == 0 or least > _most_bbbv(request):
                having = "" if bbbv is None else " with a 3BV in the range asked for"
                raise BoardNotFoundError(f"there is no such board{having}") from None
            raise
        return boards[0] if n is None else boards

    def is_no_guess(
        self,
        board: MaskLike,
        at: tuple[int, int],
        *,
        threads: int = 0,
        memory: int | None = None,
        poll: Poll | None = None,
    ) -> Any:
        """Whether a board can be won from the first click ``at`` without a guess: a bool, or a bool array (n,) for a
        stack.

        The first click is opened, then every cell that is safe in all valid boards, the number of mines included, again
        and again; the board can be won if no safe cell is left. board: as for metrics, sides up to 256. at: (row,
        column). threads, memory, poll and the errors: as for generate.

        >>> import minesweeper_core as mc
        >>> mc.is_no_guess("*..\\n...\\n..*", (2, 0)), mc.is_no_guess("*.*\\n.*.", (0, 1))
        (True, False)
        """
        masks = read_masks(board)
        count, rows, cols = masks.cells.shape
        _check_sides(rows, cols)
        row, col = read_cell("at", at, rows, cols)
        options = self._native.options(threads, memory, poll)
        answers = np.empty(count, np.bool_)
        status = self._native.binding.no_guess(masks.cells, count, rows, cols, row, col, options, answers)
        self._native.check(status, options)
        return answers if masks.stacked else bool(answers[0])


def _read_range(bbbv: tuple[int | None, int | None]) -> tuple[int, int]:
    """The least and the most 3BV, 0 where there is no limit."""
    try:
        least, most = bbbv
    except (TypeError, ValueError) as error:
        raise type(error)(f"bbbv must be (least, most), not {bbbv!r}") from None
    least = 0 if least is None else unsigned("the least bbbv", least)
    most = 0 if most is None else unsigned("the most bbbv", most, least=1)
    if 0 < most < least:
        raise ValueError(f"bbbv is (least, most), but the least, {least}, is more than the most, {most}")
    return least, most


def _most_bbbv(request: GenerateRequest) -> int:
    """What no 3BV is more than: every safe cell counts at most 1, and an opening all its cells no more."""
    safe = request.rows * request.cols - request.mines
    if request.first_click != first_click("opening"):
        return safe
    height = min(request.row + 2, request.rows) - max(request.row - 1, 0)
    width = min(request.col + 2, request.cols) - max(request.col - 1, 0)
    return safe - height * width + 1 if height * width <= safe else safe


def _check_sides(rows: int, cols: int) -> None:
    if max(rows, cols) > MAX_SIDE:
        raise ValueError(f"boards without guessing have sides of up to {MAX_SIDE}, this one is {rows} x {cols}")
