"""`minesweeper-core play`: classic Minesweeper and Minesweeper Flags in the terminal.

Modules that need no terminal: `stopwatch`, `result` (statistics of a finished game), `classic_session` (a classic game
with its clock and clicks), `flags_session` (a game of Flags against the bot), `hint` (what the solver says) and
`cell_appearance` (what a cell shows). Modules of the user interface: `palette` (colours), `board_widget`, `background`
(work on a thread), the dialogs, `game_screen` with `classic_screen` and `flags_screen`, and `app`.

The user interface uses Textual, an optional dependency that is imported only for this command. Textual builds on
`rich`, which the other commands use, supports mouse, keys and colours of all common terminals, Windows included, and
can simulate keys and mouse in tests.
"""
