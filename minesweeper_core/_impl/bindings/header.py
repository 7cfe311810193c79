"""The declarations of the public C header, for cffi and for Cython, so that neither can drift from it.

The build and `minesweeper-core build` run this module before the package can be imported, so it imports nothing of the
package.
The header is written to be read this way: no inline functions, no expression macros, no `#if` around declarations.
"""

from __future__ import annotations

import re


def cdef_of(header: str) -> str:
    """The header's declarations in the form that ``FFI.cdef`` accepts.

    Removes comments, the C++ guard, preprocessor lines with their continuations, and the linkage macro; replaces the
    calling-convention macro with the keyword that cffi knows.
    """
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    text = re.sub(r"\\\r?\n", " ", text)
    text = re.sub(r"^#ifdef __cplusplus$.*?^#endif$", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^[ \t]*#.*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\bMINES_API\b", "", text)
    text = re.sub(r"\bMINES_STDCALL\b", "__stdcall", text)
    return re.sub(r"\n\s*\n+", "\n", text).strip() + "\n"


def pxd_of(header: str) -> str:
    """The header's declarations as a Cython .pxd file; ValueError for one of an unknown kind."""
    lines = [
        "# Generated from include/minesweeper_core.h by header.py.",
        "from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t",
        "",
        'cdef extern from "minesweeper_core.h" nogil:',
    ]
    text = " ".join(cdef_of(header).split())
    for statement in re.findall(r"[^;{]+(?:\{[^}]*\}[^;]*)?;", text):
        lines += [f"    {line}" for line in _cython(statement.strip().removesuffix(";"))]
    return "\n".join(lines) + "\n"


def _cython(statement: str) -> list[str]:
    """The lines of one C declaration in Cython syntax."""
    if found := re.fullmatch(r"(?:typedef )?enum(?: (\w+))? \{(.*)\}(?: \w+)?", statement):
        head = f"ctypedef enum {found[1]}:" if found[1] else "enum:"
        return [head, *(f"    {name.split('=')[0].strip()}" for name in found[2].split(","))]
    if found := re.fullmatch(r"typedef struct (\w+) \{(.*)\} \1", statement):
        fields = [field.strip() for field in found[2].split(";") if field.strip()]
        return [f"ctypedef struct {found[1]}:", *(f"    {f} noexcept" if "(*" in f else f"    {f}" for f in fields)]
    if found := re.fullmatch(r"typedef struct (\w+) \1", statement):
        return [f"ctypedef struct {found[1]}:", "    pass"]
    if found := re.fullmatch(r"([\w *]+)\(([\w *,]*)\)", statement):
        result = re.sub(r"\b__stdcall\b *", "", found[1])
        return [f"{result}({'' if found[2] == 'void' else found[2]})"]
    raise ValueError(f"the header has a declaration of an unknown kind: {statement}")


def version_of(header: str) -> str:
    """The version in the header's macros, as "0.1.0"."""
    macros = dict(re.findall(r"^#define MINES_VERSION_(\w+) (\d+)$", header, flags=re.MULTILINE))
    return ".".join(macros[part] for part in ("MAJOR", "MINOR", "PATCH"))
