"""The argument parser of the command line."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NoReturn

from minesweeper_core.bot import LEVELS
from minesweeper_core.build import TARGETS
from minesweeper_core.cli import argument_types as types
from minesweeper_core.cli import help_texts as texts
from minesweeper_core.cli.errors import BAD_INPUT, STDOUT_CLOSED, CommandError
from minesweeper_core.cli.formats import FORMATS

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

    _Commands = argparse._SubParsersAction["Parser"]


class Parser(argparse.ArgumentParser):
    """Reports errors in one line, as the commands do, and failures to print the help."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """argparse would ignore a closed or full standard output."""
        if file is None:
            raise CommandError(STDOUT_CLOSED)
        file.write(message)


def make_parser(version: str) -> Parser:
    """The parser of all commands. In its result, `command` is the name of the command."""
    parser = Parser(
        prog="minesweeper-core",
        description=texts.MAIN,
        epilog=f"Run '%(prog)s COMMAND --help' for the options of a command.\n\n{texts.MAIN_EXAMPLES}"
        f"{texts.POSITIONS}\n{texts.EXIT_STATUS}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"minesweeper-core {version}")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND", required=True)
    _add_solve(commands)
    _add_grid2(commands)
    _add_sample(commands)
    _add_bbbv(commands)
    _add_metrics(commands)
    _add_generate(commands)
    _add_convert(commands)
    _add_play(commands)
    _add_build(commands)
    return parser


def _add_solve(commands: _Commands) -> None:
    command = _add_command(
        commands,
        "solve",
        "calculate exact mine probabilities",
        texts.SOLVE,
        texts.SOLVE_DETAILS + texts.POSITIONS + "\n",
    )
    _add_position(command)
    _add_total_mines(command)
    command.add_argument(
        "--show",
        choices=("mine", "zero", "number"),
        default="mine",
        help="what to show in each cell: the chance of a mine (default), the chance of no mine around it, or its most "
        "likely number",
    )
    details = command.add_mutually_exclusive_group()
    details.add_argument("--cell", type=types.cell, metavar="ROW,COL", help="also show all probabilities of one cell")
    _add_json(details)
    _add_memory(command)


def _add_grid2(commands: _Commands) -> None:
    command = _add_command(
        commands,
        "grid2",
        "call DetermineGrid2 of C[o]re.dll",
        texts.GRID2,
        texts.GRID2_DETAILS + texts.POSITIONS + "\n",
    )
    _add_position(command)
    command.add_argument(
        "--threads",
        type=types.uint32,
        default=0,
        metavar="T",
        help="number of threads; 0 (default) means one per processor",
    )
    command.add_argument(
        "--min-valid",
        type=types.uint32,
        default=100_000,
        metavar="N",
        help="stop after N valid boards; 0 means to use the whole time (default: 100000)",
    )
    command.add_argument(
        "--time-ms", type=types.uint32, default=1_000, metavar="MS", help="time limit in milliseconds (default: 1000)"
    )
    _add_json(command)


def _add_sample(commands: _Commands) -> None:
    command = _add_command(
        commands, "sample", "draw random valid boards", texts.SAMPLE, texts.SAMPLE_DETAILS + texts.POSITIONS + "\n"
    )
    _add_position(command)
    _add_count(command)
    _add_seed(command)
    _add_total_mines(command)
    command.add_argument("--format", choices=("text", "npy"), help="output format, see below")
    _add_output(command)
    _add_threads(command)
    _add_memory(command)


def _add_bbbv(commands: _Commands) -> None:
    command = _add_command(
        commands, "3bv", "calculate 3BV and 3BV/s of complete boards", texts.BBBV, texts.BBBV_DETAILS + texts.FORMATS
    )
    _add_boards(command)
    command.add_argument("--seconds", type=types.seconds, metavar="S", help="time that a board took, for 3BV/s")
    _add_json(command)


def _add_metrics(commands: _Commands) -> None:
    command = _add_command(
        commands,
        "metrics",
        "calculate 3BV, openings, islands and ZiNi of complete boards",
        texts.METRICS,
        texts.METRICS_DETAILS + texts.FORMATS,
    )
    _add_boards(command)
    _add_threads(command)
    _add_json(command)


def _add_generate(commands: _Commands) -> None:
    command = _add_command(
        commands,
        "generate",
        "generate new boards",
        texts.GENERATE,
        texts.SIZES + texts.GENERATE_DETAILS + texts.FORMATS,
    )
    command.add_argument("size", metavar="SIZE", help="a preset or ROWSxCOLS, see below")
    _add_mines(command)
    _add_count(command)
    _add_seed(command)
    command.add_argument("--at", type=types.cell, metavar="ROW,COL", help="position of the first click")
    _add_first_click(command, "safe is the default with --at")
    _add_no_guess(command)
    command.add_argument(
        "--bbbv",
        type=types.bbbv_range,
        metavar="LO-HI",
        help="only boards with this 3BV, as in 100-120, 100- (at least) or -120 (at most)",
    )
    command.add_argument(
        "--tries", type=types.positive, metavar="T", help="give up on a board after T candidates (default: never)"
    )
    _add_threads(command)
    _add_memory(command)
    _add_to(command)
    _add_output(command)


def _add_convert(commands: _Commands) -> None:
    command = _add_command(
        commands, "convert", "convert boards between file formats", texts.CONVERT, texts.CONVERT_DETAILS + texts.FORMATS
    )
    command.add_argument("input", type=types.path, metavar="INPUT", help="board file, or - for standard input")
    command.add_argument("output", type=types.path, metavar="OUTPUT", help="file to write, or - for standard output")
    _add_from(command)
    _add_to(command)
    command.add_argument(
        "--mines", type=types.uint32, metavar="N", help="number of mines, for positions that don't specify it"
    )


def _add_play(commands: _Commands) -> None:
    command = _add_command(commands, "play", "play in the terminal", texts.PLAY, texts.SIZES + texts.PLAY_DETAILS)
    command.add_argument("size", nargs="?", metavar="SIZE", help="a preset or ROWSxCOLS (default: beginner)")
    _add_mines(command)
    _add_first_click(command, "default: safe")
    _add_no_guess(command)
    _add_seed(command)
    command.add_argument("--flags", action="store_true", help="play Minesweeper Flags (16x16, 51 mines) against a bot")
    command.add_argument("--level", choices=LEVELS, help="strength of the bot (default: normal)")
    command.add_argument("--bot-begins", action="store_true", help="let the bot move first")
    command.add_argument(
        "--delay-ms", type=types.uint32, metavar="MS", help="pause before each move of the bot (default: 600)"
    )
    command.add_argument("--light", action="store_true", help="use a light theme; T switches it during the game")
    _add_memory(command)


def _add_build(commands: _Commands) -> None:
    command = _add_command(
        commands, "build", "compile the C library for this or another platform", texts.BUILD, texts.BUILD_DETAILS
    )
    command.add_argument("--target", choices=tuple(TARGETS), required=True, help="platform to build for")
    command.add_argument(
        "--out", type=types.path, required=True, metavar="DIR", help="output directory; created if it doesn't exist"
    )
    command.add_argument("--cc", metavar="COMMAND", help="compiler to use, optionally with flags")


def _add_command(commands: _Commands, name: str, summary: str, description: str, details: str) -> Parser:
    return commands.add_parser(
        name,
        help=summary,
        description=description,
        epilog=details + texts.EXIT_STATUS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


# ---- Options that several commands have -----------------------------------------------------------------------------


def _add_position(command: Parser) -> None:
    command.add_argument("board", type=types.path, metavar="BOARD", help="position file, or - for standard input")


def _add_boards(command: Parser) -> None:
    command.add_argument("board", type=types.path, metavar="BOARD", help="board file, or - for standard input")
    _add_from(command)


def _add_from(command: Parser) -> None:
    command.add_argument(
        "--from", dest="from_format", choices=FORMATS, metavar="FORMAT", help="input format, see below"
    )


def _add_to(command: Parser) -> None:
    command.add_argument("--to", dest="to_format", choices=FORMATS, metavar="FORMAT", help="output format, see below")


def _add_output(command: Parser) -> None:
    command.add_argument(
        "-o", "--output", type=types.path, metavar="FILE", help="write to FILE instead of standard output"
    )


def _add_mines(command: Parser) -> None:
    command.add_argument("--mines", type=types.uint32, metavar="N", help="number of mines")


def _add_total_mines(command: Parser) -> None:
    command.add_argument("--mines", type=types.uint32, metavar="N", help="number of mines, including known ones")


def _add_count(command: Parser) -> None:
    command.add_argument("-n", type=types.count, default=1, metavar="N", help="number of boards (default: 1)")


def _add_seed(command: Parser) -> None:
    command.add_argument("--seed", type=types.seed, metavar="S", help="random seed, 0 to 2**64 - 1 (default: random)")


def _add_threads(command: Parser) -> None:
    command.add_argument(
        "--threads",
        type=types.uint32,
        default=0,
        metavar="T",
        help="number of threads; 0 (default) means one per processor. The results don't depend on it",
    )


def _add_first_click(command: Parser, default: str) -> None:
    command.add_argument(
        "--first",
        choices=("safe", "opening", "anything"),
        help="what the first click may hit: safe (no mine), opening (no mine in or around the cell) or anything; "
        + default,
    )


def _add_no_guess(command: Parser) -> None:
    logic = command.add_mutually_exclusive_group()
    logic.add_argument(
        "--no-guess",
        action="store_true",
        help="only boards that can be won without guessing; all such boards are equally likely",
    )
    logic.add_argument(
        "--repair", action="store_true", help="like --no-guess but faster, and not all boards are equally likely"
    )


def _add_memory(command: Parser) -> None:
    command.add_argument(
        "--memory",
        type=types.memory_size,
        metavar="BYTES",
        help="memory limit of the solver, such as 2GiB or 500MB (default: 1GiB)",
    )


def _add_json(command: Parser | argparse._MutuallyExclusiveGroup) -> None:
    command.add_argument("--json", action="store_true", help="print JSON, see below")
