"""Players that do what a player must not; in a module of their own, so that other processes find them."""

from __future__ import annotations

from cairn_rules import Budget
from cairn_rules.players import RandomPlayer


class Bad:
    """A player for the tests: it does with an observation what its class says."""

    def __init__(self, game, *, seed: int | None = None) -> None:
        self.game, self.seed = game, seed

    def choose(self, observation, budget: Budget | None = None):
        raise NotImplementedError


class Raises(Bad):
    def choose(self, observation, budget=None):  # noqa: ARG002 - nothing is looked at
        raise ValueError("no\n  idea " + "x" * 500)


class Leaves(Bad):
    def choose(self, observation, budget=None):  # noqa: ARG002 - nothing is looked at
        raise SystemExit(3)


class Cheats(Bad):
    def choose(self, observation, budget=None):  # noqa: ARG002 - nothing is looked at
        return 7


class Unmade(Bad):
    def __init__(self, game, *, seed: int | None = None) -> None:  # noqa: ARG002 - it is never made
        raise OSError("no model")


class Floats(Bad):
    """Answers with a number that is equal to a legal action."""

    def choose(self, observation, budget=None):
        return float(RandomPlayer(self.game, seed=1).choose(observation, budget))


class UnshowableError(Exception):
    """Cannot even be shown."""

    def __repr__(self) -> str:
        raise ValueError("do not look")


class RaisesUnshowable(Bad):
    def choose(self, observation, budget=None):  # noqa: ARG002 - nothing is looked at
        raise UnshowableError


class AnswersUnshowable(Bad):
    def choose(self, observation, budget=None):  # noqa: ARG002 - nothing is looked at
        return UnshowableError()


class Angry:
    """Cannot even be compared."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("do not touch")

    __hash__ = None  # type: ignore[assignment]


class AnswersAngry(Bad):
    def choose(self, observation, budget=None):  # noqa: ARG002 - nothing is looked at
        return Angry()
