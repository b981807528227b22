"""The state of a game at one decision, as an immutable value."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, final

from cairn_rules.checks import RemembersActions
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Pictured
from cairn_rules.korrigans.state.board import Board, Link
from cairn_rules.korrigans.state.ledger import Entry
from cairn_rules.korrigans.state.pending import Over, Pending
from cairn_rules.korrigans.state.seats import Carried, Korrigan, Seat, korrigan_at, seat_name
from cairn_rules.korrigans.state.tokens import Clover, Menhir, Pawn
from cairn_rules.korrigans.variant import Variant
from cairn_rules.replace import replaced

SUPPLY: Final = 2
"""Number of Elf tokens, and of Goblin tokens (rule 1.5)."""
BACKUPS: Final = 5
"""Number of Backup Companions (rule 1.5)."""
FEWEST: Final = 2
"""Minimum number of players."""
MOST: Final = 5
"""Maximum number of players."""


@final
@frozen(kw_only=True, repr=False, slots=False)
class State(RemembersActions, Pictured):
    """The complete state of a game at one decision; immutable and hashable.

    Use `new_game` or `make_state` for a first state and `apply` for the following ones. Do not call the class itself,
    because it checks nothing.

    A state includes information hidden from the players; section 9 of the rules page says which player knows what.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.new_game(seed=7)
        >>> state.clovers_in("A"), state.pending
        ((Clover.MOUSE, Clover.GOLD2, Clover.GOLD2), PlaceKorrigan(seat=0, korrigan=0))
    """

    board: Board
    """The map and the token distributions."""
    variant: Variant
    """The rule options of the game."""
    seats: tuple[Seat, ...]
    """The seats of the players, in turn order from the First Player."""
    clovers: tuple[tuple[Clover, ...], ...]
    """The Clover tokens in each field of the board, sorted by kind."""
    menhirs: tuple[Menhir | None, ...]
    """The Menhir in each field of the board, or None."""
    elves: int
    """Number of Elf tokens in the supply."""
    goblins: int
    """Number of Goblin tokens in the supply."""
    backups: int
    """Number of Backup Companions in the supply."""
    troll: Link | None
    """The link that the Troll closes, or None while it is in the supply."""
    bag: tuple[Pawn, ...]
    """The pawns in the bag, in drawing order."""
    bag_holder: int
    """The seat number of the player who draws next."""
    suns: tuple[Pawn | None, ...]
    """The pawn on the Sun of each row, from the top, or None if the Sun is free."""
    clouds: tuple[Pawn | None, ...]
    """The pawn on the Cloud of each column, from the left, or None if the Cloud is free."""
    cauldron: str | None
    """The id of the Cauldron's field, or None before it appears."""
    ledger: tuple[Entry, ...]
    """The events that affect what players know, oldest first."""
    round: int
    """The round number, from 1; 0 while Korrigans are placed."""
    turn: int
    """Number of completed placings, turns and final turns. A drawn pawn belongs to the turn after it."""
    pending: Pending
    """The pending decision."""

    def clovers_in(self, field: str) -> tuple[Clover, ...]:
        """Return the Clover tokens in the field with this id."""
        return self.clovers[self.board.index(field)]

    def menhir_in(self, field: str) -> Menhir | None:
        """Return the Menhir in the field with this id, or None."""
        return self.menhirs[self.board.index(field)]

    @property
    def standing(self) -> Mapping[str, tuple[tuple[int, int], ...]]:
        """The Korrigans in each occupied field, as pairs of seat and number, by field id."""
        there: dict[str, list[tuple[int, int]]] = {}
        for number, seat in enumerate(self.seats):
            for which, korrigan in enumerate(seat.korrigans):
                if korrigan.field is not None:
                    there.setdefault(korrigan.field, []).append((number, which))
        ids = [field.id for field in self.board.fields]
        return MappingProxyType({id: tuple(there[id]) for id in ids if id in there})

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__

    def __repr__(self) -> str:
        pending = self.pending
        asked = pending if isinstance(pending, Over) else f"{seat_name(pending.seat)}: {pending}"
        return f"<State in round {self.round}, after {self.turn} turns, {len(self.seats)} players, {asked}>"


def seats_with(state: State, number: int, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats with one of them replaced."""
    seats = [*state.seats]
    seats[number] = seat
    return tuple(seats)


def korrigans_moved(seat: Seat, which: int, field: str) -> tuple[Korrigan, Korrigan]:
    """Return the Korrigans of a seat with one of them in another field."""
    first, second = seat.korrigans
    return (first, korrigan_at(field, second.carries)) if which else (korrigan_at(field, first.carries), second)


def with_carried(state: State, number: int, which: int, carries: Carried | None) -> State:
    """Return the state with another token, or none, under a Korrigan of a seat."""
    seat = state.seats[number]
    first, second = seat.korrigans
    korrigans = (first, korrigan_at(second.field, carries)) if which else (korrigan_at(first.field, carries), second)
    return replaced(state, seats=seats_with(state, number, replaced(seat, korrigans=korrigans)))
