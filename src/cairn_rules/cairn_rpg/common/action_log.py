"""The explained log of an action, for the games of this package: every roll with its purpose, and every event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar, final

from attrs import frozen

from cairn_rules.cairn_rpg.events import Event
from cairn_rules.chance import Dice, HasChance, KeyedDice, Resolution, Roll

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


def logs_between(
    before: StateT,
    after: StateT,
    legal_actions: Callable[[StateT], Iterable[ActionT]],
    apply: Callable[[StateT, ActionT], StateT],
    explain: Callable[[StateT, ActionT], tuple[Event, ...]],
) -> list[tuple[Event, ...]]:
    """Return the events of each action that leads from a state to the next one, for the `changes` of a game."""
    return [explain(before, action) for action in legal_actions(before) if apply(before, action) == after]


def shared_events(logs: Sequence[Sequence[Event]]) -> tuple[Event, ...]:
    """Return the events that several logs share. A hit is shared if only its attacker or weapon differs.

    The `changes` of a game uses it if several actions lead to the same state.
    """
    return tuple(_shared(logs))


def _shared(logs: Sequence[Sequence[Event]]) -> Iterator[Event]:
    facts = [set(map(_facts, each)) for each in logs]
    for event in logs[0] if logs else ():
        if all(_facts(event) in each for each in facts):
            yield event
        elif event.code == "hit":
            hit = _bare(event)
            if all(any(other.code == "hit" and _bare(other) == hit for other in each) for each in logs):
                yield hit


def _facts(event: Event) -> tuple[str, str, int | None, str]:
    """Return the parts that are equal in shared events. The events may name different things with the same name."""
    return str(event), event.who, event.amount, event.text_id


def _bare(hit: Event) -> Event:
    """Return a hit without its attackers and their weapons."""
    return Event(hit.code, hit.rule, who=hit.who, amount=hit.arguments["amount"])
