"""The command `build`: the C library from the package's own sources."""

from __future__ import annotations

import argparse
from pathlib import Path

from minesweeper_core import build as builder
from minesweeper_core.cli.errors import CommandError


def build(options: argparse.Namespace) -> None:
    """The command `build`: prints the files it wrote, one a line."""
    out = Path(options.out)
    try:
        files = builder.build(options.target, out, options.cc)
    except builder.BuildError as error:
        message, _, output = str(error).partition("\n")
        raise CommandError(message, details=output) from None
    except OSError as error:
        raise CommandError(f"{out}: {error.strerror or error}") from None
    for file in files:
        print(out / file.name)
