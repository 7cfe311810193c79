"""Reads an input file, or standard input."""

from __future__ import annotations

import sys

from minesweeper_core.cli.errors import CommandError


def input_name(path: str) -> str:
    """The name of an input in messages; the path '-' is standard input."""
    return "standard input" if path == "-" else path


def read_input(path: str, limit: int) -> bytes:
    """All bytes of a file, or of standard input for '-'. CommandError if it can't be read or exceeds the limit."""
    name = input_name(path)
    try:
        if path == "-":
            content = _read_stdin(limit + 1)
        else:
            with open(path, "rb") as file:
                content = file.read(limit + 1)
    except (OSError, ValueError) as error:  # ValueError: the path contains a NUL
        raise CommandError(f"{name}: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > limit:
        raise CommandError(f"{name}: input is too large (limit: {limit} bytes)")
    return content


def _read_stdin(limit: int) -> bytes:
    buffer = getattr(sys.stdin, "buffer", None)
    if buffer is not None:
        content: bytes = buffer.read(limit)
        return content
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return sys.stdin.read(limit).encode("utf-8", "surrogateescape")  # a text-only replacement, as embedders install
