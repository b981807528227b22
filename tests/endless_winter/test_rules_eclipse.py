"""The Eclipse and the Preparation (rules page, sections 8.4 and 11)."""

from __future__ import annotations

import pytest

from cairn_rules import endless_winter as ew
from cairn_rules.endless_winter.rules.eclipse import eclipse_labor
from cairn_rules.endless_winter.state.agenda import (
    AfterAbility,
    BoardBenefits,
    EclipseTurn,
    EndTurn,
    Figure,
    Pile,
    Tiles,
    Tribe,
)
from cairn_rules.endless_winter.state.hexes import BASE
from support.endless_winter.positions import (
    DECLINE,
    DRAW,
    END,
    FOOD,
    HONOR,
    LAND,
    OFFERING,
    TOOL,
    lies,
    me,
    on,
    options,
    over,
    play,
    position,
)

SITE = (ew.Hex(1, -2), ew.Hex(2, -2), ew.Hex(1, -1))
"""A juncture of two Glaciers and the Tundra."""


def eclipse(*agenda, **more):
    """Return a position in the Eclipse; when all is done, it stops before the next round (see `over`)."""
    return position(Figure(), *agenda, state={"phase": "eclipse", "turn": 6}, **more)


def last_turn(*others, turn, round=1, order=None, table=None, **player):
    """Return the state after the last turn of a round; the first player ends it with an empty hand."""
    seats = len(others) + 1
    order = (*range(1, seats), 0) if order is None else order
    state = {"turn": turn, "round": round, "order": order}
    return position(EndTurn(), seats=seats, others=others, table=table, state=state, **player)


# Labor and the new order


@pytest.mark.parametrize(
    ("player", "halves"),
    [
        ({}, 0),
        ({"resting": 1}, 4),
        ({"resting": 3, "chief_rests": True}, 14),
        ({"resting": 1, "chief_rests": True}, 6),
        ({"resting": 1, "chief_rests": True, "side": "B"}, 4),
        ({"ritual": ("shaman",)}, 5),
        ({"ritual": ("elder", "tribesman", "C101")}, 5),
        ({"ritual": ("brave", "brave", "C101", "C201")}, 10),
        ({"ritual": ("crafter", "hunter", "explorer", "elder", "tribeswoman")}, 10),
        ({"food": 5}, 0),
    ],
)
def test_labor(player, halves):
    """In halves: figures, the Chief's A side, Tribe cards and a half for each Culture card (rules 11.1, 13.4, 6.4)."""
    assert eclipse_labor(eclipse(**player), 0) == halves


def test_order_of_the_vectors():
    """3, 2½ and 2½ Labor: Cyan first, then Red, who was later than Orange (rule 13.4)."""
    cyan, orange = {"resting": 1, "chief_rests": True}, {"ritual": ("elder", "tribesman", "C101")}
    state = last_turn({"ritual": ("shaman",)}, orange, turn=8, order=(2, 1, 0), **cyan)
    assert (state.phase, state.order) == ("eclipse", (0, 1, 2))


@pytest.mark.parametrize(
    ("order", "labors", "new"),
    [
        ((2, 0, 3, 1), (0, 0, 0, 0), (1, 3, 0, 2)),
        ((0, 1, 2, 3), (1, 1, 1, 2), (3, 2, 1, 0)),
        ((0, 1, 2, 3), (2, 1, 2, 1), (2, 0, 3, 1)),
        ((3, 2, 1, 0), (0, 1, 2, 3), (3, 2, 1, 0)),
    ],
)
def test_ties(order, labors, new):
    """Equal totals, zero included, are for the player who was later; so within each group (rule 11.1, row 27)."""
    players = [{"resting": labor} for labor in labors]
    state = last_turn(*players[1:], turn=11, order=order, **players[0])
    assert state.order == new


def test_order_holds():
    """The new order holds for this Eclipse and the next round (rule 11.1)."""
    state = last_turn({"hand": ("brave",)}, turn=5, order=(1, 0), resting=1, hand=())
    assert (state.order, state.active) == ((0, 1), 0)
    while state.phase == "eclipse":
        state = play(state, DECLINE)
    assert (state.order, state.active, state.round, state.turn) == ((0, 1), 0, 2, 6)


# The steps


def test_steps_in_order():
    """Track, Tribe cards, terrain, player board, player by player (rule 11.1)."""
    first = {"ritual": ("elder", "shaman", "C101"), "camps": (LAND["forest"],), "megaliths": 6, "deck": ("brave",) * 9}
    second = {"villages": (SITE,), "villages_left": 2, "deck": ("brave",) * 9}
    state = last_turn(second, turn=5, **first)
    assert (state.active, options(state)[0]) == (0, on(1, 0))
    assert me(state).ritual == ("elder", "shaman", "C101")
    state = play(state, DECLINE)
    assert options(state) == [ew.ResolveTribe("elder"), ew.ResolveTribe("shaman"), END]
    assert me(state).discard == ("C101",)
    state = play(state, END)
    assert (me(state).ritual, me(state).discard) == ((), ("elder", "shaman", "C101"))
    assert options(state) == [ew.TakeTile(LAND["forest"]), END]
    state = play(state, END)
    assert options(state)[0] == OFFERING
    state = play(state, OFFERING)
    assert (state.active, options(state)[0]) == (1, DRAW)
    state = play(state, DECLINE)
    assert options(state) == [ew.TakeTile(LAND["tundra"]), END]
    state = play(state, END)
    assert (state.active, options(state)[0]) == (1, DRAW)
    state = play(state, DECLINE)
    assert (state.round, state.phase) == (2, "action")


@pytest.mark.parametrize(
    ("seat", "first"), [(0, [on(1, 0), on(3, 1)]), (1, [DRAW, OFFERING]), (2, [OFFERING, HONOR]), (3, [TOOL, FOOD])]
)
def test_turn_order_benefits(seat, first):
    """A Megalith, a card, an Idol, a Tool, by the new position (rules 11.1, 14.7)."""
    state = eclipse(EclipseTurn(seat), seats=4, others=({"deck": ("brave",)},) * 3)
    assert (state.active, options(state)[:2]) == (seat, first)


@pytest.mark.parametrize(
    ("card", "actions", "after"),
    [
        ("crafter", [TOOL, TOOL], {"tools": 2}),
        ("hunter", [ew.DrawAnimal()], {"animals": ("woolly_rhino",)}),
        ("explorer", [ew.PlaceCamp(), ew.MoveCamp(BASE, LAND["forest"])], {"camps": (BASE, LAND["forest"])}),
        ("elder", [ew.Bury("hand", "brave")], {"buried": ("brave",)}),
        ("shaman", [OFFERING], {"offering": 1}),
        ("tribeswoman", [], {"food": 1}),
    ],
)
def test_abilities(card, actions, after):
    """Each card's ability, then it is discarded (rules 11.1, 14.1, 14.2)."""
    state = eclipse(Tiles(), Tribe(), ritual=(card, "tribesman"), hand=("brave",), camps=(BASE,))
    assert options(state) == [ew.ResolveTribe(card), END]
    state = play(state, ew.ResolveTribe(card), *actions)
    assert {key: getattr(me(state), key) for key in after} == after
    assert (me(state).ritual, sorted(me(state).discard)) == ((), sorted((card, "tribesman")))


@pytest.mark.parametrize("card", ["tribesman", "brave"])
def test_cards_without_ability(card):
    """They are discarded without a decision (rule 11.1)."""
    state = eclipse(Tiles(), Tribe(), ritual=(card,))
    assert (me(state).ritual, me(state).discard) == ((), (card,))


def test_equal_cards_one_at_a_time():
    """Cards of one name are one option and are used one after the other (rule 11.1, row 62)."""
    state = eclipse(Tribe(), ritual=("elder", "elder", "tribeswoman"), hand=("brave",))
    assert options(state) == [ew.ResolveTribe("elder"), ew.ResolveTribe("tribeswoman"), END]
    state = play(state, ew.ResolveTribe("elder"))
    assert state.agenda[-2] == AfterAbility("elder")
    assert options(state) == [ew.Bury("hand", "brave"), DECLINE]
    state = play(state, DECLINE, ew.ResolveTribe("elder"))
    assert options(state) == [ew.Bury("hand", "brave"), ew.Bury("discard", "elder"), DECLINE]


def test_reshuffle_in_the_eclipse():
    """Culture cards of the pile and cards used before are shuffled in; the card in use is not (row 53)."""
    state = eclipse(Tiles(), Tribe(), Pile(), ritual=("shaman", "shaman", "C101"))
    assert me(state).discard == ("C101",)
    state = play(state, ew.ResolveTribe("shaman"), OFFERING, ew.ResolveTribe("shaman"))
    assert (me(state).discard, me(state).ritual) == (("shaman", "C101"), ("shaman",))
    state = eclipse(Tribe(), "draw(1)", ritual=("shaman",), discard=("brave",))
    assert me(play(state, DRAW)).hand == ("brave",)


def test_drawn_cards_stay_in_hand():
    """They cannot join the Ritual pile, nor can a Ritual card be buried (rows 29, 31)."""
    state = eclipse(Tribe(), "draw(1)", "bury(1)", deck=("elder",), ritual=("shaman",), discard=("brave",))
    assert options(state) == [ew.Bury("discard", "brave"), DECLINE]
    state = play(state, DECLINE, DRAW)
    assert (me(state).hand, options(state)) == (("elder",), [ew.ResolveTribe("shaman"), END])


# Terrain


@pytest.mark.parametrize(
    ("terrain", "actions", "after"),
    [
        ("grassland", [], {"food": 2}),
        ("forest", [TOOL], {"tools": 1}),
        ("river_valley", [DRAW], {"hand": ("brave",)}),
        ("mountains", [on(4, 3)], {"neutrals": 1, "food": 1}),
        ("cave_hills", [OFFERING], {"offering": 1}),
        ("tundra", [], {"points": 2}),
    ],
)
def test_tiles(terrain, actions, after):
    """The benefit of each kind of land (rules 8.4, 14.12)."""
    state = eclipse(Tiles(), camps=(BASE, ew.Hex(2, 0), LAND[terrain]), deck=("brave",))
    assert options(state) == [ew.TakeTile(LAND[terrain]), END]
    state = play(state, ew.TakeTile(LAND[terrain]), *actions)
    assert {key: getattr(me(state), key) for key in after} == after
    assert over(state)


FOREST = LAND["forest"]
NEAR_FOREST = (FOREST, ew.Hex(-1, 2), ew.Hex(0, 2))


@pytest.mark.parametrize(
    ("mine", "theirs", "gains"),
    [
        ({}, {}, False),
        ({"camps": (FOREST,)}, {}, True),
        ({"camps": (FOREST,)}, {"camps": (FOREST,)}, True),
        ({"camps": (FOREST,)}, {"camps": (FOREST, FOREST)}, False),
        ({"camps": (FOREST,)}, {"villages": (NEAR_FOREST,)}, False),
        ({"camps": (FOREST, FOREST)}, {"villages": (NEAR_FOREST,)}, True),
        ({"villages": (NEAR_FOREST,)}, {"camps": (FOREST,)}, True),
        ({"villages": (NEAR_FOREST,), "camps": (FOREST,)}, {"camps": (FOREST,) * 3}, True),
    ],
)
def test_influence(mine, theirs, gains):
    """A Camp counts 1, a Village 2 on each of its tiles; most or tied, and never zero (rule 8.4, row 14)."""
    state = eclipse(Tiles(), others=(theirs,), **mine)
    assert over(state) != gains


def test_each_tile_once():
    """The list is made anew after each tile (rule 8.4, row 54)."""
    state = eclipse(Tiles(), camps=(FOREST, FOREST, LAND["mountains"], LAND["tundra"]))
    assert options(state) == [ew.TakeTile(LAND[name]) for name in ("tundra", "mountains", "forest")] + [END]
    state = play(state, ew.TakeTile(FOREST), TOOL, ew.TakeTile(LAND["tundra"]))
    assert options(state) == [ew.TakeTile(LAND["mountains"]), END]


def test_later_players_see_what_earlier_ones_did():
    """Influence is counted when a player's step is reached (rule 11.1)."""
    for camps, gains in (((BASE,), True), ((BASE, FOREST), False)):
        state = eclipse(EclipseTurn(1), Tribe(), others=({"camps": (FOREST,)},), ritual=("explorer",), camps=camps)
        move = ew.MoveCamp(BASE, FOREST)
        state = play(state, ew.ResolveTribe("explorer"), ew.PlaceCamp(), move, DECLINE)
        assert (ew.TakeTile(FOREST) in options(state)) == gains


# The player board


@pytest.mark.parametrize(
    ("villages", "megaliths", "first"),
    [
        (0, 7, None),
        (0, 6, ("idol", 1)),
        (0, 3, ("idol", 2)),
        (0, 0, ("idol", 4)),
        (1, 8, ("draw", 1)),
        (3, 7, ("draw", 3)),
    ],
)
def test_player_board(villages, megaliths, first):
    """A card for each Village, an Idol for every two own Megaliths removed (rules 8.3, 9.4, 11.1)."""
    state = eclipse(BoardBenefits(), villages_left=3 - villages, megaliths=megaliths, deck=("elder",) * 9)
    if first is None:
        assert over(state)
    else:
        assert (state.agenda[-1].kind, state.agenda[-1].count) == first


def test_both_of_the_player_board():
    """In either order; the counts are those of the start of the step (rule 11.1)."""
    table = {"megaliths": (lies(0, 0),)}
    state = eclipse(BoardBenefits(), villages_left=2, megaliths=5, deck=("elder",) * 2, table=table)
    assert options(state) == [ew.TakePart(0), ew.TakePart(1), DECLINE]
    state = play(state, ew.TakePart(1), OFFERING)
    assert options(state)[0] == DRAW


# Preparation


def prepared(round=1, **more):
    """Return the first decision of the next round; the second player is first, and only the first one was asked."""
    return play(position(Tiles(), state={"phase": "eclipse", "round": round, "turn": 6 * round}, **more), END)


CAMP = {"camps": (FOREST,)}


def test_figures_return():
    """All figures come back and all bottoms open (rule 11.2)."""
    used = {"chief_ready": False, "figures": 0, "resting": 2, "chief_rests": True}
    state = prepared(others=(used,), table={"bottoms": (True,) * 4}, deck=("brave",) * 9, **used, **CAMP)
    for player in state.players:
        assert (player.chief_ready, player.figures, player.resting, player.chief_rests) == (True, 2, 0, False)
    assert state.table.bottoms == (False,) * 4
    assert (state.round, state.active, state.phase) == (2, 0, "action")


@pytest.mark.parametrize(
    ("shown", "deck", "after", "left"),
    [(0, 5, 3, 2), (2, 5, 3, 4), (3, 5, 3, 5), (6, 5, 6, 5), (1, 1, 2, 0), (0, 0, 0, 0)],
)
def test_animals_are_refilled(shown, deck, after, left):
    """Up to one more than players, never fewer, as far as the deck reaches (rules 11.2, 3.4, row 33)."""
    table = {"animals": ("giant_sloth",) * shown, "animal_deck": ("argentavis",) * deck}
    state = prepared(table=table, hand=("brave",), **CAMP)
    assert (len(state.table.animals), len(state.table.animal_deck)) == (after, left)


@pytest.mark.parametrize(("round", "era"), [(1, 0), (2, 1), (3, 1)])
def test_culture_row(round, era):
    """Cards with tokens leave, the others get one, and the slots fill from one deck (rule 11.2, rows 35, 36)."""
    table = {
        "row": ("C101", None, "C103", "C104", None, "C106", "C107", "C108"),
        "tokens": (True, False, True, False, False, True, False, False),
    }
    state = prepared(round, table=table, hand=("brave",), **CAMP)
    new = (["C109", "C110", "C111", "C112", "C113"], ["C201", "C202", "C203", "C204", "C205"])[era]
    assert state.table.row == (new[0], new[1], new[2], "C104", new[3], new[4], "C107", "C108")
    assert state.table.tokens == (False, False, False, True, False, False, True, True)
    assert state.table.returned == ("C101", "C103", "C106")
    assert [len(deck) for deck in state.table.culture_decks] == ([7, 20] if era == 0 else [12, 15])


def test_short_culture_deck():
    """Slots stay empty if the deck runs dry (rule 3.4)."""
    table = {"row": (None,) * 8, "culture_decks": (("C101",), ())}
    state = prepared(table=table, hand=("brave",), **CAMP)
    assert state.table.row == ("C101", *[None] * 7)


def test_everybody_draws_five():
    """In addition to the cards kept; there is no limit (rule 11.2)."""
    second = {"deck": ("elder",) * 3, "discard": ("hunter",) * 2}
    state = prepared(others=(second,), hand=("brave",) * 4, deck=("elder",) * 6, **CAMP)
    assert [(len(player.hand), len(player.deck)) for player in state.players] == [(9, 1), (5, 0)]
    assert state.players[1].discard == ()


def test_no_preparation_after_the_fourth_eclipse():
    """The game ends, after an Eclipse in full (rules 11.2, 12, row 32)."""
    state = prepared(4, deck=("brave",) * 9, **CAMP)
    assert (state.phase, state.agenda, options(state)) == ("over", (), [])
    assert ew.current_player(state) is None
    assert ew.outcome(state) is not None
    assert me(state).hand == ()
