"""A progress bar on standard error, if that is a terminal.

It appears after half a second of work; only then is `rich` imported.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

DELAY = 0.5  # seconds


class Progress:
    """A context for one piece of work. Pass `poll` to the library; it is None if no progress is to be shown."""

    def __init__(self, label: str, *, enabled: bool = True) -> None:
        self._label = label
        self._bar: RichProgress | None = None
        self._start = time.monotonic()
        visible = enabled and sys.stderr is not None and sys.stderr.isatty()
        self.poll: Callable[[float], None] | None = self._poll if visible else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def _poll(self, progress: float) -> None:
        """progress: the finished share of the work, 0 to 1; negative if unknown."""
        if self._bar is None:
            if time.monotonic() - self._start < DELAY:
                return
            self._bar = _start_bar(self._label)
        task = self._bar.task_ids[0]
        if progress >= 0:
            self._bar.update(task, total=1.0, completed=min(progress, 1.0))
        else:
            self._bar.update(task, total=None)


def _start_bar(label: str) -> RichProgress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    bar.add_task(label, total=None)
    bar.start()
    return bar
