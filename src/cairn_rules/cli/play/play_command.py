"""The command `play`: its arguments. The terminal itself needs rich and is loaded when a game starts."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any, Final

from cairn_rules.cli.commands import Lines, library_command
from cairn_rules.cli.options import PLAYERS, add_budget, add_plain, add_start, amount, option_names, positive
from cairn_rules.cli.play.table import OPPONENT, PERSON
from cairn_rules.errors import missing_extra
from cairn_rules.game import Game
from cairn_rules.manifest import manifest_of
from cairn_rules.players.by_name import players_for


def add_arguments(play: ArgumentParser, game: Game[Any, Any, Any], *, without: tuple[str, ...] = ()) -> None:
    """Add the arguments of `play`, which a command of a game can share.

    `without` has the names of set-up options to leave out.
    """
    seats = manifest_of(game).seats
    players = f"{PERSON}, {', '.join(players_for(game))}"
    table = play.add_argument_group(
        "players",
        f"WHO is one of {players}, or your own as MODULE:PLAYER. Free seats get {OPPONENT}; the first one gets "
        f"a {PERSON} if no other seat has one.",
    )
    for seat in seats.names:
        table.add_argument(f"--{seat}", metavar="WHO", help=f"Player of {seat.capitalize()}, such as {OPPONENT}.")
    first = seats.names[0] if seats.names else "0"
    table.add_argument(
        "--player",
        action="append",
        metavar="SEAT=WHO",
        help=f"Player of a seat, by its name or number, such as {first}={OPPONENT}.",
    )
    if not seats.names and seats.count is None and PLAYERS not in option_names(game):
        table.add_argument(
            "--players", type=positive, metavar="N", help="Number of seats (default: found by playing a random game)."
        )
    add_budget(table, "an opponent")
    start = play.add_argument_group("the game")
    add_start(start, game, without=without)
    start.add_argument(
        "--draw-at-repetition",
        type=positive,
        metavar="N",
        help="End in a draw when a position occurs the Nth time (default: never).",
    )
    start.add_argument(
        "--draw-after-turns", type=positive, metavar="N", help="End in a draw after N turns (default: never)."
    )
    start.add_argument(
        "--clock",
        type=amount,
        metavar="MINUTES",
        help="Limit the time of each player for the game (default: no limit).",
    )
    start.add_argument(
        "--free-undo", action="store_true", help="Undo also what was revealed (default: ask; refuse between people)."
    )
    play.add_argument("--resume", metavar="FILE", help="Continue a saved game (default: a new game).")
    play.add_argument("--save", metavar="FILE", help="File to save the game in (default: a new file in this folder).")
    play.add_argument("--ascii", action="store_true", help="Draw in plain ASCII (default: what the terminal can show).")
    add_plain(play)


def play(options: Namespace) -> Lines:
    """Play at the terminal, which writes to it itself."""
    if missing := missing_extra("playing", "cli", "rich"):
        raise missing
    from cairn_rules.cli.play import terminal  # noqa: PLC0415 - it needs an extra of the library

    options.unicode = options.unicode and not options.ascii
    yield from ()
    return terminal.run(options)


PLAY: Final = library_command("play", add_arguments, play, example="--seed 7 --save my-game.txt")
