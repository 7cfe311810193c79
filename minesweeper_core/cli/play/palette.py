"""Colours: one style a tone, for dark and for light screens, and attributes alone where colours are not wanted.

Every text stands out from its background by a contrast of at least 4.5 to 1 (WCAG 2, level AA), whichever shade of the
chequerboard lies under it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from rich.color import Color
from rich.style import Style

RGB = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Palette:
    """tones: text and background of each; numbers: the texts of opened 1 to 8; scale: backgrounds from 0 to 1."""

    dark: bool
    tones: dict[str, tuple[str, str]]
    numbers: tuple[str, ...]
    opened: str
    shares: str
    scale: tuple[tuple[float, str], ...]
    shade: float  # the second shade of the chequerboard: how far it goes from the first to black or white


DARK = Palette(
    dark=True,
    tones={
        "unopened": ("#c8d0dc", "#3c4654"),
        "flag": ("#ffd75f", "#3c4654"),
        "exploded": ("#ffffff", "#c00010"),
        "mine": ("#ff9090", "#20242b"),
        "wrong": ("#ffffff", "#8a1020"),
        "first": ("#ffffff", "#0b5cad"),
        "second": ("#ffffff", "#a8321a"),
        "certain": ("#ffffff", "#c00010"),
        "safe": ("#00210a", "#58d878"),
        "aimed": ("#e0a030", "#1a1200"),  # shown in reverse
    },
    numbers=("#8ab4ff", "#7ddc8c", "#ff8a8a", "#c9a6ff", "#ffb868", "#63dede", "#f2f2f2", "#b8b8b8"),
    opened="#14171c",
    shares="#ffffff",
    scale=((0.0, "#0e4a52"), (0.25, "#48501a"), (0.5, "#7a4808"), (1.0, "#981820")),
    shade=0.14,
)

LIGHT = Palette(
    dark=False,
    tones={
        "unopened": ("#303640", "#c2c8d0"),
        "flag": ("#7a0010", "#c2c8d0"),
        "exploded": ("#ffffff", "#b80010"),
        "mine": ("#a00010", "#e4e6ea"),
        "wrong": ("#ffffff", "#8a1020"),
        "first": ("#ffffff", "#0b5cad"),
        "second": ("#ffffff", "#a8321a"),
        "certain": ("#ffffff", "#b80010"),
        "safe": ("#002a0c", "#70dc8c"),
        "aimed": ("#f0b040", "#201600"),
    },
    numbers=("#0030d0", "#006418", "#b80000", "#38009a", "#7a2400", "#005c66", "#101010", "#585858"),
    opened="#f6f7f9",
    shares="#000000",
    scale=((0.0, "#a8e0e0"), (0.25, "#e0e890"), (0.5, "#ffc878"), (1.0, "#ff9090")),
    shade=0.10,
)


def colours(palette: Palette, tone: str, heat: int, second: bool) -> tuple[RGB, RGB]:
    """Text and background of a tone. heat: P(mine) in percent, for shares. second: on the other shade."""
    if tone == "share":
        text, back = _rgb(palette.shares), _scaled(palette, heat / 100)
    elif tone.startswith("opened"):
        number = int(tone.removeprefix("opened"))
        text, back = _rgb(palette.numbers[max(number - 1, 0)]), _rgb(palette.opened)
    else:
        text, back = (_rgb(colour) for colour in palette.tones[tone])
    if second and (tone in ("share", "unopened", "flag") or tone.startswith("opened")):
        end = 0 if palette.dark else 255  # away from the text
        back = _mixed(back, (end, end, end), palette.shade)
    return text, back


def style(palette: Palette, tone: str, heat: int, second: bool, marked: bool, pointed: bool) -> Style:
    """The style of a cell. marked: one of the best cells, or the last move; pointed: under the cursor."""
    key = (palette, tone, heat, second, marked, pointed)
    if key not in _MADE:
        text, back = colours(palette, tone, heat, second)
        _MADE[key] = Style(
            color=Color.from_rgb(*text),
            bgcolor=Color.from_rgb(*back),
            bold=tone in _BOLD or marked,
            underline=marked,
            reverse=pointed != (tone == "aimed"),  # so that the middle of what is aimed at shows
        )
    return _MADE[key]


_MADE: dict[tuple[object, ...], Style] = {}  # a few hundred at most; making one takes longer than drawing it
_BOLD = frozenset({"flag", "exploded", "wrong", "first", "second", "certain", "safe"})


def contrast(one: RGB, other: RGB) -> float:
    """The contrast of two colours as WCAG 2 defines it, 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: RGB) -> float:
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _scaled(palette: Palette, heat: float) -> RGB:
    for (low, cool), (high, hot) in pairwise(palette.scale):
        if heat <= high:
            return _mixed(_rgb(cool), _rgb(hot), (heat - low) / (high - low))
    return _rgb(palette.scale[-1][1])


def _mixed(one: RGB, other: RGB, share: float) -> RGB:
    red, green, blue = (round(a + share * (b - a)) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _rgb(colour: str) -> RGB:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
