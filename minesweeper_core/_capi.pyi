"""The API-mode module that cffi builds from the public header and core/*.c."""

from typing import Any

ffi: Any
lib: Any
