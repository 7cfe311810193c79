"""The boxes over the board: help, a new game, and the end of one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from textwrap import wrap
from typing import Any, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Grid, Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Select, Static

from minesweeper_core.cli import board_size
from minesweeper_core.cli.errors import CommandError
from minesweeper_core.cli.play.classic_session import ClassicSetup, check
from minesweeper_core.cli.play.result import Result

_Keys = tuple[tuple[str, str], ...]
_HINT = (
    "what the solver says, or no longer: the chance of a mine in percent, ** a certain mine, ok certainly safe; the \
best cells are underlined"
)
_MOVE = ("Arrows, Home, End, Page Up, Page Down", "move the cursor")
_OPEN = "Enter, Space, left click"
_LAST: _Keys = (
    ("T", "dark or light colours"),
    ("Esc", "stop what is being worked out; close a box"),
    ("Q, Ctrl-C", "quit"),
)
_CLASSIC: _Keys = (
    _MOVE,
    (_OPEN, "open a cell; on a number: chord"),
    ("F, right click", "put or take a flag"),
    ("C, middle click, both buttons", "chord: open the other cells around a number that has all its flags"),
    ("H", _HINT),
    ("U, Y", "undo, redo"),
    ("R", "the same board from its start"),
    ("N", "a new game"),
    *_LAST,
)
_FLAGS: _Keys = (
    _MOVE,
    (_OPEN, "open a cell: a mine is a point and another turn"),
    ("B", "aim the bomb, for who is behind; Enter or a click throws it, B or right click does not"),
    ("H", _HINT),
    ("N", "a new game"),
    *_LAST,
)


def _side_by_side(keys: _Keys, width: int, left: int = 24) -> Iterator[str]:
    for key, what in keys:
        for pair in zip_longest(wrap(key, left), wrap(what, width - left - 2), fillvalue=""):
            yield f"{pair[0]:{left}}  {pair[1]}".rstrip()


def _one_below_the_other(keys: _Keys, width: int) -> Iterator[str]:
    for key, what in keys:
        yield from wrap(key, width)
        yield from wrap(what, width, initial_indent="  ", subsequent_indent="  ")


def help_text(*, flags: bool, width: int) -> str:
    """All keys and what they do, in lines of at most so many characters."""
    keys = _FLAGS if flags else _CLASSIC
    width = min(max(width, 8), 72)
    return "\n".join(_side_by_side(keys, width) if width >= 56 else _one_below_the_other(keys, width))


_BOX = """
{name} { align: center middle; }
{name} > VerticalScroll { width: auto; max-width: 100%; height: auto; max-height: 100%; padding: 1 2;
    border: round $primary; background: $surface; }
{name} > VerticalScroll > Static { width: auto; }
{name} > VerticalScroll > Horizontal { width: auto; height: auto; margin-top: 1; }
{name} Button { min-width: 10; margin-right: 1; }
"""


class Help(ModalScreen[None]):
    """All keys."""

    CSS = _BOX.replace("{name}", "Help")
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
        around = 8  # the box: its border, its padding and a scrollbar
        return help_text(flags=self._flags, width=self.app.size.width - around)

    async def action_dismiss(self, result: None = None) -> None:
        self.dismiss(result)


class Choice(ModalScreen[str]):
    """A text, and what can be done next. Gives the wish that was chosen, '' for none."""

    AUTO_FOCUS = "Button"
    wishes: ClassVar[tuple[str, ...]] = ()

    def __init__(self, title: str, lines: list[str]) -> None:
        super().__init__()
        self._title = title
        self._lines = lines

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield Static("\n".join([self._title, "", *self._lines]), markup=False)
            with Horizontal():
                for wish in self.wishes:
                    yield Button(wish.capitalize(), id=wish, compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id)

    def action_wish(self, wish: str) -> None:
        self.dismiss(wish)


class Over(Choice):
    """The end of a classic game and its figures."""

    CSS = _BOX.replace("{name}", "Over")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "wish('new')"),
        Binding("r", "wish('again')"),
        Binding("u", "wish('undo')"),
        Binding("q", "wish('quit')"),
        Binding("escape", "wish('')"),
    ]
    wishes = ("new", "again", "undo", "quit")

    def __init__(self, result: Result) -> None:
        super().__init__("Won" if result.won else "Lost", result.lines())


_LOGIC = (("any", "any"), ("that need no guess", "no-guess"), ("repaired to need no guess (quicker)", "repaired"))
_FIRST = (("is safe", "safe"), ("is an opening", "opening"), ("can be anything", "anything"))


class NewGame(ModalScreen["ClassicSetup | None"]):
    """Which classic game comes next; None for none."""

    CSS = (
        _BOX.replace("{name}", "NewGame")
        + """
NewGame Grid { grid-size: 2; grid-columns: 13 40; grid-rows: 1; grid-gutter: 1 0; width: 55; height: auto; }
NewGame #wrong { width: 53; height: auto; color: $text-error; }
"""
    )
    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Cancel")]

    def __init__(self, setup: ClassicSetup) -> None:
        super().__init__()
        self._setup = setup

    def compose(self) -> ComposeResult:
        size = self._setup.size
        name = next((name for name, preset in board_size.PRESETS.items() if preset == size), board_size.shown(size))
        with VerticalScroll(can_focus=False):
            with Grid():
                yield Label("Size")
                yield Input(name, placeholder=f"{', '.join(board_size.PRESETS)} or ROWSxCOLS", id="size", compact=True)
                yield Label("Mines")
                mines = "" if name in board_size.PRESETS else str(size.mines)
                yield Input(mines, placeholder="as usual", id="mines", compact=True)
                yield Label("First click")
                yield Select(_FIRST, value=self._setup.first, allow_blank=False, id="first", compact=True)
                yield Label("Boards")
                yield Select(_LOGIC, value=self._setup.logic, allow_blank=False, id="logic", compact=True)
                yield Label("Seed")
                yield Input("", placeholder="a new one", id="seed", compact=True)
            yield Static(id="wrong", markup=False)
            with Horizontal():
                yield Button("Start", id="start", variant="primary", compact=True)
                yield Button("Cancel", id="cancel", compact=True)

    def on_input_submitted(self) -> None:
        self._start()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "start":
            self._start()
        else:
            self.action_cancel()

    def action_cancel(self) -> None:
        self.dismiss(None)

    def _start(self) -> None:
        try:
            setup = self._chosen()
        except CommandError as failure:
            self.query_one("#wrong", Static).update(failure.message)
            return
        self.dismiss(setup)

    def _chosen(self) -> ClassicSetup:
        mines, seed = (self._number(name, limit) for name, limit in (("mines", 2**32), ("seed", 2**64)))
        size = board_size.size(self.query_one("#size", Input).value.strip().lower(), mines)
        first, logic = (cast(Any, self.query_one(f"#{name}", Select).value) for name in ("first", "logic"))
        setup = ClassicSetup(size, first, logic, seed)
        check(setup)
        return setup

    def _number(self, name: str, limit: int) -> int | None:
        """The number in a field; None where it is empty."""
        text = self.query_one(f"#{name}", Input).value.strip()
        if not text:
            return None
        if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < limit):
            raise CommandError(f"{name} must be a whole number, 0 to {limit - 1}")
        return int(text)


class FlagsOver(Choice):
    """The end of a game of Flags."""

    CSS = _BOX.replace("{name}", "FlagsOver")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "wish('new')"),
        Binding("q", "wish('quit')"),
        Binding("escape", "wish('')"),
    ]
    wishes = ("new", "quit")
