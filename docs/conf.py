"""Sphinx configuration: ``sphinx-build docs OUT``, with the package and its ``docs`` extra installed."""

import doctest
import pkgutil
import re
from typing import Any

from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer

import minesweeper_core
import minesweeper_core._impl

project = "minesweeper-core"
author = "The minesweeper-core authors"
copyright = "2026, the minesweeper-core authors"
version = release = minesweeper_core.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_type_aliases = {
    name: name for name in ("BoardLike", "FirstClick", "MaskLike", "OpenedLike", "Poll", "Writable")
}
doctest_default_flags = doctest.ELLIPSIS | doctest.DONT_ACCEPT_TRUE_FOR_1  # and the messages of exceptions
doctest_global_setup = "import numpy as np\nimport minesweeper_core as mc\nnp.set_printoptions(precision=4)"
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"minesweeper-core {version}"

# Classes that users make. All others are results of functions, and the arguments of their constructors are internal.
CONSTRUCTED = {"BoardFile", "FlagsBot", "FlagsGame", "Game"}


def show_signature(
    _app: Sphinx, what: str, name: str, _object: Any, _options: Any, signature: str | None, returned: str | None
) -> tuple[str | None, str | None]:
    if what == "class" and name.rpartition(".")[2] not in CONSTRUCTED:
        return "", None
    return re.sub(r"TypeAliasForwardRef\('(\w+)'\)", r"\1", signature or "") or None, returned


def find_members() -> None:
    """Read the comments and member order of classes from _impl: their __module__ is minesweeper_core."""
    public = ModuleAnalyzer.for_module("minesweeper_core")
    public.analyze()
    for module in pkgutil.iter_modules(minesweeper_core._impl.__path__, "minesweeper_core._impl."):
        if not module.ispkg:
            private = ModuleAnalyzer.for_module(module.name)
            private.analyze()
            public.attr_docs.update(private.attr_docs)
            first = len(public.tagorder)
            public.tagorder.update((name, first + place) for name, place in private.tagorder.items())


def setup(app: Sphinx) -> None:
    find_members()
    app.connect("autodoc-process-signature", show_signature)
