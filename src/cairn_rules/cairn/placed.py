"""States at the start of a turn, made of a ground that is known to be sound."""

from __future__ import annotations

from cairn_rules.cairn.board import SHAMANS
from cairn_rules.cairn.drafts import make_state
from cairn_rules.cairn.ground import Ground
from cairn_rules.cairn.pending import CHOOSE_ACTION
from cairn_rules.cairn.soundness import turn_start
from cairn_rules.cairn.state import NOBODY, State


def placed(sea: int, forest: int, active: int, faces: int, ground: Ground) -> State | None:
    """The state that a turn starts with, or that is over, with shamans on two bitboards that share no space.

    Returns:
        The state; None when a tribe has too many shamans, the one thing that can be wrong with it.
    """
    if sea.bit_count() > SHAMANS or forest.bit_count() > SHAMANS:
        return None
    own, enemy = (forest, sea) if active else (sea, forest)
    state = make_state(own, enemy, faces, active, 0, NOBODY, ground, CHOOSE_ACTION, (), (), 0, None)
    state._pending = turn_start(state)
    return state
