"""The table of scars: the immediate effect of each row, and the fate of the Doomed (R107 to R122)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from attrs import evolve

from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.character import Character, replaced, with_conditions
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.scars import NAMES, Scar, ScarPart
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.procedures.saves import save
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import Dice
from cairn_rules.phrasebook import Named

PLACES: Final = ("neck", "hands", "eye", "chest", "legs", "ear")
"""The places of a Lasting Scar, by the face of a d6 (R109)."""
BONES: Final = ("leg", "leg", "arm", "arm", "rib", "skull")
"""The broken limbs, by the face of a d6 (R112)."""
_PARTS: Final[tuple[ScarPart, ...]] = ("hp", "STR", "DEX", "WIL")
_RULES: Final = ("R109", "R110", "R111", "R112", "R113", "R114", "R115", "R116", "R118", "R119", "R120", "R121")
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


def take_scar(
    character: Character, row: int, dice: Dice, rulings: Rulings = DEFAULT
) -> tuple[Character, tuple[Event, ...]]:
    """Give a character a scar, and apply its immediate effects (R107 to R121).

    Later gains stay pending. So does the appendage of row 10, which the player names.
    """
    name, rule = character.name, _RULES[row - 1]
    events = [Event("scar", rule, who=name, scar=Named(row, NAMES[row - 1]), amount=row)]
    old = character
    detail = ""
    if row in _DETAILS:
        what, details = _DETAILS[row]
        detail = details[dice.face(6, purpose=f"{name}'s {what}", rule=rule) - 1]
    if row in {1, 2, 9}:
        part: ScarPart = "WIL" if row == 9 else "hp"
        purpose = f"{name}'s new {part.upper()}"
        roll = dice.sum(3, 6, purpose=purpose, rule=rule) if row == 9 else dice.face(6, purpose=purpose, rule=rule)
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
    """Roll an attribute again, and keep the better result (R114, A27)."""
    name = character.name
    roll = dice.sum(3, 6, purpose=f"{name}'s new {attribute}", rule="R114")
    score = character.score(attribute)
    if roll <= (score.value if rulings.scar6 == "current" else score.max):
        return character, ()
    character = replaced(character, **{attribute.field: Score(roll, max(score.max, roll))})
    return character, (Event("rerolled", "R114", who=name, score=attribute, amount=roll),)


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


def outlive_doom(character: Character, dice: Dice, rulings: Rulings) -> tuple[Character, list[Event]]:
    """Resolve the pending gain of a Doomed character that passes the save (R121)."""
    roll = dice.sum(3, 6, purpose=f"{character.name}'s new HP", rule="R121")
    character = with_conditions(character, doomed=False)
    events = [Event("doom-escaped", "R121", who=character.name)]
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
    score = "HP" if part == "hp" else part
    return character, Event("gain", rule, who=character.name, score=score, amount=value)


def raised(character: Character, part: ScarPart, value: int, rulings: Rulings = DEFAULT) -> Character:
    """Return a character with a changed maximum (R122, A66).

    HP is unchanged. An attribute keeps its gap to the maximum, and a lower maximum lowers the value with it.
    """
    if part == "hp":
        return replaced(character, hp=Score(min(character.hp.value, value), value))
    attribute = Attribute(part)
    score = character.score(attribute)
    current = score.value + (value - score.max if rulings.scar_raise_current else 0)
    return replaced(character, **{attribute.field: Score(max(0, min(current, value)), value)})


def _maximum(character: Character, part: ScarPart) -> int:
    return character.hp.max if part == "hp" else character.score(Attribute(part)).max
