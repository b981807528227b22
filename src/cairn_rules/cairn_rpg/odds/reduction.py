"""Reduction of fighters to what can still change a fight, so that states that differ in nothing else are one state."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final, final

from attrs import evolve

from cairn_rules.cairn_rpg.characters.attacks import Attack, Feast
from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.characters.conditions import WELL
from cairn_rules.cairn_rpg.characters.effects import CompanionLoss, CriticalHp, DamageLink, NextAttack
from cairn_rules.cairn_rpg.combat.state import Fighter, State
from cairn_rules.cairn_rpg.odds.policies import FleeWhenHurt, Policy, focus_fire, random_target, weakest_first
from cairn_rules.cairn_rpg.odds.result import Fate, fate_of
from cairn_rules.chance import Dice, Request

DOWN: Final = "down"
"""Something reaches fighters who are down, so that their STR matters."""
ITEMS: Final = "items"
"""A policy casts a spell or bandages a fighter, so that all scores and conditions matter."""
_COSMETIC: Final = frozenset({"R109", "R110", "R112", "R121"})
"""Rules whose dice cannot change a fight: the places of scars, and maximum HP."""
_LATER: Final = (" last hours", " last days")
"""Ends of the purposes of rolls for a death after the fight (R100)."""
_WILLPOWER: Final = frozenset({"R117", "R118", "R119"})
"""Rules of scars whose dice change WIL alone."""
_DEAD: Final = evolve(WELL, dead=True)
_LINKS: Final = (CompanionLoss, DamageLink)
"""Effects by which a hit on a companion harms its owner."""
_GAINS: Final = (CriticalHp, NextAttack)
"""Effects by which a hit changes its attacker."""


@final
class FightDice(Dice):
    """Dice that pass every roll that can change the fight on to other dice."""

    __slots__ = ("_cosmetic", "_dice")

    def __init__(self, dice: Dice, cosmetic: frozenset[str]) -> None:
        super().__init__()
        self._dice, self._cosmetic = dice, cosmetic

    def draw(self, request: Request, /) -> tuple[int, ...]:
        """Draw from the other dice; 1s if the roll does not matter."""
        if request.rule in self._cosmetic or request.purpose.endswith(_LATER):
            return (1,) * len(request.sizes)
        return self._dice.draw(request)


@final
class Reduction:
    """The parts of the fighters of a fight that matter under some policies."""

    def __init__(self, fight: State, policies: Iterable[Policy], matters: Collection[str]) -> None:
        fighters = fight.fighters
        policies = tuple(policies)
        items = ITEMS in matters or bool(fight.questions)
        self.simultaneous: bool = fight.rulings.cross_side_simultaneous
        """True if fighters act in the round in which they fall."""
        linked = any(type(effect) in _LINKS for each in fighters for effect in each.effects)
        bound = any(plight.source is not None for each in fighters for plight in each.plights)
        self._haunted: bool = self.simultaneous or linked
        self.coupled: bool = items or linked or bound
        """True if any part of a turn may depend on every fighter, and change it."""
        self.items = items
        """True if spells and bandages can act."""
        self.down: bool = self.coupled or self.simultaneous or DOWN in matters
        """True if something reaches fighters who are down."""
        self.watched: bool = items or self.simultaneous or not all(map(_is_known, policies))
        """True if a policy may look at what nothing else depends on."""
        self.by_wounds: tuple[bool, ...] = tuple(policy not in (focus_fire, random_target) for policy in policies)
        """For each side, True if its policy may depend on HP and STR."""
        self._left = [
            replaced(
                each,
                character=replaced(each.character, scars=()),
                gone="",
                late=False,
                reloading=0,
                held="",
                held_for=0,
                ward="",
                ward_for=0,
                boosts=(),
                plights=(),
                lapses=(),
                surge=0,
                fell=0,
            )
            for each in fighters
        ]
        self._casualties = [replaced(each, out=True) for each in self._left]
        self._regains: list[bool] = [
            bool(each.surge)
            or any(type(effect) is CriticalHp for effect in each.effects)
            or any(map(_heals, each.attacks))
            for each in fighters
        ]
        read = frozenset[object]() if self.watched else frozenset(_read(fight, policies))
        self._fixed = (
            () if self.watched else tuple(each.field for each in (Attribute.DEX, Attribute.WIL) if each not in read)
        )
        cosmetic = _COSMETIC | _WILLPOWER if Attribute.WIL.field in self._fixed else _COSMETIC
        heals = any(
            regains and each.character.kind == "pc" for regains, each in zip(self._regains, fighters, strict=True)
        )
        self._cosmetic = frozenset[str]() if items or heals else cosmetic

    def dice(self, dice: Dice) -> Dice:
        """Return dice that pass rolls on to other dice, but only rolls that can change the fight."""
        return FightDice(dice, self._cosmetic) if self._cosmetic else dice

    def fighter(self, index: int, fighter: Fighter) -> Fighter:
        """Return a fighter reduced to what can change the fight.

        Scars never can, and scores only while something reads them. Casualties that nothing reaches are all alike.
        """
        character = fighter.character
        if self.simultaneous:  # whoever fell may still act
            return replaced(fighter, character=replaced(character, scars=()))
        first, conditions = self._left[index].character, character.conditions
        changes: dict[str, Any] = {"scars": ()}
        away = bool(conditions.dead or fighter.gone)
        if not (self.down or fighter.is_in or (fighter.plights and not away)):
            if not self.watched and (conditions.dead or fighter.gone != "fled"):
                return self._casualties[index]
            changes |= {"hp": first.hp, "strength": first.strength}
        elif not self.watched:
            changes |= {name: getattr(first, name) for name in self._fixed}
            if not self._regains[index]:
                hp, strength = character.hp.value, character.strength
                changes["hp"] = Score(hp, max(hp, first.hp.max))
                if not hp:  # no scar comes any more, and so no maximum counts
                    changes["strength"] = Score(strength.value, max(strength.value, first.strength.max))
        if not self.items:
            changes["conditions"] = evolve(
                WELL, panicked=conditions.panicked, down=conditions.down, dead=conditions.dead,
                doomed=conditions.doomed, hamstrung=conditions.hamstrung, deaf=self.watched and conditions.deaf,
            )  # fmt: skip
        return replaced(fighter, fell=0, character=replaced(character, **changes))

    def rest(self, index: int, fighter: Fighter) -> Fighter:
        """Return a reduced fighter between two turns: without wounds once it is dead or gone."""
        dead = fighter.character.conditions.dead
        if self._haunted or not (dead or fighter.gone):
            return fighter
        left = self._left[index]
        character = replaced(left.character, conditions=_DEAD) if dead else left.character
        return replaced(left, gone=fighter.gone, character=character)

    def outline(self, index: int, fighter: Fighter) -> Fighter:
        """Return a reduced fighter with the HP and STR of the start, unless the end of a turn reads them."""
        if self.coupled or fighter.plights:
            return fighter
        first = self._left[index].character
        return replaced(fighter, character=replaced(fighter.character, hp=first.hp, strength=first.strength))

    def fate(self, index: int, fighter: Fighter) -> Fate | None:
        """Return the fate of a reduced fighter; None for one of the casualties that are all alike."""
        return None if fighter is self._casualties[index] else fate_of(fighter)

    def changed_attacker(self, attacker: Fighter, attack: Attack) -> bool:
        """Return whether a hit with an attack may change its attacker."""
        return _heals(attack) or any(type(effect) in _GAINS for effect in attacker.effects)


def _heals(attack: Attack) -> bool:
    """Return whether a hit with an attack can heal its attacker."""
    return bool(attack.heals) or Feast() in attack.consequences


def _is_known(policy: Policy) -> bool:
    """Return whether a policy is one of the library, which looks at fighters in the fight alone."""
    if isinstance(policy, FleeWhenHurt):
        return _is_known(policy.otherwise)
    return policy in (focus_fire, random_target, weakest_first)


def _read(fight: State, policies: tuple[Policy, ...]) -> Iterator[object]:
    """Yield the attributes that a known policy, an attack or a power reads or harms."""
    if any(isinstance(policy, FleeWhenHurt) for policy in policies):
        yield Attribute.DEX  # R134
    if fight.leader is not None and fight.fighters[fight.leader].character.kind == "pc":
        yield Attribute.WIL  # R130
    for fighter in fight.fighters:
        character = fighter.character
        yield from (each for each in Attribute if not character.score(each).value)
        causes: list[object] = [*fighter.attacks, *fighter.plights, *fighter.effects]
        causes += [each for attack in fighter.attacks for each in attack.consequences]
        causes += [plight.consequence for plight in fighter.plights]
        causes += [effect.loss for effect in fighter.effects if type(effect) is CompanionLoss]
        for each in causes:
            yield from (getattr(each, name, None) for name in ("attribute", "save"))
