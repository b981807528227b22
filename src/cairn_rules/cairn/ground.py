"""Ground: the part of a state that most decisions leave as it is. Megaliths, scores, options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeVar, final

from attrs import Factory, field, frozen

from cairn_rules.cairn.board import SPACES, TRIBES, Space, Tribe, bit_set
from cairn_rules.cairn.pending import UsePower, When
from cairn_rules.cairn.reach import REACHES, Reach
from cairn_rules.cairn.variant import Variant

if TYPE_CHECKING:
    from cairn_rules.cairn.actions import Action, TileAction
    from cairn_rules.cairn.powers import Megalith
    from cairn_rules.cairn.state import State

MEGALITHS_TO_WIN: Final = 3
"""As many must be built to win (rule 9.1)."""
UPCOMING: Final = 2
"""Upcoming megaliths on display, as long as the deck lasts (rule 5.3)."""


T = TypeVar("T")
ActionT = TypeVar("ActionT", bound="Action")


def _derived(work_out: Callable[[Ground], T]) -> T:
    """A field that follows from the others."""
    return field(init=False, eq=False, repr=False, default=Factory(work_out, takes_self=True))


@final
@frozen(cache_hash=True)
class Ground:
    """Where the megaliths lie, what was scored, and the options of the game."""

    stones: tuple[tuple[Space, Megalith], ...]
    """Which megalith lies where, in space order."""
    upcoming: tuple[Megalith, ...]
    deck: tuple[Megalith, ...]
    """Top first."""
    tucked: int
    """How many tiles at the bottom of the deck are known to everyone (rule 2.7)."""
    scores: tuple[int, int]
    variant: Variant
    megaliths: Mapping[Space, Megalith] = _derived(lambda self: MappingProxyType(dict(self.stones)))
    """The same as `stones`, to look them up."""
    mask: int = _derived(lambda self: bit_set(self.megaliths))
    """The bitboard of the spaces with a megalith."""
    unusual: tuple[tuple[Space, Megalith], ...] = _derived(
        lambda self: tuple([stone for stone in self.stones if not stone[1].is_usual])
    )
    """Those of `stones` that do something else than to wake when a shaman arrives (section 12)."""
    waking: int = _derived(lambda self: self.mask if not self.unusual else self.mask & ~self._silent())
    """The bitboard of the spaces with a megalith that wakes when a shaman arrives."""
    reaches: tuple[tuple[Reach, ...], ...] = _derived(lambda self: REACHES[self.variant.corner_exit])
    """What the action tiles allow: `reaches[tribe][faces]`."""

    def __reduce__(self) -> tuple[object, ...]:
        return Ground, (self.stones, self.upcoming, self.deck, self.tucked, self.scores, self.variant)

    @cached_property
    def images(self) -> dict[object, Ground]:
        """What it looks like under symmetries, kept once it was asked for."""
        return {}

    @cached_property
    def texts(self) -> dict[str, str]:
        """How it is written in each format, kept once it was asked for."""
        return {}

    @cached_property
    def told(self) -> bytes:
        """All of it as text, for keys that are the same in every process."""
        stones = ",".join(f"{space}={stone.id}" for space, stone in self.stones)
        others = [",".join(stone.id for stone in stones) for stones in (self.upcoming, self.deck)]
        options = ",".join(f"{name}={value}" for name, value in self.variant.changed.items())
        return " ".join((stones, *others, str(self.tucked), str(self.scores), options, "")).encode()

    @cached_property
    def leaving(self) -> int:
        """The bitboard of the spaces with a megalith that wakes when a shaman leaves (rule 12.2)."""
        return self._waking(When.LEAVING)

    @cached_property
    def before_turn(self) -> int:
        """The bitboard of the spaces with a megalith that wakes before a turn (rule 12.3)."""
        return self._waking(When.BEFORE_TURN)

    @cached_property
    def wards(self) -> tuple[tuple[Space, Megalith], ...]:
        """Those of `stones` that forbid something (rule 12.4)."""
        return tuple([stone for stone in self.unusual if stone[1].ward is not None])

    def _waking(self, when: When) -> int:
        return bit_set(space for space, stone in self.unusual if stone.powers and stone.wakes is when)

    def _silent(self) -> int:
        return bit_set(space for space, _ in self.unusual) & ~self._waking(When.ARRIVING)

    def permitted(self, state: State, actions: tuple[ActionT, ...], owner: Tribe) -> tuple[ActionT, ...]:
        """Those actions of a tribe, or options of its powers, that no megalith forbids (rule 12.4).

        Raises:
            PowerError: when the ward of a megalith misbehaves.
        """
        for space, stone in self.wards:
            actions = stone.permitted(state, self.power(1 << space, owner), actions)
        return actions

    def forbidding(self, state: State, action: Action, owner: Tribe) -> str | None:
        """What forbids an action to a tribe, or an option of its powers, and where; None when nothing does."""
        for space, stone in self.wards:
            if not stone.permitted(state, self.power(1 << space, owner), (action,)):
                return f"{stone} on {space}"
        return None

    def tile_actions(self, state: State) -> tuple[TileAction, ...]:
        """What the active tribe may do with the action tiles (rule 3.1)."""
        active = state._active
        actions = self.reaches[active][state._faces].actions(state._own, state._enemy)
        return self.permitted(state, actions, TRIBES[active]) if self.unusual else actions

    @property
    def all_megaliths(self) -> tuple[Megalith, ...]:
        """Every megalith of the game: those of the field, the display and the deck."""
        return (*self.megaliths.values(), *self.upcoming, *self.deck)

    def power(self, bit: int, owner: int) -> UsePower:
        """The power that a tribe's shaman wakes on a space, given as a bit, with a megalith (rule 6.1)."""
        space = SPACES[bit.bit_length() - 1]
        return self.megaliths[space].wakings[owner][space]

    def can_build(self, space: int) -> bool:
        """Whether a megalith can be built there: it is free of them and one is upcoming (rules 5.2, 5.5)."""
        return not self.mask >> space & 1 and bool(self.upcoming)

    def arranged(self, megaliths: Mapping[Space, Megalith]) -> Ground:
        """This ground with its megaliths on other spaces."""
        stones = tuple(sorted(megaliths.items()))
        return Ground(stones, self.upcoming, self.deck, self.tucked, self.scores, self.variant)

    def built(self, space: Space, megalith: Megalith, builder: int) -> Ground:
        """This ground with an upcoming megalith built, scored and drawn anew (rules 5.3, 5.4)."""
        sea, forest = self.scores
        scores = (sea + 1, forest) if builder == 0 else (sea, forest + 1)
        return self._drawn(megalith, (*self.stones, (space, megalith)), self.deck, self.tucked, scores)

    def replaced(self, space: Space, megalith: Megalith) -> Ground:
        """This ground with an upcoming megalith in place of one that is tucked under the deck (rule 7.14)."""
        others = [stone for stone in self.stones if stone[0] != space]
        deck = (*self.deck, self.megaliths[space])
        return self._drawn(megalith, (*others, (space, megalith)), deck, self.tucked + 1, self.scores)

    def _drawn(
        self,
        megalith: Megalith,
        stones: tuple[tuple[Space, Megalith], ...],
        deck: tuple[Megalith, ...],
        tucked: int,
        scores: tuple[int, int],
    ) -> Ground:
        """The upcoming megalith is gone; the top of the deck takes its slot, if there is one."""
        slot = self.upcoming.index(megalith)
        upcoming = (*self.upcoming[:slot], *deck[:1], *self.upcoming[slot + 1 :])
        rest = deck[1:]
        return Ground(tuple(sorted(stones)), upcoming, rest, min(tucked, len(rest)), scores, self.variant)
