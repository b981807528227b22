"""Setting a game up (rules 2.1 to 2.7)."""

from __future__ import annotations

from collections import Counter

import pytest

from cairn_rules import NotationError, Registry, SetupError, UnknownIdError, cairn
from cairn_rules.cairn import BASE_SET, LIGHT_SET, Space, Tribe


def test_the_shamans_stand_where_no_totem_is() -> None:
    """Three on the first row, two at home (rule 2.1)."""
    state = cairn.new_game(seed=1)
    assert cairn.format_position(state).startswith("f1f1f/5/5/5/s1s1s ")
    assert state.villages == (2, 2)
    assert state.scores == (0, 0)


def test_the_megaliths_are_dealt() -> None:
    """Two on the circles, two upcoming, ten in the deck, all different (rule 2.2)."""
    state = cairn.new_game(seed=1)
    assert list(state.megaliths) == [Space.B3, Space.D3]
    assert (len(state.upcoming), len(state.deck), state.tucked) == (2, 10, 0)
    assert state.turn == 0
    assert {*state.megaliths.values(), *state.upcoming, *state.deck} == set(BASE_SET)


def test_everything_that_is_tossed_comes_up_both_ways() -> None:
    """Each face, and who begins, is fair (rules 2.3, 2.4): in 1600 games each face combination about 100 times."""
    games = [cairn.new_game(seed=seed) for seed in range(1600)]
    faces = Counter(str(state.tiles) for state in games)
    assert len(faces) == 16
    assert all(60 < count < 150 for count in faces.values())
    assert 700 < Counter(state.active for state in games)[Tribe.SEA] < 900
    circles = Counter(state.megaliths[Space.B3].id for state in games)
    assert len(circles) == 14
    assert all(70 < count < 170 for count in circles.values())


def test_a_seed_gives_one_game_and_options_do_not_change_what_else_is_drawn() -> None:
    state = cairn.new_game(seed=5)
    assert cairn.new_game(seed=5) == state
    assert cairn.new_game(seed=6) != state
    for options in ({"first": Tribe.SEA}, {"first": Tribe.FOREST}, {"faces": "bdem"}):
        other = cairn.new_game(seed=5, **options)
        assert (other.megaliths, other.upcoming, other.deck) == (state.megaliths, state.upcoming, state.deck)
    assert cairn.new_game(seed=5, first=Tribe.FOREST).tiles == state.tiles


def test_no_seed_gives_a_different_game_each_time() -> None:
    assert len({cairn.format_position(cairn.new_game()) for _ in range(20)}) > 1


def test_the_set_up_for_first_games() -> None:
    """The eight light megaliths, Chaos on b3 and Dawn on d3 (rule 2.5)."""
    state = cairn.new_game(seed=1, megaliths=LIGHT_SET, circles=("chaos", "dawn"))
    assert {space: stone.id for space, stone in state.megaliths.items()} == {Space.B3: "chaos", Space.D3: "dawn"}
    assert (len(state.upcoming), len(state.deck)) == (2, 4)
    assert LIGHT_SET.ids == ("chaos", "dawn", "cromlech", "pillars", "alley", "deer", "menhir", "sanctuary")


def test_faces_and_first_player_may_be_given() -> None:
    state = cairn.new_game(faces="bdem", first=Tribe.FOREST)
    assert str(state.tiles) == "bdem"
    assert state.active is Tribe.FOREST
    assert cairn.new_game(faces=state.tiles).tiles == state.tiles


def test_a_variant_stays_with_the_game() -> None:
    variant = cairn.Variant(power_exit=True)
    state = cairn.new_game(seed=1, variant=variant)
    assert cairn.apply(state, cairn.legal_actions(state)[0]).variant == variant


@pytest.mark.parametrize(("count", "upcoming", "deck"), [(2, 0, 0), (3, 1, 0), (4, 2, 0), (5, 2, 1)])
def test_small_sets_start_short(count: int, upcoming: int, deck: int) -> None:
    """Rule 2.6."""
    state = cairn.new_game(seed=1, megaliths=list(BASE_SET)[:count])
    assert (len(state.upcoming), len(state.deck)) == (upcoming, deck)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"megaliths": []}, SetupError, "at least 2 megaliths for the Stone Circles, not 0"),
        ({"megaliths": [BASE_SET["deer"]]}, SetupError, "not 1"),
        ({"circles": ("chaos",)}, SetupError, r"two different megaliths, not \('chaos',\)"),
        ({"circles": ("chaos", "chaos")}, SetupError, "two different"),
        ({"circles": "dawn"}, SetupError, "two different megaliths, not 'dawn'"),
        ({"circles": "ab"}, SetupError, "two different megaliths, not 'ab'"),
        ({"circles": ("chaos", "dwan")}, UnknownIdError, "did you mean 'dawn'"),
        ({"circles": ("chaos", "fairy"), "megaliths": LIGHT_SET}, UnknownIdError, "unknown id 'fairy'"),
        ({"faces": "wwww"}, NotationError, "'w' is not on the Move tile; use o or d"),
        ({"faces": 7}, NotationError, "'7' has 1 letters"),
        ({"first": 5}, SetupError, "5 is not a first player; use 'sea' or 'forest'"),
        ({"megaliths": ["deer", "alley"]}, SetupError, "each of megaliths should be Megalith, not 'deer'"),
        ({"variant": "power_exit"}, SetupError, "variant should be Variant or None, not 'power_exit'"),
        ({"circles": ([], "dawn")}, UnknownIdError, r"unknown id \[\]"),
        ({"circles": {"chaos", "dawn"}}, SetupError, "two different megaliths"),
        ({"megaliths": set(LIGHT_SET)}, SetupError, "a set has no order"),
        ({"seed": []}, SetupError, r"seed should be int or None, not \[\]"),
        ({"seed": True}, SetupError, "seed should be int or None, not True"),
    ],
)
def test_a_game_that_cannot_be_set_up(options, error, message: str) -> None:
    with pytest.raises(error, match=message):
        cairn.new_game(**options)


def test_a_set_that_runs_dry_builds_nothing() -> None:
    """Nothing upcoming: the exit stands, nothing is built or scored (rule 5.5)."""
    state = cairn.parse_position("2s2/5/5/5/4f s wooe c3=mound,d3=dawn - - 0-0")
    after = cairn.apply(state, cairn.parse_action("c5-x", state))
    assert cairn.format_position(after) == "5/5/5/5/4f f wdoe c3=mound,d3=dawn - - 0-0"


def test_the_last_upcoming_megalith_is_still_a_decision() -> None:
    """A single option is one decision (rule 6.3); with the deck empty nothing is refilled (rule 2.6)."""
    registry = Registry([*BASE_SET])
    state = cairn.parse_position("2s2/5/5/5/4f s wooe c3=mound,d3=dawn deer - 0-0", registry)
    building = cairn.apply(state, cairn.parse_action("c5-x", state))
    assert cairn.legal_actions(building) == (cairn.Construct(BASE_SET["deer"]),)
    after = cairn.apply(building, cairn.Construct(BASE_SET["deer"]))
    assert cairn.format_position(after) == "5/5/5/5/4f f wdoe c3=mound,d3=dawn,c5=deer - - 1-0"
