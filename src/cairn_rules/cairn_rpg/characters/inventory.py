"""The inventory of a character: slots, gold, containers and armour (R28 to R44, R68 to R70)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final, assert_never, final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.effects import ArmorChange, OnlyWhile
from cairn_rules.cairn_rpg.characters.items import Container, Item
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.frozen_classes import evolve, frozen

if TYPE_CHECKING:
    from cairn_rules.cairn_rpg.characters.character import Character

CAPACITY: Final = 10
"""Number of slots of a character (R28)."""
MOST_ARMOR: Final = 3
"""Maximum armour (R70)."""


@final
@frozen(kw_only=True, cache_hash=True)
class Inventory:
    """Carried items, Fatigue, gold, and containers.

    Example:
        >>> pack = Inventory(items=(Item(id="plate", name="Plate", slots=2, armor=3, worn=True),), fatigue=1, gold=250)
        >>> pack.used(), pack.free(), pack.armor()
        (5, 5, 3)
    """

    items: tuple[Item, ...] = ()
    """Carried items, in the order in which they were taken."""
    fatigue: int = 0
    """Slots taken by Fatigue."""
    gold: int = 0
    """Gold pieces carried (R222)."""
    containers: tuple[Container, ...] = ()
    """Carts, wagons and mounts with their loads (R35)."""
    stash: tuple[Item, ...] = ()
    """Items left behind in a safe place."""
    backpack: bool = True
    """True if it has a backpack, which is not an item (R22)."""
    capacity: int = CAPACITY
    """Number of slots (R28)."""

    def used(self, rulings: Rulings = DEFAULT) -> int:
        """Return the number of used slots: items, Fatigue, coins, and carts that are pulled (R44)."""
        slots = self.fatigue
        for item in self.items:
            slots += item.slots
        if self.gold >= 100:
            slots += coin_slots(self.gold, rulings)
        for container in self.containers:
            if container.pulled:
                slots += container.load
        return slots

    def free(self, rulings: Rulings = DEFAULT) -> int:
        """Return the number of free slots (R32)."""
        return self.capacity - self.used(rulings)

    def is_full(self, rulings: Rulings = DEFAULT) -> bool:
        """Return whether all slots are used, which sets HP to 0 (R31)."""
        return self.used(rulings) >= self.capacity

    def armor(self, rulings: Rulings = DEFAULT, *, natural: int = 0) -> int:
        """Return the armour of worn items: the best base armour plus all bonuses, at most 3 (R68 to R70, A13).

        `natural` is armour of the body, which counts as base armour.
        """
        base, bonus = [natural], 0
        for item in self.items:
            if item.worn and item.armor:
                if item.armor_is_bonus:
                    bonus += item.armor
                else:
                    base.append(item.armor)
        return min(MOST_ARMOR, bonus + (sum(base) if rulings.armor_stack == "sum" else max(base)))

    @property
    def within_reach(self) -> tuple[Item, ...]:
        """Carried items, then those in containers."""
        return (*self.items, *(item for container in self.containers for item in container.items))

    def with_items(self, *items: Item) -> Inventory:
        """Return the inventory with more items at its end. Slots are not checked."""
        return evolve(self, items=self.items + items)

    def without(self, item: Item) -> Inventory:
        """Return the inventory without one copy of an item.

        Raises:
            ValueError: if the item is not carried.
        """
        place = self.items.index(item)
        return evolve(self, items=self.items[:place] + self.items[place + 1 :])

    def exchanged(self, item: Item, new: Item) -> Inventory:
        """Return the inventory with one copy of an item replaced by another item, in the same place.

        Raises:
            ValueError: if the item is not carried.
        """
        place = self.items.index(item)
        return evolve(self, items=(*self.items[:place], new, *self.items[place + 1 :]))

    def reloaded(self, container: Container, new: Container) -> Inventory:
        """Return the inventory with a container replaced by another one, such as a fuller one, in the same place.

        Raises:
            ValueError: if there is no such container.
        """
        place = self.containers.index(container)
        return evolve(self, containers=(*self.containers[:place], new, *self.containers[place + 1 :]))


EMPTY: Final = Inventory()
"""An inventory with a backpack only."""


def coin_slots(gold: int, rulings: Rulings = DEFAULT) -> int:
    """Return the number of slots that gold takes (R30, A6).

    Example:
        >>> [coin_slots(gold) for gold in (99, 100, 350)]
        [0, 1, 3]
    """
    match rulings.coin_slots:
        case "per_100":
            return gold // 100
        case "one":
            return int(gold >= 100)
        case "none":
            return 0
        case _:
            assert_never(rulings.coin_slots)


@checked
def armor_of(character: Character, rulings: Rulings = DEFAULT, *, circumstances: Collection[str] = ()) -> int:
    """Return the armour of a character, including its effects (R68 to R70).

    The circumstances are the conditions (`when`) of effects that hold now.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> armor_of(combat.person("Golem", hp=4, armor=2))
        2
    """
    inventory = character.inventory
    if not (character.effects or inventory.items):
        return min(MOST_ARMOR, character.armor)
    more = 0
    for effect in character.effects:
        if isinstance(effect, ArmorChange):
            carried = not effect.item or any(item.id == effect.item for item in inventory.items)
            if carried and (not effect.when or effect.when in circumstances):
                more += effect.amount
        elif isinstance(effect, OnlyWhile) and not works(effect, inventory, circumstances):
            kept = tuple(item for item in inventory.items if item.id != effect.item)
            inventory = evolve(inventory, items=kept)
    return min(MOST_ARMOR, more + inventory.armor(rulings, natural=character.armor))


def works(effect: OnlyWhile, inventory: Inventory, circumstances: Collection[str] = ()) -> bool:
    """Return whether the item of an effect works now as a weapon or as armour."""
    if effect.without_metal_armor and any(
        item.worn and item.armor and item.metal and item.id != effect.item for item in inventory.items
    ):
        return False
    return not effect.when or effect.when in circumstances


def packed(character: Character, inventory: Inventory, rulings: Rulings = DEFAULT) -> Character:
    """Return a character with another inventory. By a ruling, full slots set its HP to 0 (R31, A7)."""
    if rulings.zero_hp == "lose" and inventory.is_full(rulings):
        return evolve(character, inventory=inventory, hp=evolve(character.hp, value=0))
    return evolve(character, inventory=inventory)


@checked
def hit_protection(character: Character, rulings: Rulings = DEFAULT) -> int:
    """Return the HP that protects a character now: 0 while its slots are full or it is panicked (R31, R177, A7).

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import combat
        >>> ada = combat.person("Ada", hp=4)
        >>> hit_protection(ada), hit_protection(evolve(ada, inventory=Inventory(fatigue=10)))
        (4, 0)
    """
    return 0 if is_held(character, rulings) else character.hp.value


def is_held(character: Character, rulings: Rulings = DEFAULT) -> bool:
    """Return whether full slots or panic hold the HP of a character at 0 (R31, R177, A7)."""
    return rulings.zero_hp == "hold" and (character.conditions.panicked or character.inventory.is_full(rulings))
