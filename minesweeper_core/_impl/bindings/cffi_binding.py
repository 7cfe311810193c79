"""The cffi backend: the same thin layer as the Cython one over any (ffi, lib) pair.

It serves both the API-mode module, whose declarations the C compiler checked, and libraries opened by path.
"""

from __future__ import annotations

from minesweeper_core._impl.bindings.cffi_calls import POLL_NAME, POLL_TYPE, keep_with, poll_with
from minesweeper_core._impl.bindings.cffi_files import FileCalls
from minesweeper_core._impl.bindings.cffi_games import GameCalls
from minesweeper_core._impl.bindings.cffi_generation import GenerationCalls
from minesweeper_core._impl.bindings.cffi_metrics import MetricsCalls
from minesweeper_core._impl.bindings.cffi_solving import SolvingCalls

__all__ = ["CffiBackend", "api_backend", "dlopen_backend"]


class CffiBackend(SolvingCalls, MetricsCalls, GameCalls, GenerationCalls, FileCalls):
    """All functions of one (ffi, lib) pair."""


def api_backend() -> CffiBackend:
    """The backend over the API-mode module."""
    from minesweeper_core._impl.bindings import _capi

    ffi, lib = _capi.ffi, _capi.lib
    ffi.def_extern(name=POLL_NAME, error=1, onerror=keep_with(ffi))(poll_with(ffi))
    return CffiBackend(ffi, lib, getattr(lib, POLL_NAME))


def dlopen_backend(path: str, cdef: str) -> CffiBackend:
    """The backend over a shared library file; OSError where it can't be opened."""
    from cffi import FFI

    ffi = FFI()
    ffi.cdef(cdef)
    lib = ffi.dlopen(path)
    return CffiBackend(ffi, lib, ffi.callback(POLL_TYPE, poll_with(ffi), error=1, onerror=keep_with(ffi)))
