"""How the engine makes states: all at once, or as a copy that is changed before anybody sees it."""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from inspect import signature
from operator import attrgetter
from typing import TYPE_CHECKING

from cairn_rules.cairn.board import Space, Tribe
from cairn_rules.cairn.ground import Ground
from cairn_rules.cairn.pending import CHOOSE_ACTION, Pending, Waiting
from cairn_rules.cairn.soundness import turn_start
from cairn_rules.cairn.state import NOBODY, State
from cairn_rules.cairn.tiles import Tiles, face_bits
from cairn_rules.cairn.variant import Variant

if TYPE_CHECKING:
    from cairn_rules.cairn.actions import Action
    from cairn_rules.cairn.powers import Megalith
    from cairn_rules.cairn.snapshot import Snapshot

_new = object.__new__


def make_state(
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
) -> State:
    """A state from the engine's own values, unchecked: the way all states of a game are made."""
    state = _new(State)
    state._own = own
    state._enemy = enemy
    state._faces = faces
    state._active = active
    state._moved = moved
    state._extra = extra
    state._ground = ground
    state._pending = pending
    state._waiting = waiting
    state._seen = seen
    state._turn = turn
    state._legal = legal
    return state


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
    state = make_state(own, enemy, faces, int(active), 0, NOBODY, ground, CHOOSE_ACTION, (), (), 0, None)
    state._pending = turn_start(state)
    return state


def draft(state: State) -> State:
    """A copy of a state, to be changed by its maker before anybody else sees it."""
    return make_state(
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


_values = attrgetter(*(f"_{name}" for name in signature(make_state).parameters if name != "legal"))
# States are sent and copied by their values alone, without the legal actions that they may know.
copyreg.pickle(State, lambda state: (make_state, (*_values(state), None)))
