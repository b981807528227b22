"""The final scoring, and who wins (rules page, sections 12 and 14.6)."""

from __future__ import annotations

from itertools import product

import pytest
from attrs import asdict, evolve

from cairn_rules import endless_winter as ew
from cairn_rules.endless_winter.rules.scoring import EARLIER, MOST_POINTS, animal_points
from cairn_rules.endless_winter.state.agenda import Figure
from cairn_rules.endless_winter.state.hexes import BASE
from support.endless_winter.positions import LAND, lies, position

RED, PURPLE, GREEN, WILD = "woolly_mammoth", "woolly_rhino", "giant_sloth", "argentavis"


def score(**more):
    """Return the points of the first player by origin, those above zero only."""
    first = ew.scores(position(Figure(), **more))[0]
    return {key: points for key, points in asdict(first).items() if points}


def test_nothing():
    """Without anything there are no points."""
    assert score() == {}
    assert score(points=7) == {"immediate": 7}


# Sacred Stones


@pytest.mark.parametrize(("stone", "points"), [("SS01", [0, 2, 5]), ("SS02", [0, 4, 8])])
def test_stones_for_megaliths(stone, points):
    """1 for each own one on the board, 2 for each on a higher level; neutral ones never count (rule 14.6)."""
    low = [lies(x, 0) for x in range(5)]
    high = [lies(0.5, 0, 2), lies(2.5, 0, 2), lies(0.5, 1, 3), lies(9, 9, 4)]
    for count, expected in zip((0, 2, 5), points, strict=True):
        own = (*low[:count], *high[: count - (count == 5)])
        others = (lies(0, 3, owner=None), lies(1, 3, owner=1), lies(1.5, 3, 2, owner=1))
        assert score(stones=(stone,), table={"megaliths": (*own, *others)}).get("stones", 0) == expected


@pytest.mark.parametrize(
    ("stone", "animal"),
    [
        ("SS03", "woolly_mammoth"),
        ("SS04", "woolly_rhino"),
        ("SS05", "giant_sloth"),
        ("SS06", "saber_toothed_cat"),
        ("SS07", "glyptodon"),
    ],
)
def test_stones_for_tipped_animals(stone, animal):
    """3 for each tipped Animal of the colour; upright ones and Argentavis do not count (rule 14.6)."""
    other = "woolly_rhino" if animal != "woolly_rhino" else "giant_sloth"
    assert score(stones=(stone,), tipped=(animal, animal, other, WILD), animals=(animal,))["stones"] == 6
    assert "stones" not in score(stones=(stone,), tipped=(other, WILD), animals=(animal,))


@pytest.mark.parametrize(("stone", "terrain"), [*zip([f"SS{number:02}" for number in range(8, 14)], LAND, strict=True)])
def test_stones_for_camps(stone, terrain):
    """1, 2, 3 and more Camps on tiles of the type give 3, 6 and 10 (rule 14.6)."""
    other = next(tile for name, tile in LAND.items() if name != terrain)
    for count, points in enumerate((0, 3, 6, 10, 10, 10)):
        camps = (LAND[terrain],) * count + (BASE, other) * (count < 4)
        assert score(stones=(stone,), camps=camps).get("stones", 0) == points


@pytest.mark.parametrize(
    ("stone", "points"), [("SS14", [0, 2, 2, 4, 6, 8, 10, 10]), ("SS15", [0, 0, 3, 6, 10, 10, 10, 10])]
)
def test_stones_for_buried_cards(stone, points):
    """Different names, or the most of one name, also in secret (rule 14.6, row 42)."""
    names = ["elder", "brave", "hunter", "crafter", "C101", "C102", "C103"]
    for count, expected in enumerate(points):
        cards = names[:count] if stone == "SS14" else ["brave"] * count
        buried = {"buried": (*cards[::2],), "buried_openly": (*cards[1::2],)}
        assert score(stones=(stone,), **buried).get("stones", 0) == expected
    mixed = {"buried": ("brave", "elder", "brave"), "buried_openly": ("elder", "brave", "C101")}
    assert score(stones=(stone,), **mixed)["stones"] == {"SS14": 4, "SS15": 6}[stone]


def test_stones_together():
    """Each counts alone (section 12)."""
    assert score(stones=("SS03", "SS05"), tipped=(RED, RED, GREEN))["stones"] == 9


# Offering and Honor


@pytest.mark.parametrize(
    ("level", "ratio"),
    [(0, None), (1, None), (2, 5), (3, 5), (4, 4), (5, 4), (6, 3), (7, 3), (8, 2), (9, 2), (10, 1)],
)
def test_offering(level, ratio):
    """Food and Tools together, divided by the ratio of the level, rounded down (rules 12.2, 13.4, 14.10)."""
    for food, tools in ((0, 0), (4, 3), (6, 8)):
        points = (food + tools) // ratio if ratio else 0
        assert score(offering=level, food=food, tools=tools).get("offering", 0) == points
    assert score(offering=8, food=4, tools=3)["offering"] == 3


CHARTS = [[0, 6, 6, 6, 10, 10, 15, 15], [0, 3, 3, 3, 6, 6, 10, 10], [0, 1, 1, 1, 3, 3, 6, 6]]
"""By rank and number of buried cards."""


@pytest.mark.parametrize(("seats", "charts"), [(2, [0, 2]), (3, [0, 1, 2]), (4, [0, 1, 2, 2])])
def test_honor(seats, charts):
    """By rank on the track and number of buried cards; two players do without the middle chart (rule 12.3)."""
    for rank, chart in enumerate(charts):
        order = [*range(1, seats)]
        order.insert(rank, 0)
        for honor in (
            (tuple(order), *[()] * 10),
            (*[()] * (11 - seats), *[(seat,) for seat in reversed(order)]),
        ):
            found = [
                score(seats=seats, table={"honor": honor}, buried=("brave",) * count).get("honor", 0)
                for count in range(8)
            ]
            assert found == CHARTS[chart]


def test_honor_leader_with_four_cards():
    """10 points (rule 13.4)."""
    assert score(buried=("brave",) * 3, buried_openly=("tribesman",))["honor"] == 10


# Cards


@pytest.mark.parametrize("zone", ["hand", "deck", "discard", "buried", "buried_openly"])
def test_cards(zone):
    """Printed points in every zone (rules 12.4, 14.1, 14.2, 14.5)."""
    tribe = ("crafter", "hunter", "explorer", "elder", "shaman", "tribesman", "tribeswoman", "brave")
    assert score(**{zone: tribe}, table={"honor": ((1, 0), *[()] * 10)})["cards"] == 6


POINTS = {
    **dict(enumerate([1, 1, 2, 0, 2, 2, 2, 2, 1, 1, 1, 1, 2, 1, 0, 1, 1, 2, 1, 2], 101)),
    **dict(enumerate([3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 3, 2, 3, 3, 2, 2, 3, 3, 3, 4], 201)),
}


def test_culture_cards():
    """The printed points of each (rule 14.5)."""
    for number, points in POINTS.items():
        assert score(hand=(f"C{number}",)).get("cards", 0) == points
    assert score(deck=tuple(f"C{number}" for number in POINTS))["cards"] == 26 + 57


# Animals


@pytest.mark.parametrize(
    ("animals", "points", "strict"),
    [
        ([RED], 1, 1),
        ([RED] * 2, 3, 3),
        ([RED] * 3, 6, 6),
        ([RED] * 4, 10, 10),
        ([GREEN] * 6, 13, 13),
        ([RED, PURPLE], 2, 2),
        ([PURPLE] * 2 + [RED] + [GREEN] * 3 + [WILD], 14, 14),
        ([WILD] * 2, 0, 0),
        ([RED, WILD], 3, 3),
        ([RED, *[WILD] * 3], 10, 10),
        ([RED, *[WILD] * 4], 10, 10),
        ([RED, PURPLE, *[WILD] * 6], 20, 20),
        ([RED] * 4 + [WILD], 11, 10),
        ([RED] * 4 + [PURPLE, WILD], 13, 13),
        ([RED] * 4 + [PURPLE] * 4 + [WILD], 21, 20),
        ([RED] * 2 + [WILD] * 4, 13, 10),
        ([RED] * 2 + [WILD] * 6, 20, 10),
        ([RED] * 5 + [WILD] * 3, 20, 20),
        ([RED] * 3 + [PURPLE] * 3 + [WILD], 16, 16),
        ([RED] * 3 + [PURPLE] * 2 + [WILD], 13, 13),
        ([RED] * 3 + [PURPLE] * 2 + [WILD] * 2, 16, 16),
    ],
)
def test_animals(animals, points, strict):
    """Sets of up to four of a colour, with the best use of the wild ones (rules 12.5, 13.4, row 41)."""
    assert score(animals=tuple(animals)).get("animals", 0) == points
    assert score(animals=tuple(animals), variant=ew.Variant(wild_overflow=False)).get("animals", 0) == strict
    assert "animals" not in score(tipped=tuple(animals))


def test_best_use_of_wild_animals():
    """No way to give them colours is better (rule 12.5)."""
    pack = ew.default_pack()
    colours = [RED, PURPLE, GREEN]
    for counts in product(range(6), repeat=3):
        for wild in range(4):
            best = 0
            for each in product(range(wild + 1), repeat=3):
                together = [n + w for n, w in zip(counts, each, strict=True)]
                if sum(each) <= wild and all(-(-m // 4) <= n for m, n in zip(together, counts, strict=True)):
                    best = max(best, sum(10 * (m // 4) + (0, 1, 3, 6)[m % 4] for m in together))
            animals = [name for name, n in zip(colours, counts, strict=True) for _ in range(n)] + [WILD] * wild
            assert animal_points(pack, animals) == best


# Megaliths


@pytest.mark.parametrize(
    ("levels", "points"),
    [
        ([4, 2], 8),
        ([2, 2, 1], 8),
        ([3, 1, 1], 7),
        ([5, 3], 15),
        ([4, 3, 1], 19),
        ([8], 0),
        ([0, 2, 1], 2),
        ([2, 0, 1], 2),
    ],
)
def test_megaliths(levels, points):
    """Each own one counts the own ones below its level, touching or not (rules 12.6, 13.4)."""
    own = [lies(2 * x, 0, level) for level, count in enumerate(levels, 1) for x in range(count)]
    others = [lies(0, 2, 1, owner) for owner in (None, 1)] + [lies(0, 3, 2, 1)]
    assert score(table={"megaliths": (*own, *others)}).get("megaliths", 0) == points


# The outcome


def ended(order, *points):
    """Return the outcome of a game with these points."""
    first, *others = points
    state = position(
        seats=len(points),
        points=first,
        others=tuple({"points": each} for each in others),
        state={"phase": "over", "order": order, "round": 4},
    )
    return ew.outcome(state)


def test_outcome():
    """Most points win; of those tied, who is further ahead in the turn order (section 12)."""
    outcome = ended((0, 1, 2), 5, 9, 7)
    assert (outcome.winners, outcome.reason, outcome.scores) == ((1,), MOST_POINTS, (5, 9, 7))
    outcome = ended((3, 2, 0, 1), 9, 9, 9, 1)
    assert (outcome.winners, outcome.reason) == ((2,), EARLIER)
    assert ended((0, 1), 3, 3).winners == (0,)
    assert ended((1, 0), 3, 3).winners == (1,)


def test_total():
    """The sum of all seven (section 12)."""
    state = position(
        Figure(),
        points=1,
        stones=("SS03",),
        tipped=(RED,),
        offering=10,
        food=5,
        buried=("elder",),
        animals=(GREEN, GREEN),
        table={"megaliths": (lies(0, 0), lies(1, 0), lies(0.5, 0, 2))},
    )
    first, second = ew.scores(state)
    assert first.total == 1 + 3 + 5 + 6 + 1 + 3 + 2
    assert second.total == 0
    assert evolve(first, cards=5).total == first.total + 4
