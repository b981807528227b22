"""The state of a game at one decision, as an immutable value."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, final

from attrs import fields, frozen

from cairn_rules.korrigans.actions import Action
from cairn_rules.korrigans.board import Board, Link
from cairn_rules.korrigans.ledger import Entry
from cairn_rules.korrigans.pending import Over, Pending
from cairn_rules.korrigans.seats import Korrigan, Seat, korrigan_at, seat_name, seat_with
from cairn_rules.korrigans.tokens import Clover, Menhir, Pawn
from cairn_rules.korrigans.variant import Variant

SUPPLY: Final = 2
"""So many Elf tokens there are, and so many Goblin tokens (rule 1.5)."""
BACKUPS: Final = 5
"""So many Backup Companions there are (rule 1.5)."""
FEWEST: Final = 2
"""So many play at least."""
MOST: Final = 5
"""So many play at most."""


class _RemembersActions:
    """A slot for the legal actions of a state, which is never compared, hashed, copied or pickled."""

    __slots__ = ("_legal",)
    _legal: tuple[Action, ...]


@final
@frozen(kw_only=True, repr=False)
class State(_RemembersActions):
    """Everything about a game at one decision, and nothing else; immutable and hashable.

    `new_game` and `make_state` make the states that one starts from, and `apply` all others. The
    class itself checks nothing; do not call it.

    It holds what is hidden from the players too: see section 9 of the rules page for who knows what.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.new_game(seed=7)
        >>> state.clovers_in("A"), state.pending
        ((Clover.MOUSE, Clover.GOLD2, Clover.GOLD2), PlaceKorrigan(seat=0, korrigan=0))
    """

    board: Board
    """The map, and how many tokens of each kind there are."""
    variant: Variant
    """The rule options of the game."""
    seats: tuple[Seat, ...]
    """Whatever belongs to each player, in turn order from the First Player."""
    clovers: tuple[tuple[Clover, ...], ...]
    """The Clover tokens in each field of the board, in the order of their kinds."""
    menhirs: tuple[Menhir | None, ...]
    """The Menhir in each field of the board; None where there is none, or none any more."""
    elves: int
    """How many Elf tokens lie beside the board."""
    goblins: int
    """How many Goblin tokens lie beside the board."""
    backups: int
    """How many Backup Companions lie beside the board."""
    troll: Link | None
    """The link that the Troll closes; None while it is beside the board."""
    bag: tuple[Pawn, ...]
    """The pawns that were not drawn, in the order in which they will be."""
    bag_holder: int
    """Who draws next."""
    suns: tuple[Pawn | None, ...]
    """The pawn on the sun of each row, from the top; None where it is free."""
    clouds: tuple[Pawn | None, ...]
    """The pawn on the cloud of each column, from the left; None where it is free."""
    cauldron: str | None
    """The id of the Cauldron's field; None before it appears."""
    ledger: tuple[Entry, ...]
    """What bears on who knows what, oldest first."""
    round: int
    """The number of the round, from 1; 0 while Korrigans are placed."""
    turn: int
    """How many turns are complete: placings, turns and final turns; what is drawn belongs to the next turn."""
    pending: Pending
    """The decision that is asked."""

    def clovers_in(self, field: str) -> tuple[Clover, ...]:
        """The Clover tokens in the field with that id."""
        return self.clovers[self.board.index(field)]

    def menhir_in(self, field: str) -> Menhir | None:
        """The Menhir in the field with that id."""
        return self.menhirs[self.board.index(field)]

    @property
    def standing(self) -> Mapping[str, tuple[tuple[int, int], ...]]:
        """Who stands where: by the id of a field the seat and the number of each Korrigan there."""
        there: dict[str, list[tuple[int, int]]] = {}
        for number, seat in enumerate(self.seats):
            for which, korrigan in enumerate(seat.korrigans):
                if korrigan.field is not None:
                    there.setdefault(korrigan.field, []).append((number, which))
        ids = [field.id for field in self.board.fields]
        return MappingProxyType({id: tuple(there[id]) for id in ids if id in there})

    def __repr__(self) -> str:
        pending = self.pending
        asked = pending if isinstance(pending, Over) else f"{seat_name(pending.seat)}: {pending}"
        return f"<State in round {self.round}, after {self.turn} turns, {len(self.seats)} players, {asked}>"

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows: the state as a spectator sees it."""
        picture: str = import_module("cairn_rules.korrigans.pictures.picture").svg(self)
        return picture


_NAMES: Final = tuple(each.name for each in fields(State))
_values: Final = attrgetter(*_NAMES)


def replaced(state: State, **changes: Any) -> State:
    """Return the state with some attributes changed: `attrs.evolve` in half the time."""
    return State(**{**dict(zip(_NAMES, _values(state), strict=True)), **changes})


def seats_with(state: State, number: int, **changes: Any) -> tuple[Seat, ...]:
    """Return the seats with one of them changed by `seat_with`."""
    seats = state.seats
    return (*seats[:number], seat_with(seats[number], **changes), *seats[number + 1 :])


def with_seat(state: State, number: int, **changes: Any) -> State:
    """Return the state with a seat changed by `seat_with`."""
    return replaced(state, seats=seats_with(state, number, **changes))


def korrigans_with(state: State, number: int, which: int, **changes: Any) -> tuple[Korrigan, Korrigan]:
    """Return the Korrigans of a seat with one of them changed."""
    first, second = state.seats[number].korrigans
    old = second if which else first
    new = korrigan_at(changes.get("field", old.field), changes.get("carries", old.carries))
    return (first, new) if which else (new, second)


def with_korrigan(state: State, number: int, which: int, **changes: Any) -> State:
    """Return the state with a Korrigan of a seat changed."""
    return with_seat(state, number, korrigans=korrigans_with(state, number, which, **changes))
