"""Every benefit: its targets and lesser benefits, declining, and effects made of several (rules page, section 3)."""

from __future__ import annotations

import pytest

from cairn_rules import endless_winter as ew
from cairn_rules.endless_winter.state.hexes import BASE
from support.endless_winter.positions import (
    DECLINE,
    DRAW,
    FOOD,
    HONOR,
    LAND,
    OFFERING,
    PAY,
    TOOL,
    effect,
    lies,
    me,
    on,
    options,
    over,
    play,
)

CAPACITY = 6
"""The Food that fits with four Camps on the track (rule 2.1)."""
TYPES = ["crafter", "hunter", "explorer", "elder", "shaman"]
STARTS = [on(1, 0), on(3, 1), on(2, 2), on(4, 3)]


# Goods and points


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("food(3)", {"food": 1}, {"food": 4}),
        ("food(3)", {"food": 5}, {"food": CAPACITY}),
        ("food(3)", {"food": 5, "camps_left": 0}, {"food": 8}),
        ("food_fill", {"food": 1}, {"food": CAPACITY}),
        ("food_fill", {"food": 1, "camps_left": 5}, {"food": 5}),
        ("food_fill", {"food": 1, "camps_left": 0}, {"food": 10}),
        ("points(2)", {"points": 3}, {"points": 5}),
    ],
)
def test_automatic_benefits(text, before, after):
    """They ask nothing (rule 3.3); Food is clipped at the capacity, which Camps off the track raise (rule 2.1)."""
    state = effect(text, **before)
    assert over(state)
    assert {key: getattr(me(state), key) for key in after} == after


def test_labor():
    """It is added to the Labor of the turn (rule 6.2)."""
    assert effect("labor(2)", turn={"column": "hunt", "labor": 1}).this_turn.labor == 3


def test_tools():
    """Each unit is a decision: a Tool, a Food or nothing (rules 3.2.1, 3.2.10)."""
    state = effect("tool(3)")
    assert options(state) == [TOOL, FOOD, DECLINE]
    state = play(state, TOOL, FOOD, DECLINE)
    assert over(state)
    assert (me(state).tools, me(state).food) == (1, 1)


def test_tools_that_do_not_fit():
    """A full Tool track leaves Food; with both full, the decision is left out (rules 3.2.4, 3.3)."""
    assert options(effect("tool(1)", tools=8)) == [FOOD, DECLINE]
    assert over(effect("tool(2)", tools=8, food=CAPACITY))
    assert options(effect("tool(1)", food=CAPACITY)) == [TOOL, DECLINE]


# Drawing and discarding


def test_draw():
    """The top card comes to the hand; after it was seen, the second unit may become an Idol (rule 3.2.9)."""
    state = effect("draw(2)", deck=("hunter", "brave"))
    assert options(state) == [DRAW, OFFERING, HONOR, TOOL, FOOD, DECLINE]
    state = play(state, DRAW)
    assert (me(state).hand, me(state).deck) == (("hunter",), ("brave",))
    state = play(state, OFFERING)
    assert (over(state), me(state).offering, me(state).deck) == (True, 1, ("brave",))


def test_draw_without_cards():
    """With deck and discard pile empty, only lesser benefits are left (rule 3.2.4)."""
    state = effect("draw(1)", hand=("brave",), ritual=("elder",), buried=("hunter",))
    assert options(state) == [OFFERING, HONOR, TOOL, FOOD, DECLINE]


def test_reshuffle():
    """The discard pile becomes the deck when a card must be drawn from an empty one, not before (rule 3.4)."""
    state = effect("draw(2)", deck=("hunter",), discard=("brave", "elder"), played=("C101",))
    state = play(state, DRAW)
    assert (me(state).deck, me(state).discard) == ((), ("brave", "elder"))
    state = play(state, DRAW)
    assert me(state).discard == ()
    assert me(state).played == ("C101",)
    assert len(me(state).deck) == 1
    assert sorted(me(state).hand + me(state).deck) == ["brave", "elder", "hunter"]


def test_discard():
    """It cannot be declined, and takes what there is (rule 3.1, row 50); equal cards are one option."""
    state = effect("discard(2)", hand=("elder", "brave", "brave"))
    assert options(state) == [ew.Discard("elder"), ew.Discard("brave")]
    state = play(state, ew.Discard("brave"), ew.Discard("elder"))
    assert (over(state), me(state).hand, me(state).discard) == (True, ("brave",), ("elder", "brave"))
    state = play(effect("discard(2)", hand=("elder",)), ew.Discard("elder"))
    assert (over(state), me(state).hand) == (True, ())
    assert over(effect("discard(1)"))


# Idols and Megaliths


def test_idols():
    """Each unit moves a marker on either track, or is replaced (rules 3.2.1, 10)."""
    state = effect("idol(3)")
    assert options(state) == [OFFERING, HONOR, TOOL, FOOD, DECLINE]
    state = play(state, OFFERING, HONOR, TOOL)
    assert (me(state).offering, state.table.honor[1], me(state).tools) == (1, (0,), 1)


def test_idols_at_the_top():
    """On the Offering track the Idol itself is a point, on the Honor track it is impossible (rules 3.2.6, 10)."""
    state = effect("idol(1)", offering=10, table={"honor": ((1,), *[()] * 9, (0,))}, tools=8, food=CAPACITY)
    assert options(state) == [OFFERING, DECLINE]
    state = play(state, OFFERING)
    assert (me(state).offering, me(state).points) == (10, 1)


def test_megalith():
    """Its spots come first, then every lesser benefit, best first (rules 3.2, 3.2.10)."""
    state = effect("megalith(1)", deck=("brave",))
    assert options(state) == [*STARTS, DRAW, OFFERING, HONOR, TOOL, FOOD, DECLINE]
    for lesser, changed in (
        (DRAW, {"hand": ("brave",)}),
        (OFFERING, {"offering": 1}),
        (TOOL, {"tools": 1}),
        (FOOD, {"food": 1}),
        (DECLINE, {"neutrals": 2}),
    ):
        after = play(state, lesser)
        assert over(after)
        assert {key: getattr(me(after), key) for key in changed} == changed


def test_no_megalith_left():
    """The lesser benefits stay (rule 3.2.4)."""
    assert options(effect("megalith(1)", neutrals=0, megaliths=0)) == [OFFERING, HONOR, TOOL, FOOD, DECLINE]


def test_megaliths_one_after_another():
    """The benefit of the first space is resolved before the second Megalith is placed (row 22)."""
    state = play(effect("megalith(2)"), on(4, 3))
    assert me(state).food == 1
    assert options(state)[:6] == [on(1, 0), on(3, 1), on(2, 2), on(4, 2), on(3, 3), on(5, 3)]
    state = play(state, on(4, 2))
    assert options(state) == [OFFERING, HONOR, TOOL, FOOD, DECLINE]
    state = play(state, HONOR)
    assert over(state)
    assert state.table.megaliths == (lies(4, 3, owner=None), lies(4, 2, owner=None))
    assert (me(state).neutrals, me(state).megaliths) == (0, 8)


# Camps, Villages, cards and Animals


def test_camps():
    """One at a time from the track to the Base, as long as there are some (rules 3.1, 8.2)."""
    state = effect("camp(2)", camps_left=1, camps=(BASE, BASE, BASE, LAND["forest"]))
    assert options(state) == [ew.PlaceCamp(), DECLINE]
    state = play(state, ew.PlaceCamp())
    assert over(state)
    assert (me(state).camps_left, me(state).camps.count(BASE)) == (0, 4)


def test_declined_units():
    """Each unit is declined alone (rule 3.3)."""
    state = play(effect("camp(3)"), DECLINE, ew.PlaceCamp(), DECLINE)
    assert (over(state), me(state).camps_left) == (True, 3)


def test_moves():
    """Single steps to any neighbouring tile, spread over the own Camps (rules 3.1, 8.2)."""
    forest, corner = LAND["forest"], ew.Hex(2, 0)
    state = effect("move(2)", camps=(BASE, BASE, corner), camps_left=2)
    ends = [ew.Hex(0, -1), ew.Hex(1, -1), ew.Hex(-1, 0), ew.Hex(1, 0), ew.Hex(-1, 1), ew.Hex(0, 1)]
    near = [ew.Hex(2, -1), ew.Hex(1, 0), ew.Hex(1, 1)]
    moves = [*[ew.MoveCamp(BASE, end) for end in ends], *[ew.MoveCamp(corner, end) for end in near]]
    assert options(state) == [*moves, DECLINE]
    state = play(state, ew.MoveCamp(BASE, forest), ew.MoveCamp(forest, BASE))
    assert (over(state), sorted(me(state).camps)) == (True, sorted((BASE, BASE, corner)))


@pytest.mark.parametrize(("text", "food", "left"), [("village", 3, 0), ("village", 5, 2), ("village(free_food)", 2, 2)])
def test_village(text, food, left):
    """It costs 3 Food unless it is free, and always three Camps (rule 8.3)."""
    juncture = (ew.Hex(1, -2), ew.Hex(0, -1), ew.Hex(1, -1))
    state = effect(text, food=food, camps=juncture, camps_left=2)
    assert options(state) == [ew.BuildVillage(juncture), DECLINE]
    state = play(state, ew.BuildVillage(juncture))
    assert (me(state).food, me(state).camps, me(state).camps_left) == (left, (), 5)
    assert (me(state).villages, me(state).villages_left) == ((juncture,), 2)
    assert over(effect("village", food=2, camps=juncture, camps_left=2))


@pytest.mark.parametrize(("text", "zone"), [("tribe_to_hand(2)", "hand"), ("tribe_to_discard(2)", "discard")])
def test_tribe_cards(text, zone):
    """From any pile that is not empty, twice of a type if wanted (rule 3.1)."""
    state = effect(text, table={"piles": (2, 0, 1, 1, 1)})
    assert options(state) == [*[ew.TakeTribe(card) for card in TYPES if card != "hunter"], DECLINE]
    state = play(state, ew.TakeTribe("crafter"), ew.TakeTribe("crafter"))
    assert (getattr(me(state), zone), state.table.piles) == (("crafter", "crafter"), (0, 0, 1, 1, 1))


def test_burying():
    """From the hand secretly, from discard pile and played cards openly (rules 6.3, 7.4)."""
    state = effect("bury(3)", hand=("elder", "brave", "brave"), discard=("elder",), played=("C101",))
    names = [("hand", "elder"), ("hand", "brave"), ("discard", "elder"), ("played", "C101")]
    assert options(state) == [*[ew.Bury(*name) for name in names], DECLINE]
    state = play(state, ew.Bury("hand", "brave"), ew.Bury("played", "C101"), ew.Bury("discard", "elder"))
    assert (me(state).buried, me(state).buried_openly) == (("brave",), ("C101", "elder"))
    assert (me(state).hand, me(state).played, me(state).discard) == (("elder", "brave"), (), ())


def test_burying_from_the_supply():
    """A Tribe card goes from its pile to the Burial Ground, known to all (rules 3.1, 7.4)."""
    state = effect("bury_supply(1)", table={"piles": (1, 0, 0, 0, 4)})
    assert options(state) == [ew.Bury("supply", "crafter"), ew.Bury("supply", "shaman"), DECLINE]
    state = play(state, ew.Bury("supply", "crafter"))
    assert (me(state).buried_openly, state.table.piles) == (("crafter",), (0, 0, 0, 0, 4))


def test_culture_card():
    """Free and to the hand; its token returns, and the slot stays empty (rule 3.1, row 34)."""
    state = effect("culture(1)", table={"row": ("C101", None, "C103", *[None] * 5), "tokens": (True, *[False] * 7)})
    assert options(state) == [ew.TakeCulture("C101"), ew.TakeCulture("C103"), DECLINE]
    state = play(state, ew.TakeCulture("C101"))
    assert (me(state).hand, state.table.row[:3]) == (("C101",), (None, None, "C103"))
    assert not any(state.table.tokens)


def test_taking_animals():
    """From the display, a species once (rule 3.1)."""
    state = effect("animal_take(2)", table={"animals": ("giant_sloth", "argentavis", "giant_sloth")})
    assert options(state) == [ew.TakeAnimal("giant_sloth"), ew.TakeAnimal("argentavis"), DECLINE]
    state = play(state, ew.TakeAnimal("giant_sloth"), DECLINE)
    assert (me(state).animals, state.table.animals) == (("giant_sloth",), ("argentavis", "giant_sloth"))


def test_drawing_animals():
    """From the top of the deck, while there are any (rules 3.1, 3.4)."""
    state = effect("animal_draw(2)", table={"animal_deck": ("argentavis",)}, animals=("giant_sloth",))
    assert options(state) == [ew.DrawAnimal(), DECLINE]
    state = play(state, ew.DrawAnimal())
    assert (over(state), me(state).animals, state.table.animal_deck) == (True, ("giant_sloth", "argentavis"), ())


def test_revealing_animals():
    """From the top of the deck into the display, one a unit (rule 3.1)."""
    state = effect("animal_reveal(2)", table={"animals": ("argentavis",), "animal_deck": ("giant_sloth",)})
    assert options(state) == [ew.RevealAnimals(), DECLINE]
    state = play(state, ew.RevealAnimals())
    assert (over(state), state.table.animals) == (True, ("argentavis", "giant_sloth"))


@pytest.mark.parametrize(
    ("animal", "actions", "gained"),
    [
        ("woolly_mammoth", [], {"food": CAPACITY}),
        ("woolly_rhino", [TOOL], {"food": 2, "tools": 1}),
        ("woolly_rhino", [DECLINE], {"food": 2, "tools": 0}),
        ("giant_sloth", [], {"food": 3}),
        ("saber_toothed_cat", [TOOL, TOOL], {"tools": 2}),
        ("glyptodon", [ew.TakePart(0), TOOL, DRAW], {"tools": 1, "hand": ("brave",)}),
        ("argentavis", [DRAW], {"hand": ("brave",)}),
    ],
)
def test_tipping(animal, actions, gained):
    """The Animal turns over and gives its ability (rules 3.1, 14.11)."""
    state = effect("tip(1)", animals=(animal, animal), deck=("brave",))
    assert options(state) == [ew.Tip(animal), DECLINE]
    state = play(state, ew.Tip(animal), *actions)
    assert over(state)
    assert (me(state).animals, me(state).tipped) == ((animal,), (animal,))
    assert {key: getattr(me(state), key) for key in gained} == gained


@pytest.mark.parametrize(
    "text",
    [f"{kind}(1)" for kind in ("camp", "bury", "tip", "culture", "animal_take", "animal_draw", "animal_reveal")],
)
def test_nothing_to_choose(text):
    """A decision whose only option is to decline is left out (rule 3.3)."""
    table = {"row": (None,) * 8, "animals": (), "animal_deck": (), "piles": (0,) * 5}
    assert over(effect(text, camps_left=0, camps=(), table=table))
    text = f"bury_supply(2) then move(1) then tribe_to_hand(1) then village then pay tool(1) -> {text}"
    assert over(effect(text, camps_left=0, camps=(), table=table))


# Effects made of others


def test_both():
    """The order is free, and the rest can be declined; a last part is gone to straight away (rule 3.3)."""
    state = effect("idol(1)+camp(1)+tool(1)")
    assert options(state) == [ew.TakePart(0), ew.TakePart(1), ew.TakePart(2), DECLINE]
    state = play(state, ew.TakePart(1))
    assert options(state) == [ew.PlaceCamp(), DECLINE]
    state = play(state, ew.PlaceCamp())
    assert options(state) == [ew.TakePart(0), ew.TakePart(1), DECLINE]
    assert over(play(state, DECLINE))
    state = play(state, ew.TakePart(1), TOOL)
    assert options(state) == [OFFERING, HONOR, TOOL, FOOD, DECLINE]


@pytest.mark.parametrize(
    ("text", "food", "points", "labor"),
    [
        ("labor(1)+food(1)", 1, 0, 1),
        ("food(1)+labor(1)", 1, 0, 1),
        ("points(2)+food_fill+labor(1)", CAPACITY, 2, 1),
    ],
)
def test_both_without_a_question(text, food, points, labor):
    """Labor, points and Food together are not asked for, so they cannot be declined (rule 3.3)."""
    state = effect(text)
    assert over(state)
    assert (me(state).food, me(state).points, state.this_turn.labor) == (food, points, labor)


@pytest.mark.parametrize("text", ["food(1)+tool(1)+idol(1)", "tool(1)+food(1)+idol(1)", "tool(1)+idol(1)+food(1)"])
def test_both_with_a_part_without_a_question(text):
    """It is given at once, wherever it stands; whoever declines the others keeps it (rule 3.3)."""
    state = effect(text)
    assert me(state).food == 1
    assert str(state.pending) == "tool(1)+idol(1)"
    assert options(state) == [ew.TakePart(0), ew.TakePart(1), DECLINE]
    assert me(play(state, DECLINE)).food == 1
    alone = effect("food(1)+tool(1)")
    assert (me(alone).food, options(alone)) == (1, [TOOL, FOOD, DECLINE])


def test_either():
    """One of the effects, or none (rule 3.1)."""
    state = effect("food(2)|tool(1)")
    assert options(state) == [ew.Choose(0), ew.Choose(1), DECLINE]
    assert me(play(state, ew.Choose(0))).food == 2
    assert options(play(state, ew.Choose(1))) == [TOOL, FOOD, DECLINE]
    assert over(play(state, DECLINE))


def test_in_order():
    """`then` keeps the order, and each step is optional (rule 3.1)."""
    state = effect("camp(1) then move(1)", camps=(), camps_left=1)
    state = play(state, ew.PlaceCamp())
    assert ew.MoveCamp(BASE, LAND["forest"]) in options(state)
    assert over(effect("camp(1) then move(1)", camps=(), camps_left=0))
    assert options(play(effect("idol(1) then tool(1)"), DECLINE)) == [TOOL, FOOD, DECLINE]


def test_exchange():
    """All of the price is paid first, and only offered if it can be (rules 3.1, 3.2.5, decision 18c)."""
    text = "pay food(1)+tool(2) -> idol(1)+draw(1)"
    state = effect(text, food=1, tools=2, deck=("brave",))
    assert options(state) == [PAY, DECLINE]
    assert me(play(state, DECLINE)).tools == 2
    state = play(state, PAY)
    assert (me(state).food, me(state).tools) == (0, 0)
    assert options(state) == [ew.TakePart(0), ew.TakePart(1), DECLINE]
    state = play(state, DECLINE)
    assert (over(state), me(state).food, me(state).tools) == (True, 0, 0)
    assert over(effect(text, food=1, tools=1))
    assert over(effect(text, food=0, tools=2))


@pytest.mark.parametrize(("column", "points"), [("hunt", 2), ("develop", 0), ("rest", 0)])
def test_in_a_column(column, points):
    """After the figure is placed, it counts at once or never (rule 3.1)."""
    state = effect("points(2) if hunt", turn={"column": column})
    assert me(state).points == points


def test_discarding_a_gained_card():
    """Of equal cards in hand, one gained in this turn goes first (rules 6.2, 13.1)."""
    state = effect("discard(1)", hand=("elder", "elder"), turn={"column": "initiate", "gained": ("elder",)})
    assert play(state, ew.Discard("elder")).this_turn.gained == ()


def test_discarding_one_of_two_gained_cards():
    """The first Elder gained may have been buried since, so the one that is discarded is the last one gained (6.2)."""
    turn = {"column": "initiate", "gained": ("elder", "elder"), "burials": 1, "burials_before": (1,)}
    state = effect("discard(1)", hand=("elder", "elder"), buried=("elder",), turn=turn)
    after = play(state, ew.Discard("elder")).this_turn
    assert after.gains == (("elder", 0),)
    assert after.burials_before == ()


def test_discard_survives_the_rest_declined():
    """A discard is no benefit: declining the parts that are left does not spare it (rule 3.1, row 50)."""
    state = effect("draw(1)+discard(1)", hand=("elder",))
    assert options(play(state, DECLINE)) == [ew.Discard("elder")]
