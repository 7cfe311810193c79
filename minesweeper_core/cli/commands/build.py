"""The command `build`: compiles the C library from the sources in the package."""

from __future__ import annotations

import argparse
from pathlib import Path

from minesweeper_core.build import BuildError
from minesweeper_core.build import build as build_library
from minesweeper_core.cli.errors import CommandError


def build(options: argparse.Namespace) -> None:
    """Build for a target and print the files written, one per line."""
    folder = Path(options.out)
    try:
        files = build_library(options.target, folder, options.cc)
    except BuildError as error:
        message, _, compiler_output = str(error).partition("\n")
        raise CommandError(message, details=compiler_output) from None
    except OSError as error:
        raise CommandError(f"{folder}: {error.strerror or error}") from None
    for file in files:
        print(folder / file.name)
