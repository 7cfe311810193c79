"""The public functions through the API-mode module that cffi builds.

>>> import minesweeper_core as mc
>>> mc.cffi.solve("-1", 1).mine
array([[1., 0.]])
"""

from __future__ import annotations

from minesweeper_core._impl.loader import cffi_library

__all__ = [
    "FlagsGame",
    "Game",
    "bbbv",
    "bbbv_per_second",
    "bbbv_solved",
    "determine_grid2",
    "estimate",
    "file_bytes",
    "from_toollib",
    "generate",
    "get_grid_with_best_probability",
    "hzini",
    "is_no_guess",
    "library",
    "metrics",
    "numbers",
    "read_file",
    "sample",
    "simd_name",
    "solve",
    "solve_many",
    "to_toollib",
    "version",
    "write_file",
    "zini",
]


library = cffi_library()
version = library.version
solve = library.solve
solve_many = library.solve_many
sample = library.sample
estimate = library.estimate
determine_grid2 = library.determine_grid2
get_grid_with_best_probability = library.get_grid_with_best_probability
metrics = library.metrics
bbbv = library.bbbv
zini = library.zini
hzini = library.hzini
bbbv_solved = library.bbbv_solved
bbbv_per_second = library.bbbv_per_second
numbers = library.numbers
Game = library.Game
FlagsGame = library.FlagsGame
generate = library.generate
is_no_guess = library.is_no_guess
read_file = library.read_file
write_file = library.write_file
file_bytes = library.file_bytes
from_toollib = library.from_toollib
to_toollib = library.to_toollib
simd_name = library.simd_name
