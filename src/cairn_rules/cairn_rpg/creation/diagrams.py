"""A party in the making as plain text, at most 80 columns wide. It shows only public information."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.content.book import TRAITS
from cairn_rules.cairn_rpg.creation.observation import Observation
from cairn_rules.cairn_rpg.creation.reasons import DECISIONS
from cairn_rules.cairn_rpg.creation.state import SEAT_NAMES, State, decision
from cairn_rules.cairn_rpg.creation.steps import Draft, arranged, has_private_omen, inventory_of
from cairn_rules.checks import as_state
from cairn_rules.manifest import seat_name

WIDTH: Final = 80
"""Maximum width, in columns."""


@checked
def diagram(state: State | Observation, *, plain: bool = False) -> str:
    """Return a plain sheet of each character. The row of a private omen is left out (R21).

    With `plain`, sentences for screen readers replace the tables, a line each. They can be longer than 80 columns.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> state = creation.new_game(seed=7, names=["Ash"])
        >>> print(creation.diagram(creation.apply(state, creation.Choose(creation.Step.BACKGROUND, 7))))
        > First: Ash, Fletchwind
            STR -  DEX -  WIL -  HP -  Armor 1  Gold -  Slots 5/10
            Rations (3 of 3), Torch (3 of 3), Serrated Knife, Boiled Leather, Heartroot
            Salve (1 of 1)
    """
    state = as_state(state, State)
    due = decision(state)
    active = None if due is None else due[0]
    lines: list[str] = []
    for seat, draft in enumerate(state.drafts):
        if plain:
            who = f"{SEAT_NAMES[seat].capitalize()}{', who decides' if seat == active else ''}"
            lines += (f"{who}: {_title(state, draft) or 'nothing yet'}", *_lines(state, draft, ", ", "unknown"))
            continue
        sign = ">" if seat == active else " "
        title = f"{sign} {SEAT_NAMES[seat].capitalize()}: {_title(state, draft) or '-'}"
        lines += wrap(title, WIDTH, subsequent_indent="    ")
        for text in _lines(state, draft):
            lines += wrap(text, WIDTH, initial_indent="    ", subsequent_indent="    ")
    return "\n".join(lines)


def _title(state: State, draft: Draft) -> str:
    background = "" if draft.background is None else state.content.backgrounds[draft.background].name
    age = "" if draft.age is None else f"{draft.age} years"
    return ", ".join(part for part in (draft.name, background, age) if part)


def _lines(state: State, draft: Draft, between: str = "  ", unknown: str = "-") -> Iterator[str]:
    if draft.background is None:
        return
    book, inventory = state.content, inventory_of(draft, state.content)
    values: list[tuple[str, object]] = [
        *zip(Attribute, arranged(draft) or (unknown,) * 3, strict=True),
        ("HP", unknown if draft.hp is None else draft.hp),
        ("Armor", inventory.armor(state.rulings)),
        ("Gold", unknown if draft.gold is None else draft.gold),
        ("Slots", f"{inventory.used(state.rulings)}/{inventory.capacity}"),
    ]
    yield between.join(f"{name} {value}" for name, value in values)
    yield ", ".join(map(str, inventory.items))
    if inventory.containers:
        yield "With " + ", ".join(container.name for container in inventory.containers)
    if inventory.stash:
        yield "Left behind: " + ", ".join(map(str, inventory.stash))
    if draft.traits:
        words = (book.traits[trait][row - 1] for trait, row in zip(TRAITS, draft.traits, strict=False))
        yield ", ".join(f"{trait} {word.lower()}" for trait, word in zip(TRAITS, words, strict=False)).capitalize()
    rows = [f"Bond {row}" for row in draft.bonds]
    if draft.omen is not None:
        rows.append("a private omen" if has_private_omen(draft, book) else f"omen {draft.omen}")
    if rows:
        yield ", ".join(rows)


def question(state: State) -> str:
    """Return the pending step of the next character, with its rule."""
    due = decision(state)
    if due is None:
        return "All characters are complete"
    seat, step = due
    _, must, rule = DECISIONS[step]
    return f"{state.drafts[seat].name or seat_name(SEAT_NAMES, seat)}: {must} [{rule}]"
