"""Example states and actions, for documentation and tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from cairn_rules.cairn_rpg.campaign.notation import ACTIONS, parse_action
from cairn_rules.cairn_rpg.campaign.rules.rules import apply
from cairn_rules.cairn_rpg.campaign.rules.setup import new_game
from cairn_rules.cairn_rpg.campaign.rules.transitions import with_party
from cairn_rules.cairn_rpg.campaign.state import State
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.manifest import Samples

_PLAYS: Final = (
    ("village", "begin set-out:mill-road season:summer set-out:moor"),
    ("barrow", "begin enter stay 1:light:torch 2:wait fight:wolves begin"),
    ("village", "begin pass retire"),
)
"""Short games, each from a landmark, by the dice of the seed below."""
_SEED: Final = 10


def _states() -> Iterator[State]:
    """Yield short games, and states with decisions that they may lack: aid and panic."""
    for at, play in _PLAYS:
        state = new_game(seed=_SEED, at=at)
        yield state
        for text in play.split():
            state = apply(state, parse_action(text, state))
            yield state
    start = new_game(seed=_SEED, weather="fair")
    hestia, basil = start.party.members
    wounded = (
        evolve(hestia, conditions=Conditions(down="critical")),
        evolve(basil, conditions=Conditions(panicked=True)),
    )
    yield with_party(start, evolve(start.party, members=wounded))


SAMPLES: Final[Samples[State]] = Samples(states=_states, actions=ACTIONS.examples)
