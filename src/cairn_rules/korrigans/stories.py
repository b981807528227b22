"""What a seat knows of the tokens behind another one's screen: what came, what went, what was not there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias

from cairn_rules.errors import Fault, UnsoundStateError
from cairn_rules.korrigans.ledger import Revealed, RuledOut, Sacrificed, Taken
from cairn_rules.korrigans.looks import SacrificedUnseen, TakenUnseen
from cairn_rules.korrigans.observation import Observation
from cairn_rules.korrigans.pending import Over
from cairn_rules.korrigans.tokens import COMPANIONS, Clover

Slot: TypeAlias = int
"""A place for a token whose kind the seat does not know; slots are numbered from 0."""


class Step(IntEnum):
    """What happens behind a screen."""

    GAIN = 0
    """The token of a slot comes."""
    SHOW = 1
    """A token of a known kind goes."""
    LOSE = 2
    """A token goes, and a slot tells its kind."""
    LACK = 3
    """No token of some kinds is there."""


class Event(NamedTuple):
    """A step of a story."""

    step: Step
    slot: Slot = -1
    """The slot of the token that comes, or that tells the kind of the one that goes."""
    kinds: tuple[int, ...] = ()
    """The kind that goes, or the kinds that are not there."""


Story: TypeAlias = tuple[Event, ...]
"""What happened behind a screen, in order."""

_ANIMALS: Final = tuple(map(int, COMPANIONS))


def contradiction(message: str) -> UnsoundStateError:
    """The error for an observation that cannot be."""
    return UnsoundStateError([Fault("ledger", f"what is observed cannot all be true: {message}")])


def story_of(observation: Observation, number: int, opened: int | None, told: Mapping[int, Slot]) -> Story:
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
                    events.append(Event(Step.GAIN, slot=told[place]))
                case SacrificedUnseen():
                    events.append(Event(Step.LOSE, slot=told[place]))
                case Revealed(_, companion):
                    events.append(Event(Step.SHOW, kinds=(companion,)))
                case RuledOut(_, companions):
                    events.append(Event(Step.LACK, kinds=companions))
                case _:
                    pass
    shown = _unrecorded_shows(observation, number) if opened is None else owned(observation, number, close)
    events.extend(Event(Step.SHOW, kinds=(kind,)) for kind in sorted(shown.elements()))
    if opened is None and _is_final(observation, number):
        events.append(Event(Step.LACK, kinds=_ANIMALS))
    return tuple(events)


def unrecorded(observation: Observation, number: int, opened: int | None, story: Story) -> int:
    """How many tokens a seat had before its story, as states made by hand can have it.

    Raises:
        UnsoundStateError: when the seat has less than it took.
    """
    steps = Counter(event.step for event in story)
    kept = observation.seats[number].tokens if opened is None else 0
    before = steps[Step.SHOW] + steps[Step.LOSE] + kept - steps[Step.GAIN]
    if before < 0:
        raise contradiction(f"seat {number} took more tokens than it has")
    return before


def owned(observation: Observation, number: int, place: int = 0) -> Counter[Clover]:
    """The tokens that a seat had at a place in the ledger, when what happened since is known.

    Raises:
        UnsoundStateError: when the seat has less than it took.
    """
    tokens = Counter(observation.seats[number].hidden) + _unrecorded_shows(observation, number)
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
