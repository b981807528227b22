"""Hirelings, made by their role or from a background (R138 to R142)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from attrs import evolve

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import Character, Traits, replaced
from cairn_rules.cairn_rpg.characters.inventory import Inventory
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.content.book import TRAITS, Book
from cairn_rules.cairn_rpg.content.book_file import book as shipped_book
from cairn_rules.cairn_rpg.creation.create import background_row, check_choice, dice_from
from cairn_rules.cairn_rpg.creation.steps import (
    RATIONS,
    TRAIT_STEPS,
    Draft,
    Step,
    granted,
    person_of,
    ready,
    with_result,
)
from cairn_rules.cairn_rpg.rulings import DEFAULT
from cairn_rules.chance import Dice
from cairn_rules.errors import SetupError, hint, quoted

_STEPS: Final = (Step.BACKGROUND, Step.NAME, Step.TABLE_1, Step.TABLE_2, Step.GOLD, Step.ATTRIBUTES, Step.HP, Step.AGE)
"""The steps of a hireling from a background, in their order (R139)."""


@checked
def create_hireling(
    role: str,
    *,
    name: str | None = None,
    items: Sequence[Item] = (),
    seed: int | None = None,
    dice: Dice | None = None,
    book: Book | None = None,
) -> Character:
    """Make a hireling of a role, with rolled attributes, HP and traits (R138). Attributes are not swapped (R142).

    Args:
        role: The id or the name of a hireling in the price list.
        name: The name (default: the role).
        items: Fitting equipment. Armour is worn.
        seed: The same seed gives the same hireling (default: a different one each time).
        dice: Other dice, instead of a seed.
        book: The tables and price lists (default: those of the library).

    Raises:
        SetupError: if there is no such role.

    Example:
        >>> guide = create_hireling("local-guide", seed=7)
        >>> guide.name, guide.kind, guide.day_rate
        ('Local Guide', 'hireling', 5)
    """
    content = shipped_book() if book is None else book
    roles = {each.id: each for each in content.goods["hirelings"]}
    found = roles.get(role) or next((each for each in roles.values() if each.name == role), None)
    if found is None:
        raise SetupError(f"{quoted(role)} is not a hireling; {hint(role, tuple(roles))}")
    roller = dice_from(seed) if dice is None else dice
    draft = Draft(name=found.name if name is None else name)
    for step in (Step.ATTRIBUTES, Step.HP, *TRAIT_STEPS):
        draft = with_result(draft, step, None, roller, content, DEFAULT)
    words = {trait: content.traits[trait][row - 1] for trait, row in zip(TRAITS, draft.traits, strict=True)}
    inventory = Inventory(items=tuple(evolve(item, worn=item.wearable) for item in items))
    return person_of(draft, inventory, kind="hireling", traits=Traits(**words), day_rate=found.price)


@checked
def create_background_hireling(
    background: str | int | None = None,
    *,
    name: str | int | None = None,
    day_rate: int | None = None,
    seed: int | None = None,
    dice: Dice | None = None,
    book: Book | None = None,
) -> Character:
    """Make a hireling from a background: its tables, its rations, gold, attributes, HP and age (R139, A34).

    Args:
        background: The id, the name or the row of a background (default: rolled).
        name: Any name, or a row of the names of the background (default: rolled).
        day_rate: The daily rate in gold pieces, if one is agreed (R140).
        seed: The same seed and choices give the same hireling (default: a different one each time).
        dice: Other dice, instead of a seed.
        book: The backgrounds and tables (default: those of the library).

    Raises:
        SetupError: if there is no such background or name.

    Example:
        >>> helper = create_background_hireling("scrivener", name="Ash", day_rate=5, seed=7)
        >>> helper.background, helper.inventory.items[0].name
        ('scrivener', 'Rations')
    """
    content = ready(shipped_book() if book is None else book)
    row = None if background is None else background_row(content, background)
    choices: dict[Step, Any] = {Step.BACKGROUND: row, Step.NAME: name}
    roller = dice_from(seed) if dice is None else dice
    draft = Draft()
    for step in _STEPS:
        choice = choices.get(step)
        if choice is not None:
            check_choice(draft, step, choice, content, DEFAULT)
        draft = with_result(draft, step, choice, roller, content, DEFAULT)
    start, *grants = granted(draft, content)
    rations = tuple(item for item in start.items if item.id == RATIONS)
    inventory = Inventory(
        items=(*rations, *(item for grant in grants for item in grant.items)),
        gold=draft.gold or 0,
        containers=tuple(container for grant in grants for container in grant.containers),
    )
    return person_of(draft, inventory, tuple(grants), kind="hireling", day_rate=day_rate)


@checked
def take_over(hireling: Character) -> Character:
    """Return a hireling as the new character of a player (R104, R141). It joins at once and draws no pay.

    Example:
        >>> take_over(create_hireling("bodyguard", seed=7)).kind
        'pc'
    """
    return replaced(hireling, kind="pc", day_rate=None, paid_days=0)
