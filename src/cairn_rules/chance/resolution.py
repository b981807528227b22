"""Resolution: rules that take their dice as an argument, and `apply` built on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar, final

from cairn_rules.chance.dice import Dice
from cairn_rules.chance.key import Chance, KeyedDice
from cairn_rules.frozen_classes import evolve, frozen

StateT = TypeVar("StateT")
StateT_co = TypeVar("StateT_co", covariant=True)
ActionT = TypeVar("ActionT")
ActionT_contra = TypeVar("ActionT_contra", contravariant=True)
EventT = TypeVar("EventT")
EventT_co = TypeVar("EventT_co", covariant=True)


@final
@frozen
class Resolution(Generic[StateT_co, EventT_co]):
    """The result of an action: a new state, and the events that led to it."""

    state: StateT_co
    """The state after the action."""
    events: tuple[EventT_co, ...] = ()
    """The events, in order. They may contain secrets, for example the order of a shuffled deck."""


class Resolves(Protocol[StateT, ActionT_contra, EventT_co]):
    """A game whose rules take their dice as an argument. A module can be one (PEP 544)."""

    def resolve(self, state: StateT, action: ActionT_contra, dice: Dice, /) -> Resolution[StateT, EventT_co]:
        """Return the result of an action with these dice. The given state is unchanged.

        The rules refuse an illegal action before they roll, ask no other source of chance, and leave the field `chance`
        unchanged; only `resolve_keyed` advances it.

        Raises:
            IllegalActionError: if the action is not legal.
        """
        ...


class HasChance(Protocol):
    """A state with a key: an attrs class with a field `chance`."""

    @property
    def chance(self) -> Chance:
        """The chance still to come."""
        ...


HasChanceT = TypeVar("HasChanceT", bound=HasChance)


def resolve_keyed(
    resolve: Callable[[HasChanceT, ActionT, Dice], Resolution[HasChanceT, EventT]],
    state: HasChanceT,
    action: ActionT,
    replace: Callable[..., Any] = evolve,
) -> Resolution[HasChanceT, EventT]:
    """Resolve an action with dice from the state's key, and advance the key in the new state.

    The `apply` of a game returns the state.

    Args:
        resolve: The rules.
        state: The state; it is unchanged.
        action: The action.
        replace: A function that returns a state with another `chance`, which it takes by keyword (default:
            `attrs.evolve`). It is not called if no dice were thrown. Pass your own for a state that is not an attrs
            class, or for a faster copy.

    Example:
        >>> from cairn_rules.chance import Chance
        >>> @frozen
        ... class Walk:
        ...     place: int
        ...     chance: Chance
        >>> def resolve(state, action, dice):
        ...     steps = dice.face(6, purpose="steps")
        ...     return Resolution(evolve(state, place=state.place + steps), events=(f"{steps} steps",))
        >>> def apply(state, action):
        ...     return resolve_keyed(resolve, state, action).state
        >>> apply(Walk(place=0, chance=Chance(7)), "walk")
        Walk(place=5, chance=Chance(key=7, used=1))
    """
    dice = KeyedDice(state.chance)
    resolution = resolve(state, action, dice)
    if not dice.log:
        return resolution
    return Resolution(replace(resolution.state, chance=dice.chance), resolution.events)
