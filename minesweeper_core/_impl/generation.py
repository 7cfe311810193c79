"""Random boards: by a rule for the first click, by 3BV, and winnable without guessing."""

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

        rows, cols: 1 to 32767, up to 2**28 cells. at: the first click, (row, column) from 0. first: what it may hit,
        "anything", "safe" (no mine) or "opening" (no mine in or around the cell); the default is "safe" with at,
        otherwise "anything". All boards that meet the rule are equally likely.

        no_guess: True for boards that can be won from the first click by logic alone, using the number of mines too;
        all such boards are equally likely, but most candidates are rejected. "repair" moves mines until the board can
        be won so: much faster, but some boards are likelier than others. Both need sides of up to 256.
        bbbv: the minimum and maximum 3BV; None means no limit. tries: how many candidates to try for each board before
        giving up, at least 1; None means no limit.

        seed: 0 to 2**64 - 1; a seed gives the same boards on every machine and for every number of threads, and the
        first boards of a larger n are those of a smaller one. None means a random seed. start: the number of the first
        board; calls with increasing start give the boards of one larger call. threads: 0 means one per available
        processor. memory: the limit in bytes for each thread's solver, 1 GiB if None. poll: as for solve.

        Raises BoardNotFoundError when the tries are used up, or at once if it is easy to see that no such board exists;
        ValueError for impossible arguments; BudgetExceededError; MemoryError. Ctrl-C interrupts it. Thread-safe; the
        GIL is not held.

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
            option = f"first={first!r}" if first not in (None, "anything") else "no_guess"
            raise ValueError(f"{option} needs at=(row, column), the first click")
        if no_guess:
            _check_sides(rows, cols)
        if no_guess and first == "anything":
            raise ValueError("no_guess needs first='safe' or first='opening'")
        rule = first_click(first if first is not None else "anything" if at is None else "safe")
        row, col = (0, 0) if at is None else read_cell("at", at, rows, cols)
        low, high = (0, 0) if bbbv is None else _read_range(bbbv)
        tries = 0 if tries is None else unsigned("tries", tries, UINT64_MAX, minimum=1)
        request = GenerateRequest(rows, cols, mines, rule, row, col, logic, low, high, tries)
        start = unsigned("start", start, UINT64_MAX - count)
        options = self._native.options(threads, memory, poll)
        boards = new_boards(count, rows, cols)
        try:
            status, _ = self._native.binding.generate(request, seed_of(seed), start, count, options, boards)
            self._native.check(status, options)
        except BoardNotFoundError:
            # Without a limit on tries, the search fails only if no such board exists.
            if tries == 0 or low > _max_bbbv(request):
                condition = "" if bbbv is None else " with a 3BV in the requested range"
                raise BoardNotFoundError(f"no such board exists{condition}") from None
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

        Opens the first click, then repeatedly every cell that is safe in all valid boards with this number of mines;
        the board can be won if no safe cell is left unopened. board: as for metrics, sides up to 256. at: (row, column)
        from 0. threads, memory, poll, errors and thread safety: as for generate.

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
    """The minimum and maximum 3BV, 0 for no limit."""
    try:
        low, high = bbbv
    except (TypeError, ValueError) as error:
        raise type(error)(f"bbbv must be (minimum, maximum), not {bbbv!r}") from None
    low = 0 if low is None else unsigned("the minimum bbbv", low)
    high = 0 if high is None else unsigned("the maximum bbbv", high, minimum=1)
    if 0 < high < low:
        raise ValueError(f"bbbv is (minimum, maximum), but the minimum, {low}, is more than the maximum, {high}")
    return low, high


def _max_bbbv(request: GenerateRequest) -> int:
    """An upper bound of the 3BV: each safe cell counts at most 1, and so do all cells of an opening together."""
    safe = request.rows * request.cols - request.mines
    if request.first_click != first_click("opening"):
        return safe
    height = min(request.row + 2, request.rows) - max(request.row - 1, 0)
    width = min(request.col + 2, request.cols) - max(request.col - 1, 0)
    return safe - height * width + 1 if height * width <= safe else safe


def _check_sides(rows: int, cols: int) -> None:
    if max(rows, cols) > MAX_SIDE:
        raise ValueError(f"no-guess boards have sides of up to {MAX_SIDE}, this one is {rows} x {cols}")
