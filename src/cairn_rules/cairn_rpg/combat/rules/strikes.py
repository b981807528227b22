"""Attacks of a side: the targets, the dice for each, and the hits (R82 to R94)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from cairn_rules.cairn_rpg.characters.attacks import UNARMED, Attack, Feast
from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.characters.effects import AttackChange
from cairn_rules.cairn_rpg.characters.items import item_id
from cairn_rules.cairn_rpg.combat.actions import Strike
from cairn_rules.cairn_rpg.combat.rules.circumstances import NEARBY, changes, is_immune
from cairn_rules.cairn_rpg.combat.rules.consequences import critical
from cairn_rules.cairn_rpg.combat.rules.powers import burn
from cairn_rules.cairn_rpg.combat.rules.setup import attacks_of
from cairn_rules.cairn_rpg.combat.rules.turn import Turn
from cairn_rules.cairn_rpg.combat.state import Fighter
from cairn_rules.cairn_rpg.dice_formula import format_weapon_dice
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.procedures.carrying import use
from cairn_rules.cairn_rpg.rulings import Rulings

Aimed: TypeAlias = tuple[int, int, Attack, tuple[int, ...]]
"""An attack in a pool of dice: its target, its attacker, the attack, and its dice in this position."""
Hit: TypeAlias = tuple[int, int, list[Aimed]]
"""A hit: its target, the face that counts, and the attacks that may have dealt it, which differ in nothing else."""


def pools(turn: Turn) -> Iterable[list[Aimed]]:
    """Return the attacks of the side, those that count as one hit together (R83)."""
    fighters, rulings = turn.fighters, turn.rulings
    pools: dict[object, list[tuple[int, int, Attack]]] = {}
    for action in turn.state.declared:
        if type(action) is Strike:
            attacker = fighters[action.by]
            attack = attacker.attacks[action.attack]
            blast = is_blast(attacker, attack)
            for target in _targets(turn, action, attack, blast=blast):
                aim = fighters[target]
                if aim.ward and _is_warded(aim, attacker, attack):
                    name = aim.character.name
                    turn.events.append(Event("unharmed", "R144", who=name, attack=attack.name, ward=aim.ward))
                    continue
                crowd = attacker.character.detachment and not aim.character.detachment
                alone = not rulings.blast_pools and (blast or crowd)
                pools.setdefault((target, action.by) if alone else target, []).append((target, action.by, attack))
    screamed = False
    for fighter in fighters:
        for effect in fighter.effects:
            screamed = screamed or (type(effect) is AttackChange and effect.weapon == NEARBY)
    found: list[list[Aimed]] = []
    for pool in pools.values():
        aimed: list[Aimed] = []
        for target, by, attack in pool:
            attacker = fighters[by]
            allied = bool(attacker.effects) and any(
                other != by and aim == target for each in pools.values() for aim, other, _ in each
            )
            sizes = dice_against(attacker, attack, fighters[target], rulings, allied=allied, screamed=screamed)
            aimed.append((target, by, attack, sizes))
        found.append(aimed)
    return found


def _targets(turn: Turn, action: Strike, attack: Attack, *, blast: bool) -> Iterable[int]:
    """Return the targets of an attack: one fighter, or everyone in an area (R88, R89, R125)."""
    fighters = turn.fighters
    attacker, target = fighters[action.by], fighters[action.target]
    crowd = attacker.character.detachment and not target.character.detachment
    if not blast and not crowd:
        return (action.target,)
    others = [
        index
        for index, fighter in enumerate(fighters)
        if fighter.area == target.area
        and not fighter.gone
        and not fighter.character.conditions.dead
        and index not in (action.by, action.target)
    ]
    reached = [action.target, *others]
    if turn.state.crowd:
        sizes = attack.dice
        if turn.rulings.blast_count == "rolled_die":
            sizes = dice_against(attacker, attack, target, turn.rulings)
        purpose = f"targets of {attacker.character.name}'s {attack.name}"
        return reached[: turn.dice.highest(sizes, purpose=purpose, rule="R89")]
    return reached


def is_blast(attacker: Fighter, attack: Attack) -> bool:
    """Return whether an attack hits everyone in an area, by itself or by an effect (R88)."""
    return attack.blast or (bool(attacker.effects) and "blast" in changes(attacker, attack))


def _is_warded(target: Fighter, attacker: Fighter, attack: Attack) -> bool:
    """Return whether a spell keeps an attack from harming its target. No weapon counts as magic."""
    crowd = attacker.character.detachment and not target.character.detachment
    return target.ward == "magic" or (target.ward == "blast" and not (crowd or is_blast(attacker, attack)))


def can_harm(attacker: Fighter, attack: Attack, target: Fighter) -> bool:
    """Return whether an attack can harm a target: neither a spell nor an immunity protects it.

    Example:
        >>> from cairn_rules.cairn_rpg import book
        >>> from cairn_rules.cairn_rpg.combat import creature, fighter, person
        >>> ada = fighter(person("Ada", hp=4, attacks=["fire sword d10", "axe d8"]))
        >>> hound = fighter(creature(book().creatures["hellhound"]))
        >>> [can_harm(ada, attack, hound) for attack in ada.attacks]
        [False, True, True]
    """
    warded = target.ward and _is_warded(target, attacker, attack)
    return not (warded or (target.effects and is_immune(target, attack, attacker)))


def dice_against(
    attacker: Fighter,
    attack: Attack,
    target: Fighter,
    rulings: Rulings,
    *,
    allied: bool = False,
    screamed: bool = False,
) -> tuple[int, ...]:
    """Return the dice of an attack in its position: d4 if impaired, d12 if enhanced (R85 to R91, R124, R125).

    An enhanced weapon with a die above d12 keeps its own dice. `allied` is true if an ally attacks the same target,
    `screamed` if something impairs the attacks of everyone in the fight.

    Example:
        >>> from cairn_rules.cairn_rpg.combat import fighter, person
        >>> wolf = fighter(person("Wolf", hp=6, attacks=["bite d8"]), position="impaired")
        >>> dice_against(wolf, wolf.attacks[0], wolf, Rulings())
        (4,)
    """
    individual = not attacker.character.detachment
    crowd = target.character.detachment
    blast = attack.blast
    impaired = (
        screamed
        or attacker.position == "impaired"
        or target.exposure == "impaired"
        or attacker.character.conditions.panicked
    )
    enhanced = attacker.position == "enhanced" or target.exposure == "enhanced" or (not individual and not crowd)
    if attacker.effects or target.effects:
        found = changes(attacker, attack, target, allied=allied)
        blast = blast or "blast" in found
        impaired = impaired or "impaired" in found
        enhanced = enhanced or "enhanced" in found
    if crowd and individual and not blast:
        impaired = True
    if impaired and enhanced:
        impaired, enhanced = rulings.both == "impaired", rulings.both == "enhanced"
    if attack.name == UNARMED.name and attack == UNARMED and not (enhanced and rulings.unarmed_enhanced):
        return UNARMED.dice
    if impaired:
        return (4,) * len(attack.dice)
    if enhanced and max(attack.dice) <= 12:
        return (12,) * (len(attack.dice) if rulings.dual_enhanced == "both" else 1)
    return attack.dice


def roll(turn: Turn, pool: list[Aimed]) -> Hit:
    """Roll all dice against one target, and keep the highest (R83)."""
    target, _, _, sizes = pool[0]
    purpose = _purpose(turn, pool)
    if len(pool) == 1:
        return target, turn.dice.highest(sizes, purpose=purpose, rule="R82"), pool
    if turn.rulings.pool_tie == "most_damage" and turn.fighters[target].armor:
        pool = sorted(pool, key=lambda each: not each[2].ignores_armor)
    owners = [each for each in pool for _ in each[3]]
    sizes = tuple(size for each in pool for size in each[3])
    if all(is_same(turn, each, pool[0]) for each in pool):
        return target, turn.dice.highest(sizes, purpose=purpose, rule="R83"), pool
    face, index = turn.dice.keep_highest(sizes, purpose=purpose, rule="R83")
    return target, face, [owners[index]]


def _purpose(turn: Turn, pool: list[Aimed]) -> str:
    """Return the purpose of the dice against one target: the target, and the attackers with their dice."""
    names = [turn.fighters[by].character.name for _, by, _, _ in pool]
    if len(pool) > 1:
        names = [f"{name} ({format_weapon_dice(sizes)})" for name, (*_, sizes) in zip(names, pool, strict=True)]
    return f"damage to {turn.fighters[pool[0][0]].character.name} by {' and '.join(names)}"


def is_same(turn: Turn, one: Aimed, other: Aimed) -> bool:
    """Return whether it makes no difference which of two attacks hits."""
    mine, yours = one[2], other[2]
    if one is other or (mine is yours and one[1] == other[1]):
        return True
    if turn.fighters[one[1]].effects or turn.fighters[other[1]].effects or turn.fighters[one[0]].effects:
        return False
    return (
        mine.ignores_armor == yours.ignores_armor
        and mine.attribute is yours.attribute
        and mine.armor_applies == yours.armor_applies
        and mine.consequences == yours.consequences
        and not (mine.heals or yours.heals or Feast() in mine.consequences)
    )


def strike_target(turn: Turn, target: int, face: int, pool: list[Aimed]) -> None:
    """Apply one hit to a target (R106)."""
    _, by, attack, _ = pool[0]
    fighter = turn.fighters[target]
    if fighter.held == "asleep":
        fighter = turn.fighters[target] = replaced(fighter, held="", held_for=0)
        turn.events.append(Event("awake", "R81", who=fighter.character.name))
    attacker = turn.fighters[by]
    name = fighter.character.name
    if len(pool) == 1:
        event = Event("hit", "R82", who=name, amount=face, attacker=attacker.character.name, attack=attack.name)
    else:
        attackers = tuple({turn.fighters[each].character.name: None for _, each, _, _ in pool})
        attacks = tuple({each.name: None for _, _, each, _ in pool})
        event = Event("hit", "R83", who=name, amount=face, attackers=attackers, attacks=attacks)
    turn.events.append(event)
    if fighter.effects and is_immune(fighter, attack, attacker):
        turn.events.append(Event("immune", "R82", who=name, amount=0, attack=attack.name))
        return
    # Armour helps against damage to an attribute only where the attack says so (R71).
    helps = not attack.ignores_armor and (attack.attribute is None or attack.armor_applies)
    damage = max(0, face - fighter.armor) if helps else face
    before = fighter.character.strength.value
    wound = turn.wound(target, damage, attack.attribute)
    if damage and attack.heals:
        eater = turn.fighters[by].character
        turn.update(by, replaced(eater, hp=eater.hp.more(attack.heals)))
        turn.events.append(Event("healed", "R82", who=eater.name, amount=attack.heals))
    if wound.failed and (attack.consequences or turn.fighters[by].effects):
        critical(turn, target, by, attack, before - wound.character.strength.value)
    if fighter.effects and wound.character.conditions.dead:
        burn(turn, target, attack, by)


def spend(turn: Turn, by: int, attack: Attack) -> None:
    """Count a use of a weapon, start reloading, and end a bonus to this attack (R37, R81, R93, R100)."""
    fighter = turn.fighters[by]
    if attack.reload:
        fighter = turn.fighters[by] = replaced(fighter, reloading=attack.reload + 1)
    if fighter.boosts:
        used = item_id(attack.name)
        boosts = tuple(sorted({each.removeprefix("+") for each in fighter.boosts if each != used}))
        fighter = turn.fighters[by] = replaced(fighter, boosts=boosts)
    for item in fighter.character.inventory.items:
        if item.uses is not None and item.uses.left and attack in item.attacks:
            change = use(fighter.character, item, turn.rulings)
            turn.events += change.events
            attacks = attacks_of(change.state, turn.rulings, circumstances=fighter.circumstances)
            turn.fighters[by] = replaced(fighter, character=change.state, attacks=attacks)
            return
