"""The layout of the field: megaliths, scores and options, which most decisions leave as they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, final

from cairn_rules.cairn.bitboards import bit_set
from cairn_rules.cairn.board import SPACES, TRIBES, Space
from cairn_rules.cairn.megalith_data import Megalith, When
from cairn_rules.cairn.pending import UsePower
from cairn_rules.cairn.tile_actions import Reach, reaches
from cairn_rules.cairn.variant import Variant

MEGALITHS_TO_WIN: Final = 3
"""As many must be built to win (rule 9.1)."""
UPCOMING: Final = 2
"""Upcoming megaliths on display, as long as the deck lasts (rule 5.3)."""
_use: Final = lru_cache(maxsize=4096)(UsePower)
"""The decision how a tribe uses a megalith on a space. Making one anew takes longer than finding it."""


@final
class Layout:
    """Where the megaliths lie, what was scored, and the options of the game; not changed once it is made.

    A class by hand, as `State` is and for the same reason: the engine asks it for something at every decision.

    Args:
        stones: Which megalith lies where, in space order.
        upcoming: The megaliths on display.
        deck: The face-down megaliths, top first.
        tucked: How many tiles at the bottom of the deck are known to everyone (rule 2.7).
        scores: Megaliths built, by tribe.
        variant: The options of the game.
    """

    __slots__ = (
        "_hash",
        "before_turn",
        "deck",
        "leaving",
        "mask",
        "megaliths",
        "reaches",
        "scores",
        "stones",
        "tucked",
        "unusual",
        "upcoming",
        "variant",
        "waking",
        "wards",
    )

    def __init__(
        self,
        stones: tuple[tuple[Space, Megalith], ...],
        upcoming: tuple[Megalith, ...],
        deck: tuple[Megalith, ...],
        tucked: int,
        scores: tuple[int, int],
        variant: Variant,
    ) -> None:
        self.stones: tuple[tuple[Space, Megalith], ...] = stones
        self.upcoming: tuple[Megalith, ...] = upcoming
        self.deck: tuple[Megalith, ...] = deck
        self.tucked: int = tucked
        self.scores: tuple[int, int] = scores
        self.variant: Variant = variant
        self.megaliths: Mapping[Space, Megalith] = MappingProxyType(dict(stones))
        """The same as `stones`, to look them up."""
        self.mask: int = bit_set(self.megaliths)
        """The bitboard of the spaces with a megalith."""
        self.unusual: tuple[tuple[Space, Megalith], ...] = tuple([each for each in stones if not each[1].is_usual])
        """Those of `stones` that do something else than to wake when a shaman arrives (section 12)."""
        self.waking: int = self.mask
        """The bitboard of the spaces with a megalith that wakes when a shaman arrives."""
        self.leaving: int = 0
        """The bitboard of the spaces with a megalith that wakes when a shaman leaves (rule 12.2)."""
        self.before_turn: int = 0
        """The bitboard of the spaces with a megalith that wakes before a turn (rule 12.3)."""
        self.wards: tuple[tuple[Space, Megalith], ...] = ()
        """Those of `stones` that forbid something (rule 12.4)."""
        if self.unusual:
            self.waking = _waking(stones, When.ARRIVING)
            self.leaving = _waking(self.unusual, When.LEAVING)
            self.before_turn = _waking(self.unusual, When.BEFORE_TURN)
            self.wards = tuple([each for each in self.unusual if each[1].ward is not None])
        self.reaches: tuple[tuple[Reach, ...], ...] = reaches(corner_exit=variant.corner_exit)
        """What the action tiles allow: `reaches[tribe][faces]`."""
        self._hash: int | None = None

    def values(
        self,
    ) -> tuple[
        tuple[tuple[Space, Megalith], ...],
        tuple[Megalith, ...],
        tuple[Megalith, ...],
        int,
        tuple[int, int],
        Variant,
    ]:
        """What it was made of."""
        return self.stones, self.upcoming, self.deck, self.tucked, self.scores, self.variant

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Layout) and self.values() == other.values())

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self.values())
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        return Layout, self.values()

    @property
    def all_megaliths(self) -> tuple[Megalith, ...]:
        """Every megalith of the game: those of the field, the display and the deck."""
        return (*self.megaliths.values(), *self.upcoming, *self.deck)

    def power(self, bit: int, owner: int) -> UsePower:
        """The power that a tribe's shaman wakes on a space, given as a bit, with a megalith (rule 6.1)."""
        space = SPACES[bit.bit_length() - 1]
        return _use(space, self.megaliths[space], TRIBES[owner])

    def can_build(self, space: int) -> bool:
        """Whether a megalith can be built there: it is free of them and one is upcoming (rules 5.2, 5.5)."""
        return not self.mask >> space & 1 and bool(self.upcoming)

    def arranged(self, megaliths: Mapping[Space, Megalith]) -> Layout:
        """This layout with its megaliths on other spaces."""
        stones = tuple(sorted(megaliths.items()))
        return Layout(stones, self.upcoming, self.deck, self.tucked, self.scores, self.variant)

    def built(self, space: Space, megalith: Megalith, builder: int) -> Layout:
        """This layout with an upcoming megalith built, scored and drawn anew (rules 5.3, 5.4)."""
        sea, forest = self.scores
        scores = (sea + 1, forest) if builder == 0 else (sea, forest + 1)
        return self._drawn(megalith, (*self.stones, (space, megalith)), self.deck, self.tucked, scores)

    def replaced(self, space: Space, megalith: Megalith) -> Layout:
        """This layout with an upcoming megalith in place of one that is tucked under the deck (rule 7.14)."""
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
    ) -> Layout:
        """The upcoming megalith is gone; the top of the deck takes its slot, if there is one."""
        slot = self.upcoming.index(megalith)
        upcoming = (*self.upcoming[:slot], *deck[:1], *self.upcoming[slot + 1 :])
        rest = deck[1:]
        return Layout(tuple(sorted(stones)), upcoming, rest, min(tucked, len(rest)), scores, self.variant)


def _waking(stones: Iterable[tuple[Space, Megalith]], when: When) -> int:
    return bit_set([space for space, stone in stones if stone.powers and stone.wakes is when])
