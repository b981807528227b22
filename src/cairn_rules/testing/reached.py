"""A state of any game, with the way that leads there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar, final

from attrs import frozen
from hypothesis import strategies as st

from cairn_rules.game import Game

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")


@final
@frozen
class Reached(Generic[StateT, ActionT]):
    """A state of a game that started from a seed."""

    seed: int
    """The seed of the game."""
    actions: tuple[ActionT, ...]
    """The decisions that led to the state."""
    state: StateT
    """The state."""


def reach(game: Game[StateT, ActionT, Any], seed: int, choices: Iterable[int]) -> Reached[StateT, ActionT]:
    """Where choices among the legal actions lead; a game that fails on the way stops there."""
    state = game.new_game(seed=seed)
    actions: list[ActionT] = []
    for choice in choices:
        try:
            legal = game.legal_actions(state)
            if not legal:
                break
            action = legal[choice % len(legal)]
            after = game.apply(state, action)
        except Exception:  # noqa: BLE001 - the checks find what fails in the state before it
            break
        state = after
        actions.append(action)
    return Reached(seed, tuple(actions), state)


@st.composite
def reaching(draw: st.DrawFn, game: Game[Any, Any, Any], most_decisions: int) -> Reached[Any, Any]:
    """Any states that can be reached by so many decisions."""
    length = draw(st.integers(0, most_decisions))
    choices = draw(st.lists(st.integers(0, 10_000), min_size=length, max_size=length))
    return reach(game, draw(st.integers(0, 2**32)), choices)
