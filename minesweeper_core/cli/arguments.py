"""What can be asked on the command line, and the help that says so."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, NoReturn

from minesweeper_core.bot import LEVELS
from minesweeper_core.build import TARGETS
from minesweeper_core.cli.errors import BAD_INPUT, NO_STDOUT_MESSAGE, CommandError

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_BOARD_HELP = """\
board files:
  One character a cell: '-' unopened, '+' a known mine, '0' to '8' opened; one row a line.
  Blanks around a line and empty lines around the board don't matter. Lines that begin with '#'
  are comments, and '# mines: 51' says how many mines the whole board has, known ones included.

number of mines:
  --mines N, else the file's '# mines:' line, else what is usual for the size (rows x columns):
  16 x 16 has 51 (Minesweeper Flags), 9 x 9 has 10, 16 x 30 and 30 x 16 have 99.
"""

_STATUS_HELP = """\
exit status:
  0 done; 1 no placement of the mines fits the board, or no such board was found; 2 bad input, a
  build that failed, or output that can't be written; 3 it needs more memory than allowed or
  available; 129 the terminal went away; 130 interrupted; 141 the reader of the output went away;
  143 terminated
"""

# Those of formats.NAMES, which needs the compiled part.
_FORMATS = ("text", "mbf", "abf", "mine", "link", "tatham", "tatham-plain", "npy", "toollib")

_MAIN = """\
Exact answers to Minesweeper positions, and valid boards drawn from them uniformly; new boards, how
hard they are to open, their files, and the games.

A valid board is a placement of the mines that fits everything the opened cells say; all are
equally likely. Rows and columns count from 0.
"""

_MAIN_EXAMPLES = """\
examples:
  minesweeper-core solve position.txt
  minesweeper-core grid2 position.txt --time-ms 500
  minesweeper-core sample position.txt -n 1000 -o boards.npy
  minesweeper-core metrics board.mbf
  minesweeper-core generate expert --at 8,15 --no-guess
  minesweeper-core convert board.mbf board.txt
  minesweeper-core play expert --no-guess
  minesweeper-core build --target win32 --out build
  minesweeper-core solve --help

"""

_SOLVE = """\
The board with the probability of a mine in every unopened cell, exactly; the number of valid
boards; the best cell to take for a Minesweeper Flags player (the likeliest mine) and the safest
cell to open.
"""

_SOLVE_EPILOG = """\
what the signs mean:
  37% or 37 is a probability in percent, <1 and >99 are small and large ones: 0 and 100 are never
  shown for a cell that isn't certain. ** is a mine in every valid board, ok is safe in every one.
  A single digit is an opened cell, '.' an opened 0, '+' a known mine. --show zero marks cells that
  always have no mine around with ok and those that never do with --. --show number says 2? for the
  number the cell shows most likely if it is safe, and 2! where no other number is possible.

--json, one object on one line:
  rows, cols, mines   the board's size and its mines, known ones included
  board               the rows as text
  total               the number of valid boards, as a string of decimal digits (no JSON reader
                      can round it)
  mine                rows x cols probabilities of a mine: 1 for known mines, 0 for opened cells
  safe, certain_mines the unopened cells that are safe, or mines, in every valid board: [row, col]
  best, safest        {row, col, mine}: the unopened cell with the highest, lowest probability of a
                      mine, the first of equals in reading order; null where no cell is unopened
  zero_around         with --show zero: rows x cols probabilities of no mine among the neighbours,
                      whatever the cell itself holds
  number              with --show number: rows x cols x 9 probabilities that the cell is safe and
                      shows 0 to 8
  All numbers but total are exact to about 12 digits and read back as the same doubles.

examples:
  minesweeper-core solve position.txt
  minesweeper-core solve position.txt --show number --cell 3,5
  minesweeper-core solve position.txt --json | jq .best
  printf '01--\\n12--\\n1+21\\n1110\\n' | minesweeper-core solve - --mines 3

"""

_GRID2 = """\
What DetermineGrid2 of C[o]re.dll returns for a 16 x 16 board with 51 mines. If any unopened cell
holds a mine in every valid board, it takes its shortcut and returns just those cells. Otherwise
it draws valid boards by --threads threads until there are --min-valid of them or the time is up,
and returns the share of them with a mine in the cell, and with no mine around the cell.
"""

_GRID2_EPILOG = """\
--json, one object on one line:
  board, num_valid_gen, shortcut (true or false), probability_mine and
  probability_zero_mine_around (16 x 16 each; -1 where not available)

examples:
  minesweeper-core grid2 position.txt
  minesweeper-core grid2 position.txt --threads 2 --min-valid 0 --time-ms 5000 --json

"""

_SAMPLE = """\
Valid boards, drawn independently and uniformly from all of them.
"""

_SAMPLE_EPILOG = """\
formats:
  text  the board with '*' for every mine that isn't known and '.' for every other unopened cell;
        known mines stay '+', opened cells keep their numbers. An empty line between boards.
  npy   a NumPy file: a bool array of n x rows x cols, True for a mine, known ones included.
  Without --format, a FILE that ends in .npy gets npy and all else text.

The same seed draws the same boards on every machine, and more boards begin with the same ones.

examples:
  minesweeper-core sample position.txt
  minesweeper-core sample position.txt -n 5 --seed 1
  minesweeper-core sample position.txt -n 100000 -o boards.npy

"""

_SIZES_HELP = """\
sizes:
  beginner (9x9, 10 mines), intermediate (16x16, 40), expert (16x30, 99), or ROWSxCOLS, which has
  the usual mines of its size or takes --mines.

"""

_FORMATS_HELP = """\
formats:
  text          the board, one character a cell, one row a line: positions, and complete boards with
                '*' for mines and '.' for other cells; an empty line between boards
  mbf, abf      the bytes of .mbf and .abf files
  mine          the text of .mine files
  link          b=..&m=.., as links to ZiNi calculators have it; one board a line
  tatham        game ids of Simon Tatham's Mines, tatham-plain without their mask; one board a line
  npy           a NumPy file: a bool array of n x rows x cols, True for a mine
  toollib       a NumPy file with what ms_toollib has in arrays: -1 mine, 10 unopened, 11 flag
  What is read is known by its content or, where that can be several, by its name; --from says it.
  What is written follows the name, or --to. Names end in .txt .mbf .abf .mine .link .tatham .npy.

"""

_BBBV = """\
3BV of complete boards: the left clicks that open the board without flags, at least.
"""

_METRICS = """\
3BV, openings, islands and ZiNi of complete boards.

  3BV       the left clicks that open the board without flags, at least
  Openings  groups of touching cells without a mine around them, with their rims
  Islands   groups of touching safe cells that belong to no opening
  ZiNi      clicks of all buttons that open the board as a greedy search finds them; fewer may do
  HZiNi     the same where all openings are opened first, as people play
"""

_METRICS_EPILOG = """\
--json, one object on a line for each board:
  rows, cols, mines, bbbv, openings, islands, zini, hzini; bbbv_solved, where some cells are opened:
  the part of the 3BV that is done

examples:
  minesweeper-core metrics board.mbf
  minesweeper-core generate expert -n 1000 --to npy | minesweeper-core metrics - --json

"""

_BBBV_EPILOG = """\
It prints the 3BV of each board on a line, with --seconds also the 3BV/s.

--json, one object on a line for each board:
  bbbv, and with --seconds bbbv_per_second

examples:
  minesweeper-core 3bv board.mbf
  minesweeper-core 3bv board.txt --seconds 42.5

"""

_GENERATE = """\
New boards, all boards that fit what is asked for equally likely (but for --repair).
"""

_GENERATE_EPILOG = """\
The same seed makes the same boards on every machine, and more boards begin with the same ones.
A {} in the name of the output stands for the number of the board: one file for each.

examples:
  minesweeper-core generate expert --seed 1
  minesweeper-core generate expert --at 8,15 --no-guess -n 1000 -o boards.npy
  minesweeper-core generate 20x20 --mines 80 --bbbv 120-140 -n 5 -o 'board-{}.mbf'

"""

_CONVERT = """\
Boards from one format to another. What a format does not keep is left out.
"""

_CONVERT_EPILOG = """\
A {} in the name of the output stands for the number of the board: one file for each.

examples:
  minesweeper-core convert board.mbf board.txt
  minesweeper-core convert board.mbf - --to link
  minesweeper-core convert boards.npy 'board-{}.mbf'

"""

_BUILD = """\
The C library from the sources that the package holds, with a C compiler of this system.

  native   libminesweeper_core.so for this machine
  linux32  the same for 32-bit x86, from a Pentium III up
  win64    minesweeper_core.dll and the import library libminesweeper_core.dll.a
  win32    the same for 32 bits, from a Pentium III up, and C[o]re.dll, which takes the place of the
           DLL of that name that came with MineSwee++ 2
"""

_BUILD_EPILOG = """\
The Windows DLLs need no other DLLs than KERNEL32 and msvcrt. The files are the same as those that
`make -C core` builds from the source tree. On Debian the compilers are in the packages gcc,
gcc-multilib, gcc-mingw-w64-x86-64-win32 and gcc-mingw-w64-i686-win32.

examples:
  minesweeper-core build --target win32 --out build
  minesweeper-core build --target native --out build --cc 'clang -fno-plt'

"""


_PLAY = """\
The games in the terminal, with mouse and keys: classic Minesweeper, or Minesweeper Flags against a
bot. H shows what the solver says about the board; ? shows all keys.
"""

_PLAY_EPILOG = """\
The screen is drawn by the library Textual: pip install 'minesweeper-core[play]'.

The same size, rule, seed and first cell give the same board on every machine; the last line that
play prints names them. With --flags the seed fixes the mines, and what the bot picks among equals.

The bot plays by exact probabilities: "easy" overlooks mines and guesses, "normal" takes certain
mines, else the likeliest one, "hard" looks a move ahead. It sees what you see.

examples:
  minesweeper-core play
  minesweeper-core play expert --first opening --no-guess
  minesweeper-core play 40x60 --mines 400
  minesweeper-core play --flags --level hard

"""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line, as for all bad input."""
        self.exit(BAD_INPUT, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Help that can't be printed is a failure; argparse would pass it over."""
        if file is None:
            raise CommandError(NO_STDOUT_MESSAGE)
        file.write(message)


def parser(version: str) -> argparse.ArgumentParser:
    """The parser of the whole command line; the result's `command` is the first word."""
    main = _Parser(
        prog="minesweeper-core",
        description=_MAIN,
        epilog=_MAIN_EXAMPLES + _BOARD_HELP + "\n" + _STATUS_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    main.add_argument("--version", action="version", version=f"minesweeper-core {version}")
    commands = main.add_subparsers(dest="command", metavar="COMMAND", required=True)

    solve = _command(
        commands, "solve", "exact probabilities, the number of valid boards, the best cell", _SOLVE, _SOLVE_EPILOG
    )
    _add_mines(solve)
    solve.add_argument(
        "--show",
        choices=("mine", "zero", "number"),
        default="mine",
        help="the probability of a mine (default), the probability of no mine among the neighbours, or "
        "the number the cell would show",
    )
    details = solve.add_mutually_exclusive_group()
    details.add_argument("--cell", type=_cell, metavar="ROW,COL", help="also all there is to know about one cell")
    details.add_argument("--json", action="store_true", help="print JSON for programs")
    _add_memory(solve)

    grid2 = _command(commands, "grid2", "what DetermineGrid2 of C[o]re.dll returns", _GRID2, _GRID2_EPILOG)
    grid2.add_argument(
        "--threads",
        type=_whole,
        default=0,
        metavar="T",
        help="threads that draw; 0, the default, means one per processor",
    )
    grid2.add_argument(
        "--min-valid",
        type=_whole,
        default=100_000,
        metavar="N",
        help="valid boards to draw; 0 means as many as the time allows (default 100000)",
    )
    grid2.add_argument(
        "--time-ms", type=_whole, default=1_000, metavar="MS", help="milliseconds it may take (default 1000)"
    )
    grid2.add_argument("--json", action="store_true", help="print JSON for programs")

    sample = _command(commands, "sample", "valid boards, drawn uniformly", _SAMPLE, _SAMPLE_EPILOG)
    sample.add_argument("-n", type=_many, default=1, metavar="N", help="how many boards (default 1)")
    _add_seed(sample)
    _add_mines(sample)
    sample.add_argument("--format", choices=("text", "npy"), help="see below")
    sample.add_argument("-o", "--output", type=_path, metavar="FILE", help="write to FILE instead of standard output")
    _add_threads(sample, "that draw")
    _add_memory(sample)

    bbbv = _command(commands, "3bv", "3BV of complete boards", _BBBV, _BBBV_EPILOG + _FORMATS_HELP, board=False)
    _add_boards(bbbv)
    bbbv.add_argument("--seconds", type=_seconds, metavar="S", help="the time a board took: print 3BV/s too")
    bbbv.add_argument("--json", action="store_true", help="print JSON for programs")

    metrics = _command(
        commands,
        "metrics",
        "3BV, openings, islands, ZiNi of complete boards",
        _METRICS,
        _METRICS_EPILOG + _FORMATS_HELP,
        board=False,
    )
    _add_boards(metrics)
    _add_threads(metrics, "that count")
    metrics.add_argument("--json", action="store_true", help="print JSON for programs")

    generate = _command(
        commands, "generate", "new boards", _GENERATE, _SIZES_HELP + _GENERATE_EPILOG + _FORMATS_HELP, board=False
    )
    generate.add_argument("size", metavar="SIZE", help="a preset or ROWSxCOLS")
    generate.add_argument("--mines", type=_whole, metavar="N", help="mines on the board")
    generate.add_argument("-n", type=_many, default=1, metavar="N", help="how many boards (default 1)")
    _add_seed(generate)
    generate.add_argument("--at", type=_cell, metavar="ROW,COL", help="the first click, counted from 0")
    _add_first(generate, "with --at")
    _add_no_guess(generate)
    generate.add_argument(
        "--bbbv", type=_range, metavar="LO-HI", help="the 3BV wanted: 100-120, 100- for at least, -120 for at most"
    )
    generate.add_argument(
        "--tries", type=_positive, metavar="T", help="give up a board after so many candidates (default: never)"
    )
    _add_threads(generate, "that make them")
    _add_memory(generate)
    _add_to(generate)
    generate.add_argument("-o", "--output", type=_path, metavar="FILE", help="write to FILE instead of standard output")

    convert = _command(
        commands, "convert", "boards from one format to another", _CONVERT, _CONVERT_EPILOG + _FORMATS_HELP, board=False
    )
    convert.add_argument("input", type=_path, metavar="INPUT", help="a file of boards, or - for standard input")
    convert.add_argument("output", type=_path, metavar="OUTPUT", help="the new file, or - for standard output")
    _add_from(convert)
    _add_to(convert)
    convert.add_argument("--mines", type=_whole, metavar="N", help="all mines, for a position that does not say it")

    play = _command(commands, "play", "the games in the terminal", _PLAY, _SIZES_HELP + _PLAY_EPILOG, board=False)
    play.add_argument("size", nargs="?", metavar="SIZE", help="a preset or ROWSxCOLS (default beginner)")
    _add_mines(play)
    _add_first(play)
    _add_no_guess(play)
    _add_seed(play)
    play.add_argument("--flags", action="store_true", help="Minesweeper Flags, 16x16 with 51 mines, against the bot")
    play.add_argument("--level", choices=LEVELS, help="how well the bot plays (default normal)")
    play.add_argument("--bot-begins", action="store_true", help="the bot has the first move")
    play.add_argument(
        "--delay-ms", type=_whole, metavar="MS", help="milliseconds before each move of the bot (default 600)"
    )
    play.add_argument("--light", action="store_true", help="dark on light; T changes it in the game")
    _add_memory(play)

    build = _command(
        commands, "build", "the C library, for this machine or another", _BUILD, _BUILD_EPILOG, board=False
    )
    build.add_argument("--target", choices=tuple(TARGETS), required=True, help="what to build for")
    build.add_argument(
        "--out", type=_path, required=True, metavar="DIR", help="the folder for the files; made if it is missing"
    )
    build.add_argument("--cc", metavar="COMMAND", help="the compiler, possibly with flags, instead of the usual one")
    return main


def _command(
    commands: argparse._SubParsersAction[_Parser],
    name: str,
    summary: str,
    description: str,
    epilog: str,
    board: bool = True,
) -> _Parser:
    command = commands.add_parser(
        name,
        help=summary,
        description=description,
        epilog=epilog + (_BOARD_HELP + "\n" if board else "") + _STATUS_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    if board:
        command.add_argument("board", type=_path, metavar="BOARD", help="a board file, or - for standard input")
    return command


def _add_mines(command: argparse.ArgumentParser) -> None:
    command.add_argument("--mines", type=_whole, metavar="N", help="mines on the whole board, known ones included")


def _add_boards(command: argparse.ArgumentParser) -> None:
    command.add_argument("board", type=_path, metavar="BOARD", help="a file of boards, or - for standard input")
    _add_from(command)


def _add_from(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--from", dest="from_format", choices=_FORMATS, metavar="FORMAT", help="what is read; see below"
    )


def _add_to(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--to", dest="to_format", choices=_FORMATS, metavar="FORMAT", help="what is written; see below"
    )


def _add_threads(command: argparse.ArgumentParser, which: str) -> None:
    command.add_argument(
        "--threads",
        type=_whole,
        default=0,
        metavar="T",
        help=f"threads {which}; 0, the default, means one per processor. No effect on the boards",
    )


def _add_seed(command: argparse.ArgumentParser) -> None:
    command.add_argument("--seed", type=_seed, metavar="S", help="0 to 2**64 - 1; without it every run differs")


def _add_first(command: argparse.ArgumentParser, when: str = "") -> None:
    command.add_argument(
        "--first",
        choices=("safe", "opening", "anything"),
        help=f"what the first click can meet: no mine (default{when and ' ' + when}), no mine around it either, or "
        "anything",
    )


def _add_no_guess(command: argparse.ArgumentParser) -> None:
    logic = command.add_mutually_exclusive_group()
    logic.add_argument(
        "--no-guess",
        action="store_true",
        help="boards that can be won from the first click without a guess, all such boards equally likely",
    )
    logic.add_argument("--repair", action="store_true", help="such boards faster, but not all of them equally likely")


def _add_memory(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--memory",
        type=_bytes,
        metavar="BYTES",
        help="memory the count may take: 2GiB, 500MB or plain bytes (default 1GiB)",
    )


# ---- Values -----------------------------------------------------------------------------------------------------


def _integer(text: str, limit: int) -> int:
    if not re.fullmatch(r"[0-9]{1,30}", text):
        raise argparse.ArgumentTypeError(f"must be a whole number, 0 or more, not {text[:40]!a}")
    value = int(text)
    if value >= limit:
        raise argparse.ArgumentTypeError(f"{value} is too large: at most {limit - 1}")
    return value


def _path(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return text


def _whole(text: str) -> int:
    return _integer(text, 2**32)


def _many(text: str) -> int:
    return _integer(text, 2**63)


def _seed(text: str) -> int:
    return _integer(text, 2**64)


def _positive(text: str) -> int:
    value = _integer(text, 2**64)
    if value == 0:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text) or float(text) == 0:
        raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, not {text[:40]!a}")
    return float(text)


def _range(text: str) -> tuple[int | None, int | None]:
    """Numbers from LO to HI; either may be left out, and a number alone is both."""
    found = re.fullmatch(r"([0-9]{0,9})(-?)([0-9]{0,9})", text)
    if not found or not (found[1] or found[3]):
        raise argparse.ArgumentTypeError(f"{text[:40]!a} is no range: give LO-HI, LO- or -HI")
    least = int(found[1]) if found[1] else None
    most = int(found[3]) if found[3] else None
    if not found[2]:
        return least, least
    if least is not None and most is not None and least > most:
        raise argparse.ArgumentTypeError(f"{text[:40]!a} is no range: {least} is more than {most}")
    return least, most


def _cell(text: str) -> tuple[int, int]:
    if not (found := re.fullmatch(r"([0-9]{1,9}),([0-9]{1,9})", text)):
        raise argparse.ArgumentTypeError(f"{text[:40]!a} is no cell: give ROW,COL, counted from 0")
    return int(found[1]), int(found[2])


_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}


def _bytes(text: str) -> int:
    """A size such as 2GiB (2**31), 2G (the same), 2GB (2 * 10**9), 1.5GiB or 1000000."""
    found = re.fullmatch(r"([0-9]{1,20}(?:\.[0-9]{1,9})?)\s*([KMGT]?)(I?B)?", text.strip().upper())
    if not found:
        raise argparse.ArgumentTypeError(f"{text[:40]!a} is no size: give bytes, or a size such as 2GiB or 500MB")
    number, prefix, ending = found[1], found[2], found[3]
    unit = _UNITS[prefix + "B"] if ending == "B" and prefix else _UNITS[prefix]
    whole, _, fraction = number.partition(".")
    size: int = int(whole) * unit + int(fraction or 0) * unit // 10 ** len(fraction)
    if not 0 < size < 2**64:
        raise argparse.ArgumentTypeError(f"{text[:40]!a} is out of range: 1 to 2**64 - 1 bytes")
    return size
