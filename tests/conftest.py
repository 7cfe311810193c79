"""The bindings: the public functions through Cython, through cffi's API-mode module, and through a loaded library."""

from __future__ import annotations

import signal
import sys
import sysconfig
from typing import Any

import pytest

import minesweeper_core

# cffi has nothing for CPython 3.13 without the GIL: there the package is built without these bindings.
NO_CFFI = bool(sysconfig.get_config_var("Py_GIL_DISABLED")) and sys.version_info < (3, 14)
BINDINGS = ("cython",) if NO_CFFI else ("cython", "cffi-api", "dlopen")

# A shell that starts the tests in the background has them ignore SIGINT, and all they start: interrupts are tested.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# The same does nohup with SIGHUP. Taken and ignored here, it ends again what is started from here.
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda _number, _frame: None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--library", metavar="FILE", help="the shared library behind the dlopen binding (default: the package's own)"
    )


def make_binding(name: str, library: str | None = None) -> Any:
    """An object with the public functions."""
    if name == "cython":
        return minesweeper_core
    if name == "cffi-api":
        return minesweeper_core.cffi
    return minesweeper_core.load(library or minesweeper_core.get_library())


@pytest.fixture(params=BINDINGS, scope="session")
def binding(request: pytest.FixtureRequest) -> Any:
    return make_binding(request.param, request.config.getoption("--library"))


@pytest.fixture(scope="session")
def bindings(request: pytest.FixtureRequest) -> list[Any]:
    """All of them, the Cython one first."""
    return [make_binding(name, request.config.getoption("--library")) for name in BINDINGS]
