"""The command `fight`: a fight at the terminal, which `play` plays."""

from __future__ import annotations

import argparse
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import Any, Final, Literal

from cairn_rules.cairn_rpg.combat.setup_options import parse_side
from cairn_rules.cli.command import Command, Lines
from cairn_rules.cli.play.command import add_arguments, play
from cairn_rules.errors import CairnRulesError
from cairn_rules.game import Game

SIDES: Final = ("characters", "foes")
"""The set-up options for both sides, which are arguments here."""


def add_sides(parser: ArgumentParser, *, required: bool) -> None:
    """Add the fighters of both sides."""
    entries = "files of characters, 'seed 7', creatures and stat lines, with semicolons between them"
    for name, kind, default in zip(SIDES, ("pc", "creature"), ("two adventurers", "a bear"), strict=True):
        parser.add_argument(
            name,
            metavar=name.upper(),
            nargs=None if required else "?",
            type=_checked("pc" if kind == "pc" else "creature"),
            help=f"Fighters of the {'party' if kind == 'pc' else 'Warden'}: {entries}"
            + ("." if required else f" (default: {default})."),
        )


def _checked(kind: Literal["pc", "creature"]) -> Callable[[str], str]:
    """Return a function that checks the fighters of a side, for `argparse`."""

    def read(text: str) -> str:
        try:
            parse_side(text, kind)
        except CairnRulesError as error:
            raise argparse.ArgumentTypeError(str(error)) from error
        return text

    return read


def _add_arguments(parser: ArgumentParser, game: Game[Any, Any, Any]) -> None:
    add_sides(parser, required=False)
    add_arguments(parser, game, without=SIDES)


def run(options: Namespace) -> Lines:
    """Play a fight."""
    return play(options)


FIGHT: Final = Command(
    name="fight",
    help="Fight at the terminal, on both sides or against the computer.",
    example="cairn-rules fight 'hero.json; seed 7' '2 root-goblin; Chief: 6 HP, axe (d8)' --warden human",
    add_arguments=_add_arguments,
    run=run,
)
