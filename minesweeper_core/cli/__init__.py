"""The command line `minesweeper-core`.

`run` parses the arguments (`arguments`) and calls a command: a module of `commands`, or `play`. All else is shared by
the commands.
"""

from minesweeper_core.cli.run import main

__all__ = ["main"]
