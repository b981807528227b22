"""The constraints of an observation: slots for unseen tokens, and the stories that they must agree with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias, assert_never, final

from attrs import Factory, define, frozen

from cairn_rules.errors import Fault, UnsoundStateError
from cairn_rules.korrigans.rules.observation import Observation, SacrificedUnseen, TakenUnseen, open_since
from cairn_rules.korrigans.rules.setup import clovers_of
from cairn_rules.korrigans.state.ledger import (
    CouldMove,
    FinalTurnBegun,
    Revealed,
    RuledOut,
    Sacrificed,
    Taken,
    Unmasked,
)
from cairn_rules.korrigans.state.pending import Over, TakeClover
from cairn_rules.korrigans.state.tokens import COMPANIONS, Clover

Slot: TypeAlias = int
"""A place for a token whose kind the seat does not know; slots are numbered from 0."""


class EventKind(IntEnum):
    """A kind of event behind a screen."""

    GAIN = 0
    """Arrival of the token of a slot."""
    SHOW = 1
    """Departure of a token of a known kind."""
    LOSE = 2
    """Departure of a token whose kind is in a slot."""
    LACK = 3
    """Absence of all tokens of some kinds."""
    HOLD = 4
    """Presence of at least one token of some kinds."""


class Event(NamedTuple):
    """An event of a story."""

    step: EventKind
    slot: Slot = -1
    """The slot of the token that arrives, or of the kind of the one that leaves."""
    kinds: tuple[int, ...] = ()
    """The kind that leaves, the absent kinds, or the kinds of which one is present."""


Story: TypeAlias = tuple[Event, ...]
"""The events behind a screen, in order."""
_ANIMALS: Final = tuple(map(int, COMPANIONS))


@final
@define
class Group:
    """Slots that together hold certain tokens, in an unknown arrangement."""

    tokens: Counter[Clover]
    """The tokens."""
    slots: list[Slot] = Factory(list[Slot])


@final
@frozen(kw_only=True)
class Slots:
    """The slots of all tokens that a seat does not know, and their constraints.

    A token has a slot if the seat does not know its kind: another seat took it, or it is in a field, got behind a
    screen without a ledger entry, or is out of the game. A token sacrificed unseen has a second slot, outside all
    groups, for its kind.
    """

    size: int
    """Number of slots."""
    groups: tuple[Group, ...]
    """The slots, grouped by the tokens that they hold together."""
    stories: Mapping[int, Story]
    """The story that the slots of each other seat must agree with, by seat number."""
    by_entry: Mapping[int, Slot]
    """The slots of tokens taken or sacrificed unseen, by ledger index."""
    lying: tuple[tuple[Slot, ...], ...]
    """The slots in each field of the board."""


def slots_of(observation: Observation) -> Slots:
    """Return the slots and constraints of an observation.

    The tokens that are missing at the seat's second look into a field went to the seats that took tokens there in
    between. The tokens that it never saw are the rest of the box. Raise an `UnsoundStateError` if the observation
    contradicts itself.
    """
    # 1. Tokens that were taken from fields or lie there, and sacrifices.
    board, seats, player = observation.board, observation.seats, observation.player
    rest = Group(Counter(clovers_of(board, len(seats))))
    laid = _Laid(observation, [rest])
    lying = tuple(laid.field(field.id, number) for field, number in zip(board.fields, observation.clovers, strict=True))
    laid.sacrifices()
    # 2. What each other seat did with its tokens.
    since = open_since([seat.screen for seat in seats], observation.ledger, observation.pending)
    stories: dict[int, Story] = {}
    for number, opened in enumerate(since):
        if number != player:
            story = _story(observation, number, opened, laid.by_entry)
            before = laid.more(rest, _unrecorded(observation, number, opened, story))
            stories[number] = (*(Event(EventKind.GAIN, slot) for slot in before), *story)
    # 3. What is left of the box is out of the game.
    if player is not None:
        rest.tokens.subtract(_owned(observation, player))
    laid.more(rest, rest.tokens.total() - len(rest.slots))
    for group in laid.groups:
        if any(count < 0 for count in group.tokens.values()) or group.tokens.total() != len(group.slots):
            raise contradiction("the tokens do not add up")
    return Slots(size=laid.size, groups=tuple(laid.groups), stories=stories, by_entry=laid.by_entry, lying=lying)


@final
@define
class _Laid:
    """The slots numbered so far."""

    observation: Observation
    groups: list[Group]
    """The groups. The first one holds the tokens that the seat never saw."""
    by_entry: dict[int, Slot] = Factory(dict[int, Slot])
    size: int = 0

    def more(self, group: Group | None, number: int = 1) -> tuple[Slot, ...]:
        """Return new slots, in a group or in none."""
        slots = tuple(range(self.size, self.size + max(0, number)))
        self.size += len(slots)
        if group is not None:
            group.slots.extend(slots)
        return slots

    def field(self, field: str, number: int) -> tuple[Slot, ...]:
        """Return the slots of the tokens in a field, after adding those taken there. Each look starts a group."""
        observation = self.observation
        looks = iter([look for look in observation.looks if look.field == field])
        group = self.groups[0]
        for place, entry in enumerate(observation.ledger):
            if isinstance(entry, TakenUnseen) and entry.field == field:
                [self.by_entry[place]] = self.more(group)
            elif isinstance(entry, Taken) and entry.field == field:
                if entry.seat == observation.player:
                    group = self._looked(group, next(looks).clovers)
                group.tokens[entry.clover] -= 1
        if _gathers_in(observation, field):
            group = self._looked(group, observation.offered)
        return self.more(group, number)

    def _looked(self, before: Group, clovers: tuple[Clover, ...]) -> Group:
        """Return a new group of the tokens that a look found, which are removed from the group before."""
        before.tokens.subtract(clovers)
        group = Group(Counter(clovers))
        self.groups.append(group)
        return group

    def sacrifices(self) -> None:
        """Add the slots for the kinds of tokens sacrificed unseen."""
        for place, entry in enumerate(self.observation.ledger):
            if isinstance(entry, SacrificedUnseen):
                [self.by_entry[place]] = self.more(None)


def _gathers_in(observation: Observation, field: str) -> bool:
    """Return whether the observer is looking into a field now."""
    pending = observation.pending
    if not isinstance(pending, TakeClover) or pending.seat != observation.player:
        return False
    return observation.seats[pending.seat].korrigans[pending.korrigan].field == field


def _story(observation: Observation, number: int, opened: int | None, by_entry: Mapping[int, Slot]) -> Story:
    """Return the story of a seat other than the observer's.

    If the seat's tokens became visible, the story ends there and shows each of them. Otherwise it ends now, and in the
    final turn none of the tokens left is a companion (rule 7.4). `opened` is the ledger index from which the seat's
    tokens are visible, or None for never. `by_entry` has the slots of the tokens taken or sacrificed unseen, by ledger
    index. Raise an `UnsoundStateError` if the seat has fewer tokens than it took.
    """
    ledger = observation.ledger
    close = len(ledger) if opened is None else opened
    events: list[Event] = []
    for place, entry in enumerate(ledger[:close]):
        if entry.seat == number:
            match entry:
                case TakenUnseen():
                    events.append(Event(EventKind.GAIN, slot=by_entry[place]))
                case SacrificedUnseen():
                    events.append(Event(EventKind.LOSE, slot=by_entry[place]))
                case Revealed(_, companion):
                    events.append(Event(EventKind.SHOW, kinds=(companion,)))
                case RuledOut(_, companions):
                    events.append(Event(EventKind.LACK, kinds=companions))
                case CouldMove(_, companions):
                    events.append(Event(EventKind.HOLD, kinds=companions))
                case Taken() | Sacrificed() | Unmasked() | FinalTurnBegun():
                    pass
                case _:
                    assert_never(entry)
    shown = _unrecorded_shows(observation, number) if opened is None else _owned(observation, number, close)
    events.extend(Event(EventKind.SHOW, kinds=(kind,)) for kind in sorted(shown.elements()))
    if opened is None and _is_final(observation, number):
        events.append(Event(EventKind.LACK, kinds=_ANIMALS))
    return tuple(events)


def _unrecorded(observation: Observation, number: int, opened: int | None, story: Story) -> int:
    """Return the number of tokens that a seat had before its story: 0, except in states made by hand.

    Raises:
        UnsoundStateError: if the seat has fewer tokens than it took.
    """
    steps = Counter(event.step for event in story)
    kept = observation.seats[number].tokens if opened is None else 0
    before = steps[EventKind.SHOW] + steps[EventKind.LOSE] + kept - steps[EventKind.GAIN]
    if before < 0:
        raise contradiction(f"seat {number} took more tokens than it has")
    return before


def _owned(observation: Observation, number: int, place: int = 0) -> Counter[Clover]:
    """Return the tokens that a seat had at a ledger index, given that everything since is known.

    Raises:
        UnsoundStateError: if the seat has fewer tokens than it took.
    """
    tokens: Counter[Clover] = Counter(observation.seats[number].hidden or ()) + _unrecorded_shows(observation, number)
    for entry in observation.ledger[place:]:
        if entry.seat == number:
            match entry:
                case Revealed(_, companion):
                    tokens[Clover(companion)] += 1
                case Sacrificed(_, clover):
                    tokens[clover] += 1
                case Taken(_, _, clover):
                    tokens[clover] -= 1
                case TakenUnseen() | SacrificedUnseen() | Unmasked() | RuledOut() | CouldMove() | FinalTurnBegun():
                    pass
                case _:
                    assert_never(entry)
    if any(count < 0 for count in tokens.values()):
        raise contradiction(f"seat {number} took more tokens than it has")
    return tokens


def _unrecorded_shows(observation: Observation, number: int) -> Counter[Clover]:
    """Return the companions in front of a screen that the ledger does not mention."""
    recorded = [entry.companion for entry in observation.ledger if isinstance(entry, Revealed) and entry.seat == number]
    return Counter(map(Clover, observation.seats[number].revealed)) - Counter(map(Clover, recorded))


def _is_final(observation: Observation, number: int) -> bool:
    """Return whether a seat has begun its final turn."""
    pending = observation.pending
    return observation.cauldron is not None and (isinstance(pending, Over) or number <= pending.seat)


def contradiction(message: str) -> UnsoundStateError:
    """Return the error for an impossible observation."""
    return UnsoundStateError([Fault("ledger", f"the observation contradicts itself: {message}")])
