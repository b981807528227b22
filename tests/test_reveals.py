"""Decisions that show a player something hidden: what may fairly be taken back, and what not."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cairn_rules import DefinitionError, cairn, endless_winter, korrigans
from support.endless_winter.positions import effect
from support.play import play

pytestmark = pytest.mark.untraced

CAIRN = "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir {} 0-0"


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (cairn, {}),
        (korrigans, {"players": 2}),
        (korrigans, {"players": 3}),
        (endless_winter, {"players": 1}),
        (endless_winter, {"players": 2}),
    ],
)
def test_nothing_new_is_known_unless_a_decision_reveals_it(game: Any, options: dict[str, int]) -> None:
    """Else the same decision leads to the same view from every state that agrees with what the viewer knew."""
    rng = Random(7)
    state = game.new_game(seed=7, **options)
    seats = game.MANIFEST.seats.count_in(state)
    for _ in range(60):
        if not game.legal_actions(state):
            break
        action = rng.choice(game.legal_actions(state))
        after = game.apply(state, action)
        for viewer in (*range(seats), None):
            if game.reveals(state, after, viewer=viewer):
                continue
            seen = game.observe(after, viewer)
            for _ in range(2):
                other = game.sample_hidden(game.observe(state, viewer), rng)
                if action in game.legal_actions(other):
                    assert game.observe(game.apply(other, action), viewer) == seen, (action, viewer)
        state = after


@pytest.mark.parametrize(
    ("deck", "revealed"),
    [("-", False), ("fairy,mound", True), ("|fairy", False)],
    ids=["empty", "face down", "put under the deck openly"],
)
def test_a_build_reveals_an_unknown_megalith(deck: str, *, revealed: bool) -> None:
    """A megalith that everybody knows to be the next one is nothing new (rule 2.7)."""
    state = cairn.parse_position(CAIRN.format(deck))
    leaves = play(state, "c5-x")
    builds = play(leaves, "=alley")
    assert not cairn.reveals(state, leaves)
    for viewer in (*cairn.Tribe, 0, 1, None):
        assert cairn.reveals(leaves, builds, viewer=viewer) is revealed
    assert not cairn.reveals(builds, leaves)


def test_a_card_is_drawn_unseen_by_others() -> None:
    """Everybody sees the Animals that are turned over (Endless Winter, rule 6.3)."""
    drawn, animals = (
        [endless_winter.reveals(state, endless_winter.apply(state, action), viewer=viewer) for viewer in (0, 1, None)]
        for state, action in (
            (effect("draw(1)", deck=("brave",)), endless_winter.Gain("draw")),
            (effect("animal_reveal(1)"), endless_winter.RevealAnimals()),
        )
    )
    assert drawn == [True, False, False]
    assert animals == [True, True, True]


@pytest.mark.parametrize("viewer", [2, "sky", True])
def test_viewers_of_cairn_are_its_tribes(viewer: Any) -> None:
    """As `svg` says it."""
    state = cairn.new_game(seed=7)
    for function in (cairn.changes, cairn.reveals):
        with pytest.raises(
            DefinitionError, match="viewer should be None, a tribe, its name, or a seat from 0 to 1, not "
        ):
            function(state, state, viewer=viewer)


def test_every_viewer_of_cairn_sees_the_same_changes() -> None:
    """A drawn megalith lies open on the table, and nobody hides anything."""
    rng, state = Random(3), cairn.new_game(seed=3)
    drawn = 0
    while cairn.outcome(state) is None:
        after = cairn.apply(state, rng.choice(cairn.legal_actions(state)))
        happened = cairn.changes(state, after)
        assert all(cairn.changes(state, after, viewer=viewer) == happened for viewer in (*cairn.Tribe, 0, None))
        for seat in cairn.Tribe:
            before_seen, seen = cairn.observe(state, seat), cairn.observe(after, seat)
            drawn += len(before_seen.unknown) - len(seen.unknown)
        state = after
    assert drawn
