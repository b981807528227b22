"""The command `odds` of Pebbles: the exact chances of a draw."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from fractions import Fraction
from typing import Final

from cairn_rules.chance import distribution
from cairn_rules.cli import Command, Lines
from pebbles_game.rules import new_game, resolve
from pebbles_game.state import Draw, State


def odds(state: State) -> dict[str, Fraction]:
    """Return the probability of each event of a draw."""
    return dict(distribution(lambda dice: resolve(state, Draw(), dice).events[0]))


def _add_arguments(parser: ArgumentParser, *_: object) -> None:
    parser.add_argument("--copies", type=int, default=4, metavar="N", help="Pebbles of each kind (default: 4).")


def _run(options: Namespace) -> Lines:
    for event, chance in odds(new_game(seed=0, copies=options.copies)).items():
        yield f"{event}: {chance}"
    return 0


ODDS: Final = Command(
    name="odds",
    help="Print the exact chances of the first draw.",
    example="cairn-rules odds --copies 2",
    add_arguments=_add_arguments,
    run=_run,
)
