"""Scars, row by row (R107 to R122b, A25 to A28, A66, A73, A74)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve

from cairn_rpg.fights import after, begun, codes, everyone_waits, foe, hero, turn
from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.effects import CriticalSavePass, PassSaves
from cairn_rules.cairn_rpg.characters.inventory import Inventory
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.characters.scars import LIMBS, Scar
from cairn_rules.cairn_rpg.combat.actions import Lose, Strike
from cairn_rules.cairn_rpg.combat.rules.rules import current_player, legal_actions
from cairn_rules.cairn_rpg.procedures.damage import hit
from cairn_rules.cairn_rpg.procedures.recovery import settle_scar
from cairn_rules.cairn_rpg.procedures.scar_table import raised, take_scar
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import ScriptedDice, distribution


def scarred(row, *faces, rulings=DEFAULT, **figures):
    """Return a character with 3 HP, now 0, after a scar."""
    character = evolve(hero(**{"hp": 3} | figures), hp=Score(0, figures.get("hp", 3)))
    dice = ScriptedDice(faces)
    found, _ = take_scar(character, row, dice, rulings)
    dice.finish()
    return found


def struck(damage, *faces, character=None, rulings=DEFAULT):
    dice = ScriptedDice(faces)
    wound = hit(character or hero(hp=damage), damage, dice, rulings)
    dice.finish()
    return wound.character


# When


def test_only_characters_of_players_are_scarred() -> None:
    """By an attack from above 0 to exactly 0 (R107)."""
    assert struck(3).scars == (Scar(row=3, pending=True),)
    for kind in ("hireling", "npc", "creature"):
        assert struck(3, character=foe(kind=kind, hp=3)).scars == ()
    assert struck(2, character=hero(hp=3)).scars == ()
    assert struck(4, 1, character=hero(hp=3)).scars == ()
    assert struck(3, 1, character=evolve(hero(), hp=Score(0, 4))).scars == ()


def test_the_row_is_the_hp_lost() -> None:
    """It is not rolled, and armour is subtracted before (R108)."""
    state = everyone_waits(begun([hero(hp=5, armor=2)], [foe()]))
    assert after(state, Strike(1, 0, 0), faces=(7,)).fighters[0].character.scars[0].row == 5


def test_more_than_twelve_hp() -> None:
    """Row 12, or none by another ruling (A26)."""
    assert struck(14).scars[0].row == 12
    for lost, scars in ((12, 1), (13, 0), (14, 0)):
        assert len(struck(lost, rulings=Rulings(scar_over_12="none")).scars) == scars


def test_a_scar_asks_for_no_save() -> None:
    """And most do not stop the fight for their bearer (R105, R122a)."""
    state = everyone_waits(begun([hero(hp=5)], [foe()]))
    state = after(state, Strike(1, 0, 0), faces=(5,))
    assert state.fighters[0].is_in


@pytest.mark.parametrize("row", [7, 11])
def test_rows_that_stop_the_fight(row) -> None:
    """The hamstrung and the mortally wounded are out of it (R115, R120, R122a)."""
    state = everyone_waits(begun([hero(hp=row)], [foe(attacks=["axe d12"])]))
    assert not after(state, Strike(1, 0, 0), faces=(row,)).fighters[0].is_in


# Rows


@pytest.mark.parametrize(
    ("face", "place"), [(1, "neck"), (2, "hands"), (3, "eye"), (4, "chest"), (5, "legs"), (6, "ear")]
)
def test_row_1(face, place) -> None:
    """A place, then a d6 that becomes the maximum if it is higher (R109)."""
    assert scarred(1, face, 3).scars == (Scar(row=1, detail=place),)
    better = scarred(1, face, 4)
    assert (better.hp, better.scars) == (Score(0, 4), (Scar(row=1, detail=place, changed=("hp", 3, 4)),))


def test_row_2() -> None:
    """A d6 that becomes the maximum if it is higher; HP stay at 0 (R110, R122)."""
    assert scarred(2, 3).hp == Score(0, 3)
    assert scarred(2, 6).hp == Score(0, 6)


def test_row_3() -> None:
    """Deprived until rest; later a d6 is added to the maximum (R111)."""
    walloped = scarred(3)
    assert (walloped.conditions.needs, walloped.scars[0].pending) == ({"recovery"}, True)
    assert settle_scar(walloped, 0, ScriptedDice([2])).state.hp == Score(0, 5)


@pytest.mark.parametrize(("face", "limb"), [(1, "leg"), (2, "leg"), (3, "arm"), (4, "arm"), (5, "rib"), (6, "skull")])
def test_row_4(face, limb) -> None:
    """A limb; later 2d6 (R112)."""
    broken = scarred(4, face)
    assert broken.scars == (Scar(row=4, detail=limb, pending=True),)
    assert settle_scar(broken, 0, ScriptedDice([3, 4])).state.hp == Score(0, 7)


def test_row_5() -> None:
    """Ill; later 2d6, if they are higher (R113)."""
    ill = scarred(5)
    assert ill.conditions.diseased
    assert settle_scar(ill, 0, ScriptedDice([1, 1])).state.hp == Score(0, 3)


@pytest.mark.parametrize(
    ("face", "attribute"), [(1, "STR"), (2, "STR"), (3, "DEX"), (4, "DEX"), (5, "WIL"), (6, "WIL")]
)
def test_row_6(face, attribute) -> None:
    """An attribute, and 3d6: taken if higher than the current value (R114)."""
    same = scarred(6, face, 3, 3, 4)
    assert same.scars == (Scar(row=6, detail=attribute),)
    assert same.score(Attribute(attribute)) == Score.full(10)
    more = scarred(6, face, 4, 4, 3)
    assert more.score(Attribute(attribute)) == Score.full(11)
    assert more.scars[0].changed == (attribute, 10, 11)


def test_row_6_compares_with_the_current_value() -> None:
    """A lower value rises, also above an unchanged maximum's gap; by another ruling the maximum counts (A27)."""
    weak = evolve(hero(hp=3), strength=Score(4, 10))
    assert take_scar(weak, 6, ScriptedDice([1, 2, 2, 2]))[0].strength == Score(6, 10)
    assert take_scar(weak, 6, ScriptedDice([1, 6, 6, 6]))[0].strength == Score.full(18)
    house = Rulings(scar6="max")
    assert take_scar(weak, 6, ScriptedDice([1, 2, 2, 2]), house)[0].strength == Score(4, 10)
    assert take_scar(weak, 6, ScriptedDice([1, 4, 4, 3]), house)[0].strength == Score.full(11)


def test_row_7() -> None:
    """Barely moves; after recovery 3d6 for the maximum of DEX (R115)."""
    lame = scarred(7)
    assert lame.conditions.hamstrung
    assert settle_scar(lame, 0, ScriptedDice([4, 4, 4])).state.dexterity == Score.full(12)


def test_row_8() -> None:
    """Deaf (R116), and a WIL save: 1d4 more at most if it passes (R117)."""
    deaf = scarred(8, 11)
    assert (deaf.conditions.deaf, deaf.willpower, deaf.scars) == (True, Score.full(10), (Scar(row=8),))
    assert scarred(8, 10, 3).willpower == Score.full(13)


def test_row_9() -> None:
    """3d6 for the maximum of WIL, if higher (R118)."""
    assert scarred(9, 3, 3, 4).willpower == Score.full(10)
    assert scarred(9, 4, 4, 4).willpower == Score.full(12)


def test_row_10() -> None:
    """A WIL save: 1d6 more at most if it passes (R119)."""
    assert scarred(10, 11).willpower == Score.full(10)
    assert scarred(10, 10, 6).willpower == Score.full(16)


def test_the_appendage_of_row_10_is_a_decision() -> None:
    """The player names it before the fight goes on (R119)."""
    state = everyone_waits(begun([hero(hp=10), hero("Bo")], [foe(), foe("Troll")]))
    asked = after(state, Strike(2, 0, 0), Strike(3, 0, 1), faces=(10, 2, 20))
    assert current_player(asked) == 0
    assert legal_actions(asked) == tuple(Lose(0, limb) for limb in LIMBS)
    result = turn(asked, Lose(0, "ear"))
    assert result.state.fighters[0].character.scars == (Scar(row=10, detail="ear"),)
    assert (codes(result.events), result.state.round) == (["limb"], 2)


def test_two_who_lose_an_appendage() -> None:
    """One is asked after the other (R119)."""
    axes = [foe(attacks=["axe d10"]), foe("Troll", attacks=["axe d10"])]
    state = everyone_waits(begun([hero(hp=10), hero("Bo", hp=10)], axes))
    asked = after(state, Strike(2, 0, 0), Strike(3, 0, 1), faces=(10, 10, 20, 20))
    asked = after(asked, Lose(0, "ear"))
    assert (asked.round, legal_actions(asked)[0]) == (1, Lose(1, LIMBS[0]))
    assert after(asked, Lose(1, "nose")).round == 2


def test_row_11() -> None:
    """Deprived and out of action; on recovery 2d6 becomes the maximum, higher or lower (R120, R122)."""
    wounded = scarred(11, hp=9)
    assert (wounded.conditions.down, wounded.conditions.needs) == ("mortal", {"mortal wound"})
    recovered = evolve(wounded, conditions=Conditions())
    assert settle_scar(recovered, 0, ScriptedDice([1, 2])).state.hp == Score(0, 3)


def test_row_12() -> None:
    """The next failed Critical Damage save kills; a passed one brings 3d6 (R121)."""
    doomed = scarred(12)
    assert doomed.conditions.doomed
    assert doomed.scars == (Scar(row=12, pending=True),)
    killed = struck(1, 20, character=doomed)
    assert killed.conditions.dead
    lived = struck(1, 9, 4, 4, 4, character=doomed)
    assert (lived.hp, lived.conditions.doomed) == (Score(0, 12), False)
    assert lived.scars == (Scar(row=12, changed=("hp", 3, 12)),)
    poor = struck(1, 9, 1, 1, 1, character=doomed)
    assert (poor.hp, poor.scars) == (Score(0, 3), (Scar(row=12),))


def test_an_item_saves_the_doomed() -> None:
    """A save that counts as passed ends the doom (R98, R121)."""
    band = Item(id="band", name="Band", slots=0)
    doomed = evolve(scarred(12), inventory=Inventory(items=(band,)), effects=(CriticalSavePass(item="band"),))
    lived = struck(1, 20, 2, 2, 2, character=doomed)
    assert (lived.hp.max, lived.conditions.doomed, lived.inventory.items) == (6, False, ())


def test_two_dooms_are_one() -> None:
    """One save and one roll settle both (A74)."""
    doomed = evolve(scarred(12), hp=Score.full(12))
    twice = struck(12, character=doomed)
    assert [scar.row for scar in twice.scars] == [12, 12]
    lived = struck(1, 1, 6, 6, 6, character=twice)
    assert [scar.pending for scar in lived.scars] == [False, False]
    assert lived.hp.max == 18


def test_scars_are_kept_in_order() -> None:
    """Rows may repeat (R122b)."""
    character = hero()
    for row in (3, 5, 3):
        character, _ = take_scar(character, row, ScriptedDice())
    assert [scar.row for scar in character.scars] == [3, 5, 3]


# Maxima


def test_a_raised_maximum() -> None:
    """HP stay; an attribute keeps its gap, or its value by another ruling (R122, A66)."""
    assert raised(evolve(hero(), hp=Score(0, 4)), "hp", 6).hp == Score(0, 6)
    hurt = evolve(hero(), willpower=Score(7, 10))
    assert raised(hurt, "WIL", 13).willpower == Score(10, 13)
    assert raised(hurt, "WIL", 13, Rulings(scar_raise_current=False)).willpower == Score(7, 13)


def test_a_lowered_maximum() -> None:
    """The value falls with it (R122)."""
    assert raised(hero(hp=9), "hp", 4).hp == Score.full(4)


def test_a_cap_on_attributes() -> None:
    """By a ruling scars raise them only up to it (A28)."""
    house = Rulings(attr_cap=18)
    assert scarred(8, 1, 4, rulings=house, willpower=16).willpower == Score.full(18)
    assert scarred(10, 1, 6, rulings=house, willpower=19).willpower == Score.full(19)


def test_saves_of_scars_can_succeed_without_a_roll() -> None:
    """An effect that passes WIL saves counts here too (R51)."""
    sure = evolve(hero(hp=8), effects=(PassSaves(attribute=Attribute.WIL),))
    assert struck(8, 4, character=sure).willpower == Score.full(14)


# Chances


@pytest.mark.parametrize("most", range(1, 7))
def test_chances_of_a_gain(most) -> None:
    """P(d6 > m) is (6 - m)/6; P(2d6 > m) falls from 1 to 7/12 (R109, R110, R112, R113)."""
    character = evolve(hero(hp=most), hp=Score(0, most))

    def better(dice):
        return take_scar(character, 2, dice)[0].hp.max > most

    assert distribution(better).get(True, 0) == Fraction(6 - most, 6)
    ill = take_scar(character, 5, ScriptedDice())[0]
    two = [1, Fraction(35, 36), Fraction(11, 12), Fraction(5, 6), Fraction(13, 18), Fraction(7, 12)]
    assert distribution(lambda dice: settle_scar(ill, 0, dice).state.hp.max > most)[True] == two[most - 1]
