"""Whether an observation that comes from outside can be: whether there is a state that looks so."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from attrs import fields

from cairn_rules.errors import Fault, UnsoundStateError
from cairn_rules.korrigans.ledger import Taken
from cairn_rules.korrigans.looks import TakenUnseen
from cairn_rules.korrigans.observation import Observation, observe
from cairn_rules.korrigans.pending import Over
from cairn_rules.korrigans.sampling import sample_hidden
from cairn_rules.korrigans.seats import KORRIGANS
from cairn_rules.korrigans.setup import clovers_of, pile_sizes
from cairn_rules.korrigans.state import FEWEST, MOST

LONGEST_LEDGER: Final = 250
"""No game has so many entries; more would take long to look through."""


def check_observation(seen: Observation) -> None:
    """Refuse an observation of which the parts are of the right kinds, but that nobody can have.

    Raises:
        UnsoundStateError: when no state looks so; its faults name the parts.
    """
    faults = list(_seat_faults(seen)) or [*_count_faults(seen), *_memory_faults(seen)]
    if not faults:
        looked = observe(sample_hidden(seen, Random(0)), seen.player)
        names = [each.name for each in fields(Observation)]
        different = {name: (getattr(seen, name), getattr(looked, name)) for name in names}
        faults = [
            Fault(name, f"{told!r}, but with all the rest it would be {would!r}")
            for name, (told, would) in different.items()
            if told != would
        ]
    if faults:
        raise UnsoundStateError(faults)


def _seat_faults(seen: Observation) -> Iterator[Fault]:
    """Whatever is told of seats and fields that there are not."""
    count = len(seen.seats)
    if not FEWEST <= count <= MOST:
        yield Fault("seats", f"{count} players; Korrigans is for {FEWEST} to {MOST}")
        return
    pending = seen.pending
    told = [(f"ledger[{place}]", entry.seat) for place, entry in enumerate(seen.ledger)]
    told += [] if seen.player is None else [("player", seen.player)]
    told += [] if isinstance(pending, Over) else [("pending", pending.seat)]
    for where, seat in told:
        if not 0 <= seat < count:
            yield Fault(where, f"there is no seat {seat}; they are 0 to {count - 1}")
    if getattr(pending, "korrigan", 0) >= KORRIGANS:
        yield Fault("pending", "there are but two Korrigans, 0 and 1")
    named = [
        (f"ledger[{place}]", entry.field)
        for place, entry in enumerate(seen.ledger)
        if isinstance(entry, Taken | TakenUnseen)
    ]
    for where, field in named:
        if field not in seen.board.indices:
            yield Fault(where, f"{field!r} is no field of the board")


def _count_faults(seen: Observation) -> Iterator[Fault]:
    """Numbers of tokens that there cannot be."""
    count = len(seen.seats)
    for field, number, size in zip(seen.board.fields, seen.clovers, pile_sizes(seen.board, count), strict=True):
        if not 0 <= number <= size:
            yield Fault(f"clovers.{field.id}", f"{number} tokens; with {count} players it has 0 to {size}")
    if len(seen.menhirs_left) != sum(seen.menhirs):
        yield Fault("menhirs_left", f"{len(seen.menhirs_left)}, though {sum(seen.menhirs)} fields have a Menhir")
    most = len(clovers_of(seen.board, count))
    for place, seat in enumerate(seen.seats):
        if not 0 <= seat.tokens <= most:
            yield Fault(f"seats[{place}].tokens", f"{seat.tokens} behind the screen; the game has {most}")
        elif seat.hidden is not None and len(seat.hidden) != seat.tokens:
            yield Fault(f"seats[{place}].hidden", f"{len(seat.hidden)} tokens; there are {seat.tokens}")


def _memory_faults(seen: Observation) -> Iterator[Fault]:
    """Looks that do not belong to what the seat took."""
    if len(seen.ledger) > LONGEST_LEDGER:
        yield Fault("ledger", f"{len(seen.ledger)} entries; there are at most {LONGEST_LEDGER}")
    taken = [entry for entry in seen.ledger if isinstance(entry, Taken) and entry.seat == seen.player]
    if [look.field for look in seen.looks] != [entry.field for entry in taken]:
        yield Fault("looks", "there is one for each token that the seat took, in the same order and of the same field")
