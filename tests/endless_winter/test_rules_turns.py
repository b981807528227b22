"""The turn: Culture cards, figures, the four columns, Chiefs, the end and the Ritual (rules page, sections 6, 7)."""

from __future__ import annotations

import pytest

from cairn_rules import endless_winter as ew
from cairn_rules.endless_winter.state.agenda import Culture, EndTurn, Figure, Middle, Ritual, Top
from cairn_rules.endless_winter.state.hexes import BASE
from support.endless_winter.positions import (
    DECLINE,
    DRAW,
    END,
    FOOD,
    HONOR,
    LAND,
    OFFERING,
    PAY,
    TOOL,
    me,
    on,
    options,
    play,
    position,
)

pytestmark = pytest.mark.untraced

SPEND = ew.SpendFood()
COLUMNS = ["initiate", "develop", "migrate", "hunt"]
FIGURES = [ew.PlaceFigure(figure, place) for figure in ("chief", "tribe") for place in (*COLUMNS, "rest")]
CLAIMED = {"bottoms": (True,) * 4}


def begun(**more):
    """Return the start of a turn of the first player."""
    return position(EndTurn(), Figure(), Culture(), **more)


def top(column, labor=0, **more):
    """Return the top of a column, with its middle to follow."""
    turn = {"column": column, "labor": labor} | more.pop("turn", {})
    return position(EndTurn(), Middle(), Top(), turn=turn, **more)


def middle(column, **more):
    """Return the middle of a column, with the end of the turn to follow."""
    return position(Figure(), Middle(), turn={"column": column}, **more)


def bottom(column, **more):
    """Return a position after a figure in a column was the first, at its bottom if there is something to choose."""
    return play(position(EndTurn(), Figure(), **more), ew.PlaceFigure("tribe", column), END)


# The Culture step


def test_culture_cards():
    """Up to two, each at once; at the end of the step they are discarded (rule 6.1)."""
    state = begun(hand=("elder", "C101", "C102", "C113"))
    assert options(state) == [ew.PlayCulture("C101"), ew.PlayCulture("C102"), ew.PlayCulture("C113"), END]
    state = play(state, ew.PlayCulture("C101"))
    assert (me(state).food, me(state).played, me(state).discard) == (3, ("C101",), ())
    state = play(state, ew.PlayCulture("C102"), TOOL, TOOL)
    assert options(state) == FIGURES
    assert (me(state).played, me(state).discard) == ((), ("C101", "C102"))


def test_culture_step_is_asked_while_cards_are_in_hand():
    """Else all would learn that the hand holds no Culture card (rule 3.3)."""
    assert options(begun(hand=("elder",))) == [END]
    assert options(begun()) == FIGURES
    assert options(play(begun(hand=("C101",)), ew.PlayCulture("C101"))) == FIGURES


def test_culture_card_without_effect():
    """It can be played all the same (rule 6.1)."""
    state = play(begun(hand=("C114", "elder")), ew.PlayCulture("C114"))
    assert state.agenda[-1] == Culture(1)


def test_second_card_gained_by_the_first():
    """A card that was drawn or taken in the step can be the second one (rule 6.1, row 63)."""
    state = play(begun(hand=("C104",), deck=("C101", "elder")), ew.PlayCulture("C104"), DRAW, DECLINE)
    assert me(play(state, ew.PlayCulture("C101"))).food == 3
    state = begun(hand=("C211",), food=1, tools=1, table={"row": ("C101", *[None] * 7)})
    state = play(state, ew.PlayCulture("C211"), PAY, ew.TakeCulture("C101"), ew.PlayCulture("C101"))
    assert (me(state).food, state.this_turn.gained) == (3, ())


def test_culture_card_buries_itself():
    """It lies in the played area (row 52)."""
    state = play(begun(hand=("C112",)), ew.PlayCulture("C112"), ew.Bury("played", "C112"))
    assert (me(state).buried_openly, me(state).discard) == (("C112",), ())


def test_labor_of_culture_cards():
    """It is kept until the end of the turn; what is left is lost (rules 6.1, 6.2)."""
    state = play(begun(hand=("C209",), table=CLAIMED), ew.PlayCulture("C209"), ew.PlaceFigure("tribe", "hunt"))
    assert state.this_turn.labor == 2
    state = play(state, END)
    assert (state.active, state.this_turn.labor) == (1, 0)


@pytest.mark.parametrize(
    ("place", "labor"), [("hunt", 5), ("develop", 0), ("migrate", 0), ("initiate", 0), ("rest", 0)]
)
def test_labor_in_one_column(place, labor):
    """It waits for the figure, and is lost on another column or on Rest (rule 3.1, row 51)."""
    state = play(begun(hand=("C105", "C205")), ew.PlayCulture("C105"), ew.PlayCulture("C205"))
    assert state.this_turn.labor == 0
    assert play(state, ew.PlaceFigure("tribe", place)).this_turn.labor == labor


# Figures


def test_figures():
    """Each unused figure can go to each column and to the Eclipse space; columns are never blocked (rule 6.1)."""
    state = begun(table=CLAIMED)
    assert options(state) == FIGURES
    assert options(begun(chief_ready=False)) == FIGURES[5:]
    assert options(begun(figures=0)) == FIGURES[:5]
    after = play(state, ew.PlaceFigure("chief", "hunt"))
    assert (me(after).chief_ready, me(after).figures, me(after).resting) == (False, 2, 0)
    after = play(state, ew.PlaceFigure("tribe", "rest"))
    assert (me(after).chief_ready, me(after).figures, me(after).resting, me(after).chief_rests) == (True, 1, 1, False)
    after = play(state, ew.PlaceFigure("chief", "rest"))
    assert (me(after).chief_ready, me(after).resting, me(after).chief_rests) == (False, 1, True)


def test_rest():
    """It draws a card or gives a lesser benefit, and is no column: no Labor, no bottom (rules 6.1, 6.2, row 46)."""
    state = play(begun(deck=("brave",), animals=("argentavis",)), ew.PlaceFigure("tribe", "rest"))
    assert options(state) == [DRAW, OFFERING, HONOR, TOOL, FOOD, DECLINE]
    state = play(state, DRAW)
    assert (state.active, me(state).hand, state.table.bottoms) == (1, ("brave",), (False,) * 4)


@pytest.mark.parametrize(("number", "column"), [*enumerate(COLUMNS)])
def test_bottom_belongs_to_the_first_figure(number, column):
    """It is claimed even if its owner declines it (rule 6.1, row 3)."""
    state = play(position(EndTurn(), Figure()), ew.PlaceFigure("tribe", column))
    assert state.table.bottoms == tuple(each == number for each in range(4))
    state = play(state, END)
    assert options(state)[-1] == DECLINE
    while state.active == 0:
        state = play(state, DECLINE)
    assert state.table.bottoms[number]
    second = play(position(EndTurn(), Figure(), table=CLAIMED), ew.PlaceFigure("tribe", column), END)
    assert second.active == 1


# Tops


def test_labor_of_cards():
    """A Hunter on Hunt gives 2, a Tribesman 1, and 3 Food from an odd space 2: five Labor (rules 6.2, 13.4)."""
    state = top("hunt", hand=("hunter", "tribesman"), food=3)
    state = play(state, ew.PlayTribe("hunter"), ew.PlayTribe("tribesman"), SPEND, SPEND, SPEND)
    assert state.this_turn.labor == 5
    assert (me(state).played, me(state).hand, me(state).food) == (("hunter", "tribesman"), (), 0)
    assert SPEND not in options(state)


@pytest.mark.parametrize(
    ("card", "labors"),
    [
        ("elder", [2, 1, 1, 1]),
        ("crafter", [1, 2, 1, 1]),
        ("explorer", [1, 1, 2, 1]),
        ("hunter", [1, 1, 1, 2]),
        ("shaman", [1, 1, 1, 1]),
        ("tribesman", [1, 1, 1, 1]),
        ("tribeswoman", [1, 1, 1, 1]),
        ("brave", [2, 2, 2, 2]),
    ],
)
def test_labor_of_each_card(card, labors):
    """The printed Labor everywhere, Added Labor in its column (rules 7.1, 14.1, 14.2, row 45)."""
    played = [play(top(column, hand=(card,)), ew.PlayTribe(card)) for column in COLUMNS]
    assert [state.this_turn.labor for state in played] == labors


@pytest.mark.parametrize(("food", "labor"), [*enumerate([0, 1] * 5 + [0])])
def test_each_step_of_the_food_track(food, labor):
    """The marker passes an icon when it leaves an odd space (rule 2.1)."""
    state = top("hunt", food=food, camps_left=0)
    assert (SPEND in options(state)) == (food > 0)
    if food:
        state = play(state, SPEND)
        assert (me(state).food, state.this_turn.labor) == (food - 1, labor)


def test_initiate_top():
    """2 Labor take a Tribe card to the hand, of each type one in a turn (rule 6.3)."""
    state = top("initiate", 5, table={"piles": (12, 0, 12, 12, 1)})
    assert options(top("initiate", 1)) == [END]
    assert options(state) == [ew.TakeTribe(card) for card in ("crafter", "explorer", "elder", "shaman")] + [END]
    state = play(state, ew.TakeTribe("shaman"))
    assert (me(state).hand, state.table.piles, state.this_turn.labor) == (("shaman",), (12, 0, 12, 12, 0), 3)
    state = play(state, ew.TakeTribe("crafter"))
    assert options(state) == [END]
    state = play(top("initiate", 9), ew.TakeTribe("shaman"))
    assert ew.TakeTribe("shaman") not in options(state)


def test_cards_gained_in_an_initiate_turn():
    """They give no Labor in this turn; of two equal cards, the old one does (rule 6.2, row 5)."""
    state = play(top("initiate", 2, hand=("elder",)), ew.TakeTribe("elder"))
    assert ew.PlayTribe("elder") in options(state)
    state = play(state, ew.PlayTribe("elder"))
    assert me(state).hand == ("elder",)
    assert ew.PlayTribe("elder") not in options(state)
    state = play(top("initiate", 2, tools=1, hand=("brave",)), ew.TakeTribe("elder"))
    assert ew.PlayTribe("elder") not in options(state)
    state = play(state, END)
    assert ew.Bury("hand", "elder") in options(state)


@pytest.mark.parametrize(("column", "allowed"), [("initiate", False), ("develop", True), ("hunt", True)])
def test_card_gained_before_the_figure(column, allowed):
    """A card taken by a Culture card is barred in Initiate only; the limit of types is not touched (rows 6, 7)."""
    state = play(begun(hand=("C219", "C209")), ew.PlayCulture("C219"), ew.TakeTribe("elder"), ew.PlayCulture("C209"))
    state = play(state, ew.PlaceFigure("tribe", column))
    assert (ew.PlayTribe("elder") in options(state)) == allowed
    assert (ew.TakeTribe("elder") in options(state)) == (column == "initiate")


def test_drawn_cards_can_always_be_played():
    """Only cards from the supply are barred (rule 6.2)."""
    state = play(begun(hand=("C104",), deck=("elder", "brave")), ew.PlayCulture("C104"), DRAW, DRAW, END)
    state = play(state, ew.PlaceFigure("tribe", "initiate"))
    assert options(state)[:2] == [ew.PlayTribe("elder"), ew.PlayTribe("brave")]


def test_one_of_two_equal_cards_buried():
    """The one gained in this turn is buried first, and the old one can be played (rule 6.2, row 62)."""
    state = begun(hand=("elder", "C112", "C219"))
    state = play(state, ew.PlayCulture("C219"), ew.TakeTribe("elder"), ew.PlayCulture("C112"), ew.Bury("hand", "elder"))
    state = play(state, ew.PlaceFigure("tribe", "initiate"))
    assert options(state) == [ew.PlayTribe("elder"), END]
    assert ew.PlayTribe("elder") not in options(play(state, ew.PlayTribe("elder")))


def test_equal_card_buried_before_the_gain():
    """Only a card that was buried after the gain can be the one gained: the new Elder is in hand (6.2, row 62)."""
    state = begun(hand=("elder", "C112", "C219"))
    state = play(state, ew.PlayCulture("C112"), ew.Bury("hand", "elder"), ew.PlayCulture("C219"), ew.TakeTribe("elder"))
    state = play(state, ew.PlaceFigure("tribe", "initiate"))
    assert options(state) == [END]
    assert ew.why_illegal(state, ew.PlayTribe("elder")).code == "labor/gained-now"


def test_equal_cards_gained_before_and_after_a_burial():
    """The burial takes the first new Elder; then the old one can be played, and the second new one cannot (6.2)."""
    state = begun(hand=("elder", "C112", "C219"), turn={"labor": 2})
    state = play(state, ew.PlayCulture("C219"), ew.TakeTribe("elder"), ew.PlayCulture("C112"), ew.Bury("hand", "elder"))
    state = play(state, ew.PlaceFigure("tribe", "initiate"), ew.TakeTribe("elder"))
    assert me(state).hand == ("elder", "elder")
    assert ew.PlayTribe("elder") not in options(play(state, ew.PlayTribe("elder")))


def test_cards_gained_after_a_burial():
    """Both of the new Elders are in hand, because the old one was buried before them (6.2)."""
    state = begun(hand=("elder", "C112", "C219"), turn={"labor": 2})
    state = play(state, ew.PlayCulture("C112"), ew.Bury("hand", "elder"), ew.PlayCulture("C219"), ew.TakeTribe("elder"))
    state = play(state, ew.PlaceFigure("tribe", "initiate"), ew.TakeTribe("elder"))
    assert me(state).hand == ("elder", "elder")
    assert options(state) == [END]


def test_develop_top():
    """3 Labor take an open Culture card, 2 if it carries a token; slots stay empty (rule 6.3, row 34)."""
    table = {"row": ("C101", "C102", *[None] * 6), "tokens": (True, *[False] * 7)}
    assert options(top("develop", 1, table=table)) == [END]
    assert options(top("develop", 2, table=table)) == [ew.TakeCulture("C101"), END]
    state = top("develop", 5, table=table)
    assert options(state) == [ew.TakeCulture("C101"), ew.TakeCulture("C102"), END]
    state = play(state, ew.TakeCulture("C102"))
    assert (state.this_turn.labor, state.table.tokens[0]) == (2, True)
    state = play(state, ew.TakeCulture("C101"))
    assert (state.this_turn.labor, me(state).hand, any(state.table.tokens)) == (0, ("C101", "C102"), False)
    assert state.table.row == (None,) * 8


def test_migrate_top():
    """1 Labor places a Camp on the Base or moves one, also the same one again (rule 6.3)."""
    assert options(top("migrate")) == [END]
    state = top("migrate", 4)
    assert len(options(state)) == 1 + 6 + 1
    step = ew.MoveCamp(BASE, LAND["forest"])
    state = play(state, ew.PlaceCamp(), step, ew.MoveCamp(LAND["forest"], ew.Hex(0, 2)))
    assert (me(state).camps, me(state).camps_left, state.this_turn.labor) == ((BASE, ew.Hex(0, 2)), 3, 1)
    assert ew.PlaceCamp() not in options(top("migrate", 4, camps_left=0))


def test_hunt_top():
    """1 Labor reveals 2 Animals, 2 Labor take one of the display, which has no limit (rule 6.3)."""
    table = {"animals": ("giant_sloth",) * 5, "animal_deck": ("argentavis", "glyptodon", "woolly_rhino")}
    assert options(top("hunt", table=table)) == [END]
    assert options(top("hunt", 1, table=table)) == [ew.RevealAnimals(), END]
    state = play(top("hunt", 4, table=table), ew.RevealAnimals(), ew.TakeAnimal("argentavis"))
    assert (me(state).animals, state.this_turn.labor) == (("argentavis",), 1)
    assert state.table.animals == ("giant_sloth",) * 5 + ("glyptodon",)
    state = play(state, ew.RevealAnimals())
    assert state.table.animals[-2:] == ("glyptodon", "woolly_rhino")
    assert ew.RevealAnimals() not in options(play(top("hunt", 5, table=table), *[ew.RevealAnimals()] * 2))


# Middles


def test_initiate_middle():
    """1 Tool buries a card of hand, discard pile or played area, again and again (rule 6.3)."""
    state = play(top("initiate", hand=("elder", "brave"), discard=("hunter",), tools=2), ew.PlayTribe("elder"), END)
    cards = [("hand", "brave"), ("discard", "hunter"), ("played", "elder")]
    assert options(state) == [*[ew.Bury(*card) for card in cards], END]
    state = play(state, ew.Bury("played", "elder"))
    assert (me(state).tools, me(state).buried_openly) == (1, ("elder",))
    state = play(state, ew.Bury("hand", "brave"))
    assert (state.active, me(state).tools, me(state).buried) == (1, 0, ("brave",))
    assert middle("initiate", hand=("brave",)).agenda == (Figure(),)


@pytest.mark.parametrize(
    ("stones", "food", "tools", "actions", "gained"),
    [
        (0, 2, 1, [on(4, 3)], {"food": 1}),
        (1, 2, 2, [ew.TakePart(1), HONOR, on(4, 3)], {"food": 1}),
        (2, 3, 3, [ew.TakePart(0), on(4, 3), on(2, 2), DRAW], {"food": 3, "hand": ("brave",)}),
    ],
)
def test_stone_spaces(stones, food, tools, actions, gained):
    """Each space has its price and its reward (rules 7.3, 14.8)."""
    owned = ("SS13", "SS14")[:stones]
    for short in ({"food": food - 1, "tools": tools}, {"food": food, "tools": tools - 1}):
        assert middle("develop", stones=owned, **short).agenda == (Figure(),)
    state = middle("develop", stones=owned, food=food, tools=tools, deck=("brave",))
    assert options(state) == [ew.TakeStone("SS01"), ew.TakeStone("SS02"), END]
    state = play(state, ew.TakeStone("SS02"))
    assert (me(state).stones, me(state).food, me(state).tools) == ((*owned, "SS02"), 0, 0)
    assert state.table.pools[0] == ("SS01",)
    state = play(state, *actions)
    assert {key: getattr(me(state), key) for key in gained} == gained


def test_stones_of_open_pools():
    """Those of this round and of earlier ones; three at most (rule 7.3, rows 8, 44, 48)."""
    state = middle("develop", food=6, tools=3, state={"round": 3})
    assert options(state)[:-1] == [ew.TakeStone(f"SS0{number}") for number in range(1, 7)]
    state = play(state, ew.TakeStone("SS05"), DECLINE, ew.TakeStone("SS01"), DECLINE)
    assert (me(state).stones, me(state).food, me(state).tools) == (("SS05", "SS01"), 2, 0)
    assert middle("develop", food=6, tools=6, stones=("SS01", "SS02", "SS03")).agenda == (Figure(),)


def test_second_stone_paid_with_the_first():
    """Goods gained by the first one can pay for the second one (row 10)."""
    state = middle("develop", food=2, tools=3, neutrals=0, megaliths=0, camps_left=4)
    state = play(state, ew.TakeStone("SS01"), FOOD)
    assert (me(state).food, me(state).tools) == (1, 2)
    state = middle("develop", food=3, tools=3)
    state = play(state, ew.TakeStone("SS01"), FOOD, ew.TakeStone("SS02"))
    assert me(state).stones == ("SS01", "SS02")


def test_migrate_middle():
    """3 Food and three Camps build a Village, as often as there are both (rule 8.3, row 8)."""
    first, second = (ew.Hex(1, -2), ew.Hex(2, -2), ew.Hex(1, -1)), (ew.Hex(-1, 0), ew.Hex(-2, 1), ew.Hex(-1, 1))
    state = middle("migrate", food=7, camps=(*first, *second), camps_left=0)
    assert options(state) == [ew.BuildVillage(first), ew.BuildVillage(second), END]
    state = play(state, ew.BuildVillage(second))
    assert (me(state).food, me(state).camps_left, me(state).camps) == (4, 3, first)
    state = play(state, ew.BuildVillage(first))
    assert (me(state).villages_left, me(state).food, state.agenda) == (1, 1, (Figure(),))


def test_hunt_middle():
    """Any number of Animals are tipped (rule 6.3)."""
    state = middle("hunt", animals=("giant_sloth", "giant_sloth", "argentavis"), deck=("brave",))
    assert options(state) == [ew.Tip("giant_sloth"), ew.Tip("argentavis"), END]
    state = play(state, ew.Tip("giant_sloth"), ew.Tip("argentavis"), DRAW, ew.Tip("giant_sloth"))
    assert (me(state).food, me(state).hand, me(state).animals, state.agenda) == (6, ("brave",), (), (Figure(),))


def test_no_tribe_cards_after_the_top():
    """Labor is for tops only: a card drawn in the middle waits (rule 6.2, row 58)."""
    state = play(top("hunt", animals=("argentavis", "giant_sloth"), deck=("brave",)), END, ew.Tip("argentavis"), DRAW)
    assert options(state) == [ew.Tip("giant_sloth"), END]


# Bottoms


def test_initiate_bottom():
    """A free burial and an Idol, in any order (rule 6.3)."""
    state = bottom("initiate", hand=("brave",))
    assert options(state) == [ew.TakePart(0), ew.TakePart(1), DECLINE]
    state = play(state, ew.TakePart(0), ew.Bury("hand", "brave"), OFFERING)
    assert (state.active, me(state).buried, me(state).offering) == (1, ("brave",), 1)


def test_develop_bottom():
    """A card and a Tool (rule 6.3)."""
    state = play(bottom("develop", deck=("brave",)), ew.TakePart(1), TOOL, DRAW)
    assert (state.active, me(state).tools, me(state).hand) == (1, 1, ("brave",))


def test_migrate_bottom():
    """A Camp to the Base, then one step of a Camp (rule 6.3)."""
    state = play(bottom("migrate"), ew.PlaceCamp(), ew.MoveCamp(BASE, LAND["forest"]))
    assert (state.active, me(state).camps) == (1, (BASE, LAND["forest"]))


def test_hunt_bottom():
    """The top Animal of the deck (rule 6.3)."""
    state = play(bottom("hunt"), ew.DrawAnimal())
    assert (state.active, me(state).animals) == (1, ("woolly_rhino",))


# Chiefs


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize(
    ("chief", "labors"),
    [
        ("CH1", [0, 0, 0, 2]),
        ("CH2", [1, 1, 1, 1]),
        ("CH3", [0, 2, 0, 0]),
        ("CH4", [0, 0, 2, 0]),
        ("CH5", [2, 0, 0, 0]),
    ],
)
def test_chiefs(chief, labors, column):
    """The A side gives 1 Labor on each column, the B side as printed; other figures give none (rules 6.4, 14.4)."""
    place = ew.PlaceFigure("chief", column)
    assert play(position(EndTurn(), Figure(), chief=chief), place).this_turn.labor == 1
    labor = labors[COLUMNS.index(column)]
    state = position(EndTurn(), Figure(), chief=chief, side="B")
    assert play(state, place).this_turn.labor == labor
    assert play(state, ew.PlaceFigure("tribe", column)).this_turn.labor == 0


def test_boost():
    """Thunderpaw's B side pays 1 Tool for 2 Labor, once, at the top of his own column (rule 6.4, row 38)."""
    state = play(position(EndTurn(), Figure(), chief="CH2", side="B", tools=2), ew.PlaceFigure("chief", "develop"))
    assert options(state) == [ew.Boost(), END]
    state = play(state, ew.Boost())
    assert (me(state).tools, state.this_turn.labor) == (1, 3)
    assert ew.Boost() not in options(state)
    for changes, figure in (
        ({"tools": 0}, "chief"),
        ({"side": "A"}, "chief"),
        ({"chief": "CH1"}, "chief"),
        ({}, "tribe"),
    ):
        other = position(EndTurn(), Figure(), **{"chief": "CH2", "side": "B", "tools": 2} | changes)
        assert ew.Boost() not in options(play(other, ew.PlaceFigure(figure, "develop")))


# The end of a turn


def test_played_cards_are_discarded():
    """Tribe cards at the end of the turn; nothing is drawn (rule 6.1)."""
    state = top("hunt", hand=("hunter", "brave"), deck=("elder",), discard=("brave",))
    state = play(state, ew.PlayTribe("hunter"), END)
    assert (state.active, me(state).hand, me(state).discard) == (1, ("brave",), ("hunter", "brave"))
    assert (me(state).played, me(state).deck) == ((), ("elder",))


def ended(turn=4, **more):
    """Return the end of a turn of the first player: by default the third one of two players."""
    return position(EndTurn(), state={"turn": turn}, chief_ready=False, figures=0, **more)


def test_ritual():
    """After the third turn any cards go face down on the Ritual pile, in the pack's order (rule 6.1, decision 22)."""
    state = ended(hand=("crafter", "elder", "elder", "brave", "C101"))
    assert state.agenda == (Ritual(),)
    assert options(state) == [ew.AddToRitual(card) for card in ("crafter", "elder", "brave", "C101")] + [END]
    state = play(state, ew.AddToRitual("elder"))
    assert options(state) == [ew.AddToRitual(card) for card in ("elder", "brave", "C101")] + [END]
    state = play(state, ew.AddToRitual("elder"), ew.AddToRitual("C101"))
    assert (me(state).ritual, me(state).hand) == (("elder", "elder", "C101"), ("crafter", "brave"))


def test_end_of_the_ritual_tells_nothing():
    """It is asked while cards are in hand, though none may follow; with an empty hand it is not (rule 3.3)."""
    state = play(ended(hand=("crafter", "brave")), ew.AddToRitual("brave"))
    assert (state.active, options(state)) == (0, [END])
    assert play(state, END).active == 1
    assert play(ended(hand=("brave",)), ew.AddToRitual("brave")).active == 1
    assert ended().active == 1


@pytest.mark.parametrize("turn", [0, 2])
def test_no_ritual_before_the_last_turn(turn):
    """Only the third turn of a player ends with it (rule 6.1)."""
    assert ended(turn, hand=("brave",)).active == 1


# Rule options


@pytest.mark.parametrize(("card", "labor"), [("C109", 1), ("C103", 0)])
def test_culture_cards_with_food(card, labor):
    """Shared Burden gives Labor and Food without a question; Hide Tanning asks for the Tool alone (3.3)."""
    state = play(begun(hand=(card, "brave")), ew.PlayCulture(card))
    assert (me(state).food, state.this_turn.labor) == (1, labor)
    assert options(state) == ([END] if labor else [TOOL, FOOD, DECLINE])


def test_second_card_costs_a_discard():
    """The price is paid before the effect, and asked for only if another card is in hand (rule 15)."""
    variant = ew.Variant(second_culture_card="discard")
    state = play(begun(hand=("elder", "C101", "C109"), variant=variant), ew.PlayCulture("C101"), ew.PlayCulture("C109"))
    assert (options(state), me(state).food) == ([ew.Discard("elder")], 3)
    state = play(state, ew.Discard("elder"))
    assert (me(state).food, state.this_turn.labor) == (4, 1)
    alone = play(begun(hand=("C101", "C109"), variant=variant), ew.PlayCulture("C101"))
    assert options(alone) == [END]


@pytest.mark.parametrize(
    ("column", "action", "more"),
    [
        ("initiate", ew.Bury("hand", "brave"), {}),
        ("develop", ew.TakeStone("SS01"), {"neutrals": 0, "megaliths": 0}),
        ("hunt", ew.Tip("giant_sloth"), {}),
        ("migrate", ew.BuildVillage((ew.Hex(1, -2), ew.Hex(2, -2), ew.Hex(1, -1))), {}),
    ],
)
def test_middle_once(column, action, more):
    """The middle ends with its first action (rule 15)."""
    camps = (ew.Hex(1, -2), ew.Hex(2, -2), ew.Hex(1, -1), ew.Hex(-1, 0), ew.Hex(-2, 1), ew.Hex(-1, 1))
    more |= {"hand": ("brave", "brave"), "animals": ("giant_sloth",) * 2, "food": 8, "tools": 8, "camps": camps}
    for repeatable in (True, False):
        state = middle(column, camps_left=0, variant=ew.Variant(middle_repeatable=repeatable), **more)
        state = play(state, action)
        if DECLINE in options(state):
            state = play(state, DECLINE)
        assert (state.agenda[-1] == Middle()) == repeatable


def test_rest_tips():
    """A resting player can also tip an Animal (rule 15)."""
    state = begun(animals=("giant_sloth",), deck=("brave",), variant=ew.Variant(rest_tips=True))
    state = play(state, ew.PlaceFigure("tribe", "rest"))
    assert options(state) == [ew.TakePart(0), ew.TakePart(1), DECLINE]
    state = play(state, ew.TakePart(1), ew.Tip("giant_sloth"), DRAW)
    assert (me(state).food, me(state).hand, me(state).tipped) == (3, ("brave",), ("giant_sloth",))
