"""Work beside the screen: on a thread, the screen alive, and given up as soon as nobody waits for it any more."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from textual.dom import DOMNode
from textual.worker import Worker, WorkerCancelled, get_current_worker

_T = TypeVar("_T")
Poll = Callable[[float], None]


def think(
    node: DOMNode, work: Callable[[Poll], _T], done: Callable[[_T], None], failed: Callable[[Exception], None]
) -> Worker[None]:
    """Run work(poll) on a thread, and then done with what it gave, or failed, on the screen's own.

    Neither is called once the worker has been cancelled, which `poll`, the work's, notices: it raises and so ends the
    work. What the same node thought of before is cancelled.
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
                node.app.call_from_thread(_unless(worker, failed), error)
            return
        if not worker.is_cancelled:
            node.app.call_from_thread(_unless(worker, done), result)

    return node.run_worker(run, thread=True, exclusive=True, group="thinking", exit_on_error=True)


def _unless(worker: Worker[None], then: Callable[[_T], None]) -> Callable[[_T], None]:
    """`then`, if the worker was not cancelled on the way to the screen's thread."""

    def call(value: _T) -> None:
        if not worker.is_cancelled:
            then(value)

    return call
