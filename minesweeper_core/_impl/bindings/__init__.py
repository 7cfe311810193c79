"""The C library's functions as Python functions that return statuses: once through Cython, once through cffi.

``cffi_binding`` describes what both provide; ``cython_binding`` is the compiled module. ``header`` reads their
declarations from the C header. Above them, ``_impl.native`` makes options and turns statuses into exceptions.
"""
