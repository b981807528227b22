"""What observations answer: who decides, what is legal and why, and what a text means, as the state would."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cairn_rules import DefinitionError, NotationError, cairn, decides, games, is_legal, korrigans, manifest_of
from cairn_rules.action_table import parsed
from cairn_rules.chance import ScriptedDice
from cairn_rules.games import is_board_game
from cairn_rules.lazy import resolve
from support.random_play import random_states, viewers

SECRET = ("korrigans", "endless-winter")
"""The games in which the reasons depend on what only the seat that decides knows."""
LONG = {"cairn", "korrigans"}
"""The games of which many observations take long and reach nothing that others do not reach."""
PLAYERS = {"korrigans": 3, "cairn-rpg-creation": 2}


def moments(name: str, number: int) -> Iterator[tuple[Any, Any, Any, list[Any]]]:
    """States of a random game, each with a viewer, its observation, and actions of every kind."""
    game: Any = games.load(name)
    options = {"players": PLAYERS[name]} if name in PLAYERS else {}
    samples = list(resolve(manifest_of(game).samples).actions())
    rng = Random(3)
    for place, state in enumerate(random_states(game, game.new_game(seed=3, **options), number)):
        if place % 3 == 0:
            actions = [*rng.sample(samples, min(10, len(samples))), *game.legal_actions(state)[:5]]
            for viewer in viewers(game, state):
                yield state, viewer, game.observe(state, viewer), actions


def read(game: Any, text: str, state: Any) -> object:
    """The action of a text, or why there is none."""
    try:
        return game.parse_action(text, state)
    except NotationError as error:
        return str(error)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.untraced if name in LONG else ()) for name in games.LIBRARY]
)
def test_an_observation_answers_as_its_state(name: str) -> None:
    game: Any = games.load(name)
    for state, viewer, seen, actions in moments(name, 60):
        decider = game.current_player(state)
        assert game.current_player(seen) == decider
        for action in actions:
            assert read(game, str(action), seen) == read(game, str(action), state)
        if name not in SECRET or viewer == decider:
            assert game.legal_actions(seen) == game.legal_actions(state)
            for action in actions:
                assert game.why_illegal(seen, action) == game.why_illegal(state, action)
                assert is_legal(game, seen, action) == is_legal(game, state, action)
        elif decider is not None:
            with pytest.raises(DefinitionError, match=rf"seat {decider} decides, .* why_illegal_for\(game, state, "):
                game.why_illegal(seen, actions[0])


@pytest.mark.parametrize("name", games.LIBRARY)
def test_nothing_is_done_in_an_observation(name: str) -> None:
    game: Any = games.load(name)
    state = game.new_game(seed=7)
    seen = game.observe(state, game.current_player(state))
    refused, said = DefinitionError, r"an Observation is not a state: sample_hidden\(observation, rng\)"
    if game is cairn and cairn.compiled:
        refused, said = TypeError, "State object expected; got .*Observation"  # by the compiler
    for action in (game.legal_actions(seen)[0], "x"):
        with pytest.raises(refused, match=said):
            game.apply(seen, action)
    if is_board_game(game):
        with pytest.raises(refused, match=said):
            game.successors(seen)
    else:
        with pytest.raises(DefinitionError, match="an Observation is not a state"):
            game.resolve(seen, game.legal_actions(seen)[0], ScriptedDice([1]))


@pytest.mark.parametrize("name", games.LIBRARY)
def test_an_observation_of_another_game_is_refused(name: str) -> None:
    game: Any = games.load(name)
    other: Any = cairn if game is not cairn else korrigans
    seen = other.observe(other.new_game(seed=7), 0)
    with pytest.raises(DefinitionError, match="an Observation is not a state"):
        game.parse_action("end", seen)


def test_a_state_of_no_package_has_no_observations() -> None:
    with pytest.raises(DefinitionError, match="'seven' is not a state of this game"):
        parsed("up", "seven", int, lambda text, state: (text, state))


def test_somebody_decides_until_the_game_is_over() -> None:
    state = cairn.new_game(seed=7, first="forest")
    assert decides(cairn, state) == decides(cairn, cairn.observe(state, None)) == 1
    over = cairn.parse_position("5/5/5/fffff/sssss s wooe b3=chaos,d3=dawn alley,deer - 0-0")
    with pytest.raises(DefinitionError, match="the game is over, so that nobody decides"):
        decides(cairn, over)
