"""Saves and the other rolls that decide what happens."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.content.book import Reaction
from cairn_rules.cairn_rpg.procedures.saves import chance_of, die_of_fate, most_at_risk, n_in_six, reaction, save
from cairn_rules.chance import ScriptedDice, branches, distribution
from cairn_rules.errors import DefinitionError
from support.cairn_rpg.people import person


def test_a_save_is_at_or_under_the_value() -> None:
    """A d20 equal to or under the attribute passes (R45)."""
    dice = ScriptedDice([1, 8, 9, 20])
    freya = person(dexterity=Score.full(8))
    assert [save(freya, Attribute.DEX, dice) for _ in range(4)] == [True, True, False, False]
    assert str(dice.log[0].request) == "Freya's DEX save [R45]: d20 against 8"


@pytest.mark.parametrize("value", range(26))
def test_the_chance_of_a_save_is_exact(value: int) -> None:
    """A 1 passes and a 20 fails, so a value counts as 1 at least and 19 at most, of 20 (R46)."""
    twentieths = [1, *range(1, 20), 19, 19, 19, 19, 19, 19][value]
    character = person(willpower=Score.full(value))
    odds = distribution(lambda dice: save(character, Attribute.WIL, dice, purpose="panic", rule="R175"))
    assert odds == {True: Fraction(twentieths, 20), False: Fraction(20 - twentieths, 20)}
    assert chance_of(value) == Fraction(twentieths, 20)


def test_a_random_attribute_passes_with_525_of_1000() -> None:
    """The mean over 3d6 is 10.5 of 20 (R46)."""
    rolled = distribution(lambda dice: dice.sum(3, 6, purpose="STR"))
    assert sum(chance_of(value) * weight for value, weight in rolled.items()) == Fraction(525, 1000)


def test_the_current_value_counts() -> None:
    """A lost attribute saves worse, whatever its maximum (R47)."""
    hurt = person(strength=Score(5, 15))
    assert save(hurt, Attribute.STR, ScriptedDice([5]))
    assert not save(hurt, Attribute.STR, ScriptedDice([6]))


def test_the_caller_names_the_attribute() -> None:
    """Each attribute has a save of its own, also for others than player characters (R48)."""
    bear = person("Bear", kind="creature", strength=Score.full(15), dexterity=Score.full(5), willpower=Score.full(1))
    passed = [save(bear, attribute, ScriptedDice([5])) for attribute in Attribute]
    assert passed == [True, True, False]


def test_a_save_has_no_modifiers() -> None:
    """Deprivation, Fatigue or scars leave the target of a save alone (R51)."""
    dice = ScriptedDice([10])
    assert save(person(needs=frozenset({"food"}), fatigue=10), Attribute.DEX, dice)
    assert dice.log[0].request.target == 10


def test_the_one_most_at_risk_rolls_for_all() -> None:
    """The lowest current value rolls, for opponents as for a group; a tie goes to the first (R49, R50)."""
    ada = person("Ada", dexterity=Score(7, 15))
    bo = person("Bo", dexterity=Score.full(8))
    cy = person("Cy", dexterity=Score.full(7))
    assert most_at_risk([bo, ada, cy], Attribute.DEX) is ada
    assert most_at_risk([cy, bo, ada], Attribute.DEX) is cy
    with pytest.raises(DefinitionError, match="a save needs at least one character, got none"):
        most_at_risk([], Attribute.DEX)


@pytest.mark.parametrize(("n", "sixths"), [(-2, 0), (0, 0), (1, 1), (2, 2), (3, 3), (5, 5), (6, 6), (9, 6)])
def test_n_in_six(n: int, sixths: int) -> None:
    """N faces of six count; 0 and 6 need no roll (R5)."""
    odds = distribution(lambda dice: n_in_six(n, dice, purpose="lost", rule="R199"))
    assert odds.get(True, 0) == Fraction(sixths, 6)
    rolls = branches(lambda dice: n_in_six(n, dice, purpose="lost"))[0].log
    assert len(rolls) == (0 if n <= 0 or n >= 6 else 1)


def test_the_bands_of_the_reactions() -> None:
    """The bands have 1, 9, 16, 9 and 1 of 36 (R136)."""
    odds = distribution(lambda dice: reaction(dice).name)
    assert {name: int(chance * 36) for name, chance in odds.items()} == {
        "Hostile": 1,
        "Wary": 9,
        "Curious": 16,
        "Kind": 9,
        "Helpful": 1,
    }
    assert reaction(ScriptedDice([2, 3])).id == "wary"


def test_own_reactions() -> None:
    """A table of one's own is used, and has to cover every sum (R4, R136)."""
    calm = Reaction(id="calm", name="Calm", least=3, most=12)
    assert reaction(ScriptedDice([1, 2]), reactions=[calm]) is calm
    with pytest.raises(DefinitionError, match="no row for 2: its bands should cover 2 to 12"):
        reaction(ScriptedDice([1, 1]), reactions=[calm])


def test_the_die_of_fate() -> None:
    """4 and more favours the player characters (R137)."""
    assert [die_of_fate(ScriptedDice([face])) for face in range(1, 7)] == [False, False, False, True, True, True]
