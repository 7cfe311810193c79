"""How the tests run, and the fixtures with the bindings.

With pytest-xdist, a run of the whole folder uses all processors; `pytest -n 0` uses one.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from pathlib import Path
from typing import Any

import pytest
from bindings import BINDINGS, make_binding
from once import SHARED

# Some tests fill hundreds of megabytes.
MOST_WORKERS = 8

# A shell that starts the tests in the background makes them and their children ignore SIGINT, which the tests need.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# nohup does the same with SIGHUP. With a Python handler here, children get the default action again.
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda _number, _frame: None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--library", metavar="FILE", help="the shared library behind the dlopen binding (default: the package's own)"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run a whole folder on all processors, unless told otherwise. For single files, starting the workers takes
    longer."""
    if not config.pluginmanager.hasplugin("xdist") or hasattr(config, "workerinput"):
        return
    option = config.option
    default = option.numprocesses is None and option.dist == "no" and not option.tx and not option.usepdb
    if default and all(Path(argument).is_dir() for argument in config.args):
        available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        option.numprocesses = min(available, MOST_WORKERS)
    if option.numprocesses and option.dist == "no":
        # Each worker gets consecutive tests, and takes some from another when it has none left.
        option.dist = "worksteal"


def pytest_configure(config: pytest.Config) -> None:
    """Make the folder that the workers share."""
    if not hasattr(config, "workerinput"):
        os.environ[SHARED] = tempfile.mkdtemp(prefix="minesweeper-tests-")
        config.add_cleanup(lambda: shutil.rmtree(os.environ.pop(SHARED), ignore_errors=True))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that build: the longest ones, which should not run last."""
    items.sort(key=lambda item: item.path.stem not in ("test_clients", "test_targets"))


# Of module scope, so that a module's tests of all bindings run one after the other, in one worker for the most part:
# modules cache the answers that they compare with.
@pytest.fixture(params=BINDINGS, scope="module")
def binding(request: pytest.FixtureRequest) -> Any:
    return make_binding(request.param, request.config.getoption("--library"))


@pytest.fixture(scope="session")
def bindings(request: pytest.FixtureRequest) -> list[Any]:
    """All of them, the Cython one first."""
    return [make_binding(name, request.config.getoption("--library")) for name in BINDINGS]
