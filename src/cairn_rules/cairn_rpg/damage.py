"""Damage of attacks: Hit Protection, Critical Damage, scars and death (R96 to R121)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, final

from attrs import evolve, frozen

from cairn_rules.cairn_rpg.attributes import Attribute, Score
from cairn_rules.cairn_rpg.character import Character, replaced, with_conditions
from cairn_rules.cairn_rpg.conditions import Conditions
from cairn_rules.cairn_rpg.effects import CannotDie, CriticalSavePass
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.inventory import hit_protection, is_held
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.cairn_rpg.saves import save
from cairn_rules.cairn_rpg.scars import NAMES, Scar, ScarPart
from cairn_rules.chance import Dice

PLACES: Final = ("neck", "hands", "eye", "chest", "legs", "ear")
"""The places of a Lasting Scar, by the face of a d6 (R109)."""
BONES: Final = ("leg", "leg", "arm", "arm", "rib", "skull")
"""The broken limbs, by the face of a d6 (R112)."""


@final
@frozen
class Wound:
    """The result of a hit on a character."""

    character: Character
    """The character after the hit."""
    events: tuple[Event, ...]
    """The events, in the order of R106."""
    failed: bool = False
    """True if the Critical Damage save failed, so that effects of the attack follow (R100)."""
    emptied: bool = False
    """True if the hit took HP from above 0 to 0 (R131)."""
    extra: int = 0
    """The rest of the HP lent for the fight (A73)."""


def hit(character: Character, damage: int, dice: Dice, rulings: Rulings = DEFAULT, *, extra: int = 0) -> Wound:
    """Apply one hit, after armour (R106).

    Args:
        character: The character that is hit.
        damage: The damage, after armour.
        dice: The dice for saves and scars.
        rulings: The rulings.
        extra: HP lent for the fight, which are lost first (A73). They do not help while HP is held at 0.
    """
    name = character.name
    if damage <= 0:
        return Wound(character, (Event("armor", "R68", f"{name} takes no damage", name, 0),), extra=extra)
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
    event = Event("damage", "R96", f"{name} loses {lost} HP and has {left} left", name, lost)
    if excess:
        wound = injure(character, excess, dice, rulings)
        return Wound(wound.character, (event, *wound.events), wound.failed, emptied)
    if emptied and character.kind == "pc" and (lost <= 12 or rulings.scar_over_12 == "cap"):
        character, events = take_scar(character, min(lost, 12), dice, rulings)
        return Wound(character, (event, *events), emptied=True)
    return Wound(character, (event,), emptied=emptied, extra=extra)


def injure(character: Character, excess: int, dice: Dice, rulings: Rulings = DEFAULT, *, extra: int = 0) -> Wound:
    """Take damage beyond HP from STR, and ask for the Critical Damage save (R96 to R101).

    Args:
        character: The character.
        excess: The damage beyond HP.
        dice: The dice for the save.
        rulings: The rulings.
        extra: HP lent for the fight, which stay (A73).
    """
    name = character.name
    strength = character.strength.less(excess)
    events = [Event("strength", "R96", f"{name} loses {excess} STR and has {strength.value} left", name, excess)]
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
        events.append(Event("save", "R98", f"{name} passes the STR save", name))
    if passed:
        if conditions.doomed:
            character, gains = _outlive_doom(character, dice, rulings)
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
    event = Event("save", "R98", f"{spare.name} breaks, and {character.name} stays in the fight", character.name)
    return replaced(character, inventory=character.inventory.without(spare)), (event,)


def _fail(character: Character, rulings: Rulings) -> tuple[Character, Event]:
    """Return a character after it failed the Critical Damage save, with the event (R99, R121, R126)."""
    name, conditions = character.name, character.conditions
    if character.fights_on:
        if character.heads is None:
            return character, Event("fights-on", "R100", f"{name} fails the STR save and fights on", name)
        left = character.heads - 1
        character = replaced(character, heads=left)
        if left:
            return character, Event("fights-on", "R100", f"{name} loses a head and fights on", name, left)
        return die(character, "R100")
    if character.kind == "pc":
        if conditions.doomed:
            return die(character, "R121")
        # A mortal wound under care opens again.
        reopened = conditions.down == "mended"
        character = with_conditions(character, down="mortal" if reopened else "critical")
        return character, Event("critical", "R99", f"{name} fails the STR save and is dying", name)
    if not character.detachment and rulings.npc_crit == "dead":
        return die(character, "R99")
    return character, Event("out", "R126" if character.detachment else "R99", f"{name} fails the STR save", name)


def lose(
    character: Character, attribute: Attribute, amount: int, *, permanent: bool = False, rule: str = "R100"
) -> tuple[Character, tuple[Event, ...]]:
    """Take points from an attribute, without a save (R95, R101, R102).

    Args:
        character: The character.
        attribute: The attribute.
        amount: The number of points.
        permanent: True if the maximum falls too.
        rule: The rule that asks for the loss.
    """
    name = character.name
    score = character.score(attribute)
    left = score.less(amount)
    if permanent:
        left = Score(left.value, max(left.value, score.max - amount))
    character = replaced(character, **{attribute.field: left})
    events = [Event("loss", rule, f"{name} loses {amount} {attribute} and has {left.value} left", name, amount)]
    if not left.value and score.value:
        if attribute is Attribute.STR:
            character, event = die(character)
            events.append(event)
        else:
            state = "paralysed" if attribute is Attribute.DEX else "delirious"
            events.append(Event(state, "R102", f"{name} is {state}", name))
    return character, tuple(events)


def die(character: Character, rule: str = "R101") -> tuple[Character, Event]:
    """Return a character that is dead, or destroyed, with the event. One that cannot die is dying instead."""
    if any(type(effect) is CannotDie for effect in character.effects):
        dying = with_conditions(character, down="critical", doomed=False)
        return dying, Event("undying", rule, f"{character.name} cannot die", character.name)
    end = "is destroyed" if character.detachment else "dies"
    dead = with_conditions(character, dead=True, doomed=False)
    return dead, Event("death", rule, f"{character.name} {end}", character.name)


def _outlive_doom(character: Character, dice: Dice, rulings: Rulings) -> tuple[Character, list[Event]]:
    """Resolve the pending gain of a Doomed character that passes the save (R121)."""
    roll = dice.sum(3, 6, purpose=f"{character.name}'s new HP", rule="R121")
    character = with_conditions(character, doomed=False)
    events = [Event("scar", "R121", f"{character.name} escapes its doom", character.name)]
    old = character.hp.max
    if roll > old:
        character, event = _raise(character, "hp", roll, "R121", rulings)
        events.append(event)
    changed: tuple[ScarPart, int, int] | None = ("hp", old, character.hp.max) if character.hp.max != old else None
    settled = tuple(
        evolve(scar, pending=False, changed=changed) if scar.row == 12 and scar.pending else scar
        for scar in character.scars
    )
    return replaced(character, scars=settled), events


def _raise(character: Character, part: ScarPart, value: int, rule: str, rulings: Rulings) -> tuple[Character, Event]:
    character = raised(character, part, value, rulings)
    what = "HP" if part == "hp" else part
    return character, Event("gain", rule, f"{character.name}'s maximum {what} becomes {value}", character.name, value)


def raised(character: Character, part: ScarPart, value: int, rulings: Rulings = DEFAULT) -> Character:
    """Return a character with a changed maximum (R122, A66).

    HP stays as it is. An attribute keeps its gap to the maximum, and a lower maximum lowers the value with it.
    """
    if part == "hp":
        return replaced(character, hp=Score(min(character.hp.value, value), value))
    attribute = Attribute(part)
    score = character.score(attribute)
    current = score.value + (value - score.max if rulings.scar_raise_current else 0)
    return replaced(character, **{attribute.field: Score(max(0, min(current, value)), value)})


def take_scar(
    character: Character, row: int, dice: Dice, rulings: Rulings = DEFAULT
) -> tuple[Character, tuple[Event, ...]]:
    """Give a character a scar, and apply its immediate effects (R107 to R121).

    Gains that come later stay pending, and so does the appendage of row 10, which the player names.
    """
    name, rule = character.name, _RULES[row - 1]
    events = [Event("scar", rule, f"{name} takes a scar: {NAMES[row - 1]}", name, row)]
    old = character
    detail = ""
    if row in _DETAILS:
        what, details = _DETAILS[row]
        detail = details[dice.face(6, purpose=f"{name}'s {what}", rule=rule) - 1]
    if row in {1, 2, 9}:
        part: ScarPart = "WIL" if row == 9 else "hp"
        roll = (
            dice.sum(3, 6, purpose=f"{name}'s new WIL", rule=rule)
            if row == 9
            else dice.face(6, purpose=f"{name}'s new HP", rule=rule)
        )
        if roll > _maximum(character, part):
            character, event = _raise(character, part, roll, rule, rulings)
            events.append(event)
    elif row == 6:
        character, more = _reorient(character, Attribute(detail), dice, rulings)
        events += more
    elif row in {8, 10}:
        character, more = _steel(character, row, dice, rulings)
        events += more
    before = {part: _maximum(old, part) for part in _PARTS}
    gains: Iterator[tuple[ScarPart, int, int]] = ((part, before[part], _maximum(character, part)) for part in _PARTS)
    changed = next((gain for gain in gains if gain[1] != gain[2]), None)
    scar = Scar(row=row, detail=detail, pending=row in {3, 4, 5, 7, 11, 12}, changed=changed)
    conditions = _CONDITIONS[row](character.conditions) if row in _CONDITIONS else character.conditions
    return replaced(character, conditions=conditions, scars=(*character.scars, scar)), tuple(events)


def _reorient(
    character: Character, attribute: Attribute, dice: Dice, rulings: Rulings
) -> tuple[Character, tuple[Event, ...]]:
    """Roll an attribute anew, and keep the better (R114, A27)."""
    name = character.name
    roll = dice.sum(3, 6, purpose=f"{name}'s new {attribute}", rule="R114")
    score = character.score(attribute)
    if roll <= (score.value if rulings.scar6 == "current" else score.max):
        return character, ()
    character = replaced(character, **{attribute.field: Score(roll, max(score.max, roll))})
    return character, (Event("gain", "R114", f"{name}'s {attribute} becomes {roll}", name, roll),)


def _steel(character: Character, row: int, dice: Dice, rulings: Rulings) -> tuple[Character, tuple[Event, ...]]:
    """Make the WIL save of rows 8 and 10, which raises the maximum if it passes (R117, R119, A28)."""
    name, rule = character.name, "R117" if row == 8 else "R119"
    if not save(character, Attribute.WIL, dice, rule=rule):
        return character, ()
    target = character.willpower.max + dice.face(4 if row == 8 else 6, purpose=f"{name}'s gain of WIL", rule=rule)
    if rulings.attr_cap is not None and target > rulings.attr_cap:
        target = rulings.attr_cap
    if target <= character.willpower.max:
        return character, ()
    character, event = _raise(character, "WIL", target, rule, rulings)
    return character, (event,)


_PARTS: Final[tuple[ScarPart, ...]] = ("hp", "STR", "DEX", "WIL")
_RULES: Final = ("R109", "R110", "R111", "R112", "R113", "R114", "R115", "R116", "R118", "R119", "R120", "R121")
"""The rule of each row."""
_DETAILS: Final[Mapping[int, tuple[str, tuple[str, ...]]]] = {
    1: ("scar", PLACES),
    4: ("broken limb", BONES),
    6: ("changed attribute", ("STR", "STR", "DEX", "DEX", "WIL", "WIL")),
}
"""The detail that a d6 chooses, by row."""
_CONDITIONS: Final[Mapping[int, Callable[[Conditions], Conditions]]] = {
    3: lambda old: evolve(old, needs=old.needs | {"recovery"}),
    5: lambda old: evolve(old, diseased=True),
    7: lambda old: evolve(old, hamstrung=True),
    8: lambda old: evolve(old, deaf=True),
    11: lambda old: evolve(old, down="mortal", needs=old.needs | {"mortal wound"}),
    12: lambda old: evolve(old, doomed=True),
}
"""The condition that a row brings."""


def _maximum(character: Character, part: ScarPart) -> int:
    return character.hp.max if part == "hp" else character.score(Attribute(part)).max
