"""Needs, rest, aid, harm outside combat, and scars whose gain comes later."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.effects import CannotDie, FatigueRelief, NoNeed
from cairn_rules.cairn_rpg.characters.inventory import hit_protection
from cairn_rules.cairn_rpg.characters.items import Item, Uses
from cairn_rules.cairn_rpg.characters.scars import Scar
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.procedures.damage import hit
from cairn_rules.cairn_rpg.procedures.fatigue import add_fatigue
from cairn_rules.cairn_rpg.procedures.recovery import (
    aid,
    bandage,
    deprive,
    end_of_day,
    harm,
    heal,
    hour_passed,
    medical_healing,
    meet,
    rest,
    rest_night,
    rest_week,
    restore_hearing,
    settle_scar,
)
from cairn_rules.cairn_rpg.procedures.scar_table import take_scar
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.chance import ScriptedDice, distribution
from cairn_rules.errors import DefinitionError, IllegalActionError
from support.cairn_rpg.people import BANDAGES, PLATE, ROPE, person

HUNGRY = frozenset({"food"})
HURT: dict[str, Any] = {"strength": Score(4, 12), "dexterity": Score(0, 9), "willpower": Score(0, 8), "hp": Score(1, 5)}
[HEALING] = [goods for goods in book().goods["upkeep"] if goods.id == "medical-healing"]


def refused(act: Callable[[], object]) -> str:
    """Return the reason of a refusal as text."""
    with pytest.raises(IllegalActionError) as error:
        act()
    return str(error.value.reason)


# Needs


def test_needs_deprive_until_all_are_met() -> None:
    """A character is Deprived from the first unmet need to the last one met (R61)."""
    hungry = deprive(deprive(person(), "food"), "sleep")
    assert hungry.conditions.needs == {"food", "sleep"}
    tired = meet(evolve(hungry, conditions=evolve(hungry.conditions, deprived_days=3)), "food")
    assert (tired.is_deprived, tired.conditions.deprived_days) == (True, 3)
    assert meet(tired, "sleep") == person()
    assert deprive(person(effects=(NoNeed(needs=("food",)),)), "food").is_deprived is False


def test_the_first_day_of_deprivation_adds_no_fatigue() -> None:
    """Each further full day adds one, so four days add three (R63, A64)."""
    character = deprive(person(), "food")
    fatigue: list[int] = []
    for _ in range(4):
        character = end_of_day(character).state
        fatigue.append(character.inventory.fatigue)
    assert fatigue == [0, 1, 2, 3]
    fed = meet(character, "food")
    assert end_of_day(deprive(fed, "food")).state.inventory.fatigue == 3
    assert end_of_day(deprive(person(), "food"), rulings=Rulings(deprived_fatigue="every_day")).events[0].rule == "R63"
    assert end_of_day(person()).state == person()


def test_a_skipped_camp() -> None:
    """It adds a Fatigue and the need of sleep, besides the Fatigue of deprivation (R63, R201, A11)."""
    character = end_of_day(person(), camped=False).state
    assert (character.inventory.fatigue, character.conditions.needs) == (1, {"sleep"})
    starving = person(needs=HUNGRY, deprived_days=1)
    both = end_of_day(starving, camped=False)
    assert [event.rule for event in both.events] == ["R63", "R201"]
    assert both.state.inventory.fatigue == 2
    assert end_of_day(starving, camped=False, rulings=Rulings(double_fatigue=False)).state.inventory.fatigue == 1


def test_the_end_of_a_day_can_force_drops() -> None:
    """Each Fatigue without room needs an item to drop (R63, R65)."""
    starving = person(needs=HUNGRY, deprived_days=1, items=(ROPE, PLATE), fatigue=7)
    assert "choose one (Rope, Plate)" in refused(lambda: end_of_day(starving))
    change = end_of_day(starving, camped=False, drops=[ROPE, PLATE])
    assert (change.state.inventory.items, change.state.inventory.fatigue) == ((), 9)
    with_room = evolve(starving, inventory=evolve(starving.inventory, fatigue=6))
    change = end_of_day(with_room, camped=False, drops=[ROPE])  # the second Fatigue needs it
    assert (change.state.inventory.items, change.state.inventory.fatigue) == ((PLATE,), 8)


def test_what_works_once_a_day_works_again() -> None:
    """The spirit absorbs the first Fatigue of the next day as well (R67a)."""
    character = person(effects=(FatigueRelief(amount=1, mode="absorbs"),))
    for _ in range(2):
        character = add_fatigue(character).state
        assert character.inventory.fatigue == 0
        character = end_of_day(character).state


def test_deprivation_prevents_all_recovery() -> None:
    """Neither HP nor attributes nor Fatigue recover (R62, R53, R55, R66)."""
    starving = person(needs=HUNGRY, fatigue=2, **HURT)
    for recover in (rest, rest_night, rest_week):
        change = recover(starving)
        assert change.state == starving
        assert list(map(str, change.events)) == ["Freya is Deprived (food) and recovers nothing [R62]"]


# Rest


def test_rest_restores_all_hp() -> None:
    """A few moments set HP to the maximum, without a roll, and Fatigue stays (R53, R58, R59, R67)."""
    change = rest(person(hp=Score(0, 5), fatigue=2))
    assert (change.state.hp, change.state.inventory.fatigue) == (Score(5, 5), 2)
    assert list(map(str, change.events)) == ["Freya rests and has 5 HP [R53]"]


def test_held_hp_does_not_return_by_rest() -> None:
    """Full slots and panic hold HP at 0, whatever the rest (R53, R31, R177, A7)."""
    for held, code in (
        (person(hp=Score(1, 4), fatigue=10), "held-by-slots"),
        (person(hp=Score(1, 4), panicked=True), "held-by-panic"),
    ):
        change = rest(held)
        assert (change.state, change.events[0].code, hit_protection(held)) == (held, code, 0)
    assert rest(person(panicked=True)).events[0].text == "Freya stays at 0 HP because of panic"


def test_a_night_removes_fatigue() -> None:
    """All Fatigue goes, then HP returns, also if the Fatigue had held it (R66, R53)."""
    change = rest_night(person(hp=Score(0, 4), fatigue=10))
    assert (change.state.inventory.fatigue, change.state.hp) == (0, Score(4, 4))
    assert [event.rule for event in change.events] == ["R66", "R53"]


def test_sleep_ends_the_need_of_sleep_first() -> None:
    """Who was Deprived of sleep alone recovers by that very sleep (R66, A65)."""
    assert rest_night(person(needs=frozenset({"sleep"}), fatigue=3)).state == person()
    still = rest_night(person(needs=frozenset({"sleep", "food"}), fatigue=3)).state
    assert (still.conditions.needs, still.inventory.fatigue) == (HUNGRY, 3)
    assert not rest_night(person(needs=frozenset({"recovery"}))).state.is_deprived


def test_a_week_restores_attributes() -> None:
    """All attributes are at their maximum, and those without DEX or WIL can act again (R55, R60, R102)."""
    hurt = person(fatigue=1, **HURT)
    assert (hurt.is_able, hurt.is_paralysed, hurt.is_delirious) == (False, True, True)
    change = rest_week(hurt)
    assert change.state == person(
        strength=Score.full(12), dexterity=Score.full(9), willpower=Score.full(8), hp=Score.full(5)
    )
    assert [event.text for event in change.events if event.rule == "R60"] == [
        "Freya is no longer paralysed",
        "Freya is no longer delirious",
    ]


def test_the_dead_and_the_dying_do_not_rest() -> None:
    """Aid comes first, and nothing helps the dead (R101, R103)."""
    for recover in (rest, rest_night, rest_week):
        assert refused(lambda recover=recover: recover(person(dead=True))) == (  # type: ignore[misc]
            "Freya is dead [character/dead, rule R101]"
        )
        assert "Freya is dying and needs aid first" in refused(
            lambda recover=recover: recover(person(down="critical"))  # type: ignore[misc]
        )
    assert "Freya is dead" in refused(lambda: end_of_day(person(dead=True)))


def test_paid_healing() -> None:
    """50gp pay for a week's rest, or restore at once by another ruling (R56, A10)."""
    hurt = person(gold=50, **HURT)
    healed = medical_healing(hurt, HEALING).state
    assert (healed.inventory.gold, healed.strength, healed.hp) == (0, Score.full(12), Score.full(5))
    instant = Rulings(paid_healing="instant")
    healed = medical_healing(hurt, HEALING, instant).state
    assert (healed.inventory.gold, healed.strength, healed.hp) == (0, Score.full(12), Score(1, 5))
    assert "Medical Healing costs 50gp, and Freya has 49gp" in refused(
        lambda: medical_healing(person(gold=49), HEALING)
    )
    for rulings in (Rulings(), instant):
        assert "Freya is Deprived (food) and recovers nothing" in refused(
            lambda rulings=rulings: medical_healing(person(gold=50, needs=HUNGRY), HEALING, rulings)  # type: ignore[misc]
        )
    [room] = [goods for goods in book().goods["upkeep"] if goods.id == "room-and-board"]
    assert "Room & Board is not a healing service" in refused(lambda: medical_healing(hurt, room))


# Aid


def test_bandages_stabilise() -> None:
    """A use stabilises a dying character, who acts again after a rest with the STR that is left (R54, R103, A24)."""
    helper, dying = person("Bo", items=(BANDAGES,)), person(down="critical", strength=Score(3, 10), hp=Score(0, 4))
    change = bandage(helper, dying, BANDAGES)
    bo, freya = change.state
    assert bo.inventory.items[0].uses == Uses(2, 3)
    assert (freya.conditions.down, freya.is_able) == ("stabilised", False)
    assert [str(event) for event in change.events] == [
        "Bo spends a use of Bandages [R37]",
        "Freya is stabilised [R103]",
    ]
    assert hour_passed(freya).state == freya
    rested = rest(freya).state
    assert (rested.is_able, rested.strength, rested.hp) == (True, Score(3, 10), Score(4, 4))
    week = Rulings(stabilised_until="week")
    assert rest(freya, week).state.conditions.down == "stabilised"
    assert rest_week(freya, week).state.is_able


def test_who_cannot_bandage_whom() -> None:
    """Bandages are needed, somebody to use them, and somebody who is dying (R54, R81, R103)."""
    dying = person(down="critical")
    assert "Rope does not stabilise: use Bandages" in refused(lambda: bandage(person("Bo", items=(ROPE,)), dying, ROPE))
    assert "Bo does not carry Bandages" in refused(lambda: bandage(person("Bo"), dying, BANDAGES))
    helper = person("Bo", items=(BANDAGES,))
    assert "Freya is not dying" in refused(lambda: bandage(helper, person(), BANDAGES))
    assert "Freya is not dying" in refused(lambda: aid(person(down="mortal", dead=True)))
    assert "Freya is not dying" in refused(lambda: aid(person(down="critical", dead=True)))
    fallen = person("Bo", items=(BANDAGES,), down="stabilised")
    assert "Bo cannot act" in refused(lambda: bandage(fallen, dying, BANDAGES))


def test_an_hour_without_aid_kills() -> None:
    """Critical Damage and mortal wounds kill within the hour (R99, R120)."""
    for down, rule in (("critical", "R99"), ("mortal", "R120")):
        change = hour_passed(person(down=down))
        assert (change.state.conditions.dead, change.events[0].rule) == (True, rule)
    assert hour_passed(person()).state == person()
    assert hour_passed(person(down="mortal", dead=True)).events == ()
    undying = hour_passed(person(down="mortal", effects=(CannotDie(until="later"),)))
    assert (undying.state.conditions.dead, undying.events[0].code) == (False, "undying")


def remedy(*restores: Any) -> Item:
    """Return a medicine with three uses."""
    return Item(id="leech", name="Leech", uses=Uses.full(3), restores=restores)


def test_items_restore_attributes() -> None:
    """A use restores 1, 1d4, 1d6 or all, never above the maximum (R56, R57)."""
    item = remedy((Attribute.STR, "1"), (Attribute.DEX, "1d4"), (Attribute.WIL, "1d6"))
    dice = ScriptedDice([3, 6])
    change = heal(person("Bo", items=(item,)), person(**HURT), item, dice)
    dice.finish()
    bo, freya = change.state
    assert bo.inventory.items[0].uses == Uses(2, 3)
    assert (freya.strength, freya.dexterity, freya.willpower) == (Score(5, 12), Score(3, 9), Score(6, 8))
    assert freya.is_able
    assert str(dice.log[0].request) == "Freya's restored DEX [R56]: d4"
    capped = person(strength=Score(9, 10), items=(item,))
    assert heal(capped, None, item, ScriptedDice([4, 6])).state[0].strength == Score.full(10)


def test_an_item_restores_its_owner() -> None:
    """Owner and patient are the same, and the use is spent (R56)."""
    item = evolve(remedy((Attribute.STR, "full")), uses=Uses(1, 2))
    change = heal(person(strength=Score(2, 12), items=(item,)), None, item, ScriptedDice())
    assert change.state == (person(strength=Score.full(12)),) * 2
    assert [event.code for event in change.events] == ["used", "spent", "restored"]
    endless = evolve(item, uses=None)
    healed = heal(person(strength=Score(2, 12), items=(endless,)), None, endless, ScriptedDice()).state[0]
    assert (healed.strength, healed.inventory.items) == (Score.full(12), (endless,))


def test_what_does_not_heal() -> None:
    """A Deprived or dead patient wastes no use, and no die is rolled (R56, R62)."""
    item = remedy((Attribute.STR, "1d4"))
    owner = person("Bo", items=(item, ROPE))
    assert refused(lambda: heal(owner, person(needs=HUNGRY), item, ScriptedDice())) == (
        "Freya is Deprived (food) and recovers nothing [recover/deprived, rule R62]"
    )
    assert "Freya is dead" in refused(lambda: heal(owner, person(dead=True), item, ScriptedDice()))
    assert "Rope restores no attribute" in refused(lambda: heal(owner, None, ROPE, ScriptedDice()))
    assert "does not carry Leech" in refused(lambda: heal(person(), None, item, ScriptedDice()))
    assert "does not carry Leech" in refused(lambda: heal(person(), None, evolve(item, uses=None), ScriptedDice()))


def test_hearing_returns() -> None:
    """Extraordinary aid ends deafness (R116)."""
    assert restore_hearing(person(deaf=True)) == person()


# Harm


def test_harm_takes_an_attribute() -> None:
    """A trap takes STR of a player character, or what the caller names, never HP, and asks no save (R95, R52, A42)."""
    change = harm(person(), 3, ScriptedDice())
    assert (change.state.strength, change.state.hp) == (Score(7, 10), Score(4, 4))
    assert list(map(str, change.events)) == ["Freya loses 3 STR and has 7 left [R95]"]
    assert harm(person(), 3, ScriptedDice(), attribute=Attribute.DEX).state.dexterity == Score(7, 10)


def test_armor_helps_only_where_it_applies() -> None:
    """Armour reduces attribute damage only if the caller says so, at most by 3 (R71, A78)."""
    plate = person(items=(evolve(PLATE, worn=True),))
    assert harm(plate, 4, ScriptedDice()).state.strength == Score(6, 10)
    assert harm(plate, 4, ScriptedDice(), armor=True).state.strength == Score(9, 10)
    change = harm(plate, 3, ScriptedDice(), armor=True)
    assert (change.state, change.events[0].code) == (plate, "armor")


def test_harm_can_kill_or_paralyse() -> None:
    """STR 0 is death, DEX 0 paralysis and WIL 0 delirium (R101, R102, A77)."""
    assert harm(person(), 99, ScriptedDice()).state.conditions.dead
    paralysed = harm(person(), 10, ScriptedDice(), attribute=Attribute.DEX)
    assert (paralysed.state.is_paralysed, paralysed.events[-1].rule) == (True, "R102")
    assert harm(person(), 10, ScriptedDice(), attribute=Attribute.WIL).state.is_delirious


def test_others_lose_hp_first() -> None:
    """Creatures lose HP less armour and then STR, with a save, unless another attribute is named (A22)."""
    bear = person("Bear", kind="creature", armor=1, hp=Score.full(3))
    assert harm(bear, 3, ScriptedDice()).state.hp == Score(1, 3)
    dead = harm(bear, 6, ScriptedDice([9])).state
    assert (dead.hp, dead.strength, dead.conditions.dead) == (Score(0, 3), Score(8, 10), True)
    assert harm(bear, 2, ScriptedDice(), attribute=Attribute.DEX).state.dexterity == Score(8, 10)
    by_attribute = harm(bear, 2, ScriptedDice(), rulings=Rulings(npc_noncombat="attribute")).state
    assert (by_attribute.hp, by_attribute.strength) == (Score.full(3), Score(8, 10))


def test_harm_can_ask_for_a_save() -> None:
    """By another ruling STR lost to a trap asks for a Critical Damage save, and HP stays (A42, R97)."""
    rulings = Rulings(attr_damage_save=True)
    critical = harm(person(), 3, ScriptedDice([8]), rulings=rulings).state
    assert (critical.conditions.down, critical.strength, critical.hp) == ("critical", Score(7, 10), Score(4, 4))
    assert harm(person(), 3, ScriptedDice([7]), rulings=rulings).state.conditions.down == ""
    assert harm(person(), 3, ScriptedDice(), attribute=Attribute.WIL, rulings=rulings).state.willpower.value == 7


def test_bad_harm() -> None:
    """Damage is a whole number, and the dead take none (R101)."""
    with pytest.raises(DefinitionError, match="damage must be a whole number from 0 to 1000, got -1"):
        harm(person(), -1, ScriptedDice())
    assert "Freya is dead" in refused(lambda: harm(person(dead=True), 1, ScriptedDice()))


# Scars


def scarred(row: int, **fields: Any) -> Any:
    """Return a character with 0 of 4 HP and a pending scar."""
    return person(hp=Score(0, 4), scars=(Scar(row=1), Scar(row=row, pending=True)), **fields)


def test_walloped() -> None:
    """After a few hours of rest d6 is added to the maximum, and HP stays at 0 (R111, R122)."""
    walloped = scarred(3, needs=frozenset({"recovery"}))
    change = settle_scar(walloped, 1, ScriptedDice([2]))
    assert (change.state.hp, change.state.is_deprived) == (Score(0, 6), False)
    assert change.state.scars == (Scar(row=1), Scar(row=3, changed=("hp", 4, 6)))
    assert list(map(str, change.events)) == ["Freya's maximum HP becomes 6 [R111]"]


@pytest.mark.parametrize(("row", "rule"), [(4, "R112"), (5, "R113")])
def test_broken_limbs_and_diseases(row: int, rule: str) -> None:
    """2d6 replace the maximum HP if they are higher (R112, R113)."""
    ill = scarred(row, diseased=row == 5)
    gained = settle_scar(ill, 1, ScriptedDice([3, 2])).state
    assert (gained.hp, gained.conditions.diseased) == (Score(0, 5), False)
    change = settle_scar(ill, 1, ScriptedDice([2, 2]))
    assert (change.state.hp, change.state.scars[1]) == (Score(0, 4), Scar(row=row))
    assert list(map(str, change.events)) == [f"Freya's maximum HP remains 4 [{rule}]"]


def test_hamstrung() -> None:
    """3d6 replace the maximum DEX if they are higher, and the gap to it stays (R115, R122, A66)."""
    lame = scarred(7, hamstrung=True, dexterity=Score(6, 10))
    change = settle_scar(lame, 1, ScriptedDice([5, 5, 4]))
    assert (change.state.dexterity, change.state.conditions.hamstrung) == (Score(10, 14), False)
    assert (change.state.scars[1].changed, change.events[0].rule) == (("DEX", 10, 14), "R115")
    kept = settle_scar(lame, 1, ScriptedDice([5, 5, 4]), Rulings(scar_raise_current=False)).state
    assert kept.dexterity == Score(6, 14)
    assert settle_scar(lame, 1, ScriptedDice([4, 3, 3])).state.dexterity == Score(6, 10)


def test_a_mortal_wound_heals_in_a_week_under_care() -> None:
    """Aid stops the hour, a week heals, and 2d6 become the maximum, higher or lower (R120, R122, A67)."""
    character = evolve(person(hp=Score.full(11)), strength=Score(5, 10))
    character = hit(character, 11, ScriptedDice()).character
    assert (character.conditions.down, character.is_deprived, character.scars[0].row) == ("mortal", True, 11)
    unhealed = "aid and a week of rest come first [scar/unhealed, rule R120]"
    assert unhealed in refused(lambda: settle_scar(character, 0, ScriptedDice()))
    tended = aid(character).state
    assert hour_passed(tended).state.conditions.dead is False
    assert unhealed in refused(lambda: settle_scar(tended, 0, ScriptedDice()))
    assert rest_night(tended).state == tended
    week = rest_week(tended)
    assert week.events[0].rule == "R120"
    healed = week.state
    assert (healed.is_able, healed.is_deprived, healed.strength, healed.hp) == (
        True,
        False,
        Score(10, 10),
        Score(11, 11),
    )
    lowered = settle_scar(healed, 0, ScriptedDice([2, 3])).state
    assert (lowered.hp, lowered.scars[0].changed) == (Score(5, 5), ("hp", 11, 5))


def test_aid_can_heal_a_mortal_wound() -> None:
    """By another ruling aid heals at once, and the gain can be settled (A67)."""
    character, _ = take_scar(person(hp=Score(0, 4)), 11, ScriptedDice())
    healed = aid(character, Rulings(mortal_aid="heal")).state
    assert (healed.is_able, healed.is_deprived) == (True, False)
    assert settle_scar(healed, 0, ScriptedDice([6, 6])).state.hp == Score(0, 12)


def test_scars_that_cannot_be_settled() -> None:
    """Only a pending gain is settled, and that of row 12 by its save (R121, R122)."""
    assert "Lasting Scar of Freya has no pending gain" in refused(lambda: settle_scar(scarred(3), 0, ScriptedDice()))
    assert refused(lambda: settle_scar(scarred(12), 1, ScriptedDice())) == (
        "the next Critical Damage save settles Doomed of Freya [scar/doomed, rule R121]"
    )
    assert "Freya is dead" in refused(lambda: settle_scar(scarred(3, dead=True), 1, ScriptedDice()))
    with pytest.raises(DefinitionError, match="Freya has 2 scars, so no scar has the index 2"):
        settle_scar(scarred(3), 2, ScriptedDice())
    with pytest.raises(DefinitionError, match="the index of a scar must be a whole number"):
        settle_scar(scarred(3), -1, ScriptedDice())


@pytest.mark.parametrize(
    ("most", "chance"),
    [
        (1, Fraction(1)),
        (2, Fraction(35, 36)),
        (3, Fraction(11, 12)),
        (4, Fraction(5, 6)),
        (5, Fraction(13, 18)),
        (6, Fraction(7, 12)),
    ],
)
def test_the_chance_of_a_gain(most: int, chance: Fraction) -> None:
    """2d6 exceed a maximum of 1 to 6 with 1, 35/36, 11/12, 5/6, 13/18 and 7/12 (R112)."""
    broken = person(hp=Score(0, most), scars=(Scar(row=4, pending=True),))
    odds = distribution(lambda dice: settle_scar(broken, 0, dice).state.hp.max > most)
    assert odds.get(True) == chance


def test_scars_keep_their_order() -> None:
    """Rows repeat, and each scar is settled in its place (R122b)."""
    twice = person(scars=(Scar(row=4, detail="leg", pending=True), Scar(row=4, detail="rib", pending=True)))
    settled = settle_scar(twice, 1, ScriptedDice([1, 1])).state
    assert [(scar.detail, scar.pending) for scar in settled.scars] == [("leg", True), ("rib", False)]


# Properties


@given(
    score=st.tuples(st.integers(0, 20), st.integers(0, 20)).map(lambda pair: Score(min(pair), max(pair))),
    change=st.integers(0, 30),
)
def test_scores_stay_within_bounds(score: Score, change: int) -> None:
    """Recovery never passes the maximum, and loss never passes 0 (R57)."""
    assert score.less(change).value == max(0, score.value - change)
    assert score.more(change).value == min(score.max, score.value + change)
    assert score.restored.value == score.max


@given(
    hp=st.integers(0, 6),
    fatigue=st.integers(0, 10),
    needs=st.sets(st.sampled_from(["food", "sleep", "recovery"])),
    steps=st.lists(st.sampled_from([rest, rest_night, rest_week, end_of_day, add_fatigue]), max_size=8),
)
def test_no_rest_raises_a_maximum(hp: int, fatigue: int, needs: set[str], steps: list[Any]) -> None:
    """HP and attributes stay within their maximum, which no rest changes, and slots within ten (R44, R57, R59)."""
    character = person(hp=Score(hp, 6), fatigue=fatigue, needs=frozenset(needs), strength=Score(3, 10))
    for step in steps:
        before = character
        character = step(character).state
        assert (character.hp.max, character.strength.max) == (6, 10)
        assert character.hp.value in {before.hp.value, 6}
        assert character.inventory.free() >= 0
