"""The rules of both games in plain Python for the tests, as simple as possible: sets of cells."""

from __future__ import annotations

from collections.abc import Iterable

from positions import Cell, neighbours


class PlainBoard:
    """The mines and the opened cells."""

    def __init__(self, rows: int, cols: int, mines: Iterable[Cell]) -> None:
        self.rows = rows
        self.cols = cols
        self.mines = frozenset(mines)
        self.opened: frozenset[Cell] = frozenset()
        self.cells = [(r, c) for r in range(rows) for c in range(cols)]

    def around(self, cell: Cell) -> list[Cell]:
        return neighbours(self.rows, self.cols, *cell)

    def number(self, cell: Cell) -> int:
        return sum(other in self.mines for other in self.around(cell))

    def spread(self, cells: Iterable[Cell], past: frozenset[Cell] = frozenset()) -> None:
        """Open cells, and what their 0s open, except cells in past."""
        todo = list(cells)
        while todo:
            cell = todo.pop()
            if cell in self.opened or cell in past:
                continue
            self.opened |= {cell}
            if cell not in self.mines and self.number(cell) == 0:
                todo += self.around(cell)

    @property
    def safe_left(self) -> int:
        return len(set(self.cells) - self.mines - self.opened)

    def look(self, cell: Cell) -> str:
        if cell not in self.opened:
            return "-"
        return "+" if cell in self.mines else str(self.number(cell))

    def board(self) -> str:
        return "\n".join("".join(self.look((r, c)) for c in range(self.cols)) for r in range(self.rows))


class PlainGame(PlainBoard):
    """The game for one player."""

    def __init__(self, rows: int, cols: int, mines: Iterable[Cell]) -> None:
        super().__init__(rows, cols, mines)
        self.flagged: frozenset[Cell] = frozenset()

    @property
    def status(self) -> str:
        if self.opened & self.mines:
            return "lost"
        if not self.opened:
            return "new"
        return "playing" if self.safe_left else "won"

    def act(self, action: str, cell: Cell) -> str | None:
        """Perform an action, or return a word that says why it is refused."""
        if self.status in ("won", "lost"):
            return "over"
        if action == "flag":
            if cell in self.opened:
                return "opened"
            self.flagged ^= {cell}
        elif action == "open":
            if cell in self.opened:
                return "opened"
            if cell in self.flagged:
                return "flagged"
            self.spread([cell], past=self.flagged)
        else:
            around = set(self.around(cell))
            if cell not in self.opened:
                return "unopened"
            if self.number(cell) == 0:
                return "zero"
            if len(around & self.flagged) != self.number(cell):
                return "count"
            if not around - self.flagged - self.opened:
                return "nothing"
            self.spread(around, past=self.flagged)
        return None

    def looks(self) -> dict[Cell, str]:
        return {cell: "F" if cell in self.flagged else self.look(cell) for cell in self.cells}


class PlainFlags(PlainBoard):
    """The game for two players; the options are those of FlagsGame."""

    def __init__(
        self,
        rows: int,
        cols: int,
        mines: Iterable[Cell],
        wins: int | None = None,
        bombs: int = 1,
        radius: int = 2,
        bomb_anytime: bool = False,
        bomb_plays_on: bool = False,
        bomb_floods: bool = True,
    ) -> None:
        super().__init__(rows, cols, mines)
        self.wins = len(self.mines) // 2 + 1 if wins is None else wins
        self.radius = radius
        self.bomb_anytime = bomb_anytime
        self.bomb_plays_on = bomb_plays_on
        self.bomb_floods = bomb_floods
        self.bombs = [bombs, bombs]
        self.found: dict[Cell, int] = {}
        self.turn = 0

    @property
    def score(self) -> list[int]:
        return [sum(owner == player for owner in self.found.values()) for player in (0, 1)]

    @property
    def winner(self) -> int | None:
        return next((player for player in (0, 1) if self.score[player] >= self.wins), None)

    @property
    def over(self) -> bool:
        return self.winner is not None or len(self.found) == len(self.mines)

    def act(self, action: str, cell: Cell) -> str | None:
        me = self.turn
        if self.over:
            return "over"
        if action == "open":
            if cell in self.opened:
                return "opened"
            square = [cell]
        else:
            if not self.bombs[me]:
                return "bomb used"
            if not self.bomb_anytime and self.score[me] >= self.score[1 - me]:
                return "not behind"
            far = self.radius
            square = [(r, c) for r, c in self.cells if abs(r - cell[0]) <= far and abs(c - cell[1]) <= far]
            if not set(square) - self.opened:
                return "nothing"
            self.bombs = [left - (player == me) for player, left in enumerate(self.bombs)]
        before = self.opened
        if action == "open" or self.bomb_floods:
            self.spread(square)
        else:
            self.opened |= set(square)
        fresh = (self.opened - before) & self.mines
        self.found = {**self.found, **dict.fromkeys(fresh, me)}
        if not fresh or (action == "bomb" and not self.bomb_plays_on):
            self.turn = 1 - me
        return None

    def looks(self) -> dict[Cell, str]:
        return {cell: self.look(cell) for cell in self.cells}
