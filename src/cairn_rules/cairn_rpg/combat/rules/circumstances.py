"""Changes of attacks by effects, under the circumstances of a fight (R85, R87, R88, R100)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from attrs import evolve

from cairn_rules.cairn_rpg.characters.attacks import Attack, Consequence, Spellbound
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.effects import (
    AttackChange,
    Change,
    CompanionLoss,
    CriticalHp,
    DamageLink,
    DefenceChange,
    Effect,
    FleeWithoutSave,
    Immunity,
    Leads,
    NextAttack,
    Power,
    Rises,
)
from cairn_rules.cairn_rpg.characters.items import item_id
from cairn_rules.cairn_rpg.combat.state import Fighter

ALLIED: Final = "an ally attacks the same target"
"""The condition of an effect that the fight evaluates itself. The caller evaluates all others."""
NEARBY: Final = "all nearby"
"""The weapon of an effect that changes the attacks of everyone in the fight."""
CHOSEN: Final = frozenset({"chosen type", "sharpened"})
"""The weapons of effects whose owner chooses the weapon."""

_KINDS: Final = frozenset(
    {
        AttackChange,
        CompanionLoss,
        CriticalHp,
        DamageLink,
        DefenceChange,
        FleeWithoutSave,
        Immunity,
        Leads,
        NextAttack,
        Power,
        Rises,
    }
)
_THREATS: Final[Mapping[str, frozenset[str]]] = {
    "afraid": frozenset({"mind", "panic"}),
    "asleep": frozenset({"mind", "sleep"}),
    "charmed": frozenset({"charm", "charms", "mind", "mind-altering magic"}),
    "confused": frozenset({"mind"}),
    "fleeing": frozenset({"mind"}),
}
"""The kinds of harm that each condition is, for those who are immune to them."""


def active_effects(character: Character, circumstances: Collection[str] = (), chosen: str = "") -> tuple[Effect, ...]:
    """Return the effects of a character that matter in a fight and hold under the circumstances.

    The circumstances are the conditions (`when`) of effects that hold now, such as `mounted`. `chosen` is the kind of
    weapon that its vow or its whetstone is about, such as `sword`.
    """
    if not character.effects:
        return ()
    found: list[Effect] = []
    for effect in character.effects:
        when = getattr(effect, "when", "")
        if type(effect) not in _KINDS or (when and when != ALLIED and when not in circumstances):
            continue
        if type(effect) is AttackChange and effect.weapon in CHOSEN:
            found += [evolve(effect, weapon=chosen)] if chosen else []
        elif type(effect) is DefenceChange and effect.against in CHOSEN:
            found += [evolve(effect, against=chosen)] if chosen else []
        else:
            found.append(effect)
    return tuple(found)


def is_of(kind: str, attack: Attack, attacker: Fighter) -> bool:
    """Return whether an attack is of a kind.

    A kind is `melee`, `ranged`, `mundane` (without magic), or a word of the attack's name or of the attacker's
    circumstances, such as `silver`. An empty text means any.

    Example:
        >>> from cairn_rules.cairn_rpg.combat import fighter, person
        >>> hunter = fighter(person("Hunter", hp=4, attacks=["silver dagger d6"]))
        >>> [kind for kind in ("melee", "mundane", "magic", "silver") if is_of(kind, hunter.attacks[0], hunter)]
        ['melee', 'mundane', 'silver']
    """
    match kind:
        case "":
            return True
        case "melee":
            return not attack.ranged
        case "ranged":
            return attack.ranged
        case "mundane":
            return not is_of("magic", attack, attacker)
        case _:
            words = attack.name.lower().split()
            return kind in attacker.circumstances or any(word.startswith(kind) for word in words)


def changes(attacker: Fighter, attack: Attack, target: Fighter | None = None, *, allied: bool = False) -> set[Change]:
    """Return the change of an attack by effects.

    Without a target, effects that depend on it are ignored. `allied` is true if an ally attacks the same target.
    """
    found: set[Change] = set()
    for effect in attacker.effects:
        if type(effect) is AttackChange:
            if effect.weapon != NEARBY and is_of(effect.weapon, attack, attacker) and (effect.when != ALLIED or allied):
                found.add(effect.change)
        elif type(effect) is NextAttack and effect.item in attacker.boosts and item_id(attack.name) == effect.item:
            found.add(effect.change)
    if target is not None:
        against: set[Change] = {
            effect.change
            for effect in target.effects
            if type(effect) is DefenceChange and is_of(effect.against, attack, attacker)
        }
        # What a target is weak to counts, even if the attack is of a kind that it withstands.
        if "enhanced" in against:
            against.discard("impaired")
        found |= against
    return found


def is_immune(target: Fighter, attack: Attack, attacker: Fighter) -> bool:
    """Return whether an attack cannot harm a target."""
    return any(
        type(effect) is Immunity and effect.certain and is_of(effect.to, attack, attacker) for effect in target.effects
    )


def is_proof(target: Fighter, consequences: Iterable[Consequence], *threats: str) -> bool:
    """Return whether a target is immune to a condition among some consequences, or to a kind of harm.

    `threats` are further kinds of harm, such as `mind`.
    """
    harms = {*threats}
    for each in consequences:
        if isinstance(each, Spellbound):
            harms |= _THREATS.get(each.condition, frozenset())
    return any(type(effect) is Immunity and effect.certain and effect.to in harms for effect in target.effects)
