"""Powers of creatures besides their attacks, and creatures that get up again after their death."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn_rules.cairn_rpg.characters.attacks import Loss, Spellbound
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.characters.conditions import WELL
from cairn_rules.cairn_rpg.characters.effects import Power, Rises
from cairn_rules.cairn_rpg.combat.actions import Use
from cairn_rules.cairn_rpg.combat.rules.circumstances import is_of, is_proof
from cairn_rules.cairn_rpg.combat.rules.consequences import add_plight, calm, lose, note_of, suffer
from cairn_rules.cairn_rpg.combat.state import Fighter, Plight
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.procedures.saves import save

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cairn_rules.cairn_rpg.characters.attacks import Attack
    from cairn_rules.cairn_rpg.combat.rules.turn import Turn


# Powers


def powers_of(fighter: Fighter) -> Iterator[Power]:
    """Yield the powers of a fighter."""
    return (effect for effect in fighter.effects if type(effect) is Power)


def uses(by: int, fighter: Fighter, targets: Sequence[int]) -> list[Use]:
    """Return every use of a power of a fighter, with each of the targets if it acts on one of them."""
    actions: list[Use] = []
    for power in powers_of(fighter):
        actions += [Use(by, power.name)] if power.area else [Use(by, power.name, target) for target in targets]
    return actions


def use(turn: Turn, action: Use) -> None:
    """Use a power, with its saves (R52). If it has no figures, its event names its text for the table."""
    user = turn.fighters[action.by]
    power = next(each for each in powers_of(user) if each.name == action.power)
    text_id = note_of(user.character, power.note)
    turn.events.append(Event("power", "R52", who=user.character.name, power=power.name, text_id=text_id))
    targets = [action.target]
    if action.target is None:
        targets = [place for place, each in enumerate(turn.fighters) if each.is_in and each.side != user.side]
    for target in targets:
        assert target is not None, "all targets are fighters"
        if not _withstands(turn, target, power):
            _affect(turn, action.by, target, power, text_id)


def _withstands(turn: Turn, index: int, power: Power) -> bool:
    """Return whether a power has no effect on a target, because it hears nothing, is immune or passes the save."""
    fighter = turn.fighters[index]
    character = fighter.character
    name = character.name
    if power.heard and character.conditions.deaf:
        turn.events.append(Event("unheard", "R116", who=name))
        return True
    if is_proof(fighter, power.consequences, *(("mind",) if power.save is Attribute.WIL else ())):
        turn.events.append(Event("immune", "R52", who=name))
        return True
    if power.save is None or power.each_round or not save(character, power.save, turn.dice, rule="R52"):
        return False
    turn.events.append(Event("save", "R52", who=name, attribute=power.save))
    return True


def _affect(turn: Turn, by: int, index: int, power: Power, text_id: str) -> None:
    items = turn.fighters[index].character.inventory.items
    metal = power.metal_doubles and any(item.metal and item.worn and item.armor for item in items)
    for each in power.consequences:
        if metal and isinstance(each, Loss):
            lose(turn, index, each, "R52", times=2)
            continue
        suffer(turn, index, by, each, what=power.name, text_id=text_id, rule="R52")
        if power.each_round and isinstance(each, Spellbound):
            plight = Plight(each, save=power.save, source=by if power.until_death else None)
            if plight not in turn.fighters[index].plights:
                add_plight(turn, index, plight)


# Lasting powers


def is_under(fighter: Fighter, bound: Spellbound) -> bool:
    """Return whether a fighter is still under a condition."""
    if bound.condition == "afraid":
        return fighter.character.conditions.panicked
    return fighter.held == bound.condition


def shake_off(turn: Turn, index: int, plight: Plight, bound: Spellbound) -> None:
    """Make the save of a round against a condition that lasts until it is passed (R52)."""
    fighter = turn.fighters[index]
    character = fighter.character
    if not is_under(fighter, bound):  # it ended in another way
        return
    if plight.save is None or not save(character, plight.save, turn.dice, rule="R52"):
        add_plight(turn, index, plight)
        return
    _free(turn, index, bound)


def outlive(turn: Turn, source: int) -> None:
    """End the effects of a dead fighter's powers on others."""
    for index, fighter in enumerate(turn.fighters):
        ended = [each for each in fighter.plights if each.source == source]
        if not ended:
            continue
        left = tuple(each for each in fighter.plights if each.source != source)
        turn.fighters[index] = replaced(fighter, plights=left)
        kept = [each.consequence for each in left]
        for bound in dict.fromkeys(each.consequence for each in ended):
            assert isinstance(bound, Spellbound), "only a condition has a source"
            if bound not in kept and is_under(fighter, bound) and not fighter.character.conditions.dead:
                _free(turn, index, bound)


def _free(turn: Turn, index: int, bound: Spellbound) -> None:
    fighter = turn.fighters[index]
    turn.events.append(Event("free", "R52", who=fighter.character.name, condition=bound.condition))
    if bound.condition == "afraid":
        calm(turn, index)
    else:
        turn.fighters[index] = replaced(fighter, held="", held_for=0)


# Creatures that get up again


def rises_of(fighter: Fighter) -> Rises | None:
    """Return the effect by which a fighter gets up again after its death; None if it does not."""
    return next((effect for effect in fighter.effects if type(effect) is Rises), None)


def is_destroyable(fighter: Fighter) -> bool:
    """Return whether a fighter is dead, and its remains can be destroyed to keep it from getting up again."""
    return fighter.character.conditions.dead and rises_of(fighter) is not None


def burn(turn: Turn, index: int, attack: Attack, by: int) -> None:
    """Destroy the remains of a creature if the last blow is of a kind that prevents its return."""
    rises = rises_of(turn.fighters[index])
    if rises is not None and any(is_of(kind, attack, turn.fighters[by]) for kind in rises.unless):
        destroy(turn, index)


def destroy(turn: Turn, index: int) -> None:
    """Destroy the remains of a slain creature."""
    fighter = turn.fighters[index]
    left = tuple(effect for effect in fighter.effects if type(effect) is not Rises)
    turn.fighters[index] = replaced(fighter, effects=left)
    turn.events.append(Event("destroyed", "R101", who=fighter.character.name))


def rise(turn: Turn, index: int) -> None:
    """Let a slain creature get up again, unhurt."""
    fighter = turn.fighters[index]
    character = fighter.character
    rises = rises_of(fighter)
    assert rises is not None, "only a creature that can rise does"
    whole = replaced(
        character,
        strength=character.strength.restored,
        dexterity=character.dexterity.restored,
        willpower=character.willpower.restored,
        hp=character.hp.restored,
        conditions=WELL,
    )
    turn.fighters[index] = replaced(
        fighter, character=whole, fell=0, held="", held_for=0, reloading=0, plights=(), surge=0, ward="", ward_for=0
    )
    turn.events.append(Event("risen", "R81", who=character.name, text_id=note_of(character, rises.note)))
