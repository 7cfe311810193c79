"""A stopwatch."""

from __future__ import annotations

import time
from collections.abc import Callable


class Stopwatch:
    """Adds up the seconds during which it runs. `now` is the clock that it reads, which must be monotonic."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._elapsed = 0.0
        self._started: float | None = None

    @property
    def seconds(self) -> float:
        """The total time so far."""
        return self._elapsed + (0.0 if self._started is None else self._now() - self._started)

    def run(self, running: bool) -> None:
        """Start or stop it. Does nothing if it is running or stopped already."""
        if running and self._started is None:
            self._started = self._now()
        elif not running and self._started is not None:
            self._elapsed = self.seconds
            self._started = None


def minutes_and_seconds(seconds: float) -> str:
    """'0:07', '12:34'; fractions of a second are dropped."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02d}"
