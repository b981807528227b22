"""Fighters as people write them: a creature of the book or a stat line, with a number in front."""

from __future__ import annotations

import re
from typing import Final

from attrs import evolve

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import Character, CharacterKind
from cairn_rules.cairn_rpg.characters.items import item_id, only_id
from cairn_rules.cairn_rpg.combat.rules.setup import MOST_FIGHTERS, creature
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.content.stat_lines import UNIT, parse_stat_line
from cairn_rules.cairn_rpg.procedures.magic import the_book
from cairn_rules.checks import given_text
from cairn_rules.errors import SetupError, cut, guesses

COUNT: Final = re.compile(rf"([0-9]{{1,30}})(?:\s*+[x\xd7])?\s++(?!{UNIT}\b)(.*\S)", re.IGNORECASE)
"""A number and a thing, such as `2 wolf`."""
_COUNT_BEHIND: Final = re.compile(r"([^(),:;]*[^(),:;\s])\s++[x\xd7]\s*([0-9]{1,30})", re.IGNORECASE)
"""A thing and a number, such as `wolf x2`."""
_COUNT_BY_DICE: Final = re.compile(r"[0-9]*d[0-9]+(?:\+[0-9]+)?\s", re.IGNORECASE)
_FIGURES: Final = re.compile(r"(?:\b|[0-9])HP\b", re.IGNORECASE)


@checked
def parse_foes(entry: str, *, book: Book | None = None) -> tuple[Character, ...]:
    """Parse a creature of the book, or a stat line that may have a name in front. A number makes several.

    Entries are, for instance, `wolf`, `2 root-goblin`, `wolf x2`, `Bear: 6 HP, claws (d8)` and
    `3 Guard: 4 HP, spear (d6)`. See `parse_stat_line`.

    Raises:
        SetupError: if it is neither, or the number is not from 1 to 100.
        NotationError: if it is not a text, or a stat line has faults. It lists them all.

    Example:
        >>> [foe.name for foe in parse_foes("2 wolf")], parse_foes("Chief: 6 HP, axe (d8)")[0].hp.max
        (['Wolf 1', 'Wolf 2'], 6)
    """
    count, what = counted(given_text(entry, "foe").strip())
    return numbered((described(what, "creature", book),), count)


def counted(entry: str) -> tuple[int, str]:
    """Return the number in front of an entry or behind `x`, which is 1 by default, and the rest.

    Raises:
        SetupError: if there cannot be as many, or the number is one of dice.
    """
    if _COUNT_BY_DICE.match(entry):
        raise SetupError(f"{cut(entry, 100)!r}: roll the number first, and write it, such as '3 wolf'")
    if found := COUNT.fullmatch(entry):
        count, what = int(found[1]), found[2]
    elif found := _COUNT_BEHIND.fullmatch(entry):
        count, what = int(found[2]), found[1]
    else:
        count, what = 1, entry
    if not 1 <= count <= MOST_FIGHTERS:
        raise SetupError(f"{cut(entry, 100)!r}: {count} is not a number from 1 to {MOST_FIGHTERS}")
    return count, what


def numbered(found: tuple[Character, ...], count: int) -> tuple[Character, ...]:
    """Return fighters several times, with a number after each name."""
    if count == 1:
        return found
    return tuple(evolve(each, name=f"{each.name} {number}") for number in range(1, count + 1) for each in found)


def is_stat_line(what: str) -> bool:
    """Return whether an entry is a stat line rather than a name."""
    return bool(_FIGURES.search(what))


def described(what: str, kind: CharacterKind, book: Book | None) -> Character:
    """Return the fighter of a stat line, or of the id of a creature or a word of its name.

    A stat line describes a fighter of this kind.

    Raises:
        SetupError: if it is neither.
        NotationError: if a stat line has faults. It lists them all.
    """
    if is_stat_line(what):
        own = "Hero" if kind == "pc" else "Foe"
        return evolve(creature(parse_stat_line(what, name=own)), creature=None, kind=kind)
    if not what:
        raise SetupError("a fighter is missing; give one, such as wolf or '6 HP, bite (d8)'")
    creatures = the_book(book).creatures
    id = only_id(item_id(what), creatures)
    if id not in creatures:
        meant = " or ".join(map(repr, guesses(id, tuple(creatures))))
        message = f"did you mean {meant}?" if meant else "'cairn-rules lookup creatures' lists all creatures"
        raise SetupError(
            f"{cut(what, 100)!r} is neither a creature of the book nor a stat line such as '6 HP, bite (d8)'; {message}"
        )
    return creature(creatures[id], book=book)
