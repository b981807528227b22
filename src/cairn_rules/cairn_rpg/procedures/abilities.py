"""Abilities of backgrounds and bonds that work once a day, cost Fatigue, or force a save (R52, R64)."""

from __future__ import annotations

from collections.abc import Iterable

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import Character, with_conditions
from cairn_rules.cairn_rpg.characters.effects import FatigueCost, ForcedSave, OncePerDay
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.illegal_action_errors import refusal
from cairn_rules.cairn_rpg.procedures.fatigue import Change, add_fatigue, needs_drop
from cairn_rules.cairn_rpg.procedures.saves import save
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import Dice, Resolution

__all__ = ["exert", "forced_save", "use_daily"]


@checked
def use_daily(character: Character, ability: OncePerDay) -> Character:
    """Return the character with a daily ability used. `recovery.end_of_day` restores it.

    Raises:
        IllegalActionError: if it was used today.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> from cairn_rules.cairn_rpg.procedures.recovery import end_of_day
        >>> gift = OncePerDay(text="background/beast-handler/2/6")
        >>> ada = use_daily(combat.person("Ada", hp=4), gift)
        >>> use_daily(ada, gift)
        Traceback (most recent call last):
            ...
        cairn_rules.errors.IllegalActionError: ... Ada has done so today [ability/used-today, rule R64]
        >>> ada = use_daily(end_of_day(ada).state, gift)
    """
    conditions = character.conditions
    if ability.text in conditions.today:
        raise refusal(character, f"use {ability.text}", REASONS.reason("ability/used-today", who=character.name))
    return with_conditions(character, today=conditions.today | {ability.text})


@checked
def exert(character: Character, cost: FatigueCost, *, drops: Iterable[Item] = (), rulings: Rulings = DEFAULT) -> Change:
    """Add the Fatigue that an ability costs (R64).

    `drops` has the items to drop, in order, if there is no free slot (R65).

    Raises:
        IllegalActionError: if an item has to be dropped and the next one of `drops` cannot be.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> cost = FatigueCost(amount=2, when="sprinting")
        >>> exert(combat.person("Ada", hp=4), cost).state.inventory.fatigue
        2
    """
    return tire(character, ("R64",) * cost.amount, drops, rulings)


def tire(character: Character, rules: Iterable[str], drops: Iterable[Item], rulings: Rulings) -> Change:
    """Add a Fatigue for each of the given rules, as `exert` does."""
    events: tuple[Event, ...] = ()
    left = iter(drops)
    for rule in rules:
        drop = next(left, None) if needs_drop(character, rulings) else None
        change = add_fatigue(character, drop=drop, rule=rule, rulings=rulings)
        character, events = change.state, (*events, *change.events)
    return Resolution(character, events)


@checked
def forced_save(character: Character, effect: ForcedSave, dice: Dice) -> tuple[bool, Event]:
    """Make a save that an effect forces on a character (R52). Return True if it passes, and the event.

    The caller applies the effects of a failure.

    Example:
        >>> from cairn_rules.cairn_rpg import Attribute, combat
        >>> from cairn_rules.chance import ScriptedDice
        >>> noise = ForcedSave(attribute=Attribute.WIL, who="self", fail="paralysed", when="sudden noise")
        >>> passed, event = forced_save(combat.person("Ada", hp=4, willpower=9), noise, ScriptedDice([10]))
        >>> passed, str(event)
        (False, 'Ada fails the WIL save: paralysed [R52]')
    """
    name, attribute = character.name, effect.attribute
    if save(character, attribute, dice, rule="R52"):
        return True, Event("save", "R52", who=name, attribute=attribute)
    return False, Event("save-failed", "R52", who=name, attribute=attribute, result=effect.fail)
