"""What makes one table of another, as changes: the shortest telling that the rules can have brought about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TypeAlias

from cairn_rules.cairn.board import TRIBES, Space, Tribe
from cairn_rules.cairn.change_kinds import (
    Added,
    Banished,
    Change,
    Exited,
    ExtraTurnGiven,
    Flipped,
    Moved,
    Scored,
    TurnPassed,
    fold,
)
from cairn_rules.cairn.megalith_changes import Arranged, Built, Drawn, Replaced, Slid, Swapped
from cairn_rules.cairn.observation import Observation
from cairn_rules.cairn.powers import Megalith
from cairn_rules.errors import DefinitionError

Shaman: TypeAlias = tuple[Space, Tribe]
"""Where a shaman stands, and whose it is."""
Layout: TypeAlias = tuple[
    tuple[tuple[Space, Megalith], ...], tuple[Megalith, ...], tuple[Megalith, ...], tuple[Megalith, ...]
]
"""The megaliths of the field, of the display, and those of the deck: unknown and tucked."""


def difference(now: Observation, goal: Observation, exits: tuple[Shaman, ...]) -> Iterator[Change]:
    """What makes one table of another, in the order of the rules (rules 3.3, 4.2, 5.3, 8.5).

    Args:
        now: What lies on the table.
        goal: What will lie there. What is asked then is not told.
        exits: Who of those that are missing then has left the field; the others are banished.
    """
    if now.tiles.transformation != goal.tiles.transformation:
        yield Flipped(goal.tiles.transformation)
    yield from _of_shamans(set(now.shamans), set(goal.shamans), exits)
    for old, new in (
        (now.tiles.add, goal.tiles.add),
        (now.tiles.move, goal.tiles.move),
        (now.tiles.jump, goal.tiles.jump),
    ):
        if old != new:
            yield Flipped(new)
    laid = _of_megaliths(now, goal)
    yield from laid[:1]
    for tribe in TRIBES:
        if now.scores[tribe] != goal.scores[tribe]:
            yield Scored(tribe, goal.scores[tribe])
    yield from laid[1:]
    yield from _of_turns(now, goal)


def _of_shamans(old: set[Shaman], new: set[Shaman], exits: tuple[Shaman, ...]) -> Iterator[Change]:
    """What makes one set of shamans of another: who goes out, goes home, moves and comes, in this order."""
    out = old.intersection(exits)
    for space, tribe in sorted(out):
        yield Exited(tribe, space)
    staying = old - out
    moves = tuple(_moves(staying - new, new - staying))
    gone = staying - new - {(move.origin, move.tribe) for move in moves}
    # Within an effect of one's own a shaman may have moved before it left: it is not on the space of its exit.
    elsewhere = [tribe for space, tribe in exits if (space, tribe) not in out]
    for space, tribe in sorted(gone):
        if tribe in elsewhere:
            elsewhere.remove(tribe)
            yield Exited(tribe, space)
        else:
            yield Banished(tribe, space)
    yield from moves
    for space, tribe in sorted(new - staying - {(move.to, move.tribe) for move in moves}):
        yield Added(tribe, space)


def _moves(left: set[Shaman], arrived: set[Shaman]) -> Iterator[Moved]:
    """Who left and who arrived as moves of one shaman each, the nearest pairs first."""
    possible = [Moved(tribe, origin, to) for origin, tribe in left for to, other in arrived if tribe == other]
    taken: set[Shaman] = set()
    for move in sorted(possible, key=_length):
        ends = {(move.origin, move.tribe), (move.to, move.tribe)}
        if not ends & taken:
            taken |= ends
            yield move


def _length(move: Moved) -> tuple[int, Space, Space]:
    """How many steps a move is long; of equally long ones the lower spaces come first."""
    origin, to = move.origin, move.to
    return max(abs(origin.file - to.file), abs(origin.rank - to.rank)), origin, to


def _of_megaliths(now: Observation, goal: Observation) -> tuple[Change, ...]:
    """What makes one layout of the megaliths of another: at most one change, and a draw."""
    if _layout(now) == _layout(goal):
        return ()
    with suppress(DefinitionError):
        laid = tuple(_laid(dict(now.megaliths), dict(goal.megaliths)))
        told = (*laid, *_drawn(fold(now, laid), goal))
        if _layout(fold(now, told)) == _layout(goal):
            return told
    return (Arranged(*_layout(goal)),)


def _layout(seen: Observation) -> Layout:
    return seen.megaliths, seen.upcoming, seen.unknown, seen.tucked


def _laid(old: dict[Space, Megalith], new: dict[Space, Megalith]) -> Iterator[Change]:
    """The one change of the field that the spaces that differ speak for; none when no single one can be it."""
    differing = sorted(space for space in old.keys() | new.keys() if old.get(space) != new.get(space))
    match [(space, old.get(space), new.get(space)) for space in differing]:
        case [(space, None, Megalith() as built)]:
            yield Built(space, built)
        case [(space, Megalith() as tucked, Megalith() as laid)]:
            yield Replaced(space, tucked, laid)
        case [(origin, Megalith() as slid, None), (to, None, _)] | [(to, None, _), (origin, Megalith() as slid, None)]:
            yield Slid(slid, origin, to)
        case [(first, Megalith(), Megalith()), (second, Megalith(), Megalith())]:
            yield Swapped(first, second)
        case _:
            pass


def _drawn(now: Observation, goal: Observation) -> Iterator[Drawn]:
    """What was drawn to the display."""
    for slot, megalith in enumerate(goal.upcoming):
        if megalith not in now.upcoming:
            yield Drawn(megalith, slot)


def _of_turns(now: Observation, goal: Observation) -> Iterator[Change]:
    """Whose turn it is and who has the next one; a turn that passes uses up the extra turn (rule 3.4)."""
    extra = now.extra_turn
    if (now.turn, now.active) != (goal.turn, goal.active):
        yield TurnPassed(goal.turn, goal.active)
        extra = None
    if extra != goal.extra_turn:
        yield ExtraTurnGiven(goal.extra_turn)
