"""Reasons for illegal actions that any seat and spectators may read: they tell no secret."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from cairn_rules import DefinitionError, Reason, cairn, endless_winter, games, korrigans, manifest_of, why_illegal_for
from cairn_rules.lazy import resolve
from cairn_rules.manifest import Manifest, Seats
from support.random_play import viewers
from support.subtraction import Subtraction

Why = Callable[[Any, Any, Any, int | None], Reason | None]
PLAYERS = {"korrigans": 3, "endless-winter": 2, "cairn-rpg-creation": 2}
"""The number of players in games for several."""


def for_viewer(game: Any, state: Any, action: Any, viewer: int | None) -> Reason | None:
    return why_illegal_for(game, state, action, viewer=viewer)


def for_anyone(game: Any, state: Any, action: Any, _: int | None) -> Reason | None:
    return game.why_illegal(state, action)


def played(game: Any, seed: int, decisions: int) -> Iterator[tuple[Any, list[Any]]]:
    """Every second state of a random game, with some actions: legal ones, earlier ones and samples of every kind."""
    rng = Random(seed)
    samples = resolve(manifest_of(game).samples)
    assert samples is not None
    tried = dict.fromkeys(samples.actions())
    options = {"players": PLAYERS[manifest_of(game).name]} if manifest_of(game).name in PLAYERS else {}
    state = game.new_game(seed=seed, **options)
    for number in range(decisions):
        legal = game.legal_actions(state)
        tried |= dict.fromkeys(legal)
        if number % 2 == 0 or not legal:
            yield state, rng.sample(list(tried), min(20, len(tried)))
        if not legal:
            return
        state = game.apply(state, rng.choice(legal))


def told(reason: Reason | None) -> object:
    """All that a reason tells, its arguments included."""
    return reason and (reason.code, reason.text, reason.rule, repr(reason.arguments), reason.parts)


def leaks(game: Any, why: Why, seed: int) -> set[int | None]:
    """The viewers for whom the reasons differ between two states that look the same to them."""
    rng = Random(seed)
    return {
        viewer
        for state, actions in played(game, seed, 60)
        for viewer in viewers(game, state)
        for other in [game.sample_hidden(game.observe(state, viewer), rng)]
        for action in actions
        if told(why(game, state, action, viewer)) != told(why(game, other, action, viewer))
    }


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.parametrize("name", games.LIBRARY)
@pytest.mark.parametrize("seed", range(3))
def test_what_looks_the_same_has_the_same_reasons(name: str, seed: int) -> None:
    """To each seat, the one that decides included, and to spectators."""
    assert leaks(games.load(name), for_viewer, seed) == set()


@pytest.mark.untraced
@pytest.mark.parametrize("name", ["korrigans", "endless-winter"])
def test_reasons_for_the_player_who_decides_are_secret(name: str) -> None:
    """So the property above can fail."""
    assert None in leaks(games.load(name), for_anyone, 0)


@pytest.mark.untraced
@pytest.mark.parametrize("name", games.LIBRARY)
def test_the_player_who_decides_gets_the_reason_of_the_game(name: str) -> None:
    """All others learn who decides; the rules page has the rule."""
    game: Any = games.load(name)
    for state, actions in played(game, 3, 40):
        decides = game.current_player(state)
        names = manifest_of(game).seats.names_in(state)
        for action in actions:
            for viewer in viewers(game, state):
                reason = why_illegal_for(game, state, action, viewer=viewer)
                if decides in (None, viewer):
                    assert told(reason) == told(game.why_illegal(state, action))
                else:
                    assert reason is not None
                    assert (reason.code, reason.text) == (
                        "decision/another-player",
                        f"{names[decides].capitalize()} decides now",
                    )
                    assert reason.arguments["who"].value == decides
                    assert reason.rule


def test_tokens_and_cards_stay_secret() -> None:
    """Two sentences that named them."""
    state = korrigans.apply(korrigans.new_game(seed=7), korrigans.Place("A"))
    take = korrigans.Take(korrigans.Clover.FROG)
    assert "its tokens are mouse, 2 gold, 2 gold" in str(why_illegal_for(korrigans, state, take, viewer=0))
    for viewer in (1, None):
        reason = why_illegal_for(korrigans, state, take, viewer=viewer)
        assert str(reason) == "Blue decides now [decision/another-player, rule 3.1]"
    state, action = next(
        (state, action)
        for state, actions in played(endless_winter, 0, 400)
        for action in actions
        if "not-in-hand" in str(endless_winter.why_illegal(state, action))
    )
    decides = endless_winter.current_player(state)
    assert decides is not None
    assert "in hand" in str(why_illegal_for(endless_winter, state, action, viewer=decides))
    for viewer in (1 - decides, None):
        reason = why_illegal_for(endless_winter, state, action, viewer=viewer)
        assert str(reason).endswith("decides now [decision/another-player, rule 5.2]")


def test_after_the_end_everybody_gets_the_same_reason() -> None:
    *_, (state, actions) = played(games.load("cairn"), 1, 2000)
    assert cairn.outcome(state) is not None
    for viewer in (None, *cairn.Tribe):
        reason = why_illegal_for(cairn, state, actions[0], viewer=viewer)
        assert reason is not None
        assert reason.code == "game/over"


def test_a_game_needs_no_reasons_of_its_own() -> None:
    """Then the error of `apply` has the reason, and seats have numbers."""
    game = Subtraction(3)
    state = (1, 2)
    assert str(why_illegal_for(game, state, 2, viewer=2)) == "2 cannot be taken [take/count, rule 1]"
    assert why_illegal_for(game, state, 1, viewer=2) is None
    for viewer in (0, None):
        assert str(why_illegal_for(game, state, 2, viewer=viewer)) == "player 2 decides now [decision/another-player]"


def test_a_seat_that_does_not_exist_is_refused() -> None:
    with pytest.raises(DefinitionError, match="5 is not a player"):
        why_illegal_for(korrigans, korrigans.new_game(seed=7), korrigans.Pass(), viewer=5)


class Seated(Subtraction):
    """A game whose `observe` takes any seat; its manifest says that there are two."""

    MANIFEST = Manifest(name="seated", seats=Seats(names=("first", "second")))


@pytest.mark.parametrize("viewer", [2, 9, -1])
def test_a_seat_that_observe_does_not_refuse_is_refused(viewer: int) -> None:
    with pytest.raises(DefinitionError, match=rf"{viewer} is not a player \(0 to 1, or None for a spectator\)"):
        why_illegal_for(Seated(2), (3, 0), 1, viewer=viewer)
