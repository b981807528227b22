"""Observations: a state as one seat or a spectator knows it, including its memory (rules page, section 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, TypeAlias, final

from cairn_rules.checks import RemembersActions, check_seat, check_state, instances, remember_actions, whole_number
from cairn_rules.frozen_classes import field as attribute
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Pictured
from cairn_rules.korrigans.state.board import Board, Link, field_id
from cairn_rules.korrigans.state.event_table import Event
from cairn_rules.korrigans.state.ledger import (
    CouldMove,
    Entry,
    FinalTurnBegun,
    Revealed,
    RuledOut,
    Sacrificed,
    Taken,
    Unmasked,
)
from cairn_rules.korrigans.state.pending import Over, Pending, TakeClover
from cairn_rules.korrigans.state.seats import Korrigan, Seat, seat_name
from cairn_rules.korrigans.state.state import State
from cairn_rules.korrigans.state.tokens import PAWNS, Clover, Companion, Menhir, Pawn
from cairn_rules.korrigans.variant import Variant


@final
@frozen
class TakenUnseen(Event):
    """A token taken from a field by a player, of a kind that this seat did not see (rule 9.2)."""

    seat: int = attribute(validator=whole_number)
    """The seat number of the player concerned."""
    field: str = attribute(validator=field_id)
    """The id of the field."""


@final
@frozen
class SacrificedUnseen(Event):
    """A token given up by a player, of a kind that this seat did not see (rule 4.12)."""

    seat: int = attribute(validator=whole_number)
    """The seat number of the player concerned."""


SeenEntry: TypeAlias = (
    Taken | TakenUnseen | Revealed | Sacrificed | SacrificedUnseen | Unmasked | RuledOut | CouldMove | FinalTurnBegun
)
"""Any entry of a ledger, as a seat sees it."""


@final
@frozen
class Look:
    """All the tokens that a seat found in a field when it took one of them (rule 9.1)."""

    field: str = attribute(validator=field_id)
    """The id of the field."""
    clovers: tuple[Clover, ...] = attribute(validator=instances(Clover))
    """The tokens, sorted by kind, including the one taken."""


@final
@frozen
class Remembered:
    """A seat's memory of the tokens in a field (rule 10.5)."""

    clovers: tuple[Clover, ...] = attribute(validator=instances(Clover))
    """The tokens that it left there when it last looked."""
    taken: int = attribute(validator=whole_number)
    """Number of tokens taken since."""


@final
@frozen(kw_only=True)
class SeenSeat:
    """A seat as another one sees it, or as it sees itself. The attributes are those of a `Seat`."""

    korrigans: tuple[Korrigan, Korrigan]
    """The fields and the carried tokens of its Korrigans."""
    tokens: int
    """Number of tokens behind the screen (rule 9.2)."""
    hidden: tuple[Clover, ...] | None
    """The tokens behind the screen, or None if they may not be seen."""
    revealed: tuple[Companion, ...]
    """The companions in front of the screen, excluding Backup Companions."""
    backups: tuple[Companion, ...]
    """The Backup Companions."""
    menhirs: tuple[Menhir, ...]
    """The gold Menhirs that the player keeps."""
    discarded: tuple[Companion, ...]
    """The companions discarded in the final turn, including Backup Companions."""
    screen: bool
    """True as long as the player has a screen."""


@final
@frozen(kw_only=True, repr=False)
class Observation(RemembersActions, Pictured):
    """A state as one seat or a spectator knows it; immutable and hashable.

    The attributes are those of a `State`, except that hidden things are left out or only counted. `ledger` and
    `looks` hold everything that the seat has seen so far. An observation is therefore an information set: two states
    have equal observations if and only if the seat cannot distinguish them, even with a perfect memory.

    Equality: by all attributes.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.new_game(seed=7, players=3)
        >>> seen = korrigans.observe(state, 0)
        >>> seen.clovers[0], len(seen.bag), seen.pending
        (3, 14, PlaceKorrigan(seat=0, korrigan=0))
    """

    board: Board
    """The map and the token distributions."""
    variant: Variant
    """The rule options of the game."""
    player: int | None
    """The observer's seat number, or None for a spectator."""
    seats: tuple[SeenSeat, ...]
    """The visible part of each seat, in turn order from the First Player."""
    clovers: tuple[int, ...]
    """Number of Clover tokens in each field of the board."""
    offered: tuple[Clover, ...]
    """The tokens from which this seat must choose one now, sorted by kind. Empty at all other times."""
    menhirs: tuple[bool, ...]
    """True for each field of the board that has its Menhir."""
    menhirs_left: tuple[Menhir, ...]
    """The Menhirs still in fields, sorted by kind (rule 9.4)."""
    elves: int
    """Number of Elf tokens in the supply."""
    goblins: int
    """Number of Goblin tokens in the supply."""
    backups: int
    """Number of Backup Companions in the supply."""
    troll: Link | None
    """The link that the Troll closes, or None while it is in the supply."""
    bag: tuple[Pawn, ...]
    """The pawns in the bag, in the order of the rainbow, because the drawing order is unknown (rule 9.3)."""
    bag_holder: int
    """The seat number of the player who draws next."""
    suns: tuple[Pawn | None, ...]
    """The pawn on the Sun of each row, from the top, or None if the Sun is free."""
    clouds: tuple[Pawn | None, ...]
    """The pawn on the Cloud of each column, from the left, or None if the Cloud is free."""
    cauldron: str | None
    """The id of the Cauldron's field, or None before it appears."""
    ledger: tuple[SeenEntry, ...]
    """The events that affect what players know, as far as this seat knows them, oldest first."""
    looks: tuple[Look, ...]
    """The tokens found in the field, for each token that this seat took, oldest first."""
    round: int
    """The round number, from 1; 0 while Korrigans are placed."""
    turn: int
    """Number of completed turns."""
    pending: Pending
    """The pending decision."""

    @property
    def remembered(self) -> Mapping[str, Remembered]:
        """The seat's memory of each field it looked at, by field id in board order.

        Empty unless the option `memory_aid` is on, because players should rely on their own memory (rule 10.5).
        """
        seen = seen_in_fields(self) if self.variant.memory_aid else {}
        return MappingProxyType({id: Remembered(*seen[id]) for id in self.board.indices if id in seen})

    def __repr__(self) -> str:
        pending = self.pending
        asked = pending if isinstance(pending, Over) else f"{seat_name(pending.seat)}: {pending}"
        whose = "a spectator" if self.player is None else seat_name(self.player)
        return f"<Observation of {whose} in round {self.round}, after {self.turn} turns, {asked}>"


def seen_in_fields(observation: Observation) -> dict[str, tuple[tuple[Clover, ...], int]]:
    """Return a seat's perfect memory of each field it looked at, by field id: the parts of a `Remembered`."""
    looks = iter(observation.looks)
    player = observation.player
    kept: dict[str, tuple[tuple[Clover, ...], int]] = {}
    for entry in observation.ledger:
        if isinstance(entry, Taken) and entry.seat == player:
            clovers = next(looks).clovers
            place = clovers.index(entry.clover)
            kept[entry.field] = clovers[:place] + clovers[place + 1 :], 0
        elif isinstance(entry, (Taken, TakenUnseen)) and entry.field in kept:
            clovers, taken = kept[entry.field]
            kept[entry.field] = clovers, taken + 1
    return kept


def observe(state: State, player: int | None) -> Observation:
    """Return a state as a seat knows it, including what it saw before.

    For None, it is the public information that a spectator sees.

    Raises:
        DefinitionError: if `state` is not a state, or the seat does not exist.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.apply(korrigans.new_game(seed=7), korrigans.Place("A"))
        >>> korrigans.observe(state, 0).offered
        (Clover.MOUSE, Clover.GOLD2, Clover.GOLD2)
        >>> korrigans.observe(state, 1).offered, korrigans.observe(state, 1).clovers[0]
        ((), 3)
    """
    check_state(state, State)
    player = check_seat(player, len(state.seats))
    since = open_since([seat.screen for seat in state.seats], state.ledger, state.pending)
    seen = Observation(
        board=state.board,
        variant=state.variant,
        player=player,
        seats=tuple(
            _seen_seat(seat, is_seen=number == player or since[number] is not None)
            for number, seat in enumerate(state.seats)
        ),
        clovers=tuple(map(len, state.clovers)),
        offered=_offered(state, player),
        menhirs=tuple([menhir is not None for menhir in state.menhirs]),
        menhirs_left=tuple(sorted([menhir for menhir in state.menhirs if menhir is not None])),
        elves=state.elves,
        goblins=state.goblins,
        backups=state.backups,
        troll=state.troll,
        bag=tuple(sorted(state.bag, key=PAWNS.index)),
        bag_holder=state.bag_holder,
        suns=state.suns,
        clouds=state.clouds,
        cauldron=state.cauldron,
        ledger=_seen_ledger(state, player, since),
        looks=_looks(state, player),
        round=state.round,
        turn=state.turn,
        pending=state.pending,
    )
    remember_actions(seen, state, player, "cairn_rules.korrigans.rules.rules")
    return seen


_look: Final = lru_cache(4096)(Look)
_taken_unseen: Final = lru_cache(4096)(TakenUnseen)


def _seen_seat(seat: Seat, *, is_seen: bool) -> SeenSeat:
    return SeenSeat(
        korrigans=seat.korrigans,
        tokens=len(seat.hidden),
        hidden=seat.hidden if is_seen else None,
        revealed=seat.revealed,
        backups=seat.backups,
        menhirs=seat.menhirs,
        discarded=seat.discarded,
        screen=seat.screen,
    )


def _offered(state: State, player: int | None) -> tuple[Clover, ...]:
    """Return the tokens from which a seat must choose one; empty for all other seats (rule 9.1)."""
    pending = state.pending
    if not isinstance(pending, TakeClover) or pending.seat != player:
        return ()
    field = state.seats[pending.seat].korrigans[pending.korrigan].field
    assert field is not None, "a Korrigan gathers where it stands"
    return state.clovers_in(field)


def open_since(screens: Sequence[bool], ledger: Sequence[SeenEntry], pending: object) -> tuple[int | None, ...]:
    """Return for each seat the ledger index from which its tokens are visible to all, or None.

    A screen removed by a Leprechaun makes later events visible (rule 6.4). The end of the game makes the
    tokens still behind screens visible, but not earlier events (rule 9.7).
    """
    places = () if all(screens) else reversed([*enumerate(ledger)])
    unmasked = {entry.seat: place for place, entry in places if isinstance(entry, Unmasked)}
    screened = len(ledger) if isinstance(pending, Over) else None
    return tuple([screened if screen else unmasked.get(seat, len(ledger)) for seat, screen in enumerate(screens)])


def _seen_ledger(state: State, player: int | None, since: Sequence[int | None]) -> tuple[SeenEntry, ...]:
    """Return the ledger as a seat knows it, which hides the tokens that others took or sacrificed.

    `since` has for each seat the ledger index from which its tokens are visible to all, or None.
    """
    opened = [len(state.ledger) if place is None else place for place in since]
    seen = [
        entry if entry.seat == player or place >= opened[entry.seat] else from_outside(entry)
        for place, entry in enumerate(state.ledger)
    ]
    return tuple(seen)


def from_outside(entry: Entry) -> SeenEntry:
    """Return an entry as the other seats see it."""
    if isinstance(entry, Taken):
        return _taken_unseen(entry.seat, entry.field)
    return SacrificedUnseen(entry.seat) if isinstance(entry, Sacrificed) else entry


def _looks(state: State, player: int | None) -> tuple[Look, ...]:
    """Return the tokens that a seat found in fields, oldest first, from the tokens there now and those taken since."""
    there = dict(zip(state.board.indices, state.clovers, strict=True))
    found: list[Look] = []
    for entry in reversed(state.ledger):
        if isinstance(entry, Taken):
            there[entry.field] = pile = (*there[entry.field], entry.clover)
            if entry.seat == player:
                found.append(_look(entry.field, tuple(sorted(pile))))
    return tuple(reversed(found))
