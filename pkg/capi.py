"""cffi's builder of the API-mode module, for setup.py; see minesweeper_core/build.py."""

import runpy
from pathlib import Path

builder = runpy.run_path("minesweeper_core/build.py")["ffi_builder"](Path())
