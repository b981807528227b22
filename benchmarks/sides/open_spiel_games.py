"""OpenSpiel: breakthrough on 5x5, written in C++ and driven from Python; tic-tac-toe, written in Python."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import version
from itertools import islice
from random import Random

import open_spiel.python.games.tic_tac_toe  # noqa: F401 - loading it registers the game
import pyspiel

from sides.side import POSITIONS, Quantity, Side, Speed, called, counted, growth, python_start

RNG = Random(1)
PERFT_DEPTH = 4


def playout(game: pyspiel.Game) -> int:
    """Play a random game, and return its number of actions."""
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(RNG.choice(state.legal_actions()))
    return state.move_number()


def steps(game: pyspiel.Game) -> Iterator[tuple[pyspiel.State, int]]:
    """Yield the states of an endless series of random games, each with the action chosen there."""
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            action = RNG.choice(state.legal_actions())
            yield state, action
            state = state.child(action)


def expand(state: pyspiel.State) -> int:
    """Make all next states, and return their number."""
    return len([state.child(action) for action in state.legal_actions()])


def perft(state: pyspiel.State, depth: int) -> int:
    """Return the number of sequences of actions of some length."""
    if depth == 1:
        return len(state.legal_actions())
    return sum(perft(state.child(action), depth - 1) for action in state.legal_actions())


def measure(game: pyspiel.Game) -> dict[Quantity, Speed]:
    """Return the speeds that are measured for both games."""

    @cache
    def kept() -> Sequence[tuple[pyspiel.State, int]]:
        return list(islice(steps(game), POSITIONS))

    def states() -> Sequence[tuple[pyspiel.State]]:
        return [(state,) for state, _ in kept()]

    def copies() -> Sequence[tuple[pyspiel.State, int]]:
        return [(state.clone(), action) for state, action in kept()]

    return {
        Quantity.PLAYOUT: counted(lambda: playout(game)),
        Quantity.LEGAL: called(pyspiel.State.legal_actions, states),
        Quantity.CHECKED: called(pyspiel.State.apply_action_with_legality_check, copies),
        Quantity.UNCHECKED: called(pyspiel.State.apply_action, copies),
        Quantity.BRANCH: called(pyspiel.State.child, kept),
        Quantity.EXPAND: counted(expand, states),
        Quantity.PERFT: counted(lambda: perft(game.new_initial_state(), PERFT_DEPTH)),
        Quantity.TEXT: called(lambda state: game.deserialize_state(state.serialize()), states),
    }


def through_json(state: pyspiel.State) -> pyspiel.State:
    """Write a state as JSON and read it again, for a game that has JSON."""
    return state.get_game().new_initial_state(json.loads(state.to_json()))


def sides() -> Sequence[Side]:
    """Return both games; only the second has JSON."""
    installed = f"open_spiel {version('open_spiel')}"
    breakthrough = pyspiel.load_game("breakthrough", {"columns": 5, "rows": 5})
    tic_tac_toe = pyspiel.load_game("python_tic_tac_toe")
    json_speed = called(through_json, lambda: [(state,) for state, _ in islice(steps(tic_tac_toe), POSITIONS)])
    return [
        Side(
            name="OpenSpiel, breakthrough 5x5 in C++",
            version=installed,
            speeds=measure(breakthrough),
            start=python_start("import pyspiel"),
            keep=growth(lambda: (state for state, _ in steps(breakthrough))),
        ),
        Side(
            name="OpenSpiel, tic-tac-toe in Python",
            version=installed,
            speeds={**measure(tic_tac_toe), Quantity.JSON: json_speed},
            keep=growth(lambda: (state for state, _ in steps(tic_tac_toe))),
        ),
    ]
