"""The public C header as cffi reads it, so that the declarations can't drift from it.

Used while building, before the package can be imported: it imports nothing of the package.
"""

from __future__ import annotations

import re


def cdef_of(header: str) -> str:
    """The header's declarations, as ``FFI.cdef`` takes them.

    Goes: comments, the C++ guard, preprocessor lines with their continuations, the linkage word. Stays: everything
    else; the stdcall word becomes the one that cffi knows.
    """
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    text = re.sub(r"\\\r?\n", " ", text)
    text = re.sub(r"^#ifdef __cplusplus$.*?^#endif$", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^[ \t]*#.*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\bMINES_API\b", "", text)
    text = re.sub(r"\bMINES_STDCALL\b", "__stdcall", text)
    return re.sub(r"\n\s*\n+", "\n", text).strip() + "\n"


def version_of(header: str) -> str:
    """The version in the header's macros, as "0.1.0"."""
    macros = dict(re.findall(r"^#define MINES_VERSION_(\w+) (\d+)$", header, flags=re.MULTILINE))
    return ".".join(macros[part] for part in ("MAJOR", "MINOR", "PATCH"))
