"""`python -m minesweeper_core` runs the command line `minesweeper-core`."""

import sys

from minesweeper_core.cli import main

if __name__ == "__main__":
    sys.exit(main())
