"""The items of a book by name: those for sale, those that backgrounds and bonds grant, spellbooks and scrolls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import TypeVar

from cairn_rules.cairn_rpg.characters.items import Container, Item, item_id
from cairn_rules.cairn_rpg.content.book import Book, Grant
from cairn_rules.errors import DefinitionError, hint, quoted

ThingT = TypeVar("ThingT", Item, Container)


@cache
def items_by_name(book: Book) -> Mapping[str, tuple[tuple[str, Item], ...]]:
    """Return the items of a book by name, each with the background that grants it, if one does."""
    return by_name(_all_items(book))


def by_name(things: Iterable[tuple[str, ThingT]]) -> Mapping[str, tuple[tuple[str, ThingT], ...]]:
    """Return things by name, casefolded, each with its origin."""
    found: dict[str, dict[tuple[str, ThingT], None]] = {}
    for origin, thing in things:
        found.setdefault(thing.name.casefold(), {})[origin, thing] = None
    return MappingProxyType({name: tuple(known) for name, known in found.items()})


def _all_items(book: Book) -> Iterator[tuple[str, Item]]:
    for list_of_goods in book.goods.values():
        for goods in list_of_goods:
            if goods.item is not None:
                for name in goods.names:
                    yield "", goods.named(name)
    for origin, grant in grants_of(book):
        for item in grant.items:
            yield origin, item
    for spell in book.spells.values():
        yield "", spell.spellbook
        yield "", spell.scroll


def grants_of(book: Book) -> Iterator[tuple[str, Grant]]:
    """Yield the grants of backgrounds and bonds, each with the id of the background; an empty id for bonds."""
    for id, background in book.backgrounds.items():
        for grant in (background.start, *background.tables[0], *background.tables[1]):
            yield id, grant
    for grant in book.bonds:
        yield "", grant


@cache
def _by_id(book: Book) -> Mapping[str, Item]:
    known = {item_id(name): found[0][1] for name, found in reversed([*items_by_name(book).items()])}
    return MappingProxyType(known)


def item_named(name: str, book: Book) -> Item:
    """Return the item of a name or an id. Goods for sale come before gear of the same name from a background.

    Raises:
        DefinitionError: if the book has no such item.

    Example:
        >>> from cairn_rules.cairn_rpg import book
        >>> item_named("oil can", book()).uses, item_named("Spellbook: Ward", book()).spell
        (Uses(left=6, max=6), 'ward')
    """
    known = _by_id(book)
    id = item_id(name)
    if id not in known:
        raise DefinitionError(f"{quoted(name)} is not an item of the book; {hint(id, tuple(known))}")
    return known[id]
