"""The widget that shows the board, moves the cursor, scrolls, and turns keys and mouse clicks into actions.

A cell is 3 characters wide if the whole board fits that way, else 2. A board that is still too large scrolls with the
cursor and the mouse wheel. Mouse buttons act when they are released, and only on the cell where they were pressed, so
that pressing both can be told from pressing either.
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

from minesweeper_core.cli.play import palette
from minesweeper_core.cli.play.cell_appearance import SYMBOLS, Appearance, hinted_appearance
from minesweeper_core.cli.play.hint import Hint

Cell = tuple[int, int]

LEFT, MIDDLE, RIGHT = 1, 2, 3
_WIDE, _NARROW = 3, 2


class BoardWidget(ScrollView, can_focus=True, inherit_bindings=False):
    """Shows symbols (see cell_appearance). It changes only its own cursor; all other actions become CellAction."""

    DEFAULT_CSS = """
    BoardWidget { width: 1fr; height: 1fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1,0)", "Up", show=False),
        Binding("down", "move(1,0)", "Down", show=False),
        Binding("left", "move(0,-1)", "Left", show=False),
        Binding("right", "move(0,1)", "Right", show=False),
        Binding("home", "move_to_edge(0,-1)", "First column", show=False),
        Binding("end", "move_to_edge(0,1)", "Last column", show=False),
        Binding("pageup,ctrl+home", "move_to_edge(-1,0)", "First row", show=False),
        Binding("pagedown,ctrl+end", "move_to_edge(1,0)", "Last row", show=False),
        Binding("enter,space", "act('open')", "Open"),
        Binding("f", "act('flag')", "Flag"),
        Binding("c", "act('chord')", "Chord", show=False),
    ]

    class CellAction(Message):
        """The player acts on a cell. action: 'open', 'flag' or 'chord'."""

        def __init__(self, action: str, row: int, col: int) -> None:
            super().__init__()
            self.action = action
            self.row = row
            self.col = col

    class CursorMoved(Message):
        """The cursor is on another cell."""

    def __init__(self, symbols: list[str], *, only_open: bool = False) -> None:
        """only_open: flagging and chording are disabled."""
        super().__init__()
        self.symbols = symbols
        self.hint: Hint | None = None
        self.bomb_radius: int | None = None
        """Shows the square around the cursor that a bomb would open; None while no bomb is aimed."""
        self.marked: set[Cell] = set()
        self.cursor: Cell = (len(symbols) // 2, len(symbols[0]) // 2)
        self._only_open = only_open
        self._pressed: dict[int, Cell | None] = {}  # the pressed mouse buttons, and where each was pressed
        self._both_pressed = False
        self._cell_width = _WIDE

    # ---- Drawing ----

    def show(self, symbols: list[str], hint: Hint | None = None, marked: set[Cell] | None = None) -> None:
        """Show a board, with highlighted cells `marked`."""
        resized = (len(symbols), len(symbols[0])) != (len(self.symbols), len(self.symbols[0]))
        self.symbols, self.hint, self.marked = symbols, hint, marked or set()
        if resized:
            self.cursor = (len(symbols) // 2, len(symbols[0]) // 2)
            self._fit()
            self._scroll_to_cursor()
        self.refresh()

    def aim_bomb(self, radius: int | None) -> None:
        """Show the square that a bomb would open; None to stop."""
        self.bomb_radius = radius
        self.refresh()

    def appearance(self, row: int, col: int) -> Appearance:
        """What a cell shows now."""
        symbol = self.symbols[row][col]
        shown = SYMBOLS[symbol] if self.hint is None else hinted_appearance(symbol, self.hint, row, col)
        distance = max(abs(row - self.cursor[0]), abs(col - self.cursor[1]))
        if self.bomb_radius is not None and distance <= self.bomb_radius:
            return Appearance(shown.text, "aimed")
        return shown

    def render_line(self, y: int) -> Strip:
        left, top = self._margins()
        row = y - top + self.scroll_offset.y
        cols = len(self.symbols[0])
        if y < top or not 0 <= row < len(self.symbols):
            return Strip.blank(self.size.width, self.rich_style)
        width = self._cell_width
        first = self.scroll_offset.x // width
        last = min((self.scroll_offset.x + self.size.width) // width + 1, cols)
        line = [Segment(self._text(row, col), self._style(row, col)) for col in range(first, last)]
        start = self.scroll_offset.x - first * width
        visible = Strip(line).crop(start, start + self.size.width - left)
        blank = Strip.blank(left, self.rich_style) if left else Strip([])
        return Strip.join([blank, visible]).extend_cell_length(self.size.width, self.rich_style)

    def _text(self, row: int, col: int) -> str:
        shown = self.appearance(row, col)
        if (row, col) in self.marked and self._cell_width == _WIDE and len(shown.text) == 1:
            return f"[{shown.text}]"
        return shown.padded(self._cell_width)

    def _style(self, row: int, col: int) -> Style:
        shown = self.appearance(row, col)
        colours = palette.DARK if self.app.current_theme.dark else palette.LIGHT
        marked = (row, col) in self.marked or (self.hint is not None and bool(self.hint.best[row, col]))
        alternate = (row + col) % 2 == 1
        on_cursor = (row, col) == self.cursor
        return palette.rich_style(colours, shown.style, round(100 * shown.heat), alternate, marked, on_cursor)

    # ---- Layout ----

    def on_mount(self) -> None:
        self._fit()

    def on_resize(self) -> None:
        self._fit()
        self._scroll_to_cursor()

    def _fit(self) -> None:
        available = self.container_size.width if self.container_size.width else self.size.width
        rows, cols = len(self.symbols), len(self.symbols[0])
        self._cell_width = _WIDE if cols * _WIDE <= available else _NARROW
        self.virtual_size = Size(cols * self._cell_width, rows)
        self.refresh()

    def _margins(self) -> Offset:
        """The empty columns and rows before a board that is smaller than the widget."""
        free_x, free_y = self.size.width - self.virtual_size.width, self.size.height - self.virtual_size.height
        return Offset(max(free_x, 0) // 2, max(free_y, 0) // 2)

    def _scroll_to_cursor(self) -> None:
        row, col = self.cursor
        region = Region(col * self._cell_width, row, self._cell_width, 1)
        self.scroll_to_region(region, animate=False, force=True)

    def cell_offset(self, row: int, col: int) -> Offset:
        """Where the middle of a cell is in this widget, even if it is scrolled out of sight."""
        left, top = self._margins()
        x = left + col * self._cell_width + self._cell_width // 2 - self.scroll_offset.x
        return Offset(x, top + row - self.scroll_offset.y)

    def _cell_at(self, event: events.MouseEvent) -> Cell | None:
        left, top = self._margins()
        x, y = event.x - left + self.scroll_offset.x, event.y - top + self.scroll_offset.y
        row, col = y, x // self._cell_width
        inside = 0 <= row < len(self.symbols) and 0 <= col < len(self.symbols[0])
        return (row, col) if inside and event.x >= left and event.y >= top else None

    # ---- Keys ----

    def move_cursor(self, row: int, col: int) -> None:
        """Put the cursor on a cell, or on the nearest cell of the board."""
        row = min(max(row, 0), len(self.symbols) - 1)
        col = min(max(col, 0), len(self.symbols[0]) - 1)
        if (row, col) != self.cursor:
            self.cursor = (row, col)
            self.post_message(self.CursorMoved())
            self.refresh()
        self._scroll_to_cursor()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return not (self._only_open and action == "act" and parameters != ("open",))

    def action_move(self, rows: int, cols: int) -> None:
        self.move_cursor(self.cursor[0] + rows, self.cursor[1] + cols)

    def action_move_to_edge(self, rows: int, cols: int) -> None:
        self.move_cursor(
            self.cursor[0] + rows * len(self.symbols),
            self.cursor[1] + cols * len(self.symbols[0]),
        )

    def action_act(self, action: str) -> None:
        self.post_message(self.CellAction(action, *self.cursor))

    # ---- Mouse ----

    def on_mouse_down(self, event: events.MouseDown) -> None:
        cell = self._cell_at(event)
        if event.button not in (LEFT, MIDDLE, RIGHT):
            return
        event.stop()
        self.focus()
        self._pressed[event.button] = cell
        self._both_pressed = self._both_pressed or {LEFT, RIGHT} <= self._pressed.keys()
        if cell is not None:
            self.move_cursor(*cell)
        self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        cell = self._cell_at(event)
        if self.bomb_radius is not None and cell is not None and not self._pressed:
            self.move_cursor(*cell)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        if event.button not in self._pressed:
            return
        event.stop()
        cell = self._pressed.pop(event.button)
        both = self._both_pressed
        if not self._pressed:
            self._both_pressed = False
            self.release_mouse()
        if cell is None or cell != self._cell_at(event):
            return
        if both:  # the chord happens when the first button is released
            if self._pressed:
                self.post_message(self.CellAction("chord", *cell))
            return
        action = {LEFT: "open", MIDDLE: "chord", RIGHT: "flag"}[event.button]
        self.post_message(self.CellAction(action, *cell))
