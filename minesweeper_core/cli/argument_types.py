"""Converts the texts of options to values, for argparse."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError


def path(text: str) -> str:
    if not text:
        raise ArgumentTypeError("the name is empty")
    return text


def uint32(text: str) -> int:
    return _integer(text, 2**32)


def count(text: str) -> int:
    return _integer(text, 2**63)


def seed(text: str) -> int:
    return _integer(text, 2**64)


def positive(text: str) -> int:
    value = _integer(text, 2**64)
    if value == 0:
        raise ArgumentTypeError("must be at least 1")
    return value


def seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text) or float(text) == 0:
        raise ArgumentTypeError(f"invalid number of seconds {_quoted(text)}; must be greater than 0")
    return float(text)


def bbbv_range(text: str) -> tuple[int | None, int | None]:
    """LO-HI as (lo, hi). Either may be left out (None); a number without '-' is both."""
    match = re.fullmatch(r"([0-9]{0,9})(-?)([0-9]{0,9})", text)
    if not match or not (match[1] or match[3]):
        raise ArgumentTypeError(f"invalid range {_quoted(text)}; use LO-HI, LO- or -HI")
    low = int(match[1]) if match[1] else None
    high = int(match[3]) if match[3] else None
    if not match[2]:
        return low, low
    if low is not None and high is not None and low > high:
        raise ArgumentTypeError(f"invalid range {_quoted(text)}: {low} is greater than {high}")
    return low, high


def cell(text: str) -> tuple[int, int]:
    if not (match := re.fullmatch(r"([0-9]{1,9}),([0-9]{1,9})", text)):
        raise ArgumentTypeError(f"invalid cell {_quoted(text)}; use ROW,COL, counted from 0")
    return int(match[1]), int(match[2])


_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}


def memory_size(text: str) -> int:
    """Bytes: 2GiB is 2**31, 2G the same, 2GB is 2 * 10**9; also 1.5GiB or 1000000."""
    match = re.fullmatch(r"([0-9]{1,20}(?:\.[0-9]{1,9})?)\s*([KMGT]?)(I?B)?", text.strip().upper())
    if not match:
        raise ArgumentTypeError(f"invalid size {_quoted(text)}; use bytes, or a unit as in 2GiB or 500MB")
    number, prefix, suffix = match[1], match[2], match[3]
    unit = _UNITS[prefix + "B"] if suffix == "B" and prefix else _UNITS[prefix]
    whole, _, fraction = number.partition(".")
    size: int = int(whole) * unit + int(fraction or 0) * unit // 10 ** len(fraction)
    if not 0 < size < 2**64:
        raise ArgumentTypeError(f"{_quoted(text)} is out of range; must be 1 to 2**64 - 1 bytes")
    return size


def _integer(text: str, limit: int) -> int:
    if not re.fullmatch(r"[0-9]{1,30}", text):
        raise ArgumentTypeError(f"invalid number {_quoted(text)}; must be a whole number, 0 or more")
    value = int(text)
    if value >= limit:
        raise ArgumentTypeError(f"{value} is too large; must be at most {limit - 1}")
    return value


def _quoted(text: str) -> str:
    return ascii(text[:40])
