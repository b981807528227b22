"""Snapshot: a position at which a power was used, as the loop guard remembers it (rule 6.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from attrs import field, frozen

from cairn_rules.cairn.board import Space
from cairn_rules.cairn.checked import fits, is_count, is_megalith, is_of, one_of, tuple_of
from cairn_rules.cairn.pending import BuildMegalith, UsePower, Waiting

if TYPE_CHECKING:
    from cairn_rules.cairn.powers import Megalith
    from cairn_rules.cairn.state import State


@final
@frozen
class Snapshot:
    """Everything that makes two positions of one turn the same; sets of spaces are bitboards."""

    own: int = field(validator=fits("a count", is_count))
    """The active tribe's shamans."""
    enemy: int = field(validator=fits("a count", is_count))
    """The other tribe's shamans."""
    moved: int = field(validator=fits("a count", is_count))
    """The shamans that count as moved."""
    faces: int = field(validator=fits("a count", is_count))
    """The tile faces, as an index into the sixteen combinations."""
    extra: int = field(validator=one_of(-1, 0, 1))
    """The tribe with an extra turn, or -1."""
    stones: tuple[tuple[Space, Megalith], ...] = field(validator=fits("pairs", tuple_of(is_of(tuple))))
    """Which megalith lies where, in space order."""
    upcoming: tuple[Megalith, ...] = field(validator=fits("a tuple of Megaliths", tuple_of(is_megalith)))
    """The megaliths on display."""
    deck_size: int = field(validator=fits("a count", is_count))
    """How many megaliths are face down; their order is no part of it."""
    pending: UsePower = field(validator=fits("a UsePower", is_of(UsePower)))
    """The power that is used."""
    waiting: tuple[Waiting, ...] = field(validator=fits("a tuple", tuple_of(is_of(Space, BuildMegalith))))
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
