"""Assertion errors of the conformance checks, which name the check and draw the position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar, final

from hypothesis import strategies as st

from cairn_rules.errors import quoted
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import ActionT, Game, StateT
from cairn_rules.manifest import manifest_of


@final
@frozen
class Reached(Generic[StateT, ActionT]):
    """A state of a game, with the decisions that lead to it from a seed."""

    seed: int
    actions: tuple[ActionT, ...]
    """The decisions that led to the state, oldest first."""
    state: StateT
    """The state after these decisions."""


def reach(game: Game[StateT, ActionT, Any], seed: int, choices: Iterable[int]) -> Reached[StateT, ActionT]:
    """Play a game and return the state reached. If the game fails on the way, return the state before the failure.

    `choices` are indices into the legal actions of each state, modulo their number.
    """
    state = game.new_game(seed=seed)
    actions: list[ActionT] = []
    for choice in choices:
        try:
            legal = game.legal_actions(state)
            if not legal:
                break
            action = legal[choice % len(legal)]
            after = game.apply(state, action)
        except Exception:  # noqa: BLE001 - the checks will find this failure in the state before it
            break
        state = after
        actions.append(action)
    return Reached(seed, tuple(actions), state)


@st.composite
def reaching(draw: st.DrawFn, game: Game[Any, Any, Any], most_decisions: int) -> Reached[Any, Any]:
    """Draw states that can be reached by at most this many decisions."""
    length = draw(st.integers(0, most_decisions))
    choices = draw(st.lists(st.integers(0, 10_000), min_size=length, max_size=length))
    return reach(game, draw(st.integers(0, 2**32)), choices)


T = TypeVar("T")


class ConformanceFault(AssertionError):  # noqa: N818 - "fault" is the word of this library
    """A broken promise of a megalith or a game."""

    def __init__(self, who: str, check: str, message: str, drawing: str, line: int | None = None) -> None:
        place = check if line is None else f"{check}, line {line}"
        super().__init__(f"{who}: {message} [{place}]" + (f"\n\n{drawing}" if drawing else ""))
        self.check = check
        """The slug of the check that found the fault."""
        self.message = message
        """A description of the fault and its remedy, in a sentence or two."""


class GameFault(ConformanceFault):
    """A rule system that breaks a promise of `Game`."""

    def __init__(
        self, game: Game[Any, Any, Any], check: str, message: str, reached: Reached[Any, Any] | None = None
    ) -> None:
        super().__init__(manifest_of(game).name, check, message, "" if reached is None else _drawing(game, reached))
        self.game = game
        """The rules."""
        self.state: Any = None if reached is None else reached.state
        """The state with the fault, reached by the fewest decisions known; None if the fault needs no state."""


def _drawing(game: Game[Any, Any, Any], reached: Reached[Any, Any]) -> str:
    try:
        drawing = game.diagram(reached.state)
    except Exception:  # noqa: BLE001 - another check reports a faulty diagram
        drawing = f"The state: {quoted(reached.state)}"
    actions = " ".join(map(str, reached.actions)) or "no decisions"
    return f"{drawing}\n\nReached from seed {reached.seed} by: {actions}"
