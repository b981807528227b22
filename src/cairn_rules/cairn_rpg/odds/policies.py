"""Policies: functions that decide for a side of a fight, for exact odds and for simulation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import TypeAlias, final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.inventory import hit_protection
from cairn_rules.cairn_rpg.combat.actions import Action, Flee, Strike
from cairn_rules.cairn_rpg.combat.rules.rules import attacks_by_target, is_legal, legal_actions
from cairn_rules.cairn_rpg.combat.rules.strikes import can_harm, dice_against
from cairn_rules.cairn_rpg.combat.state import SEAT_NAMES, Fighter, State
from cairn_rules.cairn_rpg.estimates.policies import decided, policy_name
from cairn_rules.frozen_classes import field, frozen

Policy: TypeAlias = Callable[[State], "Action | Mapping[Action, Fraction]"]
"""A function that decides for a side: it returns a legal action, or several with their probabilities.

It decides for one fighter at a time, and answers the questions after the dice. It may depend on everything that affects
the fight, but not on scars, on the number of the round after the first, or on earlier states.
"""


@checked
def focus_fire(state: State) -> Action:
    """Strike the first standing opponent, with the attack that deals the most damage on average.

    Opponents and attacks are passed over while the one cannot be harmed by the other, because of an immunity or a
    spell. So do the other policies of the library.

    Example:
        >>> from cairn_rules.cairn_rpg import Rulings, combat
        >>> foes = [combat.person("Wolf", hp=6), combat.person("Cub", hp=2)]
        >>> state = combat.new_game(seed=7, foes=foes, rulings=Rulings(initiative="pcs_ready"))
        >>> state = combat.apply(state, combat.Begin())
        >>> [combat.format_action(policy(state)) for policy in (focus_fire, weakest_first)]
        ['1:1>3', '1:1>4']
        >>> {combat.format_action(action): str(share) for action, share in random_target(state).items()}
        {'1:1>3': '1/2', '1:1>4': '1/2'}
    """
    return _strike(state, lambda index, _: (index,))


@checked
def weakest_first(state: State) -> Action:
    """Strike the standing opponent with the least HP, then STR, with the attack that deals the most damage."""
    return _strike(
        state, lambda _, target: (hit_protection(target.character, state.rulings), target.character.strength.value)
    )


@checked
def random_target(state: State) -> Action | Mapping[Action, Fraction]:
    """Strike any standing opponent, all with the same probability, with the attack that deals the most damage."""
    targets = _targets(state)
    if not targets:
        return legal_actions(state)[0]
    return {_best(state, strikes): Fraction(1, len(targets)) for strikes in targets.values()}


@final
@frozen
class FleeWhenHurt:
    """A policy that flees once a fighter has few HP left, and follows another policy until then.

    Example:
        >>> print(FleeWhenHurt(hp=2))
        flee at 2 HP, else focus fire
    """

    hp: int = field(default=0, kw_only=True)
    """The HP at or below which a fighter flees."""
    otherwise: Policy = field(default=focus_fire, kw_only=True)
    """The policy for all other decisions."""

    def __call__(self, state: State) -> Action | Mapping[Action, Fraction]:
        """Return the decision."""
        for action in legal_actions(state):
            if type(action) is Flee:
                character = state.fighters[action.by].character
                if hit_protection(character, state.rulings) <= self.hp:
                    return action
        return self.otherwise(state)

    def __str__(self) -> str:
        return f"flee at {self.hp} HP, else {policy_name(self.otherwise)}"


def decide(policy: Policy, state: State) -> tuple[tuple[Action, Fraction], ...]:
    """Return the decision of a policy, as actions with their probabilities.

    Raises:
        DefinitionError: if it is not legal, or its probabilities do not add up to 1.
    """

    def side() -> str:
        fighter = state.questions[0].fighter if state.questions else None
        return SEAT_NAMES[state.side if fighter is None else state.fighters[fighter].side]

    return decided(policy, state, lambda chosen: is_legal(state, chosen), lambda: legal_actions(state), side)


def _targets(state: State) -> dict[int, tuple[Strike, ...]]:
    """Return the attacks of the fighter who declares, by standing target; those that cannot harm only if all cannot."""
    fighters = state.fighters
    standing = {target: attacks for target, attacks in attacks_by_target(state).items() if fighters[target].is_in}
    exposed: dict[int, tuple[Strike, ...]] = {}
    for target, attacks in standing.items():
        aim, useful = fighters[target], attacks
        if aim.effects or aim.ward:
            attackers = ((each, fighters[each.by]) for each in attacks)
            useful = tuple([each for each, by in attackers if can_harm(by, by.attacks[each.attack], aim)])
        if useful:
            exposed[target] = useful
    return exposed or standing


def _strike(state: State, order: Callable[[int, Fighter], tuple[int, ...]]) -> Action:
    """Return the best attack on the first standing opponent; the first legal action if there is none."""
    targets = _targets(state)
    if not targets:
        return legal_actions(state)[0]
    return _best(state, targets[min(targets, key=lambda index: order(index, state.fighters[index]))])


def _best(state: State, strikes: tuple[Strike, ...]) -> Strike:
    """Return the attack that deals the most damage on average after armour; the first one of equal ones."""
    best, most = strikes[0], -1.0
    for each in strikes:
        attacker, target = state.fighters[each.by], state.fighters[each.target]
        attack = attacker.attacks[each.attack]
        shielded = not attack.ignores_armor and (attack.attribute is None or attack.armor_applies)
        damage = _mean(dice_against(attacker, attack, target, state.rulings), target.armor if shielded else 0)
        if damage > most:
            best, most = each, damage
    return best


@cache
def _mean(sizes: tuple[int, ...], armor: int) -> float:
    """Return the mean of the highest die minus armour."""
    below = [1.0]
    for face in range(1, max(sizes) + 1):
        share = 1.0
        for size in sizes:
            share *= min(face, size) / size
        below.append(share)
    below[0] = 0.0
    return sum(max(0, face - armor) * (below[face] - below[face - 1]) for face in range(1, len(below)))
