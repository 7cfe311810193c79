"""The implementation. Nothing here is public: names and modules may change with any version.

Modules import only modules that come before them in this list, which tests/test_python_layers.py checks:

1. ``words``, ``arguments``, ``errors``, ``locks``, ``paths``, ``presets``: messages, checks of arguments, exceptions.
2. ``board``, ``masks``: the forms in which users write boards, converted to what the C library reads.
3. ``statuses``: the C library's statuses as exceptions.
4. ``bindings``, ``native``: the C library's functions, through Cython and through cffi; one copy of the library.
5. ``estimation``, ``solution``, ``solve_many``, ``grid2``, ``metrics``, ``generation``, ``game_base``, ``game``,
   ``flags_game``, ``files``: the public functions and classes by topic.
6. ``library``, ``loader``: all of them together on one copy of the library, and the ways to open one.
"""
