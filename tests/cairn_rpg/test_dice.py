"""Dice expressions and steps (R1, R7), and figures of items that cannot be (R29, R37)."""

from __future__ import annotations

import pytest

from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.characters.items import Item, Uses
from cairn_rules.cairn_rpg.combat import fighter, new_game, person
from cairn_rules.cairn_rpg.combat.soundness import check_sound
from cairn_rules.cairn_rpg.dice_formula import Formula, format_weapon_dice, parse_weapon_dice, step
from cairn_rules.errors import MOST_FAULTS, DefinitionError, UnsoundStateError


def test_sums_and_weapons_are_told_apart() -> None:
    """`3d6` is a sum, `d8+d8` two dice of which the higher counts (R1)."""
    assert (Formula.parse("3d6").least, Formula.parse("3d6").most) == (3, 18)
    assert parse_weapon_dice("d8+d8") == (8, 8)
    assert format_weapon_dice((8, 8)) == "d8+d8"
    with pytest.raises(DefinitionError, match=r"'d8.d8' is not a sum of dice"):
        Formula.parse("d8+d8")
    with pytest.raises(DefinitionError, match="'3d6' is not the dice of a weapon"):
        parse_weapon_dice("3d6")


@pytest.mark.parametrize("count", [-1, 101, "2", True])
def test_impossible_numbers_of_dice(count: object) -> None:
    with pytest.raises(DefinitionError, match="a number of dice is a whole number from 0 to 100, not"):
        Formula(count)  # type: ignore[arg-type]


def test_steps_of_a_die() -> None:
    """From d4 to d12, and never past them (R7)."""
    assert [step(6, steps) for steps in (-2, -1, 0, 1, 2, 3, 4)] == [4, 4, 6, 8, 10, 12, 12]


@pytest.mark.parametrize("slots", [-1, 11, "1"])
def test_impossible_slots(slots: object) -> None:
    """(R29)."""
    with pytest.raises(DefinitionError, match="an item takes 0"):
        Item(id="x", name="X", slots=slots)  # type: ignore[arg-type]


@pytest.mark.parametrize(("left", "most"), [(-1, 3), (4, 3), (0, 0), (1, "3")])
def test_impossible_uses(left: int, most: int) -> None:
    """(R37)."""
    with pytest.raises(DefinitionError, match="uses are left from 0 to a maximum from 1, got"):
        Uses(left, most)


def test_what_is_used_up_cannot_be_used() -> None:
    """(R37)."""
    with pytest.raises(DefinitionError, match="Rope has no uses left"):
        Item(id="rope", name="Rope").used()


def test_a_fight_with_very_many_faults() -> None:
    """The list of faults ends somewhere."""
    crowd = [fighter(person(f"Bo {number}", hp=4), area=-1) for number in range(100)]
    state = new_game(seed=1, party=crowd)
    with pytest.raises(UnsoundStateError) as caught:
        check_sound(replaced(state, fighters=tuple(replaced(each, reloading=-1) for each in state.fighters)))
    assert len(caught.value.faults) == MOST_FAULTS
