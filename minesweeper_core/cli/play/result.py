"""Statistics of a finished classic game."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper_core.cli.number_format import counted


@dataclass(frozen=True)
class GameResult:
    """How a game ended. `bbbv` is the 3BV of the board, `solved` the part of it that was done."""

    won: bool
    seconds: float
    bbbv: int
    solved: int
    clicks: int
    hints: int
    undone: int

    @property
    def bbbv_per_second(self) -> float:
        """Solved 3BV per second; 0 if no time has passed."""
        return self.solved / self.seconds if self.seconds > 0 else 0.0

    @property
    def efficiency(self) -> float:
        """Solved 3BV per click of any button. Left clicks alone reach at most 1; chords can exceed it."""
        return self.solved / self.clicks if self.clicks else 0.0

    @property
    def aids(self) -> str:
        """The hints and undos used, such as '1 hint and 2 undos'; empty if none."""
        words = [counted(n, noun) for n, noun in ((self.hints, "hint"), (self.undone, "undo")) if n]
        return " and ".join(words)

    def lines(self) -> list[str]:
        """The statistics, one per line."""
        lines = [
            f"Time        {self.seconds:.2f} s",
            f"3BV         {self.bbbv if self.won else f'{self.solved} of {self.bbbv}'}",
            f"3BV/s       {self.bbbv_per_second:.2f}",
            f"Clicks      {self.clicks}",
            f"Efficiency  {100 * self.efficiency:.0f} %",
        ]
        if self.aids:
            lines.append(f"Used        {self.aids}")
        return lines

    def summary(self) -> str:
        """The statistics in one line."""
        items = (" ".join(line.split()) for line in self.lines())
        return f"{'Won' if self.won else 'Lost'}: " + ", ".join(item[0].lower() + item[1:] for item in items)
