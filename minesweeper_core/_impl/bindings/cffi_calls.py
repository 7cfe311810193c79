"""What every call through cffi needs: options with a poll function, statuses that become exceptions, buffers."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

from numpy.typing import NDArray

from minesweeper_core._impl.bindings.protocol import Poll
from minesweeper_core._impl.statuses import Status, error_of

__all__ = ["POLL_NAME", "POLL_TYPE", "Call", "Calls", "keep_with", "poll_with"]

POLL_NAME = "minesweeper_core_poll"
POLL_TYPE = "int(void *, double)"


class _Polled:
    """What the poll function needs: whom to ask, and where to keep what that raised."""

    def __init__(self, poll: Poll | None) -> None:
        self.poll = poll
        self.error: BaseException | None = None


class Call:
    """One call's options. They hold pointers into this object, which has to live as long as the call."""

    def __init__(self, backend: Calls, memory: int, poll: Poll | None) -> None:
        if poll is not None and not callable(poll):
            raise TypeError(f"poll must be a function of the progress, not {poll!r}")
        self.memory = memory
        self._backend = backend
        self._polled = _Polled(poll)
        self._context = backend.ffi.new_handle(self._polled)
        self.options = backend.ffi.new("mines_options *")
        self.options.size = backend.ffi.sizeof("mines_options")
        self.options.memory = memory
        self.options.poll = backend.poll_function
        self.options.context = self._context

    def check(self, status: int) -> None:
        """Raise what the call came to, if it is an error."""
        if self._polled.error is not None:
            raise self._polled.error
        if status == Status.INTERRUPTED:
            # A signal that arrived between two statements of the poll function has nowhere else to be kept.
            raise KeyboardInterrupt
        self._backend.require(status, self.memory)

    def check_grid2(self, status: int) -> None:
        """The same for the functions of C[o]re.dll, whose outputs say by themselves where there is no valid board."""
        if status == Status.INTERRUPTED:
            self.check(status)


class Calls:
    """One (ffi, lib) pair and what every call through it needs; the rooms of the backend are built on it.

    poll_function: a C function pointer made by poll_with.
    """

    def __init__(self, ffi: Any, lib: Any, poll_function: Any) -> None:
        self.ffi = ffi
        self.lib = lib
        self.poll_function = poll_function

    def version(self) -> str:
        return self._string(self.lib.mines_version_text())

    def simd_name(self) -> str:
        return self._string(self.lib.mines_simd_name())

    def missing(self) -> list[str]:
        """The declared functions that the library has not."""
        return [name for name in dir(self.lib) if not hasattr(self.lib, name)]

    def call(self, memory: int = 0, poll: Poll | None = None) -> Call:
        """The options of one call."""
        return Call(self, memory, poll)

    def text(self, status: int) -> str:
        """The library's words for a status."""
        return self._string(self.lib.mines_status_text(status))

    def require(self, status: int, memory: int | None = None) -> None:
        """Raise for a status that is not OK."""
        if status != Status.OK:
            raise error_of(status, self.text(status), (0, -1, -1), None, memory)

    def buffer(self, ctype: str, array: NDArray[Any]) -> Any:
        """A pointer to a C-contiguous array that C may write to; it keeps the array alive."""
        return self.ffi.from_buffer(ctype, array, True)  # to be writable; half as dear as the keyword

    def _string(self, pointer: Any) -> str:
        text: bytes = self.ffi.string(pointer)
        return text.decode("ascii")


def poll_with(ffi: Any) -> Callable[[Any, float], int]:
    """The Python function behind mines_options.poll: context is a handle to a _Polled."""

    def poll(context: Any, progress: float) -> int:
        polled: _Polled = ffi.from_handle(context)
        try:
            if polled.poll is not None:
                polled.poll(progress)
        except BaseException as error:
            polled.error = error
            return 1
        return 0

    return poll


def keep_with(ffi: Any) -> Callable[[Any, Any, Any], None]:
    """What cffi does with an exception that the poll function let through; the call ends as interrupted.

    A signal's handler is run as a function begins, before it can catch anything: what it raised is kept here.
    """

    def keep(_kind: object, error: BaseException, traceback: TracebackType | None) -> None:
        context = traceback.tb_frame.f_locals.get("context") if traceback is not None else None
        if context is not None:
            ffi.from_handle(context).error = error

    return keep
