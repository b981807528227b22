"""Damage of attacks: Hit Protection, Critical Damage and death (R96 to R106)."""

from __future__ import annotations

from typing import final

from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.character import Character, replaced, with_conditions
from cairn_rules.cairn_rpg.characters.effects import CannotDie, CriticalSavePass
from cairn_rules.cairn_rpg.characters.inventory import hit_protection, is_held
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.procedures.saves import save
from cairn_rules.cairn_rpg.procedures.scar_table import outlive_doom, take_scar
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import Dice
from cairn_rules.frozen_classes import frozen
from cairn_rules.phrasebook import Named


@final
@frozen
class Wound:
    """The result of a hit on a character."""

    character: Character
    """The character after the hit."""
    events: tuple[Event, ...]
    """The events, in the order of R106."""
    failed: bool = False
    """True if the Critical Damage save failed, so that the effects of the attack apply (R100)."""
    emptied: bool = False
    """True if the hit took HP from above 0 to 0 (R131)."""
    extra: int = 0
    """The remaining HP lent for the fight (A73)."""


def hit(character: Character, damage: int, dice: Dice, rulings: Rulings = DEFAULT, *, extra: int = 0) -> Wound:
    """Apply one hit, after armour (R106).

    `extra` is HP lent for the fight, which are lost first (A73). They do not count while HP is held at 0.
    """
    name = character.name
    if damage <= 0:
        return Wound(character, (Event("armor", "R68", who=name, amount=0),), extra=extra)
    # A dying or stabilised character has no HP to lose (A61).
    protection = 0 if character.conditions.down else hit_protection(character, rulings)
    if extra and not character.conditions.down and not is_held(character, rulings):
        protection += extra
    lost = min(protection, damage)
    excess = damage - lost
    if not lost:
        return injure(character, excess, dice, rulings, extra=extra)
    left = protection - lost
    emptied = not left
    from_extra = min(extra, lost)
    extra -= from_extra
    if lost > from_extra:
        character = replaced(character, hp=Score(character.hp.value - lost + from_extra, character.hp.max))
    event = Event("damage", "R96", who=name, amount=lost, left=left)
    if excess:
        wound = injure(character, excess, dice, rulings)
        return Wound(wound.character, (event, *wound.events), wound.failed, emptied)
    if emptied and character.kind == "pc" and (lost <= 12 or rulings.scar_over_12 == "cap"):
        character, events = take_scar(character, min(lost, 12), dice, rulings)
        return Wound(character, (event, *events), emptied=True)
    return Wound(character, (event,), emptied=emptied, extra=extra)


def injure(character: Character, excess: int, dice: Dice, rulings: Rulings = DEFAULT, *, extra: int = 0) -> Wound:
    """Take damage beyond HP from STR, and make the Critical Damage save (R96 to R101).

    `excess` is the damage beyond HP. `extra` is HP lent for the fight, which stay (A73).
    """
    name = character.name
    strength = character.strength.less(excess)
    events = [Event("strength", "R96", who=name, amount=excess, left=strength.value)]
    character = replaced(character, strength=strength)
    conditions = character.conditions
    dying = conditions.down in {"critical", "mortal"}
    if not strength.value or (dying and rulings.hit_while_down == "deadly"):
        character, event = die(character, "R99" if strength.value else "R101")
        return Wound(character, (*events, event), extra=extra)
    if dying:  # A61
        return Wound(character, tuple(events), extra=extra)
    passed = save(character, Attribute.STR, dice, rule="R97")
    if not passed:
        character, saved = _saved_by_item(character)
        passed = bool(saved)
        events += saved
    else:
        events.append(Event("save", "R98", who=name, attribute=Attribute.STR))
    if passed:
        if conditions.doomed:
            character, gains = outlive_doom(character, dice, rulings)
            events += gains
        return Wound(character, tuple(events), extra=extra)
    character, event = _fail(character, rulings)
    return Wound(character, (*events, event), failed=True, extra=extra)


def _saved_by_item(character: Character) -> tuple[Character, tuple[Event, ...]]:
    """Destroy an item that makes a failed Critical Damage save count as passed, if there is one (R98)."""
    tokens = [effect.item for effect in character.effects if type(effect) is CriticalSavePass]
    spare = next((item for item in character.inventory.items if item.id in tokens), None)
    if spare is None:
        return character, ()
    event = Event("saved-by-item", "R98", who=character.name, item=Named(spare.id, spare.name))
    return replaced(character, inventory=character.inventory.without(spare)), (event,)


def _fail(character: Character, rulings: Rulings) -> tuple[Character, Event]:
    """Return a character after it failed the Critical Damage save, with the event (R99, R121, R126)."""
    name, conditions = character.name, character.conditions
    if character.fights_on:
        if character.heads is None:
            return character, Event("fights-on", "R100", who=name)
        left = character.heads - 1
        character = replaced(character, heads=left)
        if left:
            return character, Event("head-lost", "R100", who=name, amount=left)
        return die(character, "R100")
    if character.kind == "pc":
        if conditions.doomed:
            return die(character, "R121")
        # A mortal wound under care opens again.
        reopened = conditions.down == "mended"
        character = with_conditions(character, down="mortal" if reopened else "critical")
        return character, Event("critical", "R99", who=name)
    if not character.detachment and rulings.npc_crit == "dead":
        return die(character, "R99")
    return character, Event("out", "R126" if character.detachment else "R99", who=name)


def lose(
    character: Character, attribute: Attribute, amount: int, *, permanent: bool = False, rule: str = "R100"
) -> tuple[Character, tuple[Event, ...]]:
    """Take points from an attribute, without a save (R95, R101, R102).

    If the loss is `permanent`, the maximum falls too. `rule` is the one that causes the loss.
    """
    name = character.name
    score = character.score(attribute)
    left = score.less(amount)
    if permanent:
        left = Score(left.value, max(left.value, score.max - amount))
    character = replaced(character, **{attribute.field: left})
    events = [Event("loss", rule, who=name, amount=amount, attribute=attribute, left=left.value)]
    if not left.value and score.value:
        if attribute is Attribute.STR:
            character, event = die(character)
            events.append(event)
        else:
            events.append(Event("paralysed" if attribute is Attribute.DEX else "delirious", "R102", who=name))
    return character, tuple(events)


def die(character: Character, rule: str = "R101") -> tuple[Character, Event]:
    """Return a character that is dead, or destroyed, with the event. One that cannot die is dying instead."""
    if any(type(effect) is CannotDie for effect in character.effects):
        dying = with_conditions(character, down="critical", doomed=False)
        return dying, Event("undying", rule, who=character.name)
    dead = with_conditions(character, dead=True, doomed=False)
    return dead, Event("detachment-destroyed" if character.detachment else "death", rule, who=character.name)
