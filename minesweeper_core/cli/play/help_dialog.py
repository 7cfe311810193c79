"""The dialog that lists all keys."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from textwrap import wrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from minesweeper_core.cli.play.dialog import dialog_css

_Keys = tuple[tuple[str, str], ...]
_MOVE = ("Arrow keys, Home, End, PgUp, PgDn", "move the cursor")
_OPEN = "Enter, Space, left click"
_HINT = (
    "H",
    "show or hide a hint: the chance of a mine in percent, ** for a certain mine, ok for a certainly safe cell; the "
    "best cells are underlined",
)
_COMMON: _Keys = (
    ("T", "switch between dark and light colours"),
    ("Esc", "cancel a calculation; close a dialog"),
    ("Q, Ctrl-C", "quit"),
)
_CLASSIC: _Keys = (
    _MOVE,
    (_OPEN, "open a cell; chord a number"),
    ("F, right click", "set or remove a flag"),
    ("C, middle click, both buttons", "chord: open the other cells around a number that has all its flags"),
    _HINT,
    ("U, Y", "undo, redo"),
    ("R", "restart the same board"),
    ("N", "new game"),
    *_COMMON,
)
_FLAGS: _Keys = (
    _MOVE,
    (_OPEN, "open a cell; a mine scores a point and gives another turn"),
    ("B", "aim the bomb, if you are behind; then Enter or click to use it, B or right click to cancel"),
    _HINT,
    ("N", "new game"),
    *_COMMON,
)


class Help(ModalScreen[None]):
    """All keys of one of the games."""

    CSS = dialog_css("Help")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,space,q,question_mark,f1", "dismiss", "Close")]

    def __init__(self, *, flags: bool) -> None:
        super().__init__()
        self._flags = flags

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(self._text(), markup=False)

    def on_resize(self) -> None:
        self.query_one(Static).update(self._text())

    def _text(self) -> str:
        frame = 8  # border, padding and scrollbar of the dialog
        return help_text(flags=self._flags, width=self.app.size.width - frame)

    async def action_dismiss(self, result: None = None) -> None:
        self.dismiss(result)


def help_text(*, flags: bool, width: int) -> str:
    """All keys and what they do, in lines of at most `width` characters."""
    keys = _FLAGS if flags else _CLASSIC
    width = min(max(width, 8), 72)
    return "\n".join(_two_columns(keys, width) if width >= 56 else _one_column(keys, width))


def _two_columns(keys: _Keys, width: int, left: int = 24) -> Iterator[str]:
    for key, action in keys:
        for pair in zip_longest(wrap(key, left), wrap(action, width - left - 2), fillvalue=""):
            yield f"{pair[0]:{left}}  {pair[1]}".rstrip()


def _one_column(keys: _Keys, width: int) -> Iterator[str]:
    for key, action in keys:
        yield from wrap(key, width)
        yield from wrap(action, width, initial_indent="  ", subsequent_indent="  ")
