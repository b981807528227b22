"""Snapshot: a position at which a power was used, as the loop guard remembers it (rule 6.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from attrs import frozen

from cairn_rules.cairn.board import Space
from cairn_rules.cairn.pending import UsePower, Waiting

if TYPE_CHECKING:
    from cairn_rules.cairn.powers import Megalith
    from cairn_rules.cairn.state import State


@final
@frozen
class Snapshot:
    """Everything that makes two positions of one turn the same; sets of spaces are bitboards."""

    own: int
    """The active tribe's shamans."""
    enemy: int
    """The other tribe's shamans."""
    moved: int
    """The shamans that count as moved."""
    faces: int
    """The tile faces, as an index into the sixteen combinations."""
    extra: int
    """The tribe with an extra turn, or -1."""
    stones: tuple[tuple[Space, Megalith], ...]
    """Which megalith lies where, in space order."""
    upcoming: tuple[Megalith, ...]
    """The megaliths on display."""
    deck_size: int
    """How many megaliths are face down; their order is no part of it."""
    pending: UsePower
    """The power that is used."""
    waiting: tuple[Waiting, ...]
    """What waits behind it."""


def snapshot(state: State) -> Snapshot:
    """The snapshot of a state in which a power is used."""
    ground = state._ground
    assert isinstance(state.pending, UsePower), "only asked of a state in which a power is used"
    return Snapshot(
        state._own,
        state._enemy,
        state._moved,
        state._faces,
        state._extra,
        ground.stones,
        ground.upcoming,
        len(ground.deck),
        state.pending,
        state._waiting,
    )
