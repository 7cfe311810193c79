"""Runs work on a thread while the user interface stays responsive; cancelled work stops at its next poll."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from textual.dom import DOMNode
from textual.worker import Worker, WorkerCancelled, get_current_worker

_T = TypeVar("_T")
Poll = Callable[[float], None]


def run_in_background(
    node: DOMNode,
    work: Callable[[Poll], _T],
    on_result: Callable[[_T], None],
    on_error: Callable[[Exception], None],
) -> Worker[None]:
    """Run work(poll) on a thread, then on_result(result) or on_error(exception) on the thread of the user interface.

    Earlier work of the same node is cancelled. After the returned worker is cancelled, `poll` raises an exception that
    ends the work, and neither callback is called.
    """

    def run() -> None:
        worker = get_current_worker()

        def poll(_progress: float) -> None:
            if worker.is_cancelled:
                raise WorkerCancelled

        try:
            result = work(poll)
        except WorkerCancelled:
            return
        except Exception as error:
            if not worker.is_cancelled:
                node.app.call_from_thread(_unless_cancelled(worker, on_error), error)
            return
        if not worker.is_cancelled:
            node.app.call_from_thread(_unless_cancelled(worker, on_result), result)

    return node.run_worker(run, thread=True, exclusive=True, group="background", exit_on_error=True)


def _unless_cancelled(worker: Worker[None], callback: Callable[[_T], None]) -> Callable[[_T], None]:
    """The callback, skipped if the worker is cancelled before the user interface gets to it."""

    def call(value: _T) -> None:
        if not worker.is_cancelled:
            callback(value)

    return call
