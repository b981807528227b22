"""JSON documents of Pebbles: pebbles and charms are written as their ids."""

from __future__ import annotations

from functools import cache
from typing import Final, get_args

from cairn_rules.codec import Codec, ContentIds, Documents, Kind
from pebbles_game.content import CONTENT, Charm, Pebble
from pebbles_game.state import Action, Observation, State

IDS: Final = ContentIds(CONTENT)


@cache
def _codec() -> Codec:
    codec = Codec({})
    codec.text(Pebble, IDS.text("pebbles", "a pebble"))
    codec.text(Charm, IDS.text("charms", "a charm"))
    codec.union(Action, get_args(Action))
    return codec


DOCUMENTS: Final = Documents(
    game="pebbles",
    format=1,
    kinds={
        "state": Kind(State, lambda value: isinstance(value, State)),
        "observation": Kind(Observation, lambda value: isinstance(value, Observation)),
        "action": Kind(Action, lambda value: isinstance(value, Action)),
    },
    codec=_codec,
    looking_up=IDS.looking_up,
)
"""The documents."""
