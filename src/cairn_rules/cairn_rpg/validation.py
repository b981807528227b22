"""Checks of a whole character, for instance one that was edited by hand (R43)."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.effects import CannotDie
from cairn_rules.cairn_rpg.characters.inventory import CAPACITY, MOST_ARMOR
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.content.book_file import book as shipped_book
from cairn_rules.cairn_rpg.creation.character_checks import creation_faults
from cairn_rules.cairn_rpg.procedures.carrying import BARE, SHIELDS, container_used, is_bare
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.errors import Reason


@checked
def validate(
    character: Character, rulings: Rulings = DEFAULT, *, new: bool = False, book: Book | None = None
) -> tuple[Reason, ...]:
    """Return every fault of a character, with its rule; empty if it is legal (R43).

    Args:
        character: The character. If it has a background, it must be one that creation can make.
        rulings: The rulings (default: those of the rules page).
        new: True to require a new character: its scores are full, and it has exactly the gear and the gold that its
            background, rows and bonds grant (default: False).
        book: The backgrounds and tables (default: those of the library).

    Example:
        >>> from cairn_rules.cairn_rpg.characters.attributes import Score
        >>> from cairn_rules.cairn_rpg.characters.inventory import Inventory
        >>> ten = Score.full(10)
        >>> ada = Character(
        ...     name="Ada", strength=ten, dexterity=ten, willpower=ten, hp=Score.full(4),
        ...     inventory=Inventory(fatigue=9, gold=250),
        ... )
        >>> for fault in validate(ada):
        ...     print(fault)
        Ada uses 11 of 10 slots [slots/full, rule R32]
    """
    content = shipped_book() if book is None else book
    return (
        *_slots(character, rulings),
        *_hands(character),
        *_items(character, rulings),
        *_kept(character),
        *_state(character, rulings),
        *creation_faults(character, rulings, content, new=new),
    )


@checked
def remarks(character: Character, rulings: Rulings = DEFAULT) -> tuple[Reason, ...]:
    """Return remarks on legal but impractical things: more than four items without a backpack (R33, A8).

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Inventory, Item, combat
        >>> pack = Inventory(items=(Item(id="chain", name="Chain"),) * 5, backpack=False)
        >>> [reason.rule for reason in remarks(evolve(combat.person("Ada", hp=4), inventory=pack))]
        ['R33']
    """
    return tuple(_bare(character)) if rulings.no_backpack == "warn" else ()


def _slots(character: Character, rulings: Rulings) -> Iterator[Reason]:
    name, inventory = character.name, character.inventory
    if inventory.fatigue < 0:
        yield REASONS.reason("slots/negative", who=name, fatigue=inventory.fatigue)
    if not 0 <= inventory.capacity <= CAPACITY:
        yield REASONS.reason("slots/capacity", who=name, capacity=inventory.capacity, most=CAPACITY)
    used = inventory.used(rulings)
    if used > inventory.capacity:
        yield REASONS.reason("slots/full", who=name, used=used, capacity=inventory.capacity)
    if rulings.no_backpack == "limit":
        yield from _bare(character)
    for container in inventory.containers:
        load = container_used(container, rulings)
        if load > container.room:
            yield REASONS.reason("container/full", container=container.name, who=name, load=load, room=container.room)


def _bare(character: Character) -> Iterator[Reason]:
    slots = sum(item.slots for item in character.inventory.items)
    if is_bare(character.inventory) and slots > BARE:
        yield REASONS.reason("slots/no-backpack", who=character.name, slots=slots, most=BARE)


def _hands(character: Character) -> Iterator[Reason]:
    name, inventory = character.name, character.inventory
    pulled = [container for container in inventory.containers if container.pulled]
    if len(pulled) > 1:
        carts = ", ".join(cart.name for cart in pulled)
        yield REASONS.reason("hands/pulling", who=name, carts=carts)
    for container in pulled:
        if not container.load:
            yield REASONS.reason("hands/no-cart", container=container.name, who=name)
    if pulled and any(item.id in SHIELDS and item.worn for item in inventory.items):
        yield REASONS.reason("hands/holding", who=name, pulled=pulled[0].name)


def _items(character: Character, rulings: Rulings) -> Iterator[Reason]:
    name, inventory = character.name, character.inventory
    gold = [("", inventory.gold), *((f"{each.name} of ", each.gold) for each in inventory.containers)]
    for where, pieces in gold:
        if pieces < 0:
            yield REASONS.reason("gold/short", place=where, who=name, pieces=pieces)
    for item in inventory.items:
        if item.bodily and item.slots:
            yield REASONS.reason("item/bodily", "R29", item=item.name, who=name)
        if item.worn and not item.wearable:
            yield REASONS.reason("item/not-wearable", who=name, item=item.name)
        if item.is_spent and not item.light and rulings.spent == "remove":
            yield REASONS.reason("item/no-uses", "R37", who=name, item=item.name)


def _kept(character: Character) -> Iterator[Reason]:
    """Yield the faults of things that are put away but should stay with their owner (R41)."""
    inventory = character.inventory
    for item in (*inventory.stash, *(item for container in inventory.containers for item in container.items)):
        if not item.droppable or (item.bodily and item.slots_detached is None):
            yield REASONS.reason("item/undroppable", who=character.name, item=item.name)


def _state(character: Character, rulings: Rulings) -> Iterator[Reason]:
    name, conditions = character.name, character.conditions
    if conditions.deprived_days and not conditions.needs:
        yield REASONS.reason("needs/none", who=name)
    lost = not character.strength.value and character.strength.max > 0
    if lost and not conditions.dead and not any(isinstance(each, CannotDie) for each in character.effects):
        yield REASONS.reason("character/dead", who=name, attribute="STR")
    if character.armor > MOST_ARMOR:
        yield REASONS.reason("armor/most", who=name, armor=character.armor, most=MOST_ARMOR)
    if character.day_rate is not None and character.kind != "hireling":
        yield REASONS.reason("character/day-rate", who=name)
    if character.scars and character.kind != "pc":
        yield REASONS.reason("scar/not-pc", who=name)
    for scar in character.scars:
        if not 1 <= scar.row <= 12:
            yield REASONS.reason("scar/row", who=name, row=scar.row)
    full = character.inventory.is_full(rulings)
    if full and character.hp.value and rulings.zero_hp == "lose":
        yield REASONS.reason("slots/hp", who=name, value=character.hp.value)
