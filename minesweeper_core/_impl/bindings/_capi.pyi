"""The API-mode module that cffi builds from the public header and core/."""

from typing import Any

ffi: Any
lib: Any
