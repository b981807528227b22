"""Checks of a whole character, for instance one that was edited by hand (R43)."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.book_file import book as shipped_book
from cairn_rules.cairn_rpg.carrying import BARE, SHIELDS, container_used, is_bare
from cairn_rules.cairn_rpg.character import Character
from cairn_rules.cairn_rpg.content import Book
from cairn_rules.cairn_rpg.creation_checks import creation_faults
from cairn_rules.cairn_rpg.effects import CannotDie
from cairn_rules.cairn_rpg.inventory import CAPACITY, MOST_ARMOR
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
        new: True if nothing may have happened since its creation: its scores are full, and it has exactly the gear and
            the gold that its background, rows and bonds grant (default: False).
        book: The backgrounds and tables (default: those of the library).

    Example:
        >>> from cairn_rules.cairn_rpg.attributes import Score
        >>> from cairn_rules.cairn_rpg.inventory import Inventory
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
    """Return remarks on what is legal but uncomfortable: more than four items without a backpack (R33, A8).

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
        yield Reason("slots/negative", f"{name} has {inventory.fatigue} Fatigue, which is less than none", "R29")
    if not 0 <= inventory.capacity <= CAPACITY:
        yield Reason("slots/capacity", f"{name} has {inventory.capacity} slots, not 0 to {CAPACITY}", "R28")
    used = inventory.used(rulings)
    if used > inventory.capacity:
        yield Reason("slots/full", f"{name} uses {used} of {inventory.capacity} slots", "R32")
    if rulings.no_backpack == "limit":
        yield from _bare(character)
    for container in inventory.containers:
        load = container_used(container, rulings)
        if load > container.room:
            text = f"{container.name} of {name} holds {load} slots, not {container.room} at most"
            yield Reason("container/full", text, "R35")


def _bare(character: Character) -> Iterator[Reason]:
    slots = sum(item.slots for item in character.inventory.items)
    if is_bare(character.inventory) and slots > BARE:
        text = f"{character.name} carries items of {slots} slots without a backpack, not {BARE} at most"
        yield Reason("slots/no-backpack", text, "R33")


def _hands(character: Character) -> Iterator[Reason]:
    name, inventory = character.name, character.inventory
    pulled = [container for container in inventory.containers if container.pulled]
    if len(pulled) > 1:
        carts = ", ".join(cart.name for cart in pulled)
        yield Reason("hands/pulling", f"{name} pulls more than one cart ({carts})", "R35")
    for container in pulled:
        if not container.load:
            yield Reason("hands/no-cart", f"{container.name} of {name} is not pulled by hand", "R35")
    if pulled and any(item.id in SHIELDS and item.worn for item in inventory.items):
        yield Reason("hands/holding", f"{name} holds a shield and pulls {pulled[0].name} with both hands", "R35")


def _items(character: Character, rulings: Rulings) -> Iterator[Reason]:
    name, inventory = character.name, character.inventory
    gold = [("", inventory.gold), *((f"{each.name} of ", each.gold) for each in inventory.containers)]
    for where, pieces in gold:
        if pieces < 0:
            yield Reason("gold/short", f"{where}{name} has {pieces}gp, which is less than none", "R222")
    for item in inventory.items:
        if item.bodily and item.slots:
            yield Reason("item/bodily", f"{item.name} is a part of the body of {name} and takes no slot", "R29")
        if item.worn and not item.wearable:
            yield Reason("item/not-wearable", f"{name} wears {item.name}, which is not armour", "R42")
        if item.is_spent and not item.light and rulings.spent == "remove":
            yield Reason("item/no-uses", f"{name} carries {item.name}, which is used up", "R37")


def _kept(character: Character) -> Iterator[Reason]:
    """Yield what is put away and should stay with its owner (R41)."""
    inventory = character.inventory
    for item in (*inventory.stash, *(item for container in inventory.containers for item in container.items)):
        if not item.droppable or (item.bodily and item.slots_detached is None):
            text = f"{character.name} has put {item.name} away, which stays with its owner"
            yield Reason("item/undroppable", text, "R41")


def _state(character: Character, rulings: Rulings) -> Iterator[Reason]:
    name, conditions = character.name, character.conditions
    if conditions.deprived_days and not conditions.needs:
        yield Reason("needs/none", f"{name} counts days of deprivation and lacks nothing", "R61")
    lost = not character.strength.value and character.strength.max > 0
    if lost and not conditions.dead and not any(isinstance(each, CannotDie) for each in character.effects):
        yield Reason("character/dead", f"{name} has lost all STR and should be dead", "R101")
    if character.armor > MOST_ARMOR:
        yield Reason("armor/most", f"{name} has {character.armor} Armor, not {MOST_ARMOR} at most", "R70")
    if character.day_rate is not None and character.kind != "hireling":
        yield Reason("character/day-rate", f"{name} has a daily rate, which only hirelings have", "R140")
    if character.scars and character.kind != "pc":
        yield Reason("scar/not-pc", f"{name} has scars, which only player characters get", "R107")
    for scar in character.scars:
        if not 1 <= scar.row <= 12:
            yield Reason("scar/row", f"{name} has a scar of row {scar.row}, not of 1 to 12", "R108")
    full = character.inventory.is_full(rulings)
    if full and character.hp.value and rulings.zero_hp == "lose":
        yield Reason("slots/hp", f"{name} has {character.hp.value} HP and no free slot", "R31")
