"""The board on the screen: cells, cursor, scrolling, and what mouse and keys ask for.

A cell takes 3 characters where the board fits so, else 2, and a board that is larger than its place scrolls with the
cursor and with the wheel. Buttons act when they are released, and only on the cell where they were pressed, so that
both at once can be told from either.
"""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from minesweeper_core.cli.play import cell_appearance, palette
from minesweeper_core.cli.play.hint import Hint

Cell = tuple[int, int]

LEFT, MIDDLE, RIGHT = 1, 2, 3
_WIDE, _NARROW = 3, 2


class BoardWidget(ScrollView, can_focus=True, inherit_bindings=False):
    """Shows signs (see looks). What is asked for comes as a message Asked; it changes nothing itself but its cursor."""

    DEFAULT_CSS = """
    BoardWidget { width: 1fr; height: 1fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1,0)", "Up", show=False),
        Binding("down", "move(1,0)", "Down", show=False),
        Binding("left", "move(0,-1)", "Left", show=False),
        Binding("right", "move(0,1)", "Right", show=False),
        Binding("home", "leap(0,-1)", "First column", show=False),
        Binding("end", "leap(0,1)", "Last column", show=False),
        Binding("pageup,ctrl+home", "leap(-1,0)", "First row", show=False),
        Binding("pagedown,ctrl+end", "leap(1,0)", "Last row", show=False),
        Binding("enter,space", "ask('open')", "Open"),
        Binding("f", "ask('flag')", "Flag"),
        Binding("c", "ask('chord')", "Chord", show=False),
    ]

    class Asked(Message):
        """The player wants something done to a cell. action: 'open', 'flag' or 'chord'."""

        def __init__(self, action: str, row: int, col: int) -> None:
            super().__init__()
            self.action = action
            self.row = row
            self.col = col

    class Moved(Message):
        """The cursor is on another cell."""

    def __init__(self, signs: list[str]) -> None:
        super().__init__()
        self.signs = signs
        self.hint: Hint | None = None
        self.aim: int | None = None
        self.marked: set[Cell] = set()
        self.cursor: Cell = (len(signs) // 2, len(signs[0]) // 2)
        self.opens_only = False
        self._pressed: dict[int, Cell | None] = {}
        self._both = False
        self._width = _WIDE

    # ---- What is shown ----

    def show(self, signs: list[str], hint: Hint | None = None, marked: set[Cell] | None = None) -> None:
        """Another state of the board, or another board. marked: cells that stand out."""
        other = (len(signs), len(signs[0])) != (len(self.signs), len(self.signs[0]))
        self.signs, self.hint, self.marked = signs, hint, marked or set()
        if other:
            self.cursor = (len(signs) // 2, len(signs[0]) // 2)
            self._fit()
            self._follow()
        self.refresh()

    def take_aim(self, radius: int | None) -> None:
        """Show the square around the cursor that a bomb would open; None to show none."""
        self.aim = radius
        self.refresh()

    def look(self, row: int, col: int) -> cell_appearance.Appearance:
        """What a cell shows now."""
        sign = self.signs[row][col]
        look = cell_appearance.SIGNS[sign] if self.hint is None else cell_appearance.hinted(sign, self.hint, row, col)
        if self.aim is not None and max(abs(row - self.cursor[0]), abs(col - self.cursor[1])) <= self.aim:
            return cell_appearance.Appearance(look.text, "aimed")
        return look

    def render_line(self, y: int) -> Strip:
        left, top = self._margins()
        row = y - top + self.scroll_offset.y
        cols = len(self.signs[0])
        if y < top or not 0 <= row < len(self.signs):
            return Strip.blank(self.size.width, self.rich_style)
        width = self._width
        first = self.scroll_offset.x // width
        last = min((self.scroll_offset.x + self.size.width) // width + 1, cols)
        line = [Segment(self._text(row, col), self._style(row, col)) for col in range(first, last)]
        start = self.scroll_offset.x - first * width
        shown = Strip(line).crop(start, start + self.size.width - left)
        blank = Strip.blank(left, self.rich_style) if left else Strip([])
        return Strip.join([blank, shown]).extend_cell_length(self.size.width, self.rich_style)

    def _text(self, row: int, col: int) -> str:
        look = self.look(row, col)
        if (row, col) in self.marked and self._width == _WIDE and len(look.text) == 1:
            return f"[{look.text}]"
        return look.at(self._width)

    def _style(self, row: int, col: int) -> Style:
        look = self.look(row, col)
        colours = palette.DARK if self.app.current_theme.dark else palette.LIGHT
        marked = (row, col) in self.marked or (self.hint is not None and bool(self.hint.best[row, col]))
        pointed = (row, col) == self.cursor
        return palette.style(colours, look.tone, round(100 * look.heat), (row + col) % 2 == 1, marked, pointed)

    # ---- Where it is shown ----

    def on_mount(self) -> None:
        self._fit()

    def on_resize(self) -> None:
        self._fit()
        self._follow()

    def _fit(self) -> None:
        room = self.container_size.width if self.container_size.width else self.size.width
        rows, cols = len(self.signs), len(self.signs[0])
        self._width = _WIDE if cols * _WIDE <= room else _NARROW
        self.virtual_size = Size(cols * self._width, rows)
        self.refresh()

    def _margins(self) -> Offset:
        """The empty columns and rows before a board that is smaller than its place."""
        spare_x, spare_y = self.size.width - self.virtual_size.width, self.size.height - self.virtual_size.height
        return Offset(max(spare_x, 0) // 2, max(spare_y, 0) // 2)

    def _follow(self) -> None:
        row, col = self.cursor
        region = Region(col * self._width, row, self._width, 1)
        self.scroll_to_region(region, animate=False, force=True)

    def place(self, row: int, col: int) -> Offset:
        """Where a cell's middle is on this widget, whether it can be seen or not."""
        left, top = self._margins()
        return Offset(
            left + col * self._width + self._width // 2 - self.scroll_offset.x, top + row - self.scroll_offset.y
        )

    def _cell_at(self, event: events.MouseEvent) -> Cell | None:
        left, top = self._margins()
        x, y = event.x - left + self.scroll_offset.x, event.y - top + self.scroll_offset.y
        row, col = y, x // self._width
        inside = 0 <= row < len(self.signs) and 0 <= col < len(self.signs[0])
        return (row, col) if inside and event.x >= left and event.y >= top else None

    # ---- Keys ----

    def point(self, row: int, col: int) -> None:
        """Put the cursor on a cell."""
        row = min(max(row, 0), len(self.signs) - 1)
        col = min(max(col, 0), len(self.signs[0]) - 1)
        if (row, col) != self.cursor:
            self.cursor = (row, col)
            self.post_message(self.Moved())
            self.refresh()
        self._follow()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """In Flags cells are only opened."""
        return not (self.opens_only and action == "ask" and parameters != ("open",))

    def action_move(self, rows: int, cols: int) -> None:
        self.point(self.cursor[0] + rows, self.cursor[1] + cols)

    def action_leap(self, rows: int, cols: int) -> None:
        self.point(
            self.cursor[0] + rows * len(self.signs),
            self.cursor[1] + cols * len(self.signs[0]),
        )

    def action_ask(self, action: str) -> None:
        self.post_message(self.Asked(action, *self.cursor))

    # ---- The mouse ----

    def on_mouse_down(self, event: events.MouseDown) -> None:
        cell = self._cell_at(event)
        if event.button not in (LEFT, MIDDLE, RIGHT):
            return
        event.stop()
        self.focus()
        self._pressed[event.button] = cell
        self._both = self._both or {LEFT, RIGHT} <= self._pressed.keys()
        if cell is not None:
            self.point(*cell)
        self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        cell = self._cell_at(event)
        if self.aim is not None and cell is not None and not self._pressed:
            self.point(*cell)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        if event.button not in self._pressed:
            return
        event.stop()
        begun = self._pressed.pop(event.button)
        both = self._both
        if not self._pressed:
            self._both = False
            self.release_mouse()
        if begun is None or begun != self._cell_at(event):
            return
        if both:  # at the first release; the second one does nothing
            if self._pressed:
                self.post_message(self.Asked("chord", *begun))
            return
        action = {LEFT: "open", MIDDLE: "chord", RIGHT: "flag"}[event.button]
        self.post_message(self.Asked(action, *begun))
