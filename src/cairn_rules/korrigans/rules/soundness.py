"""Validation of states made by hand, which finds every fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, assert_never, cast, get_args

from cairn_rules.checks import is_count, is_of, tuple_of
from cairn_rules.errors import Fault, quoted
from cairn_rules.korrigans.rules.movement import cauldron_candidates
from cairn_rules.korrigans.rules.scoring import result
from cairn_rules.korrigans.rules.setup import clovers_of, pile_sizes
from cairn_rules.korrigans.rules.turns import opponents_with_screen, receivers_of
from cairn_rules.korrigans.state import pending as decisions
from cairn_rules.korrigans.state.board import Board, Link
from cairn_rules.korrigans.state.ledger import Entry, Sacrificed, Taken
from cairn_rules.korrigans.state.seats import BACKUP_SIDES, KORRIGANS, Carried, Seat
from cairn_rules.korrigans.state.state import BACKUPS, FEWEST, MOST, SUPPLY, State
from cairn_rules.korrigans.state.tokens import PAWNS, RUSH, Clover, Menhir, Pawn, token_text
from cairn_rules.korrigans.variant import Variant

_FINAL: Final = (decisions.ChooseFinalMove, decisions.ChooseReceiver, decisions.Over)
"""The decisions that are possible once the Cauldron has appeared."""
_RAINBOW: Final = (decisions.ChooseSun, decisions.ChooseCloud, decisions.ChooseCauldronField)
"""The decisions that are possible while pawns are drawn."""
_PLACING: Final = (decisions.PlaceKorrigan, decisions.TakeClover, decisions.ChooseOpponent, decisions.ChooseLink)
"""The decisions that are possible while Korrigans are placed."""


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


_is_pending: Final = is_of(*get_args(decisions.Pending))
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
"""The description and the test of each argument of `make_state`."""


def _listed(items: Iterable[object]) -> str:
    return ", ".join(map(str, items)) or "nothing"


def kind_faults(parts: Mapping[str, object]) -> list[Fault]:
    """Return a fault for each argument that is not of its kind."""
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
    """Return every fault of a state whose parts are of the right kinds."""
    faults = [*_place_faults(state), *_seat_faults(state)]
    if not faults:  # the other checks need fields and seats that exist
        faults = [*_token_faults(state), *_menhir_faults(state), *_supply_faults(state), *_rainbow_faults(state)]
    return faults or list(_pending_faults(state))


def placed_in(seats: Iterable[Seat]) -> int:
    """Return the number of Korrigans on the board."""
    return sum(korrigan.field is not None for seat in seats for korrigan in seat.korrigans)


def pawns_left(state: State) -> tuple[Pawn, ...]:
    """Return the pawns that should be in the bag, in the order of the rainbow."""
    drawn = Counter(pawn for pawn in (*state.suns, *state.clouds) if pawn is not None)
    if isinstance(state.pending, decisions.ChooseSun | decisions.ChooseCloud):
        drawn[state.pending.pawn] += 1
    if state.cauldron is not None or isinstance(state.pending, decisions.ChooseCauldronField):
        drawn[next(pawn for pawn in reversed(Pawn) if pawn not in state.suns)] += 1
    left = Counter(PAWNS) - drawn
    return tuple(pawn for pawn in Pawn for _ in range(left[pawn]))


def _place_faults(state: State) -> Iterator[Fault]:
    ids = state.board.indices
    standing = [(f"seats[{number}]", each.field) for number, seat in enumerate(state.seats) for each in seat.korrigans]
    taken = [(f"ledger[{place}]", entry.field) for place, entry in enumerate(state.ledger) if isinstance(entry, Taken)]
    for where, field in (*standing, ("cauldron", state.cauldron), *taken):
        if field is not None and field not in ids:
            yield Fault(where, f"{field!r} is not a field of the board")
    for number, seat in enumerate(state.seats):
        if any(each.field is None and each.carries is not None for each in seat.korrigans):
            yield Fault(f"seats[{number}]", "a Korrigan that is not on the board carries nothing")
    if state.troll is not None and state.troll not in state.board.links:
        yield Fault("troll", f"the board has no link {state.troll}")


def _seat_faults(state: State) -> Iterator[Fault]:
    numbers = range(len(state.seats))
    named = [(f"ledger[{place}]", entry.seat) for place, entry in enumerate(state.ledger)]
    asked = [] if isinstance(state.pending, decisions.Over) else [("pending", state.pending.seat)]
    for where, seat in (*named, *asked, ("bag_holder", state.bag_holder)):
        if seat not in numbers:
            yield Fault(where, f"seat {seat} does not exist (0 to {len(numbers) - 1})")


def _token_faults(state: State) -> Iterator[Fault]:
    players = len(state.seats)
    board = state.board
    for field, pile, size in zip(board.fields, state.clovers, pile_sizes(board, players), strict=True):
        if len(pile) > size:
            yield Fault(
                f"clovers.{field.id}", f"{len(pile)} tokens; with {players} players the field has at most {size}"
            )
    there = Counter(clover for pile in state.clovers for clover in pile)
    for seat in state.seats:
        there.update((*seat.hidden, *map(Clover, seat.revealed)))
    there.update(entry.clover for entry in state.ledger if isinstance(entry, Sacrificed))
    box = Counter(clovers_of(board, players))
    for clover, count in sorted(there.items()):
        if count > box[clover]:
            yield Fault("clovers", f"{count} tokens with {token_text(clover)}; the game has {box[clover]}")


def _menhir_faults(state: State) -> Iterator[Fault]:
    sizes = pile_sizes(state.board, len(state.seats))
    for field, menhir, pile, size in zip(state.board.fields, state.menhirs, state.clovers, sizes, strict=True):
        if menhir is not None and not field.menhir:
            yield Fault(f"menhirs.{field.id}", "the village has no Menhir")
        elif menhir is not None and size and not pile:
            yield Fault(f"menhirs.{field.id}", "the field has no tokens, so the Menhir was taken with the last one")
    there = Counter(menhir for menhir in state.menhirs if menhir is not None)
    for number, seat in enumerate(state.seats):
        there.update(seat.menhirs)
        not_gold = [menhir for menhir in seat.menhirs if not menhir.gold]
        if not_gold:
            yield Fault(f"seats[{number}].menhirs", f"only gold Menhirs are kept, not {_listed(not_gold)}")
    box = Counter(state.board.menhirs)
    for menhir, count in sorted(there.items()):
        if count > box[menhir]:
            what = f"{menhir.gold} gold" if menhir.gold else str(menhir)
            yield Fault("menhirs", f"{count} Menhirs with {what}; the game has {box[menhir]}")


def _supply_faults(state: State) -> Iterator[Fault]:
    carried = Counter(korrigan.carries for seat in state.seats for korrigan in seat.korrigans)
    for name, left, kind in (("elves", state.elves, Carried.ELF), ("goblins", state.goblins, Carried.GOBLIN)):
        if left + carried[kind] > SUPPLY:
            yield Fault(name, f"{left} in the supply and {carried[kind]} carried; the game has {SUPPLY}")
    bought = sum(len(seat.backups) for seat in state.seats)
    if state.backups + bought > BACKUPS:
        yield Fault("backups", f"{state.backups} in the supply and {bought} bought; the game has {BACKUPS}")
    for number, seat in enumerate(state.seats):
        if not set(seat.backups) <= {*BACKUP_SIDES}:
            yield Fault(
                f"seats[{number}].backups", f"Backup Companions are hares and squirrels, not {_listed(seat.backups)}"
            )


def _rainbow_faults(state: State) -> Iterator[Fault]:
    suns = [pawn for pawn in state.suns if pawn is not None]
    clouds = [pawn for pawn in state.clouds if pawn is not None]
    if len(set(suns)) < len(suns) or len(suns) == len(Pawn):
        yield Fault(
            "suns", f"{_listed(suns)}: the first pawn of a colour goes on a Sun, except that of the seventh colour"
        )
    if len(set(clouds)) < len(clouds) or not set(clouds) <= set(suns):
        yield Fault("clouds", f"{_listed(clouds)}: the second pawn of a colour goes on a Cloud")
    elif len(suns) < len(Pawn) and sorted(map(str, state.bag)) != sorted(map(str, pawns_left(state))):
        yield Fault(
            "bag", f"{_listed(state.bag)} in the bag, which should hold {_listed(pawns_left(state))} in any order"
        )
    if state.cauldron is None:
        return
    if len(suns) != len(Pawn) - 1:
        yield Fault("cauldron", f"the Cauldron appears when {len(Pawn) - 1} pawns are on Suns, not {len(suns)}")
    elif state.cauldron not in cauldron_candidates(state):
        yield Fault("cauldron", f"{state.cauldron} is not in a free row and a free column")


def _pending_faults(state: State) -> Iterator[Fault]:
    """Yield the faults of the pending decision of a state that is otherwise sound."""
    pending = state.pending
    korrigan = getattr(pending, "korrigan", 0)
    if korrigan >= KORRIGANS:
        yield Fault("pending", f"Korrigan {korrigan} does not exist (0 and 1)")
        return
    yield from _final_faults(state)
    kind = type(pending).__name__
    if state.round == 0:
        yield from _placing_faults(state)
    elif any(each.field is None for seat in state.seats for each in seat.korrigans):
        yield Fault("round", f"the round is 0 until all Korrigans are placed, not {state.round}")
    elif isinstance(pending, decisions.PlaceKorrigan):
        yield Fault("pending", "all Korrigans are placed")
    elif state.cauldron is None and isinstance(pending, decisions.ChooseFinalMove | decisions.Over):
        yield Fault("pending", f"{kind} is possible only after the Cauldron has appeared")
    elif state.cauldron is not None and not isinstance(pending, _FINAL):
        yield Fault("pending", f"{kind} is impossible after the Cauldron has appeared")
    else:
        yield from _decision_faults(state)


def _final_faults(state: State) -> Iterator[Fault]:
    """Yield companions revealed or discarded outside their owner's final turn (rules 7.4, 7.5)."""
    pending, begun = state.pending, 0
    if state.cauldron is not None:
        begun = len(state.seats) if isinstance(pending, decisions.Over) else pending.seat + 1
    for number, seat in enumerate(state.seats):
        if number >= begun and seat.discarded:
            yield Fault(f"seats[{number}].discarded", "companions are discarded in the final turn, which has not begun")
        elif number < begun and any(clover.companion is not None for clover in seat.hidden):
            yield Fault(f"seats[{number}].hidden", "companions are revealed when the final turn begins")


def _placing_faults(state: State) -> Iterator[Fault]:
    """Yield faults in the order of placing: by seat, first one Korrigan each, then the other (rule 2.5)."""
    pending, players = state.pending, len(state.seats)
    if state.cauldron is not None or any(pawn is not None for pawn in state.suns):
        yield Fault("suns", "no pawn is drawn before all Korrigans are placed")
    on_board = [seat.korrigans[which].field is not None for which in range(KORRIGANS) for seat in state.seats]
    placed = sum(on_board)
    if not isinstance(pending, _PLACING):
        yield Fault("round", f"{type(pending).__name__} is asked from round 1 on, not in round 0")
    elif not all(on_board[:placed]):
        yield Fault("seats", "Korrigans are placed in turn order, the second ones after all the first ones")
    elif isinstance(pending, decisions.PlaceKorrigan):
        asked, due = (pending.seat, pending.korrigan), (placed % players, placed // players)
        if asked != due:
            yield Fault("pending", f"Korrigan {due[1]} of seat {due[0]} is placed next, not {asked[1]} of {asked[0]}")
    elif not placed or pending.seat != (placed - 1) % players:
        yield Fault("pending", f"seat {pending.seat} cannot decide, because it did not place last")
    elif isinstance(pending, decisions.TakeClover) and pending.korrigan != (placed - 1) // players:
        yield Fault(
            "pending",
            f"Korrigan {pending.korrigan} cannot gather, because Korrigan {(placed - 1) // players} was placed last",
        )
    else:
        yield from _decision_faults(state)


def _decision_faults(state: State) -> Iterator[Fault]:  # noqa: C901, PLR0912 - a case for each decision
    pending = state.pending
    assert not isinstance(pending, decisions.PlaceKorrigan), "placings were checked before"
    covered, clouds = (len(spots) - spots.count(None) for spots in (state.suns, state.clouds))
    if clouds >= RUSH and state.cauldron is None and not isinstance(pending, _RAINBOW):
        yield Fault("pending", f"{clouds} pawns are on Clouds, so the next turn is not reached")
    match pending:
        case decisions.TakeClover(seat, which):
            field = state.seats[seat].korrigans[which].field
            if field is None or not state.clovers_in(field):
                yield Fault("pending", f"the field of Korrigan {which} of seat {seat} has no token to take")
        case decisions.ChooseSun(_, pawn):
            if pawn in state.suns or covered >= len(Pawn) - 1:
                yield Fault("pending", f"the {pawn} pawn does not go on a Sun")
        case decisions.ChooseCloud(_, pawn):
            if pawn not in state.suns or pawn in state.clouds:
                yield Fault("pending", f"the {pawn} pawn does not go on a Cloud")
        case decisions.ChooseReceiver(seat, which, gathers):
            if state.seats[seat].korrigans[which].carries is not Carried.GOBLIN:
                yield Fault("pending", f"Korrigan {which} of seat {seat} carries no Goblin")
            elif len(receivers_of(state, seat, which)) < 2:
                yield Fault("pending", "the choice needs two opponents' Korrigans, or more")
            if state.cauldron is not None and not state.variant.final_meetings:
                yield Fault("pending", "no Goblin passes in final turns without the option final_meetings")
            if gathers and state.cauldron is not None:
                yield Fault("pending", "nobody gathers in the final turn")
            elif not gathers and state.cauldron is None and state.variant.fairy_gathers:
                yield Fault("pending", "every movement before the final turn is followed by a Gathering")
        case decisions.ChooseOpponent(seat):
            if not opponents_with_screen(state, seat):
                yield Fault("pending", "no opponent has a screen")
        case decisions.ChooseLink():
            if all(link == state.troll for link in state.board.links):
                yield Fault("pending", "the board has no other link for the Troll")
        case decisions.ChooseCauldronField():
            if covered != len(Pawn) - 1:
                yield Fault("pending", f"the Cauldron appears when {len(Pawn) - 1} pawns are on Suns, not {covered}")
        case decisions.ChooseMove() | decisions.ChooseSecondMove() | decisions.ChooseFinalMove():
            pass
        case decisions.Over(outcome):
            if outcome != result(state):
                yield Fault("pending", f"{outcome}; but by the rules, {result(state)}")
        case _:
            assert_never(pending)
