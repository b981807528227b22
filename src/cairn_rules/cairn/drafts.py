"""How the engine makes states: all at once, or as a copy that is changed before anybody sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn_rules.cairn.state import State

if TYPE_CHECKING:
    from cairn_rules.cairn.actions import Action
    from cairn_rules.cairn.ground import Ground
    from cairn_rules.cairn.pending import Pending, Waiting
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
