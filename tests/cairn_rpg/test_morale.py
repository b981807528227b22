"""Morale (R129 to R133, A30 to A32, A68, A81), and a told fight."""

from __future__ import annotations

import pytest
from attrs import evolve

from cairn_rpg.fights import after, begun, codes, everyone_waits, foe, hero, turn
from cairn_rules.cairn_rpg.characters.attributes import Score
from cairn_rules.cairn_rpg.characters.scars import Scar
from cairn_rules.cairn_rpg.combat.actions import BEGIN, Strike, Wait
from cairn_rules.cairn_rpg.combat.rules.rules import DEFEAT, FLIGHT, outcome
from cairn_rules.cairn_rpg.combat.rules.setup import arranged, creature, fighter, new_game, person
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.game import Outcome


def weak(name="Rat", **figures):
    """Return a foe that any hit kills."""
    return foe(name, **{"hp": 1, "strength": 1} | figures)


def gone(state):
    return [each.gone for each in state.fighters]


def test_the_first_casualty() -> None:
    """One WIL save for the side; those who fail flee (R129, R130). The lowest WIL counts without a leader (R50)."""
    foes = [weak(), foe(willpower=12), foe("Troll", willpower=7), foe("Bat", willpower=9)]
    state = begun([hero()], foes)
    passed = turn(state, Strike(0, 0, 1), faces=(8, 7))
    assert (gone(passed.state), codes(passed.events)[-1]) == ([""] * 5, "morale")
    failed = after(state, Strike(0, 0, 1), faces=(8, 8))
    assert gone(failed) == ["", "", "fled", "fled", "fled"]
    assert outcome(failed) == Outcome((0,), FLIGHT)


def test_half_their_number() -> None:
    """Another save when half of those at the start are lost, and none after that (R129, R133)."""
    state = begun([hero()], [weak(str(number)) for number in range(5)])
    state = everyone_waits(after(state, Strike(0, 0, 1), faces=(8, 1)))
    assert state.tested[1] == {"first"}
    state = everyone_waits(after(state, Strike(0, 0, 2), faces=(8,)))
    state = everyone_waits(after(state, Strike(0, 0, 3), faces=(8, 1)))
    assert state.tested[1] == {"first", "half"}
    assert gone(after(state, Strike(0, 0, 4), faces=(8,))) == [""] * 6


def test_both_at_once() -> None:
    """One of two falls: one save settles both; by another ruling it is two (A30)."""
    foes = [weak(), foe()]
    state = after(begun([hero()], foes), Strike(0, 0, 1), faces=(8, 10))
    assert state.tested[1] == {"first", "half"}
    house = {"morale_double": "twice"}
    assert gone(after(begun([hero()], foes, rulings=house), Strike(0, 0, 1), faces=(8, 10, 11))) == ["", "", "fled"]
    assert gone(after(begun([hero()], foes, rulings=house), Strike(0, 0, 1), faces=(8, 11))) == ["", "", "fled"]


def test_each_for_themself() -> None:
    """By another ruling each foe saves with its own WIL (A30)."""
    foes = [weak(), foe(willpower=12), foe("Troll", willpower=7)]
    state = begun([hero()], foes, rulings={"morale_unit": "individual"})
    assert gone(after(state, Strike(0, 0, 1), faces=(8, 12, 8))) == ["", "", "", "fled"]


def test_a_leader() -> None:
    """Its WIL counts while it stands (R130)."""
    foes = [foe("Boss", willpower=15), weak(), weak("Bat"), foe(willpower=5)]
    state = begun([hero()], foes, leader=0)
    assert gone(after(state, Strike(0, 0, 2), faces=(8, 15))) == [""] * 5
    fallen = begun([hero()], [weak("Boss", willpower=15), foe("Troll", willpower=5), foe(willpower=6)], leader=0)
    assert gone(after(fallen, Strike(0, 0, 1), faces=(8, 6))) == ["", "", "fled", "fled"]


def test_a_bold_leader() -> None:
    """Hobgoblins pass every morale save while their commander stands (R130)."""
    hobgoblin = book().creatures["hobgoblin"]
    boss = creature(hobgoblin, leading=True)
    soldier = evolve(creature(hobgoblin), strength=Score(1, 1), hp=Score(1, 1), armor=0)
    state = begun([hero()], [soldier, boss, evolve(soldier, name="Other")])
    assert state.leader == 2
    assert codes(turn(state, Strike(0, 0, 1), faces=(8,)).events)[-1] == "leadership"


def test_the_fall_of_a_captain() -> None:
    """Bandits flee when their captain dies (R130)."""
    bandit = book().creatures["bandit"]
    captain = evolve(creature(bandit, leading=True), strength=Score(1, 1), hp=Score(1, 1), armor=0)
    state = begun([hero()], [fighter(captain, 1), creature(bandit), creature(bandit, size=6)])
    # The casualty: a morale save of the others, which passes. They flee all the same.
    assert gone(after(state, Strike(0, 0, 1), faces=(8, 1))) == ["", "", "fled", "fled"]
    assert gone(after(state, Strike(0, 0, 1), faces=(8, 20))) == ["", "", "fled", "fled"]


def test_a_lone_foe() -> None:
    """It saves when its HP drop to 0 (R131), after a passed STR save if any (A31), and only once (R133)."""
    state = begun([hero()], [foe()])
    assert gone(after(state, Strike(0, 0, 1), faces=(6, 10))) == ["", ""]
    assert gone(after(state, Strike(0, 0, 1), faces=(6, 11))) == ["", "fled"]
    assert gone(after(state, Strike(0, 0, 1), faces=(5,))) == ["", ""]
    stands = after(state, Strike(0, 0, 1), faces=(8, 8, 10))
    assert stands.tested[1] == {"lone"}
    assert gone(after(everyone_waits(stands), Strike(0, 0, 1), faces=(1, 7))) == ["", ""]


def test_the_last_of_several() -> None:
    """It is a lone foe too, unless only those count who began alone (A31)."""
    foes = [weak(), foe()]
    state = everyone_waits(after(begun([hero()], foes), Strike(0, 0, 1), faces=(8, 1)))
    assert gone(after(state, Strike(0, 0, 2), faces=(6, 11))) == ["", "", "fled"]
    house = {"lone": "started_alone"}
    state = everyone_waits(after(begun([hero()], foes, rulings=house), Strike(0, 0, 1), faces=(8, 1)))
    assert gone(after(state, Strike(0, 0, 2), faces=(6,))) == ["", "", ""]
    alone = begun([hero()], [foe()], rulings=house)
    assert gone(after(alone, Strike(0, 0, 1), faces=(6, 11))) == ["", "fled"]


def test_characters_make_no_morale_saves() -> None:
    """Neither those of players (R132), on either side, nor hirelings by default (A32)."""
    party = [weak("Porter", kind="hireling"), person("Guide", hp=4, kind="hireling"), hero()]
    state = everyone_waits(begun(party, [foe()]))
    assert gone(after(state, Strike(3, 0, 0), faces=(10,))) == [""] * 4
    rivals = begun([hero()], [weak(kind="pc"), hero("Rival")])
    assert gone(after(rivals, Strike(0, 0, 1), faces=(8,))) == [""] * 3


def test_hirelings_can_make_morale_saves() -> None:
    """By another ruling; characters and companions still do not (A32)."""
    party = [weak("Porter", kind="hireling"), person("Guide", hp=4, kind="hireling"), hero(), person("Dog", hp=2)]
    state = everyone_waits(begun(party, [foe()], rulings={"hireling_morale": True}))
    assert gone(after(state, Strike(4, 0, 0), faces=(10, 11))) == ["", "fled", "", "", ""]


def test_the_mindless() -> None:
    """A foe with a printed WIL of 0 makes no morale save, unless a ruling says so (A81)."""
    foes = [weak(willpower=0), foe(willpower=0)]
    assert gone(after(begun([hero()], foes), Strike(0, 0, 1), faces=(8,))) == [""] * 3
    house = {"mindless_morale": True}
    assert gone(after(begun([hero()], foes, rulings=house), Strike(0, 0, 1), faces=(8, 2))) == ["", "", "fled"]


def test_no_morale_at_all() -> None:
    """By a ruling foes fight to the end (R129, R131)."""
    state = begun([hero()], [weak(), foe()], rulings={"morale": False})
    assert gone(after(state, Strike(0, 0, 1), faces=(8,))) == [""] * 3


def test_those_who_fled_are_no_casualties() -> None:
    """Only the dead, those who are out and the routed count (R133)."""
    state = begun([hero()], [foe(), foe("Troll"), foe("Bat"), weak()])
    fled = evolve(
        state,
        fighters=tuple(
            evolve(each, gone="fled") if place in (1, 2) else each for place, each in enumerate(state.fighters)
        ),
    )
    assert not fled.fighters[1].is_casualty
    hit = after(fled, Strike(0, 0, 4), faces=(8, 1))
    assert hit.tested[1] == {"first"}


def test_casualties_of_a_spared_foe() -> None:
    """A foe that is out counts as one (R133, A23)."""
    state = begun([hero()], [foe(hp=1), foe("Troll"), foe("Bat")], rulings={"npc_crit": "out"})
    state = after(state, Strike(0, 0, 1), faces=(4, 8, 1))
    assert (state.fighters[1].out, state.tested[1]) == (True, {"first"})


# A told fight


def test_two_rounds_against_a_family() -> None:
    """Wolfram, Freya and Lucius against a big man, his brother who leads, and his sister (R73 to R132)."""
    wolfram = hero("Wolfram", hp=5, armor=1, attacks=["knife d6"])
    freya = hero("Freya", hp=5, armor=1, attacks=["daggers d6+d6"])
    lucius = hero("Lucius", hp=6, dexterity=9, attacks=["torch d6"])
    man = foe("Big man", hp=8, strength=15, willpower=9, attacks=["maul d10"])
    brother = foe("Brother", hp=7, willpower=11, attacks=["club d6"])
    sister = foe("Sister", hp=5, strength=11, willpower=14, attacks=["knife d6"])
    house = Rulings(npc_crit="out")
    state = new_game(seed=1, party=[wolfram, freya, lucius], foes=[man, brother, sister], leader=1, rulings=house)

    # Lucius alone fails the DEX save.
    state = after(state, BEGIN, faces=(10, 3, 17))
    # Round one: 4 and (5, 1) on the big man are one hit of 5.
    state = after(state, Strike(0, 0, 3), Strike(1, 0, 3), faces=(4, 5, 1))
    assert state.fighters[3].character.hp.value == 3
    # 3 on Freya less armour; 1 on Wolfram is stopped; 6 on Lucius is a scar: DEX becomes 14.
    state = after(state, Strike(3, 0, 1), Strike(4, 0, 0), Strike(5, 0, 2), faces=(3, 1, 6, 3, 5, 5, 4))
    assert [each.character.hp.value for each in state.fighters[:3]] == [5, 3, 0]
    lucius_now = state.fighters[2].character
    assert lucius_now.dexterity == Score.full(14)
    assert lucius_now.scars == (Scar(row=6, detail="DEX", changed=("DEX", 9, 14)),)
    # Round two: 2 on the brother, 3 on the big man, 6 on the sister, who fails with 13 against STR 10.
    assert state.round == 2
    result = turn(state, Strike(0, 0, 4), Strike(1, 0, 3), Strike(2, 0, 5), faces=(2, 1, 3, 6, 13, 12))
    man_now, brother_now, sister_now = (each.character for each in result.state.fighters[3:])
    assert (man_now.hp.value, man_now.scars, brother_now.hp.value) == (0, (), 5)
    assert (sister_now.hp.value, sister_now.strength.value, result.state.fighters[5].out) == (0, 10, True)
    # The first casualty: one save with the leader's WIL of 11, which 12 fails. The fight is over.
    assert gone(result.state)[3:] == ["fled", "fled", ""]
    assert outcome(result.state) == Outcome((0,), FLIGHT)


def test_the_same_fight_goes_on_if_they_stand() -> None:
    """Nobody is alone, so that 0 HP of the big man ask nothing (R131)."""
    state = begun([hero()], [foe(), foe("Brother")])
    assert arranged(state, 1, area=2).fighters[1].area == 2
    state = after(state, Strike(0, 0, 1), faces=(6,))
    assert outcome(state) is None
    assert state.tested == (frozenset(), frozenset())


@pytest.mark.parametrize("face", [2, 8])
def test_the_last_casualty_ends_the_fight(face) -> None:
    """Nobody is left to save (R80, R129)."""
    assert outcome(after(begun([hero()], [weak()]), Strike(0, 0, 1), faces=(face,))).reason == DEFEAT


def test_waiting_changes_nothing() -> None:
    state = begun([hero(), hero("Bo")], [foe()])
    assert turn(state, Wait(0), Wait(1)).events == ()
