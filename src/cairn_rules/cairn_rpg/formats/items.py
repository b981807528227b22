"""Items and containers of foreign documents, completed from the book by their names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Literal, TypeAlias, final

from cairn_rules.cairn_rpg.character_words import item_texts
from cairn_rules.cairn_rpg.characters.attacks import Attack
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.effects import ArmorChange
from cairn_rules.cairn_rpg.characters.items import Container, Item, Uses, new_id
from cairn_rules.cairn_rpg.characters.notes import Note, texts_at
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.content.item_names import by_name, grants_of, items_by_name
from cairn_rules.cairn_rpg.content.texts import Texts
from cairn_rules.cairn_rpg.content.texts import texts as shipped_texts
from cairn_rules.cairn_rpg.formats.reading import Fields, unmarked
from cairn_rules.frozen_classes import evolve, fields, frozen

Magic: TypeAlias = Literal["none", "spellbook", "scroll", "relic"]
"""The kind of magic in an item."""


@final
@frozen(kw_only=True)
class Facts:
    """The facts about an item that a foreign document states. None means that its format has no field for it."""

    name: str
    slots: int
    uses: tuple[int, int | None] | None = None
    """The uses left and their maximum, if that is stated; None for an item without uses."""
    charges: Uses | None = None
    either: bool = False
    """True if the format has one field for uses and charges."""
    dice: tuple[int, ...] = ()
    """The dice of its attack; empty if it is not a weapon."""
    blast: bool = False
    attribute: Attribute | None = None
    """The attribute that it damages, for formats that state one."""
    armor: int = 0
    armor_is_bonus: bool | None = None
    worn: bool = False
    """True if it is worn or held."""
    magic: Magic | None = None
    bodily: bool | None = None
    value: int | None = None
    has_value: bool = False
    """True if the format has a field for the value."""


@cache
def _containers(book: Book) -> Mapping[str, tuple[tuple[str, Container], ...]]:
    """Return the containers of a book by name, each with the background that grants it, if one does."""
    sold = (goods.container for list_of_goods in book.goods.values() for goods in list_of_goods)
    granted = ((origin, container) for origin, grant in grants_of(book) for container in grant.containers)
    return by_name((*(("", container) for container in sold if container is not None), *granted))


def is_known(name: str, book: Book) -> bool:
    """Return whether a book has an item of a name."""
    return name.casefold() in items_by_name(book)


def item_of(facts: Facts, background: str | None, book: Book) -> Item:
    """Return an item of the book with the facts of a document; a new item if the book has none of its name.

    Of several items of the name, the most similar one is taken, of the character's own background first.
    """
    known = items_by_name(book).get(facts.name.casefold(), ())
    candidates = [item for _, item in sorted(known, key=lambda each: each[0] != background)]
    if candidates and not candidates[0].armor and candidates[0].id in _sheltering(book):
        facts = evolve(facts, armor=0, worn=False)
    candidates = candidates or [Item(id=new_id(facts.name), name="Item")]
    versions = [(_changes(item, new := _with_facts(item, facts)), new) for item in candidates]
    return min(versions, key=lambda each: each[0])[1]


@cache
def _sheltering(book: Book) -> frozenset[str]:
    """Return the ids of items that give armour only in some circumstances, by an effect."""
    effects = (effect for _, grant in grants_of(book) for effect in grant.effects)
    return frozenset(each.item or "" for each in effects if isinstance(each, ArmorChange) and each.when)


_STATE: Final = frozenset({"name", "uses", "charges", "worn", "value"})
"""Fields that may differ within the same item."""


def _changes(old: Item, new: Item) -> int:
    """Return the number of fields in which two items differ, except for those that may differ."""
    names = (each.name for each in fields(Item) if each.name not in _STATE)
    count = sum(bool(getattr(old, name) != getattr(new, name)) for name in names)
    return count + _differ(old.uses, new.uses) + _differ(old.charges, new.charges)


def _differ(old: Uses | None, new: Uses | None) -> bool:
    return (old.max if old else 0) != (new.max if new else 0)


def _with_facts(item: Item, facts: Facts) -> Item:
    changes: dict[str, Any] = {
        "name": facts.name or item.name,
        "slots": facts.slots,
        "uses": _uses(item, facts),
        "charges": facts.charges,
    }
    if facts.either and item.charges is not None and item.uses is None:
        changes |= {"uses": None, "charges": changes["uses"]}
    changes["attacks"] = _attacks(item, facts)
    changes["armor"] = facts.armor
    changes["worn"] = facts.worn
    if facts.armor_is_bonus is not None or not facts.armor:
        changes["armor_is_bonus"] = bool(facts.armor_is_bonus and facts.armor)
    for name in ("magic", "bodily"):
        if (value := getattr(facts, name)) is not None:
            changes[name] = value
    if facts.has_value:
        changes["value"] = facts.value
    return evolve(item, **changes)


def _uses(item: Item, facts: Facts) -> Uses | None:
    if facts.uses is None:
        return None
    left, most = facts.uses
    if most is None:
        most = max(left, item.uses.max if item.uses else 1)
    return Uses(min(left, most), max(1, most))


def _attacks(item: Item, facts: Facts) -> tuple[Attack, ...]:
    """Return the attacks of the item in the book if they agree with the facts; else one with these dice."""
    if not facts.dice:
        return ()
    if item.attacks:
        first = item.attacks[0]
        if (first.dice, first.blast, first.attribute) == (facts.dice, facts.blast, facts.attribute):
            return item.attacks
    name = facts.name.lower() or "weapon"
    return (Attack(name=name, dice=facts.dice, blast=facts.blast, attribute=facts.attribute),)


def container_of(name: str, capacity: int, background: str | None, book: Book, *, load: int) -> Container:
    """Return a container of the book with another capacity and load; a cart if the book has none of its name."""
    known = _containers(book).get(name.casefold(), ())
    candidates = [each for _, each in sorted(known, key=lambda each: each[0] != background)]
    candidates = candidates or [Container(id=new_id(name, "container"), name=name, capacity=capacity)]
    nearest = min(candidates, key=lambda each: (each.capacity, each.load) != (capacity, load))
    return evolve(nearest, capacity=capacity, load=load)


def description_of(item: Item, texts: Texts, *own: str) -> str:
    """Return the description of an item, a line for each text about it.

    Notes of the places `own`, for which a format has fields, are left out.
    """
    said = texts_at(item.notes, "description")
    return "\n".join(said or item_texts(evolve(item, notes=tuple(n for n in item.notes if n.place not in own)), texts))


def read_texts(document: Fields, item: Item, texts: Texts, **places: str) -> Item:
    """Return an item with its description as a note, unless the description has only the texts about it or their ids.

    `places` are the keys of other texts, with the places of their notes.
    """
    lines = document.lines("description")
    known = (description_of(item, each) for each in (texts, shipped_texts("ids")))
    notes = [Note("description", lines, shown=lines != "-")] * bool(lines and _plain(lines) not in map(_plain, known))
    notes += [Note(place, text) for key, place in places.items() if (text := document.lines(key))]
    return evolve(item, notes=tuple(notes))


def _plain(text: str) -> str:
    return " ".join(unmarked(text).replace("`", "'").split())


_FORMULA: Final = re.compile(
    r"(?:\{(?P<pool>[^{}]+)\}kh?1?|max\((?P<most>[^()]+)\)|(?P<sum>[^{}()]+?)) ?(?P<part>STR|DEX|WIL)?", re.IGNORECASE
)
_FLAVOUR: Final = re.compile(r"\[[^\[\]]*\]")
_DICE: Final = re.compile(r"([1-9][0-9]?)?d([0-9]{1,3})(?:kh?1?)?", re.IGNORECASE)
_MOST_DICE: Final = 30


def parse_dice(text: str) -> tuple[tuple[int, ...], Attribute | None] | None:
    """Return the dice of a damage text, of which the highest counts, and the attribute; None if there are none.

    Example:
        >>> parse_dice("d6 + d6"), parse_dice("2d8kh"), parse_dice("d6 STR")[0], parse_dice("much")
        (((6, 6), None), ((8, 8), None), (6,), None)
        >>> parse_dice("{1d6, 2d10}kh1")[0], parse_dice("max(d4,d12)")[0], parse_dice("2d6kl")
        ((6, 10, 10), (4, 12), None)
    """
    formula = _FORMULA.fullmatch(_FLAVOUR.sub("", text).strip())
    if formula is None:
        return None
    terms = re.split("[+,]", formula["pool"] or formula["most"] or formula["sum"])
    dice = [_DICE.fullmatch(term.strip()) for term in terms]
    sizes = [int(die[2]) for die in dice if die for _ in range(int(die[1] or 1))]
    if not all(dice) or len(sizes) > _MOST_DICE or not all(2 <= size <= 100 for size in sizes):
        return None
    return tuple(sizes), Attribute(formula["part"].upper()) if formula["part"] else None
