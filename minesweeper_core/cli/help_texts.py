"""The longer help texts: descriptions, examples and explanations. Lines are at most 79 characters long."""

from __future__ import annotations

POSITIONS = """\
position files:
  One character per cell, one line per row: '-' unopened, '+' known mine,
  '0' to '8' opened. Blanks around a line and empty lines around the board are
  ignored. Lines starting with '#' are comments; '# mines: 51' gives the number
  of mines on the whole board, including known ones.

number of mines:
  --mines N, else the '# mines:' line of the file, else the usual number for
  the size (rows x columns): 16x16 has 51 (Minesweeper Flags), 9x9 has 10,
  16x30 and 30x16 have 99.
"""

EXIT_STATUS = """\
exit status:
    0  success
    1  no valid board, or no board that meets the request
    2  bad input, failed build, or output that can't be written
    3  not enough memory
  129  terminal closed (SIGHUP)
  130  interrupted (SIGINT)
  141  the reader of the output closed the pipe
  143  terminated (SIGTERM)
"""

SIZES = """\
sizes:
  beginner (9x9, 10 mines), intermediate (16x16, 40), expert (16x30, 99), or
  ROWSxCOLS with the usual number of mines for that size or with --mines.

"""

FORMATS = """\
formats:
  text          one character per cell, one line per row; in complete boards
                '*' is a mine and '.' any other cell. An empty line separates
                boards.
  mbf, abf      binary .mbf and .abf files
  mine          .mine text files
  link          b=..&m=.., as in links to ZiNi calculators; one board per line
  tatham        game ids of Simon Tatham's Mines; one board per line
  tatham-plain  the same with the mines in plain instead of obfuscated form
  npy           NumPy file: a bool array (n, rows, columns), True for a mine
  toollib       NumPy file with the cell codes of ms_toollib: -1 mine,
                10 unopened, 11 flag

  The input format is detected from the content, or from the file name if the
  content is ambiguous; the output format is that of the file name. Known
  endings: .txt .mbf .abf .mine .link .tatham .npy. --from and --to override.

"""

MAIN = """\
Solve, sample, generate, measure, convert and play Minesweeper boards.

A position is a partly opened board together with its number of mines. A valid
board is a placement of the mines that agrees with every opened number; all
valid boards are equally likely. Rows and columns are counted from 0.
"""

MAIN_EXAMPLES = """\
examples:
  minesweeper-core solve position.txt
  minesweeper-core grid2 position.txt --time-ms 500
  minesweeper-core sample position.txt -n 1000 -o boards.npy
  minesweeper-core metrics board.mbf
  minesweeper-core generate expert --at 8,15 --no-guess
  minesweeper-core convert board.mbf board.txt
  minesweeper-core play expert --no-guess
  minesweeper-core build --target win32 --out build

"""

SOLVE = """\
Show the exact probability of a mine in every unopened cell, the number of
valid boards, the likeliest mine (the best cell in Minesweeper Flags) and the
safest cell to open.
"""

SOLVE_DETAILS = """\
output:
  37% or 37   chance of a mine in percent; uncertain cells never show 0 or 100,
              only <1 and >99
  **          mine in every valid board
  ok          safe in every valid board
  . 1 2 ..    opened cell; . is an opened 0
  +           known mine

  With --show zero, ok marks cells that have no mine around them in any valid
  board, and -- cells that always have one. With --show number, 2? is the most
  likely number of a cell if it is safe, and 2! the only possible one.

JSON (one object on one line):
  rows, cols, mines    size of the board and number of mines, known ones
                       included
  board                list of rows
  total                number of valid boards, as a string of decimal digits
                       because many JSON readers would round it
  mine                 rows x cols probabilities of a mine; 1 for known mines,
                       0 for opened cells
  safe, certain_mines  lists of [row, col]: unopened cells that are safe, or
                       mines, in every valid board
  best, safest         {row, col, mine}: the unopened cell with the highest or
                       lowest probability of a mine, the first in reading order
                       if several are equal; null if no cell is unopened
  zero_around          with --show zero: rows x cols probabilities that no
                       neighbour is a mine, whatever the cell itself holds
  number               with --show number: rows x cols x 9 probabilities that
                       the cell is safe and shows 0 to 8
  Probabilities are exact to about 12 digits and read back as the same doubles.

examples:
  minesweeper-core solve position.txt
  minesweeper-core solve position.txt --show number --cell 3,5
  minesweeper-core solve position.txt --json | jq .best
  printf '01--\\n12--\\n1+21\\n1110\\n' | minesweeper-core solve - --mines 3

"""

GRID2 = """\
Show what the function DetermineGrid2 of C[o]re.dll returns for a position of
16x16 cells with 51 mines. If some unopened cells are mines in every valid
board, the function takes a shortcut and returns only those cells. Otherwise
it samples valid boards until there are --min-valid of them or the time is up,
and returns for each cell how often it held a mine and how often it had no
mine around it.
"""

GRID2_DETAILS = """\
JSON (one object on one line):
  board, num_valid_gen, shortcut (true or false), probability_mine and
  probability_zero_mine_around (16 x 16 each, -1 where not available)

examples:
  minesweeper-core grid2 position.txt
  minesweeper-core grid2 position.txt --threads 2 --min-valid 0 --time-ms 5000

"""

SAMPLE = """\
Draw random valid boards of a position, independently and uniformly.
"""

SAMPLE_DETAILS = """\
formats:
  text  the position with '*' for each unknown mine and '.' for each other
        unopened cell; an empty line separates boards
  npy   NumPy file: a bool array (n, rows, columns), True for a mine, known
        ones included
  The default is npy if FILE ends in .npy, else text.

A seed gives the same boards on every machine. A larger -n only adds boards at
the end.

examples:
  minesweeper-core sample position.txt
  minesweeper-core sample position.txt -n 5 --seed 1
  minesweeper-core sample position.txt -n 100000 -o boards.npy

"""

BBBV = """\
Print the 3BV of complete boards: the fewest left clicks that open a board
without flags. With --seconds, print 3BV/s as well.
"""

BBBV_DETAILS = """\
JSON (one object per board, each on a line):
  bbbv; with --seconds also bbbv_per_second

examples:
  minesweeper-core 3bv board.mbf
  minesweeper-core 3bv board.txt --seconds 42.5

"""

METRICS = """\
Print metrics of complete boards:

  3BV       the fewest left clicks that open the board without flags
  Openings  groups of touching cells without mines around them, with their rims
  Islands   groups of touching safe cells that belong to no opening
  ZiNi      clicks of all buttons in a greedy solution, close to the fewest
  HZiNi     the same if all openings are opened first, as people play
"""

METRICS_DETAILS = """\
JSON (one object per board, each on a line):
  rows, cols, mines, bbbv, openings, islands, zini, hzini; for partly opened
  boards also bbbv_solved, the part of the 3BV that is done

examples:
  minesweeper-core metrics board.mbf
  minesweeper-core generate expert -n 1000 --to npy |
      minesweeper-core metrics - --json

"""

GENERATE = """\
Generate boards at random. All boards that meet the request are equally likely,
except with --repair.
"""

GENERATE_DETAILS = """\
A seed gives the same boards on every machine. A larger -n only adds boards at
the end. To write one file per board, put {} into the output name; it is
replaced by the board's number, counted from 0.

examples:
  minesweeper-core generate expert --seed 1
  minesweeper-core generate expert --at 8,15 --no-guess -n 1000 -o boards.npy
  minesweeper-core generate 20x20 --mines 80 --bbbv 120-140 -n 5 \\
      -o 'board-{}.mbf'

"""

CONVERT = """\
Convert boards to another file format. Whatever the output format can't hold is
left out.
"""

CONVERT_DETAILS = """\
To write one file per board, put {} into the output name; it is replaced by the
board's number, counted from 0.

examples:
  minesweeper-core convert board.mbf board.txt
  minesweeper-core convert board.mbf - --to link
  minesweeper-core convert boards.npy 'board-{}.mbf'

"""

PLAY = """\
Play classic Minesweeper, or Minesweeper Flags against a bot, with mouse or
keys. Press H for a hint from the solver and ? for all keys.
"""

PLAY_DETAILS = """\
This command needs the library Textual: pip install 'minesweeper-core[play]'.

The same size, rule, seed and first cell give the same board on every machine;
play prints the seed and the first cell when it ends. With --flags, the seed
determines the mines and the bot's choice between equally good moves.

The bot calculates exact probabilities from what both players see. "easy"
overlooks mines and guesses; "normal" takes certain mines, else the likeliest;
"hard" also looks one move ahead.

examples:
  minesweeper-core play
  minesweeper-core play expert --first opening --no-guess
  minesweeper-core play 40x60 --mines 400
  minesweeper-core play --flags --level hard

"""

BUILD = """\
Compile the C library from the sources in this package, using a C compiler on
this system.

  native   libminesweeper_core.so for this machine
  linux32  the same for 32-bit x86 (Pentium III or later)
  win64    minesweeper_core.dll with import library
  win32    the same for 32-bit Windows (Pentium III or later), and C[o]re.dll,
           which replaces the DLL of that name in MineSwee++ 2
"""

BUILD_DETAILS = """\
The files equal those that `make -C core` builds from the source tree. The
Windows DLLs depend only on KERNEL32 and msvcrt. On Debian, the compilers are
in the packages gcc, gcc-multilib, gcc-mingw-w64-x86-64-win32 and
gcc-mingw-w64-i686-win32.

examples:
  minesweeper-core build --target win32 --out build
  minesweeper-core build --target native --out build --cc 'clang -fno-plt'

"""
