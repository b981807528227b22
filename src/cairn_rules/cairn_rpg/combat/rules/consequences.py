"""Consequences of Critical Damage and of powers, also for companions and their owners (R95, R100)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from attrs import evolve

from cairn_rules.cairn_rpg.characters import attacks
from cairn_rules.cairn_rpg.characters.attributes import Score
from cairn_rules.cairn_rpg.characters.character import Character, replaced, with_conditions
from cairn_rules.cairn_rpg.characters.effects import CompanionLoss, CriticalHp, DamageLink, NextAttack
from cairn_rules.cairn_rpg.characters.inventory import armor_of
from cairn_rules.cairn_rpg.characters.items import item_id
from cairn_rules.cairn_rpg.combat.rules.circumstances import is_proof
from cairn_rules.cairn_rpg.combat.state import Plight
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.procedures.damage import die
from cairn_rules.cairn_rpg.procedures.damage import lose as lose_points
from cairn_rules.cairn_rpg.procedures.saves import n_in_six, save
from cairn_rules.phrasebook import Named

if TYPE_CHECKING:
    from cairn_rules.cairn_rpg.combat.rules.turn import Turn

_LASTING: Final = (attacks.Affliction, attacks.Doom, attacks.Loss, attacks.Ruin, attacks.Spellbound, attacks.Wither)
"""Consequences that do not affect the dead."""


def critical(turn: Turn, target: int, by: int, attack: attacks.Attack, taken: int) -> None:
    """Apply the consequences of a failed Critical Damage save to the target and to the attacker (R100).

    `taken` is the STR that the attack took.
    """
    text_id = note_of(turn.fighters[by].character, "critical")
    for consequence in attack.consequences:
        suffer(turn, target, by, consequence, what=attack.name, text_id=text_id, taken=taken)
    _boost(turn, by, attack)


def note_of(character: Character, note: int | str) -> str:
    """Return the id of a text of a creature: of a note, or `critical` for its Critical Damage; empty for others."""
    return f"creature/{character.creature}/{note}" if character.kind == "creature" and character.creature else ""


def suffer(  # noqa: C901, PLR0912 - a case for each consequence
    turn: Turn,
    target: int,
    by: int,
    consequence: attacks.Consequence,
    *,
    what: str,
    text_id: str,
    taken: int = 0,
    rule: str = "R100",
) -> None:
    """Apply a consequence of an attack whose target failed the Critical Damage save (R100), or of a power.

    `what` is the name of the attack or the power, `text_id` the id of the text about it, `taken` the STR that the
    attack took, and `rule` the rule of its events.
    """
    fighter = turn.fighters[target]
    character = fighter.character
    name = character.name
    conditions = character.conditions
    if conditions.dead and isinstance(consequence, _LASTING):
        return
    match consequence:
        case attacks.Loss():
            lose(turn, target, consequence, rule)
            if consequence.each_round:
                add_plight(turn, target, Plight(consequence))
        case attacks.Affliction(need=need):
            turn.update(target, replaced(character, conditions=evolve(conditions, needs=conditions.needs | {need})))
            turn.events.append(Event("deprived", rule, who=name, need=need))
        case attacks.Ruin(save=attribute, chance=chance):
            if attribute is not None and save(character, attribute, turn.dice, rule=rule):
                return
            if n_in_six(chance, turn.dice, purpose=f"{name}'s fate", rule=rule):
                kill(turn, target, rule)
        case attacks.Doom(after=after, unit=unit):
            left = after.roll(turn.dice, purpose=f"{name}'s last {unit}", rule=rule)
            turn.events.append(Event("doom", rule, who=name, amount=left, unit=unit, text_id=text_id))
            if unit == "rounds":
                add_plight(turn, target, Plight(consequence, left))
        case attacks.Wither():
            left = character.strength.value
            strength = Score(left, max(left, character.strength.max - taken))
            turn.update(target, replaced(character, strength=strength))
            turn.events.append(Event("withered", rule, who=name, amount=taken))
        case attacks.Spellbound():
            _bind(turn, target, consequence, rule)
        case attacks.Feast():
            eater = turn.fighters[by].character
            turn.update(by, replaced(eater, strength=eater.strength.restored))
            turn.events.append(Event("feast", rule, who=eater.name))
        case attacks.Rend(metal=metal):
            turn.update(target, _rend(turn, character, metal=metal))
            fighter = turn.fighters[target]
            armor = armor_of(fighter.character, turn.rulings, circumstances=fighter.circumstances)
            turn.fighters[target] = replaced(fighter, armor=armor)
        case attacks.Story():
            turn.events.append(Event("story", rule, who=name, source=what, text_id=consequence.text or text_id))
        case _:
            assert_never(consequence)


def _bind(turn: Turn, index: int, bound: attacks.Spellbound, rule: str) -> None:
    """Put a fighter under a condition, unless it is immune."""
    fighter = turn.fighters[index]
    character = fighter.character
    name = character.name
    if fighter.effects and is_proof(fighter, (bound,)):
        turn.events.append(Event("immune", rule, who=name))
        return
    turn.events.append(Event("spellbound", rule, who=name, condition=bound.condition))
    if bound.condition == "fleeing":
        turn.fighters[index] = replaced(fighter, gone="fled")
    elif bound.condition == "afraid":
        hp = Score(0, character.hp.max) if turn.rulings.zero_hp == "lose" else character.hp
        panicked = evolve(character.conditions, panicked=True)
        turn.update(index, replaced(character, hp=hp, conditions=panicked))
    else:
        turn.fighters[index] = replaced(fighter, held=bound.condition, held_for=0)


def calm(turn: Turn, index: int) -> None:
    """End the panic of a fighter."""
    fighter = turn.fighters[index]
    turn.fighters[index] = replaced(fighter, character=with_conditions(fighter.character, panicked=False))


def _rend(turn: Turn, character: Character, *, metal: bool) -> Character:
    """Destroy armour: one piece, or all metal ones."""
    worn = [item for item in character.inventory.items if item.worn and item.armor and not item.bodily]
    lost = [item for item in worn if item.metal] if metal else worn[:1]
    inventory = character.inventory
    for item in lost:
        inventory = inventory.without(item)
        turn.events.append(Event("rend", "R100", who=character.name, item=Named(item.id, item.name)))
    return replaced(character, inventory=inventory)


def lose(turn: Turn, index: int, loss: attacks.Loss, rule: str, *, times: int = 1) -> None:
    """Reduce an attribute of a fighter, who may die of it."""
    character = turn.fighters[index].character
    attribute = loss.attribute
    amount = times * loss.dice.roll(turn.dice, purpose=f"{character.name}'s loss of {attribute}", rule=rule)
    character, events = lose_points(character, attribute, amount, permanent=loss.permanent, rule=rule)
    turn.events += events
    turn.update(index, character)
    if loss.deadly and not character.score(attribute).value and not character.conditions.dead:
        kill(turn, index, rule)


def kill(turn: Turn, index: int, rule: str = "R100") -> None:
    """Kill a fighter by a consequence (R100)."""
    character, event = die(turn.fighters[index].character, rule)
    turn.events.append(event)
    turn.update(index, character)


def add_plight(turn: Turn, index: int, plight: Plight) -> None:
    """Start harm that repeats every round for a fighter."""
    fighter = turn.fighters[index]
    turn.fighters[index] = replaced(fighter, plights=(*fighter.plights, plight))


def _boost(turn: Turn, by: int, attack: attacks.Attack) -> None:
    """Give the attacker the benefits of the Critical Damage that it inflicts (R100, A73)."""
    striker = turn.fighters[by]
    name = striker.character.name
    for effect in striker.effects:
        if type(effect) is CriticalHp:
            gain = effect.dice.roll(turn.dice, purpose=f"{name}'s HP", rule="R100")
            left = tuple(each for each in striker.effects if each is not effect)
            turn.fighters[by] = replaced(turn.fighters[by], surge=gain, effects=left)
            turn.events.append(Event("surge", "R100", who=name, amount=gain))
        elif type(effect) is NextAttack and effect.item == item_id(attack.name):
            boosts = {*turn.fighters[by].boosts, f"+{effect.item}"}
            turn.fighters[by] = replaced(turn.fighters[by], boosts=tuple(sorted(boosts)))
            turn.events.append(Event("boost", "R100", who=name, attack=attack.name, change=effect.change))


def share(turn: Turn, index: int, owner: int, damage: int, *, failed: bool) -> None:
    """Apply the wounds or the loss of a companion to its owner."""
    companion = turn.fighters[index].character
    dead = companion.conditions.dead
    for effect in turn.fighters[owner].effects:
        if type(effect) is DamageLink and effect.source == companion.creature and not effect.optional and damage:
            turn.events.append(Event("linked", "R82", who=companion.name, amount=damage))
            turn.wound(owner, damage, effect.attribute)
        elif (
            type(effect) is CompanionLoss
            and effect.companion == companion.creature
            and (dead or (failed and effect.on == "critical"))
        ):
            lose(turn, owner, effect.loss, "R95")
