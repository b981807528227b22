"""The events between two states."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.content.book import TRAITS, Book
from cairn_rules.cairn_rpg.creation.state import State, who
from cairn_rules.cairn_rpg.creation.steps import Draft, gear, has_private_omen, on_sale
from cairn_rules.cairn_rpg.events import Event


@checked
def changes(before: State, after: State) -> tuple[Event, ...]:
    """Return the results that a later state has in addition, as events. The row of a private omen is left out.

    Raises:
        DefinitionError: if an argument is not of its kind.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> state = creation.new_game(seed=7)
        >>> later = creation.apply(state, creation.Choose(creation.Step.BACKGROUND, 1))
        >>> print(*creation.changes(state, later))
        the first character is an Aurifex [R9]
    """
    return tuple(
        event
        for seat, (old, new) in enumerate(zip(before.drafts, after.drafts, strict=True))
        if old != new
        for event in _changes(who(seat), old, new, after.content)
    )


def _changes(name: str, old: Draft, new: Draft, book: Book) -> Iterator[Event]:
    """Yield the events of a draft, in the order of the steps (R8)."""
    who = new.name or name
    if new.background is not None and old.background is None:
        background = book.backgrounds[new.background].name
        article = "an" if background[0] in "AEIOU" else "a"
        yield Event("background", "R9", f"{name} is {article} {background}", who)
    if new.name is not None and old.name is None:
        yield Event("name", "R10", f"{name} is called {new.name}", who)
    yield from _numbers(who, old, new)
    yield from _rows(who, old, new, book)
    yield from _goods(who, old, new, book)


def _numbers(who: str, old: Draft, new: Draft) -> Iterator[Event]:
    gained = (new.gold or 0) - (old.gold or 0)
    if gained:
        yield Event("gold", "R23", f"{who} gets {gained}gp", who, gained)
    if new.attributes and not old.attributes:
        values = ", ".join(map(str, new.attributes))
        yield Event("attributes", "R14", f"{who} rolls {values} for STR, DEX and WIL", who)
    if new.swap is not None and old.swap is None:
        text = "swaps nothing" if new.swap == "none" else f"swaps {new.swap.replace('-', ' and ')}"
        yield Event("swap", "R15", f"{who} {text}", who)
    if new.hp is not None and old.hp is None:
        yield Event("hp", "R16", f"{who} has {new.hp} HP", who, new.hp)
    if new.age is not None and old.age is None:
        yield Event("age", "R19", f"{who} is {new.age} years old", who, new.age)


def _rows(who: str, old: Draft, new: Draft, book: Book) -> Iterator[Event]:
    for number, row in list(enumerate(new.rows, 1))[len(old.rows) :]:
        yield Event("table", "R12", f"{who} has row {row} of background table {number}", who, row)
    for trait, row in list(zip(TRAITS, new.traits, strict=False))[len(old.traits) :]:
        yield Event("trait", "R17", f"{trait} of {who}: {book.traits[trait][row - 1]}", who, row)
    for number, row in list(enumerate(new.bonds))[len(old.bonds) :]:
        yield Event("bond", "R21" if number else "R18", f"{who} has bond {row}", who, row)
    if new.omen is not None and old.omen is None:
        if has_private_omen(new, book):
            yield Event("omen", "R21", f"{who} has an omen and keeps it private", who)
        else:
            yield Event("omen", "R20", f"{who} has omen {new.omen}", who, new.omen)


def _goods(who: str, old: Draft, new: Draft, book: Book) -> Iterator[Event]:
    for id in new.bought[len(old.bought) :]:
        item, price = on_sale(book)[id]
        yield Event("bought", "R13", f"{who} buys {item.name}", who, price)
    if new.shopped and not old.shopped:
        yield Event("shopped", "R13", f"{who} buys nothing more", who)
    for item in gear(new, book)[1][len(old.left) :]:
        yield Event("left", "R26", f"{who} leaves {item.name} behind", who)
