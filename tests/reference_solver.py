"""An exact solver in plain Python integers, simple and different from the library's algorithm.

It processes the cells next to a number one by one in reading order (by rows or by columns, whichever leaves fewer
numbers pending), component by component. A state holds the mines that each number still needs, four bits each in one
integer. Its value is the polynomial that counts the ways by their number of mines, all coefficients packed into one
integer (Kronecker substitution: x = 2**bits), so that a mine is a shift and merging states is an addition. It uses no
boxes, no propagation and no floats.

Besides the characters of the library, '.' is a cell that is known to be safe and shows no number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb

from positions import Cell, neighbours, place, unopened_cells


@dataclass(frozen=True)
class Answers:
    total: int
    mine: dict[Cell, int]  # by unopened cell: valid boards with a mine there
    sea: tuple[Cell, ...]  # the unopened cells that are not next to a number


class _Component:
    """One component's cells in sweep order, with the mines that its numbers still need."""

    def __init__(
        self, cells: list[Cell], numbers: dict[Cell, int], touching: dict[Cell, list[Cell]], bits: int
    ) -> None:
        self.bits = bits
        self.cells = min((sorted(cells), sorted(cells, key=lambda cell: cell[::-1])), key=lambda o: _width(o, touching))
        slot = {number: 4 * i for i, number in enumerate(numbers)}
        self.start = sum(missing << slot[number] for number, missing in numbers.items())
        self.possible = all(0 <= missing <= 8 for missing in numbers.values())
        left = dict.fromkeys(numbers, 0)
        for cell in self.cells:
            for number in touching[cell]:
                left[number] += 1
        self.possible = self.possible and all(numbers[number] <= left[number] for number in numbers)
        # Per cell: what a mine subtracts from the state, and (slot, unopened neighbours still to come) of its numbers.
        self.steps: list[tuple[int, list[tuple[int, int]]]] = []
        for cell in self.cells:
            checks = []
            for number in touching[cell]:
                left[number] -= 1
                checks.append((slot[number], left[number]))
            self.steps.append((sum(1 << s for s, _ in checks), checks))

    def forward(self) -> list[dict[int, int]]:
        layers = [{self.start: 1} if self.possible else {}]
        for take, checks in self.steps:
            layer: dict[int, int] = {}
            for state, ways in layers[-1].items():
                safe = mine = True
                for s, left in checks:
                    missing = (state >> s) & 15
                    if missing > left:
                        safe = False
                    if not 1 <= missing <= left + 1:
                        mine = False
                if safe:
                    layer[state] = layer.get(state, 0) + ways
                if mine:
                    layer[state - take] = layer.get(state - take, 0) + (ways << self.bits)
            layers.append(layer)
        return layers

    def polynomial(self) -> int:
        return sum(self.forward()[-1].values())

    def with_marginals(self) -> tuple[int, dict[Cell, int]]:
        """The polynomial of all ways, and by cell that of the ways with a mine there."""
        layers = self.forward()
        total = sum(layers[-1].values())
        rest = dict.fromkeys(layers[-1], 1)
        marginal: dict[Cell, int] = {}
        for cell, (take, _), layer in zip(self.cells[::-1], self.steps[::-1], layers[-2::-1], strict=True):
            before: dict[int, int] = {}
            with_mine = 0
            for state, ways in layer.items():
                mined = rest.get(state - take, 0) << self.bits if _has(state, take) else 0
                before[state] = rest.get(state, 0) + mined
                with_mine += ways * mined
            marginal[cell] = with_mine
            rest = before
        return total, marginal


def _has(state: int, take: int) -> bool:
    """Whether every number of `take` still needs a mine in this state."""
    while take:
        low = take & -take
        if not state & (low * 15):
            return False
        take ^= low
    return True


def _width(order: list[Cell], touching: dict[Cell, list[Cell]]) -> int:
    """How many numbers are pending, summed over the sweep."""
    first: dict[Cell, int] = {}
    last: dict[Cell, int] = {}
    for i, cell in enumerate(order):
        for number in touching[cell]:
            first.setdefault(number, i)
            last[number] = i
    return sum(last[number] - first[number] for number in first)


class _Position:
    def __init__(self, board: Sequence[str], mines: int) -> None:
        rows, cols = len(board), len(board[0])
        cells = unopened_cells(board)
        self.bits = len(cells) + 2
        self.left = mines - sum(row.count("+") for row in board)
        self.possible = self.left >= 0
        numbers: dict[Cell, int] = {}
        touching: dict[Cell, list[Cell]] = {cell: [] for cell in cells}
        for r in range(rows):
            for c in range(cols):
                if not board[r][c].isdigit():
                    continue
                around = neighbours(rows, cols, r, c)
                missing = int(board[r][c]) - sum(board[i][j] == "+" for i, j in around)
                open_cells = [cell for cell in around if cell in touching]
                if not open_cells and missing != 0:
                    self.possible = False
                if open_cells:
                    numbers[r, c] = missing
                    for cell in open_cells:
                        touching[cell].append((r, c))
        self.sea = tuple(cell for cell in cells if not touching[cell])
        self.components = []
        of_number: dict[Cell, list[Cell]] = {number: [] for number in numbers}
        for cell in cells:
            for number in touching[cell]:
                of_number[number].append(cell)
        seen: set[Cell] = set()
        for cell in cells:
            if cell in seen or not touching[cell]:
                continue
            members: list[Cell] = []
            todo = [cell]
            seen.add(cell)
            while todo:
                member = todo.pop()
                members.append(member)
                for number in touching[member]:
                    for other in of_number[number]:
                        if other not in seen:
                            seen.add(other)
                            todo.append(other)
            mine_numbers = {n: numbers[n] for m in members for n in touching[m]}
            self.components.append(_Component(members, mine_numbers, touching, self.bits))

    def sea_polynomial(self, cells: int) -> int:
        return sum(comb(cells, k) << (k * self.bits) for k in range(cells + 1))

    def coefficient(self, polynomial: int) -> int:
        """The number of ways with exactly the mines left."""
        return (polynomial >> (self.left * self.bits)) & ((1 << self.bits) - 1) if self.left >= 0 else 0


def count(board: Sequence[str], mines: int) -> int:
    """The number of valid boards."""
    position = _Position(board, mines)
    if not position.possible:
        return 0
    product = position.sea_polynomial(len(position.sea))
    for component in position.components:
        product *= component.polynomial()
    return position.coefficient(product)


def answers(board: Sequence[str], mines: int) -> Answers:
    """The number of valid boards, and how many of them have a mine in each unopened cell."""
    position = _Position(board, mines)
    nothing = Answers(0, dict.fromkeys(unopened_cells(board), 0), position.sea)
    if not position.possible:
        return nothing
    solved = [component.with_marginals() for component in position.components]
    before = [1]
    for polynomial, _ in solved:
        before.append(before[-1] * polynomial)
    behind = position.sea_polynomial(len(position.sea))
    total = position.coefficient(before[-1] * behind)
    if total == 0:
        return nothing
    mine: dict[Cell, int] = {}
    for i in range(len(solved) - 1, -1, -1):
        polynomial, marginal = solved[i]
        others = before[i] * behind
        for cell, ways in marginal.items():
            mine[cell] = position.coefficient(others * ways)
        behind *= polynomial
    if position.sea:
        mined = position.sea_polynomial(len(position.sea) - 1) << position.bits
        in_sea = position.coefficient(before[-1] * mined)
        mine.update(dict.fromkeys(position.sea, in_sea))
    return Answers(total, mine, position.sea)


def count_safe(board: Sequence[str], mines: int, cells: Iterable[Cell]) -> int:
    """The number of valid boards without a mine in any of these cells."""
    for r, c in cells:
        if board[r][c] == "+":
            return 0
        if board[r][c] == "-":
            board = place(board, r, c, ".")
    return count(board, mines)


def count_zero_around(board: Sequence[str], mines: int, row: int, col: int) -> int:
    """The number of valid boards with no mine among the neighbours of a cell, whatever the cell holds."""
    return count_safe(board, mines, neighbours(len(board), len(board[0]), row, col))


def count_number(board: Sequence[str], mines: int, row: int, col: int, shown: int) -> int:
    """The number of valid boards in which an unopened cell is safe and shows this number."""
    return count(place(board, row, col, str(shown)), mines)
