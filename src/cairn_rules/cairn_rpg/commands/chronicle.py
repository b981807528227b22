"""The command `chronicle`: the log of a campaign in words."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any, Final

from cairn_rules.cairn_rpg.campaign.chronicle import chronicle
from cairn_rules.cli.commands import Lines, library_command
from cairn_rules.cli.options import add_reading, positive
from cairn_rules.cli.stored_games import record_in
from cairn_rules.game import Game


def _add_arguments(parser: ArgumentParser, game: Game[Any, Any, Any]) -> None:
    parser.add_argument("source", metavar="FILE", help="Record or JSON document (- for standard input).")
    parser.add_argument(
        "--number", type=positive, default=1, metavar="N", help="Number of the game in the file (default: 1)."
    )
    parser.add_argument("--rolls", action="store_true", help="List every roll as well (default: events only).")
    add_reading(parser, game)


def run(options: Namespace) -> Lines:
    """Print the log of a campaign, day by day."""
    yield chronicle(record_in(options.source, options.number, options)).text(rolls=options.rolls)
    return 0


CHRONICLE: Final = library_command("chronicle", _add_arguments, run, example="campaign.json --rolls")
