"""The command line `minesweeper-core`.

`run` parses the arguments (`arguments`) and calls a command: a module in `commands`, or `play`. The other modules are
shared by the commands.
"""

from minesweeper_core.cli.run import main

__all__ = ["main"]
