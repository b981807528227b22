"""Symmetries of the board, for states and actions: `rotate` and `mirror` (rule 1.8)."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, Final, TypeVar, cast, final, overload

from cairn_rules.cairn.megaliths.wider_effects import RelocateAll, Together
from cairn_rules.cairn.state.actions import Action
from cairn_rules.cairn.state.bitboards import bit_set, spaces_in
from cairn_rules.cairn.state.board import SIDE, SPACES, Space, Tribe
from cairn_rules.cairn.state.layout import Layout
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending import Snapshot
from cairn_rules.cairn.state.pending_queue import CHOOSE_ACTION
from cairn_rules.cairn.state.state import NOBODY, State
from cairn_rules.cairn.state.tiles import ADD_BIT
from cairn_rules.checks import not_a_state
from cairn_rules.frozen_classes import evolve, fields, frozen, has
from cairn_rules.game import Outcome

__all__ = ["Symmetry"]

ActionT = TypeVar("ActionT", bound=Action)


@overload
def rotate(value: State) -> State: ...
@overload
def rotate(value: ActionT) -> ActionT: ...
def rotate(value: Any) -> Any:
    """Return a state or an action rotated by half a turn, with the tribes exchanged.

    `legal_actions` and `apply` commute with it, unless a custom megalith refers to particular spaces or
    depends on their order. Megaliths that wake before a turn do so in the order of their spaces (rule 12.3).

    Example:
        >>> from cairn_rules import cairn
        >>> cairn.rotate(cairn.parse_action("c5-x", cairn.new_game(seed=7)))
        Move(origin=C1, to=VILLAGE)
    """
    return _ROTATION.of(value)


@overload
def mirror(value: State) -> State: ...
@overload
def mirror(value: ActionT) -> ActionT: ...
def mirror(value: Any) -> Any:
    """Return a state or an action with left and right exchanged, and the Add tile turned over.

    `legal_actions` and `apply` commute with it under the same conditions as with `rotate`.

    Example:
        >>> from cairn_rules import cairn
        >>> cairn.mirror(cairn.Add(cairn.Space.D1))
        Add(to=B1)
    """
    return _REFLECTION.of(value)


@final
@frozen(cache_hash=True)
class Symmetry:
    """A symmetry of the board, applied to spaces, tribes and faces and all values made of them (rule 1.8).

    There are four: the identity, `rotate`, `mirror`, and both combined. Each is its own inverse.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.new_game(seed=7)
        >>> key, symmetry = cairn.canonical(state)
        >>> cairn.key(symmetry.of(state)) == key, symmetry.of(symmetry.of(state)) == state
        (True, True)
    """

    spaces: tuple[Space, ...]
    """Image of each space, in space order."""
    exchanges_tribes: bool
    """True if Sea and Forest change places."""
    flipped_faces: int
    """Face bits of the tiles that are turned over: that of the Add tile, or 0."""

    @cached_property
    def _ranks(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Offset of each rank's bits, and the images of all sets of its spaces."""
        return tuple(
            (shift, tuple(bit_set(self.spaces[space] for space in spaces_in(bits << shift)) for bits in range(32)))
            for shift in range(0, len(SPACES), SIDE)
        )

    def of(self, value: Any) -> Any:  # noqa: C901 - a branch for each kind of value
        """Return the image of a state, an action, a space, a tribe, or a tuple of these."""
        if isinstance(value, Space):
            return self.spaces[value]
        if isinstance(value, Tribe):
            return value.other if self.exchanges_tribes else value
        if isinstance(value, tuple):
            return tuple(map(self.of, cast("tuple[object, ...]", value)))
        if isinstance(value, State):
            return self._of_state(value)
        if isinstance(value, Snapshot):
            return self._of_snapshot(value)
        if isinstance(value, Outcome):
            return Outcome(sorted(map(self._tribe, value.winners)), value.reason)
        if isinstance(value, Together):
            return Together(*self.of(value.effects))
        if isinstance(value, RelocateAll):
            return RelocateAll(*self.of(value.moves))
        kind = cast("type[object]", type(value))
        if hasattr(value, "unknown"):
            raise not_a_state(value)
        if has(kind) and kind is not Megalith:
            return evolve(
                value, **{each.name: self.of(getattr(value, each.name)) for each in fields(kind) if each.init}
            )
        return value

    def _bits(self, bits: int) -> int:
        return sum([images[bits >> shift & 31] for shift, images in self._ranks])

    def _tribe(self, tribe: int) -> int:
        return 1 - tribe if self.exchanges_tribes and tribe != NOBODY else tribe

    def _stones(self, stones: tuple[tuple[Space, Megalith], ...]) -> tuple[tuple[Space, Megalith], ...]:
        return tuple(sorted((self.spaces[space], stone) for space, stone in stones))

    def _of_state(self, state: State) -> State:
        return State(
            own=self._bits(state._own),
            enemy=self._bits(state._enemy),
            faces=state._faces ^ self.flipped_faces,
            active=self._tribe(state._active),
            layout=_image(self, state._layout),
            pending=CHOOSE_ACTION if state._pending is CHOOSE_ACTION else self.of(state._pending),
            turn=state._turn,
            moved=self._bits(state._moved),
            extra=self._tribe(state._extra),
            waiting=self.of(state._waiting) if state._waiting else (),
            seen=self.of(state._seen) if state._seen else (),
        )

    def _of_layout(self, layout: Layout) -> Layout:
        sea, forest = layout.scores
        scores = (forest, sea) if self.exchanges_tribes else (sea, forest)
        stones = self._stones(layout.stones)
        return Layout(stones, layout.upcoming, layout.deck, layout.tucked, scores, layout.variant)

    def _of_snapshot(self, seen: Snapshot) -> Snapshot:
        return evolve(
            seen,
            own=self._bits(seen.own),
            enemy=self._bits(seen.enemy),
            moved=self._bits(seen.moved),
            faces=seen.faces ^ self.flipped_faces,
            extra=self._tribe(seen.extra),
            stones=self._stones(seen.stones),
            pending=self.of(seen.pending),
            waiting=self.of(seen.waiting),
        )


@lru_cache(maxsize=4096)
def _image(symmetry: Symmetry, layout: Layout) -> Layout:
    """Return the image of a layout. Cached, because many positions of a game share a layout."""
    return symmetry._of_layout(layout)


_IDENTITY: Final = Symmetry(spaces=SPACES, exchanges_tribes=False, flipped_faces=0)
_ROTATION: Final = Symmetry(spaces=SPACES[::-1], exchanges_tribes=True, flipped_faces=0)
_REFLECTION: Final = Symmetry(
    spaces=tuple(SPACES[5 * space.rank + 4 - space.file] for space in SPACES),
    exchanges_tribes=False,
    flipped_faces=ADD_BIT,
)
_BOTH: Final = Symmetry(spaces=_REFLECTION.spaces[::-1], exchanges_tribes=True, flipped_faces=ADD_BIT)
SYMMETRIES: Final = (_IDENTITY, _ROTATION, _REFLECTION, _BOTH)
"""The identity, `rotate`, `mirror`, and both combined."""
