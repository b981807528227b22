"""Playing by text: what the tests' positions go through."""

from __future__ import annotations

from cairn_rules import cairn
from cairn_rules.cairn import State


def play(state: State, *texts: str) -> State:
    """The state after decisions given as text."""
    for text in texts:
        state = cairn.apply(state, cairn.parse_action(text, state))
    return state


def texts(state: State) -> list[str]:
    """The legal actions as text, in their order."""
    return list(map(cairn.format_action, cairn.legal_actions(state)))
