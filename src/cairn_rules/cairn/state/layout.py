"""The layout of a game: megaliths, scores and options, which most decisions leave unchanged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, final

from cairn_rules.cairn.state.bitboards import bit_set
from cairn_rules.cairn.state.board import SPACES, TRIBES, Space
from cairn_rules.cairn.state.megalith_data import Megalith, When
from cairn_rules.cairn.state.pending import UsePower
from cairn_rules.cairn.state.tile_actions import Reach, reaches
from cairn_rules.cairn.variant import Variant

MEGALITHS_TO_WIN: Final = 3
"""Number of megaliths that a tribe builds to win (rule 9.1)."""
UPCOMING: Final = 2
"""Number of megaliths on display while the deck lasts (rule 5.3)."""
_use: Final = lru_cache(maxsize=4096)(UsePower)
"""Cached constructor of `UsePower`, faster than creating a new instance."""


@final
class Layout:
    """The megaliths, scores and options of a game; immutable.

    A plain class for speed, like `State`: the engine reads it at every decision.

    Args:
        stones: The spaces with a megalith and their megaliths, in space order.
        upcoming: The megaliths on display.
        deck: The face-down megaliths, top first.
        tucked: Number of megaliths at the bottom of the deck that everyone knows (rule 2.7).
        scores: Megaliths built, by tribe.
        variant: The rule options of the game.
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
        """The contents of `stones` as a mapping."""
        self.mask: int = bit_set(self.megaliths)
        """Bitboard of the spaces with a megalith."""
        self.unusual: tuple[tuple[Space, Megalith], ...] = tuple([each for each in stones if not each[1].is_usual])
        """The items of `stones` that do something else than wake when a shaman arrives (section 12)."""
        self.waking: int = self.mask
        """Bitboard of the spaces with a megalith that wakes when a shaman arrives."""
        self.leaving: int = 0
        """Bitboard of the spaces with a megalith that wakes when a shaman leaves (rule 12.2)."""
        self.before_turn: int = 0
        """Bitboard of the spaces with a megalith that wakes before a turn (rule 12.3)."""
        self.wards: tuple[tuple[Space, Megalith], ...] = ()
        """The items of `stones` that forbid actions (rule 12.4)."""
        if self.unusual:
            self.waking = _waking(stones, When.ARRIVING)
            self.leaving = _waking(self.unusual, When.LEAVING)
            self.before_turn = _waking(self.unusual, When.BEFORE_TURN)
            self.wards = tuple([each for each in self.unusual if each[1].ward is not None])
        self.reaches: tuple[tuple[Reach, ...], ...] = reaches(corner_exit=variant.corner_exit)
        """Tables of the possible tile actions: `reaches[tribe][faces]`."""
        self._hash: int | None = None

    def values(
        self,
    ) -> tuple[
        tuple[tuple[Space, Megalith], ...], tuple[Megalith, ...], tuple[Megalith, ...], int, tuple[int, int], Variant
    ]:
        """Return the arguments of the constructor."""
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
        """All megaliths of the game: those on the board, on display and in the deck."""
        return (*self.megaliths.values(), *self.upcoming, *self.deck)

    def power(self, bit: int, owner: int) -> UsePower:
        """Return the power that a tribe's shaman wakes on the space with the given bit (rule 6.1)."""
        space = SPACES[bit.bit_length() - 1]
        return _use(space, self.megaliths[space], TRIBES[owner])

    def can_build(self, space: int) -> bool:
        """Return whether a space has no megalith and one is upcoming to be built there (rules 5.2, 5.5)."""
        return not self.mask >> space & 1 and bool(self.upcoming)

    def with_deck(self, deck: tuple[Megalith, ...]) -> Layout:
        """Return this layout with another deck, whose known bottom is as large as before."""
        return Layout(self.stones, self.upcoming, deck, self.tucked, self.scores, self.variant)

    def swapped(self, others: Mapping[Megalith, Megalith]) -> Layout:
        """Return this layout with some megaliths replaced by others, wherever they are."""
        return Layout(
            tuple([(space, others.get(stone, stone)) for space, stone in self.stones]),
            tuple([others.get(stone, stone) for stone in self.upcoming]),
            tuple([others.get(stone, stone) for stone in self.deck]),
            self.tucked,
            self.scores,
            self.variant,
        )

    def arranged(self, megaliths: Mapping[Space, Megalith]) -> Layout:
        """Return this layout with its megaliths on other spaces."""
        stones = tuple(sorted(megaliths.items()))
        return Layout(stones, self.upcoming, self.deck, self.tucked, self.scores, self.variant)

    def built(self, space: Space, megalith: Megalith, builder: int) -> Layout:
        """Return this layout with an upcoming megalith built and scored, and the display refilled (rules 5.3, 5.4)."""
        sea, forest = self.scores
        scores = (sea + 1, forest) if builder == 0 else (sea, forest + 1)
        return self._drawn(megalith, (*self.stones, (space, megalith)), self.deck, self.tucked, scores)

    def replaced(self, space: Space, megalith: Megalith) -> Layout:
        """Return this layout with an upcoming megalith in place of another, which goes under the deck (rule 7.14)."""
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
        """Return a layout in which the top of the deck, if any, has filled the slot of an upcoming megalith."""
        slot = self.upcoming.index(megalith)
        upcoming = (*self.upcoming[:slot], *deck[:1], *self.upcoming[slot + 1 :])
        rest = deck[1:]
        return Layout(tuple(sorted(stones)), upcoming, rest, min(tucked, len(rest)), scores, self.variant)


def _waking(stones: Iterable[tuple[Space, Megalith]], when: When) -> int:
    return bit_set([space for space, stone in stones if stone.powers and stone.wakes is when])
