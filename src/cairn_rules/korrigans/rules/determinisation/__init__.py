"""Sampling of hidden information, and validation of observations made by hand (rules page, section 9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final, assert_never

from attrs import fields

from cairn_rules import checks
from cairn_rules.errors import DefinitionError, Fault, UnsoundStateError, quoted
from cairn_rules.korrigans.rules.determinisation.dealing import dealt, held_after
from cairn_rules.korrigans.rules.determinisation.puzzle import Slots, slots_of
from cairn_rules.korrigans.rules.make_state import make_state
from cairn_rules.korrigans.rules.observation import Observation, SacrificedUnseen, SeenSeat, TakenUnseen, observe
from cairn_rules.korrigans.rules.setup import clovers_of, pile_sizes
from cairn_rules.korrigans.state.ledger import (
    CouldMove,
    Entry,
    FinalTurnBegun,
    Revealed,
    RuledOut,
    Sacrificed,
    Taken,
    Unmasked,
)
from cairn_rules.korrigans.state.pending import Over
from cairn_rules.korrigans.state.seats import KORRIGANS, Seat
from cairn_rules.korrigans.state.state import FEWEST, MOST, State
from cairn_rules.korrigans.state.tokens import Clover

LONGEST_LEDGER: Final = 250
"""Maximum number of ledger entries. No game has more, and they would take long to examine."""


def sample_hidden(observation: Observation, rng: Random) -> State:
    """Draw a complete state that the seat cannot distinguish from the real one.

    The state agrees with everything that the seat has seen: the tokens in fields where it took one, and those missing
    at a later look; the companions that others revealed, and when; players who could not move; and tokens that were
    visible after a screen was removed. Remaining Menhirs and the order of the bag are drawn uniformly. Tokens are drawn
    almost uniformly from all deals that agree with the observation (decision 13 says how closely). Players are assumed
    to take tokens at random.

    Raises:
        DefinitionError: if an argument is not of its kind.
        UnsoundStateError: if the observation is impossible. Only observations made by hand, or of states made by hand,
            can be impossible.

    Example:
        >>> from random import Random
        >>> from cairn_rules import korrigans
        >>> seen = korrigans.observe(korrigans.new_game(seed=7), 0)
        >>> state = korrigans.sample_hidden(seen, Random(1))
        >>> korrigans.observe(state, 0) == seen
        True
    """
    checks.check_observation(observation, Observation)
    if not isinstance(rng, Random):
        raise DefinitionError(f"rng should be a random.Random, not {quoted(rng)}")
    slots = slots_of(observation)
    kinds = dealt(slots, rng)
    ids = [field.id for field in observation.board.fields]
    menhirs, bag = list(observation.menhirs_left), list(observation.bag)
    rng.shuffle(menhirs)
    rng.shuffle(bag)
    with_menhir = [id for id, has_menhir in zip(ids, observation.menhirs, strict=True) if has_menhir]
    return make_state(
        seats=tuple(_seat(seat, number, slots, kinds) for number, seat in enumerate(observation.seats)),
        clovers={id: [kinds[slot] for slot in there] for id, there in zip(ids, slots.lying, strict=True)},
        menhirs=dict(zip(with_menhir, menhirs, strict=True)),
        elves=observation.elves,
        goblins=observation.goblins,
        backups=observation.backups,
        troll=observation.troll,
        bag=tuple(bag),
        bag_holder=observation.bag_holder,
        suns={row: pawn for row, pawn in enumerate(observation.suns, 1) if pawn is not None},
        clouds={column: pawn for column, pawn in enumerate(observation.clouds, 1) if pawn is not None},
        cauldron=observation.cauldron,
        ledger=tuple(_ledger(observation, slots.by_entry, kinds)),
        round=observation.round,
        turn=observation.turn,
        pending=observation.pending,
        board=observation.board,
        variant=observation.variant,
    )


def _seat(seen: SeenSeat, number: int, slots: Slots, kinds: tuple[Clover, ...]) -> Seat:
    return Seat(
        korrigans=seen.korrigans,
        hidden=held_after(slots.stories[number], kinds) if seen.hidden is None else seen.hidden,
        revealed=seen.revealed,
        backups=seen.backups,
        menhirs=seen.menhirs,
        discarded=seen.discarded,
        screen=seen.screen,
    )


def _ledger(observation: Observation, by_entry: Mapping[int, int], kinds: tuple[Clover, ...]) -> Iterator[Entry]:
    for place, entry in enumerate(observation.ledger):
        match entry:
            case TakenUnseen(seat, field):
                yield Taken(seat, field, kinds[by_entry[place]])
            case SacrificedUnseen(seat):
                yield Sacrificed(seat, kinds[by_entry[place]])
            case Taken() | Revealed() | Sacrificed() | Unmasked() | RuledOut() | CouldMove() | FinalTurnBegun():
                yield entry
            case _:
                assert_never(entry)


def states_seen(observation: Observation) -> Iterator[State]:
    """Yield a few states that agree with the observation of the seat that decides; none if the game is over.

    Raises:
        DefinitionError: if another seat decides.
    """
    pending, player = observation.pending, observation.player
    if isinstance(pending, Over):
        return
    if pending.seat != player:
        viewer = "a spectator" if player is None else f"seat {player}"
        message = f"seat {pending.seat} decides, not {viewer}: list the actions from observe(state, {pending.seat})"
        raise DefinitionError(message)
    yield from (sample_hidden(observation, Random(seed)) for seed in range(4))


def check_observation(seen: Observation) -> None:
    """Reject an impossible observation whose parts are of the right kinds.

    Raises:
        UnsoundStateError: if no state has this observation; its faults name the parts.
    """
    faults = list(_seat_faults(seen)) or [*_count_faults(seen), *_memory_faults(seen)]
    if not faults:
        looked = observe(sample_hidden(seen, Random(0)), seen.player)
        names = [each.name for each in fields(Observation)]
        different = {name: (getattr(seen, name), getattr(looked, name)) for name in names}
        faults = [
            Fault(name, f"{quoted(given)} contradicts the other parts, from which {quoted(would)} follows")
            for name, (given, would) in different.items()
            if given != would
        ]
    if faults:
        raise UnsoundStateError(faults)


def _seat_faults(seen: Observation) -> Iterator[Fault]:
    """Yield references to seats and fields that do not exist."""
    count = len(seen.seats)
    if not FEWEST <= count <= MOST:
        yield Fault("seats", f"{count} players; Korrigans is for {FEWEST} to {MOST}")
        return
    pending = seen.pending
    named_seats = [(f"ledger[{place}]", entry.seat) for place, entry in enumerate(seen.ledger)]
    named_seats += [] if seen.player is None else [("player", seen.player)]
    named_seats += [] if isinstance(pending, Over) else [("pending", pending.seat)]
    for where, seat in named_seats:
        if not 0 <= seat < count:
            yield Fault(where, f"seat {seat} does not exist (0 to {count - 1})")
    korrigan = getattr(pending, "korrigan", 0)
    if korrigan >= KORRIGANS:
        yield Fault("pending", f"Korrigan {korrigan} does not exist (0 and 1)")
    named = [
        (f"ledger[{place}]", entry.field)
        for place, entry in enumerate(seen.ledger)
        if isinstance(entry, Taken | TakenUnseen)
    ]
    for where, field in named:
        if field not in seen.board.indices:
            yield Fault(where, f"{field!r} is not a field of the board")


def _count_faults(seen: Observation) -> Iterator[Fault]:
    """Yield impossible numbers of tokens."""
    count = len(seen.seats)
    for field, number, size in zip(seen.board.fields, seen.clovers, pile_sizes(seen.board, count), strict=True):
        if not 0 <= number <= size:
            yield Fault(f"clovers.{field.id}", f"{number} tokens; with {count} players the field has 0 to {size}")
    if len(seen.menhirs_left) != sum(seen.menhirs):
        yield Fault("menhirs_left", f"{len(seen.menhirs_left)} Menhirs, where {sum(seen.menhirs)} fields have one")
    most = len(clovers_of(seen.board, count))
    for place, seat in enumerate(seen.seats):
        if not 0 <= seat.tokens <= most:
            yield Fault(f"seats[{place}].tokens", f"{seat.tokens} behind the screen; the game has {most}")
        elif seat.hidden is not None and len(seat.hidden) != seat.tokens:
            yield Fault(f"seats[{place}].hidden", f"{len(seat.hidden)} tokens, where the seat has {seat.tokens}")


def _memory_faults(seen: Observation) -> Iterator[Fault]:
    """Yield the faults of looks that do not match the tokens that the seat took."""
    if len(seen.ledger) > LONGEST_LEDGER:
        yield Fault("ledger", f"{len(seen.ledger)} entries; a game has at most {LONGEST_LEDGER}")
    taken = [entry for entry in seen.ledger if isinstance(entry, Taken) and entry.seat == seen.player]
    if [look.field for look in seen.looks] != [entry.field for entry in taken]:
        yield Fault("looks", "each token that the seat took needs one, in the same order and for the same field")
