"""Writers of complete boards as files, in plain Python; independent of the library."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TypeAlias

Mask: TypeAlias = list[list[bool]]
Click: TypeAlias = tuple[int, int] | None


def _bits(mask: Mask, width: int) -> list[int]:
    """The cells row by row as numbers of `width` bits, the first cell highest."""
    bits = "".join("01"[mine] for row in mask for mine in row)
    return [int(bits[i : i + width].ljust(width, "0"), 2) for i in range(0, len(bits), width)]


def text(mask: Mask, click: Click) -> bytes:
    return "".join("".join(".*"[mine] for mine in row) + "\n" for row in mask).encode()


def mbf(mask: Mask, click: Click) -> bytes:
    mines = [(x, y) for y, row in enumerate(mask) for x, mine in enumerate(row) if mine]
    return bytes([len(mask[0]), len(mask), *divmod(len(mines), 256), *(side for mine in mines for side in mine)])


def mine(mask: Mask, click: Click) -> bytes:
    head = f"{len(mask[0])}x{len(mask)}x{sum(map(sum, mask))}\n"
    return (head + "".join("".join("H?"[mine] for mine in row) + "\n" for row in mask)).encode()


def link(mask: Mask, click: Click) -> bytes:
    cols, rows = str(len(mask[0])), str(len(mask))
    most = max(len(cols), len(rows))
    usual = {("9", "9"): "1", ("16", "16"): "2", ("30", "16"): "3"}
    size = usual.get((cols, rows), cols.zfill(most) + rows.zfill(most))
    digits = "0123456789abcdefghijklmnopqrstuv"
    return f"b={size}&m={''.join(digits[number] for number in _bits(mask, 5))}".encode()


def _stream(seed: bytes, length: int) -> bytes:
    blocks = (hashlib.sha1(seed + str(i).encode(), usedforsecurity=False).digest() for i in range(length // 20 + 1))
    return b"".join(blocks)[:length]


def _xor(some: bytes, others: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(some, others, strict=True))


def _id(mask: Mask, click: Click, sign: str, digits: str) -> bytes:
    at = f"{click[1]},{click[0]}," if click else ""
    return f"{len(mask[0])}x{len(mask)}:{at}{sign}{digits}".encode()


def tatham(mask: Mask, click: Click) -> bytes:
    plain = bytes(_bits(mask, 8))
    first, second = plain[: len(plain) // 2], plain[len(plain) // 2 :]
    first = _xor(first, _stream(second, len(first)))
    second = _xor(second, _stream(first, len(second)))
    cells = len(mask) * len(mask[0])
    number = int.from_bytes(first + second, "big") >> (-cells % 8) << (-cells % 8)
    return _id(mask, click, "m", f"{number:0{2 * len(plain)}x}"[: (cells + 3) // 4])


def tatham_plain(mask: Mask, click: Click) -> bytes:
    return _id(mask, click, "u", "".join(f"{number:x}" for number in _bits(mask, 4)))


WRITERS: dict[str, Callable[[Mask, Click], bytes]] = {
    "text": text,
    "mbf": mbf,
    "abf": mbf,
    "mine": mine,
    "link": link,
    "tatham": tatham,
    "tatham-plain": tatham_plain,
}
