"""The rainbow and the Cauldron (rules page, sections 3 and 7)."""

from __future__ import annotations

import pytest

from cairn_rules import korrigans
from cairn_rules.korrigans import (
    ChooseCauldronField,
    ChooseCloud,
    ChooseFinalMove,
    ChooseMove,
    ChooseSun,
    Pawn,
)
from support.tables import SIX_SUNS, code, play, seat, spots, table, texts

FIRST, SECOND = seat("A P", "hare"), seat("D J", "hare")
SUNS = {number: Pawn(name) for number, name in enumerate(SIX_SUNS.split()[:6], 1)}


def drawn(suns: str, clouds: str, bag: str, **others):
    """The state when the bag has just been drawn from after the turn of seat 1."""
    before = table(FIRST, SECOND, suns=suns, clouds=clouds, bag=bag, pending=ChooseMove(1), **others)
    return play(before, "1:hare-I")


def test_a_new_colour_goes_on_a_sun():
    """The bag holder chooses a free one; then the First Player has the turn (rules 3.1 to 3.3)."""
    state = drawn("red", "", "blue red orange orange yellow yellow green green blue indigo indigo violet violet")
    assert state.pending == ChooseSun(0, Pawn.BLUE)
    assert state.bag_holder == 1
    assert texts(state) == ["sun2", "sun3", "sun4", "sun5", "sun6", "sun7"]
    assert code(state, "sun1") == "sun/covered 3.3"
    assert code(state, "sun8") == "sun/no-row 3.3"
    assert code(state, "sun0") == "sun/no-row 3.3"
    assert code(state, "cloud2") == "decision/sun 3.3"
    after = play(state, "sun4")
    assert after.suns[3] is Pawn.BLUE
    assert after.pending == ChooseMove(0)
    assert after.round == state.round == 2


def test_a_second_pawn_goes_on_a_cloud():
    """The bag holder chooses a free one (rule 3.4)."""
    bag = "blue yellow yellow green green orange indigo indigo violet violet"
    state = drawn("red orange blue", "red", bag, bag_holder=1)
    assert state.pending == ChooseCloud(1, Pawn.BLUE)
    assert state.bag_holder == 0
    assert texts(state) == ["cloud2", "cloud3", "cloud4", "cloud5", "cloud6", "cloud7"]
    assert code(state, "cloud1") == "cloud/covered 3.4"
    assert code(state, "cloud9") == "cloud/no-column 3.4"
    after = play(state, "cloud7")
    assert after.clouds[6] is Pawn.BLUE
    assert after.pending == ChooseMove(0)


def test_the_bag_goes_round_and_the_turns_do_not():
    """Whoever has the bag draws, the First Player has the first turn (rule 3.2)."""
    seats = (FIRST, SECOND, seat("B H", "hare"))
    state = table(
        *seats,
        bag="red red " + "orange orange yellow yellow green green blue blue indigo indigo violet violet",
        pending=ChooseMove(2),
        bag_holder=2,
    )
    state = play(state, "1:hare-N")
    assert state.pending == ChooseSun(2, Pawn.RED)
    assert state.bag_holder == 0
    assert play(state, "sun1").pending == ChooseMove(0)


def test_the_fifth_cloud_starts_a_rush():
    """No more turns: the bag goes on until the last colour appears (rule 3.6)."""
    rest = "blue indigo indigo violet violet"
    state = drawn("red orange yellow green blue", "red orange yellow green", rest)
    assert state.pending == ChooseCloud(0, Pawn.BLUE)
    state = play(state, "cloud6")
    assert state.pending == ChooseSun(1, Pawn.INDIGO)
    state = play(state, "sun7")
    assert state.pending == ChooseCloud(0, Pawn.INDIGO)
    assert texts(state) == ["cloud5", "cloud7"]
    before = state.round
    state = play(state, "cloud5")
    assert state.pending == ChooseCauldronField(1)
    assert state.round == before
    assert state.clouds.count(None) == state.suns.count(None) == 1
    assert state.bag == (Pawn.VIOLET,)


def test_the_seventh_colour_is_not_placed():
    """Whoever drew it places the Cauldron at once, and the final turns begin with the First Player (rules 3.5, 7.4)."""
    state = drawn(SIX_SUNS, "", "violet red orange yellow green blue indigo violet", bag_holder=1)
    assert state.pending == ChooseCauldronField(1)
    assert texts(state) == ["cauldron:G", "cauldron:H", "cauldron:J"]
    after = play(state, "cauldron:H")
    assert after.cauldron == "H"
    assert after.suns == state.suns
    assert after.pending == ChooseFinalMove(0)


FREE_3_56 = {"suns": "red orange . yellow green blue indigo", "clouds": "red orange yellow green . . blue"}
"""The rulebook's example: row 3 and the columns 5 and 6 are free."""


def asked(first: str, second: str = "D J", variant=None, **rainbow: str):
    """The state when seat 0 places the Cauldron."""
    return table(seat(first), seat(second), pending=ChooseCauldronField(0), variant=variant, **rainbow)


def test_the_example_of_the_rulebook():
    """Two cells that are in a free row and a free column touch three fields (rule 7.2)."""
    state = asked("A P", "E L", **FREE_3_56)
    assert texts(state) == ["cauldron:E", "cauldron:L", "cauldron:M"]
    assert code(state, "cauldron:V") == "cauldron/not-free 7.2"
    assert code(state, "cauldron:A") == "cauldron/not-free 7.2"
    assert korrigans.why_illegal(state, korrigans.PlaceCauldron("Z")).code == "cauldron/no-field"
    assert code(state, "end") == "decision/cauldron 7.1"


def test_the_projection_of_a_field():
    """With `cauldron_match="projection"` the village counts: it touches row 3 and column 5 (rule 10.6)."""
    state = asked("A P", variant={"cauldron_match": "projection"}, **FREE_3_56)
    assert texts(state) == ["cauldron:E", "cauldron:L", "cauldron:M", "cauldron:V"]


@pytest.mark.parametrize(
    ("standing", "expected"),
    [("A E", "LM"), ("E M", "L"), ("L L", "EM")],
)
def test_away_from_the_own_korrigans(standing, expected):
    """Fields without a Korrigan of the one who places come first (rule 7.3)."""
    state = asked(standing, **FREE_3_56)
    assert texts(state) == [f"cauldron:{field}" for field in expected]
    assert code(state, f"cauldron:{standing[2]}") == "cauldron/own-korrigan 7.3"


def test_own_korrigans_everywhere():
    """When all fields that come into question hold one, any will do (rule 7.3)."""
    # Row 4 and column 1: the one cell 4.1 belongs to K alone.
    one_cell = {"suns": "red orange yellow . green blue indigo", "clouds": ". red orange yellow green blue indigo"}
    state = asked("K A", **one_cell)
    assert texts(state) == ["cauldron:K"]
    assert code(state, "cauldron:A") == "cauldron/not-free 7.2"


def test_rows_are_suns_and_columns_are_clouds():
    """Spots are counted from 1 (rule 1.2)."""
    state = table(FIRST, SECOND, suns="red . blue", clouds=". red")
    assert spots("red . blue") == {1: Pawn.RED, 3: Pawn.BLUE}
    assert state.suns[2] is Pawn.BLUE
    assert state.clouds[1] is Pawn.RED
