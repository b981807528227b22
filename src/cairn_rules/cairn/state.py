"""State: everything about a game of Cairn at one decision, as an immutable value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, final

from cairn_rules.cairn.bitboards import spaces_in
from cairn_rules.cairn.board import SHAMANS, TRIBES, Space, Tribe
from cairn_rules.cairn.layout import Layout
from cairn_rules.cairn.pending import Pending, Snapshot, UsePower, Waiting
from cairn_rules.cairn.tiles import TILES, Tiles
from cairn_rules.cairn.variant import Variant

if TYPE_CHECKING:
    from cairn_rules.cairn.actions import Action
    from cairn_rules.cairn.megalith_data import Megalith

NOBODY: Final = -1
"""In the engine: no tribe has an extra turn."""


@final
class State:
    """Everything about a game at one decision, and nothing else; immutable and hashable.

    `new_game`, `parse_position` and `make_state` make the states that one starts from, and `apply` all
    others. The class itself takes the engine's own values and checks nothing; do not call it.

    Equality: two states are equal when the same can follow from both: all attributes but `turn`.
    Order in the deck counts, and how much of the deck is known; the order of the upcoming
    megaliths counts too.

    Example:
        >>> import cairn_rules as cairn
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
    """The active tribe's shamans, as a bitboard."""
    _enemy: int
    """The other tribe's shamans."""
    _faces: int
    """An index into `TILES`."""
    _active: int
    _moved: int
    _extra: int
    _layout: Layout
    _pending: Pending
    _waiting: tuple[Waiting, ...]
    _seen: tuple[Snapshot, ...]
    _turn: int
    _legal: tuple[Action, ...] | None
    """The legal actions, once they have been asked for."""

    def __init__(
        self,
        own: int,
        enemy: int,
        faces: int,
        active: int,
        moved: int,
        extra: int,
        layout: Layout,
        pending: Pending,
        waiting: tuple[Waiting, ...],
        seen: tuple[Snapshot, ...],
        turn: int,
        legal: tuple[Action, ...] | None,
    ) -> None:
        self._own = own
        self._enemy = enemy
        self._faces = faces
        self._active = active
        self._moved = moved
        self._extra = extra
        self._layout = layout
        self._pending = pending
        self._waiting = waiting
        self._seen = seen
        self._turn = turn
        self._legal = legal

    @property
    def shamans(self) -> Mapping[Space, Tribe]:
        """Who stands where, in space order."""
        own, enemy = TRIBES[self._active], TRIBES[1 - self._active]
        occupied = spaces_in(self._own | self._enemy)
        return MappingProxyType({space: own if self._own >> space & 1 else enemy for space in occupied})

    @property
    def villages(self) -> tuple[int, int]:
        """How many shamans are in each village, by tribe."""
        return SHAMANS - self.bits_of(0).bit_count(), SHAMANS - self.bits_of(1).bit_count()

    @property
    def megaliths(self) -> Mapping[Space, Megalith]:
        """Which megalith lies where, in space order."""
        return self._layout.megaliths

    @property
    def upcoming(self) -> tuple[Megalith, ...]:
        """The megaliths on display, of which the next one built is chosen."""
        return self._layout.upcoming

    @property
    def deck(self) -> tuple[Megalith, ...]:
        """The face-down megaliths, top first. Players may not know their order: see `observe`."""
        return self._layout.deck

    @property
    def tucked(self) -> int:
        """How many tiles at the bottom of the deck are known to everyone (rule 2.7)."""
        return self._layout.tucked

    @property
    def tiles(self) -> Tiles:
        """The face of each tile that lies up."""
        return TILES[self._faces]

    @property
    def scores(self) -> tuple[int, int]:
        """Megaliths built, by tribe."""
        return self._layout.scores

    @property
    def active(self) -> Tribe:
        """Whose turn it is. Who decides may be the other one: see `current_player`."""
        return TRIBES[self._active]

    @property
    def turn(self) -> int:
        """How many turns are complete, from 0; not part of equality."""
        return self._turn

    @property
    def pending(self) -> Pending:
        """The decision that is asked."""
        return self._pending

    @property
    def moved(self) -> tuple[Space, ...]:
        """Where the shamans stand that count as moved by the active player in this turn (rule 8.3).

        Nobody any more once the transformation is made.
        """
        return spaces_in(self._moved)

    @property
    def extra_turn(self) -> Tribe | None:
        """The tribe that Pillars of Spring gave the next turn (rule 7.4)."""
        return None if self._extra == NOBODY else TRIBES[self._extra]

    @property
    def waiting(self) -> tuple[Waiting, ...]:
        """What must still be resolved after the decision that is asked, in order (rule 6.8)."""
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
        """A tribe's shamans as a bitboard: bit `n` stands for `Space(n)`."""
        return self._own if tribe == self._active else self._enemy

    def tribe_on(self, space: int) -> int:
        """The tribe of the shaman on an occupied space, as a number."""
        return self._active if self._own >> space & 1 else 1 - self._active

    def _values(self) -> tuple[object, ...]:
        return (
            self._own,
            self._enemy,
            self._faces,
            self._active,
            self._moved,
            self._extra,
            self._layout,
            self._pending,
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
        """It is sent and copied by its values alone, without the legal actions that it may know."""
        return State, (*self._values(), self._turn, None)

    def replace(
        self,
        *,
        shamans: Mapping[Space, Tribe] | None = None,
        megaliths: Mapping[Space, Megalith] | None = None,
        upcoming: Iterable[Megalith] | None = None,
        tiles: Tiles | None = None,
        moved: Iterable[Space] | None = None,
        extra_turn: Tribe | None = None,
    ) -> State:
        """Return the state with some parts replaced, checked; for effects of your own above all.

        Nothing wakes by it: a shaman that arrives somewhere wakes a megalith by `Wake`.

        Args:
            shamans: Who stands where; the others are in their villages.
            megaliths: Which megalith lies where, of those on the field and on display: as many as before.
            upcoming: Which megaliths are on display. One that is neither on display nor on the field any more
                goes under the deck, where everybody knows it, and the top of the deck fills a free slot.
            tiles: The face of each tile that lies up.
            moved: Where the shamans stand that count as moved (default: as before, without those that go away).
            extra_turn: The tribe that gets the next turn (default: as before).

        Raises:
            UnsoundStateError: if such a state cannot be; it lists every fault. While a power is used, its
                own decision is not checked: its effect may take away the shaman that uses it.

        Example:
            >>> import cairn_rules as cairn
            >>> state = cairn.parse_position("4f/5/1f3/2s2/5 s wooe c3=alley,d3=dawn deer,menhir - 0-0")
            >>> here, there = cairn.Space.C2, cairn.Space.B3
            >>> exchanged = {**state.shamans, here: cairn.Tribe.FOREST, there: cairn.Tribe.SEA}
            >>> state.replace(shamans=exchanged).shamans[here]
            Tribe.FOREST
        """
        # It is checked by what stands above states, so that a state names that module and does not import it.
        replaced: Callable[..., State] = import_module("cairn_rules.cairn.make_state").replaced
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
        return f"<State after {self._turn} turns, {self.active}'s turn, {self._pending}, {dict(self.shamans)}>"

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows of the state."""
        # Pictures are made of states, so that a state names their module and does not import it.
        svg: Callable[[State], str] = import_module("cairn_rules.cairn.pictures.picture").svg
        return svg(self)


def draft(state: State) -> State:
    """A copy of a state, to be changed by its maker before anybody else sees it."""
    return State(
        state._own,
        state._enemy,
        state._faces,
        state._active,
        state._moved,
        state._extra,
        state._layout,
        state._pending,
        state._waiting,
        state._seen,
        state._turn,
        None,
    )


def snapshot(state: State) -> Snapshot:
    """The snapshot of a state in which a power is used."""
    layout = state._layout
    assert isinstance(state.pending, UsePower), "only asked of a state in which a power is used"
    return Snapshot(
        state._own,
        state._enemy,
        state._moved,
        state._faces,
        state._extra,
        layout.stones,
        layout.upcoming,
        len(layout.deck),
        state.pending,
        state._waiting,
    )
