"""The action index of Cairn: 641 numbers, none of them shared by two actions of one decision."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twelve_stones import STONES

from cairn_rules import Registry, cairn
from cairn_rules.cairn import BASE_SET, Borrow, Space, State, Variant
from cairn_rules.cairn.learning import action_space
from cairn_rules.cairn.learning.action_space import action_at, action_indices
from cairn_rules.encoding import Encoder, EncodingError
from support.play import play, texts
from support.strategies import live_states

BOX = tuple(BASE_SET)


@given(live_states(BOX))
def test_each_legal_action_has_an_index_of_its_own(state: State) -> None:
    legal = cairn.legal_actions(state)
    indices = action_indices(state)
    assert len(set(indices)) == len(legal) > 0
    assert set(indices) <= set(range(641))
    for action, index in zip(legal, indices, strict=True):
        assert Encoder(cairn).index(state, action) == index
        assert action_at(state, index) == action


@given(live_states(BOX), st.integers(-1, 641))
def test_no_other_index_has_an_action(state: State, index: int) -> None:
    if index not in action_indices(state):
        with pytest.raises(EncodingError, match=f"no legal action has the index {index} here"):
            action_at(state, index)


def test_the_ranges_are_those_of_the_table() -> None:
    """Worked out by hand: 25 spaces, 80 orthogonal and 64 diagonal steps, 60 and 36 jumps, 20 origins of exits."""
    assert [len(each) for each in (action_space.STEPS, action_space.LEAPS, action_space.EXITS, action_space.SWAPS)] == [
        144,
        96,
        20,
        300,
    ]
    for pairs in (action_space.STEPS, action_space.LEAPS, action_space.EXITS, action_space.SWAPS):
        assert list(pairs) == sorted(set(pairs))
    assert action_space.SIZE == 641


@pytest.mark.parametrize(
    ("position", "text", "index"),
    [
        # a1 has the steps b1, a2 and b2, in the order of spaces.
        ("f4/5/5/5/s4 s wooe b3=chaos,d3=dawn deer,menhir - 0-0", "a1-b1", 0),
        ("f4/5/5/5/s4 s wdoe b3=chaos,d3=dawn deer,menhir - 0-0", "a1-b2", 2),
        # The last three steps are those of e5: d4, e4 and d5.
        ("4f/5/5/5/s4 f wooe b3=chaos,d3=dawn deer,menhir - 0-0", "e5-d5", 143),
        # a1 jumps to c1, a3 and c3; e5 last to c3, e3 and c5.
        ("f4/5/5/5/ss3 s wooe b3=chaos,d3=dawn deer,menhir - 0-0", "a1^c1", 144),
        ("3ff/5/5/5/s4 f wooe b3=chaos,d3=dawn deer,menhir - 0-0", "e5^c5", 239),
        # Exits: a1 to e2 are the first ten, a4 to e5 the last ten.
        ("5/5/5/5/f3s f wooe b3=chaos,d3=dawn deer,menhir - 0-0", "a1-x", 240),
        ("f3s/5/5/5/5 s wooe b3=chaos,d3=dawn deer,menhir - 0-0", "e5-x", 259),
        ("s4/s4/5/5/4f s wooe b3=chaos,d3=dawn deer,menhir - 0-0", "a4^x", 250),
        ("5/5/5/4f/4f f wooe b3=chaos,d3=dawn deer,menhir - 0-0", "e2^x", 249),
        ("f4/5/5/5/s4 s wooe b3=chaos,d3=dawn deer,menhir - 0-0", "+d1", 263),
        ("f4/5/5/5/s4 f booe b3=chaos,d3=dawn deer,menhir - 0-0", "+d5", 283),
    ],
)
def test_tile_actions(position: str, text: str, index: int) -> None:
    state = cairn.parse_position(position)
    assert Encoder(cairn).index(state, cairn.parse_action(text, state)) == index


@pytest.mark.parametrize(
    ("stone", "text", "index"),
    [
        ("chaos", "xa1", 260),
        ("dawn", "&b1", 261),
        ("cromlech", "c3>d4", 278),  # a step by its distance, but Cromlech chooses among spaces
        ("pillars", "again", 640),
        ("alley", "xc4", 277),
        # Rank 1 has 3 + 5 + 5 + 5 + 3 steps, ranks 2, 3 and 4 have 5 + 8 + 8 + 8 + 5 each.
        ("haven", "a2>b1", 21 + 1),
        ("menhir", "c3>b2", 21 + 34 + 13),
        ("sanctuary", "c3~b2", 21 + 34 + 13),
        ("deer", "c4>b5", 21 + 34 + 34 + 13 + 5),
        ("fairy", "c4>b5", 21 + 34 + 34 + 13 + 5),
        ("tumulus", "xc3", 272),
        # The pairs whose lower space is a1 to b3 come first: 24 + 23 + ... + 13; then c3 with d3 to c4.
        ("stormwell", "c3%d4", 285 + 222 + 5),
        ("mound", "!move", 636),
        ("source", "c3:mound", 585 + 2 * 12 + 1),
    ],
)
def test_powers(stone: str, text: str, index: int) -> None:
    first, second, third = [each for each in ("tumulus", "pillars", "mound", "menhir") if each != stone][:3]
    position = f"5/2f2/5/s1s2/f4 s wooe c3={stone},d4={first} {second},{third} - 0-0"
    state = play(cairn.parse_position(position), "c2-c3")
    assert Encoder(cairn).index(state, cairn.parse_action(text, state)) == index


def test_an_exit_by_a_power() -> None:
    """Rule 6.6: with the variant, Haven can move the other shaman out from d5, the ninth space of the last ten."""
    position = "3s1/5/5/2s2/f4 s wooe c3=haven,d4=dawn mound,deer - 0-0"
    state = play(cairn.parse_position(position, variant=Variant(power_exit=True)), "c2-c3")
    assert Encoder(cairn).index(state, cairn.parse_action("d5>x", state)) == 258


def test_builds_and_transformations() -> None:
    """Sea exits from c5 and builds the second upcoming megalith; then Sea transforms b3, or passes."""
    built = play(cairn.parse_position("2s2/5/5/5/f4 s wooe b3=dawn,d3=chaos mound,deer - 0-0"), "c5-x")
    assert [Encoder(cairn).index(built, action) for action in cairn.legal_actions(built)] == [638, 639]
    arranged = play(cairn.parse_position("5/5/1fs2/3s1/5 s wooe a5=dawn,e5=chaos mound,deer - 0-0"), "d2-d3")
    assert texts(arranged) == ["*b3", "pass"]
    assert action_indices(arranged) == (260 + 11, 640)


def test_a_custom_megalith_has_no_indices() -> None:
    """Its own options are refused by name. Those of a base megalith whose power it borrows are not."""
    position = "5/5/1f3/2s2/5 s wooe c3=mimic,d4=pillars mound,deer - 0-0"
    start = cairn.parse_position(position, BASE_SET | Registry(STONES))
    state = play(start, "c2-c3")
    for ask in (
        action_indices,
        lambda each: action_at(each, 0),
        lambda each: Encoder(cairn).index(each, Borrow(Space.D4)),
    ):
        with pytest.raises(EncodingError, match="the options of 'mimic' have no fixed index"):
            ask(state)
    assert action_indices(play(state, cairn.format_action(Borrow(Space.D4)))) == (640,)


def test_an_illegal_action_has_no_index() -> None:
    state = cairn.parse_position("f4/5/5/5/s4 s wooe b3=chaos,d3=dawn deer,menhir - 0-0")
    with pytest.raises(EncodingError, match=r"Move\(origin=A1, to=B2\) has no index: it is not legal here"):
        Encoder(cairn).index(state, cairn.Move(Space.A1, Space.B2))
    assert Encoder(cairn).index(state, cairn.Move(Space.A1, Space.B1)) == 0


@pytest.mark.parametrize("index", [1.0, True, "1", None, [1], (1,)])
def test_what_is_no_whole_number_is_no_index(index: object) -> None:
    """The action with the index 1 is legal: a1-a2."""
    state = cairn.parse_position("f4/5/5/5/s4 s wooe b3=chaos,d3=dawn deer,menhir - 0-0")
    assert cairn.format_action(action_at(state, 1)) == "a1-a2"
    with pytest.raises(EncodingError, match=f"^no legal action has the index {re.escape(repr(index))} here$"):
        action_at(state, index)  # type: ignore[arg-type]
