"""What the points in the course of a game reveal, and that logs of the role-playing game can name a viewer."""

from __future__ import annotations

from random import Random

import pytest

from cairn_rules import endless_winter, games, korrigans
from cairn_rules.errors import DefinitionError


def test_scores_of_korrigans_are_a_secret() -> None:
    """States that a spectator cannot tell apart have different scores."""
    rng, state = Random(1), korrigans.new_game(seed=1, players=3)
    for _ in range(60):
        state = korrigans.apply(state, rng.choice(korrigans.legal_actions(state)))
    others = [korrigans.sample_hidden(korrigans.observe(state, None), rng) for _ in range(20)]
    assert any(korrigans.scores(other) != korrigans.scores(state) for other in others)


def test_scores_of_endless_winter_differ_only_by_stones_for_buried_cards() -> None:
    """States that a spectator cannot tell apart differ in nothing but the points of such stones."""
    rng = Random(1)
    for seed in range(2):
        state = endless_winter.new_game(seed=seed, players=2)
        for step in range(240):
            if endless_winter.outcome(state) is not None:
                break
            state = endless_winter.apply(state, rng.choice(endless_winter.legal_actions(state)))
            if step % 24:
                continue
            other = endless_winter.sample_hidden(endless_winter.observe(state, None), rng)
            for player, one, two in zip(
                state.players, endless_winter.scores(state), endless_winter.scores(other), strict=True
            ):
                rules = {state.pack.stone[stone].rule for stone in player.stones}
                assert one == two or "buried_different" in rules
                assert one.total - one.stones == two.total - two.stones


@pytest.mark.parametrize("name", [name for name in games.names() if name.startswith("cairn-rpg-")])
def test_changes_of_the_role_playing_game_are_the_same_for_every_viewer(name: str) -> None:
    game = games.load(name)
    before = game.new_game(seed=7)
    after = game.apply(before, game.legal_actions(before)[0])
    assert game.changes(before, after, viewer=0) == game.changes(before, after, viewer=None)
    assert game.changes(before, after, viewer=None) == game.changes(before, after)
    with pytest.raises(DefinitionError, match=r"^9 is not a player"):
        game.changes(before, after, viewer=9)
