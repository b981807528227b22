"""Observations: a state as one seat or a spectator may know it, what it saw before included (rules page, section 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias, final

from attrs import field as attribute
from attrs import frozen

from cairn_rules.checks import instances, whole_number
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.korrigans.board import Board, Link, field_id
from cairn_rules.korrigans.ledger import (
    CouldMove,
    Entry,
    FinalTurnBegun,
    Revealed,
    RuledOut,
    Sacrificed,
    Taken,
    Unmasked,
)
from cairn_rules.korrigans.pending import Over, Pending, TakeClover
from cairn_rules.korrigans.seats import Korrigan, Seat, seat_name
from cairn_rules.korrigans.state import State
from cairn_rules.korrigans.tokens import PAWNS, Clover, Companion, Menhir, Pawn
from cairn_rules.korrigans.variant import Variant


@final
@frozen
class TakenUnseen:
    """A player took a token of a field, and this seat did not see which (rule 9.2)."""

    seat: int = attribute(validator=whole_number)
    """Whom it is about."""
    field: str = attribute(validator=field_id)
    """The id of the field."""

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} takes a token from {self.field}"


@final
@frozen
class SacrificedUnseen:
    """A player gave up a token, and this seat did not see which (rule 4.12)."""

    seat: int = attribute(validator=whole_number)
    """Whom it is about."""

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} gives up a token"


SeenEntry: TypeAlias = (
    Taken | TakenUnseen | Revealed | Sacrificed | SacrificedUnseen | Unmasked | RuledOut | CouldMove | FinalTurnBegun
)
"""Everything that a ledger tells a seat."""


@final
@frozen
class Look:
    """All tokens that a seat found in a field when it took one of them (rule 9.1)."""

    field: str = attribute(validator=field_id)
    """The id of the field."""
    clovers: tuple[Clover, ...] = attribute(validator=instances(Clover))
    """In the order of their kinds, the one that was taken included."""


@final
@frozen
class Remembered:
    """What a seat remembers of a field (rule 10.5)."""

    clovers: tuple[Clover, ...] = attribute(validator=instances(Clover))
    """The tokens that it left there when it last looked."""
    taken: int = attribute(validator=whole_number)
    """How many have been taken since."""


@final
@frozen(kw_only=True)
class SeenSeat:
    """A seat as another one sees it, or as it sees itself; the attributes are those of a `Seat`."""

    korrigans: tuple[Korrigan, Korrigan]
    """Where its Korrigans stand and what they carry."""
    tokens: int
    """How many tokens are behind the screen (rule 9.2)."""
    hidden: tuple[Clover, ...] | None
    """The tokens behind the screen; None when they may not be seen."""
    revealed: tuple[Companion, ...]
    """The companions in front of the screen, without Backup Companions."""
    backups: tuple[Companion, ...]
    """The Backup Companions."""
    menhirs: tuple[Menhir, ...]
    """The Menhirs with gold that the player keeps."""
    discarded: tuple[Companion, ...]
    """The companions, Backup Companions too, that were used up in the final turn."""
    screen: bool
    """Whether the player still has a screen."""


@final
@frozen(kw_only=True, repr=False)
class Observation:
    """A state as one seat, or a spectator, may know it; immutable and hashable.

    The attributes are those of a `State`, except that hidden things are left out or only counted,
    and that the seat remembers what it saw: `ledger` and `looks` hold everything that it can infer
    from. So an observation is an information set: two states have equal observations if and only if
    the seat cannot tell them apart, however good its memory.

    Equality: all attributes.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.new_game(seed=7, players=3)
        >>> seen = korrigans.observe(state, 0)
        >>> seen.clovers[0], len(seen.bag), seen.pending
        (3, 14, PlaceKorrigan(seat=0, korrigan=0))
    """

    board: Board
    """The map, and how many tokens of each kind there are."""
    variant: Variant
    """The rule options of the game."""
    player: int | None
    """Whose observation it is; None for a spectator."""
    seats: tuple[SeenSeat, ...]
    """What is seen of each player, in turn order from the First Player."""
    clovers: tuple[int, ...]
    """How many Clover tokens lie in each field of the board."""
    offered: tuple[Clover, ...]
    """The tokens of the field where this seat is to take one now, in the order of their kinds; else none."""
    menhirs: tuple[bool, ...]
    """Whether there is a Menhir in each field of the board."""
    menhirs_left: tuple[Menhir, ...]
    """The Menhirs that lie in fields, in the order of their kinds: all that were not taken (rule 9.4)."""
    elves: int
    """How many Elf tokens lie beside the board."""
    goblins: int
    """How many Goblin tokens lie beside the board."""
    backups: int
    """How many Backup Companions lie beside the board."""
    troll: Link | None
    """The link that the Troll closes; None while it is beside the board."""
    bag: tuple[Pawn, ...]
    """The pawns in the bag, in the order of the rainbow: nobody knows in which they will be drawn (rule 9.3)."""
    bag_holder: int
    """Who draws next."""
    suns: tuple[Pawn | None, ...]
    """The pawn on the sun of each row, from the top; None where it is free."""
    clouds: tuple[Pawn | None, ...]
    """The pawn on the cloud of each column, from the left; None where it is free."""
    cauldron: str | None
    """The id of the Cauldron's field; None before it appears."""
    ledger: tuple[SeenEntry, ...]
    """What bears on who knows what, oldest first, as far as this seat knows it."""
    looks: tuple[Look, ...]
    """What this seat found in a field, for each token that it took, oldest first."""
    round: int
    """The number of the round, from 1; 0 while Korrigans are placed."""
    turn: int
    """How many turns are complete."""
    pending: Pending
    """The decision that is asked."""

    @property
    def remembered(self) -> Mapping[str, Remembered]:
        """What to show this seat of fields it looked at, by their ids in the board's order.

        Empty without the option `memory_aid`: then players are to remember by themselves (rule 10.5).
        """
        if not self.variant.memory_aid:
            return MappingProxyType({})
        looks = iter(self.looks)
        kept: dict[str, Remembered] = {}
        for entry in self.ledger:
            if isinstance(entry, Taken) and entry.seat == self.player:
                left = list(next(looks).clovers)
                left.remove(entry.clover)
                kept[entry.field] = Remembered(tuple(left), 0)
            elif isinstance(entry, Taken | TakenUnseen) and entry.field in kept:
                known = kept[entry.field]
                kept[entry.field] = Remembered(known.clovers, known.taken + 1)
        return MappingProxyType({field.id: kept[field.id] for field in self.board.fields if field.id in kept})

    def __repr__(self) -> str:
        pending = self.pending
        asked = pending if isinstance(pending, Over) else f"{seat_name(pending.seat)}: {pending}"
        whose = "a spectator" if self.player is None else seat_name(self.player)
        return f"<Observation of {whose} in round {self.round}, after {self.turn} turns, {asked}>"


def observe(state: State, player: int | None) -> Observation:
    """What a seat may know of a state, what it saw before included.

    Args:
        state: The state.
        player: The number of a seat, or None for a spectator, who sees what everybody sees.

    Raises:
        DefinitionError: when there is no such seat.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.apply(korrigans.new_game(seed=7), korrigans.Place("A"))
        >>> korrigans.observe(state, 0).offered
        (Clover.MOUSE, Clover.GOLD2, Clover.GOLD2)
        >>> korrigans.observe(state, 1).offered, korrigans.observe(state, 1).clovers[0]
        ((), 3)
    """
    players = len(state.seats)
    if player is not None and (type(player) is not int or player not in range(players)):
        raise DefinitionError(f"{quoted(player)} is no player; these are 0 to {players - 1}, and None for a spectator")
    since = open_since([seat.screen for seat in state.seats], state.ledger, state.pending)
    return Observation(
        board=state.board,
        variant=state.variant,
        player=player,
        seats=tuple(
            _seen_seat(seat, is_seen=number == player or since[number] is not None)
            for number, seat in enumerate(state.seats)
        ),
        clovers=tuple(map(len, state.clovers)),
        offered=_offered(state, player),
        menhirs=tuple(menhir is not None for menhir in state.menhirs),
        menhirs_left=tuple(sorted(menhir for menhir in state.menhirs if menhir is not None)),
        elves=state.elves,
        goblins=state.goblins,
        backups=state.backups,
        troll=state.troll,
        bag=tuple(sorted(state.bag, key=PAWNS.index)),
        bag_holder=state.bag_holder,
        suns=state.suns,
        clouds=state.clouds,
        cauldron=state.cauldron,
        ledger=tuple(_seen_ledger(state, player, since)),
        looks=_looks(state, player),
        round=state.round,
        turn=state.turn,
        pending=state.pending,
    )


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
    """What lies where a seat is to take a token, for that seat alone (rule 9.1)."""
    pending = state.pending
    if not isinstance(pending, TakeClover) or pending.seat != player:
        return ()
    field = state.seats[pending.seat].korrigans[pending.korrigan].field
    assert field is not None, "a Korrigan gathers where it stands"
    return state.clovers_in(field)


def open_since(screens: Iterable[bool], ledger: Sequence[SeenEntry], pending: object) -> tuple[int | None, ...]:
    """By seat the place in the ledger from which on everybody sees its tokens; None when nobody does.

    A screen that a Leprechaun removed opens what happens later (rule 6.4). The end of the game opens
    what is still behind the screens, not what happened before (rule 9.7).
    """
    unmasked = {entry.seat: place for place, entry in reversed(list(enumerate(ledger))) if isinstance(entry, Unmasked)}
    over = isinstance(pending, Over)
    return tuple(
        (len(ledger) if over else None) if screen else unmasked.get(seat, len(ledger))
        for seat, screen in enumerate(screens)
    )


def _seen_ledger(state: State, player: int | None, since: Sequence[int | None]) -> Iterator[SeenEntry]:
    """The ledger as a seat knows it; hidden is which tokens others took and sacrificed.

    Args:
        state: The state.
        player: The seat, or None for a spectator.
        since: From where on each seat's tokens are open.
    """
    for place, entry in enumerate(state.ledger):
        opened = since[entry.seat]
        if entry.seat == player or (opened is not None and place >= opened):
            yield entry
        else:
            yield _from_outside(entry)


def _from_outside(entry: Entry) -> SeenEntry:
    """What the others see of an entry."""
    match entry:
        case Taken(seat, field):
            return TakenUnseen(seat, field)
        case Sacrificed(seat):
            return SacrificedUnseen(seat)
        case _:
            return entry


def _looks(state: State, player: int | None) -> tuple[Look, ...]:
    """What a seat found in fields, oldest first: what is there now, with all that was taken since."""
    there = {field.id: pile for field, pile in zip(state.board.fields, state.clovers, strict=True)}
    found: list[Look] = []
    for entry in reversed(state.ledger):
        if isinstance(entry, Taken):
            there[entry.field] = tuple(sorted((*there[entry.field], entry.clover)))
            if entry.seat == player:
                found.append(Look(entry.field, there[entry.field]))
    return tuple(reversed(found))
