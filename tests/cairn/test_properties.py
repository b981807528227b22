"""What holds in every state, also in the middle of a turn, with custom megaliths and odd sets."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_rules import Registry, cairn
from cairn_rules.cairn import Action, BuildMegalith, Megalith, Space, State, Tribe, UsePower, When
from cairn_rules.cairn.rules.make_state import make_state
from support import oracle
from support.strategies import ALL_STONES, live_states, parts, positions, states

pytestmark = pytest.mark.untraced

EVERY_ACTION: tuple[Action, ...] = (
    *map(cairn.Add, Space),
    *(kind(a, b) for kind in (cairn.Move, cairn.Jump, cairn.Relocate) for a in Space for b in (*Space, cairn.VILLAGE)),
    *map(cairn.Construct, ALL_STONES),
    *map(cairn.Transform, Space),
    cairn.Pass(),
    *map(cairn.Banish, Space),
    *map(cairn.Summon, Space),
    *(cairn.SlideMegalith(a, b) for a, b in permutations(Space, 2)),
    *(cairn.SwapMegaliths(a, b) for a, b in combinations(Space, 2)),
    *(cairn.ReplaceMegalith(space, stone) for space in Space for stone in ALL_STONES),
    *map(cairn.FlipTile, cairn.Tile),
    cairn.TakeExtraTurn(),
    cairn.Together(),
    cairn.RelocateAll(),
    *(kind(space) for kind in (cairn.Wake, cairn.Borrow, cairn.GrantBuild) for space in Space),
)
"""Every action one can conceive without an effect of one's own; options of custom powers join them."""

SYMMETRIC = tuple(stone for stone in ALL_STONES if stone.id not in ("gale", "whirlpool"))
"""All but those whose options name shamans in an order, which a symmetry turns round."""


@given(states(), st.integers(0, 2))
def test_an_action_is_listed_if_and_only_if_it_is_legal(state: State, first: int) -> None:
    """Rules 3.1 to 10.5: what is listed is what `why_illegal` finds no fault with, in a third of all actions."""
    legal = cairn.legal_actions(state)
    assert len(set(legal)) == len(legal)
    found = [
        action
        for action in dict.fromkeys((*EVERY_ACTION[first::3], *legal))
        if cairn.why_illegal(state, action) is None
    ]
    assert set(found) == set(legal)


@given(states())
def test_transformations_are_those_of_the_oracle(state: State) -> None:
    """Rules 8.1 to 8.3: three in a line as the tile shows, one of them moved this turn."""
    forbidden = {each for each in oracle.transformations(state) if each.victim in _in_asylum(state)}
    assert set(cairn.transformations(state)) == oracle.transformations(state) - forbidden
    for face in cairn.TransformationFace:
        for tribe in Tribe:
            found = cairn.find_arrangements(state.shamans, face, tribe)
            assert set(found) == oracle.arrangements(state.shamans, face, tribe)
            assert list(found) == sorted(found, key=lambda each: (each.victim, each.own))


def _in_asylum(state: State) -> set[Space]:
    """Where nobody is transformed (rule 12.4)."""
    return {space for space, stone in state.megaliths.items() if stone.id == "asylum"}


@given(live_states(SYMMETRIC), st.sampled_from([cairn.rotate, cairn.mirror]))
def test_the_symmetries_commute_with_the_rules(state: State, seen_from) -> None:
    """Rule 1.8: whatever can be done here can be done in the image, with the image as its result."""
    image = seen_from(state)
    assert seen_from(image) == state
    legal = cairn.legal_actions(state)
    assert {seen_from(action) for action in legal} == set(cairn.legal_actions(image))
    for action in legal:
        assert cairn.apply(image, seen_from(action)) == seen_from(cairn.apply(state, action))


@given(states())
def test_nothing_is_lost_or_made(state: State) -> None:
    """Rules 1.1, 1.2, 1.6: five shamans a tribe, one shaman and one megalith a space, the set of tiles."""
    before = Counter(stone.id for stone in (*state.megaliths.values(), *state.upcoming, *state.deck))
    for action in cairn.legal_actions(state):
        after = cairn.apply(state, action)
        shamans = Counter(after.shamans.values())
        assert [shamans[tribe] + after.villages[tribe] for tribe in Tribe] == [5, 5]
        assert Counter(stone.id for stone in (*after.megaliths.values(), *after.upcoming, *after.deck)) == before
        assert len(after.megaliths) == 2 + sum(after.scores)
        assert make_state(**parts(after)) == after, "a state of a game is sound"


@given(states())
def test_a_live_state_has_an_action_and_somebody_who_decides(state: State) -> None:
    """Rules 3.2, 9.2: either the game is over, or there is something to decide."""
    over = cairn.outcome(state) is not None
    assert (cairn.legal_actions(state) == ()) == over
    assert (cairn.current_player(state) is None) == over


@given(live_states(), st.randoms(use_true_random=False))
def test_every_turn_ends(state: State, rng: Random) -> None:
    """Rule 6.7: no power keeps a turn going for ever, not even one that only wants to."""
    turn = state.turn
    decisions = 0
    while state.turn == turn:
        state = cairn.apply(state, rng.choice(cairn.legal_actions(state)))
        decisions += 1
        assert decisions < 1000


@given(live_states())
def test_apply_leaves_its_argument_as_it_was(state: State) -> None:
    before, listed = parts(state), cairn.legal_actions(state)
    for action in listed:
        cairn.apply(state, action)
    assert parts(state) == before
    assert cairn.legal_actions(state) == listed
    assert cairn.legal_actions(make_state(**parts(state))) == listed


@given(states())
def test_a_state_is_the_value_of_its_parts(state: State) -> None:
    again = make_state(**parts(state))
    assert again == state
    assert hash(again) == hash(state)
    assert parts(again) == parts(state)
    for copied in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):  # noqa: S301 - our own
        assert copied == state
        assert hash(copied) == hash(state)


@given(states())
def test_actions_read_back_as_they_were_written(state: State) -> None:
    for action in cairn.legal_actions(state):
        text = cairn.format_action(action)
        assert not set(text) & set(" \t\n")
        assert cairn.parse_action(text, state) == action
        assert cairn.parse_action(f" {text.upper()}\n", state) == action


@given(positions())
def test_positions_read_back_as_they_were_written(state: State) -> None:
    text = cairn.format_position(state)
    again = cairn.parse_position(text, Registry(ALL_STONES), state.variant)
    assert again == state
    assert cairn.format_position(again) == text


@given(states(), st.randoms(use_true_random=False), st.sampled_from([None, *Tribe]))
def test_observations_keep_the_order_of_the_deck_and_nothing_else(state: State, rng: Random, player) -> None:
    """Rule 2.7: the unknown part of the deck is shuffled, the tucked part stays."""
    hidden = len(state.deck) - state.tucked
    unknown = list(state.deck[:hidden])
    rng.shuffle(unknown)
    other = make_state(**parts(state) | {"deck": (*unknown, *state.deck[hidden:])})
    seen = cairn.observe(state, player)
    assert cairn.observe(other, player) == seen
    assert cairn.legal_actions(other) == cairn.legal_actions(state) == cairn.legal_actions(seen)
    sampled = cairn.sample_hidden(seen, rng)
    assert cairn.observe(sampled, player) == seen
    assert sampled.deck[hidden:] == state.deck[hidden:]
    assert Counter(sampled.deck) == Counter(state.deck)


@given(states())
def test_diagrams_fit_a_terminal(state: State) -> None:
    for unicode in (True, False):
        lines = cairn.diagram(state, unicode=unicode).splitlines()
        assert max(map(len, lines)) <= 80
        assert unicode or all(line.isascii() for line in lines)
        assert len(cairn.diagram(state, unicode=True).splitlines()) == len(lines)
        compact = cairn.diagram(state, unicode=unicode, compact=True).splitlines()
        assert [line[:40].rstrip() for line in compact[:11]] == [
            line[:40].rstrip() for number, line in enumerate(lines[:15]) if number not in (4, 6, 8, 10)
        ]
        beside = ["\n".join(line[40:] for line in told).split() for told in (lines[:15], compact[:11])]
        assert beside[0] == beside[1]
        assert compact[11:] == lines[16:]


@settings(max_examples=50)
@given(live_states())
def test_what_is_asked_fits_the_position(state: State) -> None:
    """Rules 5.3, 6.2: a power is used by the owner of the shaman there, a build is on a free space."""
    match state.pending:
        case UsePower(space, Megalith(wakes=When.ARRIVING) as megalith, owner, (), False) as power:
            assert state.megaliths[space] == megalith
            assert state.shamans[space] is owner
            assert cairn.current_player(state) is power.decider
        case BuildMegalith(space, builder):
            assert space not in state.megaliths
            assert cairn.current_player(state) is builder
        case _:
            assert cairn.current_player(state) in (state.active, getattr(state.pending, "owner", None))


@settings(max_examples=40)
@given(positions(tuple(stone for stone in ALL_STONES if stone.id not in ("raft", "whirlpool"))))
def test_threats_are_what_a_whole_turn_can_transform(state: State) -> None:
    """Rule 8.3: against a search of the opponent's whole turn that skips nothing; nothing is missing.

    Without the two whose chains have millions of ways.
    """
    for by in Tribe:
        if cairn.outcome(state) is not None:
            assert cairn.threats(state, by=by) == {}
            continue
        found = cairn.threats(state, by=by)
        for victim, actions in oracle.threats(state, by).items():
            assert set(actions) <= set(found[victim])
