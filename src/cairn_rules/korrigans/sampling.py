"""Drawing what a seat does not know: `sample_hidden` (rules page, section 9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from cairn_rules.errors import DefinitionError
from cairn_rules.korrigans.dealing import dealt, held_after
from cairn_rules.korrigans.handmade import make_state
from cairn_rules.korrigans.ledger import Entry, Sacrificed, Taken
from cairn_rules.korrigans.looks import SacrificedUnseen, TakenUnseen
from cairn_rules.korrigans.observation import Observation, SeenSeat
from cairn_rules.korrigans.seats import Seat
from cairn_rules.korrigans.slots import Slots, slots_of
from cairn_rules.korrigans.state import State
from cairn_rules.korrigans.tokens import Clover


def sample_hidden(observation: Observation, rng: Random) -> State:
    """A full state that the seat cannot tell from the real one.

    It respects everything that the seat has seen: what lay in the fields where it took a token, and
    what is missing when it looks again; which companions others revealed, and when; who could not
    move; what lay open after a screen was removed. Menhirs that were not taken, and the order of the
    bag, are drawn evenly. Tokens are drawn about evenly from all deals that agree with what is known
    (decision 13 says how near). How well players play is
    no part of it: a token is as likely to have been taken as any other.

    Args:
        observation: What the seat knows.
        rng: Where the randomness comes from.

    Raises:
        DefinitionError: when the generator is none.
        UnsoundStateError: when an observation made by hand, or of a state made by hand, cannot be.

    Example:
        >>> from random import Random
        >>> from cairn_rules import korrigans
        >>> seen = korrigans.observe(korrigans.new_game(seed=7), 0)
        >>> state = korrigans.sample_hidden(seen, Random(1))
        >>> korrigans.observe(state, 0) == seen
        True
    """
    if not isinstance(rng, Random):
        raise DefinitionError(f"{rng!r} is no random.Random")
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
        ledger=tuple(_ledger(observation, slots.told, kinds)),
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


def _ledger(observation: Observation, told: Mapping[int, int], kinds: tuple[Clover, ...]) -> Iterator[Entry]:
    for place, entry in enumerate(observation.ledger):
        match entry:
            case TakenUnseen(seat, field):
                yield Taken(seat, field, kinds[told[place]])
            case SacrificedUnseen(seat):
                yield Sacrificed(seat, kinds[told[place]])
            case _:
                yield entry
