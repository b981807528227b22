"""Fatigue, and other things that force a character to drop an item (R29, R64 to R67a)."""

from __future__ import annotations

from typing import TypeAlias

from attrs import evolve

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import Character, replaced, with_conditions
from cairn_rules.cairn_rpg.characters.effects import FatigueRelief, Growth
from cairn_rules.cairn_rpg.characters.inventory import Inventory, packed
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.illegal_action_errors import refusal
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import Resolution
from cairn_rules.phrasebook import Named

__all__ = ["Change", "add_fatigue", "grow", "lose_slot", "must_drop", "relieve", "remove_fatigue"]

Change: TypeAlias = Resolution[Character, Event]
"""A character after an operation, with the events."""


@checked
def must_drop(character: Character, rulings: Rulings = DEFAULT, *, slots: int = 1) -> tuple[Item, ...]:
    """Return the items of which one must be dropped to free slots (R65).

    Only items that occupy enough slots and can be dropped are listed; equal ones are listed once. One Fatigue needs one
    slot. The result is empty if there is room already, or if nothing can be dropped.

    Example:
        >>> from cairn_rules.cairn_rpg.characters.attributes import Score
        >>> chain, chalk = Item(id="chain", name="Chain"), Item(id="chalk", name="Chalk", slots=0)
        >>> ten = Score.full(10)
        >>> tired = Character(
        ...     name="Ada", strength=ten, dexterity=ten, willpower=ten, hp=Score.full(4),
        ...     inventory=Inventory(items=(chain, chalk), fatigue=9),
        ... )
        >>> [item.name for item in must_drop(tired)]
        ['Chain']
    """
    inventory = character.inventory
    short = slots - inventory.free(rulings)
    if short <= 0:
        return ()
    return tuple(dict.fromkeys(item for item in inventory.items if item.droppable and item.slots >= short))


def needs_drop(character: Character, rulings: Rulings = DEFAULT) -> bool:
    """Return whether one more Fatigue forces a character to drop an item (R65, R67a)."""
    return not _absorbs(character, rulings) and bool(must_drop(character, rulings))


@checked
def add_fatigue(
    character: Character, *, drop: Item | None = None, rule: str = "R64", rulings: Rulings = DEFAULT
) -> Change:
    r"""Add one Fatigue (R64, R65, R67a).

    A spirit may absorb it, once a day. Without a free slot, an item has to be dropped, and a pulled cart is let go if
    no item can be. If nothing makes room, no Fatigue is added (A12). The item to drop is one of `must_drop`, and is
    ignored if there is a free slot. `rule` is the number of the rule that adds the Fatigue.

    Raises:
        IllegalActionError: if an item has to be dropped and `drop` is not one of those that can be.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import combat
        >>> from cairn_rules.cairn_rpg.characters.items import Item
        >>> rope = Item(id="rope", name="Rope")
        >>> ada = evolve(combat.person("Ada", hp=4), inventory=Inventory(items=(rope,), fatigue=9))
        >>> print(*add_fatigue(ada, drop=rope).events, sep="\n")
        Ada drops Rope [R65]
        Ada adds a Fatigue and has 10 [R64]
    """
    name = character.name
    conditions = character.conditions
    if _absorbs(character, rulings):
        character = with_conditions(character, absorbed=conditions.absorbed + 1)
        return Resolution(character, (Event("absorbed", "R67a", who=name, amount=1),))
    room = _make_room(character, 1, drop, "add Fatigue", rulings)
    if room is None:
        return Resolution(character, (Event("overwhelmed", "R65", who=name),))
    inventory = evolve(room.state.inventory, fatigue=room.state.inventory.fatigue + 1)
    event = Event("fatigue", rule, who=name, amount=inventory.fatigue)
    return filled(character, inventory, (*room.events, event), rulings)


@checked
def remove_fatigue(character: Character, count: int = 1) -> Character:
    """Return the character with some Fatigue removed, never below 0.

    Raises:
        IllegalActionError: if the character is Deprived (R62).

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> tired = add_fatigue(combat.person("Ada", hp=4)).state
        >>> tired.inventory.fatigue, remove_fatigue(tired).inventory.fatigue
        (1, 0)
    """
    if character.is_deprived:
        needs = tuple(sorted(character.conditions.needs))
        reason = REASONS.reason("recover/deprived", who=character.name, loss="Fatigue", needs=needs)
        raise refusal(character, "remove Fatigue", reason)
    inventory = character.inventory
    return replaced(character, inventory=evolve(inventory, fatigue=max(0, inventory.fatigue - count)))


@checked
def relieve(character: Character, rulings: Rulings = DEFAULT) -> Character:
    """Remove the Fatigue that an effect of the character removes once a day (A70).

    Raises:
        IllegalActionError: if it has no such effect, used it today, or is Deprived (R62).

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Inventory, combat
        >>> gift = FatigueRelief(amount=1, mode="removes")
        >>> ada = evolve(combat.person("Ada", hp=4), inventory=Inventory(fatigue=3), effects=(gift,))
        >>> relieve(ada).inventory.fatigue
        2
    """
    most = _relief(character, "removes") + (_relief(character, "absorbs") if rulings.spirit == "removes" else 0)
    conditions = character.conditions
    if conditions.relieved >= most:
        code = "fatigue/relieved" if most else "fatigue/no-relief"
        raise refusal(character, "relieve Fatigue", REASONS.reason(code, who=character.name))
    relieved = remove_fatigue(character, most - conditions.relieved)
    return with_conditions(relieved, relieved=most)


@checked
def grow(character: Character, growth: Growth, *, drop: Item | None = None, rulings: Rulings = DEFAULT) -> Change:
    """Apply a month's growth to an item (R29). Without room, an item has to be dropped, as for Fatigue (R65).

    That item is one of `must_drop`, and is ignored if there is a free slot.

    Raises:
        IllegalActionError: if the item is not carried, or if an item has to be dropped and `drop` is not one of those
            that can be.

    Example:
        >>> from cairn_rules.cairn_rpg import Item, combat
        >>> from cairn_rules.cairn_rpg.procedures.carrying import take
        >>> heart = Item(id="stone-heart", name="Stone Heart", slots=0, droppable=False)
        >>> ada = take(combat.person("Ada", hp=4), heart)
        >>> print(*grow(ada, Growth(item="stone-heart", slots=1)).events)
        Stone Heart grows and takes 1 slot [R29]
    """
    name = character.name
    item = next((item for item in character.inventory.items if item.id == growth.item), None)
    if item is None:
        reason = REASONS.reason("item/not-carried", "R29", who=name, target=growth.item)
        raise refusal(character, f"grow {growth.item}", reason)
    room = _make_room(character, growth.slots, drop, f"grow {item.name}", rulings)
    if room is None:
        return Resolution(character, (Event("cannot-grow", "R29", who=name, item=Named(item.id, item.name)),))
    grown = evolve(item, slots=item.slots + growth.slots)
    if item not in room.state.inventory.items:  # it was dropped itself
        return room
    inventory = room.state.inventory.exchanged(item, grown)
    event = Event("grown", "R29", who=name, item=Named(item.id, item.name), amount=grown.slots)
    return filled(character, inventory, (*room.events, event), rulings)


@checked
def lose_slot(character: Character, *, drop: Item | None = None, rulings: Rulings = DEFAULT) -> Change:
    """Remove a slot permanently (R28). Without a free slot, an item has to be dropped, as for Fatigue (R65).

    That item is one of `must_drop`, and is ignored if there is a free slot.

    Raises:
        IllegalActionError: if an item has to be dropped and `drop` is not one of those that can be.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> lose_slot(combat.person("Ada", hp=4)).state.inventory.capacity
        9
    """
    name = character.name
    room = _make_room(character, 1, drop, "lose a slot", rulings)
    if room is None:
        return Resolution(character, (Event("slots-kept", "R29", who=name),))
    inventory = room.state.inventory
    inventory = evolve(inventory, capacity=inventory.capacity - 1)
    event = Event("slot-lost", "R28", who=name, amount=inventory.capacity)
    return filled(character, inventory, (*room.events, event), rulings)


def filled(character: Character, inventory: Inventory, events: tuple[Event, ...], rulings: Rulings) -> Change:
    """Return a character with a new inventory, and an event if that fills its last slot (R31)."""
    if inventory.is_full(rulings) and not character.inventory.is_full(rulings):
        events = (*events, Event("full", "R31", who=character.name, amount=0))
    return Resolution(packed(character, inventory, rulings), events)


def _make_room(character: Character, slots: int, drop: Item | None, action: str, rulings: Rulings) -> Change | None:
    """Free some slots. Return None if that is impossible."""
    inventory = character.inventory
    name = character.name
    if inventory.free(rulings) >= slots:
        return Resolution(character)
    options = must_drop(character, rulings, slots=slots)
    if options:
        if drop not in options:
            given = {"drop": drop.name} if drop else {}
            names = tuple(item.name for item in options)
            raise refusal(character, action, REASONS.reason("slots/drop", who=name, items=names, **given))
        inventory = inventory.without(drop)
        event = Event("dropped", "R65", who=name, item=Named(drop.id, drop.name))
        return Resolution(replaced(character, inventory=inventory), (event,))
    parked = tuple(evolve(each, pulled=False) for each in inventory.containers)
    inventory = evolve(inventory, containers=parked)
    if inventory.free(rulings) < slots:
        return None
    event = Event("cart-released", "R65", who=name)
    return Resolution(replaced(character, inventory=inventory), (event,))


def _absorbs(character: Character, rulings: Rulings) -> bool:
    """Return whether a spirit absorbs the next Fatigue (R67a)."""
    return rulings.spirit == "next" and character.conditions.absorbed < _relief(character, "absorbs")


def _relief(character: Character, mode: str) -> int:
    """Return the daily Fatigue that effects of a mode avoid or remove."""
    return sum(each.amount for each in character.effects if isinstance(each, FatigueRelief) and each.mode == mode)
