"""The command line `minesweeper-core`.

One file, one concept: `arguments` (what can be asked), `boards` (files to rows and a number of mines), `commands`
(solve, grid2, sample), `figures` (numbers as text that never rounds to certainty), `heatmap` (a board as a picture),
`choice` (the best and the safest cell), `documents` (JSON), `progress` and `outcome` (exit statuses and one-line errors).
"""

from minesweeper_core.cli.run import main

__all__ = ["main"]
