"""How a run ends: exit statuses, and failures that are told in one line."""

from __future__ import annotations

OK = 0
NO_VALID_BOARD = 1
BAD_INPUT = 2  # or a build that failed, or output that can't be written
OUT_OF_MEMORY = 3  # more memory than the budget or the system gives
HUNG_UP = 129  # what shells report after SIGHUP
INTERRUPTED = 130  # what shells report after SIGINT
BROKEN_PIPE = 141  # what shells report after SIGPIPE
TERMINATED = 143  # what shells report after SIGTERM

SIGNAL_MESSAGES = {HUNG_UP: "the terminal went away", INTERRUPTED: "interrupted", TERMINATED: "terminated"}
"""What is told of the signals that end a run, by the status."""

NO_STDOUT_MESSAGE = "there is no standard output"


class CommandError(Exception):
    """The run ends with `status`; `message` is the one line for stderr, `details` what another program said of it."""

    def __init__(self, message: str, status: int = BAD_INPUT, details: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.details = details
