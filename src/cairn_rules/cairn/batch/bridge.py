"""States of the scalar engine as rows of a batch, and back."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Final

from cairn_rules.cairn.batch.row import (
    ACTED,
    BANISHING,
    BUILD,
    CHAIN,
    CHOOSE,
    CORNER_EXIT,
    DAWN_BANISHES,
    MANDATORY,
    MARK_SHIFT,
    NONE,
    ORIGIN_SHIFT,
    OVER,
    POWER,
    POWER_EXIT,
    SUMMONED,
    TRANSFORM,
    Row,
    close,
    opened,
)
from cairn_rules.cairn.megaliths.megaliths import NUMBERS
from cairn_rules.cairn.proofs.forced_wins import INERT
from cairn_rules.cairn.rules.rules import current_player
from cairn_rules.cairn.state.board import CIRCLES, SPACES, TRIBES
from cairn_rules.cairn.state.layout import MEGALITHS_TO_WIN, UPCOMING, Layout
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending import (
    BuildMegalith,
    ChooseAction,
    Over,
    Pending,
    Snapshot,
    TransformOrPass,
    UsePower,
)
from cairn_rules.cairn.state.pending_queue import (
    CHOOSE_ACTION,
    NO_ACTION,
    THIRD_MEGALITH,
    TRANSFORM_OR_PASS,
    build_on,
    over,
)
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.variant import Variant
from cairn_rules.checks import items_of
from cairn_rules.errors import DefinitionError, quoted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MEGALITHS: Final = tuple(NUMBERS)
"""The base megaliths, by number."""
_WRITTEN: Final = {**NUMBERS, INERT: len(NUMBERS)}
"""The number of each megalith that a row can hold."""
MAX_COUNT: Final = 2**31 - 1
"""The highest number of turns that a row counts."""
LAST_TURN: Final = 10**9
"""Maximum number of turns of a state that is written to a row, so that the count has room for the rest of the game."""
DECK: Final = len(MEGALITHS) - len(CIRCLES) - UPCOMING
"""Maximum number of face-down megaliths."""
ROOM: Final = DECK + 1
"""Number of places for the deck in a row."""
_FIELD: Final = (1 << ORIGIN_SHIFT) - 1
"""Bits of a space, and of an origin, in an entry of a chain."""


def megalith_bits(megaliths: Iterable[Megalith]) -> int:
    """Return a set of base megaliths as bits by their numbers.

    Raises:
        DefinitionError: if one is not a base megalith, or there are fewer than two.
    """
    bits = 0
    for megalith in items_of(megaliths, "a collection of megaliths"):
        bits |= 1 << megalith_number(megalith)
    if bits.bit_count() < len(CIRCLES):
        raise DefinitionError(
            f"a game needs at least {len(CIRCLES)} megaliths for the Stone Circles, not {bits.bit_count()}"
        )
    return bits


def variant_bits(variant: Variant) -> int:
    """Return the rule options as bits."""
    return (
        POWER_EXIT * variant.power_exit
        | CORNER_EXIT * variant.corner_exit
        | ACTED * (variant.transformation_trigger == "acted")
        | MANDATORY * variant.transformation_mandatory
        | DAWN_BANISHES * variant.dawn_banishes
    )


@cache
def _variant(bits: int) -> Variant:
    return Variant(
        power_exit=bool(bits & POWER_EXIT),
        corner_exit=bool(bits & CORNER_EXIT),
        transformation_trigger="acted" if bits & ACTED else "moved_by_you",
        transformation_mandatory=bool(bits & MANDATORY),
        dawn_banishes=bool(bits & DAWN_BANISHES),
    )


def megalith_number(megalith: object) -> int:
    """Return the number of a base megalith."""
    number = _WRITTEN.get(megalith) if isinstance(megalith, Megalith) else None
    if number is None:
        if not isinstance(megalith, Megalith):
            raise DefinitionError(f"a megalith should be a Megalith such as BASE_SET['deer'], not {quoted(megalith)}")
        raise DefinitionError(
            f"{megalith.id!r} is not one of the base megaliths, the only ones that compiled rules know; leave out the"
            " batch, or make a BatchOfScalar instead of a Batch"
        )
    return number


def write_state(state: State, rows: NDArray[np.void], chains: NDArray[np.int16], game: int) -> None:
    """Write a state to a row.

    Raises:
        DefinitionError: if the state has a custom megalith, or more than `LAST_TURN` turns, or was made by hand with
            seen positions that do not follow from one another.
    """
    layout, pending = state._layout, state._pending
    if state._turn > LAST_TURN:
        raise DefinitionError(
            f"a Batch takes states of at most {LAST_TURN} turns, so that its count does not overflow, not of"
            f" {quoted(state._turn)}"
        )
    row = Row()
    row.own, row.enemy, row.moved, row.stones = state._own, state._enemy, state._moved, layout.mask
    row.turn = state._turn
    row.at = [NONE] * len(SPACES)
    for space, megalith in layout.stones:
        row.at[space] = megalith_number(megalith)
    row.deck = _padded(layout.deck, ROOM)
    row.upcoming = _padded(layout.upcoming, UPCOMING)
    row.deck_size, row.tucked, row.display = len(layout.deck), layout.tucked, len(layout.upcoming)
    row.faces, row.active, row.extra = state._faces, state._active, state._extra
    row.scores = list(layout.scores)
    row.kind, row.space, row.winner = _KINDS[type(pending)], NONE, NONE
    seat = current_player(state)
    row.who = NONE if seat is None else int(seat)
    if isinstance(pending, UsePower | BuildMegalith):
        row.space = int(pending.space)
    elif isinstance(pending, Over):
        (row.winner,) = pending.outcome.winners
    row.variant = variant_bits(layout.variant)
    row.seen = len(state._seen)
    if row.seen + (row.kind == POWER) > CHAIN:  # a power that is used is seen next
        raise _not_a_row()
    chains[game, : row.seen] = _entries(state)
    close(rows, game, row)
    # only states made by hand come back different: those of a game have nothing that a row has no place for
    if (row.seen or state._waiting or row.kind == POWER) and read_state(rows, chains, game) != state:
        raise _not_a_row()


def _not_a_row() -> DefinitionError:
    return DefinitionError(
        "a Batch cannot hold a state made by hand whose `waiting` or `seen` no game with the base megaliths leads to;"
        " BatchOfScalar can"
    )


_KINDS: Final[dict[type, int]] = {
    ChooseAction: CHOOSE,
    UsePower: POWER,
    BuildMegalith: BUILD,
    TransformOrPass: TRANSFORM,
    Over: OVER,
}


def _padded(megaliths: tuple[Megalith, ...], room: int) -> list[int]:
    numbers = [megalith_number(megalith) for megalith in megaliths]
    return numbers + [NONE] * (room - len(numbers))


def _entries(state: State) -> list[int]:
    """Return the entries of a chain for the positions seen in a turn, oldest first."""
    own, enemy = state._own, state._enemy
    goal = 1 << state._pending.space if isinstance(state._pending, UsePower) else 0
    entries: list[int] = []
    for seen in reversed(state._seen):
        before = seen.own | seen.enemy
        left = before & ~(own | enemy)
        if left:
            origin = left.bit_length() - 1
        else:
            origin, left = (BANISHING, goal) if before & goal else (SUMMONED, 0)
        marked = bool(seen.moved & left)
        entries.append(seen.pending.space | origin << ORIGIN_SHIFT | marked << MARK_SHIFT)
        own, enemy, goal = seen.own, seen.enemy, 1 << seen.pending.space
    return entries[::-1]


def read_state(rows: NDArray[np.void], chains: NDArray[np.int16], game: int) -> State:
    """Return the state of a row. Its legal actions are listed again on first use."""
    row = opened(rows, game)
    stones = tuple((SPACES[space], MEGALITHS[number]) for space, number in enumerate(row.at) if number != NONE)
    upcoming = tuple(MEGALITHS[number] for number in row.upcoming[: row.display])
    deck = tuple(MEGALITHS[number] for number in row.deck[: row.deck_size])
    sea, forest = row.scores
    layout = Layout(stones, upcoming, deck, row.tucked, (sea, forest), _variant(row.variant))
    pending = _pending(row, layout)
    seen = _seen(row, layout, chains[game, : row.seen].tolist())
    return State(
        row.own, row.enemy, row.faces, row.active, layout, pending, row.turn, None, row.moved, row.extra, (), seen
    )


def _pending(row: Row, layout: Layout) -> Pending:
    if row.kind == CHOOSE:
        return CHOOSE_ACTION
    if row.kind == POWER:
        return layout.power(1 << row.space, row.who)
    if row.kind == BUILD:
        return build_on(SPACES[row.space], TRIBES[row.who])
    if row.kind == TRANSFORM:
        return TRANSFORM_OR_PASS
    third = layout.scores[row.winner] == MEGALITHS_TO_WIN
    return over(row.winner, THIRD_MEGALITH if third else NO_ACTION)


def _seen(row: Row, layout: Layout, chain: list[int]) -> tuple[Snapshot, ...]:
    """Return the positions seen in a turn, oldest first, from the entries of its chain."""
    if not chain:
        return ()
    own, enemy, moved = row.own, row.enemy, row.moved
    goal = 0 if row.kind == BUILD else 1 << row.space
    mine = row.who == row.active
    found: list[Snapshot] = []
    for entry in reversed(chain):
        # 1. the shaman leaves its goal; after a build by an exit, it has left the board already
        if goal:
            mine = bool(own & goal)
        own, enemy, moved = own & ~goal, enemy & ~goal, moved & ~goal
        # 2. it is back where it came from, or the enemy that it banished is
        origin, marked = entry >> ORIGIN_SHIFT & _FIELD, entry >> MARK_SHIFT
        back = 0 if origin == SUMMONED else goal if origin == BANISHING else 1 << origin
        if mine == (origin != BANISHING):
            own |= back
        else:
            enemy |= back
        moved |= back * marked
        # 3. the shaman on the space of the power used it
        space = entry & _FIELD
        goal = 1 << space
        power = layout.power(goal, row.active if own & goal else 1 - row.active)
        found.append(
            Snapshot(own, enemy, moved, row.faces, row.extra, layout.stones, layout.upcoming, row.deck_size, power, ())
        )
    return tuple(found[::-1])
