"""A stopwatch."""

from __future__ import annotations

import time
from collections.abc import Callable


class Stopwatch:
    """Counts the seconds while it runs; `now` is a clock that never goes back."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._before = 0.0
        self._since: float | None = None

    @property
    def seconds(self) -> float:
        """The seconds that it has run."""
        return self._before + (0.0 if self._since is None else self._now() - self._since)

    def run(self, running: bool) -> None:
        """Start it, or stop it; nothing happens where that is how it is."""
        if running and self._since is None:
            self._since = self._now()
        elif not running and self._since is not None:
            self._before = self.seconds
            self._since = None


def shown(seconds: float) -> str:
    """Whole minutes and seconds, as a scoreboard has them: '0:07', '12:34'."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02d}"
