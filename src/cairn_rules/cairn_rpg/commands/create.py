"""The commands `character` and `party`: characters made by dice, choices and wishes."""

from __future__ import annotations

import argparse
import json
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from typing import Any, Final

from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import Character, public
from cairn_rules.cairn_rpg.commands.dice_options import add_dice, roll_data, roll_lines, seed_of, thrown
from cairn_rules.cairn_rpg.commands.output import JSON, TEXT, format_of, listed, one_of, rulings_of, written
from cairn_rules.cairn_rpg.commands.sheet import add_sheet_options, check_output, written_characters
from cairn_rules.cairn_rpg.content.book import TRAITS
from cairn_rules.cairn_rpg.content.pack_options import shelf_of
from cairn_rules.cairn_rpg.creation.create import Choices, create_character, create_party, dice_from, find_character
from cairn_rules.cairn_rpg.creation.steps import SWAPS
from cairn_rules.chance import Dice, Roll
from cairn_rules.cli.commands import Lines, library_command
from cairn_rules.cli.messages import note, status_line
from cairn_rules.cli.options import positive
from cairn_rules.errors import CairnRulesError, cut
from cairn_rules.game import Game
from cairn_rules.json_documents import to_data

_WISH: Final = re.compile(r"(STR|DEX|WIL)\s*(?:=|>=|\s)\s*([0-9]{1,2})", re.IGNORECASE)
MOST_TRIED: Final = 100_000
"""Default number of characters that are tried for a wish."""


def _add_dice(parser: ArgumentParser) -> None:
    add_dice(parser)
    parser.add_argument(
        "--rolls", action="store_true", help="Show every roll with its purpose and rule (default: only the result)."
    )


def _add_character(parser: ArgumentParser, _: Game[Any, Any, Any]) -> None:
    choices = parser.add_argument_group("choices", "A choice replaces its roll.")
    choices.add_argument(
        "--background", metavar="ID", help="Background, such as aurifex, or its row (default: rolled)."
    )
    choices.add_argument("--name", metavar="NAME", help="Name (default: rolled from the names of the background).")
    choices.add_argument(
        "--tables", type=_rows, metavar="ROW,ROW", help="Rows of both tables of the background (default: rolled)."
    )
    choices.add_argument(
        "--swap",
        type=one_of(tuple(SWAPS)),
        default="none",
        metavar="SWAP",
        help=f"Swap: {', '.join(SWAPS)} (default: none).",
    )
    choices.add_argument(
        "--trait",
        type=_trait,
        action="append",
        default=[],
        metavar="TRAIT=WORD",
        help=f"Trait, such as hair=Curly: {', '.join(TRAITS)} (default: rolled).",
    )
    choices.add_argument("--bond", type=positive, metavar="ROW", help="Row of the bond (default: rolled).")
    choices.add_argument(
        "--second-bond", type=positive, metavar="ROW", help="Row of a second bond, if there is one (default: rolled)."
    )
    choices.add_argument(
        "--omen",
        type=positive,
        nargs="?",
        const=True,
        default=False,
        metavar="ROW",
        help="Take an omen, rolled or of a row (default: only if the background has a private one).",
    )
    choices.add_argument(
        "--buy", metavar="ID,…", help="Gear to buy, if a row pays for it, such as rope,torch (default: nothing)."
    )
    choices.add_argument(
        "--leave", metavar="ID,…", help="Items to leave behind if slots are too few (default: the last ones granted)."
    )
    choices.add_argument(
        "--at-least",
        type=_wishes,
        metavar="STR=N,…",
        help="Try seeds until attributes are high enough, such as 'DEX=12,WIL=9' (default: the first character).",
    )
    choices.add_argument(
        "--limit",
        type=positive,
        default=MOST_TRIED,
        metavar="N",
        help=f"Maximum number of characters to try for --at-least (default: {MOST_TRIED}).",
    )
    parser.add_argument("-n", type=positive, default=1, metavar="N", help="Number of characters (default: 1).")
    _add_dice(parser)
    add_sheet_options(parser)


def _add_party(parser: ArgumentParser, _: Game[Any, Any, Any]) -> None:
    parser.add_argument("members", type=positive, metavar="N", help="Number of characters.")
    parser.add_argument("--backgrounds", metavar="ID,…", help="Backgrounds of the first members (default: rolled).")
    parser.add_argument("--names", metavar="NAME,…", help="Names of the first members (default: rolled).")
    parser.add_argument("--no-omen", action="store_true", help="Leave out the omen (default: the youngest has it).")
    parser.add_argument(
        "--full", action="store_true", help="Print a whole sheet of each member (default: one row of a table for each)."
    )
    _add_dice(parser)
    add_sheet_options(parser)


def make_character(options: Namespace) -> Lines:
    """Print characters."""
    check_output(options, options.n)  # refused before anybody throws dice
    if options.dice:
        if options.at_least is not None:
            raise CairnRulesError("--at-least cannot be combined with --dice: the dice decide")
        if options.n > 1:
            raise CairnRulesError("-n cannot be combined with --dice: make one character at a time")
    if options.n > 1 and options.rolls:
        raise CairnRulesError("--rolls cannot be combined with -n: show the rolls of one character at a time")
    choices = _choices(options)
    if options.dice:
        made = iter((thrown(options, lambda dice: create_character(dice=dice, **choices)),))
    else:
        made = _seeded(options, choices)
    if not options.rolls and options.n > 1:
        yield from written_characters((character for character, _ in made), options)
        return 0
    character, log = next(made)
    yield from _shown((character,), log, options)
    return 0


def _seeded(options: Namespace, choices: Choices) -> Iterator[tuple[Character, tuple[Roll, ...]]]:
    """Yield characters with the log of their dice; their seeds are noted."""
    seed = seed_of(options)
    for _ in range(options.n):
        if options.at_least is not None:
            with status_line("making characters") as progress:
                seed, _character = find_character(
                    at_least=options.at_least, seed=seed, limit=options.limit, progress=progress, **choices
                )
        dice = dice_from(seed)
        character = create_character(dice=dice, **choices)
        note(f"{character.name}: seed {seed}")
        yield character, dice.log
        seed += 1


def make_party(options: Namespace) -> Lines:
    """Print a party."""
    check_output(options, options.members)  # as above
    members, rulings, book = _members(options), rulings_of(options), shelf_of(options.pack).book

    def made(dice: Dice) -> tuple[Character, ...]:
        return create_party(members, dice=dice, omen=not options.no_omen, rulings=rulings, book=book)

    party, log = thrown(options, made, "party: ")
    yield from _shown(party, log, options, compact=not options.full)
    return 0


def _members(options: Namespace) -> list[Choices]:
    members = [Choices() for _ in range(options.members)]
    for name, values in (("backgrounds", listed(options.backgrounds)), ("names", listed(options.names))):
        if len(values) > len(members):
            raise CairnRulesError(f"--{name}: there are {len(values)} {name} for {len(members)} members")
        for member, value in zip(members, values, strict=False):
            if name == "names":
                member["name"] = value
            else:
                member["background"] = _background(value)
    return members


def _choices(options: Namespace) -> Choices:
    choices = Choices(
        swap=options.swap,
        traits=dict(options.trait),
        bond=options.bond,
        second_bond=options.second_bond,
        omen=options.omen,
        buy=listed(options.buy),
        leave=listed(options.leave),
        rulings=rulings_of(options),
        book=shelf_of(options.pack).book,
    )
    if options.background is not None:
        choices["background"] = _background(options.background)
    if options.name is not None:
        choices["name"] = options.name
    if options.tables is not None:
        choices["tables"] = options.tables
    return choices


def _background(text: str) -> str | int:
    """Return a background or its row. Case makes no difference."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else text.lower()


def _rows(text: str) -> tuple[int | None, int | None]:
    """Return the rows of two tables; `-` rolls one."""
    match = re.fullmatch(r"([1-6]|-),([1-6]|-)", text.replace(" ", ""))
    if match is None:
        raise argparse.ArgumentTypeError(f"{cut(text, 100)!r} is not two rows from 1 to 6, such as 2,5 or 2,-")
    first, second = (None if row == "-" else int(row) for row in match.groups())
    return first, second


def _trait(text: str) -> tuple[str, str | int]:
    trait, equals, word = text.partition("=")
    if not equals or not word:
        raise argparse.ArgumentTypeError(f"{cut(text, 100)!r} is not a trait such as hair=Curly")
    row = word.isascii() and word.isdigit() and len(word) < 4
    return trait.strip().lower(), int(word) if row else word.strip().capitalize()


def _wishes(text: str) -> Mapping[Attribute, int]:
    """Return the minimum scores of attributes."""
    wishes: dict[Attribute, int] = {}
    for part in text.split(","):
        match = _WISH.fullmatch(part.strip())
        if match is None or not 3 <= int(match[2]) <= 18:
            raise argparse.ArgumentTypeError(f"{cut(part, 100)!r} is not a wish from 3 to 18, such as DEX=12")
        wishes[Attribute(match[1].upper())] = int(match[2])
    return wishes


def _shown(
    characters: tuple[Character, ...], log: tuple[Roll, ...], options: Namespace, *, compact: bool = False
) -> Iterator[str]:
    """Write characters in the format of the arguments, with their rolls if requested."""
    if options.rolls and format_of(options) == JSON:
        seen = characters if options.private else tuple(map(public, characters))
        rolls = roll_data(log, private=options.private)
        yield from written(options, (json.dumps({"characters": list(map(to_data, seen)), "rolls": rolls}),))
    else:
        after = _roll_lines(log, options) if options.rolls else ()
        yield from written_characters(characters, options, compact=compact, after=after)


def _roll_lines(log: tuple[Roll, ...], options: Namespace) -> Iterator[str]:
    lines = tuple(roll_lines(log, private=options.private))
    if format_of(options) == TEXT:
        yield from ("", "ROLLS", *lines)
    elif format_of(options) == "markdown":
        yield from ("", "## Rolls", "", *(f"- {line}" for line in lines))
    else:  # a page is complete: nothing can follow it
        for line in lines:
            note(line)


CHARACTER: Final = library_command(
    "character",
    _add_character,
    make_character,
    example="--background fletchwind --at-least DEX=12 --output archer.html",
)
PARTY: Final = library_command("party", _add_party, make_party, example="4 --seed 7 --backgrounds fletchwind,aurifex")
