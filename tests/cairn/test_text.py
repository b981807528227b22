"""Actions and positions as text: every form, and every fault."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_rules import DefinitionError, Match, NotationError, Outcome, UnsoundStateError, cairn
from cairn_rules.cairn import BASE_SET, Space
from support.play import play

START = "f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn cromlech,pillars alley,deer,menhir,sanctuary 0-0"


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("+d1", cairn.Add(Space.D1)),
        ("c1-c2", cairn.Move(Space.C1, Space.C2)),
        ("c1^c3", cairn.Jump(Space.C1, Space.C3)),
        ("c5-x", cairn.Move(Space.C5, cairn.VILLAGE)),
        ("c4^x", cairn.Jump(Space.C4, cairn.VILLAGE)),
        ("=deer", cairn.Construct(BASE_SET["deer"])),
        ("*d2", cairn.Transform(Space.D2)),
        ("pass", cairn.Pass()),
        ("xa5", cairn.Banish(Space.A5)),
        ("d4>d3", cairn.Relocate(Space.D4, Space.D3)),
        ("d4>x", cairn.Relocate(Space.D4, cairn.VILLAGE)),
        ("&a1", cairn.Summon(Space.A1)),
        ("b3~b4", cairn.SlideMegalith(Space.B3, Space.B4)),
        ("b3%d5", cairn.SwapMegaliths(Space.B3, Space.D5)),
        ("a2:menhir", cairn.ReplaceMegalith(Space.A2, BASE_SET["menhir"])),
        ("!add", cairn.FlipTile(cairn.Tile.ADD)),
        ("!move", cairn.FlipTile(cairn.Tile.MOVE)),
        ("!jump", cairn.FlipTile(cairn.Tile.JUMP)),
        ("again", cairn.TakeExtraTurn()),
    ],
)
def test_every_form_of_an_action(text: str, action: cairn.Action) -> None:
    state = cairn.parse_position(START)
    assert cairn.format_action(action) == text
    assert cairn.parse_action(text, state) == action


def test_a_swap_has_no_order() -> None:
    state = cairn.parse_position(START)
    assert cairn.parse_action("d5%b3", state) == cairn.SwapMegaliths(Space.B3, Space.D5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not an action"),
        ("hello", "not an action"),
        ("c1", "not an action"),
        ("-c1", "not an action"),
        ("c1+c2", "not an action"),
        ("!transformation", "not an action"),
        ("c1-f9", "'f9' is not a space"),
        ("+x", "'x' is not a space"),
        ("=dear", "unknown id 'dear'; did you mean 'deer'?"),
        ("=qqqq", "known: chaos, dawn"),
        ("b3%b3", "a swap needs two spaces, not b3 twice"),
        ("a2:fairy", "unknown id 'fairy'"),
        ("c1-c2 c2-c3", "not an action"),
        ("x" * 5000, "…"),
    ],
)
def test_a_text_that_is_no_action(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        cairn.parse_action(text, cairn.parse_position(START))
    assert message in str(caught.value)
    assert caught.value.text == text
    assert caught.value.__suppress_context__, "what was tried on the way is nobody's business"


def test_an_action_is_read_in_a_state() -> None:
    """Also one that means the same in every state."""
    match: Any = Match(cairn, seed=1)
    for use in (lambda given: cairn.parse_action("c1-c2", given), cairn.diagram):
        with pytest.raises(DefinitionError, match=r"give its state, match\.state"):
            use(match)


def test_the_position_of_the_design() -> None:
    state = cairn.parse_position(START)
    assert cairn.format_position(state) == START
    assert list(state.shamans) == [Space.A1, Space.C1, Space.E1, Space.A5, Space.C5, Space.E5]
    assert state.villages == (2, 2)
    assert [stone.id for stone in state.upcoming] == ["cromlech", "pillars"]
    assert [stone.id for stone in state.deck] == ["alley", "deer", "menhir", "sanctuary"]
    assert str(state.tiles) == "wooe"
    assert state.active is cairn.Tribe.SEA


def test_known_tiles_of_the_deck_stand_behind_a_bar() -> None:
    """Rule 2.7: what Source of Silver tucked under the deck is known to everyone, and stays so in text."""
    state = cairn.parse_position("4f/5/5/2s2/5 s wooe c3=source,d3=dawn alley,deer menhir,mound 0-0")
    for text in ("c2-c3", "d3:deer"):
        state = cairn.apply(state, cairn.parse_action(text, state))
    assert cairn.format_position(state) == "4f/5/2s2/5/5 f wdoe c3=source,d3=deer alley,menhir mound|dawn 0-0"
    assert cairn.parse_position(cairn.format_position(state)) == state
    assert state.tucked == 1
    assert cairn.format_position(cairn.observe(state, None)).split()[5] == "?1|dawn"
    all_known = cairn.parse_position("5/5/5/5/s3f s wooe c3=source,d3=deer alley,menhir |mound,dawn 0-0")
    assert all_known.tucked == 2
    assert cairn.format_position(all_known).split()[5] == "|mound,dawn"
    assert cairn.format_position(cairn.observe(all_known, None)).split()[5] == "|mound,dawn"


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", ["position: 0 fields; there are seven"]),
        ("5/5/5/5/5 s wooe", ["position: 3 fields"]),
        (START + " 1", ["position: 8 fields"]),
        (START.replace("f1f1f/", ""), ["board, column 1: 4 ranks; there are 5"]),
        (START.replace("f1f1f", "f1f1"), ["board, column 1: rank 5, 'f1f1', has 4 spaces; a rank has 5"]),
        (START.replace("s1s1s", "s1s1ss"), ["board, column 13: rank 1, 's1s1ss', has 6 spaces"]),
        (START.replace("f1f1f", "f12f"), ["board, column 3: two numbers side by side in 'f12f'; write their sum"]),
        (START.replace("f1f1f", "f1x1f"), ["board, column 3: 'x' is not s, f or a digit from 1 to 5"]),
        (START.replace("f1f1f", "f6"), ["board, column 2: '6' is not s, f or a digit"]),
        (START.replace(" s ", " S "), ["tribe, column 19: 'S' is not a tribe"]),
        (START.replace("wooe", "woo"), ["faces, column 21: 'woo' has 3 letters"]),
        (
            START.replace("wooe", "xoox"),
            ["'x' is not on the Add tile; use w or b", "'x' is not on the Transformation tile; use e or m"],
        ),
        (START.replace("b3=chaos", "b3"), ["megaliths, column 29: unknown id ''"]),
        (START.replace("b3=chaos", "z3=chaos"), ["megaliths, column 26: 'z3=chaos' is not of the form space=id"]),
        (START.replace("d3=", "b3="), ["megaliths, column 35: b3 has two megaliths"]),
        (START.replace("cromlech", "cromlch"), ["upcoming, column 43: unknown id 'cromlch'; did you mean 'cromlech'?"]),
        (START.replace("menhir", "mnhir"), ["deck, column 71: unknown id 'mnhir'; did you mean 'menhir'?"]),
        (
            START.replace("alley,deer,menhir,sanctuary", "?4"),
            ["deck, column 60: '?4' hides megaliths, as in an observation"],
        ),
        (START.replace("deer", "chaos"), ["deck, column 60: megalith 'chaos' occurs twice (also in megaliths)"]),
        (START.replace("cromlech,pillars", "-"), ["upcoming, column 43: 0 upcoming although the deck has 4"]),
        (START.replace("0-0", "0:0"), ["score, column 88: '0:0' is not a score"]),
        (START.replace("0-0", "1-0"), ["score, column 88: 1-0 needs 3 megaliths on the board", "not 2"]),
        (START.replace("0-0", "4-0"), ["4-0 is impossible"]),
        (START.replace("0-0", "3-3"), ["3-3 is impossible"]),
        (START.replace("5/5/5", "sss2/5/fff2"), ["6 Sea shamans on the board", "6 Forest shamans on the board"]),
        (
            "f1f1f/5/5/6/s1s1s q wooe b3=chaos,d3=dwan cromlech,chaos alley 9-9",
            ["column 11: '6'", "column 19: 'q'", "unknown id 'dwan'", "9-9 is impossible"],
        ),
    ],
)
def test_every_fault_of_a_position_is_listed_with_its_place(text: str, faults: list[str]) -> None:
    with pytest.raises(NotationError) as caught:
        cairn.parse_position(text)
    for fault in faults:
        assert fault in str(caught.value)


@given(st.text(alphabet="sf123456/ wobdem=,-?|abcchaosdawn0", max_size=80) | st.text(max_size=40))
def test_nonsense_ends_in_the_librarys_own_error(text: str) -> None:
    state = cairn.parse_position(START)
    for parse in (cairn.parse_position, lambda text: cairn.parse_action(text, state)):
        try:
            parse(text)
        except NotationError as error:
            assert error.faults  # noqa: PT017 - any other error would fail the test


@given(st.data())
def test_a_damaged_position_is_read_or_refused(data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(START)))
    damaged = (
        START[:index] + data.draw(st.sampled_from("sf5/ wx=,-?|1")) + START[index + data.draw(st.integers(0, 2)) :]
    )
    try:
        state = cairn.parse_position(damaged)
    except NotationError as error:
        assert all(fault.where and fault.message for fault in error.faults)  # noqa: PT017 - as above
    else:
        assert cairn.parse_position(cairn.format_position(state)) == state


def test_a_state_within_a_turn_has_no_position_text() -> None:
    state = cairn.parse_position("2s2/5/5/5/4f s wooe c3=mound,d3=dawn alley,deer - 0-0")
    state = cairn.apply(state, cairn.parse_action("c5-x", state))
    with pytest.raises(NotationError, match="between turns"):
        cairn.format_position(state)


def test_a_game_that_is_over_can_be_written() -> None:
    text = "5/5/5/5/s3f f wdoe a3=deer,b3=alley,c3=chaos,d3=dawn,e3=menhir - - 3-0"
    state = cairn.parse_position(text)
    assert cairn.outcome(state) == Outcome(winners=(cairn.Tribe.SEA,), reason="third-megalith")
    assert cairn.format_position(state) == text


def test_a_variant_that_is_none_is_refused() -> None:
    with pytest.raises(UnsoundStateError, match="'acted' is not a Variant"):
        cairn.parse_position(START, variant="acted")


def test_a_drawing() -> None:
    """The board with its totems and megaliths, the villages, and beside it what else is open; by hand."""
    state = play(
        cairn.parse_position("4f/5/1s1f1/2s2/5 s wooe b5=dawn,c3=pillars alley,deer - 0-0"),
        "c2-c3",
        "again",
    )
    assert [line.rstrip() for line in cairn.diagram(state, unicode=False).splitlines()] == [
        "           Forest village fff",
        "        a     b     c     d     e",
        "     +-----+-----+-----+-----+-----+",
        "   5 |     |   B |     |  b  |  f  | 5      Turn 1, Sea 0 - Forest 0",
        "     +-----+-----+-----+-----+-----+        Sea must transform or pass",
        "   4 |     |     |     |     |     | 4      Next turn: Sea",
        "     +-----+-----+-----+-----+-----+        Add             white totem",
        "   3 |     |  s  | s A |  f  |     | 3      Move            diagonal",
        "     +-----+-----+-----+-----+-----+        Jump            over own",
        "   2 |     |     |     |     |     | 2      Transformation  enemy at the end",
        "     +-----+-----+-----+-----+-----+",
        "   1 |     |  b  |     |  w  |     | 1      Deck            0 face down",
        "     +-----+-----+-----+-----+-----+",
        "        a     b     c     d     e",
        "             Sea village sss",
        "",
        "Board:    A Pillars of Spring (pillars), B Cairn of Dawn (dawn)",
        "Upcoming: C Alley of Dusk (alley), D Deer Rock (deer)",
    ]
    other = cairn.diagram(play(state, "*d3"), unicode=False)
    assert "Sea" in other
    assert "enemy in the middle" in other
