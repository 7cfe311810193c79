"""The figures at the end of a classic game."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper_core._impl.words import counted


@dataclass(frozen=True)
class Result:
    """What came of a game. bbbv: of the whole board; solved: the part of it that was done."""

    won: bool
    seconds: float
    bbbv: int
    solved: int
    clicks: int
    hints: int
    undone: int

    @property
    def bbbv_per_second(self) -> float:
        """3BV done a second; 0 where no time has passed."""
        return self.solved / self.seconds if self.seconds > 0 else 0.0

    @property
    def efficiency(self) -> float:
        """3BV done a click, of any button: 1 is what opening alone can reach, chords can do better."""
        return self.solved / self.clicks if self.clicks else 0.0

    @property
    def aids(self) -> str:
        """What was made easier; empty where nothing was."""
        words = [counted(n, noun) for n, noun in ((self.hints, "hint"), (self.undone, "undo")) if n]
        return " and ".join(words)

    def lines(self) -> list[str]:
        """The figures, one a line."""
        lines = [
            f"Time        {self.seconds:.2f} s",
            f"3BV         {self.bbbv if self.won else f'{self.solved} of {self.bbbv}'}",
            f"3BV/s       {self.bbbv_per_second:.2f}",
            f"Clicks      {self.clicks}",
            f"Efficiency  {100 * self.efficiency:.0f} %",
        ]
        if self.aids:
            lines.append(f"With        {self.aids}")
        return lines

    def line(self) -> str:
        """The same in one line."""
        figures = (" ".join(line.split()) for line in self.lines())
        return f"{'Won' if self.won else 'Lost'}: " + ", ".join(text[0].lower() + text[1:] for text in figures)
