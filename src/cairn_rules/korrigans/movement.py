"""Where Korrigans can go (rules page, section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cairn_rules.korrigans.board import LinkKind
from cairn_rules.korrigans.seats import BACKUP_SIDES, Seat
from cairn_rules.korrigans.state import State
from cairn_rules.korrigans.tokens import Companion

WALKS: Final = {Companion.HARE: LinkKind.OPEN, Companion.SQUIRREL: LinkKind.DOOR, Companion.MOUSE: LinkKind.BRIDGE}
"""The companions that cross links, and which ones (rules 4.4 to 4.6)."""


def goals(state: State, origin: str, companion: Companion) -> tuple[str, ...]:
    """The fields where a companion can bring a Korrigan, in the board's order."""
    there = state.board.steps(origin, companion)
    troll = state.troll
    if troll is None or origin not in troll.fields:
        return there
    return tuple(to for to in there if not is_stopped(state, origin, to, companion))


def is_stopped(state: State, origin: str, to: str, companion: Companion) -> bool:
    """Whether the Troll is in a companion's way (rule 4.10)."""
    troll = state.troll
    if troll is None or {origin, to} != {*troll.fields}:
        return False
    return WALKS[companion] is troll.kind if companion in WALKS else state.variant.troll_blocks_jumps


def companions_of(seat: Seat) -> tuple[Companion, ...]:
    """The kinds of companions that a seat has, in their order."""
    owned = {clover.companion for clover in seat.hidden} | {*seat.revealed, *seat.backups}
    return tuple(companion for companion in Companion if companion in owned)


def different_korrigans(seat: Seat) -> tuple[int, ...]:
    """The Korrigans of a seat that can be told apart: one of two that stand together and carry the same."""
    first, second = seat.korrigans
    return (0,) if first == second else (0, 1)


def movements(state: State, number: int, companions: Iterable[Companion]) -> Iterator[tuple[int, Companion, str]]:
    """Each movement that companions allow a seat: which Korrigan, with what, and where to."""
    seat = state.seats[number]
    kinds = tuple(companions)
    for which in different_korrigans(seat):
        origin = seat.korrigans[which].field
        assert origin is not None, "Korrigans move when all are placed"
        for companion in kinds:
            for to in goals(state, origin, companion):
                yield which, companion, to


def useful(state: State, number: int, companions: Iterable[Companion]) -> tuple[Companion, ...]:
    """Those of some companions that would allow a seat a movement."""
    places = [korrigan.field for korrigan in state.seats[number].korrigans if korrigan.field is not None]
    return tuple(each for each in companions if any(goals(state, place, each) for place in places))


def is_stuck(state: State, number: int) -> bool:
    """Whether a seat has no companion that allows a movement (rule 4.11)."""
    return not useful(state, number, companions_of(state.seats[number]))


def sides_to_buy(state: State, number: int) -> tuple[Companion, ...]:
    """The sides of a Backup Companion that a seat may choose now; none when it may not sacrifice (rules 4.11 to 4.15)."""
    if not state.seats[number].hidden or not state.backups:
        return ()
    if is_stuck(state, number):
        return useful(state, number, BACKUP_SIDES)
    return BACKUP_SIDES if state.variant.backup == "voluntary" else ()
