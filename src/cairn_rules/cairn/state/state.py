"""States of a game of Cairn as immutable values: `State`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, final

from cairn_rules.cairn.state.bitboards import spaces_in
from cairn_rules.cairn.state.board import SHAMANS, TRIBES, Space, Tribe
from cairn_rules.cairn.state.layout import Layout
from cairn_rules.cairn.state.pending import Pending, Snapshot, UsePower, Waiting
from cairn_rules.cairn.state.tiles import TILES, Tiles
from cairn_rules.cairn.variant import Variant
from cairn_rules.game import written

if TYPE_CHECKING:
    from cairn_rules.cairn.state.actions import Action
    from cairn_rules.cairn.state.megalith_data import Megalith

NOBODY: Final = -1
"""The engine's number for neither tribe, if there is no extra turn."""


@final
class State:
    """The complete information about a game at one decision; immutable and hashable.

    Create a first state with `new_game`, `parse_position` or `make_state`, and all others with `apply`. Do not
    call the class itself: it takes the engine's internal values and checks nothing.

    Two states are equal if all attributes except `turn` are equal, so that both lead to the same games. This includes
    the order of the deck, its known part, and the order of the upcoming megaliths.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.parse_position("4f/5/1f3/2s2/5 s wooe c3=alley,d3=dawn deer,menhir - 0-0")
        >>> state.active, state.pending, state.scores
        (Tribe.SEA, ChooseAction(), (0, 0))
        >>> state.shamans[cairn.Space.C2], state.villages
        (Tribe.SEA, (4, 3))
        >>> state == cairn.parse_position(cairn.format_position(state))
        True
    """

    __slots__ = (
        "_active",
        "_enemy",
        "_extra",
        "_faces",
        "_layout",
        "_legal",
        "_moved",
        "_own",
        "_pending",
        "_seen",
        "_turn",
        "_waiting",
    )
    _own: int
    """Bitboard of the active tribe's shamans."""
    _enemy: int
    """Bitboard of the other tribe's shamans."""
    _faces: int
    """Face bits of the tiles, an index into `TILES`."""
    _active: int
    _moved: int
    _extra: int
    _layout: Layout
    _pending: Pending
    _waiting: tuple[Waiting, ...]
    _seen: tuple[Snapshot, ...]
    _turn: int
    _legal: tuple[Action, ...] | None
    """The legal actions, cached on first use."""

    def __init__(
        self,
        own: int,
        enemy: int,
        faces: int,
        active: int,
        layout: Layout,
        pending: Pending,
        turn: int,
        legal: tuple[Action, ...] | None = None,
        moved: int = 0,
        extra: int = NOBODY,
        waiting: tuple[Waiting, ...] = (),
        seen: tuple[Snapshot, ...] = (),
    ) -> None:
        self._own = own
        self._enemy = enemy
        self._faces = faces
        self._active = active
        self._layout = layout
        self._pending = pending
        self._turn = turn
        self._legal = legal
        self._moved = moved
        self._extra = extra
        self._waiting = waiting
        self._seen = seen

    @property
    def shamans(self) -> Mapping[Space, Tribe]:
        """The tribe of the shaman on each occupied space, in space order."""
        own, enemy = TRIBES[self._active], TRIBES[1 - self._active]
        occupied = spaces_in(self._own | self._enemy)
        return MappingProxyType({space: own if self._own >> space & 1 else enemy for space in occupied})

    @property
    def villages(self) -> tuple[int, int]:
        """Number of shamans in each village, by tribe."""
        return SHAMANS - self.bits_of(0).bit_count(), SHAMANS - self.bits_of(1).bit_count()

    @property
    def megaliths(self) -> Mapping[Space, Megalith]:
        """The megalith on each space that has one, in space order."""
        return self._layout.megaliths

    @property
    def upcoming(self) -> tuple[Megalith, ...]:
        """The megaliths on display, from which a builder chooses."""
        return self._layout.upcoming

    @property
    def deck(self) -> tuple[Megalith, ...]:
        """The face-down megaliths, top first. Their order is hidden from players; see `observe`."""
        return self._layout.deck

    @property
    def tucked(self) -> int:
        """Number of megaliths at the bottom of the deck that everyone knows (rule 2.7)."""
        return self._layout.tucked

    @property
    def tiles(self) -> Tiles:
        """The visible face of each tile."""
        return TILES[self._faces]

    @property
    def scores(self) -> tuple[int, int]:
        """Megaliths built, by tribe."""
        return self._layout.scores

    @property
    def active(self) -> Tribe:
        """The tribe whose turn it is. The other tribe may still be the one that decides; see `current_player`."""
        return TRIBES[self._active]

    @property
    def turn(self) -> int:
        """Number of completed turns, from 0. Not part of equality."""
        return self._turn

    @property
    def pending(self) -> Pending:
        """The decision to make, or `Over`."""
        return self._pending

    @property
    def moved(self) -> tuple[Space, ...]:
        """Spaces of the shamans that count as moved by the active player in this turn (rule 8.3).

        Empty after the transformation.
        """
        return spaces_in(self._moved)

    @property
    def extra_turn(self) -> Tribe | None:
        """The tribe that a power gave the next turn, or None (rule 7.4)."""
        return None if self._extra == NOBODY else TRIBES[self._extra]

    @property
    def waiting(self) -> tuple[Waiting, ...]:
        """The items to resolve after the pending decision, in order (rule 6.8)."""
        return self._waiting

    @property
    def seen(self) -> tuple[Snapshot, ...]:
        """The positions of this turn at which a power was used, oldest first (rule 6.7)."""
        return self._seen

    @property
    def variant(self) -> Variant:
        """The rule options of the game."""
        return self._layout.variant

    def bits_of(self, tribe: int) -> int:
        """Return a tribe's shamans as a bitboard, in which bit `n` represents `Space(n)`."""
        return self._own if tribe == self._active else self._enemy

    def tribe_on(self, space: int) -> int:
        """Return the tribe of the shaman on an occupied space, as a number."""
        return self._active if self._own >> space & 1 else 1 - self._active

    def _values(self) -> tuple[object, ...]:
        return (
            self._own,
            self._enemy,
            self._faces,
            self._active,
            self._layout,
            self._pending,
            self._moved,
            self._extra,
            self._waiting,
            self._seen,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self is other or self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __reduce__(self) -> tuple[object, ...]:
        """Return the state's values for pickling and copying, without cached legal actions."""
        values = self._values()
        return State, (*values[:6], self._turn, None, *values[6:])

    def replace(
        self,
        *,
        shamans: Mapping[Space, Tribe | int] | None = None,
        megaliths: Mapping[Space, Megalith] | None = None,
        upcoming: Iterable[Megalith] | None = None,
        tiles: Tiles | None = None,
        moved: Iterable[Space] | None = None,
        extra_turn: Tribe | int | None = None,
    ) -> State:
        """Return the state with some parts replaced, after checking it. Custom effects use this.

        Nothing wakes. Apply `Wake` afterwards if a shaman should wake a megalith by arriving on it.

        Args:
            shamans: The tribe on each occupied space. All other shamans are in their villages.
            megaliths: The megalith on each space that has one: as many as before, taken from the board and
                the display.
            upcoming: The megaliths on display. One that is no longer on the board or on display goes under
                the deck, where everyone knows it. The top of the deck fills a free slot.
            tiles: The visible face of each tile.
            moved: Spaces of the shamans that count as moved (default: as before, except spaces that are now free
                or have a shaman of the other tribe).
            extra_turn: The tribe that a power gives the next turn (default: as before).

        Raises:
            UnsoundStateError: if the state is impossible; it lists every fault. While a power is being used,
                its own decision is not checked, because its effect may remove the shaman that woke it.

        Example:
            >>> from cairn_rules import cairn
            >>> state = cairn.parse_position("4f/5/1f3/2s2/5 s wooe c3=alley,d3=dawn deer,menhir - 0-0")
            >>> here, there = cairn.Space.C2, cairn.Space.B3
            >>> exchanged = {**state.shamans, here: cairn.Tribe.FOREST, there: cairn.Tribe.SEA}
            >>> state.replace(shamans=exchanged).shamans[here]
            Tribe.FOREST
        """
        # The module that checks states imports this one, so that it can only be imported here.
        replaced: Callable[..., State] = import_module("cairn_rules.cairn.rules.make_state").replaced
        return replaced(
            self,
            shamans=shamans,
            megaliths=megaliths,
            upcoming=upcoming,
            tiles=tiles,
            moved=moved,
            extra_turn=extra_turn,
        )

    def __repr__(self) -> str:
        return f"<State after {self._turn} turns, {self.active}'s turn, {self._pending}, {places(self.shamans)}>"

    def __str__(self) -> str:
        return written(self, "diagram")

    def _repr_svg_(self) -> str:
        """Return the SVG picture of the state, for display in a notebook."""
        # The module that draws states imports this one, so that it can only be imported here.
        svg: Callable[[State], str] = import_module("cairn_rules.cairn.pictures.picture").svg
        return svg(self)


def places(shamans: Mapping[Space, Tribe]) -> str:
    """Return the spaces of the shamans as text, such as `Sea a1 d1, Forest b5`."""
    spaces: dict[Tribe, str] = {}
    for space, tribe in sorted(shamans.items(), key=lambda each: each[1]):
        spaces[tribe] = f"{spaces.get(tribe, tribe)} {space}"
    return ", ".join(spaces.values()) or "no shamans"


def draft(state: State) -> State:
    """Return a copy of a state that the caller may change before passing it on."""
    return State(
        state._own,
        state._enemy,
        state._faces,
        state._active,
        state._layout,
        state._pending,
        state._turn,
        None,
        state._moved,
        state._extra,
        state._waiting,
        state._seen,
    )


def snapshot(state: State) -> Snapshot:
    """Return the snapshot of a state in which a power is being used."""
    layout, pending = state._layout, state._pending
    assert isinstance(pending, UsePower), "only a state in which a power is being used has a snapshot"
    return Snapshot(
        state._own,
        state._enemy,
        state._moved,
        state._faces,
        state._extra,
        layout.stones,
        layout.upcoming,
        len(layout.deck),
        pending,
        state._waiting,
    )
