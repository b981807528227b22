"""Sites: the part of the game that a power or a ward can see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, final

from cairn_rules.cairn.megaliths.effect_rules import can_leave
from cairn_rules.cairn.megaliths.effects import Relocate, SlideMegalith
from cairn_rules.cairn.state.bitboards import FIELD, NEIGHBOUR_BITS, spaces_in
from cairn_rules.cairn.state.board import FIRST_ROWS, SPACES, TRIBES, VILLAGE, Space, Tribe
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import Tiles
from cairn_rules.cairn.variant import Variant

if TYPE_CHECKING:
    from cairn_rules.cairn.state.actions import Effect, Jump
    from cairn_rules.cairn.state.megalith_data import Megalith
    from cairn_rules.cairn.state.pending import UsePower


@final
class Site:
    """The place and owner of a power or a ward, with the public information about the game.

    "Own" shamans belong to the power's owner, "enemy" shamans to the other tribe, also off-turn. Spaces are
    in space order; `Space.adjacent` and `Space.shifted` lead from one to others. The order of the deck is hidden.

    Example:
        >>> from cairn_rules.cairn import Banish, megalith, parse_position
        >>> from cairn_rules.testing import activate
        >>> @megalith("Lonely Stone", text="Banish an enemy shaman in your first row.")
        ... def lonely(site):
        ...     return [Banish(enemy) for enemy in site.enemies(site.first_row)]
        >>> state = parse_position("4f/5/5/5/f1s2 s wooe b3=chaos,d3=dawn deer,menhir - 0-0")
        >>> activate(lonely, on=state, at="c2").texts
        ('xa1',)
    """

    __slots__ = ("_power", "_state", "owner", "space")

    def __init__(self, state: State, power: UsePower) -> None:
        self._state = state
        self._power = power
        self.space: Space = power.space
        """Space where the megalith woke, or where a ward is.

        The shaman that woke it is there until a decision moves it. A shaman that woke it by leaving is
        already gone, and a ward needs no shaman.
        """
        self.owner: Tribe = power.owner
        """Owner of the power: the tribe of the shaman that woke it. In a ward, the tribe that would act."""

    @property
    def megalith(self) -> Megalith:
        """The megalith whose power or ward is called."""
        return self._power.megalith

    @property
    def chosen(self) -> tuple[Effect, ...]:
        """Effects chosen so far, for a power with several decisions."""
        return self._power.chosen

    @property
    def adjacent(self) -> tuple[Space, ...]:
        """Spaces adjacent to `space`, at most eight. Those of another space are its own `adjacent`."""
        return self.space.adjacent

    @property
    def forward(self) -> int:
        """One rank towards the opponent's village: 1 for Sea, -1 for Forest.

        `space.shifted(0, site.forward)` is the space straight ahead of another, and `space.shifted(1, site.forward)`
        one diagonally ahead; both are None at the edge of the board.
        """
        return 1 - 2 * self.owner

    @property
    def first_row(self) -> tuple[Space, ...]:
        """The owner's first row."""
        return FIRST_ROWS[self.owner]

    def own(self, among: Iterable[Space] | None = None) -> tuple[Space, ...]:
        """Return the given spaces (default: all) that have a shaman of the owner."""
        return _among(self._state.bits_of(self.owner), among)

    def enemies(self, among: Iterable[Space] | None = None) -> tuple[Space, ...]:
        """Return the given spaces (default: all) that have a shaman of the other tribe."""
        return _among(self._state.bits_of(1 - self.owner), among)

    def shamans(self, among: Iterable[Space] | None = None) -> tuple[Space, ...]:
        """Return the given spaces (default: all) that have a shaman of either tribe."""
        return _among(self._state._own | self._state._enemy, among)

    def free(self, among: Iterable[Space] | None = None) -> tuple[Space, ...]:
        """Return the given spaces (default: all) that have no shaman."""
        return _among(FIELD & ~(self._state._own | self._state._enemy), among)

    def steps(self, shaman: Space) -> tuple[Relocate, ...]:
        """Return the steps of the shaman on a space to free adjacent spaces (rule 6.4).

        With the variant `power_exit`, a possible step to `VILLAGE` comes last (rule 6.6).
        """
        state = self._state
        steps = _steps(shaman, NEIGHBOUR_BITS[shaman] & ~(state._own | state._enemy))
        if state._layout.variant.power_exit:
            leaves = can_leave(state, state.tribe_on(shaman), shaman)
            return (*steps, Relocate(shaman, VILLAGE)) if leaves else steps
        return steps

    def jumped(self, jump: Jump) -> tuple[Space, ...]:
        """Return the spaces that a jump of the active tribe may lead over; several for some exits."""
        state = self._state
        reach = state._layout.reaches[state._active][state._faces]
        return spaces_in(reach.jumped(jump, state._own, state._enemy))

    def slides(self, megalith: Space) -> tuple[SlideMegalith, ...]:
        """Return the slides of the megalith on a space to adjacent spaces without a megalith (rule 7.8)."""
        return _slides(megalith, NEIGHBOUR_BITS[megalith] & ~self._state._layout.mask)

    @property
    def megaliths(self) -> Mapping[Space, Megalith]:
        """The megalith on each space that has one."""
        return self._state.megaliths

    @property
    def upcoming(self) -> tuple[Megalith, ...]:
        """The megaliths on display."""
        return self._state.upcoming

    @property
    def deck_size(self) -> int:
        """Number of face-down megaliths."""
        return len(self._state.deck)

    @property
    def village(self) -> int:
        """Number of shamans in the owner's village."""
        return self._state.villages[self.owner]

    @property
    def enemy_village(self) -> int:
        """Number of shamans in the other village."""
        return self._state.villages[1 - self.owner]

    @property
    def score(self) -> int:
        """Number of megaliths that the owner has built."""
        return self._state.scores[self.owner]

    @property
    def enemy_score(self) -> int:
        """Number of megaliths that the other tribe has built."""
        return self._state.scores[1 - self.owner]

    @property
    def tiles(self) -> Tiles:
        """The visible face of each tile. The tile of this turn's action is already turned over."""
        return self._state.tiles

    @property
    def active(self) -> Tribe:
        """The tribe whose turn it is."""
        return TRIBES[self._state._active]

    @property
    def moved(self) -> tuple[Space, ...]:
        """Spaces of the shamans that count as moved by the active player in this turn."""
        return self._state.moved

    @property
    def variant(self) -> Variant:
        """The rule options of the game."""
        return self._state.variant


def _among(bits: int, spaces: Iterable[Space] | None) -> tuple[Space, ...]:
    return spaces_in(bits) if spaces is None else tuple([space for space in spaces if bits >> space & 1])


def _steps(shaman: Space, to: int) -> tuple[Relocate, ...]:
    known = _STEPS[shaman]
    steps = known.get(to)
    if steps is None:
        steps = known[to] = tuple([Relocate(shaman, space) for space in spaces_in(to)])
    return steps


def _slides(megalith: Space, to: int) -> tuple[SlideMegalith, ...]:
    known = _SLIDES[megalith]
    slides = known.get(to)
    if slides is None:
        slides = known[to] = tuple([SlideMegalith(megalith, space) for space in spaces_in(to)])
    return slides


_STEPS: Final[tuple[dict[int, tuple[Relocate, ...]], ...]] = tuple([{} for _ in SPACES])
"""Cached steps from each space, by the bitboard of their destinations."""
_SLIDES: Final[tuple[dict[int, tuple[SlideMegalith, ...]], ...]] = tuple([{} for _ in SPACES])
"""Cached slides from each space, by the bitboard of their destinations."""
