"""The draws of the set-up and from the deck as events of their own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_rules import cairn
from cairn_rules.cairn import BASE_SET, State
from cairn_rules.cairn.proofs.chance_nodes import (
    MAX_OUTCOMES,
    MEGALITHS,
    SETUP,
    deck_outcomes,
    drawable,
    first_state,
    outcome_name,
    setup_outcomes,
    with_next,
)
from support.play import play
from support.strategies import live_states


def ids(stones) -> list[str]:
    return [stone.id for stone in stones]


@pytest.mark.parametrize(
    ("deck", "score", "drawn"),
    [
        ("mound,alley,haven", "0-0", ["mound", "alley", "haven"]),
        ("mound,alley|haven", "0-0", ["mound", "alley"]),
        ("mound|alley,haven", "0-0", []),  # the only unknown one is known by what is left
        ("|mound,alley,haven", "0-0", []),
        ("-", "0-0", []),
    ],
)
def test_a_build_draws_what_is_unknown(deck: str, score: str, drawn: list[str]) -> None:
    state = play(cairn.parse_position(f"2s2/5/5/5/f4 s wooe b3=dawn,d3=chaos deer,menhir {deck} {score}"), "c5-x")
    for action in cairn.legal_actions(state):
        assert ids(drawable(state, action)) == drawn
        assert sorted(ids(MEGALITHS[each] for each in deck_outcomes(state, action))) == sorted(drawn)


def test_a_build_that_wins_draws_nothing() -> None:
    position = "2s2/5/5/5/f4 s wooe b3=dawn,d3=chaos,a2=pillars,b2=source deer,menhir mound,alley,haven 2-0"
    state = play(cairn.parse_position(position), "c5-x")
    assert ids(drawable(state, cairn.legal_actions(state)[0])) == []
    forest = position.replace(" s w", " f w").replace("2-0", "0-2").replace("2s2/5/5/5/f4", "s4/5/5/5/2f2")
    state = play(cairn.parse_position(forest), "c1-x")
    assert ids(drawable(state, cairn.legal_actions(state)[0])) == []
    other = play(cairn.parse_position(forest.replace("0-2", "2-0")), "c1-x")
    assert ids(drawable(other, cairn.legal_actions(other)[0])) == ["mound", "alley", "haven"]


def test_source_draws_and_no_other_action_does() -> None:
    position = "5/5/5/2s2/f4 s wooe b3=dawn,c3=source deer,menhir mound,alley,haven 0-0"
    start = cairn.parse_position(position)
    assert all(drawable(start, action) == () for action in cairn.legal_actions(start))
    state = play(start, "c2-c3")
    for action in cairn.legal_actions(state):
        assert ids(drawable(state, action)) == ["mound", "alley", "haven"]
    after = cairn.apply(with_next(state, BASE_SET["haven"]), cairn.parse_action("b3:deer", state))
    assert ids(after.upcoming) == ["haven", "menhir"]
    assert ids(after.deck) == ["mound", "alley", "dawn"]


@given(live_states(tuple(BASE_SET)), st.randoms(use_true_random=False))
def test_what_comes_next_changes_nothing_that_is_known(state: State, rng) -> None:
    for action in cairn.legal_actions(state):
        unknown = drawable(state, action)
        assert len(unknown) != 1
        if unknown:
            megalith = rng.choice(unknown)
            changed = with_next(state, megalith)
            assert cairn.observe(changed, None) == cairn.observe(state, None)
            assert changed.deck[0] == megalith
            assert cairn.legal_actions(changed) == cairn.legal_actions(state)


def test_the_set_up_is_drawn_in_six_steps() -> None:
    """The faces have most outcomes; a megalith is drawn once."""
    counts, names, drawn = [], [], []
    for node in range(len(SETUP)):
        outcomes = setup_outcomes(drawn, cairn.LIGHT_SET)
        counts.append(len(outcomes))
        drawn.append(outcomes[-1])
        names.append(outcome_name(node, drawn[-1]))
    assert counts == [2, MAX_OUTCOMES, 8, 7, 6, 5]
    assert names[:2] == ["first: Forest", "faces: bdem"]
    state = first_state(drawn, cairn.LIGHT_SET)
    stones = [*state.megaliths.values(), *state.upcoming]
    assert names[2:] == [f"{step}: {stone.id}" for step, stone in zip(SETUP[2:], stones, strict=True)]
    assert state.deck == tuple(stone for stone in cairn.LIGHT_SET if stone not in stones)
    start = cairn.new_game(
        seed=1, megaliths=cairn.LIGHT_SET, circles=ids(stones[:2]), faces="bdem", first=cairn.Tribe.FOREST
    )
    assert (state.shamans, state.megaliths, state.tiles) == (start.shamans, start.megaliths, start.tiles)
    assert (state.active, state.pending) == (start.active, start.pending)
