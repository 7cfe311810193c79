"""The modules of the Python package import one another in one direction only."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import minesweeper_core as mc

PACKAGE = Path(mc.__file__).parent
IMPL = "minesweeper_core._impl"

# From the bottom up: a module imports modules that come before it, and none that come after.
IMPL_MODULES = (
    "words",
    "arguments",
    "errors",
    "locks",
    "paths",
    "presets",
    "board",
    "masks",
    "statuses",
    "bindings",
    "native",
    "estimation",
    "solution",
    "solve_many",
    "grid2",
    "metrics",
    "generation",
    "game_base",
    "game",
    "flags_game",
    "files",
    "library",
    "loader",
)
# What a user imports, besides the package itself.
PUBLIC_MODULES = {"bot", "build", "cffi", "cli"}


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {
    module_name(path): path
    for path in PACKAGE.rglob("*.py")
    if not {"lib", "source", "include"} & set(path.relative_to(PACKAGE).parts)
}


def imported(name: str) -> set[str]:
    """The package's modules that a module imports anywhere in it: inside functions and for type checkers too."""
    found = set()
    for node in ast.walk(ast.parse(SOURCES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} has a relative import"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            modules = names & SOURCES.keys()
            found |= modules if len(modules) == len(names) else modules | {node.module or ""}
    return {module for module in found if module in SOURCES} - {name}


IMPORTS = {name: imported(name) for name in SOURCES}


def test_the_package_has_no_import_cycle() -> None:
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert name not in path, f"modules import one another: {' -> '.join([*path, name])}"
        if name not in done:
            for other in sorted(IMPORTS[name]):
                visit(other, (*path, name))
            done.add(name)

    for name in sorted(SOURCES):
        visit(name, ())


def test_every_module_has_a_layer() -> None:
    assert {name.split(".")[2] for name in SOURCES if name.startswith(f"{IMPL}.")} == set(IMPL_MODULES)
    top = {name.split(".")[1] for name in SOURCES if "." in name}
    assert top == PUBLIC_MODULES | {"_impl", "__main__"}


@pytest.mark.parametrize("name", [name for name in SOURCES if name.startswith(f"{IMPL}.")])
def test_modules_import_lower_layers_only(name: str) -> None:
    own = IMPL_MODULES.index(name.split(".")[2])
    for other in IMPORTS[name]:
        assert other.startswith(f"{IMPL}."), f"{name} imports {other}"
        assert IMPL_MODULES.index(other.split(".")[2]) <= own, f"{name} imports {other}"


def test_no_public_name_is_a_module_too() -> None:
    """Otherwise `import minesweeper_core.solve as m` would give the function."""
    modules = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    names = {name for name in mc.__all__ if not inspect.ismodule(getattr(mc, name))}
    assert not names & modules


def test_public_classes_name_the_package_as_their_module() -> None:
    classes = [getattr(mc, name) for name in mc.__all__ if isinstance(getattr(mc, name), type)]
    assert classes and {cls.__module__ for cls in classes} == {"minesweeper_core"}


@pytest.mark.parametrize("name", ["minesweeper_core", "minesweeper_core.bot", "minesweeper_core.cli"])
def test_modules_can_be_imported_first(name: str) -> None:
    code = f"import {name} as m; assert m.__name__ == {name!r}"
    subprocess.run([sys.executable, "-P", "-c", code], check=True)
