"""The command line: its arguments, its exit codes, and what it prints. The only file that prints."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn

from cairn_rules import compiled
from cairn_rules.cli import commands
from cairn_rules.cli import simulate as simulating
from cairn_rules.cli import stored_games as stored_commands
from cairn_rules.cli.command import Lines
from cairn_rules.cli.play.table import PERSON
from cairn_rules.cli.setup_options import PLAYERS, add_start, seats_of_games
from cairn_rules.errors import CairnRulesError
from cairn_rules.games import load
from cairn_rules.players import PLAYERS as OPPONENTS
from cairn_rules.players import players_for


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: The arguments; None for those of the process.

    Returns:
        The exit code: 0, 1 when a check found faults or the output cannot be written, 2 for bad
        arguments, 130 when interrupted.
    """
    options = _parser().parse_args(arguments)
    if sys.stderr is None:  # pyright: ignore[reportUnnecessaryComparison] - so it is when it was closed
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - to the end of the process
    output: object = sys.stdout
    options.unicode = _can_draw(getattr(output, "encoding", None))
    if isinstance(output, TextIOWrapper):
        output.reconfigure(errors="replace")  # a name that cannot be shown is no reason to fail
    try:
        code = _print(options.run(options))
        print(end="", flush=True)
    except OSError as error:
        # Nothing more can be written, not even by the interpreter's last flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 0  # the reader has seen enough
        print(f"cairn-rules: cannot write: {error.strerror}", file=sys.stderr)
        return 1
    except CairnRulesError as error:
        print(f"cairn-rules: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return code


def _print(lines: Lines) -> int:
    while True:
        try:
            print(next(lines))
        except StopIteration as end:
            return int(end.value)


def _can_draw(encoding: str | None) -> bool:
    """Whether a terminal can show the signs of a diagram."""
    try:
        "●▲◇◆◦┌─┬┐│├┼┤└┴┘…".encode(encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (try --help)\n")


def _version() -> str:
    return f"cairn-rules {version('cairn-rules')}{' (compiled)' if compiled else ''}"


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="cairn-rules", description="Rules of board games.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=_version())
    add = parser.add_subparsers(metavar="COMMAND", required=True).add_parser

    demo = add("demo", help="play a random game to its end", allow_abbrev=False)
    add_start(demo)
    demo.set_defaults(run=commands.demo)

    simulate = add("simulate", help="play many games between players, and count who wins", allow_abbrev=False)
    _add_simulation(simulate)
    simulate.set_defaults(run=simulating.simulate)
    _add_play(add("play", help="play a game against somebody here, or against the computer", allow_abbrev=False))

    show = add("show", help="draw a state of a stored game, or a position", allow_abbrev=False)
    _add_source(show, "FILE|POSITION", "a record, a JSON document (- for standard input), or a position in quotes")
    show.add_argument("--turn", type=_count, metavar="N", help="the state after N complete turns; the last one without")
    show.add_argument("--svg", metavar="F", help="write the state as a picture to F instead")
    show.add_argument("--html", metavar="F", help="write the whole game as a web page to F instead")
    _add_plugins(show)
    show.set_defaults(run=stored_commands.show)

    replay = add("replay", help="step through a stored game", allow_abbrev=False)
    _add_source(replay, "FILE", "a record or a JSON document")
    replay.add_argument("--all", action="store_true", help="show every state without asking")
    _add_plugins(replay)
    replay.set_defaults(run=stored_commands.replay)

    check = add("check", help="tell all faults of stored games", allow_abbrev=False)
    check.add_argument("files", metavar="FILE", nargs="+", help="records or JSON documents, - for standard input")
    _add_plugins(check)
    check.set_defaults(run=stored_commands.check)

    convert = add("convert", help="turn records into JSON, one on a line, or JSON into records", allow_abbrev=False)
    convert.add_argument("source", metavar="FILE", help="records or JSON documents, - for standard input")
    convert.add_argument("--output", "-o", metavar="F", help="where to write it; standard output without")
    _add_plugins(convert)
    convert.set_defaults(run=stored_commands.convert)

    stone = add("check-megalith", help="look for faults of a megalith of your own", allow_abbrev=False)
    stone.add_argument("name", metavar="MODULE:NAME", help="where the megalith, or several of them, are held")
    stone.add_argument("--symmetric", action="store_true", help="its power should treat all sides of the board alike")
    stone.set_defaults(run=commands.check_megalith)

    _add_balance(add("balance", help="find out what stones do to the game, in many games", allow_abbrev=False))

    perft = add("perft", help="count what can follow a position", allow_abbrev=False)
    perft.add_argument(
        "source", metavar="FILE|POSITION", nargs="?", help="as for show, instead of a new game: its last state"
    )
    perft.add_argument("depth", type=_count, metavar="N", help="how many decisions (or turns) deep")
    perft.add_argument("--turns", action="store_true", help="count complete turns instead of decisions")
    perft.add_argument("--divide", action="store_true", help="also count behind each first action")
    add_start(perft, without=("position",))
    perft.set_defaults(run=commands.perft)

    megaliths = add("megaliths", help="list the megaliths of the box, and those of plugins", allow_abbrev=False)
    _add_plugins(megaliths)
    megaliths.set_defaults(run=commands.megaliths)
    return parser


def _add_balance(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", metavar="MODULE:STONE", nargs="+", help="where a megalith, or several, are held")
    parser.add_argument("--games", type=_count, default=1000, metavar="N", help="pairs of games for each; 1000 without")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="play other games; 1 without")
    players = ", ".join(players_for(load("cairn")))
    parser.add_argument(
        "--player", default="greedy", metavar="P", help=f"who plays: {players}, or MODULE:PLAYER; greedy without"
    )
    _add_budget(parser, "a player")
    parser.add_argument("--jobs", type=_count, default=1, metavar="N", help="how many processes play; 1 without")
    parser.add_argument("--html", metavar="F", help="write a web page with charts to F, too")
    parser.add_argument("--markdown", metavar="F", help="write it as Markdown to F, too")
    parser.set_defaults(run=commands.balance)


def _add_play(play: argparse.ArgumentParser) -> None:
    players = f"{PERSON}, {', '.join(OPPONENTS)}"
    seats = play.add_argument_group("who plays", f"each is one of {players}")
    for seat in seats_of_games():
        seats.add_argument(f"--{seat}", metavar="WHO", help=f"who plays {seat.capitalize()}")
    seats.add_argument("--player", action="append", metavar="SEAT=WHO", help="who has a seat, in any game")
    _add_budget(seats, "an opponent")
    start = play.add_argument_group("the game")
    add_start(start)
    start.add_argument("--draw-at-repetition", type=_count, metavar="N", help="drawn when a position is there N times")
    start.add_argument("--draw-after-turns", type=_count, metavar="N", help="drawn after N turns")
    start.add_argument("--clock", type=_amount, metavar="MINUTES", help="for each player, for the whole game")
    play.add_argument("--resume", metavar="FILE", help="go on with a game that was kept")
    play.add_argument("--save", metavar="FILE", help="where the game is kept; a new file in this folder without")
    play.add_argument("--ascii", action="store_true", help="draw with the signs of ASCII alone")
    play.set_defaults(run=commands.play)


def _add_source(parser: argparse.ArgumentParser, name: str, meaning: str) -> None:
    parser.add_argument("source", metavar=name, help=meaning)
    parser.add_argument("--game", type=_count, default=1, metavar="N", help="which one, when the file holds several")


def _add_simulation(parser: argparse.ArgumentParser) -> None:
    players = f"who plays: {', '.join(OPPONENTS)}, or one of your own as MODULE:PLAYER"
    parser.add_argument("--players", required=True, metavar="A,B", help=players)
    parser.add_argument("-n", type=_count, required=True, metavar="N", help="how many games, seats exchanged each time")
    add_start(parser, without=("position", PLAYERS))
    _add_budget(parser, "a player")
    parser.add_argument("--jobs", "-j", type=_count, default=1, metavar="N", help="how many processes play")
    parser.add_argument("--max-turns", type=_count, metavar="N", help="stop a game after so many turns")
    parser.add_argument("--output", "-o", metavar="F", help="write the games to F.csv or F.jsonl, each as it ends")
    parser.add_argument("--resume", action="store_true", help="go on with the output of an interrupted run")


def _add_budget(parser: argparse._ActionsContainer, who: str) -> None:
    parser.add_argument("--simulations", type=_positive, metavar="N", help=f"how often {who} may look ahead")
    parser.add_argument("--seconds", type=_amount, metavar="S", help=f"how long {who} may think about a decision")


def _add_plugins(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--plugins", action="store_true", help="load the megaliths of installed plugins, too")


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number from 0 to 999999999")
    return int(text)


def _positive(text: str) -> int:
    number = _count(text)
    if not number:
        raise argparse.ArgumentTypeError("'0' is not a whole number from 1 to 999999999")
    return number


def _amount(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a number above 0, up to 1000000")
    return number
