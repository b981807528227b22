"""Fatigue, and other things that force a character to drop an item."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cairn_rules.cairn_rpg.characters.attributes import Score
from cairn_rules.cairn_rpg.characters.effects import FatigueRelief, Growth
from cairn_rules.cairn_rpg.characters.inventory import hit_protection
from cairn_rules.cairn_rpg.procedures.fatigue import add_fatigue, grow, lose_slot, must_drop, relieve, remove_fatigue
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.errors import IllegalActionError
from support.cairn_rpg.people import CART, CHALK, HEART, PLATE, ROPE, SWORD, person

SPIRIT = FatigueRelief(amount=1, mode="absorbs")
CHARITY = FatigueRelief(amount=1, mode="removes")
GROWTH = Growth(item="stone-heart", slots=1)


def test_fatigue_takes_a_slot() -> None:
    """Fatigue fills slots, the last of which leaves the character at 0 HP (R29, R31, R64)."""
    change = add_fatigue(person(fatigue=7, items=(ROPE,)))
    assert change.state.inventory.used() == 9
    assert list(map(str, change.events)) == ["Freya adds a Fatigue and has 8 [R64]"]
    change = add_fatigue(change.state, rule="R145")
    assert [(event.code, event.rule) for event in change.events] == [("fatigue", "R145"), ("full", "R31")]
    assert (hit_protection(change.state), change.state.hp.value) == (0, 4)


def test_full_slots_can_cost_the_hp_itself() -> None:
    """By another ruling the HP is lost, not held at 0 (R31, A7)."""
    rulings = Rulings(zero_hp="lose")
    assert add_fatigue(person(fatigue=8), rulings=rulings).state.hp == Score(4, 4)
    assert add_fatigue(person(fatigue=9), rulings=rulings).state.hp == Score(0, 4)


def test_fatigue_forces_a_drop() -> None:
    """Without a free slot one item has to go; petty and bound items do not help (R65, R41)."""
    character = person(fatigue=6, items=(ROPE, CHALK, evolve(HEART, slots=1), PLATE))
    assert must_drop(person(fatigue=9, items=(CHALK,))) == ()
    assert must_drop(character) == (ROPE, PLATE)
    with pytest.raises(IllegalActionError) as refused:
        add_fatigue(character)
    assert str(refused.value.reason) == (
        "Freya has to drop an item first: choose one (Rope, Plate) [slots/drop, rule R65]"
    )
    with pytest.raises(IllegalActionError, match=r"Chalk is not one of them \(Rope, Plate\)"):
        add_fatigue(character, drop=CHALK)
    change = add_fatigue(character, drop=PLATE)
    assert [event.code for event in change.events] == ["dropped", "fatigue"]
    assert change.state.inventory == evolve(character.inventory, items=character.inventory.items[:3], fatigue=7)


def test_equal_items_are_offered_once() -> None:
    """Of two equal items one is dropped (R65)."""
    character = person(items=(ROPE,) * 10)
    assert must_drop(character) == (ROPE,)
    assert add_fatigue(character, drop=ROPE).state.inventory.items == (ROPE,) * 9


def test_nothing_is_dropped_if_there_is_room() -> None:
    """An item offered in vain stays (R65)."""
    assert add_fatigue(person(items=(ROPE,)), drop=ROPE).state.inventory.items == (ROPE,)


def test_ten_fatigue_is_the_most() -> None:
    """If nothing can be dropped nothing is added, and the event says so (R65, A12)."""
    character = person(fatigue=10, items=(CHALK,))
    change = add_fatigue(character)
    assert change.state == character
    assert list(map(str, change.events)) == ["Freya is overwhelmed: nothing can be dropped for more Fatigue [R65]"]


def test_a_pulled_cart_is_let_go() -> None:
    """A cart occupies two slots while it is pulled, and is dropped if no item can be (R35, R65)."""
    change = add_fatigue(person(fatigue=8, containers=(evolve(CART, pulled=True, items=(ROPE,)),)))
    assert change.state.inventory.containers == (evolve(CART, items=(ROPE,)),)
    assert (change.state.inventory.fatigue, change.state.inventory.used()) == (9, 9)
    assert change.events[0].text == "Freya lets go of the cart"


def test_a_spirit_absorbs_the_first_fatigue_of_the_day() -> None:
    """The next Fatigue is cancelled, once a day (R67a, A70)."""
    first = add_fatigue(person(effects=(SPIRIT,), fatigue=2))
    assert (first.state.inventory.fatigue, first.events[0].code) == (2, "absorbed")
    assert add_fatigue(first.state).state.inventory.fatigue == 3


def test_a_spirit_can_remove_fatigue_instead() -> None:
    """By another ruling the spirit takes one away each day (A70)."""
    rulings = Rulings(spirit="removes")
    tired = add_fatigue(person(effects=(SPIRIT,), fatigue=2), rulings=rulings).state
    assert tired.inventory.fatigue == 3
    relieved = relieve(tired, rulings)
    assert relieved.inventory.fatigue == 2
    with pytest.raises(IllegalActionError, match="Freya has done so today"):
        relieve(relieved, rulings)
    with pytest.raises(IllegalActionError, match="Freya has nothing that removes Fatigue"):
        relieve(tired)


def test_fatigue_is_removed() -> None:
    """An effect removes one a day; nothing removes any from someone Deprived, or more than there is (R62)."""
    assert relieve(person(effects=(CHARITY,), fatigue=2)).inventory.fatigue == 1
    # Who gets a second such effect later in the day loses one more.
    once = relieve(person(effects=(CHARITY,), fatigue=6))
    assert relieve(evolve(once, effects=(CHARITY, CHARITY))).inventory.fatigue == 4
    assert remove_fatigue(person(fatigue=2), 5).inventory.fatigue == 0
    deprived = person(effects=(CHARITY,), fatigue=2, needs=frozenset({"sleep", "food"}))
    for remove in (relieve, remove_fatigue):
        with pytest.raises(IllegalActionError) as refused:
            remove(deprived)
        assert refused.value.reason.text == "Freya is Deprived (food, sleep) and cannot recover from Fatigue"
        assert refused.value.reason.rule == "R62"


def test_a_heart_of_stone_grows() -> None:
    """It takes one slot more each month, and forces a drop if that does not fit (R29, A54)."""
    change = grow(person(items=(HEART, SWORD), fatigue=7), GROWTH)
    heart = evolve(HEART, slots=1)
    assert (change.state.inventory.items, change.state.inventory.used()) == ((heart, SWORD), 9)
    full = person(items=(SWORD, heart), fatigue=8)
    with pytest.raises(IllegalActionError, match=r"choose one \(Sword\)"):
        grow(full, GROWTH)
    change = grow(full, GROWTH, drop=SWORD)
    assert change.state.inventory.items == (evolve(HEART, slots=2),)
    assert [str(event) for event in change.events] == [
        "Freya drops Sword [R65]",
        "Stone Heart grows and takes 2 slots [R29]",
    ]
    overwhelmed = person(items=(heart,), fatigue=9)
    assert (grow(overwhelmed, GROWTH).state, grow(overwhelmed, GROWTH).events[0].code) == (overwhelmed, "cannot-grow")


def test_only_carried_items_grow() -> None:
    """Nothing grows that is not carried, or that is dropped for it (R29)."""
    with pytest.raises(IllegalActionError, match="Freya does not carry 'stone-heart'"):
        grow(person(), GROWTH)
    burden = evolve(HEART, droppable=True, slots=1)
    assert grow(person(items=(burden,), fatigue=9), GROWTH, drop=burden).state.inventory.items == ()


def test_a_lost_slot_forces_a_drop() -> None:
    """Nine slots are left, and a full character drops something (R28, R29)."""
    change = lose_slot(person(items=(ROPE,), fatigue=8))
    assert (change.state.inventory.capacity, change.state.inventory.free()) == (9, 0)
    assert [event.code for event in change.events] == ["slot-lost", "full"]
    change = lose_slot(person(items=(PLATE,), fatigue=8), drop=PLATE)
    assert (change.state.inventory.capacity, change.state.inventory.free()) == (9, 1)
    worn_out = person(fatigue=10)
    assert lose_slot(worn_out).state == worn_out


@given(
    items=st.lists(st.sampled_from([ROPE, CHALK, PLATE, HEART, evolve(HEART, slots=1)]), max_size=5),
    steps=st.lists(st.integers(0, 9), max_size=20),
)
def test_slots_are_never_overdrawn(items: list[object], steps: list[int]) -> None:
    """Free and used slots add up to the capacity, and free ones are never below 0 (R44)."""
    character = person(items=tuple(items))
    for step in steps:
        options = must_drop(character)
        drop = options[step % len(options)] if options else None
        before = character.inventory
        act = lose_slot if step == 0 and before.capacity > 6 else add_fatigue
        character = act(character, drop=drop).state
        inventory = character.inventory
        assert inventory.free() >= 0
        assert inventory.free() + inventory.used() == inventory.capacity
        assert len(inventory.items) in {len(before.items), len(before.items) - 1}
