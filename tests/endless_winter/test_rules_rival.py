"""The rival of a game for one player (rules page, section 14.13)."""

from __future__ import annotations

import pytest

from cairn_rules import endless_winter as ew
from cairn_rules.endless_winter.rules.eclipse import eclipse_labor
from cairn_rules.endless_winter.rules.scoring import EARLIER, FEWER_POINTS, MOST_POINTS
from cairn_rules.endless_winter.state.agenda import EclipseTurn, EndTurn, Figure, Tiles
from cairn_rules.endless_winter.state.hexes import BASE
from support.endless_winter.positions import END, LAND, at, lies, over, play, position

NOBODY = ew.Rival(deck=("RES1",) * 9)
LANDS = {name: LAND[name] for name in ("tundra", "cave_hills", "mountains", "grassland", "river_valley", "forest")}


def after(card, *, table=None, round=1, culture=(), **rival):
    """Return the state after the rival used a card."""
    return position(
        EndTurn(),
        seats=1,
        others=(rival,),
        table=table,
        state={"rival": ew.Rival(deck=(card, *NOBODY.deck), culture=culture), "round": round, "turn": 6 * round - 6},
    )


def its(state):
    """Return the rival's pieces."""
    return state.players[1]


def test_set_up():
    """As for two players; the rival has pieces, but no cards and goods (sections 4.5, 14.13)."""
    for level, points in enumerate((0, 10, 20)):
        games = (ew.new_game(seed=seed, players=1, variant=ew.Variant(rival_level=level)) for seed in range(99))
        state = next(game for game in games if game.order == (0, 1))
        while state.phase == "setup":
            state = play(state, ew.legal_actions(state)[0])
        rival = its(state)
        assert (rival.chief, rival.setup, rival.food, rival.tools, rival.points) == (None, None, 0, 0, points)
        assert (rival.deck, rival.hand, rival.animals, rival.camps) == ((), (), (), (BASE,))
        assert (rival.figures, rival.villages_left, rival.neutrals, rival.megaliths) == (3, 3, 2, 8)
        assert [len(pool) for pool in state.table.pools] == [2, 2, 2, 2]
        assert state.table.terrain.count("glacier") == 9
        assert len({*state.rival.deck, *state.rival.used}) == 20
        assert (state.seats, sorted(state.order)) == (1, [0, 1])


def test_turns():
    """It places a figure, claims a free bottom, and decides nothing (rule 14.13)."""
    state = after("HUN1", table={"animals": ("argentavis",)})
    assert (its(state).figures, state.table.bottoms, state.active) == (2, (False, False, False, True), 0)
    assert (state.turn, state.rival.used, len(state.rival.deck)) == (2, ("HUN1",), 9)
    assert its(after("RES2")).resting == 1


@pytest.mark.parametrize(
    ("piles", "buried", "left"),
    [
        ((12, 12, 12, 12, 12), ("crafter",), (11, 12, 12, 12, 12)),
        ((3, 5, 4, 5, 1), ("hunter",), (3, 4, 4, 5, 1)),
        ((0, 0, 0, 0, 0), (), (0, 0, 0, 0, 0)),
    ],
)
def test_initiate(piles, buried, left):
    """The largest pile loses a card; one Idol of Honor, two with the bottom (rule 14.13)."""
    state = after("INI1", table={"piles": piles})
    assert (its(state).buried_openly, state.table.piles, state.table.honor[2]) == (buried, left, (1,))
    assert after("INI1", table={"bottoms": (True,) * 4}).table.honor[1] == (1,)


def test_full_honor_track():
    """The Idol goes to Offering, where the top gives points (rules 10, 14.13)."""
    honor = ((0,), *[()] * 8, (1,), ())
    state = after("INI1", table={"honor": honor})
    assert (state.table.honor[10], its(state).offering, its(state).points) == ((1,), 1, 3)
    state = after("INI1", table={"honor": ((0,), *[()] * 9, (1,))}, offering=9)
    assert (its(state).offering, its(state).points) == (10, 1)


@pytest.mark.parametrize(
    ("card", "row", "taken"),
    [
        ("DEV1", "abcdefgh", "a"),
        ("DEV4", "abcdefgh", "d"),
        ("DEV2", "a-cdefgh", "f"),
        ("DEV3", "ab-def-h", None),
    ],
)
def test_culture_card(card, row, taken):
    """The upper card of its column, else the lower one, else none; the token returns (rule 14.13)."""
    names = {letter: f"C10{place}" for place, letter in enumerate("abcdefgh", 1)}
    slots = tuple(names.get(letter) for letter in row)
    state = after(card, table={"row": slots, "tokens": tuple(slot is not None for slot in slots)})
    assert state.rival.culture == ((names[taken],) if taken else ())
    expected = tuple(None if slot == names.get(taken) else slot for slot in slots)
    assert (state.table.row, state.table.tokens) == (expected, tuple(slot is not None for slot in expected))


def test_stone_and_megalith():
    """The first stone of the earliest open pool with one, then a Megalith for its printed points (rule 14.13)."""
    state = after("DEV1", round=2, table={"pools": ((), ("SS03", "SS04"), ("SS05",), ())})
    assert (its(state).stones, state.table.pools) == (("SS03",), ((), ("SS04",), ("SS05",), ()))
    assert state.table.megaliths == (lies(1, 0, owner=None),)
    assert (its(state).neutrals, its(state).tools) == (1, 0)
    near = (lies(0, 0, owner=None), lies(1, 0, owner=None))
    state = after("DEV1", neutrals=0, table={"megaliths": near})
    assert state.table.megaliths[2:] == (lies(2, 0, owner=1),)
    state = after("DEV1", neutrals=0, table={"megaliths": (*near, lies(2, 0, owner=0), lies(3, 0, owner=0))})
    assert (state.table.megaliths[-1].spot, its(state).points, its(state).megaliths) == (at(4, 0), 1, 7)


@pytest.mark.parametrize(("stones", "pools"), [((), ((),) * 4), (("SS05", "SS06", "SS07"), (("SS01",),) * 4)])
def test_no_stone_no_megalith(stones, pools):
    """Without a stone, or with three, it places none (rule 14.13)."""
    state = after("DEV1", stones=stones, table={"pools": pools})
    assert (its(state).stones, state.table.megaliths, state.table.pools) == (stones, (), pools)


def test_no_megalith_left():
    """It takes the stone all the same."""
    state = after("DEV1", neutrals=0, megaliths=0)
    assert (its(state).stones, state.table.megaliths) == (("SS01",), ())
    full = tuple(lies(x, y, owner=None) for x in range(6) for y in range(4))
    assert len(after("DEV1", table={"megaliths": full}).table.megaliths) == 24


def test_upper_megalith():
    """Without a free space it builds on others, for no points (rule 14.13)."""
    full = tuple(lies(x, y, owner=0) for x in range(6) for y in range(4))
    state = after("DEV1", neutrals=0, table={"megaliths": full})
    assert (state.table.megaliths[-1], its(state).points) == (lies(0.5, 0, 2, owner=1), 0)


def test_migrate():
    """A Camp to the nearest land without one: in ties the upper, then the left (rule 14.13)."""
    order = ["cave_hills", "tundra", "mountains", "grassland", "river_valley", "forest"]
    for number, name in enumerate(order[:4]):
        camps = tuple(sorted((BASE, *[LAND[each] for each in order[:number]])))
        state = after("MIG1", camps=camps, camps_left=5 - len(camps), villages_left=0)
        assert its(state).camps == tuple(sorted((*camps, LAND[name])))
    state = after("MIG1", camps=(*LAND.values(),)[:5], camps_left=0, villages_left=0)
    assert its(state).camps == (*LAND.values(),)[:5]


def test_migrate_without_land():
    """The Camp stays on the Base (rule 14.13)."""
    state = after("MIG1", table={"terrain": ("glacier",) * 9 + ("base",) + ("glacier",) * 9})
    assert its(state).camps == (BASE, BASE)


def test_village():
    """Three Camps around a legal juncture become a Village for no Food, one in a turn (rule 14.13)."""
    first = (ew.Hex(-2, 0), ew.Hex(-1, 0), ew.Hex(-2, 1))
    second = (ew.Hex(1, -2), ew.Hex(2, -2), ew.Hex(1, -1))
    both = tuple(sorted((*first, *second)))
    state = after("MIG1", camps=both, camps_left=0, food=0)
    assert (its(state).camps, its(state).camps_left, its(state).villages_left) == (tuple(sorted(second)), 3, 2)
    assert sorted(its(state).villages[0]) == sorted(first)
    state = after("MIG1", camps=(*second[:2], BASE), camps_left=2, table={"bottoms": (True,) * 4})
    assert its(state).villages == ()


@pytest.mark.parametrize(
    ("display", "own", "taken"),
    [
        (("argentavis", "giant_sloth", "glyptodon"), (), "argentavis"),
        (("argentavis", "giant_sloth", "glyptodon"), ("giant_sloth",), "giant_sloth"),
        (("argentavis", "glyptodon"), ("giant_sloth", "glyptodon", "argentavis"), "argentavis"),
    ],
)
def test_hunt(display, own, taken):
    """The species it has most of, in ties the one displayed first; with the bottom also the top card (rule 14.13)."""
    for claimed in (True, False):
        table = {"animals": display, "animal_deck": ("woolly_mammoth",), "bottoms": (claimed,) * 4}
        state = after("HUN1", animals=own, table=table)
        expected = (*own, taken, *["woolly_mammoth"] * (not claimed))
        assert sorted(its(state).animals) == sorted(expected)
        assert state.table.animals == tuple(animal for animal in display if animal != taken)


def test_hunt_without_animals():
    """It takes nothing where there is nothing."""
    assert its(after("HUN1", table={"animals": (), "animal_deck": ()})).animals == ()


def test_rest():
    """One Idol of Offering (rule 14.13)."""
    state = after("RES1", table={"honor": ((0,), *[()] * 9, (1,))}, offering=3)
    assert (its(state).offering, its(state).resting, state.table.bottoms) == (4, 1, (False,) * 4)


# The Eclipse


@pytest.mark.parametrize(("card", "resting", "halves"), [("RES1", 1, 6), ("HUN2", 0, 4), ("HUN4", 2, 16)])
def test_labor(card, resting, halves):
    """2 for each resting figure, and the value of the last card (rule 14.13)."""
    rival = ew.Rival(deck=("RES1",), used=("RES4", "RES4", card))
    assert (
        eclipse_labor(position(Figure(), seats=1, others=({"resting": resting},), state={"rival": rival}), 1) == halves
    )


@pytest.mark.parametrize(
    ("card", "order", "new"),
    [("RES1", (1, 0), (0, 1)), ("RES2", (1, 0), (0, 1)), ("RES3", (1, 0), (1, 0)), ("MIG2", (1, 0), (0, 1))],
)
def test_order(card, order, new):
    """Against 4 of the player, who was later (rules 11.1, 14.13)."""
    rival = ew.Rival(deck=("RES1",), used=("RES4", "RES4", card))
    state = {"rival": rival, "turn": 5, "order": order}
    others = ({"resting": int(card.startswith("RES"))},)
    assert position(EndTurn(), seats=1, others=others, resting=2, state=state).order == new


def eclipse(idols=0, **more):
    """Return the state after the rival's part of the Eclipse."""
    state = {"phase": "eclipse", "rival": ew.Rival(deck=("RES1",), used=("RES1",), idols=idols)}
    return position(Figure(), EclipseTurn(1), seats=1, state=state, **more)


def test_land():
    """A point for each land tile with most or tied Influence; Base and Glaciers give none (rule 14.13)."""
    lands = [*LAND.values()]
    camps = (BASE, ew.Hex(2, 0), *lands[:3])
    state = eclipse(camps=(lands[0], lands[1], lands[1], lands[4]), others=({"camps": camps, "camps_left": 0},))
    assert (over(state), its(state).points, its(state).offering) == (True, 2, 0)
    village = (ew.Hex(1, -2), ew.Hex(2, -2), LAND["tundra"])
    state = eclipse(camps=(LAND["tundra"],), others=({"camps": (), "villages": (village,), "villages_left": 2},))
    assert (its(state).points, its(state).hand) == (1, ())


@pytest.mark.parametrize(
    ("megaliths", "idols", "honor", "offering"), [(7, 0, 0, 0), (6, 0, 1, 0), (4, 0, 1, 1), (4, 1, 1, 1), (2, 1, 1, 2)]
)
def test_idols(megaliths, idols, honor, offering):
    """One for every two own Megaliths, to Honor and Offering in turn over the whole game (rule 14.13)."""
    state = eclipse(idols, others=({"megaliths": megaliths},))
    assert 1 in state.table.honor[honor]
    assert (its(state).offering, state.rival.idols) == (offering, idols + (8 - megaliths) // 2)


def test_preparation():
    """Its figures return, all its cards are shuffled, and it draws nothing (rule 14.13)."""
    state = {"phase": "eclipse", "turn": 6, "rival": ew.Rival(deck=("RES1",), used=("RES2", "RES3", "RES4"))}
    rival = {"figures": 0, "resting": 3}
    state = position(Tiles(), seats=1, others=(rival,), state=state, camps=(LAND["forest"],), deck=("brave",) * 6)
    state = play(state, END)
    assert (its(state).figures, its(state).resting, its(state).hand, its(state).chief_ready) == (3, 0, (), False)
    assert (len({*state.rival.deck}), state.rival.used) == (20, ())
    assert (len(state.players[0].hand), len(state.table.animals)) == (5, 3)


# The end


def test_points():
    """Animals, own Megaliths, Honor, printed points of Culture cards, 5 a stone, nothing for goods (rule 14.13)."""
    rival = {
        "points": 10,
        "stones": ("SS01", "SS02"),
        "animals": ("giant_sloth", "giant_sloth", "argentavis"),
        "buried_openly": ("elder", "shaman", "elder", "elder"),
        "offering": 10,
        "food": 3,
    }
    table = {"honor": ((), (1, 0), *[()] * 9), "megaliths": (lies(0, 0, owner=1), lies(0.5, 0, 2, owner=1))}
    cards = ew.Rival(deck=("RES1",), culture=("C103", "C220"))
    state = position(Figure(), seats=1, others=(rival,), table=table, state={"rival": cards})
    score = ew.scores(state)[1]
    assert (score.immediate, score.stones, score.animals, score.honor) == (10, 10, 6, 10)
    assert (score.cards, score.offering, score.megaliths, score.total) == (6, 0, 1, 43)


@pytest.mark.parametrize(
    ("mine", "its_points", "order", "winners", "reason"),
    [
        (9, 8, (1, 0), (0,), MOST_POINTS),
        (8, 8, (0, 1), (0,), EARLIER),
        (8, 8, (1, 0), (), FEWER_POINTS),
        (7, 8, (0, 1), (), FEWER_POINTS),
    ],
)
def test_outcome(mine, its_points, order, winners, reason):
    """The player wins by more points, or by the better place in the order (rule 14.13)."""
    over = {"phase": "over", "order": order, "round": 4, "rival": NOBODY}
    outcome = ew.outcome(position(seats=1, points=mine, others=({"points": its_points},), state=over))
    assert (outcome.winners, outcome.reason, outcome.scores) == (winners, reason, (mine,))
    assert (outcome.is_loss, outcome.is_draw) == (not winners, False)
