"""Detachments (R123 to R128, A18, A29), and two told fights with them."""

from __future__ import annotations

import pytest
from attrs import evolve

from cairn_rpg.fights import after, begun, everyone_waits, foe, hero, turn
from cairn_rules.cairn_rpg.characters.attacks import UNARMED, Attack
from cairn_rules.cairn_rpg.characters.attributes import Score
from cairn_rules.cairn_rpg.characters.effects import AttackChange
from cairn_rules.cairn_rpg.characters.inventory import Inventory
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.combat.actions import Strike, Wait
from cairn_rules.cairn_rpg.combat.rules.rules import DEFEAT, FLIGHT, outcome
from cairn_rules.cairn_rpg.combat.rules.setup import creature, fighter
from cairn_rules.cairn_rpg.combat.rules.strikes import dice_against
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings


def crowd(name="Guards", **figures):
    return foe(name, **{"detachment": True} | figures)


def hp(state):
    return [each.character.hp.value for each in state.fighters]


def test_a_detachment_is_one_fighter() -> None:
    """One stat block, whatever its size (R123)."""
    guards = evolve(crowd(), size=12)
    state = begun([hero()], [guards])
    assert len(state.fighters) == 2
    assert hp(state)[1] == 6


def test_two_make_a_detachment() -> None:
    """It has a number of members, at least two (R123)."""
    assert creature(book().creatures["bandit"], size=2).size == 2


def test_individuals_against_a_detachment_are_impaired() -> None:
    """Except for a blast (R124)."""
    guards = fighter(crowd(), 1)
    archer = fighter(hero(attacks=["sword d8", Attack(name="bomb", dice=(10,), blast=True)]))
    assert [dice_against(archer, each, guards, DEFAULT) for each in archer.attacks[:2]] == [(4,), (10,)]


def test_blasts_by_an_effect() -> None:
    """A weapon that an effect makes a blast harms a detachment in full, any other only if it is one (R88, R124)."""
    guards = fighter(crowd(), 1)
    bomb = Attack(name="bomb", dice=(10,), blast=True)
    wide = AttackChange(change="blast", weapon="sword")
    archer = fighter(evolve(hero(attacks=["sword d8", "bow d6", bomb]), effects=(wide,)))
    assert [dice_against(archer, each, guards, DEFAULT) for each in archer.attacks[:3]] == [(8,), (4,), (10,)]


def test_a_detachment_against_individuals_is_enhanced_and_a_blast() -> None:
    """A d12 for each target in the area (R125)."""
    state = everyone_waits(begun([hero(hp=20), hero("Bo", hp=20, armor=3)], [crowd()]))
    assert hp(after(state, Strike(2, 0, 0), faces=(12, 7))) == [8, 16, 6]


def test_an_unarmed_detachment_deals_a_d4() -> None:
    """Its attack is a blast all the same (R86, R125, A17); by another ruling it is enhanced, too."""
    rats, ada = fighter(crowd(attacks=()), 1), fighter(hero())
    assert dice_against(rats, UNARMED, ada, DEFAULT) == (4,)
    assert dice_against(rats, UNARMED, ada, Rulings(unarmed_enhanced=True)) == (12,)
    state = everyone_waits(begun([hero(hp=20), hero("Bo", hp=20, armor=3)], [rats]))
    assert hp(after(state, Strike(2, 0, 0), faces=(4, 4))) == [16, 19, 6]


def test_enhanced_against_a_detachment() -> None:
    """Both cancel (R124, A18), or one wins by another ruling."""
    guards = fighter(crowd(), 1)
    above = fighter(hero(), position="enhanced")
    assert dice_against(above, above.attacks[0], guards, DEFAULT) == (8,)
    assert dice_against(above, above.attacks[0], guards, Rulings(both="impaired")) == (4,)
    hidden = fighter(hero(), exposure="impaired")
    assert dice_against(guards, guards.attacks[0], hidden, DEFAULT) == (10,)


def test_detachment_against_detachment() -> None:
    """Neither rule applies: one target, and its own die (R127)."""
    state = begun([hero("Militia", kind="npc", detachment=True), hero("Bo")], [crowd(hp=9), crowd("Rats", hp=9)])
    state = after(state, Strike(0, 0, 2), Wait(1), faces=(8,))
    assert hp(state) == [4, 4, 1, 9]


def test_a_broken_detachment() -> None:
    """It routs when it fails the save, and is destroyed at STR 0 (R126)."""
    bomb = hero(attacks=[Attack(name="bomb", dice=(10,), blast=True)])
    state = begun([bomb], [crowd()])
    routed = after(state, Strike(0, 0, 1), faces=(8, 9))
    assert (routed.fighters[1].gone, routed.fighters[1].is_casualty) == ("routed", True)
    assert not routed.fighters[1].character.conditions.dead
    assert outcome(routed).reason == DEFEAT
    destroyed = after(begun([bomb], [crowd(strength=3)]), Strike(0, 0, 1), faces=(9,))
    assert destroyed.fighters[1].character.conditions.dead


def test_a_weakened_detachment() -> None:
    """By another ruling it fights on, from a position of weakness (A29)."""
    bomb = hero(attacks=[Attack(name="bomb", dice=(10,), blast=True)])
    state = begun([bomb], [crowd()], rulings={"detachment_crit": "weakened"})
    # It is alone and at 0 HP: the morale save of a lone foe passes.
    state = after(state, Strike(0, 0, 1), faces=(8, 9, 1))
    guards = state.fighters[1]
    assert (guards.is_in, guards.position) == (True, "impaired")
    assert dice_against(guards, guards.attacks[0], state.fighters[0], DEFAULT) == (10,)


def test_many_individuals() -> None:
    """The highest of their d4 counts: at most 4 a turn before armour (R128)."""
    party = [hero(), hero("Bo"), hero("Cy")]
    state = begun(party, [crowd(hp=9, armor=1)])
    assert hp(after(state, Strike(0, 0, 3), Strike(1, 0, 3), Strike(2, 0, 3), faces=(4, 4, 4)))[3] == 6


def test_an_enhanced_attack_lifts_the_limit() -> None:
    """It rolls its own die (R128, A18)."""
    party = [fighter(hero(), position="enhanced"), hero("Bo")]
    assert hp(after(begun(party, [crowd(hp=9)]), Strike(0, 0, 2), Strike(1, 0, 2), faces=(8, 1)))[2] == 1


# Told fights


def test_rats() -> None:
    """Freya's daggers and Wolfram's crossbow against a swarm of rats (R91, R124, R125, R126)."""
    full = Inventory(items=(Item(id="stone", name="Stone"),) * 10)
    freya = evolve(hero("Freya", hp=3, armor=1, attacks=["daggers d6+d6"]), inventory=full)
    wolfram = hero("Wolfram", hp=8, armor=1, attacks=["crossbow d8"])
    rats = crowd("Rats", hp=3, strength=5, willpower=4, attacks=["bites d6"])
    state = begun([freya, wolfram], [rats])
    state = after(state, Strike(0, 0, 2), Wait(1), faces=(2, 2))
    assert hp(state) == [3, 8, 1]
    # A d12 for each: 1 on Freya, whose armour stops it; 6 less 1 on Wolfram.
    state = after(state, Strike(2, 0, 0), faces=(1, 6))
    assert hp(state) == [3, 3, 1]
    assert state.fighters[0].character.strength == Score.full(10)
    # A d4 of 2 on 1 HP: STR 4, and a save of 7 fails.
    end = turn(state, Wait(0), Strike(1, 0, 2), faces=(2, 7))
    rats_left = end.state.fighters[2]
    assert (rats_left.character.strength.value, rats_left.gone) == (4, "routed")
    assert outcome(end.state).winners == (0,)


def test_guards() -> None:
    """Twelve guards, hit in two turns: 2 and 3 of 4 HP, then a save of 15 against STR 10 (R91, R124, R126)."""
    guards = evolve(crowd("Guards", hp=4, armor=1, strength=11), size=12)
    party = [hero("Wolfram", attacks=["crossbow d8"]), hero("Freya", attacks=["daggers d6+d6"])]
    state = begun(party, [guards])
    state = everyone_waits(after(state, Strike(0, 0, 2), Wait(1), faces=(3,)))
    assert hp(state)[2] == 2
    end = after(state, Wait(0), Strike(1, 0, 2), faces=(4, 1, 15))
    broken = end.fighters[2]
    assert (broken.character.hp.value, broken.character.strength.value, broken.gone) == (0, 10, "routed")


def test_guards_in_one_turn() -> None:
    """Together the two would have been one hit of 3 (R83)."""
    party = [hero("Wolfram", attacks=["crossbow d8"]), hero("Freya", attacks=["daggers d6+d6"])]
    state = begun(party, [crowd("Guards", hp=4, armor=1, strength=11)])
    assert hp(after(state, Strike(0, 0, 2), Strike(1, 0, 2), faces=(3, 4, 1)))[2] == 1


@pytest.mark.parametrize(("face", "reason"), [(10, None), (11, FLIGHT)])
def test_a_lone_detachment(face, reason) -> None:
    """At 0 HP it makes the morale save of a lone foe (R131, R133, A68)."""
    bomb = hero(attacks=[Attack(name="bomb", dice=(10,), blast=True)])
    end = outcome(after(begun([bomb], [crowd()]), Strike(0, 0, 1), faces=(6, face)))
    assert (end and end.reason) == reason
    house = {"detachment_lone": False}
    assert outcome(after(begun([bomb], [crowd()], rulings=house), Strike(0, 0, 1), faces=(6,))) is None
