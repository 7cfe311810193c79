"""The API-mode module: the public header as it is, read by cffi and checked by the C compiler."""

import runpy
from pathlib import Path

from cffi import FFI

header = Path("include/minesweeper_core.h").read_text(encoding="ascii")
builder = FFI()
builder.cdef(runpy.run_path("minesweeper_core/_cdef.py")["cdef_of"](header))
builder.cdef('extern "Python" int minesweeper_core_poll(void *context, double progress);')
# cffi writes the convention's word into its C code on every platform.
preamble = """
#if !defined(_WIN32)
#  define __stdcall
#endif
#include "minesweeper_core.h"
"""
builder.set_source("minesweeper_core._capi", preamble, include_dirs=["include"])
