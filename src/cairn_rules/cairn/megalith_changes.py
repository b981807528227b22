"""What can happen to the megaliths of a field, a display and a deck: built, drawn, slid, swapped, replaced."""

from __future__ import annotations

from typing import TypeVar, final

from attrs import evolve, frozen

from cairn_rules.cairn.board import Space
from cairn_rules.cairn.observation import Observation
from cairn_rules.cairn.powers import Megalith
from cairn_rules.errors import DefinitionError

T = TypeVar("T")


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """Some items, one of them taken out.

    Raises:
        DefinitionError: when it is not among them: what should have happened does not fit the position.
    """
    if item not in items:
        raise DefinitionError(f"the change does not fit the position: {item} is not among {items}")
    place = items.index(item)
    return (*items[:place], *items[place + 1 :])


@final
@frozen
class Built:
    """An upcoming megalith is built on a space; `Scored` and `Drawn` tell what follows (rule 5.3)."""

    space: Space
    """Where it lies now."""
    megalith: Megalith
    """The megalith, which leaves a gap in the display."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(
            seen,
            megaliths=tuple(sorted((*seen.megaliths, (self.space, self.megalith)), key=_space)),
            upcoming=without(seen.upcoming, self.megalith),
        )

    def __str__(self) -> str:
        return f"{self.megalith} is built on {self.space}"


@final
@frozen
class Drawn:
    """The top of the deck fills the gap in the display (rule 5.3)."""

    megalith: Megalith
    """The megalith that was drawn: an unknown one, or the first of the tucked ones when none is left."""
    slot: int
    """Its place in the display, from 0."""

    def _after(self, seen: Observation) -> Observation:
        unknown, tucked, upcoming = seen.unknown, seen.tucked, seen.upcoming
        if unknown:
            unknown = without(unknown, self.megalith)
        else:
            tucked = (*without(tucked[:1], self.megalith), *tucked[1:])
        upcoming = (*upcoming[: self.slot], self.megalith, *upcoming[self.slot :])
        return evolve(seen, unknown=unknown, tucked=tucked, upcoming=upcoming)

    def __str__(self) -> str:
        return f"{self.megalith} is drawn"


@final
@frozen
class Slid:
    """A megalith goes to another space; shamans stay, and nothing wakes (rules 7.8, 6.9)."""

    megalith: Megalith
    """The megalith."""
    origin: Space
    """Where it lay."""
    to: Space
    """Where it lies now."""

    def _after(self, seen: Observation) -> Observation:
        others = without(seen.megaliths, (self.origin, self.megalith))
        return evolve(seen, megaliths=tuple(sorted((*others, (self.to, self.megalith)), key=_space)))

    def __str__(self) -> str:
        return f"{self.megalith} slides {self.origin}-{self.to}"


@final
@frozen
class Swapped:
    """Two megaliths of the field change places; shamans stay, and nothing wakes (rules 7.10, 6.9)."""

    first: Space
    """The space of one; the lower space of the two."""
    second: Space
    """The space of the other."""

    def _after(self, seen: Observation) -> Observation:
        new = {self.first: self.second, self.second: self.first}
        swapped = [(new.get(space, space), megalith) for space, megalith in seen.megaliths]
        return evolve(seen, megaliths=tuple(sorted(swapped, key=_space)))

    def __str__(self) -> str:
        return f"The megaliths on {self.first} and {self.second} change places"


@final
@frozen
class Replaced:
    """An upcoming megalith takes the place of one that goes under the deck, where all know it (rules 7.14, 2.7)."""

    space: Space
    """Where the old one lay and the new one lies."""
    old: Megalith
    """The megalith that is at the bottom of the deck now, known to everyone."""
    new: Megalith
    """The megalith that leaves a gap in the display."""

    def _after(self, seen: Observation) -> Observation:
        others = without(seen.megaliths, (self.space, self.old))
        return evolve(
            seen,
            megaliths=tuple(sorted((*others, (self.space, self.new)), key=_space)),
            upcoming=without(seen.upcoming, self.new),
            tucked=(*seen.tucked, self.old),
        )

    def __str__(self) -> str:
        return f"{self.new} takes the place of {self.old} on {self.space}"


@final
@frozen
class Arranged:
    """The megaliths lie anew, in a way that no other change tells: by an effect of one's own, or in several turns."""

    megaliths: tuple[tuple[Space, Megalith], ...]
    """Which megalith lies where now, in space order."""
    upcoming: tuple[Megalith, ...]
    """The megaliths on display now."""
    unknown: tuple[Megalith, ...]
    """The megaliths of the deck whose place is unknown now, sorted by id."""
    tucked: tuple[Megalith, ...]
    """The megaliths at the bottom of the deck whose order everyone knows now."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(seen, megaliths=self.megaliths, upcoming=self.upcoming, unknown=self.unknown, tucked=self.tucked)

    def __str__(self) -> str:
        return "The megaliths are laid out anew"


def _space(stone: tuple[Space, Megalith]) -> Space:
    return stone[0]
