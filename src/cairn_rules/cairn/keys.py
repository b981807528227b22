"""Numbers that stand for positions: `key`, the same everywhere, and `canonical`, the same for all images."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from struct import Struct
from typing import Final, assert_never

from cairn_rules.cairn.board import Space, Tribe
from cairn_rules.cairn.layout import Layout
from cairn_rules.cairn.pending import (
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
from cairn_rules.cairn.state import State
from cairn_rules.cairn.symmetry import SYMMETRIES, Symmetry

_NUMBERS: Final = Struct("<IIIBBb")
"""Own and enemy shamans, those that were moved, the faces, who is active, who has an extra turn."""


def key(state: State) -> int:
    """A number that stands for a state: equal states have equal keys, in every process and every release.

    Different states have different keys but for a chance of one in 2⁶⁴, so that a table of positions
    can be kept by it, also in a file. Megaliths count by their ids, and what was chosen by its notation.

    Returns:
        A whole number from 0 up, below 2⁶⁴.

    Example:
        >>> import cairn_rules as cairn
        >>> start = cairn.new_game(seed=7)
        >>> cairn.key(start) == cairn.key(cairn.new_game(seed=7)) != cairn.key(cairn.new_game(seed=8))
        True
    """
    numbers = (state._own, state._enemy, state._moved, state._faces, state._active, state._extra)
    told = _NUMBERS.pack(*numbers) + _of_layout(state._layout)
    if not isinstance(state.pending, ChooseAction):
        told += _of_turn(state.pending, state.waiting, state.seen).encode()
    return int.from_bytes(blake2b(told, digest_size=8).digest())


def canonical(state: State) -> tuple[int, Symmetry]:
    """The least key among those of a state's four images under the symmetries of the board (rule 1.8).

    Returns:
        That key, the same for all four, and the symmetry that leads to the image that has it. Each is its own
        way back: it maps actions of the state to those of the image, and the other way round.

    Example:
        >>> import cairn_rules as cairn
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
    """Return all of a layout as text. Most positions of a game share theirs with many others."""
    stones = ",".join(f"{space}={stone.id}" for space, stone in layout.stones)
    others = [",".join(stone.id for stone in stones) for stones in (layout.upcoming, layout.deck)]
    options = ",".join(f"{name}={value}" for name, value in layout.variant.changed.items())
    return " ".join((stones, *others, str(layout.tucked), str(layout.scores), options, "")).encode()


def _of_turn(pending: Pending, waiting: Iterable[Waiting], seen: Iterable[Snapshot]) -> str:
    """What goes on in a turn as text."""
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
