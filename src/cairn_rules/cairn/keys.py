"""Keys of states: `key`, stable across processes and releases, and `canonical`, equal for symmetric states."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from struct import Struct
from typing import Final, assert_never

from cairn_rules.cairn.state.board import Space, Tribe
from cairn_rules.cairn.state.layout import Layout
from cairn_rules.cairn.state.pending import (
    BuildMegalith,
    ChooseAction,
    NextTurn,
    Over,
    Pending,
    Snapshot,
    TransformOrPass,
    UsePower,
    Waiting,
)
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.symmetry import SYMMETRIES, Symmetry
from cairn_rules.checks import check_state

_NUMBERS: Final = Struct("<IIIBBb")
"""Binary form of the shamans (own, enemy, moved), the faces, the active tribe and the extra turn."""


def key(state: State) -> int:
    """Return a 64-bit key of a state. Equal states have equal keys in every process and release.

    Two different states share a key with a probability of one in 2⁶⁴, so keys are suitable for tables of positions
    (transposition tables), also in files. Megaliths are identified by their ids, and chosen effects by their notation.
    A key is a whole number from 0 to 2⁶⁴ - 1.

    Raises:
        DefinitionError: if it is not a state of Cairn.

    Example:
        >>> from cairn_rules import cairn
        >>> start = cairn.new_game(seed=7)
        >>> cairn.key(start) == cairn.key(cairn.new_game(seed=7)) != cairn.key(cairn.new_game(seed=8))
        True
    """
    check_state(state, State)
    numbers = (state._own, state._enemy, state._moved, state._faces, state._active, state._extra)
    packed = _NUMBERS.pack(*numbers) + _of_layout(state._layout)
    if not isinstance(state.pending, ChooseAction):
        packed += _of_turn(state.pending, state.waiting, state.seen).encode()
    return int.from_bytes(blake2b(packed, digest_size=8).digest())


def canonical(state: State) -> tuple[int, Symmetry]:
    """Return the smallest key of a state's four images under the symmetries of the board (rule 1.8).

    The key, which is the same for all four images, comes with the symmetry that leads to the image with that key. A
    symmetry is its own inverse: it maps actions of the state to those of the image, and back.

    Example:
        >>> from cairn_rules import cairn
        >>> start = cairn.new_game(seed=7)
        >>> (least, there), (same, back) = cairn.canonical(start), cairn.canonical(cairn.mirror(start))
        >>> least == same == cairn.key(there.of(start))
        True
        >>> back.of(cairn.mirror(start)) == there.of(start)
        True
    """
    keyed = [(key(symmetry.of(state)), number) for number, symmetry in enumerate(SYMMETRIES)]
    least, number = min(keyed)
    return least, SYMMETRIES[number]


@lru_cache(maxsize=1024)
def _of_layout(layout: Layout) -> bytes:
    """Return a layout as text. Cached, because many positions of a game share a layout."""
    stones = ",".join(f"{space}={stone.id}" for space, stone in layout.stones)
    others = [",".join(stone.id for stone in stones) for stones in (layout.upcoming, layout.deck)]
    options = ",".join(f"{name}={value}" for name, value in layout.variant.changed.items())
    return " ".join((stones, *others, str(layout.tucked), str(layout.scores), options, "")).encode()


def _of_turn(pending: Pending, waiting: Iterable[Waiting], seen: Iterable[Snapshot]) -> str:
    """Return the decisions and snapshots of a turn as text."""
    return "|".join([_asked(pending), *map(_asked, waiting), *map(_snapshot, seen)])


def _asked(item: Pending | Waiting) -> str:
    match item:
        case UsePower(space, megalith, owner, chosen, borrowed):
            decided = " ".join(effect.notation for effect in chosen)
            return f"{space} {megalith.id} {owner} {'borrowed' if borrowed else ''} {decided}"
        case BuildMegalith(space, builder):
            return f"build {space} {builder}"
        case Over(outcome):
            return f"over {tuple(map(Tribe, outcome.winners))} {outcome.reason}"
        case ChooseAction() | TransformOrPass() | NextTurn():
            return type(item).__name__
        case Space():
            return str(item)
        case _:
            assert_never(item)


def _snapshot(seen: Snapshot) -> str:
    numbers = f"{seen.own} {seen.enemy} {seen.moved} {seen.faces} {seen.extra} {seen.deck_size}"
    stones = " ".join(f"{space}={stone.id}" for space, stone in seen.stones)
    upcoming = ",".join(stone.id for stone in seen.upcoming)
    return f"seen {numbers} {stones} {upcoming} {_of_turn(seen.pending, seen.waiting, ())}"
