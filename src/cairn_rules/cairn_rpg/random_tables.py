"""The random tables of the book, by name: reactions, weather, events, omens, bonds, spells, scars and the like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.items import item_id
from cairn_rules.cairn_rpg.content.book import Background, Book
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.content.texts import Texts
from cairn_rules.cairn_rpg.dice_formula import Term, parse_weapon_dice
from cairn_rules.cairn_rpg.dungeon.rules.turn import EVENTS as DUNGEON_EVENTS
from cairn_rules.cairn_rpg.wilderness.travel import SKIES
from cairn_rules.cairn_rpg.wilderness.watch import EVENTS as WILDERNESS_EVENTS
from cairn_rules.chance import Dice, Roll
from cairn_rules.errors import SetupError, cut, guesses
from cairn_rules.frozen_classes import frozen

if TYPE_CHECKING:
    from cairn_rules.cairn_rpg.content.book_with_packs import Shelf

__all__ = ["RandomTable", "TableRow", "random_table", "random_tables"]

_FILLERS: Final = frozenset({"a", "of", "on", "table", "the"})
"""Words that make no difference in the name of a table."""
_DICE: Final = re.compile(r"[0-9dkhl+%-]*[0-9%][0-9dkhl+%-]*")
_WEAPON: Final = re.compile(r"d[0-9]+(?:\+d[0-9]+)+")
_APART: Final = re.compile(r"(?<![+\s-])\s++(?![+-])")
"""The space between dice, but not around a sign."""
_MOST_MEANT: Final = 5
"""Maximum number of tables that an error lists."""


@final
@frozen(kw_only=True)
class TableRow:
    """A row of a random table.

    Example:
        >>> TableRow(least=2, most=3, name="Hostile").name
        'Hostile'
    """

    least: int
    """The smallest result of the dice that selects it."""
    most: int
    """The largest one."""
    name: str
    """The name, such as `Curious`."""
    text: str = ""
    """The id of its text; empty if it has none. See `texts`."""


@final
@frozen(kw_only=True)
class RandomTable:
    """A table of the book, and the dice that are rolled on it.

    Example:
        >>> from cairn_rules.chance import ScriptedDice
        >>> random_table("reaction").roll(ScriptedDice([3, 4])).name
        'Curious'
    """

    name: str
    """The name, such as `weather in spring`. It is the purpose of the roll as well."""
    count: int = 1
    """Number of dice, which are added up."""
    sides: int
    """Number of sides of each die."""
    rule: str
    """The number of the rule, such as `R136`."""
    rows: tuple[TableRow, ...]
    """The rows from the smallest result to the largest."""
    note: str = ""
    """A sentence about using it in play; empty for most tables."""

    @property
    def dice(self) -> str:
        """The dice as text, such as `2d6`."""
        return f"{self.count if self.count > 1 else ''}d{self.sides}"

    def roll(self, dice: Dice) -> TableRow:
        """Roll on the table and return the row (R4)."""
        if self.count == 1:
            result = dice.face(self.sides, purpose=self.name, rule=self.rule)
        else:
            result = dice.sum(self.count, self.sides, purpose=self.name, rule=self.rule)
        return next(row for row in self.rows if row.least <= result <= row.most)


@checked
def random_tables(*, shelf: Shelf | None = None) -> tuple[RandomTable, ...]:
    """Return all tables that are rolled on, the general ones first and those of the backgrounds last.

    `shelf` has the content, with that of packs (default: that of the library).

    Example:
        >>> [(table.name, table.dice) for table in random_tables()][:3]
        [('reaction', '2d6'), ('Die of Fate', 'd6'), ('Dungeon Events', 'd6')]
    """
    return tuple(_named(book() if shelf is None else shelf.book).values())


@checked
def random_table(name: str, *, shelf: Shelf | None = None) -> RandomTable:
    """Return the table of a name. The order of the words, case and a plural `s` do not matter.

    A part of a name is enough if no other table has it. Names are, for instance, `reaction`, `omens`, `winter weather`
    and `aurifex 2`. `shelf` has the content, with that of packs (default: that of the library).

    Raises:
        SetupError: if there is no such table, or several are meant. It lists some.

    Example:
        >>> random_table("winter weather").name, random_table("spells").dice
        ('weather in winter', 'd100')
    """
    known = _named(book() if shelf is None else shelf.book)
    words = _words(name)
    exact = [table for each, table in known.items() if each == words]
    found = exact or [table for each, table in known.items() if words and words <= each]
    if len(found) == 1:
        return found[0]
    names = tuple(table.name for table in found or known.values())
    if not found:
        in_order = {_sorted(each): each for each in names}
        meant = [in_order[each] for each in guesses(_sorted(name), tuple(in_order))]
        right = f"; did you mean {' or '.join(map(repr, meant))}?" if meant else ", nor dice such as 2d6 or d8+d8;"
        raise SetupError(f"{cut(name, 100)!r} is not a table of the book{right} 'cairn-rules roll' lists all tables")
    more = f" or {len(names) - _MOST_MEANT} more" * (len(names) > _MOST_MEANT)
    raise SetupError(f"{cut(name, 100)!r} may be several tables: {', '.join(names[:_MOST_MEANT])}{more}")


def _sorted(name: str) -> str:
    """Return the words of a name in their alphabetical order."""
    return " ".join(sorted(name.lower().split()))


@final
@frozen
class Throw:
    """Dice, or a roll on a table, as a person names them."""

    text: str
    """The dice as text."""
    terms: tuple[Term, ...] = ()
    """The parts of a sum of dice."""
    weapon: tuple[int, ...] = ()
    """The number of sides of each die of a weapon, of which the highest face counts."""
    table: RandomTable | None = None
    """The table; None for dice alone."""

    @property
    def rolls(self) -> int:
        """Number of rolls of one time."""
        return sum(term.count > 0 for term in self.terms) or 1

    def once(self, dice: Dice) -> int | TableRow:
        """Throw the dice once, and return their total, or the row of the table."""
        if self.table is not None:
            return self.table.roll(dice)
        if self.weapon:
            return dice.highest(self.weapon, purpose=self.text)
        return sum(term.value(term.roll(dice, purpose=self.text)) for term in self.terms)

    def lines(self, result: int | TableRow, rolls: Sequence[Roll], words: Texts) -> Iterator[str]:
        """Yield the faces of these rolls, and the total; for a table, the row and its text as well."""
        if isinstance(result, TableRow):
            yield str(rolls[0])
            yield result.name
            if result.text:
                yield f"  {words[result.text]}"
            return
        if self.weapon:
            yield f"{self.text}: the highest of {', '.join(map(str, rolls[0].values))} = {result}"
            return
        faces = (roll.values for roll in rolls)
        joint = ", " if len(self.terms) == 1 else " + "
        parts = (term.shown(next(faces) if term.count else (), joint) for term in self.terms)
        yield f"{self.text}: {' '.join(parts).removeprefix('+ ')} = {result}"


def throw_of(text: str, *, shelf: Shelf | None = None) -> Throw:
    """Return the throw of a text: dice, or the name of a table.

    Single dice without any number, such as `d8+d6`, are those of a weapon, of which the highest counts. Everything else
    is a sum, such as `2d6`, `d20+2` and `1d8+1d6`; see `Term.parse`.

    Raises:
        CairnRulesError: if it is none of these.
    """
    plain = "".join(text.lower().split())
    if not _DICE.fullmatch(plain):
        return Throw(plain, table=random_table(text, shelf=shelf))
    if _WEAPON.fullmatch(plain):
        return Throw(plain, weapon=parse_weapon_dice(plain))
    terms = Term.parse(plain)
    if not any(term.count for term in terms):
        raise SetupError(f"{cut(text, 100)!r} has no dice; write '2d6', 'd20+2' or 'd8+d8'")
    return Throw(plain, terms)


def throws_of(text: str, *, shelf: Shelf | None = None) -> tuple[Throw, ...]:
    """Return the throws of a text: one for each word if all are dice, such as `2d6 d20+2`; otherwise a single one.

    Raises:
        CairnRulesError: if the text is neither dice nor the name of a table.
    """
    parts = _APART.split(text.lower())
    if all("d" in part and _DICE.fullmatch("".join(part.split())) for part in parts):
        return tuple(throw_of(part, shelf=shelf) for part in parts)
    return (throw_of(text, shelf=shelf),)


def _words(name: str) -> frozenset[str]:
    """Return the words of a name that distinguish tables, in the singular."""
    words = (word for word in item_id(name).split("-") if word)
    return frozenset(word.removesuffix("s") if len(word) > 3 else word for word in words) - _FILLERS - {"in"}


@lru_cache(maxsize=16)
def _named(content: Book) -> Mapping[frozenset[str], RandomTable]:
    """Return the tables by the words of their names."""
    tables = (*_general(content), *(table for each in content.backgrounds.values() for table in _of(each)))
    return MappingProxyType({_words(table.name): table for table in tables})


def _general(content: Book) -> Iterator[RandomTable]:
    reactions = (
        TableRow(least=each.least, most=each.most, name=each.name, text=f"reaction/{each.id}")
        for each in content.reactions
    )
    yield RandomTable(name="reaction", count=2, sides=6, rule="R136", rows=tuple(reactions))
    against, favour = (
        TableRow(least=1, most=3, name="Against the party"),
        TableRow(least=4, most=6, name="In favour of the party"),
    )
    yield RandomTable(name="Die of Fate", sides=6, rule="R137", rows=(against, favour))
    yield _table("Dungeon Events", "R162", (each.capitalize() for each in DUNGEON_EVENTS))
    yield _table("Wilderness Events", "R211", WILDERNESS_EVENTS)
    for season, skies in SKIES.items():
        note = "A second day of Extreme weather in a row is Catastrophic [R189]."
        yield _table(f"weather in {season}", "R188", (each.capitalize() for each in skies), note=note)
    spells = content.spells.values()
    yield _table("spell", "R1", (each.name for each in spells), (f"spell/{each.id}" for each in spells))
    yield _table("omen", "R20", *_numbered("omen", content.omens))
    yield _table("bond", "R18", *_numbered("bond", len(content.bonds)))
    note = "In play, no die is rolled: the HP lost in the attack select the row [R108]."
    scars = (f"scar/{row}" for row in range(1, len(content.scars) + 1))
    yield _table("scar", "R108", content.scars, scars, note=note)
    backgrounds = content.backgrounds.values()
    yield _table(
        "background", "R9", (each.name for each in backgrounds), (f"background/{each.id}" for each in backgrounds)
    )
    for trait, words in content.traits.items():
        yield _table(trait, "R17", words)


def _of(background: Background) -> Iterator[RandomTable]:
    """Yield the tables of a background: its names, and both tables of six rows."""
    yield _table(f"{background.name} name", "R10", background.names)
    for number, grants in enumerate(background.tables, 1):
        texts = (f"background/{background.id}/{number}/{row}" for row in range(1, len(grants) + 1))
        names = (f"{background.name} {number}.{row}" for row in range(1, len(grants) + 1))
        yield _table(f"{background.name} {number}", "R12", names, texts)


def _numbered(kind: str, most: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names and the texts of rows that have only a number."""
    rows = range(1, most + 1)
    return tuple(f"{kind.capitalize()} {row}" for row in rows), tuple(f"{kind}/{row}" for row in rows)


def _table(name: str, rule: str, names: Iterable[str], texts: Iterable[str] = (), *, note: str = "") -> RandomTable:
    """Return a table with a row for each face of one die."""
    rows = tuple(
        TableRow(least=face, most=face, name=each, text=text)
        for face, (each, text) in enumerate(zip_longest(names, texts, fillvalue=""), 1)
    )
    return RandomTable(name=name, sides=len(rows), rule=rule, rows=rows, note=note)
