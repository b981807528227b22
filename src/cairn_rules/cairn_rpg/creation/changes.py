"""The events between two states."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_rules.cairn_rpg.book import TRAITS, Book
from cairn_rules.cairn_rpg.creation.state import State, who
from cairn_rules.cairn_rpg.creation.steps import Draft, gear, has_private_omen
from cairn_rules.cairn_rpg.events import Event


def changes(before: State, after: State) -> tuple[Event, ...]:
    """Return the results that a later state has in addition, as events. The row of a private omen is left out.

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
    label = new.name or name
    if new.background is not None and old.background is None:
        background = book.backgrounds[new.background].name
        article = "an" if background[0] in "AEIOU" else "a"
        yield Event("background", "R9", f"{name} is {article} {background}", label)
    if new.name is not None and old.name is None:
        yield Event("name", "R10", f"{name} is called {new.name}", label)
    for number, row in list(enumerate(new.rows, 1))[len(old.rows) :]:
        yield Event("table", "R12", f"{label} has row {row} of background table {number}", label, row)
    gained = (new.gold or 0) - (old.gold or 0)
    if gained:
        yield Event("gold", "R23", f"{label} gets {gained}gp", label, gained)
    if new.attributes and not old.attributes:
        values = ", ".join(map(str, new.attributes))
        yield Event("attributes", "R14", f"{label} rolls {values} for STR, DEX and WIL", label)
    if new.swap is not None and old.swap is None:
        text = "swaps nothing" if new.swap == "none" else f"swaps {new.swap.replace('-', ' and ')}"
        yield Event("swap", "R15", f"{label} {text}", label)
    if new.hp is not None and old.hp is None:
        yield Event("hp", "R16", f"{label} has {new.hp} HP", label, new.hp)
    for trait, row in list(zip(TRAITS, new.traits, strict=False))[len(old.traits) :]:
        yield Event("trait", "R17", f"{trait} of {label}: {book.traits[trait][row - 1]}", label, row)
    for number, row in list(enumerate(new.bonds))[len(old.bonds) :]:
        yield Event("bond", "R21" if number else "R18", f"{label} has bond {row}", label, row)
    if new.age is not None and old.age is None:
        yield Event("age", "R19", f"{label} is {new.age} years old", label, new.age)
    if new.omen is not None and old.omen is None:
        if has_private_omen(new, book):
            yield Event("omen", "R21", f"{label} has an omen and keeps it private", label)
        else:
            yield Event("omen", "R20", f"{label} has omen {new.omen}", label, new.omen)
    prices = {goods.id: goods for goods in book.goods["gear"]} if new.bought != old.bought else {}
    for id in new.bought[len(old.bought) :]:
        yield Event("bought", "R13", f"{label} buys {prices[id].name}", label, prices[id].price)
    if new.shopped and not old.shopped:
        yield Event("shopped", "R13", f"{label} buys nothing more", label)
    for item in gear(new, book)[1][len(old.left) :]:
        yield Event("left", "R26", f"{label} leaves {item.name} behind", label)
