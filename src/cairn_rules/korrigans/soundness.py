"""Whether a state can be: what is wrong with one that was not made by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, cast, get_args

from cairn_rules.checked import is_count, is_of, tuple_of
from cairn_rules.errors import Fault, quoted
from cairn_rules.korrigans.board import Board, Link
from cairn_rules.korrigans.ledger import Entry, Sacrificed, Taken
from cairn_rules.korrigans.pending import ChooseCauldronField, ChooseCloud, ChooseSun, Over, Pending
from cairn_rules.korrigans.pending_soundness import pending_faults
from cairn_rules.korrigans.places import cauldron_candidates
from cairn_rules.korrigans.rainbow import PAWNS, Pawn
from cairn_rules.korrigans.seats import BACKUP_SIDES, Carried, Seat
from cairn_rules.korrigans.setup import clovers_of, pile_sizes
from cairn_rules.korrigans.state import BACKUPS, FEWEST, MOST, SUPPLY, State
from cairn_rules.korrigans.tokens import Clover, Menhir
from cairn_rules.korrigans.variant import Variant


def _mapping(is_key: Callable[[object], bool], is_value: Callable[[object], bool]) -> Callable[[object], bool]:
    def check(value: object) -> bool:
        if not isinstance(value, Mapping):
            return False
        return all(is_key(key) and is_value(each) for key, each in cast("Mapping[object, object]", value).items())

    return check


def _or_none(is_one: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: value is None or is_one(value)


def _clovers(value: object) -> bool:
    return isinstance(value, list | tuple) and all(map(is_of(Clover), cast("tuple[object, ...]", value)))


_is_pending: Final = is_of(*get_args(Pending))
_KINDS: Final[dict[str, tuple[str, Callable[[object], bool]]]] = {
    "seats": ("a tuple of Seats", tuple_of(is_of(Seat))),
    "clovers": ("a mapping from ids of fields to tuples of Clovers", _mapping(is_of(str), _clovers)),
    "menhirs": ("a mapping from ids of fields to Menhirs", _mapping(is_of(str), is_of(Menhir))),
    "elves": ("a count or None", _or_none(is_count)),
    "goblins": ("a count or None", _or_none(is_count)),
    "backups": ("a count or None", _or_none(is_count)),
    "troll": ("a Link or None", _or_none(is_of(Link))),
    "bag": ("a tuple of Pawns or None", _or_none(tuple_of(is_of(Pawn)))),
    "bag_holder": ("a count", is_count),
    "suns": ("a mapping from rows to Pawns", _mapping(is_count, is_of(Pawn))),
    "clouds": ("a mapping from columns to Pawns", _mapping(is_count, is_of(Pawn))),
    "cauldron": ("the id of a field or None", _or_none(is_of(str))),
    "ledger": ("a tuple of entries", tuple_of(is_of(*get_args(Entry)))),
    "round": ("a count or None", _or_none(is_count)),
    "turn": ("a count", is_count),
    "pending": ("a decision or None", _or_none(_is_pending)),
    "board": ("a Board or None", _or_none(is_of(Board))),
    "variant": ("a Variant or None", _or_none(is_of(Variant))),
}
"""What each argument of a state should be, and whether it is."""


def kind_faults(parts: Mapping[str, object]) -> list[Fault]:
    """The arguments of a state that are not of the kind they should be."""
    faults = [
        Fault(name, f"{quoted(parts[name])} is not {kind}")
        for name, (kind, fits) in _KINDS.items()
        if not fits(parts[name])
    ]
    seats = parts["seats"]
    if not faults and not FEWEST <= len(cast("tuple[Seat, ...]", seats)) <= MOST:
        faults.append(
            Fault("seats", f"{len(cast('tuple[Seat, ...]', seats))} players; Korrigans is for {FEWEST} to {MOST}")
        )
    return faults


def state_faults(state: State) -> list[Fault]:
    """Everything that is wrong with a state whose parts are of the right kinds."""
    faults = [*_place_faults(state), *_seat_faults(state)]
    if not faults:  # the rest can be told only of places and seats that there are
        faults = [*_token_faults(state), *_menhir_faults(state), *_supply_faults(state), *_rainbow_faults(state)]
    return faults or list(pending_faults(state))


def placed_in(seats: Iterable[Seat]) -> int:
    """How many Korrigans are on the board."""
    return sum(korrigan.field is not None for seat in seats for korrigan in seat.korrigans)


def pawns_left(state: State) -> tuple[Pawn, ...]:
    """The pawns that should be in the bag, in the order of the rainbow."""
    drawn = Counter(pawn for pawn in (*state.suns, *state.clouds) if pawn is not None)
    if isinstance(state.pending, ChooseSun | ChooseCloud):
        drawn[state.pending.pawn] += 1
    if state.cauldron is not None or isinstance(state.pending, ChooseCauldronField):
        drawn[next(pawn for pawn in reversed(Pawn) if pawn not in state.suns)] += 1
    left = Counter(PAWNS) - drawn
    return tuple(pawn for pawn in Pawn for _ in range(left[pawn]))


def _place_faults(state: State) -> Iterator[Fault]:
    ids = state.board.indices
    standing = [(f"seats[{number}]", each.field) for number, seat in enumerate(state.seats) for each in seat.korrigans]
    taken = [(f"ledger[{place}]", entry.field) for place, entry in enumerate(state.ledger) if isinstance(entry, Taken)]
    for where, field in (*standing, ("cauldron", state.cauldron), *taken):
        if field is not None and field not in ids:
            yield Fault(where, f"{field!r} is no field of the board")
    for number, seat in enumerate(state.seats):
        if any(each.field is None and each.carries is not None for each in seat.korrigans):
            yield Fault(f"seats[{number}]", "a Korrigan that is not on the board carries nothing")
    if state.troll is not None and state.troll not in state.board.links:
        yield Fault("troll", f"the board has no link {state.troll}")


def _seat_faults(state: State) -> Iterator[Fault]:
    numbers = range(len(state.seats))
    told = [(f"ledger[{place}]", entry.seat) for place, entry in enumerate(state.ledger)]
    asked = [] if isinstance(state.pending, Over) else [("pending", state.pending.seat)]
    for where, seat in (*told, *asked, ("bag_holder", state.bag_holder)):
        if seat not in numbers:
            yield Fault(where, f"there is no seat {seat}; they are 0 to {len(numbers) - 1}")


def _token_faults(state: State) -> Iterator[Fault]:
    players = len(state.seats)
    board = state.board
    for field, pile, size in zip(board.fields, state.clovers, pile_sizes(board, players), strict=True):
        if len(pile) > size:
            yield Fault(f"clovers.{field.id}", f"{len(pile)} tokens; with {players} players it has {size} at most")
    there = Counter(clover for pile in state.clovers for clover in pile)
    for seat in state.seats:
        there.update((*seat.hidden, *map(Clover, seat.revealed)))
    there.update(entry.clover for entry in state.ledger if isinstance(entry, Sacrificed))
    box = Counter(clovers_of(board, players))
    for clover, count in sorted(there.items()):
        if count > box[clover]:
            yield Fault("clovers", f"{count} tokens with {clover}; the game has {box[clover]}")


def _menhir_faults(state: State) -> Iterator[Fault]:
    sizes = pile_sizes(state.board, len(state.seats))
    for field, menhir, pile, size in zip(state.board.fields, state.menhirs, state.clovers, sizes, strict=True):
        if menhir is not None and not field.menhir:
            yield Fault(f"menhirs.{field.id}", "the village has no Menhir")
        elif menhir is not None and size and not pile:
            yield Fault(f"menhirs.{field.id}", "no tokens are left, so the Menhir was taken with the last one")
    there = Counter(menhir for menhir in state.menhirs if menhir is not None)
    for number, seat in enumerate(state.seats):
        there.update(seat.menhirs)
        if not all(menhir.gold for menhir in seat.menhirs):
            yield Fault(f"seats[{number}].menhirs", f"{seat.menhirs} are kept, but only gold Menhirs are")
    box = Counter(state.board.menhirs)
    for menhir, count in sorted(there.items()):
        if count > box[menhir]:
            yield Fault("menhirs", f"{count} Menhirs with {menhir}; the game has {box[menhir]}")


def _supply_faults(state: State) -> Iterator[Fault]:
    carried = Counter(korrigan.carries for seat in state.seats for korrigan in seat.korrigans)
    for name, left, kind in (("elves", state.elves, Carried.ELF), ("goblins", state.goblins, Carried.GOBLIN)):
        if left + carried[kind] > SUPPLY:
            yield Fault(name, f"{left} beside the board and {carried[kind]} carried; there are {SUPPLY}")
    bought = sum(len(seat.backups) for seat in state.seats)
    if state.backups + bought > BACKUPS:
        yield Fault("backups", f"{state.backups} beside the board and {bought} bought; there are {BACKUPS}")
    for number, seat in enumerate(state.seats):
        if not set(seat.backups) <= {*BACKUP_SIDES}:
            yield Fault(f"seats[{number}].backups", f"{seat.backups}; Backup Companions are hares and squirrels")


def _rainbow_faults(state: State) -> Iterator[Fault]:
    suns = [pawn for pawn in state.suns if pawn is not None]
    clouds = [pawn for pawn in state.clouds if pawn is not None]
    if len(set(suns)) < len(suns) or len(suns) == len(Pawn):
        yield Fault("suns", f"{suns}: the first pawn of a colour goes on a sun, and the last colour goes nowhere")
    if len(set(clouds)) < len(clouds) or not set(clouds) <= set(suns):
        yield Fault("clouds", f"{clouds}: the second pawn of a colour goes on a cloud")
    elif len(suns) < len(Pawn) and sorted(map(str, state.bag)) != sorted(map(str, pawns_left(state))):
        yield Fault("bag", f"{state.bag} in the bag; {pawns_left(state)} should be, in any order")
    if state.cauldron is None:
        return
    if len(suns) != len(Pawn) - 1:
        yield Fault("cauldron", f"it appears when {len(Pawn) - 1} pawns are on suns, not {len(suns)}")
    elif state.cauldron not in cauldron_candidates(state):
        yield Fault("cauldron", f"{state.cauldron} lies in no free row and free column")
