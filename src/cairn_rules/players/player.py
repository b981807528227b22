"""The interface of players, and the budget for a decision."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from random import Random
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol, cast, final

from cairn_rules.checks import checked, checked_class, plain_int
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import ActionT, Game, ObservationT, StateT
from cairn_rules.manifest import manifest_of

if TYPE_CHECKING:  # as in `cairn_rules.game`
    from typing_extensions import TypeVar

    ObservationT_contra = TypeVar("ObservationT_contra", contravariant=True, default=Any)
    ActionT_co = TypeVar("ActionT_co", covariant=True, default=Any)
else:
    ObservationT_contra, ActionT_co = ObservationT, ActionT


def _positive(_: object, attribute: Any, value: object) -> None:
    if value is None:
        return
    whole = attribute.name == "simulations"
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)) or not 0 < value < inf:
        number = "whole number" if whole else "number"
        raise DefinitionError(f"{attribute.name} should be a {number} above 0, or None, not {value!r}")


@final
@checked_class
@frozen(kw_only=True)
class Budget:
    """The limits of one decision, which ends when the first of them is reached.

    Raises:
        DefinitionError: if a number is not above 0, or both are missing.

    Example:
        >>> len(list(Budget(simulations=3).spend()))
        3
    """

    simulations: int | None = field(default=None, converter=plain_int, validator=_positive)
    """Maximum number of simulations: lines of play from now to a position that is judged. Whatever it is, `SeerPlayer`
    and `SagePlayer` look at all of one turn, with up to 1000."""
    seconds: float | None = field(default=None, validator=_positive)
    """Maximum time, in seconds."""
    cancelled: Event | None = field(default=None, eq=False, repr=False)
    """An event with which another thread ends the decision: the player answers with the best action found so far.

    A budget with an event cannot be sent to other processes.
    """

    def __attrs_post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise DefinitionError("a Budget needs a number of simulations, or of seconds")

    @classmethod
    def of(cls, simulations: int | None, seconds: float | None) -> Budget | None:
        """Return a budget of these numbers; None if both are None."""
        return None if simulations is None and seconds is None else cls(simulations=simulations, seconds=seconds)

    @checked
    def spend(self, at_once: int = 1) -> Iterator[int]:
        """Yield the number of each simulation in the budget, or the first one of some at once, from 0; at least one."""
        start = perf_counter()
        number = 0
        while number == 0 or not (
            (self.simulations is not None and number >= self.simulations)
            or (self.seconds is not None and perf_counter() - start >= self.seconds)
            or (self.cancelled is not None and self.cancelled.is_set())
        ):
            yield number
            number += at_once


def default_budget(game: Game[Any, Any, Any], name: str, usual: Budget) -> Budget:
    """Return the default budget of a general player in a game: that of the game's manifest, or else the usual one."""
    simulations = manifest_of(game).simulations.get(name)
    return usual if simulations is None else Budget(simulations=simulations)


class Player(Protocol[ObservationT_contra, ActionT_co]):
    """A player of one seat: it receives an observation and answers with a legal action.

    A player may remember what it has seen. Make new players for each game.
    """

    def choose(self, observation: ObservationT_contra, budget: Budget | None = None) -> ActionT_co:
        """Return the action that the player takes.

        The observation is that of the player's seat, in a state in which that seat decides. The default budget is the
        player's own.
        """
        ...


class MakesPlayer(Protocol):
    """A class of players, or a function with the same arguments that makes one."""

    def __call__(self, game: Game[Any, Any, Any], /, *, seed: int | None = None) -> Player[Any, Any]:
        """Make a player for one game.

        The same seed makes a player that answers the same, unless its budget is a time.
        """
        ...


def drawn_for(game: Game[StateT, Any, ObservationT], observation: ObservationT, rng: Random) -> tuple[StateT, int]:
    """Return a random state that agrees with an observation, and the seat that decides in it.

    Raises:
        DefinitionError: if it is not an observation of this game, the game is over, or another seat decides.
    """
    state = game.sample_hidden(observation, rng)
    seat = game.current_player(state)
    if seat is None:
        raise _over(observation)
    if game.observe(state, seat) != observation:
        raise DefinitionError(f"the observation is not that of seat {seat}, which decides; give observe(state, {seat})")
    return state, seat


def legal_for(game: Game[StateT, ActionT, ObservationT], observation: ObservationT, rng: Random) -> tuple[ActionT, ...]:
    """Return the legal actions of the seat that decides, without a sampled state if the game lists them without one.

    Raises:
        DefinitionError: as `drawn_for` does.
    """
    if not manifest_of(game).legal_from_observation:
        return game.legal_actions(drawn_for(game, observation, rng)[0])
    legal = game.legal_actions(cast("StateT", observation))
    if not legal:
        raise _over(observation)
    return legal


def _over(observation: object) -> DefinitionError:
    return DefinitionError(f"the game is over, so there is nothing to decide in {quoted(observation)}")
