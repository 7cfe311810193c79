"""Signal handlers that are installed for the duration of a block."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager


@contextmanager
def signal_handler(numbers: Iterable[int], handler: Callable[[int, object], None]) -> Iterator[None]:
    """Handle these signals with `handler(number, frame)` inside the block.

    Signals that the platform lacks or that are ignored (nohup) are left alone. Outside the main thread, where Python
    allows no handlers, nothing is installed.
    """
    previous = {}
    try:
        for number in numbers:
            if number in signal.valid_signals() and signal.getsignal(number) != signal.SIG_IGN:
                previous[number] = signal.signal(number, handler)
    except ValueError:  # not the main thread
        pass
    try:
        yield
    finally:
        for number, old in previous.items():
            signal.signal(number, old or signal.SIG_DFL)
