"""Small games that show what players are good for; the first player of each decides alone."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from cairn_rules import Outcome
from cairn_rules.manifest import Manifest, Pace


class _Toy:
    """What toys have in common: nothing is hidden, and actions are texts."""

    def new_game(self, *, seed: int | None = None):  # noqa: ARG002 - always the same
        return ()

    def observe(self, state, player):  # noqa: ARG002 - nothing is hidden
        return state

    def sample_hidden(self, observation, rng: Random):  # noqa: ARG002 - as above
        return observation

    def current_player(self, state) -> int | None:
        return 0 if self.legal_actions(state) else None

    def legal_actions(self, state) -> tuple[str, ...]:
        raise NotImplementedError

    def outcome(self, state) -> Outcome | None:
        return None if self.legal_actions(state) else Outcome((0,), "prize")

    def apply(self, state, action: str):
        assert action in self.legal_actions(state)
        return (*state, action)

    def format_action(self, action: str) -> str:
        return action

    def parse_action(self, text: str, state) -> str:  # noqa: ARG002 - the same in every state
        return text

    def diagram(self, state) -> str:
        return " ".join(state)


class Doors(_Toy):
    """A turn is a door and what lies behind it; a door by itself looks the worse, the more is behind it."""

    worth: ClassVar[dict[tuple[str, ...], float]] = {
        (): 0.0,
        ("oak",): 0.5,
        ("iron",): -0.5,
        ("oak", "coin"): 0.25,
        ("oak", "dust"): 0.0,
        ("iron", "crown"): 0.75,
        ("iron", "rust"): -0.75,
    }
    behind: ClassVar[dict[tuple[str, ...], tuple[str, ...]]] = {
        (): ("oak", "iron"),
        ("oak",): ("coin", "dust"),
        ("iron",): ("rust", "crown"),
    }

    def __init__(self, *, turns: bool = True) -> None:
        self.MANIFEST = Manifest(
            name="doors",
            pace=Pace(
                turns=(lambda state: len(state) // 2) if turns else None,
                repetition_key=lambda state: state,
                value=lambda state, _: self.worth.get(state, 0.0),
            ),
        )

    def legal_actions(self, state) -> tuple[str, ...]:
        return self.behind.get(state, ("on",) if len(state) < 3 else ())


class Stairs(_Toy):
    """Two steps down win at once; up looks better, and is a draw in the end. Nothing tells who stands how well."""

    def legal_actions(self, state) -> tuple[str, ...]:
        return ("up", "down") if len(state) < 2 else ()

    def outcome(self, state) -> Outcome | None:
        if len(state) < 2:
            return None
        return Outcome((0,), "cellar") if state == ("down", "down") else Outcome((), "attic")


class Coin:
    """A coin lies hidden, and is guessed in two steps; who is not sure stops, and is half as well off as who is right.

    A state is the coin's side and what was said.
    """

    MANIFEST = Manifest(
        name="coin",
        pace=Pace(
            repetition_key=lambda state: state,
            value=lambda state, _: 0.5 if state[1:2] == ("stop",) else 0.0,
        ),
    )

    def new_game(self, *, seed: int | None = None):
        return (Random(seed).choice(("heads", "tails")),)

    def current_player(self, state) -> int | None:
        return 0 if self.legal_actions(state) else None

    def legal_actions(self, state) -> tuple[str, ...]:
        said = state[1:]
        if not said:
            return ("stop", "guess")
        if said[0] == "stop":
            return ("wait",)
        return ("heads", "tails") if len(said) == 1 else ()

    def apply(self, state, action: str):
        assert action in self.legal_actions(state)
        return state if action == "wait" else (*state, action)

    def outcome(self, state) -> Outcome | None:
        if self.legal_actions(state):
            return None
        return Outcome((0,) if state[0] == state[2] else (1,), "guessed")

    def observe(self, state, player):  # noqa: ARG002 - nobody has seen the coin
        return state[1:]

    def sample_hidden(self, observation, rng: Random):
        return (rng.choice(("heads", "tails")), *observation)

    def format_action(self, action: str) -> str:
        return action

    def parse_action(self, text: str, state) -> str:  # noqa: ARG002 - the same in every state
        return text

    def diagram(self, state) -> str:
        return " ".join(state[1:])
