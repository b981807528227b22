"""The command `fight`: a fight at the terminal, which `play` plays."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any, Final, Literal

from cairn_rules.cairn_rpg.combat.rules.setup import characters
from cairn_rules.cairn_rpg.combat.setup_options import parse_side, saved_fight
from cairn_rules.cairn_rpg.combat.state import FOES
from cairn_rules.cairn_rpg.commands.table_fight import fight_at_the_table
from cairn_rules.cairn_rpg.content.pack_options import book_of
from cairn_rules.cairn_rpg.odds.result import unread_attacks
from cairn_rules.cli.commands import Lines, library_command
from cairn_rules.cli.messages import note
from cairn_rules.cli.play.play_command import add_arguments, play
from cairn_rules.errors import CairnRulesError
from cairn_rules.game import Game

SIDES: Final = ("characters", "foes")
"""The set-up options for both sides, which are arguments here."""


def add_sides(parser: ArgumentParser, *, required: bool) -> None:
    """Add the fighters of both sides."""
    entries = "files or folders of characters, saved games, 'seed 7', creatures and stat lines, separated by semicolons"
    for name, whose, default in zip(SIDES, ("party", "Warden"), ("two adventurers", "a bear"), strict=True):
        parser.add_argument(
            name,
            metavar=name.upper(),
            nargs=None if required else "?",
            help=f"Fighters of the {whose}: {entries}" + ("." if required else f" (default: {default})."),
        )


def check_sides(options: Namespace) -> None:
    """Check the fighters of both sides, and note the attacks that are left out.

    Raise a `CairnRulesError` if they are wrong. It names the side.
    """
    kinds: tuple[Literal["pc", "creature"], ...] = ("pc", "creature")
    book = book_of(options.pack) if options.pack else None
    for name, kind in zip(SIDES, kinds, strict=True):
        text = getattr(options, name)
        try:
            for remark in unread_attacks(() if text is None else parse_side(text, kind, book=book)):
                note(remark)
        except CairnRulesError as error:
            raise CairnRulesError(f"{name.upper()}: {error}") from error


def _add_arguments(parser: ArgumentParser, game: Game[Any, Any, Any]) -> None:
    add_sides(parser, required=False)
    add_arguments(parser, game, without=SIDES)
    parser.add_argument(
        "--again",
        action="store_true",
        help="Fight again: CHARACTERS is a saved fight, whose party, as it is now, meets the same foes, unless FOES are"
        " given (default: a new fight).",
    )
    parser.add_argument(
        "--dice",
        action="store_true",
        help="Ask for the faces of real dice, and play both sides yourself (default: roll them).",
    )


def run(options: Namespace) -> Lines:
    """Play a fight."""
    if options.again:
        _repeat(options)
    check_sides(options)
    return fight_at_the_table(options) if options.dice else play(options)


def _repeat(options: Namespace) -> None:
    """Complete the arguments with the foes and the rulings of the saved fight that is fought again.

    Raises:
        CairnRulesError: if there is none, or an option cannot be combined with it.
    """
    path = options.characters
    if path is None or options.resume is not None:
        wrong = "needs the file of a saved fight" if path is None else "cannot be combined with --resume"
        raise CairnRulesError(f"--again {wrong}; type 'cairn-rules fight fight.cairn --again'")
    start = saved_fight(path, book_of(options.pack) if options.pack else None)
    if options.foes is None:
        options.foes = f"foes of {path}"
        if options.leader is None and start.leader is not None:
            leads = [each is start.fighters[start.leader].character for each in characters(start, FOES)]
            options.leader = str(leads.index(True) + 1)
    options.crowd = options.crowd or start.crowd
    if options.rulings is None and start.rulings.changed:
        options.rulings = ",".join(f"{name}={value}" for name, value in start.rulings.changed.items())


FIGHT: Final = library_command("fight", _add_arguments, run, example="hero.json root-goblin --warden human")
