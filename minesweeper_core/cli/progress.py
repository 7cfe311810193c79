"""Progress of long work, on standard error and only where that is a terminal.

Nothing is shown, and `rich` is not even imported, until the work has taken half a second.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

PATIENCE = 0.5  # seconds


class Progress:
    """A context in which one piece of work runs. `poll` is None where progress isn't shown."""

    def __init__(self, label: str, *, wanted: bool = True) -> None:
        self._label = label
        self._shown: RichProgress | None = None
        self._begin = time.monotonic()
        visible = wanted and sys.stderr is not None and sys.stderr.isatty()
        self.poll: Callable[[float], None] | None = self._poll if visible else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown is not None:
            self._shown.stop()

    def _poll(self, progress: float) -> None:
        """progress: the finished share, 0 to 1; negative where it is unknown."""
        if self._shown is None:
            if time.monotonic() - self._begin < PATIENCE:
                return
            self._shown = _bar(self._label)
        task = self._shown.task_ids[0]
        if progress >= 0:
            self._shown.update(task, total=1.0, completed=min(progress, 1.0))
        else:
            self._shown.update(task, total=None)


def _bar(label: str) -> RichProgress:
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
