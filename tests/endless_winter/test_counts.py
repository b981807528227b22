"""Food capacity, Influence and Labor in the Eclipse, as numbers and in drawings (rules 2.1, 8.4, 11.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from cairn_rules import DefinitionError, UnsoundStateError
from cairn_rules import endless_winter as ew
from cairn_rules.endless_winter import Hex, eclipse_labor, food_capacity, influence, make_state

SITE = (Hex(1, -1), Hex(2, -1), Hex(1, 0))
LAST = {"turn": 5, "order": (1, 0), "active": 0}
"""The last turn of a round, so that the other player has a Ritual pile."""


@pytest.mark.parametrize(("camps", "capacity"), [(0, 5), (1, 6), (4, 9), (5, 10)])
def test_the_capacity_is_the_space_before_the_first_camp(camps: int, capacity: int) -> None:
    state = make_state(players=({"camps": (Hex(0, 0),) * camps}, {}))
    assert food_capacity(state, 0) == capacity
    assert food_capacity(ew.observe(state, 1), 0) == capacity


def test_a_village_counts_like_two_camps() -> None:
    state = make_state(players=({"camps": (Hex(1, 0),), "villages": (SITE,)}, {"camps": (Hex(1, 0), Hex(1, 0))}, {}))
    assert influence(state, Hex(1, 0)) == (3, 2, 0)
    assert influence(ew.observe(state, None), Hex(2, -1)) == (2, 0, 0)
    assert "1,0 Cyan 3, Red 2" in ew.diagram(state, parts=["map"])
    assert "(1,0): Camp of Cyan" not in ew.diagram(state, plain=True)
    assert "(1,0): 1 Camp of Cyan, 2 Camps of Red, Influence Cyan 3, Red 2." in ew.diagram(state, plain=True)
    assert "Mountains (1,0): place a Megalith; Influence Cyan 3, Red 2</title>" in ew.svg(state)


def test_tiles_without_a_benefit_show_no_influence() -> None:
    state = make_state()
    assert influence(state, Hex(0, 0)) == (1, 1)
    for drawing in (ew.diagram(state), ew.diagram(state, plain=True), ew.svg(state)):
        assert "Influence" not in drawing


def test_the_rival_has_influence_but_no_seat() -> None:
    state = make_state(players=({},))
    assert influence(state, Hex(0, 0)) == (1, 1)
    with pytest.raises(DefinitionError, match=r"1 is not a player \(0 to 0\)"):
        eclipse_labor(state, 1)


@pytest.mark.parametrize(
    ("player", "halves", "words"),
    [
        ({}, 0, ""),
        ({"ritual": ("C101",)}, 1, "Eclipse Labor 0.5"),
        ({"ritual": ("hunter", "C101")}, 3, "Eclipse Labor 1.5"),
        ({"ritual": ("hunter",), "resting": 1}, 6, "Eclipse Labor 3"),
        ({"chief_rests": True}, 6, "Eclipse Labor 3"),
    ],
)
def test_labor_of_figures_and_of_the_ritual_pile(player: Any, halves: int, words: str) -> None:
    state = make_state(players=({}, player), **LAST)
    assert eclipse_labor(state, 1) == eclipse_labor(ew.observe(state, 1), 1) == halves
    drawings = (ew.diagram(state, viewer=1), ew.diagram(state, viewer=1, plain=True), ew.svg(state, viewer=1))
    for drawing in drawings:
        assert (words or "Eclipse Labor") in " ".join(drawing.split()) if words else "Eclipse Labor" not in drawing


def test_cards_that_a_seat_may_not_see_are_left_out() -> None:
    state = make_state(players=({}, {"ritual": ("hunter",), "resting": 1}), **LAST)
    assert eclipse_labor(ew.observe(state, 0), 1) == 4
    assert "Eclipse Labor 2 and hidden cards" in ew.diagram(state, viewer=0, plain=True)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda state: food_capacity(state, 2), r"2 is not a player \(0 to 1\)"),
        (lambda state: food_capacity(state, None), r"None is not a player \(0 to 1\)"),
        (lambda state: eclipse_labor(state, "0"), "'0' is not a player"),
        (lambda state: influence(state, Hex(3, 0)), "is not a tile of the map, such as"),
        (lambda state: influence(state, "x"), "'x' is not a tile of the map"),
        (lambda _: influence(5, Hex(1, 0)), "5 is not a state of this game"),
    ],
)
def test_wrong_arguments(call: Callable[[Any], object], message: str) -> None:
    with pytest.raises(DefinitionError, match=message):
        call(make_state())


def test_a_state_made_by_hand_is_checked() -> None:
    with pytest.raises(UnsoundStateError, match="turn"):
        food_capacity(evolve(make_state(), turn=99), 0)
