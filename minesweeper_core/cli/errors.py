"""Exit statuses, and the error that ends a command."""

from __future__ import annotations

OK = 0
NO_VALID_BOARD = 1  # or no board that meets the request
BAD_INPUT = 2  # or a failed build, or output that can't be written
OUT_OF_MEMORY = 3  # more than --memory allows or the system has
HUNG_UP = 129  # 128 + SIGHUP, as shells report it; likewise below
INTERRUPTED = 130
BROKEN_PIPE = 141
TERMINATED = 143

SIGNAL_MESSAGES = {HUNG_UP: "terminal closed", INTERRUPTED: "interrupted", TERMINATED: "terminated"}
"""The error message for each signal that ends the program, by exit status."""

STDOUT_CLOSED = "standard output is closed"


class CommandError(Exception):
    """Ends the command with `status`.

    `message` is printed as one line on standard error, followed by `details`, such as the output of a compiler.
    """

    def __init__(self, message: str, status: int = BAD_INPUT, details: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.details = details
