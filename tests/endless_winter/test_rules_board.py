"""The map, the Megalith board and the Idol tracks (rules page, sections 2, 8 to 10)."""

from __future__ import annotations

from itertools import combinations

import pytest
from attrs import evolve

from cairn_rules import endless_winter as ew
from cairn_rules.endless_winter.state.agenda import Figure
from cairn_rules.endless_winter.state.hexes import BASE, HEXES, JUNCTURES, NEIGHBOURS, distance
from cairn_rules.endless_winter.state.megaliths import spaces_of, spots_for
from support.endless_winter.positions import (
    DECLINE,
    DRAW,
    FOOD,
    HONOR,
    LAND,
    OFFERING,
    TOOL,
    effect,
    lies,
    me,
    on,
    options,
    over,
    play,
)

BLOCK = ("A_block", ("M1", "M2", "M3", "M4"))
NEXT_TO_BASE = ew.Hex(1, -1)
SITE = (ew.Hex(1, -2), ew.Hex(2, -2), NEXT_TO_BASE)


# The map


def test_size_of_the_map():
    """Nineteen tiles, 24 junctures, 18 of them away from the Base (rules 8.1, 8.3, 13.4)."""
    assert len(HEXES) == 19
    neighbours = {tile: {*NEIGHBOURS[tile]} for tile in HEXES}
    triples = [{a, b, c} for a, b, c in combinations(HEXES, 3) if {b, c} <= neighbours[a] and c in neighbours[b]]
    assert len(triples) == 24
    assert sorted(map(sorted, JUNCTURES)) == sorted(sorted(triple) for triple in triples if BASE not in triple)
    assert len(JUNCTURES) == 18


@pytest.mark.parametrize(
    ("tile", "count"), [(BASE, 6), (ew.Hex(1, 0), 6), (ew.Hex(2, 0), 3), (ew.Hex(1, 1), 4), (ew.Hex(-2, 2), 3)]
)
def test_neighbours(tile, count):
    """Six inside, four on an edge of the map, three in its corners (rule 8.1)."""
    assert len(NEIGHBOURS[tile]) == count
    assert all(distance(tile, each) == 1 and tile in NEIGHBOURS[each] for each in NEIGHBOURS[tile])


def test_glaciers_can_be_entered():
    """And the Base can be returned to (rule 8.2, row 16)."""
    state = effect("move(1)", camps=(LAND["forest"],))
    ends = [action.end for action in options(state)[:-1]]
    assert {BASE, ew.Hex(0, 2)} <= {*ends}
    assert len(ends) == 6


@pytest.mark.parametrize(
    ("camps_left", "food", "after"),
    [(0, 10, 7), (0, 5, 2), (1, 9, 6), (2, 8, 5), (2, 6, 3)],
)
def test_village_returns_camps(camps_left, food, after):
    """3 Food are paid first; then three Camps block spaces, and Food beyond them is lost (rule 8.3, rows 11, 12)."""
    camps = (*SITE, *[BASE] * (2 - camps_left))
    state = play(effect("village", food=food, camps=camps, camps_left=camps_left), ew.BuildVillage(SITE))
    assert (me(state).food, me(state).camps_left, me(state).camps.count(BASE)) == (
        after,
        camps_left + 3,
        2 - camps_left,
    )


def test_food_lost_to_returning_camps():
    """A free Village with 9 Food and all Camps on the map leaves room for 7 (row 11)."""
    state = effect("village(free_food)", food=9, camps=(*SITE, BASE, BASE), camps_left=0)
    assert me(play(state, ew.BuildVillage(SITE))).food == 7


def test_village_sites():
    """Not at the Base, not where another Village stands, and not without a Village left (rule 8.3)."""
    ring = [ew.Hex(1, -1), ew.Hex(1, 0), ew.Hex(0, 1)]
    assert over(effect("village(free_food)", camps=(BASE, *ring), camps_left=1))
    state = effect("village(free_food)", camps=(*SITE, ew.Hex(2, -1)), camps_left=1)
    beside = (ew.Hex(2, -2), NEXT_TO_BASE, ew.Hex(2, -1))
    assert options(state) == [ew.BuildVillage(SITE), ew.BuildVillage(beside), DECLINE]
    taken = effect("village(free_food)", camps=(*SITE, ew.Hex(2, -1)), camps_left=1, others=({"villages": (SITE,)},))
    assert options(taken) == [ew.BuildVillage(beside), DECLINE]
    assert over(effect("village(free_food)", camps=SITE, camps_left=2, villages_left=0))


# Megaliths


def spots(placed, *, neutral=False, layout=BLOCK):
    """Return the legal places by column, row and level."""
    found = spots_for(ew.default_pack(), *layout, placed, neutral=neutral)
    return {(spot.x / 2, spot.y / 2, spot.level) for spot in found}


STARTS = {(1, 0, 1), (3, 1, 1), (2, 2, 1), (4, 3, 1)}


@pytest.mark.parametrize(
    ("layout", "starts"),
    [
        ("A_block", [(1, 0), (3, 1), (2, 2), (4, 3)]),
        ("B_line", [(1, 0), (3, 1), (8, 0), (10, 1)]),
        ("C_steps", [(1, 0), (3, 2), (8, 2), (10, 4)]),
        ("D_tee", [(1, 0), (3, 1), (8, 0), (4, 3)]),
    ],
)
def test_patterns(layout, starts):
    """The four tiles of 3 by 2 spaces lie as printed, and only starting spaces are open at first (rules 9.1, 14.9)."""
    spaces = spaces_of(ew.default_pack(), layout, BLOCK[1])
    assert len(spaces) == 24
    assert spots([], layout=(layout, BLOCK[1])) == {(*start, 1) for start in starts}


def test_starting_and_neighbouring_spaces():
    """Starting spaces, and those beside any Megalith, across tile borders (rules 9.1, 9.2)."""
    placed = [lies(3, 1, owner=1)]
    assert spots(placed, neutral=True) == STARTS - {(3, 1, 1)} | {(3, 0, 1), (2, 1, 1), (4, 1, 1), (3, 2, 1)}


def test_upper_levels():
    """On exactly two neighbours of any colour, the neutral ones included; neutrals never (rule 9.2, rows 18, 21)."""
    pair = [lies(2, 2, owner=None), lies(3, 2, owner=1)]
    assert (2.5, 2, 2) in spots(pair)
    assert {level for _, _, level in spots(pair, neutral=True)} == {1}
    assert {spot for spot in spots([*pair, lies(2, 3)]) if spot[2] == 2} == {(2.5, 2, 2), (2, 2.5, 2)}
    apart = [lies(2, 2), lies(4, 2), lies(3, 3)]
    assert {level for _, _, level in spots(apart)} == {1}


def test_no_overlap():
    """A Megalith carries two upper ones, one on each half, but none that would overlap (rule 9.2)."""
    row = [lies(2, 2), lies(3, 2), lies(4, 2), lies(3, 3)]
    assert {spot for spot in spots(row) if spot[2] == 2} == {(2.5, 2, 2), (3.5, 2, 2), (3, 2.5, 2)}
    row += [lies(2.5, 2, 2)]
    assert {spot for spot in spots(row) if spot[2] > 1} == {(3.5, 2, 2)}
    row += [lies(3.5, 2, 2)]
    assert {spot for spot in spots(row) if spot[2] > 1} == {(3, 2, 3)}
    assert {spot for spot in spots([*row, lies(3, 2, 3)]) if spot[2] > 1} == set()


def test_third_level():
    """Two neighbours of the second level carry the third one, also in a column (rule 9.2)."""
    square = [lies(x, y) for x in (2, 3) for y in (2, 3)]
    across = [lies(2.5, 2, 2), lies(2.5, 3, 2)]
    assert {spot for spot in spots([*square, *across]) if spot[2] > 1} == {(2.5, 2.5, 3)}


def test_full_board():
    """Without a free space beside others only stacking is left (row 19)."""
    full = [lies(x, y) for x in range(6) for y in range(4)]
    legal = spots(full)
    assert len(legal) == 5 * 4 + 6 * 3
    assert {level for _, _, level in legal} == {2}


def test_neutrals_go_first():
    """They are placed on the board itself, and their spaces give their benefits (rule 9.1, row 17)."""
    pair = (lies(2, 2, owner=1), lies(3, 2, owner=1))
    state = effect("megalith(3)", table={"megaliths": pair})
    assert on(2.5, 2, 2) not in options(state)
    state = play(state, on(4, 3), on(4, 2), DECLINE)
    assert me(state).food == 1
    state = play(state, on(2.5, 2, 2))
    assert state.table.megaliths[2:] == (lies(4, 3, owner=None), lies(4, 2, owner=None), lies(2.5, 2, 2, 0))
    assert (over(state), me(state).neutrals, me(state).megaliths) == (True, 0, 7)


def test_neutrals_without_a_spot():
    """A player with neutral Megaliths and no free space takes a lesser benefit (row 18)."""
    full = tuple(lies(x, y, owner=1) for x in range(6) for y in range(4))
    assert options(effect("megalith(1)", table={"megaliths": full})) == [OFFERING, HONOR, TOOL, FOOD, DECLINE]


SPACES = {
    # M1 and M2; the arrows of (2, 0) and (4, 1) are below.
    (0, 0): {"food": 2},
    (1, 0): {"tools": 1},
    (3, 0): {"hand": ("brave",)},
    (4, 0): {"points": 1},
    (5, 0): {"tools": 1},
    (0, 1): {"offering": 1},
    (1, 1): {"points": 2},
    (2, 1): {"hand": ("brave",)},
    (3, 1): {"food": 1},
    (5, 1): {"offering": 1},
    # M3 and M4, without the arrows of (1, 2) and (3, 3).
    (0, 2): {"offering": 1},
    (2, 2): {"food": 2},
    (3, 2): {"tools": 1},
    (4, 2): {"offering": 1},
    (5, 2): {"points": 2},
    (0, 3): {"points": 2},
    (1, 3): {"tools": 1},
    (2, 3): {"food": 1},
    (4, 3): {"food": 1},
    (5, 3): {"hand": ("brave",)},
}
ARROWS = {(2, 0): [(1, 0), (2, 1)], (4, 1): [(4, 0), (5, 1)], (1, 2): [(0, 2), (2, 2)], (3, 3): [(3, 2), (4, 3)]}


@pytest.mark.parametrize("space", SPACES)
def test_benefits_of_spaces(space):
    """The benefit comes at once; an upper Megalith has none (rules 9.1, 14.9)."""
    near = tuple(lies(*each, owner=1) for each in ((space[0] + 1, space[1]), (space[0] - 1, space[1])))
    state = play(effect("megalith(1)", table={"megaliths": near}, deck=("brave",)), on(*space))
    while not over(state):
        state = play(state, options(state)[0])
    assert {key: getattr(me(state), key) for key in SPACES[space]} == SPACES[space]


@pytest.mark.parametrize("space", ARROWS)
def test_arrows_of_spaces(space):
    """Each arrow space points to two others (rules 9.3, 14.9)."""
    near = tuple(lies(space[0], space[1] + step, owner=1) for step in (-1, 1))
    state = play(effect("megalith(1)", table={"megaliths": near}), on(*space))
    spots = {(action.spot.x // 2, action.spot.y // 2) for action in options(state)[:2] if action != OFFERING}
    assert spots == {*ARROWS[space]} - {(space[0], space[1] + step) for step in (-1, 1)}


def arrow(**more):
    """Return a position after a Megalith was placed on the arrow space (4, 1) with arrows to (4, 0) and (5, 1)."""
    table = {"megaliths": (lies(3, 1, owner=1), *more.pop("placed", ()))}
    return play(effect("megalith(1)", table=table, **more), on(4, 1))


def test_arrows():
    """The extra Megalith goes to one of the two spaces, or a lesser benefit is taken (rules 9.3, 3.2.7)."""
    state = arrow(deck=("brave",))
    assert options(state) == [on(4, 0), on(5, 1), DRAW, OFFERING, HONOR, TOOL, FOOD, DECLINE]
    after = play(state, on(4, 0))
    assert (over(after), me(after).points, me(after).neutrals) == (True, 1, 0)
    after = play(state, on(5, 1), HONOR)
    assert (over(after), after.table.honor[1]) == (True, (0,))
    assert over(play(state, DECLINE))
    assert over(play(state, TOOL))


def test_arrows_to_taken_spaces():
    """Only empty spaces count; without any, there is nothing at all (rule 9.3, row 55)."""
    assert options(arrow(placed=[lies(4, 0, owner=1)]))[:2] == [on(5, 1), OFFERING]
    assert over(arrow(placed=[lies(4, 0, owner=1), lies(5, 1, owner=1)]))


def test_arrows_without_a_megalith():
    """An empty space and no Megalith left: lesser benefits (rows 20, 56)."""
    assert options(arrow(neutrals=1, megaliths=0)) == [OFFERING, HONOR, TOOL, FOOD, DECLINE]


def test_long_arrows():
    """Spaces outside the board do not exist; the extra Megalith lies far from others, and may go on (rule 9.3)."""
    pack = ew.default_pack()
    spaces = {(space.x, space.y): space for space in pack.megalith_tiles["M1"]}
    spaces[1, 0] = evolve(spaces[1, 0], benefit=None, arrows=((-2, 0), (4, 2)))
    spaces[2, 1] = evolve(spaces[2, 1], benefit=None, arrows=((3, 2), (0, -1)))
    pack = evolve(pack, megalith_tiles={**pack.megalith_tiles, "M1": (*spaces.values(),)}, data="long arrows")
    state = play(effect("megalith(1)", pack=pack, neutrals=0), on(1, 0))
    assert options(state)[:2] == [on(5, 2), OFFERING]
    state = play(state, on(5, 2))
    assert (over(state), me(state).points, state.table.megaliths) == (True, 2, (lies(1, 0), lies(5, 2)))
    state = effect("megalith(1)", pack=pack, table={"megaliths": (lies(1, 1, owner=1),)})
    state = play(state, on(2, 1))
    assert options(state)[:3] == [on(5, 3), on(2, 0), OFFERING]
    state = play(state, on(2, 0))
    assert options(state)[:2] == [on(1, 0), OFFERING]
    state = play(state, on(1, 0))
    assert options(state)[:2] == [on(5, 2), OFFERING]
    assert me(state).megaliths == 7


def test_extra_megalith_in_the_middle_of_two():
    """The arrow is followed at once, before the second Megalith (rules 9.3, row 22)."""
    state = play(effect("megalith(2)", table={"megaliths": (lies(3, 1, owner=1),)}), on(4, 1), on(4, 0))
    assert (me(state).points, options(state)[0]) == (1, on(1, 0))


# The Idol tracks


@pytest.mark.parametrize(("level", "points"), [*[(level, 0) for level in range(7)], (7, 1), (8, 2), (9, 3)])
def test_honor_track(level, points):
    """Levels 8, 9 and 10 give 1, 2 and 3 points on entering (section 10)."""
    honor = tuple((0,) if each == level else (1,) if each == 10 else () for each in range(11))
    state = play(effect("idol(1)", table={"honor": honor}), HONOR)
    assert (0 in state.table.honor[level + 1], me(state).points) == (True, points)


def test_honor_from_seven_to_ten():
    """Six points in all (rule 13.4)."""
    honor = (*[()] * 7, (0, 1), (), (), ())
    state = play(effect("idol(4)", table={"honor": honor}), HONOR, HONOR, HONOR)
    assert (me(state).points, state.table.honor[10]) == (6, (0,))
    assert HONOR not in options(state)


def test_order_on_a_level():
    """Who comes later stands to the right; who leaves closes the row up (section 10, row 25)."""
    state = effect("idol(2)", seats=4, table={"honor": ((3, 0, 2), (1,), *[()] * 9)})
    state = play(state, HONOR)
    assert state.table.honor[:2] == ((3, 2), (1, 0))
    assert play(state, HONOR).table.honor[:3] == ((3, 2), (1,), (0,))


@pytest.mark.parametrize("level", range(11))
def test_offering_track(level):
    """Up one level, or a point at the top (section 10)."""
    state = play(effect("idol(1)", offering=level), OFFERING)
    assert (me(state).offering, me(state).points) == (min(10, level + 1), int(level == 10))


@pytest.mark.parametrize(("camps_left", "capacity"), [(5, 5), (4, 6), (3, 7), (2, 8), (1, 9), (0, 10)])
def test_food_capacity(camps_left, capacity):
    """Each Camp off the track frees a space (rule 2.1)."""
    assert me(effect("food(99)", camps_left=camps_left)).food == capacity
    assert effect("food(99)", camps_left=camps_left).agenda == (Figure(),)
