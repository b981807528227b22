"""Player: whoever decides in a game, and the budget it may spend on a decision."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from threading import Event
from time import perf_counter
from typing import Any, Protocol, TypeVar, final

from attrs import field, frozen

from cairn_rules.errors import DefinitionError
from cairn_rules.game import Game

ObservationT_contra = TypeVar("ObservationT_contra", contravariant=True)
ActionT_co = TypeVar("ActionT_co", covariant=True)


def _positive(_: object, attribute: Any, value: object) -> None:
    if value is None:
        return
    whole = attribute.name == "simulations"
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)) or not 0 < value < inf:
        number = "whole number" if whole else "number"
        raise DefinitionError(f"{attribute.name} should be a {number} above 0, or None, not {value!r}")


@final
@frozen(kw_only=True)
class Budget:
    """What a player may spend on one decision; whatever is reached first ends its thinking.

    Raises:
        DefinitionError: when a number is not above 0, or there is neither number.

    Example:
        >>> len(list(Budget(simulations=3).spend()))
        3
    """

    simulations: int | None = field(default=None, validator=_positive)
    """How many times it may look ahead: each is a line of play from now to where it is judged."""
    seconds: float | None = field(default=None, validator=_positive)
    """How long it may think, in seconds."""
    cancelled: Event | None = field(default=None, eq=False, repr=False)
    """Set by another thread, it ends the thinking at once: the player answers with the best it has found.

    A budget with it cannot be sent to other processes.
    """

    def __attrs_post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise DefinitionError("a Budget needs a number of simulations, or of seconds")

    @classmethod
    def of(cls, simulations: int | None, seconds: float | None) -> Budget | None:
        """The budget of such numbers; None when there is neither."""
        return None if simulations is None and seconds is None else cls(simulations=simulations, seconds=seconds)

    def spend(self) -> Iterator[int]:
        """The numbers of the simulations that there is a budget for, from 0; at least one."""
        start = perf_counter()
        number = 0
        while number == 0 or not (
            (self.simulations is not None and number >= self.simulations)
            or (self.seconds is not None and perf_counter() - start >= self.seconds)
            or (self.cancelled is not None and self.cancelled.is_set())
        ):
            yield number
            number += 1


class Player(Protocol[ObservationT_contra, ActionT_co]):
    """Whoever decides in a game: it is shown what its seat may know, and answers with a legal action.

    A player may remember what it has seen, so that each game has players of its own.
    """

    def choose(self, observation: ObservationT_contra, budget: Budget | None = None) -> ActionT_co:
        """The action that the player takes.

        Args:
            observation: What its seat may know of a state in which it has to decide.
            budget: What it may spend; None for as much as suits the player.
        """
        ...


class MakesPlayer(Protocol):
    """What makes the players of a game: a player's class, or a function with the same arguments."""

    def __call__(self, game: Game[Any, Any, Any], *, seed: int | None = None) -> Player[Any, Any]:
        """A player for one game.

        Args:
            game: The rules.
            seed: The same seed makes a player that answers the same, unless its budget is a time.
        """
        ...
