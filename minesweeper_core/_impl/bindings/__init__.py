"""The C library's functions as Python functions, once through Cython and once through cffi.

``protocol`` describes what both provide. ``header`` reads the declarations from the C header.
"""
