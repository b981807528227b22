"""The fields that can be chosen: destinations of movements, and places for Korrigans and the Cauldron."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, TypeAlias, TypeVar

from cairn_rules.korrigans.state.board import LINK_COMPANIONS, Board, Link
from cairn_rules.korrigans.state.pending import PlaceKorrigan
from cairn_rules.korrigans.state.seats import BACKUP_SIDES, KORRIGANS, Seat
from cairn_rules.korrigans.state.state import State
from cairn_rules.korrigans.state.tokens import COMPANIONS, Clover, Companion

MoveT = TypeVar("MoveT")
"""The class of a movement."""

Goal: TypeAlias = tuple[str, Link | None]
"""The id of the field entered, and the link crossed or None."""
WALKS: Final = {companion: kind for kind, companion in LINK_COMPANIONS.items()}
"""The kind of link that each companion crosses, for those that cross links (rules 4.4 to 4.6)."""


def companions_of(seat: Seat) -> list[Companion]:
    """Return the kinds of companions that a seat has, in their order."""
    return [COMPANIONS[token] for token in _tokens_of(seat) if token < len(COMPANIONS)]


def _tokens_of(seat: Seat) -> list[int]:
    """Return the kinds of tokens of a seat in order; one with a companion has the number of that companion."""
    return sorted({*seat.hidden, *seat.revealed, *seat.backups})


def different_korrigans(seat: Seat) -> tuple[int, ...]:
    """Return a seat's distinguishable Korrigans: 0 alone if both are in one field and carry the same."""
    first, second = seat.korrigans
    return (0,) if first.field == second.field and first == second else (0, 1)


def movements(state: State, number: int, made: Callable[[int, Companion, str], MoveT]) -> list[MoveT]:
    """Return each movement that a seat can make, by Korrigan, companion and destination, as a function makes it."""
    seat = state.seats[number]
    ways = _ways(made, state.board, state.troll, state.variant.troll_blocks_jumps)
    tokens = _tokens_of(seat)
    moves: list[MoveT] = []
    for which in different_korrigans(seat):
        there = ways[which, seat.korrigans[which].field]
        for token in tokens:
            moves += there[token]
    return moves


@lru_cache(maxsize=512)
def _ways(
    made: Callable[[int, Companion, str], MoveT],
    board: Board,
    troll: Link | None,
    blocks_jumps: bool,  # noqa: FBT001 - a key
) -> dict[tuple[int, str | None], tuple[tuple[MoveT, ...], ...]]:
    """Return the movements by Korrigan and origin, in a table with an entry for each kind of Clover token."""
    there = open_goals(board, troll, blocks_jumps)
    gold: list[tuple[MoveT, ...]] = [()] * (len(Clover) - len(COMPANIONS))
    return {
        (which, field.id): (
            *[tuple([made(which, companion, to) for to in there[companion, field.id]]) for companion in COMPANIONS],
            *gold,
        )
        for which in range(KORRIGANS)
        for field in board.fields
    }


def goals(state: State, origin: str, companion: Companion) -> tuple[str, ...]:
    """Return the fields to which a companion can carry a Korrigan, in board order."""
    return open_goals(state.board, state.troll, state.variant.troll_blocks_jumps)[companion, origin]


def goals_without_troll(state: State, origin: str, companion: Companion) -> tuple[Goal, ...]:
    """Return a companion's destinations in board order, ignoring the Troll (rules 4.4 to 4.9)."""
    return _goals(state.board)[companion, origin]


@lru_cache(maxsize=256)
def open_goals(board: Board, troll: Link | None, blocks_jumps: bool) -> dict[tuple[Companion, str], tuple[str, ...]]:  # noqa: FBT001 - a key
    """Return the goals of a movement by companion and origin, given the place of the Troll (rule 4.10)."""

    def is_stopped(origin: str, to: str, link: Link | None) -> bool:
        if troll is None:
            return False
        return link == troll or (link is None and blocks_jumps and {origin, to} == {*troll.ends})

    return {
        (companion, origin): tuple([to for to, link in there if not is_stopped(origin, to, link)])
        for (companion, origin), there in _goals(board).items()
    }


@lru_cache(maxsize=64)
def _goals(board: Board) -> dict[tuple[Companion, str], tuple[Goal, ...]]:
    """Return the destinations by companion and origin, on a board without a Troll."""
    ids, links = [field.id for field in board.fields], board.links
    return {
        (companion, ids[origin]): tuple((ids[to.to], None if to.link is None else links[to.link]) for to in steps)
        for companion in COMPANIONS
        for origin, steps in enumerate(board.steps(companion))
    }


def useful(state: State, number: int, companions: Iterable[Companion]) -> tuple[Companion, ...]:
    """Return the given companions that would allow a seat a movement."""
    places = [korrigan.field for korrigan in state.seats[number].korrigans if korrigan.field is not None]
    return tuple([each for each in companions if any(goals(state, place, each) for place in places)])


def is_stuck(state: State, number: int) -> bool:
    """Return whether a seat has no companion that allows a movement (rule 4.11)."""
    return not useful(state, number, companions_of(state.seats[number]))


def sides_to_buy(state: State, number: int) -> tuple[Companion, ...]:
    """Return the Backup Companion sides that a seat may buy now, possibly none (rules 4.11 to 4.15)."""
    if not state.seats[number].hidden or not state.backups:
        return ()
    if is_stuck(state, number):
        return useful(state, number, BACKUP_SIDES)
    return BACKUP_SIDES if state.variant.backup == "voluntary" else ()


def places_for(state: State, pending: PlaceKorrigan) -> tuple[str, ...]:
    """Return the fields where a Korrigan may be placed, in board order (rules 2.5, 2.6)."""
    fields = state.board.fields
    if state.variant.side == "advanced":
        return tuple(field.id for field in fields)
    first = state.seats[pending.seat].korrigans[0].field
    return tuple(field.id for field in fields if field.start == pending.seat + 1 and field.id != first)


def cauldron_candidates(state: State) -> tuple[str, ...]:
    """Return the fields in a free row and a free column, in board order (rule 7.2)."""
    fields = state.board.fields
    rows = {row for row, pawn in enumerate(state.suns, 1) if pawn is None}
    columns = {column for column, pawn in enumerate(state.clouds, 1) if pawn is None}
    if state.variant.cauldron_match == "cell":
        touched = {place for row in rows for column in columns for place in state.board.fields_at(row, column)}
        return tuple([fields[place].id for place in sorted(touched)])
    return tuple(
        field.id
        for field in fields
        if any(row in rows for row, _ in field.cells) and any(column in columns for _, column in field.cells)
    )


def cauldron_fields(state: State, seat: int) -> tuple[str, ...]:
    """Return the fields where a seat may put the Cauldron, in board order (rules 7.2, 7.3)."""
    candidates = cauldron_candidates(state)
    own = {korrigan.field for korrigan in state.seats[seat].korrigans}
    return tuple([field for field in candidates if field not in own]) or candidates
