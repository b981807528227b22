"""Positions of Cairn from the inputs of the net that are on, for `fit_seer.py`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cairn_rules.cairn import State
from cairn_rules.cairn.batch.bridge import MEGALITHS
from cairn_rules.cairn.players.net_inputs import (
    FACES,
    FIRST_AWAKE,
    FIRST_COUNT,
    FIRST_SCORES,
    FIRST_SHAMAN,
    FIRST_STONE,
    FIRST_UPCOMING,
)
from cairn_rules.cairn.state.board import SPACES
from cairn_rules.cairn.state.layout import Layout
from cairn_rules.cairn.state.pending_queue import CHOOSE_ACTION
from cairn_rules.cairn.variant import STANDARD

BOARD: Final = len(SPACES)


def position(inputs: Iterable[int]) -> State:
    """Return the state with some inputs: at the start of a turn of Sea, with an unknown deck."""
    shamans = [0, 0]
    faces, stones, upcoming, scores = 0, [], [], (0, 0)
    for number in inputs:
        if FIRST_SHAMAN <= number < FIRST_AWAKE:
            plane, space = divmod(number - FIRST_SHAMAN, BOARD)
            side, faces = divmod(plane, FACES)
            shamans[side] |= 1 << space
        elif FIRST_STONE <= number < FIRST_UPCOMING:
            megalith, space = divmod(number - FIRST_STONE, BOARD)
            stones.append((SPACES[space], MEGALITHS[megalith]))
        elif FIRST_UPCOMING <= number < FIRST_SCORES:
            upcoming.append(MEGALITHS[number - FIRST_UPCOMING])
        elif FIRST_SCORES <= number < FIRST_COUNT:
            scores = divmod(number - FIRST_SCORES, 3)
    layout = Layout(tuple(sorted(stones, key=lambda each: each[0])), tuple(upcoming), (), 0, scores, STANDARD)
    own, enemy = shamans
    return State(own, enemy, faces << 1, 0, layout, CHOOSE_ACTION, 0)
