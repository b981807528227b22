"""What a seat does not know, as a puzzle: slots for tokens, and what is known of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import final

from attrs import Factory, define, frozen

from cairn_rules.korrigans.ledger import Taken
from cairn_rules.korrigans.looks import SacrificedUnseen, TakenUnseen, open_since
from cairn_rules.korrigans.observation import Observation
from cairn_rules.korrigans.pending import TakeClover
from cairn_rules.korrigans.setup import MANY
from cairn_rules.korrigans.stories import Event, Slot, Step, Story, contradiction, owned, story_of, unrecorded
from cairn_rules.korrigans.tokens import Clover


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
    rest = Group(Counter((*board.base_clovers, *(board.extra_clovers if len(seats) >= MANY else ()))))
    laid = _Laid(observation, [rest])
    lying = tuple(laid.field(field.id, number) for field, number in zip(board.fields, observation.clovers, strict=True))
    laid.sacrifices()
    since = open_since([seat.screen for seat in seats], observation.ledger, observation.pending)
    stories: dict[int, Story] = {}
    for number, opened in enumerate(since):
        if number != player:
            story = story_of(observation, number, opened, laid.told)
            before = laid.more(rest, unrecorded(observation, number, opened, story))
            stories[number] = (*(Event(Step.GAIN, slot) for slot in before), *story)
    if player is not None:
        rest.tokens.subtract(owned(observation, player))
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
