"""Positions for the tests: real ones opened from a layout of mines, and arbitrary ones. Everything follows a seed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

Cell = tuple[int, int]


def neighbours(rows: int, cols: int, row: int, col: int) -> list[Cell]:
    """The up to 8 cells that touch (row, col)."""
    return [
        (r, c)
        for r in range(max(row - 1, 0), min(row + 2, rows))
        for c in range(max(col - 1, 0), min(col + 2, cols))
        if (r, c) != (row, col)
    ]


def unopened_cells(board: Sequence[str]) -> list[Cell]:
    return [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if cell == "-"]


def place(board: Sequence[str], row: int, col: int, cell: str) -> list[str]:
    """The board with one cell replaced."""
    changed = list(board)
    changed[row] = changed[row][:col] + cell + changed[row][col + 1 :]
    return changed


def random_layout(rng: random.Random, rows: int, cols: int, mines: int) -> set[Cell]:
    return set(rng.sample([(r, c) for r in range(rows) for c in range(cols)], mines))


def show(rows: int, cols: int, layout: set[Cell], opened: Iterable[Cell], flagged: Iterable[Cell] = ()) -> list[str]:
    """The board text of a layout of mines with these cells opened and these mines known."""
    board = [["-"] * cols for _ in range(rows)]
    for r, c in flagged:
        assert (r, c) in layout
        board[r][c] = "+"
    for r, c in opened:
        assert (r, c) not in layout
        board[r][c] = str(sum(n in layout for n in neighbours(rows, cols, r, c)))
    return ["".join(row) for row in board]


def flags(rng: random.Random, layout: set[Cell], share: float) -> set[Cell]:
    return {cell for cell in sorted(layout) if rng.random() < share}


def scattered(rng: random.Random, rows: int, cols: int, mines: int, share: float, flag_share: float = 0.0) -> list[str]:
    """A share of the safe cells opened at random, without opening neighbours of 0s: the numbers are isolated."""
    layout = random_layout(rng, rows, cols, mines)
    safe = [(r, c) for r in range(rows) for c in range(cols) if (r, c) not in layout]
    opened = rng.sample(safe, round(share * len(safe)))
    return show(rows, cols, layout, opened, flags(rng, layout, flag_share))


def position(seed: int, rows: int, cols: int, mines: int, opened: float, known: float = 0.1) -> list[str]:
    """A consistent board from a seed: a share of the safe cells is opened, and a share of the mines is known."""
    return scattered(random.Random(seed), rows, cols, mines, opened, known)


def flood(rows: int, cols: int, layout: set[Cell], opened: set[Cell], start: Cell) -> list[Cell]:
    """Open a safe cell as a player does: a 0 opens its neighbours. Returns what was opened."""
    found = []
    todo = [start]
    while todo:
        cell = todo.pop()
        if cell in opened:
            continue
        opened.add(cell)
        found.append(cell)
        around = neighbours(rows, cols, *cell)
        if not any(n in layout for n in around):
            todo.extend(around)
    return found


def played(rng: random.Random, rows: int, cols: int, mines: int, share: float, flag_share: float = 0.0) -> list[str]:
    """Opened along the frontier, with the neighbours of 0s, until a share of the safe cells is open."""
    layout = random_layout(rng, rows, cols, mines)
    safe = [(r, c) for r in range(rows) for c in range(cols) if (r, c) not in layout]
    opened: set[Cell] = set()
    rim: set[Cell] = set()  # safe cells next to opened ones
    while safe and len(opened) < share * len(safe):
        if rim and rng.random() < 0.9:
            start = rng.choice(sorted(rim))
        else:
            start = rng.choice([cell for cell in safe if cell not in opened])
        for cell in flood(rows, cols, layout, opened, start):
            rim.update(n for n in neighbours(rows, cols, *cell) if n not in layout)
        rim -= opened
    return show(rows, cols, layout, opened, flags(rng, layout, flag_share))


def lattice(rng: random.Random, rows: int, cols: int, mines: int) -> list[str]:
    """Every second row and column opened: the hardest boards known for the count. All mines are elsewhere."""
    opened = {(r, c) for r in range(0, rows, 2) for c in range(0, cols, 2)}
    rest = [(r, c) for r in range(rows) for c in range(cols) if (r, c) not in opened]
    return show(rows, cols, set(rng.sample(rest, mines)), opened)


def sparse_lattice(seed: int, rows: int, cols: int, mines: int) -> list[str]:
    """Random mines, and every second cell of every second row opened if it is safe: also hard for its size."""
    layout = random_layout(random.Random(seed), rows, cols, mines)
    return show(rows, cols, layout, {(r, c) for r in range(0, rows, 2) for c in range(0, cols, 2)} - layout)


def shrink(rng: random.Random, board: list[str], limit: int) -> list[str]:
    """At most `limit` unopened cells: the surplus becomes arbitrary known mines or numbers."""
    cells = unopened_cells(board)
    for r, c in rng.sample(cells, max(0, len(cells) - limit)):
        board = place(board, r, c, rng.choice("+0122"))
    return board


def arbitrary(rng: random.Random, rows: int, cols: int, opened_share: float, flag_share: float) -> list[str]:
    """Random characters: most such boards are contradictory."""
    cells = ["-", "+", *"0123455678"]
    weights = [1 - opened_share - flag_share, flag_share, *[opened_share / 10] * 10]
    return ["".join(rng.choices(cells, weights, k=cols)) for _ in range(rows)]


def small_positions(seed: int, count: int, limit: int = 13) -> Iterator[tuple[list[str], int]]:
    """Boards with at most `limit` unopened cells and a number of mines, of every kind."""
    rng = random.Random(seed)
    for index in range(count):
        kind = index % 8
        if kind == 6:
            rows, cols = rng.choice([(1, rng.randint(1, 16)), (rng.randint(1, 16), 1)])
        else:
            rows, cols = rng.randint(1, 6), rng.randint(1, 6)
        area = rows * cols
        mines = rng.randint(0, area)
        if kind == 0:  # a few numbers among unopened cells
            board = scattered(rng, rows, cols, mines, rng.uniform(0.1, 0.7), rng.choice([0.0, 0.3]))
        elif kind == 1:  # sparse, as in a game
            mines = min(area, max(1, area // 6))
            board = played(rng, rows, cols, mines, rng.uniform(0.2, 1.0), rng.choice([0.0, 0.5]))
        elif kind == 2:  # dense
            mines = rng.randint(area // 2, area)
            board = scattered(rng, rows, cols, mines, rng.uniform(0.3, 1.0))
        elif kind == 3:  # any characters
            board = arbitrary(rng, rows, cols, rng.uniform(0.0, 0.5), rng.choice([0.0, 0.1, 0.3]))
        elif kind == 4:  # a real board with one number changed
            board = scattered(rng, rows, cols, mines, rng.uniform(0.2, 0.8))
            digits = [(r, c) for r in range(rows) for c in range(cols) if board[r][c].isdigit()]
            if digits:
                r, c = rng.choice(digits)
                board = place(board, r, c, str(max(0, min(8, int(board[r][c]) + rng.choice([-1, 1])))))
        elif kind == 5:  # all mines known, or too many of them
            board = scattered(rng, rows, cols, mines, rng.uniform(0.2, 0.8), rng.choice([0.8, 1.0]))
        elif kind == 6:  # one row or one column
            board = scattered(rng, rows, cols, mines, rng.uniform(0.1, 0.6), rng.choice([0.0, 0.2]))
        else:  # blank except for a number or two
            board = ["-" * cols] * rows
            for _ in range(rng.randint(0, 2)):
                board = place(board, rng.randrange(rows), rng.randrange(cols), rng.choice("+01123"))
        board = shrink(rng, board, limit)
        known = sum(row.count("+") for row in board)
        unopened = len(unopened_cells(board))
        mines = rng.choice([mines, mines, mines, known, known + unopened, known + rng.randint(0, max(unopened, 1))])
        if rng.random() < 0.05:
            mines = rng.choice([max(known - 1, 0), known + unopened + 1])
        yield board, mines


def transposed(board: Sequence[str]) -> list[str]:
    return ["".join(column) for column in zip(*board, strict=True)]


def flipped(board: Sequence[str]) -> list[str]:
    return [row[::-1] for row in board]
