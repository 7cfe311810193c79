"""The style that all dialogs share."""

from __future__ import annotations

_CSS = """
{name} { align: center middle; }
{name} > VerticalScroll { width: auto; max-width: 100%; height: auto; max-height: 100%; padding: 1 2;
    border: round $primary; background: $surface; }
{name} > VerticalScroll > Static { width: auto; }
{name} > VerticalScroll > Horizontal { width: auto; height: auto; margin-top: 1; }
{name} Button { min-width: 10; margin-right: 1; }
"""


def dialog_css(name: str) -> str:
    """The CSS of the dialog class with this name: a scrollable box in the middle of the screen."""
    return _CSS.replace("{name}", name)
