"""Spellbooks, scrolls, relics and abilities."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cairn_rules.cairn_rpg.characters.attacks import Loss
from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.effects import (
    Effect,
    FatigueCost,
    FatigueRelief,
    ForcedSave,
    Immunity,
    OncePerDay,
    PassSaves,
)
from cairn_rules.cairn_rpg.characters.inventory import armor_of
from cairn_rules.cairn_rpg.characters.items import Item, Uses
from cairn_rules.cairn_rpg.common.documents import character_codec
from cairn_rules.cairn_rpg.content.book import Background, Grant
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.content.texts import texts
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.procedures.abilities import exert, forced_save, use_daily
from cairn_rules.cairn_rpg.procedures.carrying import recharge, take_off
from cairn_rules.cairn_rpg.procedures.magic import call_spellbook, cast, cast_reasons, random_spell, save_due
from cairn_rules.cairn_rpg.procedures.recovery import end_of_day
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.chance import Resolution, ScriptedDice
from cairn_rules.errors import IllegalActionError
from support.cairn_rpg.people import CART, CHALK, PLATE, ROPE, SHIELD, person

SPELLS = book().spells
SLEEP, CURE, CHARM, DEAFEN = (SPELLS[id].spellbook for id in ("sleep", "cure-wounds", "charm", "deafen"))
WARD_BOOK, MAIL = SPELLS["ward"].spellbook, SPELLS["shield"].spellbook
SCROLL = SPELLS["sleep"].scroll
HUNGRY = frozenset({"food"})
DEATH_ROW = book().backgrounds["outrider"].tables[0][2]
PAIN_ROW = book().backgrounds["marchguard"].tables[1][4]
PAIL_ROW = book().backgrounds["bonekeeper"].tables[0][2]
BAUBLE_ROW = book().backgrounds["greenwise"].start
CURSED = book().backgrounds["mountebank"].tables[0][4].effects


def of(row: Grant, **fields: Any) -> Character:
    """Return a character with what a row grants."""
    return person(items=row.items, effects=row.effects, **fields)


def carried(character: Character, id: str) -> Item:
    [item] = [item for item in character.inventory.items if item.id == id]
    return item


def done(
    caster: Character, item: Item, *faces: int, **options: Any
) -> tuple[Resolution[tuple[Character, ...], Event], Character]:
    """Cast with faces that have to be used up, and return the result and the caster."""
    dice = ScriptedDice(faces)
    result = cast(caster, item, dice, **options)
    dice.finish()
    return result, result.state[0]


def said(result: Resolution[Any, Event]) -> list[str]:
    return [str(event) for event in result.events]


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(IllegalActionError) as error:
        act()
    return str(error.value.reason)


# Spellbooks


def test_anyone_casts_from_a_spellbook() -> None:
    """Reading takes no die in safety, and adds one Fatigue (R144, R145). The book stays."""
    for kind in ("pc", "hireling", "npc", "creature"):
        result, caster = done(person(kind=kind, items=(SLEEP,)), SLEEP, targets=[person("Bo")])
        assert (caster.inventory.fatigue, caster.inventory.items) == (1, (SLEEP,))
        assert said(result) == [
            "Freya casts Sleep [R145]",
            "Bo is asleep [R145]",
            "Freya adds a Fatigue and has 1 [R145]",
        ]
        assert texts()[result.events[0].text_id] == texts()["spell/sleep"]


def test_the_book_has_to_be_carried_and_magic() -> None:
    """What is not there, or holds no spell, casts none (R40, R144)."""
    assert "does not carry Spellbook: Sleep" in refused(lambda: done(person(), SLEEP))
    assert refused(lambda: done(person(items=(ROPE,)), ROPE)) == "Rope has no magic [cast/no-magic, rule R144]"
    dying = person(items=(SLEEP,), down="critical")
    assert refused(lambda: done(dying, SLEEP)) == "Freya cannot act [cast/unable, rule R81]"


def test_fatigue_of_a_spell_forces_a_drop() -> None:
    """Without a free slot an item has to go, and nothing is rolled before it is named (R145, R65)."""
    caster = person(items=(SLEEP, ROPE, CHALK), fatigue=8)
    assert refused(lambda: done(caster, SLEEP)) == (
        "Freya has to drop an item first: choose one (Spellbook: Sleep, Rope) [slots/drop, rule R65]"
    )
    result, after = done(caster, SLEEP, drops=[ROPE])
    assert (after.inventory.items, after.inventory.fatigue) == ((SLEEP, CHALK), 9)
    assert said(result)[1:] == ["Freya drops Rope [R65]", "Freya adds a Fatigue and has 9 [R145]"]
    assert done(caster, SLEEP, drops=[SLEEP])[1].inventory.items == (ROPE, CHALK)
    # In danger, a failure would need a second item, which is dropped only then.
    assert "choose one (Spellbook: Sleep)" in refused(lambda: done(caster, SLEEP, danger=True, drops=[ROPE]))
    assert done(caster, SLEEP, 10, danger=True, drops=[ROPE, SLEEP])[1].inventory.items == (SLEEP, CHALK)
    worn_out = done(caster, SLEEP, 11, danger=True, drops=[ROPE, SLEEP])[1]
    assert (worn_out.inventory.items, worn_out.inventory.fatigue) == ((CHALK,), 10)


def test_ten_fatigue_is_the_most() -> None:
    """If nothing can be dropped, the spell works and no Fatigue is added (R145, R65, A12)."""
    light = evolve(SLEEP, slots=0)
    result, after = done(person(items=(light,), fatigue=10), light)
    assert after.inventory.fatigue == 10
    assert [event.code for event in result.events] == ["cast", "overwhelmed"]


def test_a_spirit_absorbs_the_fatigue_of_a_spell() -> None:
    """The first Fatigue of the day needs no room (R67a, R145)."""
    full = person(items=(SLEEP,), fatigue=9, effects=(FatigueRelief(amount=1, mode="absorbs"),))
    result, after = done(full, SLEEP)
    assert (after.inventory.fatigue, result.events[-1].code) == (9, "absorbed")
    assert "has to drop an item" in refused(lambda: done(after, SLEEP))


def test_time_and_safety_enhance_a_spell() -> None:
    """More targets, at no cost and without a die, but not in danger (R146)."""
    two = [person("Bo"), person("Cy")]
    caster = person(items=(SLEEP, WARD_BOOK))
    assert "takes one target, not 2" in refused(lambda: done(caster, SLEEP, targets=two))
    assert "takes no target, not 1" in refused(lambda: done(caster, WARD_BOOK, targets=two[:1]))
    result, after = done(caster, SLEEP, targets=two, enhanced=True)
    assert [event.code for event in result.events] == ["cast", "enhanced", "asleep", "asleep", "fatigue"]
    assert after.inventory.fatigue == 1
    assert refused(lambda: done(caster, SLEEP, enhanced=True, danger=True)) == (
        "a spell is enhanced only with time and safety [cast/unsafe, rule R146]"
    )


# The WIL save


@pytest.mark.parametrize(
    ("ruling", "danger", "needs", "due"),
    [
        ("danger", False, frozenset[str](), False),
        ("danger", True, frozenset[str](), True),
        ("danger", False, HUNGRY, True),
        ("always", False, frozenset[str](), True),
        ("never", True, HUNGRY, False),
    ],
)
def test_when_the_save_is_due(ruling: Any, danger: Any, needs: frozenset[str], due: bool) -> None:  # noqa: FBT001
    """By default in danger and while Deprived; always or never by other rulings (R147, A35)."""
    caster = person(items=(SLEEP, SCROLL), needs=needs)
    rulings = Rulings(cast_save=ruling)
    for item in (SLEEP, SCROLL):
        assert save_due(caster, item, danger=danger, rulings=rulings) is due
    faces = [10] if due else []
    result, _ = done(caster, SLEEP, *faces, danger=danger, rulings=rulings)
    assert ("Freya passes the WIL save [R147]" in said(result)) is due


def test_fatigue_comes_whether_the_save_succeeds_or_not() -> None:
    """One Fatigue after a success; after a failure that one and, by default, another (R148, R149, A36)."""
    caster, target = person(items=(SLEEP,)), person("Bo")
    result, after = done(caster, SLEEP, 10, danger=True, targets=[target])
    assert after.inventory.fatigue == 1
    result, after = done(caster, SLEEP, 11, danger=True, targets=[target])
    assert said(result) == [
        "Freya casts Sleep [R145]",
        "Freya fails the WIL save [R147]",
        "Bo is asleep [R145]",
        "the spell exhausts Freya [R148]",
        "Freya adds a Fatigue and has 1 [R145]",
        "Freya adds a Fatigue and has 2 [R148]",
    ]
    assert after.inventory.fatigue == 2


def test_a_failure_can_destroy_the_book() -> None:
    """The book goes, and so makes room for the Fatigue (R148, A36)."""
    rulings = Rulings(cast_fail="book")
    caster = person(items=(SLEEP, ROPE), fatigue=8)
    result, after = done(caster, SLEEP, 11, danger=True, drops=[ROPE], rulings=rulings)
    assert (after.inventory.items, after.inventory.fatigue) == ((ROPE,), 9)
    assert "Spellbook: Sleep is destroyed [R148]" in said(result)
    # A scroll is gone in any case.
    result, after = done(person(items=(SCROLL,)), SCROLL, 20, danger=True, rulings=rulings)
    assert after.inventory == person().inventory


def test_a_failure_can_injure() -> None:
    """It takes 1d4 STR, or what the table names, and 0 STR is death (R148, R101, A36)."""
    rulings = Rulings(cast_fail="injury")
    result, after = done(person(items=(SLEEP,)), SLEEP, 11, 3, danger=True, rulings=rulings)
    assert (after.strength, after.inventory.fatigue) == (Score(7, 10), 1)
    assert said(result)[2:4] == ["the spell injures Freya [R148]", "Freya loses 3 STR and has 7 left [R148]"]
    weak = person(items=(SLEEP,), strength=Score(2, 10))
    assert done(weak, SLEEP, 11, 2, danger=True, rulings=rulings)[1].conditions.dead
    mad = Loss(attribute=Attribute.WIL, dice=Formula.parse("2"), permanent=True)
    _, after = done(person(items=(SLEEP,)), SLEEP, 11, danger=True, injury=mad, rulings=rulings)
    assert after.willpower == Score(8, 8)


def test_a_failure_can_be_left_to_the_table() -> None:
    """The event says so; one Fatigue is added as always (R148, R149, A36)."""
    result, after = done(person(items=(SLEEP,)), SLEEP, 11, danger=True, rulings=Rulings(cast_fail="story"))
    assert after == person(items=(SLEEP,), fatigue=1)
    assert "the spell turns on Freya: the table decides how [R148]" in said(result)


def test_sure_saves_need_no_die() -> None:
    """While an effect passes WIL saves, nothing is rolled, and no second item has to be named (R51, R147)."""
    sure: tuple[Effect, ...] = (PassSaves(attribute=Attribute.WIL),)
    caster = person(items=(SLEEP, ROPE), fatigue=8, effects=sure)
    _, after = done(caster, SLEEP, danger=True, drops=[ROPE])
    assert after.inventory.fatigue == 9
    other: tuple[Effect, ...] = (PassSaves(attribute=Attribute.STR),)
    assert done(person(items=(SLEEP,), effects=other), SLEEP, 20, danger=True)[1].inventory.fatigue == 2


# Hands


def test_both_hands_are_needed() -> None:
    """Not while pulling a cart, nor with hands bound or occupied, for books and for scrolls (R150)."""
    for item in (SLEEP, SCROLL):
        pulling = person(items=(item,), containers=(evolve(CART, pulled=True),))
        assert refused(lambda: done(pulling, item)) == (  # noqa: B023
            "Freya pulls Cart with both hands [hands/pulling, rule R150]"
        )
        assert refused(lambda: done(person(items=(item,)), item, bound=True)) == (  # noqa: B023
            "the hands of Freya are not free [hands/bound, rule R150]"
        )
    whistler = of(DEATH_ROW, containers=(evolve(CART, pulled=True),))
    assert cast_reasons(whistler, DEATH_ROW.items[0], bound=True) == ()


def test_a_shield_is_in_the_way() -> None:
    """It has to be put away for a spellbook, not for a scroll, unless a ruling says otherwise (R145, A53)."""
    shield = evolve(SHIELD, worn=True)
    caster = person(items=(SLEEP, SCROLL, shield))
    assert refused(lambda: done(caster, SLEEP)) == (
        "Freya needs both hands for Spellbook: Sleep and holds Shield: take it off first [hands/holding, rule R145]"
    )
    assert done(take_off(caster, shield), SLEEP)[1].inventory.fatigue == 1
    assert done(caster, SLEEP, rulings=Rulings(cast_hands=False))[1].inventory.fatigue == 1
    assert done(caster, SCROLL)[1].inventory.items == (SLEEP, shield)
    buckler = Item(id="steadymade-buckler", name="Steadymade Buckler", armor=1, armor_is_bonus=True, worn=True)
    assert "holds Steadymade Buckler" in refused(lambda: done(person(items=(SLEEP, buckler)), SLEEP))


def test_all_reasons_are_given() -> None:
    """A refusal names every rule that it breaks (R81, R145, R150)."""
    caster = person(
        items=(SLEEP, evolve(SHIELD, worn=True)), containers=(evolve(CART, pulled=True),), down="stabilised"
    )
    with pytest.raises(IllegalActionError) as error:
        cast(caster, SLEEP, ScriptedDice(), bound=True)
    assert error.value.reason.rule == "R81, R150, R145"


# Scrolls


def test_a_scroll_is_gone_after_one_use() -> None:
    """It is petty, adds no Fatigue, and is gone even where spent items are kept (R151)."""
    caster = person(items=(SCROLL, ROPE), fatigue=9)
    for rulings in (Rulings(), Rulings(spent="keep")):
        result, after = done(caster, SCROLL, targets=[person("Bo")], rulings=rulings)
        assert after.inventory == person(items=(ROPE,), fatigue=9).inventory
        assert said(result) == [
            "Freya casts Sleep [R151]",
            "Scroll: Sleep is gone [R151]",
            "Bo is asleep [R151]",
        ]
    used = evolve(SCROLL, uses=Uses(0, 1))
    assert "Scroll: Sleep has no uses left [item/no-uses, rule R151]" in refused(
        lambda: done(person(items=(used,)), used)
    )


def test_a_scroll_in_danger_needs_a_save() -> None:
    """As a spellbook does, unless a ruling exempts scrolls; a failure adds one Fatigue (R147, R151, A37)."""
    caster = person(items=(SCROLL,))
    assert done(caster, SCROLL, 10, danger=True)[1].inventory.fatigue == 0
    assert done(caster, SCROLL, 11, danger=True)[1].inventory.fatigue == 1
    assert done(caster, SCROLL, danger=True, rulings=Rulings(scroll_save=False))[1].inventory.fatigue == 0


# Relics


def test_a_relic_has_charges() -> None:
    """Each use takes one, without Fatigue or a save for its owner; at 0 it has to be recharged (R152, R154)."""
    [whistle] = DEATH_ROW.items
    owner = of(DEATH_ROW, fatigue=5)
    result, after = done(owner, whistle, 11, 10, danger=True, targets=[person("Bo"), person("Cy")])
    empty = carried(after, "death-whistle")
    assert (empty.charges, after.inventory.fatigue) == (Uses(0, 1), 5)
    assert said(result) == [
        "Freya uses Death-Whistle [R152]",
        "Freya spends a use of Death-Whistle [R38]",
        "Bo fails the WIL save: flees [R52]",
        "Cy passes the WIL save [R52]",
    ]
    assert refused(lambda: done(after, empty)) == (
        "Death-Whistle has no uses left: recharge it first [item/no-uses, rule R152]"
    )
    dice = ScriptedDice()
    again = recharge(after, empty, dice)
    assert carried(again.state, "death-whistle") == whistle
    assert (again.events[0].rule, again.events[0].text_id) == ("R154", "item/death-whistle/recharge")
    assert "has all charges" in refused(lambda: recharge(again.state, whistle, dice))


def test_a_relic_without_charges_never_wears_out() -> None:
    """Limited uses are usual, not necessary (R152)."""
    orb = Item(id="orb", name="Orb", magic="relic", spell="sleep")
    _, after = done(person(items=(orb,)), orb, targets=[person("Bo")])
    assert after == person(items=(orb,))


def test_the_pain_band_swaps_losses() -> None:
    """The two exchange the STR that they lack, and recharging costs 1 STR for good (R152, R154)."""
    [band] = PAIN_ROW.items
    owner = of(PAIN_ROW, strength=Score(9, 10))
    result, after = done(owner, band, targets=[person("Bo", strength=Score(2, 8))])
    assert [each.strength for each in result.state] == [Score(4, 10), Score(7, 8)]
    assert said(result)[2:] == ["Freya loses 5 STR and has 4 left [R152]", "Bo has 7 STR again [R152]"]
    # A loss of 9 leaves one with a maximum of 8 dead.
    result, _ = done(of(PAIN_ROW, strength=Score(1, 10)), band, targets=[person("Bo", strength=Score(8, 8))])
    assert [each.strength for each in result.state] == [Score(10, 10), Score(0, 8)]
    assert result.state[1].conditions.dead
    # Equal losses change nothing, and nobody swaps with themself.
    for target in (person("Bo", strength=Score(9, 10)), None):
        result, _ = done(owner, band, targets=[target])
        assert [each.strength for each in result.state] == [Score(9, 10)] * 2
    healed = evolve(after, strength=Score.full(10))
    change = recharge(healed, carried(after, "pain-band"), ScriptedDice())
    assert (change.state.strength, carried(change.state, "pain-band")) == (Score(9, 9), band)


def test_a_relic_can_call_a_servant() -> None:
    """The event names it (R152)."""
    result, _ = done(of(PAIL_ROW), PAIL_ROW.items[0])
    assert [event.text for event in result.events][-1] == "Servant appears"


# Effects


def test_a_healing_spell_works_once_a_day() -> None:
    """Cure Wounds gives 1d4 STR, up to the maximum, to each creature once a day (R56, R57)."""
    caster = person(items=(CURE,))
    result, after = done(caster, CURE, 4, targets=[person("Bo", strength=Score(1, 3))])
    bo = result.state[1]
    assert bo.strength == Score(3, 3)
    assert said(result)[1] == "Bo has 3 STR again [R56]"
    hurt = evolve(bo, strength=Score(1, 3))
    result, _ = done(after, CURE, targets=[hurt])
    assert (result.state[1], said(result)[1]) == (hurt, "Cure Wounds has already helped Bo today [R56]")
    assert done(after, CURE, 1, targets=[end_of_day(hurt).state])[0].state[1].strength == Score(2, 3)


def test_a_healing_spell_on_oneself() -> None:
    """The caster can be the target (R145, R56)."""
    result, after = done(person(items=(CURE,), strength=Score(5, 10)), CURE, 2, targets=[None])
    assert (after.strength, after.inventory.fatigue, result.state) == (Score(7, 10), 1, (after, after))


def test_a_healing_spell_does_not_help_the_deprived() -> None:
    """Nothing recovers while Deprived, and the help of the day is not spent (R62)."""
    hungry = person("Bo", strength=Score(1, 3), needs=HUNGRY)
    result, _ = done(person(items=(CURE,)), CURE, targets=[hungry])
    assert result.state[1] == hungry
    assert said(result)[1] == "Bo is Deprived (food) and recovers nothing [R62]"


def test_a_healing_spell_does_not_help_the_dead() -> None:
    """Death is final (R101)."""
    corpse = person("Bo", strength=Score(0, 3), dead=True)
    result, _ = done(person(items=(CURE,)), CURE, targets=[corpse])
    assert (result.state[1], said(result)[1]) == (corpse, "Cure Wounds does not help the dead [R101]")


def test_deafen() -> None:
    """Everyone whom the spell reaches is deaf (R116)."""
    result, after = done(person(items=(DEAFEN,)), DEAFEN, targets=[person("Bo"), person("Cy")])
    assert [each.conditions.deaf for each in result.state] == [False, True, True]
    assert after.inventory.fatigue == 1


def test_lasting_effects_are_told() -> None:
    """Durations, speed and wards are numbers of events (R72, R78)."""
    haste = SPELLS["haste"].spellbook
    result, _ = done(person(items=(haste,)), haste)
    assert said(result)[1] == "Freya moves 3 times as far [R78]"
    result, _ = done(person(items=(MAIL,)), MAIL, targets=[person("Bo")])
    assert said(result)[1:3] == ["only magic harms those under Shield [R145]", "Shield lasts 60 seconds [R72]"]
    assert result.events[2].amount == 60


def test_the_book_of_shield_is_armour_in_hand() -> None:
    """Read, it is held; another book that is read takes its place (R69, R145)."""
    caster = person(items=(MAIL, SLEEP))
    assert armor_of(caster) == 0
    _, reading = done(caster, MAIL)
    assert (armor_of(reading), reading.inventory.items) == (1, (evolve(MAIL, worn=True), SLEEP))
    _, other = done(reading, SLEEP)
    assert (armor_of(other), other.inventory.items) == (0, (MAIL, SLEEP))


def test_creatures_that_magic_does_not_harm() -> None:
    """Some are immune to sleep or to magic; others resist unless the caster passes a WIL save (R52, R144)."""
    creatures = book().creatures
    caster = person(items=(SLEEP, CHARM))
    sleepless = next(each for each in creatures.values() if "sleep" in each.immune)
    result, _ = done(caster, SLEEP, targets=[person("It", kind="creature", creature=sleepless.id)])
    assert said(result)[1] == "It is immune [R144]"
    resisting = next(each.id for each in creatures.values() if each.resists_magic)
    stubborn = person("It", kind="creature", creature=resisting)
    assert said(done(caster, CHARM, 10, targets=[stubborn])[0])[1] == "It is charmed [R145]"
    assert said(done(caster, CHARM, 11, targets=[stubborn])[0])[1] == "Freya fails the WIL save, and It resists [R52]"
    # The books do not reach it, but relics do.
    changed = evolve(creatures["wolf"], immune=("spellbooks",))
    other = evolve(book(), creatures={"wolf": changed})
    wolf = person("It", kind="creature", creature="wolf")
    assert said(done(caster, SLEEP, targets=[wolf], book=other)[0])[1] == "It is immune [R144]"
    orb = Item(id="orb", name="Orb", magic="relic", spell="sleep")
    assert said(done(person(items=(orb,)), orb, targets=[wolf], book=other)[0])[1] == "It is asleep [R152]"


@pytest.mark.parametrize(
    ("immunity", "immune"),
    [
        (Immunity(to="charms"), True),
        (Immunity(to="mind-altering magic"), True),
        (Immunity(to="charms", when="the rabbit skull is carried"), False),
        (Immunity(to="poison"), False),
    ],
)
def test_characters_that_cannot_be_charmed(immunity: Immunity, immune: bool) -> None:  # noqa: FBT001
    """A condition of an immunity is for the table to judge (R144)."""
    result, _ = done(person(items=(CHARM,)), CHARM, targets=[person("Bo", effects=(immunity,))])
    assert said(result)[1] == ("Bo is immune [R144]" if immune else "Bo is charmed [R145]")


def test_a_book_that_comes_by_itself() -> None:
    """The book of Telekinesis asks for a WIL save; whoever fails is Deprived for some hours (R45, R61)."""
    spell = SPELLS["telekinesis"]
    assert call_spellbook(person(), spell, ScriptedDice([10])).state == person()
    change = call_spellbook(person(), spell, ScriptedDice([11]))
    assert change.state.conditions.needs == {"recovery"}
    assert said(change)[1] == "Freya fails the WIL save and is Deprived [R61]"
    assert change.events[0].text_id in texts()
    assert "cannot be called" in refused(lambda: call_spellbook(person(), SPELLS["sleep"], ScriptedDice()))


def test_a_random_spell() -> None:
    """A d100 finds a row of the list (R1, R4)."""
    assert random_spell(ScriptedDice([50])).name == "Manse"
    assert (
        random_spell(ScriptedDice([2]), book=evolve(book(), spells={id: SPELLS[id] for id in ("web", "ward")})).id
        == "ward"
    )


# Curses and abilities


def test_magic_is_a_risk_for_the_cursed() -> None:
    """A Mountebank saves at every use of magic, besides the save in danger (R52, R147)."""
    caster = person(items=(SLEEP,), effects=CURSED)
    result, after = done(caster, SLEEP, 11)
    assert said(result)[1] == "Freya fails the WIL save: disaster [R52]"
    assert after.inventory.fatigue == 1
    result, _ = done(caster, SLEEP, 10, 10, danger=True)
    assert said(result)[1:3] == ["Freya passes the WIL save [R147]", "Freya passes the WIL save [R52]"]


def test_magic_on_the_cursed_is_a_risk() -> None:
    """Whoever uses magic on a Mountebank saves, too; the Mountebank does so once (R52)."""
    target = person("Bo", effects=CURSED, willpower=Score.full(3))
    result, _ = done(person(items=(SLEEP,)), SLEEP, 10, targets=[target])
    assert said(result)[1:3] == ["Freya passes the WIL save [R52]", "Bo is asleep [R145]"]
    cursed = person(items=(CURE,), effects=CURSED)
    result, _ = done(cursed, CURE, 11, 4, targets=[None])
    assert [event.code for event in result.events] == ["cast", "save-failed", "fatigue"]


def test_ward_once_a_day() -> None:
    """A Greenwise casts Ward from the bauble, without Fatigue, once a day (R152)."""
    bauble = next(item for item in BAUBLE_ROW.items if item.id == "twine-bauble")
    result, after = done(of(BAUBLE_ROW), bauble, danger=True)
    assert said(result) == ["Freya casts Ward [R152]"]
    assert after.inventory == of(BAUBLE_ROW).inventory
    assert refused(lambda: done(after, bauble)) == "Twine Bauble works once a day [cast/used-today, rule R152]"
    assert done(end_of_day(after).state, bauble)[0].events
    assert "has no magic" in refused(lambda: done(person(items=(bauble,)), bauble))


def test_an_ability_once_a_day() -> None:
    """It works again on the next day, and each use costs its Fatigue (R64)."""
    row = book().backgrounds["beast-handler"].tables[1][5]
    [ability] = [effect for effect in row.effects if isinstance(effect, OncePerDay)]
    [cost] = [effect for effect in row.effects if isinstance(effect, FatigueCost)]
    change = exert(use_daily(person(), ability), cost)
    assert change.state.inventory.fatigue == 1
    assert "has done so today" in refused(lambda: use_daily(change.state, ability))
    assert use_daily(end_of_day(change.state).state, ability).conditions.today == {ability.text}


def test_an_ability_that_costs_two_fatigue() -> None:
    """Items are dropped as they are needed (R64, R65)."""
    cost = FatigueCost(amount=2, when="afterwards")
    tired = person(items=(PLATE, ROPE), fatigue=7)
    assert "choose one (Plate, Rope)" in refused(lambda: exert(tired, cost))
    change = exert(tired, cost, drops=[PLATE, ROPE])
    assert (change.state.inventory.items, change.state.inventory.fatigue) == ((ROPE,), 9)
    assert exert(person(), cost).state.inventory.fatigue == 2


def test_a_forced_save() -> None:
    """The caller learns what a failure means (R52)."""
    effect = ForcedSave(attribute=Attribute.STR, who="target", fail="vomits")
    assert forced_save(person(), effect, ScriptedDice([10]))[0] is True
    passed, event = forced_save(person(), effect, ScriptedDice([11]))
    assert (passed, event.code, event.text) == (False, "save-failed", "Freya fails the STR save: vomits")
    assert event.arguments["result"] == "vomits"


def test_what_was_used_today_is_saved() -> None:
    """A character that is written and read again has used its ability (R64)."""
    codec = character_codec()
    spent = person(today=frozenset({"b", "a"}), absorbed=1, relieved=1)
    data: Any = codec.write(spent.conditions, Conditions)
    assert data["today"] == ["a", "b"]
    assert codec.read(data, Conditions) == spent.conditions


def test_every_magic_item_of_the_backgrounds_works() -> None:
    """Each can be used by the character who has it, and again after a recharge (R144 to R154)."""
    backgrounds: tuple[Background, ...] = tuple(book().backgrounds.values())
    rows = [row for each in backgrounds for row in (each.start, *each.tables[0], *each.tables[1])]
    found = [(row, item) for row in rows for item in row.items if item.magic != "none"]
    assert len(found) == 18
    for row, item in found:
        for owner in (of(row), of(row, fatigue=1)):
            change = cast(owner, item, ScriptedDice([1] * 5))
            assert change.events[0].code == "cast"
            assert change.events[0].text_id in texts()
            after = change.state[0]
            if item.charges:
                empty = next(each for each in after.inventory.items if each.id == item.id)
                assert empty.charges == Uses(item.charges.left - 1, item.charges.max)
                assert item in recharge(after, empty, ScriptedDice()).state.inventory.items


# Properties


@given(
    items=st.lists(st.sampled_from([ROPE, CHALK, PLATE, CURE]), max_size=4),
    fatigue=st.integers(0, 4),
    casts=st.lists(st.tuples(st.integers(1, 20), st.integers(0, 9)), max_size=12),
    fail=st.sampled_from(["fatigue", "book", "injury", "story"]),
)
def test_slots_and_charges_are_conserved(
    items: list[Item], fatigue: int, casts: list[tuple[int, int]], fail: Any
) -> None:
    """Slots add up and are never overdrawn, Fatigue never falls, and charges are never negative (R44, R145, R152)."""
    whistle = DEATH_ROW.items[0]
    caster = person(items=(SLEEP, whistle, *items))
    caster = evolve(caster, inventory=evolve(caster.inventory, fatigue=min(fatigue, caster.inventory.free())))
    rulings = Rulings(cast_fail=fail)
    for face, choice in casts:
        magic = [item for item in caster.inventory.items if item.magic != "none" and not cast_reasons(caster, item)]
        if not magic or not caster.is_able:
            return
        item = magic[choice % len(magic)]
        drops = [each for each in caster.inventory.items if each.slots and each is not item]
        before = caster.inventory
        dice = ScriptedDice([face, 1, 1])
        caster = cast(caster, item, dice, danger=True, drops=[*drops, item], rulings=rulings).state[0]
        inventory = caster.inventory
        assert inventory.free() >= 0
        assert inventory.free() + inventory.used() == inventory.capacity
        assert 0 <= inventory.fatigue - before.fatigue <= 2
        assert all(each.charges is None or each.charges.left >= 0 for each in inventory.items)
