"""The colours of each cell style, for dark and light themes.

The contrast between text and background is at least 4.5 to 1 (WCAG 2, level AA), on both shades of the chequerboard.
Where colours are not wanted, only bold, underline and reverse are left.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from rich.color import Color
from rich.style import Style

RGB = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Palette:
    """Colours as '#rrggbb'."""

    dark: bool
    styles: dict[str, tuple[str, str]]  # text and background
    numbers: tuple[str, ...]  # texts of opened cells 1 to 8
    opened: str  # background of opened cells
    share_text: str
    scale: tuple[tuple[float, str], ...]  # backgrounds for the style 'share', by P(mine)
    shade: float  # how much the second shade of the chequerboard differs from the first


DARK = Palette(
    dark=True,
    styles={
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
    share_text="#ffffff",
    scale=((0.0, "#0e4a52"), (0.25, "#48501a"), (0.5, "#7a4808"), (1.0, "#981820")),
    shade=0.14,
)

LIGHT = Palette(
    dark=False,
    styles={
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
    share_text="#000000",
    scale=((0.0, "#a8e0e0"), (0.25, "#e0e890"), (0.5, "#ffc878"), (1.0, "#ff9090")),
    shade=0.10,
)


def colours(palette: Palette, style: str, heat: int, alternate: bool) -> tuple[RGB, RGB]:
    """Text and background colour of a style.

    heat: P(mine) in percent, for the style 'share'. alternate: whether the cell has the second shade.
    """
    if style == "share":
        text, background = _rgb(palette.share_text), _scale_colour(palette, heat / 100)
    elif style.startswith("opened"):
        number = int(style.removeprefix("opened"))
        text, background = _rgb(palette.numbers[max(number - 1, 0)]), _rgb(palette.opened)
    else:
        text, background = (_rgb(colour) for colour in palette.styles[style])
    if alternate and (style in ("share", "unopened", "flag") or style.startswith("opened")):
        end = 0 if palette.dark else 255  # away from the text colour
        background = _mix(background, (end, end, end), palette.shade)
    return text, background


def rich_style(palette: Palette, style: str, heat: int, alternate: bool, marked: bool, cursor: bool) -> Style:
    """The complete style of a cell. marked: one of the best cells, or the last move. cursor: under the cursor."""
    key = (palette, style, heat, alternate, marked, cursor)
    if key not in _CACHE:
        text, background = colours(palette, style, heat, alternate)
        _CACHE[key] = Style(
            color=Color.from_rgb(*text),
            bgcolor=Color.from_rgb(*background),
            bold=style in _BOLD or marked,
            underline=marked,
            reverse=cursor != (style == "aimed"),  # so that the middle of the bomb's square is visible
        )
    return _CACHE[key]


_CACHE: dict[tuple[object, ...], Style] = {}  # at most a few hundred; making a Style takes longer than drawing it
_BOLD = frozenset({"flag", "exploded", "wrong", "first", "second", "certain", "safe"})


def contrast(one: RGB, other: RGB) -> float:
    """The contrast ratio of two colours as defined by WCAG 2, 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: RGB) -> float:
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _scale_colour(palette: Palette, heat: float) -> RGB:
    for (low, cool), (high, hot) in pairwise(palette.scale):
        if heat <= high:
            return _mix(_rgb(cool), _rgb(hot), (heat - low) / (high - low))
    return _rgb(palette.scale[-1][1])


def _mix(one: RGB, other: RGB, share: float) -> RGB:
    red, green, blue = (round(a + share * (b - a)) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _rgb(colour: str) -> RGB:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
