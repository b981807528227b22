"""The words of the page: the current question, the result, the last changes and the threats."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import cairn_rules as cairn
from cairn_rules import Outcome, State, Tribe

_REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "third-megalith": "the third megalith is built",
        "no-action": "no action is possible",
        "repetition": "the position occurred for the third time",
    }
)


def question(state: State, reader: Tribe) -> str:
    """Return the pending decision as a request to the reader."""
    decider = cairn.current_player(state)
    if decider is not reader:
        return f"{reader.other} is thinking …"
    match state.pending:
        case cairn.UsePower(space, megalith):
            return f"You use {megalith} on {space}: {megalith.text}"
        case cairn.BuildMegalith(space):
            return f"You build on {space}: choose an upcoming megalith."
        case cairn.TransformOrPass():
            return "Transform an enemy shaman, or decline."
        case _:
            return "Your turn: add, move or jump a shaman."


def result(outcome: Outcome, reader: Tribe) -> str:
    """Return the result, addressed to the reader."""
    head = "A draw" if outcome.is_draw else "You have won" if reader in outcome.winners else "You have lost"
    return f"{head}: {_REASONS[outcome.reason]}."


def told(before: State, after: State) -> list[str]:
    """Return the changes of a decision as sentences, except those that the page shows anyway."""
    shown = (cairn.events.Asked, cairn.events.TurnPassed, cairn.events.Won)
    found = [str(change) for change in cairn.changes(before, after) if not isinstance(change, shown)]
    return found or [f"{before.active} does not transform"]


def threats(state: State, reader: Tribe) -> list[str]:
    """List the reader's shamans that the opponent could transform next turn, with the actions."""
    found = cairn.threats(state, by=reader.other)
    return [f"{reader.other} threatens to transform {victim} with {_listed(by)}." for victim, by in found.items()]


def _listed(actions: tuple[cairn.TileAction, ...]) -> str:
    more = " and others" if len(actions) > 3 else ""
    return ", ".join(map(cairn.format_action, actions[:3])) + more


def stones(state: State) -> list[dict[str, Any]]:
    """Return the face-up megaliths: place, name and text."""
    places = [(str(space), stone) for space, stone in state.megaliths.items()]
    places += [(f"stone {stone.id}", stone) for stone in state.upcoming]
    return [{"place": place, "name": stone.name, "text": stone.text} for place, stone in places]
