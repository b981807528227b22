"""The stones from the moor: each by itself, and all of them in whole games."""

from __future__ import annotations

from random import Random

import pytest
from moorland_stones import STONES, bargain, crossroads, tide, wind

from cairn_rules import Match, Record, cairn, format_record, parse_record
from cairn_rules.cairn import BASE_SET, Megalith
from cairn_rules.testing import activate, check_megalith, parse_drawing


@pytest.mark.parametrize("stone", STONES, ids=lambda stone: stone.id)
def test_nothing_is_wrong_with_a_stone(stone: Megalith) -> None:
    check_megalith(stone, symmetric=True)


def test_the_wind_blows_straight_away() -> None:
    """Behind the enemy on c2 stands another one, so it stays."""
    board = parse_drawing("""
        . . . . .
        . f . . .
        . . s f .
        . . f . .
        . . f . .
    """)
    assert set(activate(wind, on=board, at="c3").texts) == {"b4>a5", "d3>e3"}


def test_a_crossroads_leads_to_other_megaliths() -> None:
    """Around a1 there are three spaces, and an enemy stands on one of them; b2 is next to c3, too."""
    board = parse_drawing("""
        . . . . .
        . . . . .
        . . s . .
        . f . . .
        deer . . . f
    """)
    assert activate(crossroads, on=board, at="c3").texts == ("c3>b1", "c3>a2")


def test_a_bargain_takes_from_both() -> None:
    board = parse_drawing("""
        . . . . f
        . . . . s
        . . s . .
        s f . . .
        . . . . .
    """)
    struck = activate(bargain, on=board, at="c3")
    assert set(struck.texts) == {"xa2,xb2", "xe4,xe5"}
    assert struck.choose("xa2,xb2").state.villages == (3, 4)


def test_the_tide_turns_a_tile_and_then_moves_a_shaman() -> None:
    board = parse_drawing(
        """
        . . . . f
        . . . . .
        . . s . .
        . . . . .
        . . . . .
    """,
        faces="wooe",
    )
    turned = activate(tide, on=board, at="c3")
    assert turned.texts == ("!add", "!jump")
    around = {"b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"}
    assert set(turned.choose("!add").texts) == {f"c3>{space}" for space in around}
    before, after = board.tiles, turned.choose("!add").choose("c3>c4").state.tiles
    assert (after.move, after.jump, after.add is before.add) == (before.move, before.jump, False)


def test_whole_games_are_played_and_stored_with_the_plugin() -> None:
    stones = BASE_SET.with_plugins()
    assert stones.ids[-4:] == tuple(stone.id for stone in STONES)
    start = cairn.new_game(seed=5, megaliths=stones, circles=("moor.wind", "moor.tide"))
    match, rng = Match(cairn, start, draw_after_turns=300), Random(5)
    while match.outcome is None:
        match.do(rng.choice(match.legal_actions))
    record = Record.of(match)
    assert "moorland-stones 1.0.0" in format_record(record)
    assert parse_record(format_record(record), registry=stones) == record
