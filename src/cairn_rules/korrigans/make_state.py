"""States from their parts: `make_state`, which checks them whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from attrs import evolve

from cairn_rules.errors import Fault, UnsoundStateError
from cairn_rules.korrigans.board import Board, Link
from cairn_rules.korrigans.board_checks import COLUMNS, ROWS
from cairn_rules.korrigans.board_file import default_board
from cairn_rules.korrigans.ledger import Entry
from cairn_rules.korrigans.pending import ChooseFinalMove, ChooseMove, Pending, PlaceKorrigan
from cairn_rules.korrigans.seats import Carried, Seat
from cairn_rules.korrigans.soundness import kind_faults, pawns_left, placed_in, state_faults
from cairn_rules.korrigans.state import BACKUPS, SUPPLY, State
from cairn_rules.korrigans.tokens import Clover, Menhir, Pawn
from cairn_rules.korrigans.variant import STANDARD, Variant


def make_state(
    *,
    seats: tuple[Seat, ...],
    clovers: Mapping[str, Sequence[Clover]] = MappingProxyType({}),
    menhirs: Mapping[str, Menhir] = MappingProxyType({}),
    elves: int | None = None,
    goblins: int | None = None,
    backups: int | None = None,
    troll: Link | None = None,
    bag: tuple[Pawn, ...] | None = None,
    bag_holder: int = 0,
    suns: Mapping[int, Pawn] = MappingProxyType({}),
    clouds: Mapping[int, Pawn] = MappingProxyType({}),
    cauldron: str | None = None,
    ledger: tuple[Entry, ...] = (),
    round: int | None = None,
    turn: int = 0,
    pending: Pending | None = None,
    board: Board | None = None,
    variant: Variant | None = None,
) -> State:
    """A state made by hand, checked whole.

    Clover tokens and Menhirs that are named nowhere are out of the game.

    Args:
        seats: What belongs to each player.
        clovers: The Clover tokens by the ids of the fields; others are empty.
        menhirs: The Menhirs by the ids of the fields; others have none any more.
        elves: How many Elf tokens lie beside the board; None for all that are not carried.
        goblins: How many Goblin tokens lie beside the board; None for all that are not carried.
        backups: How many Backup Companions lie beside the board; None for all that nobody has.
        troll: The link where the Troll stands.
        bag: The pawns in the bag as they will be drawn; None for those that are left, in the order of the rainbow.
        bag_holder: Who draws next.
        suns: The pawns on suns, by row from 1.
        clouds: The pawns on clouds, by column from 1.
        cauldron: The id of the Cauldron's field.
        ledger: What bears on who knows what.
        round: The number of the round; None for as many as pawns were placed, at least 1, or 0 while
            Korrigans are placed.
        turn: How many turns are complete.
        pending: The decision that is asked; None for the one that a round, the placing or the final
            turns start with.
        board: The board; None for `default_board()`.
        variant: The rule options.

    Raises:
        UnsoundStateError: when such a state cannot be; it lists every fault.

    Example:
        >>> from cairn_rules.korrigans import Clover, Korrigan, Seat, apply, make_state, parse_action
        >>> state = make_state(
        ...     seats=(
        ...         Seat(korrigans=(Korrigan("A"), Korrigan("G")), hidden=(Clover.HARE,)),
        ...         Seat(korrigans=(Korrigan("D"), Korrigan("J"))),
        ...     ),
        ...     clovers={"K": (Clover.GOLD4, Clover.FROG)},
        ... )
        >>> apply(state, parse_action("0:hare-K", state)).pending
        TakeClover(seat=0, korrigan=0)
    """
    faults = kind_faults(
        {
            "seats": seats,
            "clovers": clovers,
            "menhirs": menhirs,
            "elves": elves,
            "goblins": goblins,
            "backups": backups,
            "troll": troll,
            "bag": bag,
            "bag_holder": bag_holder,
            "suns": suns,
            "clouds": clouds,
            "cauldron": cauldron,
            "ledger": ledger,
            "round": round,
            "turn": turn,
            "pending": pending,
            "board": board,
            "variant": variant,
        }
    )
    if faults:
        raise UnsoundStateError(faults)
    ground = default_board() if board is None else board
    ids = tuple(ground.indices)
    faults = [
        *(Fault("clovers", f"{id!r} is no field of the board") for id in clovers if id not in ids),
        *(Fault("menhirs", f"{id!r} is no field of the board") for id in menhirs if id not in ids),
        *(Fault("suns", f"{row} is no row; they are 1 to {ROWS}") for row in suns if not 1 <= row <= ROWS),
        *(
            Fault("clouds", f"{line} is no column; they are 1 to {COLUMNS}")
            for line in clouds
            if not 1 <= line <= COLUMNS
        ),
    ]
    if faults:
        raise UnsoundStateError(faults)
    carried = Counter(korrigan.carries for seat in seats for korrigan in seat.korrigans)
    placed = placed_in(seats)
    is_placing = placed < 2 * len(seats)
    if pending is None:
        first = ChooseMove(0) if cauldron is None else ChooseFinalMove(0)
        pending = PlaceKorrigan(placed % len(seats), placed // len(seats)) if is_placing else first
    if round is None:
        round = 0 if is_placing else max(1, len(suns) + len(clouds) + (cauldron is not None))
    state = State(
        board=ground,
        variant=STANDARD if variant is None else variant,
        seats=seats,
        clovers=tuple(tuple(sorted(clovers.get(id, ()))) for id in ids),
        menhirs=tuple(menhirs.get(id) for id in ids),
        elves=max(0, SUPPLY - carried[Carried.ELF]) if elves is None else elves,
        goblins=max(0, SUPPLY - carried[Carried.GOBLIN]) if goblins is None else goblins,
        backups=max(0, BACKUPS - sum(len(seat.backups) for seat in seats)) if backups is None else backups,
        troll=troll,
        bag=() if bag is None else bag,
        bag_holder=bag_holder,
        suns=tuple(suns.get(row) for row in range(1, ROWS + 1)),
        clouds=tuple(clouds.get(column) for column in range(1, COLUMNS + 1)),
        cauldron=cauldron,
        ledger=ledger,
        round=round,
        turn=turn,
        pending=pending,
    )
    if bag is None:
        state = evolve(state, bag=pawns_left(state))
    faults = state_faults(state)
    if faults:
        raise UnsoundStateError(faults)
    return state
