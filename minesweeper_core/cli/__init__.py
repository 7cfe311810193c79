"""The command line `minesweeper-core`.

One file, one concept: `arguments` (what can be asked), `boards` (files to rows and a number of mines), `formats` (files
of boards in any format), `sizes` (of new boards), `commands` (what solve and grid2 do), `draw` (sample), `measure` (3bv
and metrics), `generate`, `convert`, `play` (a folder of its own), `compile` (build), `output` (where boards are
written), `figures` (numbers as text that never rounds to certainty), `heatmap` (a board as a picture), `screen` (widths
and colours), `choice` (the best and the safest cell), `documents` (JSON), `progress`, `outcome` (exit statuses) and
`run` (one run, to the one line that tells what failed).
"""

from minesweeper_core.cli.run import main

__all__ = ["main"]
