"""The explained log of an action, for the games of this package: every roll with its purpose, and every event."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, final

from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.chance import Dice, HasChance, KeyedDice, Resolution, Roll, resolve_keyed
from cairn_rules.frozen_classes import frozen

StateT = TypeVar("StateT", bound=HasChance)
ActionT = TypeVar("ActionT")


@final
@frozen
class Log:
    """The rolls and the events of an action."""

    rolls: tuple[Roll, ...]
    """Every roll, in order, with its purpose and rule."""
    events: tuple[Event, ...]
    """Every event, in order, with its rule."""

    def __str__(self) -> str:
        return "\n".join(map(str, (*self.rolls, *self.events)))


def logged(
    resolve: Callable[[StateT, ActionT, Dice], Resolution[StateT, Event]],
    state: StateT,
    action: ActionT,
    dice: Dice | None,
) -> Log:
    """Return the log of an action, for the `log` of a game. Without dice, those of its `apply` are used."""
    throwing = KeyedDice(state.chance) if dice is None else dice
    events = resolve(state, action, throwing).events
    return Log(throwing.log, events)


def explained(
    resolve: Callable[[StateT, ActionT, Dice], Resolution[StateT, Event]], state: StateT, action: ActionT, after: StateT
) -> tuple[Event, ...]:
    """Return the events of an action with the dice of `apply`; none if it led to another state, with other dice."""
    change = resolve_keyed(resolve, state, action, replaced)
    return change.events if change.state == after else ()
