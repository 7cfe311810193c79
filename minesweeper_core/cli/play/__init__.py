"""`minesweeper-core play`: the games in a terminal.

One file, one concept. What needs no terminal: `clock`, `round` (a classic game with its clock and clicks), `duel` (a
game of Flags against the bot), `result` (the figures at the end), `hint` (what the solver says), `looks` (what a cell
shows). What does: `palette` (colours), `field` (the board with its cursor and mouse), `thinking` (work beside the
screen), `classic` and `flags` (the two screens), `dialogs`, `app`.

The screen is drawn by Textual, which is only imported for `play`: it is an optional extra of the package. Textual rests
on the same `rich` as the other commands, knows mice, keys and colours of all common terminals, Windows' too, and brings
the pilot that plays the games in the tests.
"""
