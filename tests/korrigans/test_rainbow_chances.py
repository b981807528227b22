"""How long games are, and how many clouds are covered: exactly, on the rules page, and as played (rule 3.7)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import log, sqrt
from pathlib import Path

import pytest

from cairn_rules import korrigans
from cairn_rules.korrigans import ChooseCauldronField, ChooseMove, make_state
from support.tables import seat

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[2] / "docs" / "games" / "korrigans.md"
Ending = tuple[int, int]
"""The final round, and the number of clouds that are covered then."""


@cache
def endings(suns: int, clouds: int, round: int, *, rush: int = 5) -> dict[Ending, Fraction]:
    """The chance of each ending, by all ways in which the bag can be drawn from.

    A pawn is drawn in each round, or in the same one as soon as enough for a rush lie on clouds (rules 3.2, 3.6). With
    so many pawns on suns and clouds, 14 - suns - clouds are left in the bag: 2 of each of the colours that did not come
    yet, and 1 of each colour that came once. The seventh colour ends it (rule 3.5).
    """
    left, new = 14 - suns - clouds, 2 * (7 - suns)
    found: Counter[Ending] = Counter()
    for pawns, more_suns, more_clouds in ((new, 1, 0), (left - new, 0, 1)):
        if pawns and suns + more_suns == 7:
            found[round, clouds] += Fraction(pawns, left)
        elif pawns:
            in_rush = clouds + more_clouds >= rush
            further = endings(suns + more_suns, clouds + more_clouds, round + (not in_rush), rush=rush)
            for ending, chance in further.items():
                found[ending] += Fraction(pawns, left) * chance
    return dict(found)


EXACT = endings(0, 0, 1)


def marginal(place: int, chances_of: dict[Ending, Fraction] = EXACT) -> dict[int, Fraction]:
    """The chance of each final round (0), or of each number of covered clouds (1)."""
    chances: Counter[int] = Counter()
    for ending, chance in chances_of.items():
        chances[ending[place]] += chance
    return dict(sorted(chances.items()))


def test_all_ways_together_are_one():
    """Something happens in any case, from round 7 to round 11, with 0 to 6 clouds (rule 3.7)."""
    assert sum(EXACT.values()) == 1
    assert [*marginal(0)] == [7, 8, 9, 10, 11]
    assert [*marginal(1)] == [0, 1, 2, 3, 4, 5, 6]
    # The seventh colour with the seventh pawn: seven draws of a colour that did not come yet.
    assert marginal(0)[7] == marginal(1)[0] == Fraction(14 * 12 * 10 * 8 * 6 * 4 * 2, 14 * 13 * 12 * 11 * 10 * 9 * 8)
    # Six clouds: the last two pawns of the bag are of one colour.
    assert marginal(1)[6] == Fraction(1, 13)


@pytest.mark.parametrize(("place", "heading"), [(0, "final round"), (1, "Clouds covered")])
def test_the_rules_page_has_them_rounded(place, heading):
    """The tables of the rules page are the exact chances (rule 3.7)."""
    table = re.search(rf"\| {heading} \|(.*)\|\n.*\n\| probability \|(.*)\|\n", PAGE.read_text(encoding="utf-8"))
    numbers, chances = ([part.strip() for part in row.split("|")] for row in table.groups())
    assert dict(zip(map(int, numbers), chances, strict=True)) == {
        number: f"{float(chance) * 100:.1f} %" for number, chance in marginal(place).items()
    }


GAMES = 800
BOUND_FOR = 1e-6
"""So rarely the test may fail without need."""


def deviation(told: Iterable[int], chances: dict[int, Fraction]) -> float:
    """The sum over all values of (found - expected)² / expected: chi-square."""
    found = Counter(told)
    n = found.total()
    assert found.keys() <= chances.keys()
    return sum((found[value] - n * chance) ** 2 / float(n * chance) for value, chance in chances.items())


def bound(degrees: int) -> float:
    """What chi-square exceeds in at most `BOUND_FOR` of all cases, so many degrees of freedom given.

    Laurent and Massart (2000, lemma 1): with d degrees of freedom, chi-square exceeds d + 2 sqrt(d x) + 2 x with a
    probability of at most exp(-x).
    """
    x = -log(BOUND_FOR)
    return degrees + 2 * sqrt(degrees * x) + 2 * x


def drawn(seed: int) -> Ending:
    """The ending of a game of which only the rainbow is played: nobody has a companion, so all turns are passed."""
    start = korrigans.new_game(seed=seed)
    state = make_state(
        seats=(seat("A G"), seat("D J")), bag=start.bag, pending=ChooseMove(1), backups=0, round=1, bag_holder=0
    )
    while not isinstance(state.pending, ChooseCauldronField):
        state = korrigans.apply(state, korrigans.legal_actions(state)[0])
    return state.round - 1, 7 - state.clouds.count(None)  # the turn that is passed to begin with is one of round 1


@pytest.mark.untraced
def test_games_are_as_long_as_they_should_be():
    """Rule 3.7, by games that differ in the order of the bag alone.

    With 800 games the rarest value, of 3.7 %, is expected 30 times, so that the sum of squares is very nearly
    chi-square with 4 degrees of freedom for the final round, and 6 for the clouds. Over all seeds that could have been
    chosen, the test would fail without need in less than 2 of 1 000 000 cases; the seeds are fixed, so that it fails
    always or never.
    """
    told = [drawn(seed) for seed in range(GAMES)]
    assert deviation([round for round, _ in told], marginal(0)) < bound(4)
    assert deviation([clouds for _, clouds in told], marginal(1)) < bound(6)
    assert set(told) == set(EXACT)


@pytest.mark.parametrize("rush", [4, 6])
def test_the_test_would_notice(rush):
    """A rush that begins with the fourth cloud, or with the sixth, differs by far more than the bound allows."""
    wrong = {number: GAMES * chance for number, chance in marginal(0, endings(0, 0, 1, rush=rush)).items()}
    chances = marginal(0)
    if wrong.keys() <= chances.keys():
        values = [number for number, times in wrong.items() for _ in range(round(times))]
        assert deviation(values, chances) > 2 * bound(4)
    else:
        assert 12 in wrong
