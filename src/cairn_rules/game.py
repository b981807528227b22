"""What every rule system offers: the protocol that a game's module satisfies, and how a game ends."""

from __future__ import annotations

from random import Random
from typing import Protocol, TypeVar

from attrs import frozen

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
ObservationT = TypeVar("ObservationT")


@frozen
class Outcome:
    """How a game ended.

    Example:
        >>> Outcome(winners=(0,), reason="third-megalith").is_draw
        False
    """

    winners: tuple[int, ...]
    """The players who won, in seat order; more than one share the victory, none is a draw."""
    reason: str
    """A stable code for what ended the game; the game's rules page lists them."""

    @property
    def is_draw(self) -> bool:
        """Whether nobody won."""
        return not self.winners


class Game(Protocol[StateT, ActionT, ObservationT]):
    """A rule system: pure functions over frozen values. A module can be one (PEP 544).

    Players are seats, numbered from 0. Everything a player decides is an action, also in the
    middle of a turn, and `apply` maps one state to the next. Chance is spent in `new_game`: the
    state carries the hidden order, and `observe` is what keeps secrets.
    """

    def new_game(self, *, seed: int | None = None) -> StateT:
        """The first state of a game; the same seed gives the same game, None a different one each time."""
        ...

    def current_player(self, state: StateT) -> int | None:
        """Who decides now; None when the game is over."""
        ...

    def legal_actions(self, state: StateT) -> tuple[ActionT, ...]:
        """Every legal action, in a documented fixed order, without duplicates; none when the game is over."""
        ...

    def apply(self, state: StateT, action: ActionT) -> StateT:
        """The state after the action.

        Raises:
            IllegalActionError: when the action is not legal; it carries the reason.
        """
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """Who won and why; None while the game goes on."""
        ...

    def observe(self, state: StateT, player: int | None) -> ObservationT:
        """What that seat (None: a spectator) may know of the state."""
        ...

    def sample_hidden(self, observation: ObservationT, rng: Random) -> StateT:
        """A full state that agrees with the observation, its hidden part drawn at random."""
        ...

    def format_action(self, action: ActionT) -> str:
        """The action in the game's notation, without white space."""
        ...

    def parse_action(self, text: str, state: StateT) -> ActionT:
        """The action that a text names in a state; it need not be legal there.

        Raises:
            NotationError: when the text names no action.
        """
        ...

    def diagram(self, state: StateT) -> str:
        """The state as a drawing in text, at most 80 columns wide."""
        ...
