"""All answers of a small board by trying every placement of mines on its unopened cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from positions import neighbours, unopened_cells

MAX_UNOPENED = 20


@dataclass(frozen=True)
class Enumeration:
    """The counts over all valid boards of a position."""

    board: tuple[str, ...]
    boards: NDArray[np.bool_]  # (total, rows, cols), True = mine, known mines included
    mine: NDArray[np.int64]  # (rows, cols)
    zero_around: NDArray[np.int64]  # (rows, cols)
    number: NDArray[np.int64]  # (rows, cols, 9)

    @property
    def total(self) -> int:
        return len(self.boards)


def mines_around(boards: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Mines among the neighbours of every cell of every board: (n, rows, cols) to (n, rows, cols)."""
    n, rows, cols = boards.shape
    walled = np.zeros((n, rows + 2, cols + 2), np.uint8)
    walled[:, 1:-1, 1:-1] = boards
    around = np.zeros((n, rows, cols), np.uint8)
    for dr in range(3):
        for dc in range(3):
            if (dr, dc) != (1, 1):
                around += walled[:, dr : dr + rows, dc : dc + cols]
    return around


def enumerate_boards(board: Sequence[str], mines: int) -> Enumeration:
    """Every valid board of a position with at most MAX_UNOPENED unopened cells."""
    rows, cols = len(board), len(board[0])
    cells = unopened_cells(board)
    assert len(cells) <= MAX_UNOPENED
    index = {cell: i for i, cell in enumerate(cells)}
    known = sum(row.count("+") for row in board)

    # Bit i of a code is the mine in cells[i].
    placed = np.zeros(1, np.uint8)
    for _ in cells:
        placed = np.concatenate([placed, placed + np.uint8(1)])
    codes = np.flatnonzero(placed.astype(np.int64) == mines - known).astype(np.uint32)
    for r in range(rows):
        for c in range(cols):
            if board[r][c].isdigit():
                around = neighbours(rows, cols, r, c)
                missing = int(board[r][c]) - sum(board[i][j] == "+" for i, j in around)
                found = np.zeros(len(codes), np.int64)
                for cell in around:
                    if cell in index:
                        found += (codes >> np.uint32(index[cell])) & np.uint32(1)
                codes = codes[found == missing]

    boards = np.zeros((len(codes), rows, cols), np.bool_)
    for (r, c), i in index.items():
        boards[:, r, c] = (codes >> np.uint32(i)) & np.uint32(1)
    for r in range(rows):
        for c in range(cols):
            if board[r][c] == "+":
                boards[:, r, c] = True
    shown = mines_around(boards)
    number = np.stack([((shown == k) & ~boards).sum(0) for k in range(9)], axis=-1)
    return Enumeration(
        board=tuple(board),
        boards=boards,
        mine=boards.sum(0, dtype=np.int64),
        zero_around=(shown == 0).sum(0, dtype=np.int64),
        number=number.astype(np.int64),
    )
