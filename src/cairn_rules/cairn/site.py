"""Site: what a power sees of the game, from where it is used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, final

from cairn_rules.cairn.bitboards import FIELD, NEIGHBOUR_BITS, spaces_in
from cairn_rules.cairn.board import FIRST_ROWS, NEIGHBOURS, SPACES, TRIBES, VILLAGE, Space, Tribe
from cairn_rules.cairn.effect_rules import can_leave
from cairn_rules.cairn.effects import Relocate, SlideMegalith
from cairn_rules.cairn.state import State
from cairn_rules.cairn.tiles import Tiles
from cairn_rules.cairn.variant import Variant

if TYPE_CHECKING:
    from cairn_rules.cairn.actions import Effect, Jump
    from cairn_rules.cairn.megalith_data import Megalith
    from cairn_rules.cairn.pending import UsePower


@final
class Site:
    """Where a power is used and by whom, and what it may ask about the game.

    "Own" and "enemy" are seen from the power's owner, also off-turn. Spaces come in space order.
    A site shows all that is open and nothing that is hidden: not the order of the deck.

    Example:
        >>> from cairn_rules import Banish, megalith, parse_position
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
        """Where the megalith was woken. The shaman that woke it stands there until a decision takes it away.

        A shaman that woke it by leaving is gone, and for a ward nobody need be there.
        """
        self.owner: Tribe = power.owner
        """Who uses the power: the owner of the shaman that woke it. In a ward: who wants to act."""

    @property
    def megalith(self) -> Megalith:
        """The megalith itself."""
        return self._power.megalith

    @property
    def chosen(self) -> tuple[Effect, ...]:
        """What was decided so far, for a power with several decisions."""
        return self._power.chosen

    @property
    def adjacent(self) -> tuple[Space, ...]:
        """The up to eight neighbours of the site."""
        return NEIGHBOURS[self.space]

    @property
    def first_row(self) -> tuple[Space, ...]:
        """The owner's first row."""
        return FIRST_ROWS[self.owner]

    def own(self, among: Iterable[Space] | None = None) -> tuple[Space, ...]:
        """Those of the given spaces (of all, if none are given) with a shaman of the owner's."""
        return _among(self._state.bits_of(self.owner), among)

    def enemies(self, among: Iterable[Space] | None = None) -> tuple[Space, ...]:
        """Those of the given spaces (of all, if none are given) with a shaman of the other tribe."""
        return _among(self._state.bits_of(1 - self.owner), among)

    def shamans(self, among: Iterable[Space] | None = None) -> tuple[Space, ...]:
        """Those of the given spaces (of all, if none are given) with a shaman of either tribe."""
        return _among(self._state._own | self._state._enemy, among)

    def free(self, among: Iterable[Space] | None = None) -> tuple[Space, ...]:
        """Those of the given spaces (of all, if none are given) without a shaman."""
        return _among(FIELD & ~(self._state._own | self._state._enemy), among)

    def steps(self, shaman: Space) -> tuple[Relocate, ...]:
        """The steps of the shaman on a space: to free neighbours in all eight directions (rule 6.4).

        The step to `VILLAGE` comes last, where the variant lets powers move shamans out (rule 6.6).
        """
        state = self._state
        steps = _steps(shaman, NEIGHBOUR_BITS[shaman] & ~(state._own | state._enemy))
        if state._layout.variant.power_exit:
            leaves = can_leave(state, state.tribe_on(shaman), shaman)
            return (*steps, Relocate(shaman, VILLAGE)) if leaves else steps
        return steps

    def jumped(self, jump: Jump) -> tuple[Space, ...]:
        """Over whom a jump of the active tribe's may lead as the tiles lie: for an exit there can be several."""
        state = self._state
        reach = state._layout.reaches[state._active][state._faces]
        return spaces_in(reach.jumped(jump, state._own, state._enemy))

    def slides(self, megalith: Space) -> tuple[SlideMegalith, ...]:
        """The slides of the megalith on a space: to neighbours without a megalith (rule 7.8)."""
        return _slides(megalith, NEIGHBOUR_BITS[megalith] & ~self._state._layout.mask)

    @property
    def megaliths(self) -> Mapping[Space, Megalith]:
        """Which megalith lies where on the field."""
        return self._state.megaliths

    @property
    def upcoming(self) -> tuple[Megalith, ...]:
        """The megaliths on display."""
        return self._state.upcoming

    @property
    def deck_size(self) -> int:
        """How many megaliths are face down."""
        return len(self._state.deck)

    @property
    def village(self) -> int:
        """How many shamans are in the owner's village."""
        return self._state.villages[self.owner]

    @property
    def enemy_village(self) -> int:
        """How many shamans are in the other village."""
        return self._state.villages[1 - self.owner]

    @property
    def score(self) -> int:
        """How many megaliths the owner has built."""
        return self._state.scores[self.owner]

    @property
    def enemy_score(self) -> int:
        """How many megaliths the other tribe has built."""
        return self._state.scores[1 - self.owner]

    @property
    def tiles(self) -> Tiles:
        """The face of each tile that lies up; the tile of the action taken is already turned over."""
        return self._state.tiles

    @property
    def active(self) -> Tribe:
        """Whose turn it is."""
        return TRIBES[self._state._active]

    @property
    def moved(self) -> tuple[Space, ...]:
        """Where the shamans stand that count as moved by the active player in this turn."""
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
"""For each space the steps from it, by the bitboard of the goals, once they were asked for."""
_SLIDES: Final[tuple[dict[int, tuple[SlideMegalith, ...]], ...]] = tuple([{} for _ in SPACES])
"""The same for megaliths."""
