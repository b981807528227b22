"""The observation tensor of Cairn, entry by entry."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from twelve_stones import STONES

from cairn_rules import DefinitionError, Registry, cairn
from cairn_rules.cairn import BASE_SET, Space, State, Tribe, UsePower, Variant
from cairn_rules.cairn.learning.observation_tensor import encoding_for, tensor
from cairn_rules.cairn.rules.make_state import make_state
from cairn_rules.encoding import Encoder, EncodingError
from cairn_rules.game import with_options
from support.play import play
from support.strategies import states

pytestmark = pytest.mark.untraced

IDS = tuple(stone.id for stone in BASE_SET)


def ones(state: State, seat: int) -> dict[int, int]:
    """The entries of a tensor that are not 0."""
    return {place: value for place, value in enumerate(tensor(cairn.observe(state, seat), seat)) if value}


def test_every_entry_of_a_position() -> None:
    """Worked out by hand from the table: a1 is space 0, c2 is 7, b3 is 11, d3 is 13, e5 is 24."""
    position = "4f/5/1f3/2s2/5 f bdem a1=alley,b3=chaos,d3=dawn deer,menhir mound,source|fairy,haven 1-0"
    state = cairn.parse_position(position, variant=Variant(power_exit=True, transformation_trigger="acted"))
    board = {75 + 4 * 25 + 0: 1, 75 + 11: 1, 75 + 25 + 13: 1}  # alley is 4, chaos 0, dawn 1
    display = {450 + 5: 1, 464 + 6: 1}  # deer is 5, menhir 6
    deck = {478 + 12: 1, 478 + 13: 1, 492 + 10: 3, 492 + 11: 4}  # mound, source; fairy and haven lie below them
    rest = {506: 1, 507: 1, 508: 1, 509: 1, 512: 1, 518: 1, 519: 1, 520: 1}
    both = {**board, **display, **deck, **rest}
    assert ones(state, Tribe.SEA) == {7: 1, 25 + 11: 1, 25 + 24: 1, 510: 1, **both}
    assert ones(state, Tribe.FOREST) == {11: 1, 24: 1, 25 + 7: 1, 511: 1, 523: 1, 524: 1, 525: 1, **both}


def test_a_power_off_turn() -> None:
    """Sea's Fairy Circle pushes a Forest shaman onto Sanctuary: Forest decides on Sea's turn (rule 6.2)."""
    position = "5/5/1f3/2s2/5 s wooe b4=sanctuary,c3=fairy deer,menhir - 0-0"
    state = play(cairn.parse_position(position), "c2-c3", "b3>b4")
    assert isinstance(state.pending, UsePower)
    moved = {50 + Space.C3: 1, 50 + Space.B4: 1}
    stones = {75 + 7 * 25 + Space.B4: 1, 75 + 10 * 25 + Space.C3: 1}  # sanctuary is 7, fairy 10
    both = {**moved, **stones, 425 + Space.B4: 1, 450 + 5: 1, 464 + 6: 1, 507: 1, 513: 1, 519: 1}
    assert ones(state, Tribe.SEA) == {Space.C3: 1, 25 + Space.B4: 1, 523: 1, **both}
    assert ones(state, Tribe.FOREST) == {Space.B4: 1, 25 + Space.C3: 1, 524: 1, 525: 1, **both}


def test_builds_transformations_and_extra_turns() -> None:
    built = play(cairn.parse_position("2s2/5/5/5/f4 s wooe b3=dawn,d3=chaos mound,deer - 0-0"), "c5-x")
    assert {425 + Space.C5, 514, 523, 524} <= ones(built, Tribe.SEA).keys()
    assert {425 + Space.C5, 514} <= ones(built, Tribe.FOREST).keys()
    assert not {523, 524} & ones(built, Tribe.FOREST).keys()
    pillars = "5/5/1f3/5/2sfs s wooe c2=pillars,e5=chaos mound,deer - 0-0"
    arranged = play(cairn.parse_position(pillars), "c1-c2", "again")
    assert 516 not in ones(arranged, Tribe.SEA)  # no shamans in a row, so that the next turn is Sea's at once
    assert arranged.active == Tribe.SEA
    waits = make_state(
        shamans={Space.A1: Tribe.SEA, Space.B1: Tribe.SEA, Space.C1: Tribe.FOREST},
        megaliths={Space.B3: BASE_SET["chaos"], Space.D3: BASE_SET["dawn"]},
        active=Tribe.SEA,
        pending=cairn.TransformOrPass(),
        moved=(Space.B1,),
        extra_turn=Tribe.FOREST,
        variant=Variant(corner_exit=False, transformation_mandatory=True, dawn_banishes=True),
    )
    both = {51: 1, 75 + 11: 1, 75 + 25 + 13: 1, 515: 1, 521: 1, 522: 1}
    assert ones(waits, Tribe.SEA) == {0: 1, 1: 1, 27: 1, 517: 1, 523: 1, 524: 1, **both}
    assert ones(waits, Tribe.FOREST) == {25: 1, 26: 1, 2: 1, 516: 1, 525: 1, **both}


def test_nobody_decides_once_the_game_is_over() -> None:
    over = cairn.parse_position("5/5/5/fffff/sssss s wdoe c3=chaos,d3=dawn - - 0-0")
    assert not ones(over, Tribe.SEA).keys() & {512, 513, 514, 515, 524}
    assert not ones(over, Tribe.FOREST).keys() & {512, 513, 514, 515, 524}


@given(states(tuple(BASE_SET)), st.sampled_from(Tribe), st.randoms(use_true_random=False))
def test_the_order_of_the_deck_is_hidden(state: State, seat: Tribe, rng) -> None:
    seen = cairn.observe(state, seat)
    assert len(tensor(seen, seat)) == 526
    assert tensor(cairn.observe(cairn.sample_hidden(seen, rng), seat), seat) == tensor(seen, seat)


@given(states(tuple(BASE_SET)))
def test_what_a_tensor_keeps(state: State) -> None:
    """The board, the display and the deck can be read back from it, as far as they are known."""
    entries = tensor(cairn.observe(state, 0), 0)
    assert {space: Tribe.SEA for space in Space if entries[space]} | {
        space: Tribe.FOREST for space in Space if entries[25 + space]
    } == state.shamans
    assert {space for space in Space if entries[50 + space]} == set(state.moved)
    there = {space: id for number, id in enumerate(IDS) for space in Space if entries[75 + 25 * number + space]}
    assert there == {space: stone.id for space, stone in state.megaliths.items()}
    slots = [[id for id, one in zip(IDS, entries[start : start + 14], strict=True) if one] for start in (450, 464)]
    assert [id for slot in slots for id in slot] == [stone.id for stone in state.upcoming]
    top = len(state.deck) - state.tucked
    assert {id for id, one in zip(IDS, entries[478:492], strict=True) if one} == {
        stone.id for stone in state.deck[:top]
    }
    depths = {id: depth for id, depth in zip(IDS, entries[492:506], strict=True) if depth}
    assert depths == {stone.id: place + 1 for place, stone in enumerate(state.deck) if place >= top}


def test_custom_megaliths_have_no_entries() -> None:
    position = "5/5/1f3/2s2/5 s wooe c3=mimic,d4=pillars mound,deer - 0-0"
    state = cairn.parse_position(position, BASE_SET | Registry(STONES))
    with pytest.raises(EncodingError, match=r"no entries for the custom megalith 'mimic'; .* with_options"):
        tensor(cairn.observe(state, 0), 0)


def test_each_custom_megalith_of_a_game_adds_29_entries() -> None:
    """Worked out by hand: 25 spaces, two slots, the unknown and the known deck, in the order of ids.

    That is asylum from 526, bell from 555, gate from 584, hush from 613, wall from 642. c3 is space 12.
    """
    stones = Registry(STONES)
    own = [stones[id] for id in ("wall", "bell", "asylum", "hush", "gate")]
    encoder = Encoder(with_options(cairn, megaliths=[*BASE_SET, *own]), dynamic=200)
    assert (encoder.actions, encoder.shape) == (200, (526 + 5 * 29,))
    position = "4f/5/5/2s2/5 s wooe b3=chaos,c3=wall mound,bell deer,hush|gate,dawn,asylum 0-0"
    state = cairn.parse_position(position, BASE_SET | Registry(own))
    entries = encoder.tensor(state, Tribe.SEA)
    custom = {number: entry for number, entry in enumerate(entries[526:], 526) if entry}
    assert custom == {642 + 12: 1, 555 + 25 + 1: 1, 613 + 27: 1, 584 + 28: 3, 526 + 28: 5}
    text = position.replace("wall", "haven").replace("bell", "fairy").replace("hush", "source").replace("gate", "alley")
    base = tensor(cairn.observe(cairn.parse_position(text.replace("asylum", "pillars")), 0), 0)
    haven, fairy, source, alley, pillars = map(IDS.index, ("haven", "fairy", "source", "alley", "pillars"))
    there = {75 + haven * 25 + 12, 464 + fairy, 478 + source, 492 + alley, 492 + pillars}
    assert entries[:526] == bytes(0 if number in there else entry for number, entry in enumerate(base))


def test_custom_megaliths_change_no_entry_of_the_base_megaliths() -> None:
    state = cairn.new_game(seed=3)
    encoder = Encoder(with_options(cairn, megaliths=[*BASE_SET, *STONES]), dynamic=200)
    assert encoder.tensor(state, 1) == tensor(cairn.observe(state, 1), 1) + bytes(12 * 29)


def test_the_order_of_custom_megaliths_in_the_deck_is_hidden() -> None:
    game = with_options(cairn, megaliths=[*cairn.LIGHT_SET, *STONES])
    encoder = Encoder(game, dynamic=200)
    state = game.new_game(seed=1)
    other = cairn.sample_hidden(cairn.observe(state, 0), Random(2))
    assert other.deck != state.deck
    assert encoder.tensor(other, 0) == encoder.tensor(state, 0)


def test_an_entry_shows_a_depth_of_255_at_most() -> None:
    """The deck is as large as the designers of megaliths like."""
    stones = tuple(evolve(Registry(STONES)["wall"], id=f"wall{number}") for number in range(300))
    state = make_state(
        shamans={Space.A1: Tribe.SEA, Space.E5: Tribe.FOREST},
        megaliths={Space.B3: BASE_SET["chaos"], Space.D3: BASE_SET["dawn"]},
        upcoming=(BASE_SET["deer"], BASE_SET["menhir"]),
        deck=stones,
        tucked=300,
    )
    encode = encoding_for(state).tensor
    assert encode is not None
    known = encode(cairn.observe(state, 0), 0)[526 + 28 :: 29]
    assert sorted(known) == [*range(1, 256), *[255] * 45]


@pytest.mark.parametrize("seat", [None, 2, -1, "x"])
def test_only_a_tribe_observes(seat: object) -> None:
    with pytest.raises(DefinitionError, match=f"^{seat!r} is not a tribe: use 0 \\(Sea\\) or 1 \\(Forest\\)$"):
        tensor(cairn.observe(cairn.new_game(seed=1), 0), seat)
