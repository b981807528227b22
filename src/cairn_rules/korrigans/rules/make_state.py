"""`make_state`, which builds a state from its parts and validates it as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from attrs import evolve

from cairn_rules.checks import plain_number
from cairn_rules.errors import Fault, UnsoundStateError
from cairn_rules.korrigans.rules.soundness import kind_faults, pawns_left, placed_in, state_faults
from cairn_rules.korrigans.state.board import Board, Link
from cairn_rules.korrigans.state.board_checks import COLUMNS, ROWS
from cairn_rules.korrigans.state.board_file import default_board
from cairn_rules.korrigans.state.ledger import Entry
from cairn_rules.korrigans.state.pending import ChooseFinalMove, ChooseMove, Pending, PlaceKorrigan
from cairn_rules.korrigans.state.seats import Carried, Seat
from cairn_rules.korrigans.state.state import BACKUPS, SUPPLY, State
from cairn_rules.korrigans.state.tokens import Clover, Menhir, Pawn
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
    """Build a state from its parts and validate it as a whole.

    Clover tokens and Menhirs that are not given are out of the game.

    Args:
        seats: The seats, in turn order from the First Player.
        clovers: The Clover tokens in each field, by field id (default: no tokens in any field).
        menhirs: The Menhir in each field, by field id (default: no Menhirs left).
        elves: Number of Elf tokens in the supply (default: all that are not carried).
        goblins: Number of Goblin tokens in the supply (default: all that are not carried).
        backups: Number of Backup Companions in the supply (default: all that no seat has).
        troll: The link that the Troll closes (default: None, the Troll is in the supply).
        bag: The pawns in the bag, in drawing order (default: those not placed, in the order of the rainbow).
        bag_holder: The seat number of the player who draws next (default: 0).
        suns: The pawns on Suns, by row from 1.
        clouds: The pawns on Clouds, by column from 1.
        cauldron: The id of the Cauldron's field, or None before it appears (default: None).
        ledger: The events that affect what players know, oldest first.
        round: The round number (default: the number of pawns placed, at least 1, or 0 while Korrigans are
            placed).
        turn: Number of completed turns (default: 0).
        pending: The pending decision (default: the one with which a round, the placing or the final turns
            start).
        board: The board (default: `default_board()`).
        variant: The rule options (default: those of the rules page).

    Raises:
        UnsoundStateError: if the state is impossible. The error lists every fault.

    Example:
        >>> from cairn_rules.korrigans import Clover, Korrigan, Seat, apply, parse_action
        >>> from cairn_rules.korrigans import make_state
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
    # 1. The kinds of the arguments, and the keys of mappings.
    bag_holder = plain_number(bag_holder)
    faults = kind_faults(locals())
    if faults:
        raise UnsoundStateError(faults)
    ground = default_board() if board is None else board
    ids = tuple(ground.indices)
    faults = [
        *(Fault("clovers", f"{id!r} is not a field of the board") for id in clovers if id not in ids),
        *(Fault("menhirs", f"{id!r} is not a field of the board") for id in menhirs if id not in ids),
        *(Fault("suns", f"{row} is not a row (1 to {ROWS})") for row in suns if not 1 <= row <= ROWS),
        *(Fault("clouds", f"{line} is not a column (1 to {COLUMNS})") for line in clouds if not 1 <= line <= COLUMNS),
    ]
    if faults:
        raise UnsoundStateError(faults)
    # 2. The defaults, which depend on the other parts.
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
    # 3. The state as a whole.
    faults = state_faults(state)
    if faults:
        raise UnsoundStateError(faults)
    return state
