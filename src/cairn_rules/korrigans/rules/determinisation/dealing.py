"""Random deals of tokens to slots that agree with everything known about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import Final, TypeVar, final

from cairn_rules.korrigans.rules.determinisation.puzzle import Event, EventKind, Slot, Slots, Story, contradiction
from cairn_rules.korrigans.state.tokens import CLOVERS, Clover

PATIENCE: Final = 1_000
"""Maximum number of exchanges tried to repair a deal; a dozen are usual."""
DEALS: Final = 50
"""Maximum number of deals tried before an observation counts as impossible; one is usual."""
FEWEST_DEALS: Final = 6
"""Minimum number of deals tried, for stories of any length. In 13,700 positions, at most four were needed."""
MOST_STEPS: Final = 1_500_000
"""Approximate limit of events examined by all exchanges together, above the minimum number of deals."""
HEAT: Final = 0.3
"""Temperature for accepting a worse deal during repair, which keeps it from getting stuck."""
STIRS: Final = 8
"""Number of exchanges for each slot of a story, after which a deal has forgotten its repair."""
LEAST_STIRS: Final = 100
"""Minimum number of exchanges."""
_OUTSIDE: Final = -1
"""The seat of slots outside all stories, and the group of slots outside all groups."""

_GAIN, _SHOW, _LACK = EventKind.GAIN, EventKind.SHOW, EventKind.LACK
_LOSE, _HOLD = EventKind.LOSE, EventKind.HOLD

T = TypeVar("T")


def dealt(slots: Slots, rng: Random) -> tuple[Clover, ...]:
    """Draw the kind in each slot, almost uniformly from all deals that agree with the observation.

    The tokens of each group are shuffled. If the deal contradicts a story, tokens are exchanged within their groups
    until it agrees with all stories. Random exchanges that preserve the agreement follow: steps of a Markov chain whose
    stationary distribution is uniform over all consistent deals. Without informative stories, the shuffle is exactly
    uniform. Raise an `UnsoundStateError` if no consistent deal is found.
    """
    deal = _Deal(slots, rng)
    deal.put_right()
    deal.stir()
    return tuple([CLOVERS[kind] for kind in deal.kinds])


def held_after(story: Story, kinds: Sequence[int]) -> tuple[Clover, ...]:
    """Return the tokens behind a screen at the end of a story, under a deal that agrees with it."""
    return tuple(clover for clover, count in zip(CLOVERS, _held(story, kinds)[0], strict=True) for _ in range(count))


def _held(story: Story, kinds: Sequence[int]) -> tuple[list[int], int]:
    """Return the final count of each kind behind a screen, and the number of contradictions to the story."""
    wrong = 0
    held = [0] * len(CLOVERS)
    for step, slot, listed in story:
        if step is _GAIN:
            held[kinds[slot]] += 1
        elif step is _LACK:
            wrong += sum([held[kind] for kind in listed])
        elif step is _HOLD:
            wrong += not any(held[kind] for kind in listed)
        else:
            kind = listed[0] if step is _SHOW else kinds[slot]
            if held[kind]:
                held[kind] -= 1
            else:
                wrong += 1
    return held, wrong


def _first_wrong(story: Story, kinds: Sequence[int]) -> tuple[int, list[int]]:
    """Return the index of the first contradicted event, which must exist, and the count of each kind there."""
    held = [0] * len(CLOVERS)
    place = 0
    while True:
        step, slot, listed = story[place]
        touched = listed or (kinds[slot],)
        if step is _GAIN:
            held[touched[0]] += 1
        elif any(held[kind] for kind in touched) is (step is _LACK):
            return place, held
        elif step in {_SHOW, _LOSE}:
            held[touched[0]] -= 1
        place += 1


@final
class _Deal:
    """A deal under construction."""

    def __init__(self, slots: Slots, rng: Random) -> None:
        self._rng: Final = rng
        self._stories: Final = {
            seat: story for seat, story in slots.stories.items() if any(event.step is not _GAIN for event in story)
        }
        self._gains: Final = {seat: _slots(story, _GAIN) for seat, story in self._stories.items()}
        self._losses: Final = {seat: _slots(story, _LOSE) for seat, story in self._stories.items()}
        self._seat: Final = [_OUTSIDE] * slots.size
        for seat in self._stories:
            for slot in (*self._gains[seat], *self._losses[seat]):
                self._seat[slot] = seat
        self._group: Final = [_OUTSIDE] * slots.size
        self._groups: Final = [group.slots for group in slots.groups]
        for number, slots_there in enumerate(self._groups):
            for slot in slots_there:
                self._group[slot] = number
        self._tokens: Final = [sorted(map(int, group.tokens.elements())) for group in slots.groups]
        self._wrong: Final[dict[int, int]] = {}
        self.kinds: Final = [0] * slots.size

    def _shuffle(self) -> None:
        """Deal the tokens of each group, ignoring the stories."""
        for slot, number in enumerate(self._group):
            if number == _OUTSIDE:
                self.kinds[slot] = int(self._any(CLOVERS))
        for group, tokens in zip(self._groups, self._tokens, strict=True):
            self._spread(group, tokens)
        self._wrong.update({seat: _held(story, self.kinds)[1] for seat, story in self._stories.items()})

    def _spread(self, slots: Sequence[Slot], tokens: list[int]) -> None:
        """Shuffle tokens and deal them to slots."""
        self._rng.shuffle(tokens)
        for slot, token in zip(slots, tokens, strict=True):
            self.kinds[slot] = token

    def put_right(self) -> None:
        """Exchange tokens until the deal agrees with every story, starting again with a new deal now and then."""
        events = sum(map(len, self._stories.values()))
        deals = min(DEALS, max(FEWEST_DEALS, MOST_STEPS // (PATIENCE * max(1, events))))
        for _ in range(deals):
            self._shuffle()
            for _ in range(PATIENCE):
                bad = [seat for seat, wrong in self._wrong.items() if wrong]
                if not bad:
                    return
                self._mend(self._any(bad))
        raise contradiction(f"no deal of the tokens was found in {deals * PATIENCE} attempts")

    def _mend(self, seat: int) -> None:
        """Try to repair the first contradicted event of a story."""
        kinds, story = self.kinds, self._stories[seat]
        place, held = _first_wrong(story, kinds)
        step, lost, listed = story[place]
        gains, losses = _slots(story[:place], _GAIN), _slots(story[:place], _LOSE)
        if step is _LOSE or (losses and self._rng.random() < 0.3):
            lost = lost if step is _LOSE else self._any(losses)
            self._try({lost: kinds[self._any(gains)]} if gains else {}, HEAT)
            return
        if step is _LACK:
            movable = [slot for slot in gains if kinds[slot] in listed and held[kinds[slot]]]
        else:
            movable = [slot for slot in gains if kinds[slot] not in listed]
        if not movable:
            return
        slot = self._any(movable)
        group = self._groups[self._group[slot]]
        is_mate = kinds[slot].__ne__ if step is _LACK else listed.__contains__
        mates = [each for each in group if is_mate(kinds[each])]
        if mates:
            self._try(self._swap(slot, self._any(mates)), HEAT)

    def stir(self) -> None:
        """Make random exchanges that contradict no story, each as likely as its reverse."""
        bound = [slot for gains in self._gains.values() for slot in gains]
        for _ in range(max(LEAST_STIRS, STIRS * len(bound)) if bound else 0):
            slot = self._any(bound)
            if self._rng.random() < 0.5:
                self._try(self._change_of_hands(slot))
            else:
                self._try(self._change_of_places(slot))
        for group in self._groups:
            free = [slot for slot in group if self._seat[slot] == _OUTSIDE]
            self._spread(free, [self.kinds[slot] for slot in free])

    def _swap(self, one: Slot, other: Slot) -> dict[Slot, int]:
        return {one: self.kinds[other], other: self.kinds[one]}

    def _change_of_hands(self, slot: Slot) -> Mapping[Slot, int]:
        """Return a swap of two tokens of a group, with or without a change of a sacrificed token."""
        other = self._any(self._groups[self._group[slot]])
        losses = self._losses[self._seat[slot]]
        if not losses:
            return self._swap(slot, other)
        lost, choice = self._any(losses), self._any(("lost", "slot", "both"))
        if choice == "lost":
            return {lost: int(self._any(CLOVERS))}
        swapped = self._swap(slot, other)
        if choice == "slot":
            return swapped
        return {**swapped, lost: self.kinds[other]} if self.kinds[lost] == self.kinds[slot] else {}

    def _change_of_places(self, slot: Slot) -> Mapping[Slot, int]:
        """Return an exchange of two kinds that a seat has from different groups, each by a swap in its group."""
        kinds = self.kinds
        other = self._any(self._gains[self._seat[slot]])
        one_kind, other_kind = kinds[slot], kinds[other]
        here, there = self._groups[self._group[slot]], self._groups[self._group[other]]
        if here is there:
            return self._swap(slot, other)
        by_kind = {
            (number, kind): [each for each in group if kinds[each] == kind]
            for number, group in enumerate((here, there))
            for kind in (one_kind, other_kind)
        }
        for_one, for_other = by_kind[0, other_kind], by_kind[1, one_kind]
        # Accepted with this ratio, an exchange is as likely as its reverse.
        ways, ways_back = len(for_one) * len(for_other), len(by_kind[0, one_kind]) * len(by_kind[1, other_kind])
        if one_kind == other_kind or self._rng.random() * ways_back >= ways:
            return {}
        return {**self._swap(slot, self._any(for_one)), **self._swap(other, self._any(for_other))}

    def _try(self, changed: Mapping[Slot, int], heat: float = 0.0) -> None:
        """Apply a change unless it adds contradictions; with a temperature, sometimes apply it anyway."""
        before = {slot: self.kinds[slot] for slot in changed}
        if before == changed:
            return
        for slot, kind in changed.items():
            self.kinds[slot] = kind
        seats = {self._seat[slot] for slot in changed} - {_OUTSIDE}
        wrong = {seat: _held(self._stories[seat], self.kinds)[1] for seat in seats}
        worse = sum(wrong.values()) - sum(self._wrong[seat] for seat in seats)
        if worse <= 0 or (heat and self._rng.random() < exp(-worse / heat)):
            self._wrong.update(wrong)
            return
        for slot, kind in before.items():
            self.kinds[slot] = kind

    def _any(self, choices: Sequence[T]) -> T:
        """Return a random item; faster than `Random.choice`."""
        return choices[int(self._rng.random() * len(choices))]


def _slots(story: Sequence[Event], step: EventKind) -> list[Slot]:
    """Return the slots of the events of one kind, in order."""
    return [event.slot for event in story if event.step is step]
