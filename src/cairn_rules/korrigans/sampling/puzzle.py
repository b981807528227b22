"""The puzzle that an observation poses: slots for unseen tokens, and the stories that they must agree with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias, final

from attrs import Factory, define, frozen

from cairn_rules.errors import Fault, UnsoundStateError
from cairn_rules.korrigans.ledger import CouldMove, Revealed, RuledOut, Sacrificed, Taken
from cairn_rules.korrigans.observation import Observation, SacrificedUnseen, TakenUnseen, open_since
from cairn_rules.korrigans.pending import Over, TakeClover
from cairn_rules.korrigans.setup import clovers_of
from cairn_rules.korrigans.tokens import COMPANIONS, Clover

Slot: TypeAlias = int
"""A place for a token whose kind the seat does not know; slots are numbered from 0."""


class EventKind(IntEnum):
    """What happens behind a screen."""

    GAIN = 0
    """The token of a slot comes."""
    SHOW = 1
    """A token of a known kind goes."""
    LOSE = 2
    """A token goes, and a slot tells its kind."""
    LACK = 3
    """No token of some kinds is there."""
    HOLD = 4
    """At least one token of some kinds is there."""


class Event(NamedTuple):
    """A step of a story."""

    step: EventKind
    slot: Slot = -1
    """The slot of the token that comes, or that tells the kind of the one that goes."""
    kinds: tuple[int, ...] = ()
    """The kind that goes, the kinds that are not there, or those of which one is there."""


Story: TypeAlias = tuple[Event, ...]
"""What happened behind a screen, in order."""
_ANIMALS: Final = tuple(map(int, COMPANIONS))


@final
@define
class Group:
    """Slots that hold certain tokens together; which holds which is not known."""

    tokens: Counter[Clover]
    """The tokens."""
    slots: list[Slot] = Factory(list[Slot])


@final
@frozen(kw_only=True)
class Slots:
    """Everything that a seat does not know, and what it knows of that.

    A token has a slot when the seat does not know its kind: because another one took it, or it lies
    in a field, or came behind a screen in a way that the ledger does not tell, or is out of the
    game. A token that was sacrificed unseen has another slot, in no group, for its kind alone.
    """

    size: int
    """How many slots there are."""
    groups: tuple[Group, ...]
    """The slots by what they hold together."""
    stories: Mapping[int, Story]
    """By the number of another seat what its slots must agree with."""
    told: Mapping[int, Slot]
    """The slots of tokens that were taken or sacrificed unseen, by their place in the ledger."""
    lying: tuple[tuple[Slot, ...], ...]
    """The slots in each field of the board."""


def slots_of(observation: Observation) -> Slots:
    """The puzzle that an observation poses.

    Between two looks of the seat into a field, the tokens that are missing at the second one went
    to those who took there in between. What it never saw is the rest of the box.

    Raises:
        UnsoundStateError: when the observation contradicts itself.
    """
    board, seats, player = observation.board, observation.seats, observation.player
    rest = Group(Counter(clovers_of(board, len(seats))))
    laid = _Laid(observation, [rest])
    lying = tuple(laid.field(field.id, number) for field, number in zip(board.fields, observation.clovers, strict=True))
    laid.sacrifices()
    since = open_since([seat.screen for seat in seats], observation.ledger, observation.pending)
    stories: dict[int, Story] = {}
    for number, opened in enumerate(since):
        if number != player:
            story = _story(observation, number, opened, laid.told)
            before = laid.more(rest, _unrecorded(observation, number, opened, story))
            stories[number] = (*(Event(EventKind.GAIN, slot) for slot in before), *story)
    if player is not None:
        rest.tokens.subtract(_owned(observation, player))
    laid.more(rest, rest.tokens.total() - len(rest.slots))
    for group in laid.groups:
        if any(count < 0 for count in group.tokens.values()) or group.tokens.total() != len(group.slots):
            raise contradiction("there are not the tokens for it")
    return Slots(size=laid.size, groups=tuple(laid.groups), stories=stories, told=laid.told, lying=lying)


@final
@define
class _Laid:
    """The slots that were numbered so far."""

    observation: Observation
    groups: list[Group]
    """The first one holds what the seat never saw."""
    told: dict[int, Slot] = Factory(dict[int, Slot])
    size: int = 0

    def more(self, group: Group | None, number: int = 1) -> tuple[Slot, ...]:
        """New slots, in a group or in none."""
        slots = tuple(range(self.size, self.size + max(0, number)))
        self.size += len(slots)
        if group is not None:
            group.slots.extend(slots)
        return slots

    def field(self, field: str, number: int) -> tuple[Slot, ...]:
        """The slots of what was taken from a field and of what lies there; each look opens a new group."""
        observation = self.observation
        looks = iter([look for look in observation.looks if look.field == field])
        group = self.groups[0]
        for place, entry in enumerate(observation.ledger):
            if isinstance(entry, TakenUnseen) and entry.field == field:
                [self.told[place]] = self.more(group)
            elif isinstance(entry, Taken) and entry.field == field:
                if entry.seat == observation.player:
                    group = self._looked(group, next(looks).clovers)
                group.tokens[entry.clover] -= 1
        if _gathers_in(observation, field):
            group = self._looked(group, observation.offered)
        return self.more(group, number)

    def _looked(self, before: Group, clovers: tuple[Clover, ...]) -> Group:
        """The group of the tokens that a look found, which were in the group before."""
        before.tokens.subtract(clovers)
        group = Group(Counter(clovers))
        self.groups.append(group)
        return group

    def sacrifices(self) -> None:
        """The slots that tell what was sacrificed unseen."""
        for place, entry in enumerate(self.observation.ledger):
            if isinstance(entry, SacrificedUnseen):
                [self.told[place]] = self.more(None)


def _gathers_in(observation: Observation, field: str) -> bool:
    """Whether the observer looks into a field right now."""
    pending = observation.pending
    if not isinstance(pending, TakeClover) or pending.seat != observation.player:
        return False
    return observation.seats[pending.seat].korrigans[pending.korrigan].field == field


def _story(observation: Observation, number: int, opened: int | None, told: Mapping[int, Slot]) -> Story:
    """The story of a seat other than the observer's.

    It ends where everybody sees the tokens, which are then shown one and all, or else with those
    of now, of which is only known, in the final turn, that none of them is a companion (rule 7.4).

    Args:
        observation: What is known.
        number: The seat.
        opened: The place in the ledger from which on everybody sees its tokens; None for never.
        told: By place in the ledger the slots of the tokens that were taken or sacrificed unseen.

    Raises:
        UnsoundStateError: when the seat has less than it took.
    """
    ledger = observation.ledger
    close = len(ledger) if opened is None else opened
    events: list[Event] = []
    for place, entry in enumerate(ledger[:close]):
        if entry.seat == number:
            match entry:
                case TakenUnseen():
                    events.append(Event(EventKind.GAIN, slot=told[place]))
                case SacrificedUnseen():
                    events.append(Event(EventKind.LOSE, slot=told[place]))
                case Revealed(_, companion):
                    events.append(Event(EventKind.SHOW, kinds=(companion,)))
                case RuledOut(_, companions):
                    events.append(Event(EventKind.LACK, kinds=companions))
                case CouldMove(_, companions):
                    events.append(Event(EventKind.HOLD, kinds=companions))
                case _:
                    pass
    shown = _unrecorded_shows(observation, number) if opened is None else _owned(observation, number, close)
    events.extend(Event(EventKind.SHOW, kinds=(kind,)) for kind in sorted(shown.elements()))
    if opened is None and _is_final(observation, number):
        events.append(Event(EventKind.LACK, kinds=_ANIMALS))
    return tuple(events)


def _unrecorded(observation: Observation, number: int, opened: int | None, story: Story) -> int:
    """How many tokens a seat had before its story, as states made by hand can have it.

    Raises:
        UnsoundStateError: when the seat has less than it took.
    """
    steps = Counter(event.step for event in story)
    kept = observation.seats[number].tokens if opened is None else 0
    before = steps[EventKind.SHOW] + steps[EventKind.LOSE] + kept - steps[EventKind.GAIN]
    if before < 0:
        raise contradiction(f"seat {number} took more tokens than it has")
    return before


def _owned(observation: Observation, number: int, place: int = 0) -> Counter[Clover]:
    """The tokens that a seat had at a place in the ledger, when what happened since is known.

    Raises:
        UnsoundStateError: when the seat has less than it took.
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
                case _:
                    pass
    if any(count < 0 for count in tokens.values()):
        raise contradiction(f"seat {number} took more tokens than it has")
    return tokens


def _unrecorded_shows(observation: Observation, number: int) -> Counter[Clover]:
    """The companions in front of a screen of which the ledger does not tell."""
    told = [entry.companion for entry in observation.ledger if isinstance(entry, Revealed) and entry.seat == number]
    return Counter(map(Clover, observation.seats[number].revealed)) - Counter(map(Clover, told))


def _is_final(observation: Observation, number: int) -> bool:
    """Whether a seat has begun its final turn."""
    pending = observation.pending
    return observation.cauldron is not None and (isinstance(pending, Over) or number <= pending.seat)


def contradiction(message: str) -> UnsoundStateError:
    """The error for an observation that cannot be."""
    return UnsoundStateError([Fault("ledger", f"what is observed cannot all be true: {message}")])
