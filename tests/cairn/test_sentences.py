"""What actions of Cairn do, in words."""

from __future__ import annotations

import pytest

from cairn_rules import DefinitionError, cairn
from cairn_rules.cairn import Banish, Relocate, RelocateAll, SlideMegalith, Space, Together, describe
from cairn_rules.cli.words import words_for
from support.stones import ExchangeShamans

START = "f1f1f/5/2s2/5/s3s s wooe b3=chaos,d3=dawn alley,deer menhir 0-0"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("+d1", "Add a shaman on d1"),
        ("c3-c4", "Move from c3 to c4"),
        ("c4^x", "Jump out of the board from c4"),
        ("=alley", "Build Alley of Dusk: Banish an enemy shaman next to this megalith."),
        ("*c5", "Transform the enemy shaman on c5"),
        ("pass", "Do not transform"),
        ("xc5", "Banish Forest's shaman on c5"),
        ("c3>c4", "Move Sea's shaman from c3 to c4"),
        ("c5>x", "Move Forest's shaman out of the board from c5"),
        ("&c1", "Add a shaman on c1"),
        ("!jump", "Turn over the Jump tile"),
        ("again", "Take the next turn as well"),
        ("b3~b4", "Move Chaos of the Giants from b3 to b4"),
        ("b3%d3", "Swap Chaos of the Giants on b3 and Cairn of Dawn on d3"),
        ("b3:deer", "Put Deer Rock in place of Chaos of the Giants on b3"),
        ("~b3", "Use the power of the megalith on b3"),
        ("@b3", "Wake the megalith on b3"),
        (":c3", "Build a megalith on c3"),
    ],
)
def test_every_action_has_its_describe(text: str, expected: str) -> None:
    state = cairn.parse_position(START)
    assert describe(state, cairn.parse_action(text, state)) == expected


def test_several_relocations_are_told_one_by_one() -> None:
    both = RelocateAll(Relocate(Space.C3, Space.C4), Relocate(Space.A1, Space.A2))
    expected = "Move Sea's shaman from c3 to c4; Move Sea's shaman from a1 to a2"
    assert describe(cairn.parse_position(START), both) == expected


def test_of_effects_done_in_order_the_later_ones_do_not_say_whose_shaman_it_is() -> None:
    """What the first ones change is not known then."""
    state = cairn.parse_position(START)
    both = Together(Banish(Space.C5), Relocate(Space.C3, Space.C4))
    assert describe(state, both) == "Banish Forest's shaman on c5; Move the shaman from c3 to c4"
    moved = Together(Relocate(Space.C3, Space.C4), SlideMegalith(Space.B3, Space.B4))
    assert describe(state, moved) == "Move Sea's shaman from c3 to c4; Move the megalith from b3 to b4"
    assert describe(state, Together()) == "Do nothing"


def test_an_effect_of_ones_own_is_described_by_its_notation() -> None:
    state, own = cairn.parse_position(START), ExchangeShamans(Space.C3, Space.C5)
    assert describe(state, own) == own.notation
    assert words_for(cairn).sentence(state, own) == ""  # at the terminal it stands beside the notation


def test_what_is_no_action_is_refused() -> None:
    with pytest.raises(DefinitionError, match="'c1-c2' is not an action of Cairn"):
        describe(cairn.parse_position(START), "c1-c2")


@pytest.mark.parametrize(
    ("text", "expected"), [("xe3", "Banish the shaman on e3"), ("e3~e4", "Move the megalith from e3 to e4")]
)
def test_a_power_that_offers_what_is_not_there_is_told_all_the_same(text: str, expected: str) -> None:
    state = cairn.parse_position(START)
    assert describe(state, cairn.parse_action(text, state)) == expected
