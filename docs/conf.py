"""Sphinx configuration: ``sphinx-build docs OUT``, with the package and its ``docs`` extra installed."""

import doctest

import minesweeper_core

project = "minesweeper-core"
author = "The minesweeper-core authors"
copyright = "2026, the minesweeper-core authors"
version = release = minesweeper_core.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
doctest_default_flags = doctest.ELLIPSIS | doctest.DONT_ACCEPT_TRUE_FOR_1  # and the messages of exceptions
doctest_global_setup = "import numpy as np\nimport minesweeper_core as mc\nnp.set_printoptions(precision=4)"
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"minesweeper-core {version}"
