"""The API-mode module, for setup.py: what it is built from is said in minesweeper_core/build.py."""

import runpy
from pathlib import Path

builder = runpy.run_path("minesweeper_core/build.py")["ffi_builder"](Path())
