"""How the engine makes states: all at once, or as a copy that is changed before anybody sees it."""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from typing import TYPE_CHECKING, final

from cairn_rules.cairn.board import Space, Tribe
from cairn_rules.cairn.decisions import CHOOSE_ACTION
from cairn_rules.cairn.ground import Ground
from cairn_rules.cairn.pending import Pending, Waiting
from cairn_rules.cairn.soundness import turn_start
from cairn_rules.cairn.state import NOBODY, State
from cairn_rules.cairn.tiles import Tiles, face_bits
from cairn_rules.cairn.variant import Variant

if TYPE_CHECKING:
    from cairn_rules.cairn.actions import Action
    from cairn_rules.cairn.powers import Megalith
    from cairn_rules.cairn.snapshot import Snapshot


@final
class MadeState(State):
    """A state from the engine's own values, unchecked: what all states of a game are."""

    __slots__ = ()

    def __init__(
        self,
        own: int,
        enemy: int,
        faces: int,
        active: int,
        moved: int,
        extra: int,
        ground: Ground,
        pending: Pending,
        waiting: tuple[Waiting, ...],
        seen: tuple[Snapshot, ...],
        turn: int,
        legal: tuple[Action, ...] | None,
    ) -> None:
        self._own = own
        self._enemy = enemy
        self._faces = faces
        self._active = active
        self._moved = moved
        self._extra = extra
        self._ground = ground
        self._pending = pending
        self._waiting = waiting
        self._seen = seen
        self._turn = turn
        self._legal = legal


def state_between_turns(
    *,
    shamans: Mapping[Space, Tribe],
    megaliths: Mapping[Space, Megalith],
    upcoming: tuple[Megalith, ...],
    deck: tuple[Megalith, ...],
    tucked: int,
    tiles: Tiles,
    scores: tuple[int, int],
    active: Tribe,
    variant: Variant,
) -> State:
    """A state that a turn starts with, or that is over, from parts that `part_faults` has found to be sound."""
    bits = [0, 0]
    for space, tribe in shamans.items():
        bits[tribe] |= 1 << space
    ground = Ground(tuple(sorted(megaliths.items())), upcoming, deck, tucked, scores, variant)
    own, enemy = bits[active], bits[1 - active]
    faces = face_bits(tiles)
    state = MadeState(own, enemy, faces, int(active), 0, NOBODY, ground, CHOOSE_ACTION, (), (), 0, None)
    state._pending = turn_start(state)
    return state


def draft(state: State) -> State:
    """A copy of a state, to be changed by its maker before anybody else sees it."""
    return MadeState(
        state._own,
        state._enemy,
        state._faces,
        state._active,
        state._moved,
        state._extra,
        state._ground,
        state._pending,
        state._waiting,
        state._seen,
        state._turn,
        None,
    )


def _sent(state: State) -> tuple[type[MadeState], tuple[object, ...]]:
    """A state as it is sent and copied: by its values alone, without the legal actions that it may know."""
    return MadeState, (*state._values(), state._turn, None)


copyreg.pickle(State, _sent)
copyreg.pickle(MadeState, _sent)
