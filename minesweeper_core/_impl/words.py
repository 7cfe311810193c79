"""The wording of messages."""

from __future__ import annotations


def counted(n: int, noun: str, form: str = "") -> str:
    """A counted noun: '1 mine', '2 mines'. form: how the number is written, such as ',' for groups of thousands."""
    return f"{n:{form}} {noun}{'' if n == 1 else 's'}"
