"""The view of a player: everything that both players may know, in words and as a picture."""

from __future__ import annotations

from typing import Any

from cairn_rules import Match, cairn, to_data
from cairn_rules.cairn import State, Tribe
from cairn_rules.manifest import question_for
from two_browsers.store import Kept


def view(before: Kept | None, now: Kept, tribe: Tribe) -> dict[str, Any]:
    """Return what a tribe's player sees. It is made from an observation: a state holds the order of the deck."""
    match = Match(cairn, before.state if before else now.state)
    if now.action:
        match.do(now.action)
    state, last = match.state, match.history[-1] if match.history else None
    seen = cairn.observe(state, tribe)
    decides, outcome = cairn.current_player(state), cairn.outcome(state)
    legal = cairn.legal_actions(state) if decides is tribe else ()
    return {
        "version": now.version,
        "seat": _name(tribe),
        "decides": None if decides is None else _name(decides),
        "asked": _asked(state),
        "happened": [sentence for entry in match.log(tribe) for sentence in entry.sentences],
        "actions": [
            {"action": cairn.format_action(action), "words": cairn.describe(state, action)} for action in legal
        ],
        "outcome": outcome and {"winners": [_name(Tribe(each)) for each in outcome.winners], "reason": outcome.reason},
        "observation": to_data(seen),
        "picture": cairn.svg(seen, perspective=tribe, highlight=legal, last=last),
    }


def _name(tribe: Tribe) -> str:
    return tribe.name.lower()


def _asked(state: State) -> str:
    asked, pending = question_for(cairn, state), state.pending
    return f"{asked}: {pending.megalith.text}" if isinstance(pending, cairn.UsePower) else asked
