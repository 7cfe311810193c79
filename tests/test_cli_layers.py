"""The modules of the command line import one another in one direction only, and of the package only public modules."""

from __future__ import annotations

from test_python_layers import IMPORTS

CLI = "minesweeper_core.cli"

# From the bottom up: a module imports modules that come before it, and none that come after.
MODULES = (
    "number_format",
    "errors",
    "signals",
    "input",
    "output",
    "board_size",
    "position_file",
    "cell_choice",
    "formats",
    "board_reader",
    "board_writer",
    "heatmap",
    "heatmap_layout",
    "console",
    "progress",
    "analysis",
    "json_output",
    "commands",
    "play",
    "argument_types",
    "help_texts",
    "arguments",
    "run",
)
PLAY_MODULES = (
    "stopwatch",
    "result",
    "classic_session",
    "flags_session",
    "hint",
    "cell_appearance",
    "palette",
    "board_widget",
    "background",
    "game_screen",
    "dialog",
    "help_dialog",
    "new_game_dialog",
    "game_over_dialog",
    "classic_screen",
    "flags_screen",
    "app",
    "command",
)
PUBLIC = {"minesweeper_core", "minesweeper_core.bot", "minesweeper_core.build"}


def modules_below(package: str) -> dict[str, set[str]]:
    """The modules of a package by name, each with what it imports."""
    return {
        name.removeprefix(f"{package}."): found for name, found in IMPORTS.items() if name.startswith(f"{package}.")
    }


def check_order(package: str, order: tuple[str, ...]) -> None:
    modules = modules_below(package)
    assert {name.split(".")[0] for name in modules} == set(order)
    for name, found in modules.items():
        for other in found:
            if other.startswith(f"{package}."):
                position = order.index(other.removeprefix(f"{package}.").split(".")[0])
                assert position <= order.index(name.split(".")[0]), f"{package}.{name} imports {other}"


def test_modules_import_lower_modules_only() -> None:
    check_order(CLI, MODULES)
    check_order(f"{CLI}.play", PLAY_MODULES)


def test_commands_do_not_import_each_other() -> None:
    for name, found in modules_below(f"{CLI}.commands").items():
        assert not any(other.startswith((f"{CLI}.commands", f"{CLI}.play")) for other in found), name


def test_only_public_modules_of_the_package_are_imported() -> None:
    for name, found in modules_below(CLI).items():
        assert {other for other in found if not other.startswith(f"{CLI}.")} <= PUBLIC, name
