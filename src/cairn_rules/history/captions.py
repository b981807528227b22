"""A record told decision by decision, for people. For any game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, final

from attrs import frozen

from cairn_rules.game import Game, StateT
from cairn_rules.history.record import Record
from cairn_rules.history.transcript import format_result
from cairn_rules.lazy import resolve
from cairn_rules.manifest import manifest_of


@final
@frozen
class Caption:
    """What is to be said of a state of a record."""

    head: str
    """The decision that led to it, with its turn and who made it; `Start` at the start."""
    changes: tuple[str, ...] = ()
    """What it changed, in sentences without full stops, when the game tells that."""
    remarks: tuple[str, ...] = ()
    """The comment on it, and at the end the result."""


def captions_of(record: Record[StateT, Any], states: tuple[StateT, ...]) -> Iterator[Caption]:
    """A caption for every state of a record.

    Args:
        record: The record.
        states: What it replays.
    """
    changes = manifest_of(record.game).changes
    yield Caption("Start", remarks=_remarks(record, 0))
    for count, (before, after) in enumerate(pairwise(states)):
        text = record.game.format_action(record.actions[count])
        told = () if changes is None else tuple(map(str, resolve(changes)(before, after)))
        yield Caption(f"{whose(record.game, before, count)}: {text}", told, _remarks(record, count + 1))


def _remarks(record: Record[Any, Any], count: int) -> tuple[str, ...]:
    remarks = [record.comments[count]] if count in record.comments else []
    if count == len(record.actions) and record.outcome is not None:
        remarks.append(f"Result: {format_result(record.outcome, manifest_of(record.game).seats.names)}")
    return tuple(remarks)


def whose(game: Game[StateT, Any, Any], state: StateT, count: int) -> str:
    """Which turn it is in a state after so many decisions, and who decides, such as `12. Sea`."""
    return f"{manifest_of(game).pace.turns_complete(state, count) + 1}. {who(game, state)}"


def who(game: Game[StateT, Any, Any], state: StateT) -> str:
    """What the player is called who decides in a state."""
    player, seats = game.current_player(state), manifest_of(game).seats.names
    return seats[player].capitalize() if player is not None and player < len(seats) else f"Player {player}"


def turns_in(game: Game[StateT, Any, Any], states: Iterable[StateT]) -> list[int]:
    """How many turns are complete in each state that a record replays."""
    manifest = manifest_of(game)
    return [manifest.pace.turns_complete(state, count) for count, state in enumerate(states)]
