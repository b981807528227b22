"""The events of a decision, which the states before and after it show."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.content.book import TRAITS, Book
from cairn_rules.cairn_rpg.creation.actions import Action, Choose
from cairn_rules.cairn_rpg.creation.state import State, decision, who
from cairn_rules.cairn_rpg.creation.steps import Draft, Step, gear, has_private_omen, on_sale
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.checks import check_seat
from cairn_rules.phrasebook import Named


@checked
def events_of(
    state: State,
    action: Action,  # noqa: ARG001 - the states show its results
    after: State,
    *,
    viewer: int | None = None,
) -> tuple[Event, ...]:
    """Return the results of an action as events. The row of a private omen is left out.

    The events are the same for every viewer.

    Raises:
        DefinitionError: if an argument is not of its kind, or the seat does not exist.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> state = creation.new_game(seed=7)
        >>> choose = creation.Choose(creation.Step.BACKGROUND, 1)
        >>> print(*creation.events_of(state, choose, creation.apply(state, choose)))
        the first character is an Aurifex [R9]
    """
    return changes(state, after, viewer=viewer)


@checked
def changes(before: State, after: State, *, viewer: int | None = None) -> tuple[Event, ...]:
    """Return the results that a later state has in addition, as events. The row of a private omen is left out.

    The events are the same for every viewer.

    Raises:
        DefinitionError: if an argument is not of its kind, or the seat does not exist.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> state = creation.new_game(seed=7)
        >>> later = creation.apply(state, creation.Choose(creation.Step.BACKGROUND, 1))
        >>> print(*creation.changes(state, later))
        the first character is an Aurifex [R9]
    """
    check_seat(viewer, len(before.drafts))
    return tuple(
        event
        for seat, (old, new) in enumerate(zip(before.drafts, after.drafts, strict=True))
        if old != new
        for event in _changes(Named(seat, who(seat)), old, new, after.content)
    )


def is_hidden(state: State, action: Action, viewer: int | None) -> bool:  # noqa: ARG001 - for all others
    """Return whether an action chooses an omen that only the player may know (R21)."""
    due = decision(state)
    private = due is not None and has_private_omen(state.drafts[due[0]], state.content)
    return private and isinstance(action, Choose) and action.step is Step.OMEN


def _changes(character: Named, old: Draft, new: Draft, book: Book) -> Iterator[Event]:
    """Yield the events of a draft, in the order of the steps (R8)."""
    who = new.name or character
    if new.background is not None and old.background is None:
        name = book.backgrounds[new.background].name
        background = Named(new.background, f"{'an' if name[0] in 'AEIOU' else 'a'} {name}")
        yield Event("background", "R9", who=who, character=character, background=background)
    if new.name is not None and old.name is None:
        yield Event("name", "R10", who=new.name, character=character)
    yield from _numbers(who, old, new)
    yield from _rows(who, old, new, book)
    yield from _goods(who, old, new, book)


def _numbers(who: str | Named, old: Draft, new: Draft) -> Iterator[Event]:
    gained = (new.gold or 0) - (old.gold or 0)
    if gained:
        yield Event("gold", "R23", who=who, amount=gained)
    if new.attributes and not old.attributes:
        strength, dexterity, willpower = new.attributes
        yield Event("attributes", "R14", who=who, strength=strength, dexterity=dexterity, willpower=willpower)
    if new.swap is not None and old.swap is None:
        if new.swap == "none":
            yield Event("no-swap", "R15", who=who)
        else:
            yield Event("swap", "R15", who=who, attributes=tuple(new.swap.split("-")))
    if new.hp is not None and old.hp is None:
        yield Event("hp", "R16", who=who, amount=new.hp)
    if new.age is not None and old.age is None:
        yield Event("age", "R19", who=who, amount=new.age)


def _rows(who: str | Named, old: Draft, new: Draft, book: Book) -> Iterator[Event]:
    for number, row in list(enumerate(new.rows, 1))[len(old.rows) :]:
        yield Event("table", "R12", who=who, table=number, amount=row)
    for trait, row in list(zip(TRAITS, new.traits, strict=False))[len(old.traits) :]:
        yield Event("trait", "R17", who=who, trait=trait, value=Named(row, book.traits[trait][row - 1]), amount=row)
    for number, row in list(enumerate(new.bonds))[len(old.bonds) :]:
        yield Event("bond", "R21" if number else "R18", who=who, amount=row)
    if new.omen is not None and old.omen is None:
        if has_private_omen(new, book):
            yield Event("private-omen", "R21", who=who)
        else:
            yield Event("omen", "R20", who=who, amount=new.omen)


def _goods(who: str | Named, old: Draft, new: Draft, book: Book) -> Iterator[Event]:
    for id in new.bought[len(old.bought) :]:
        item, price = on_sale(book)[id]
        yield Event("bought", "R13", who=who, item=Named(item.id, item.name), amount=price)
    if new.shopped and not old.shopped:
        yield Event("shopped", "R13", who=who)
    for item in gear(new, book)[1][len(old.left) :]:
        yield Event("left", "R26", who=who, item=Named(item.id, item.name))
