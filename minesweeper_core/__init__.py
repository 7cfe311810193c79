"""Exact probabilities and uniformly drawn valid boards for Minesweeper positions, and the game itself.

A position is a board and its number of mines. A valid board is a placement of the unknown mines on unopened cells that
satisfies every number; all are equally likely. ``solve`` counts them exactly, ``sample`` and ``estimate`` draw them,
and ``determine_grid2`` is the function of the original C[o]re.dll. ``Game`` and ``FlagsGame`` are the games,
``metrics`` measures how hard a board is, ``generate`` makes boards, and ``read_file`` and ``write_file`` convert board
files.

>>> import minesweeper_core as mc
>>> mc.solve("01--\\n12--\\n1+21\\n1110", 3).mine[0]
array([0. , 0. , 0.5, 0.5])
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from minesweeper_core._impl.board import BoardLike
from minesweeper_core._impl.errors import BadFileError, BoardNotFoundError, BudgetExceededError, InconsistentBoardError
from minesweeper_core._impl.estimation import Estimate
from minesweeper_core._impl.files import FORMATS, BoardFile
from minesweeper_core._impl.flags_game import FlagsGame
from minesweeper_core._impl.game import Game
from minesweeper_core._impl.game_base import Action, Change
from minesweeper_core._impl.grid2 import GridProbabilities
from minesweeper_core._impl.library import Library
from minesweeper_core._impl.loader import cython_library, load
from minesweeper_core._impl.masks import MaskLike
from minesweeper_core._impl.metrics import Metrics
from minesweeper_core._impl.paths import get_cmake_dir, get_include, get_library, get_pkgconfig_dir
from minesweeper_core._impl.presets import BEGINNER, EXPERT, FLAGS, INTERMEDIATE, Preset
from minesweeper_core._impl.solution import Cost, Solution
from minesweeper_core._impl.solve_many import Solutions

if TYPE_CHECKING:
    from minesweeper_core import cffi

__all__ = [
    "BEGINNER",
    "EXPERT",
    "FLAGS",
    "FORMATS",
    "INTERMEDIATE",
    "Action",
    "BadFileError",
    "BoardFile",
    "BoardLike",
    "BoardNotFoundError",
    "BudgetExceededError",
    "Change",
    "Cost",
    "Estimate",
    "FlagsGame",
    "Game",
    "GridProbabilities",
    "InconsistentBoardError",
    "Library",
    "MaskLike",
    "Metrics",
    "Preset",
    "Solution",
    "Solutions",
    "__version__",
    "bbbv",
    "bbbv_per_second",
    "bbbv_solved",
    "cffi",
    "determine_grid2",
    "estimate",
    "file_bytes",
    "from_toollib",
    "generate",
    "get_cmake_dir",
    "get_grid_with_best_probability",
    "get_include",
    "get_library",
    "get_pkgconfig_dir",
    "hzini",
    "is_no_guess",
    "load",
    "metrics",
    "numbers",
    "read_file",
    "sample",
    "simd_name",
    "solve",
    "solve_many",
    "to_toollib",
    "write_file",
    "zini",
]

_library = cython_library()
__version__ = _library.version
solve = _library.solve
solve_many = _library.solve_many
sample = _library.sample
estimate = _library.estimate
determine_grid2 = _library.determine_grid2
get_grid_with_best_probability = _library.get_grid_with_best_probability
metrics = _library.metrics
bbbv = _library.bbbv
bbbv_solved = _library.bbbv_solved
zini = _library.zini
hzini = _library.hzini
bbbv_per_second = _library.bbbv_per_second
numbers = _library.numbers
generate = _library.generate
is_no_guess = _library.is_no_guess
read_file = _library.read_file
write_file = _library.write_file
file_bytes = _library.file_bytes
from_toollib = _library.from_toollib
to_toollib = _library.to_toollib
simd_name = _library.simd_name


def __getattr__(name: str) -> ModuleType:
    if name == "cffi":
        import importlib

        return importlib.import_module("minesweeper_core.cffi")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# Tracebacks, reprs and pickles name each class by this module, wherever it is defined.
for _name in __all__:
    if isinstance(_public := globals().get(_name), type):
        _public.__module__ = __name__
del _name, _public
