"""Take Away: the ten functions of a game and nothing else. Take 1 to 3 counters in turn; the last one wins."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from cairn_rules import Fault, IllegalActionError, NotationError, Outcome, Reason

State: TypeAlias = tuple[int, int]
"""Number of counters, and the player to move."""


def new_game(*, seed: int | None = None) -> State:
    """Return 10 to 20 counters, with the first player to move."""
    return Random(seed).randint(10, 20), 0


def current_player(state: State) -> int | None:
    """Return the player to move; None without counters."""
    return state[1] if state[0] else None


def legal_actions(state: State) -> tuple[int, ...]:
    """Return the numbers that can be taken, in ascending order."""
    return tuple(range(1, min(state[0], 3) + 1))


def apply(state: State, action: int) -> State:
    """Return the state with fewer counters and the other player to move."""
    if action not in legal_actions(state):
        reason = Reason(code="take/number", text=f"{action!r} counters cannot be taken", rule="1")
        raise IllegalActionError(action, reason, diagram(state))
    return state[0] - action, 1 - state[1]


def outcome(state: State) -> Outcome | None:
    """Return the victory of the player who took the last counter; None while there are counters."""
    return None if state[0] else Outcome(winners=(1 - state[1],), reason="last-counter")


def observe(state: State, player: int | None) -> State:  # noqa: ARG001 - nothing is hidden
    """Return the state."""
    return state


def sample_hidden(observation: State, rng: Random) -> State:  # noqa: ARG001 - nothing is hidden
    """Return the state."""
    return observation


def format_action(action: int) -> str:
    """Return a text such as `take-2`."""
    return f"take-{action}"


def parse_action(text: str, state: State) -> int:  # noqa: ARG001 - the same in every state
    """Return the number of a text such as `take-2`."""
    if text not in ("take-1", "take-2", "take-3"):
        raise NotationError(text, [Fault("action", f"{text[:100]!r} is not an action: take-1, take-2 or take-3")])
    return int(text[-1])


def diagram(state: State) -> str:
    """Return a stroke for each counter."""
    return "|" * state[0] or "-"
