"""The compiled module. Its functions are those of cffi_binding.CffiBinding, which tests/test_bindings.py checks."""

from typing import Any

def __getattr__(name: str) -> Any: ...
