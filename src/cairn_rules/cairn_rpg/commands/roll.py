"""The commands `roll` and `save`: dice, random tables and saves at the table."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import cycle, islice
from os.path import exists
from typing import Any, Final

from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.commands import output
from cairn_rules.cairn_rpg.commands.dice_options import add_dice, roll_data, roll_lines, thrown
from cairn_rules.cairn_rpg.content.pack_options import pack_registry, shelf_of
from cairn_rules.cairn_rpg.content.texts import Texts
from cairn_rules.cairn_rpg.procedures.saves import most_at_risk, save
from cairn_rules.cairn_rpg.random_tables import RandomTable, TableRow, Throw, random_tables, throws_of
from cairn_rules.chance import Roll
from cairn_rules.cli.commands import Lines, library_command
from cairn_rules.cli.options import positive
from cairn_rules.errors import CairnRulesError, cut, hint
from cairn_rules.game import Game

_FORMATS: Final = (output.TEXT, output.JSON)
PARTY: Final = "party.json"
"""The file in which `save` looks for a name."""
_MOST_SCORE: Final = 20
"""The largest score that `save` takes as a number."""


def _add_roll(parser: ArgumentParser, _: Game[Any, Any, Any]) -> None:
    parser.add_argument(
        "names",
        metavar="DICE|TABLE",
        nargs="*",
        help="Dice, such as 2d6, 3d6-2, 2d6+1d4, 4d6dl1, d%% or d66, or d8+d6 for the highest of both; or several of"
        " these; or a table of the book, such as reaction, 'winter weather' or 'aurifex 2' (default: list all tables).",
    )
    parser.add_argument("-n", type=positive, default=1, metavar="N", help="Number of rolls (default: 1).")
    add_dice(parser)
    output.add_packs(parser)
    output.add_texts(parser)
    output.add_output(parser, _FORMATS)


def _add_save(parser: ArgumentParser, _: Game[Any, Any, Any]) -> None:
    parser.add_argument("attribute", metavar="ATTRIBUTE", help="Attribute: STR, DEX or WIL.")
    parser.add_argument(
        "who",
        metavar="WHO",
        nargs="*",
        default=(),  # or else argparse requires it
        help=f"Names of characters in --from, a file of characters or of a saved game, or a score from 0 to"
        f" {_MOST_SCORE} (default: everyone in --from).",
    )
    parser.add_argument(
        "--from",
        dest="source",
        metavar="FILE",
        help=f"File of the characters: of a party, or of a saved game (default: {PARTY}).",
    )
    parser.add_argument(
        "--group", action="store_true", help="Roll once for all, with the lowest score (default: everyone rolls)."
    )
    add_dice(parser)
    output.add_packs(parser)
    output.add_output(parser, _FORMATS)


def roll(options: Namespace) -> Lines:
    """Print rolls of dice or on a table, or the names of all tables."""
    output.format_of(options, _FORMATS)  # refused before anybody throws dice
    name, shelf, words = " ".join(options.names), shelf_of(options.pack), output.texts_of(options)
    if not name.strip():
        if options.dice or options.seed is not None or options.n > 1:
            raise CairnRulesError("roll needs dice such as 2d6, or a table such as reaction")
        yield from output.written(options, _listed(random_tables(shelf=shelf), options))
        return 0
    throws = throws_of(name.strip(), shelf=shelf)
    found, log = thrown(options, lambda dice: [throw.once(dice) for _ in range(options.n) for throw in throws])
    yield from output.written(options, _shown(throws, found, log, words, options))
    return 0


def _listed(tables: tuple[RandomTable, ...], options: Namespace) -> Iterator[str]:
    if output.format_of(options, _FORMATS) == output.JSON:
        yield from (json.dumps({"table": each.name, "dice": each.dice, "rule": each.rule}) for each in tables)
    else:
        yield from (f"{each.name} ({each.dice}) [{each.rule}]" for each in tables)


def _shown(
    throws: tuple[Throw, ...], results: list[int | TableRow], log: tuple[Roll, ...], words: Texts, options: Namespace
) -> Iterator[str]:
    """Yield each throw of dice or on a table: its faces, and its total or row."""
    table, rolled = throws[0].table, iter(log)
    rows = [result for result in results if isinstance(result, TableRow)]
    texts = [row.text for row in rows if row.text]
    credit = words.credit_of(texts) if texts else ""
    if output.format_of(options, _FORMATS) == output.JSON:
        rolls = roll_data(log, private=True)
        if table is None:
            yield json.dumps({"totals": results, "rolls": rolls})
        else:
            found = [{"name": row.name, "text": words[row.text] if row.text else ""} for row in rows]
            yield json.dumps({"table": table.name, "rows": found, "note": table.note, "rolls": rolls, "credit": credit})
        return
    for result, throw in zip(results, cycle(throws), strict=False):
        yield from throw.lines(result, [*islice(rolled, throw.rolls)], words)
    if table is not None and table.note:
        yield table.note
    if credit:
        yield f"\n{credit}"


def roll_saves(options: Namespace) -> Lines:
    """Print the saves of characters, or one against a score (R45 to R50)."""
    output.format_of(options, _FORMATS)  # as above
    word = options.attribute.upper()
    if word not in list(Attribute):
        raise CairnRulesError(f"{cut(options.attribute, 100)!r} is not an attribute; give STR, DEX or WIL")
    attribute = Attribute(word)
    if options.source is None and len(options.who) == 1 and options.who[0].isascii() and options.who[0].isdigit():
        score = int(options.who[0][:5])
        if score > _MOST_SCORE:
            raise CairnRulesError(f"{cut(options.who[0], 100)!r} is not a score from 0 to {_MOST_SCORE}")
        names, scores = [""], [score]
        passed, log = thrown(options, lambda dice: [dice.check(score, purpose=f"{attribute} save", rule="R45")])
    else:
        savers = _savers(options)
        if options.group:
            savers = (most_at_risk(savers, attribute),)
        names, scores = [each.name for each in savers], [each.score(attribute).value for each in savers]
        passed, log = thrown(options, lambda dice: [save(each, attribute, dice) for each in savers])
    if output.format_of(options, _FORMATS) == output.JSON:
        saves = [
            {"name": name, "attribute": word, "value": value, "passed": result}
            for name, value, result in zip(names, scores, passed, strict=True)
        ]
        lines = [json.dumps({"saves": saves, "rolls": roll_data(log, private=True)})]
    else:
        rolled = {each.request.purpose for each in log}
        free = (f"{name}'s {word} save" for name in names if name)
        lines = [*roll_lines(log, private=True)]
        lines += [f"{each}: passed without a roll [R51]" for each in free if each not in rolled]
    yield from output.written(options, lines)
    return 0


def _savers(options: Namespace) -> tuple[Character, ...]:
    """Return the characters of the arguments: those of the names, or all of a file."""
    from cairn_rules.cairn_rpg.formats.character_files import STREAM, read_characters  # noqa: PLC0415 - dice need none

    registry = pack_registry({"pack": options.pack}) if options.pack else None
    source, who = options.source, list(options.who)
    if source is None:
        if len(who) == 1 and (who[0] == STREAM or exists(who[0])):  # noqa: PTH110 - it raises for no string
            source = who.pop()
        elif exists(PARTY):  # noqa: PTH110 - as above
            source = PARTY
        else:
            whose = f"{cut(' '.join(who), 100)!r} is neither a score nor a file" if who else "nobody is named"
            raise CairnRulesError(f"{whose}, and there is no {PARTY} here; name the file of the party with --from FILE")
    everyone = read_characters(source, registry=registry)
    found = tuple(_named(name, everyone, source) for name in who) or tuple(
        each for each in everyone if not each.conditions.dead
    )
    if not found:
        raise CairnRulesError(f"everyone in {cut(source, 100)!r} is dead, and the dead make no saves")
    return found


def _named(name: str, everyone: tuple[Character, ...], source: str) -> Character:
    """Return the character of a name or of its beginning."""
    word = name.casefold()
    exact = [each for each in everyone if each.name.casefold() == word]
    found = exact or [each for each in everyone if each.name.casefold().startswith(word)]
    if len(found) != 1:
        names = tuple(each.name for each in found or everyone)
        right = f"it may be {' or '.join(names)}" if found else hint(name, names)
        raise CairnRulesError(f"{cut(name, 100)!r} is not one character of {cut(source, 100)!r}; {right}")
    if found[0].conditions.dead:
        raise CairnRulesError(f"{found[0].name} is dead, and the dead make no saves")
    return found[0]


ROLL: Final = library_command("roll", _add_roll, roll, example="winter weather")
SAVE: Final = library_command("save", _add_save, roll_saves, example="STR hestia --from party.json")
