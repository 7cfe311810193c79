"""The public functions through the API-mode module that cffi builds.

>>> import minesweeper_core as mc
>>> mc.cffi.solve("-1", 1).mine
array([[1., 0.]])
"""

from __future__ import annotations

from minesweeper_core._cffi import api_backend
from minesweeper_core.library import Library

__all__ = [
    "FlagsGame",
    "Game",
    "bbbv",
    "bbbv_per_second",
    "bbbv_solved",
    "determine_grid2",
    "estimate",
    "generate",
    "get_grid_with_best_probability",
    "is_no_guess",
    "library",
    "metrics",
    "numbers",
    "sample",
    "simd_name",
    "solve",
    "solve_many",
    "version",
]


def cffi_library() -> Library:
    """The Library of the API-mode module."""
    return library


library = Library(api_backend(), "cffi", (cffi_library, ()))
version = library.version
solve = library.solve
solve_many = library.solve_many
sample = library.sample
estimate = library.estimate
determine_grid2 = library.determine_grid2
get_grid_with_best_probability = library.get_grid_with_best_probability
metrics = library.metrics
bbbv = library.bbbv
bbbv_solved = library.bbbv_solved
bbbv_per_second = library.bbbv_per_second
numbers = library.numbers
Game = library.Game
FlagsGame = library.FlagsGame
generate = library.generate
is_no_guess = library.is_no_guess
simd_name = library.simd_name
