"""Prints the first code block of a language in README.md, for .ci/run to run: ``readme.py sh|pycon|c``."""

import re
import sys
from pathlib import Path

text = (Path(__file__).resolve().parent.parent / "README.md").read_text()
block = re.search(rf"^```{re.escape(sys.argv[1])}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
if block is None:
    sys.exit(f"README.md has no block of {sys.argv[1]}")
print(block[1], end="")
