"""Makes docs/board.svg: examples/teaching.txt and the library's answer. Run it where the package is installed."""

from __future__ import annotations

from pathlib import Path

import minesweeper_core as mc

ROOT = Path(__file__).resolve().parents[1]
CELL, MARGIN, GAP, TOP = 36, 14, 70, 36
NUMBERS = ("#8a939e", "#1d4ed8", "#15803d", "#b91c1c", "#1e3a8a", "#7f1d1d", "#0e7490", "#111827", "#4b5563")
UNOPENED, OPENED, SAFE, INK = "#c9d1da", "#f6f8fa", "#86d79a", "#1f2328"
LIGHT, DARK = (255, 250, 236), (190, 60, 24)  # of a chance of 0 and of 1


def shade(chance: float) -> str:
    """The colour of a cell that holds a mine with this probability."""
    return "#" + "".join(f"{round(a + (b - a) * chance**1.6):02x}" for a, b in zip(LIGHT, DARK, strict=True))


def text(x: float, y: float, words: str, colour: str, size: int, weight: int = 400) -> str:
    """Words centred at a point. Not every renderer knows dominant-baseline, so y is the baseline."""
    return (
        f'<text x="{x:g}" y="{y + 0.36 * size:g}" fill="{colour}" font-size="{size}" font-weight="{weight}" '
        f'text-anchor="middle">{words}</text>'
    )


def cell(x: float, y: float, fill: str, words: str, colour: str, size: int, weight: int) -> list[str]:
    box = f'<rect x="{x + 1:g}" y="{y + 1:g}" width="{CELL - 2}" height="{CELL - 2}" rx="4" fill="{fill}"/>'
    return [box, text(x + CELL / 2, y + CELL / 2, words, colour, size, weight)] if words else [box]


def picture() -> str:
    file = mc.read_file(ROOT / "examples" / "teaching.txt")
    assert file.mines is not None
    solution = mc.solve(file.board, file.mines)
    rows = solution.board
    width, height = len(rows[0]) * CELL, len(rows) * CELL
    right = MARGIN + width + GAP
    parts = []
    for r, row in enumerate(rows):
        for c, character in enumerate(row):
            x, y, chance = c * CELL, TOP + r * CELL, float(solution.mine[r, c])
            if character != "-":
                for left in (MARGIN, right):
                    number = "" if character == "0" else character
                    parts += cell(left + x, y, OPENED, number, NUMBERS[int(character)], 18, 700)
                continue
            parts += cell(MARGIN + x, y, UNOPENED, "", INK, 14, 400)
            if chance == 0:
                parts += cell(right + x, y, SAFE, "safe", INK, 11, 600)
            elif chance == 1:
                parts += cell(right + x, y, shade(1), "mine", "#ffffff", 11, 600)
            else:
                parts += cell(right + x, y, shade(chance), f"{100 * chance:.0f}", INK, 14, 400)
    middle = TOP + height / 2
    arrow = MARGIN + width + 14
    parts += [
        text(MARGIN + width / 2, TOP / 2, f"a position with {file.mines} mines", INK, 15, 600),
        text(right + width / 2, TOP / 2, "the chance of a mine in percent", INK, 15, 600),
        f'<path d="M{arrow} {middle:g} h34 m-9 -7 l9 7 l-9 7" fill="none" stroke="{INK}" stroke-width="2.5"/>',
        text(right - GAP / 2, middle - 22, "solve", INK, 13, 600),
    ]
    whole = right + width + MARGIN
    total = f"{solution.total:,} boards fit this position."
    certain = "Cells marked safe or mine are the same in all of them."
    parts.append(text(whole / 2, TOP + height + 20, f"{total} {certain}", INK, 14))
    bottom = TOP + height + 40
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {bottom}" width="{whole}" height="{bottom}" '
            'role="img" font-family="system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif">',
            "<title>A Minesweeper position and the chance of a mine in each of its unopened cells</title>",
            f'<rect width="{whole}" height="{bottom}" rx="10" fill="#ffffff"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    Path(__file__).with_name("board.svg").write_text(picture(), encoding="utf-8")
