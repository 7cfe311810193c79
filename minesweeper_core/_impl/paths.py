"""Where the C header, the plain shared library and the files that find them are installed."""

from __future__ import annotations

from pathlib import Path

__all__ = ["get_cmake_dir", "get_include", "get_library", "get_pkgconfig_dir"]

_PACKAGE = Path(__file__).resolve().parents[1]
_LIBRARY_NAMES = ("libminesweeper_core.so", "libminesweeper_core.dylib", "minesweeper_core.dll")


def _existing(path: Path) -> str:
    if not path.exists():
        raise FileNotFoundError(f"{path} is missing: was minesweeper_core installed without its C library?")
    return str(path)


def get_include() -> str:
    """The folder that holds ``minesweeper_core.h``. Raises FileNotFoundError if it is missing.

    >>> import minesweeper_core as mc, os
    >>> os.listdir(mc.get_include())
    ['minesweeper_core.h']
    """
    return _existing(_PACKAGE / "include")


def get_library() -> str:
    """The path of the shared library, which does not depend on Python. Raises FileNotFoundError if it is missing."""
    for name in _LIBRARY_NAMES:
        if (path := _PACKAGE / "lib" / name).exists():
            return str(path)
    return _existing(_PACKAGE / "lib" / _LIBRARY_NAMES[0])


def get_pkgconfig_dir() -> str:
    """The folder for ``PKG_CONFIG_PATH``; the package is called ``minesweeper_core``.

    Raises FileNotFoundError if it is missing.
    """
    return _existing(_PACKAGE / "lib" / "pkgconfig")


def get_cmake_dir() -> str:
    """The folder for CMake's ``minesweeper_core_DIR``; the target is ``minesweeper_core::minesweeper_core``.

    Raises FileNotFoundError if it is missing.
    """
    return _existing(_PACKAGE / "lib" / "cmake" / "minesweeper_core")
