"""Games that are none of this library: from a number, each takes 1 or 2 in turn; who takes the last one wins.

Their states are numbers and rows of numbers: they know no turns, and nothing is hidden.
"""

from __future__ import annotations

from random import Random

from cairn_rules import Fault, IllegalActionError, NotationError, Outcome, Reason


class Subtraction:
    """The rules for some players; a state is what is left and who decides."""

    def __init__(self, players: int) -> None:
        self.players = players

    def new_game(self, *, seed: int | None = None) -> tuple[int, int]:
        return Random(seed).randrange(4, 12), 0

    def current_player(self, state: tuple[int, int]) -> int | None:
        return state[1] if state[0] else None

    def legal_actions(self, state: tuple[int, int]) -> tuple[int, ...]:
        return tuple(range(1, min(state[0], 2) + 1))

    def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        if action not in self.legal_actions(state):
            raise IllegalActionError(action, Reason("take/count", f"{action} cannot be taken", "1"), str(state))
        return state[0] - action, (state[1] + 1) % self.players

    def outcome(self, state: tuple[int, int]) -> Outcome | None:
        return None if state[0] else Outcome(winners=((state[1] - 1) % self.players,), reason="last-one")

    def observe(self, state: tuple[int, int], player: int | None) -> tuple[int, int]:  # noqa: ARG002 - nothing is hidden
        return state

    def sample_hidden(self, observation: tuple[int, int], rng: Random) -> tuple[int, int]:  # noqa: ARG002 - as above
        return observation

    def format_action(self, action: int) -> str:
        return f"take-{action}"

    def parse_action(self, text: str, state: tuple[int, int]) -> int:  # noqa: ARG002 - the same in every state
        if text not in ("take-1", "take-2"):
            raise NotationError(text, [Fault("action", f"{text!r} is neither take-1 nor take-2")])
        return int(text[-1])

    def diagram(self, state: tuple[int, int]) -> str:
        return "|" * state[0] or "-"


class Walk:
    """A game without an end: each steps to the left or to the right; two players."""

    __name__ = "tests.walk"

    def new_game(self, *, seed: int | None = None) -> int:  # noqa: ARG002 - always the same
        return 0

    def current_player(self, state: int) -> int | None:
        return state % 2

    def legal_actions(self, state: int) -> tuple[int, ...]:  # noqa: ARG002 - the same in every state
        return (-1, 1)

    def apply(self, state: int, action: int) -> int:
        if action not in (-1, 1):
            raise IllegalActionError(action, Reason("step/far", "a step is -1 or 1", "1"), str(state))
        return state + action

    def outcome(self, state: int) -> Outcome | None:  # noqa: ARG002 - it has no end
        return None

    def observe(self, state: int, player: int | None) -> int:  # noqa: ARG002 - nothing is hidden
        return state

    def sample_hidden(self, observation: int, rng: Random) -> int:  # noqa: ARG002 - nothing is hidden
        return observation

    def format_action(self, action: int) -> str:
        return "right" if action == 1 else "left"

    def parse_action(self, text: str, state: int) -> int:  # noqa: ARG002 - the same in every state
        if text not in ("left", "right"):
            raise NotationError(text, [Fault("action", f"{text!r} is neither left nor right")])
        return 1 if text == "right" else -1

    def diagram(self, state: int) -> str:
        return str(state)


PAIR = Subtraction(2)
THREE = Subtraction(3)
WALK = Walk()
