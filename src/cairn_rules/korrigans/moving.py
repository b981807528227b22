"""What a movement, a sacrifice and passing do (rules page, sections 4 and 7)."""

from __future__ import annotations

from attrs import evolve

from cairn_rules.korrigans.course import next_turn
from cairn_rules.korrigans.ledger import Revealed, RuledOut, Sacrificed
from cairn_rules.korrigans.meeting import arrive
from cairn_rules.korrigans.movement import is_stuck, useful
from cairn_rules.korrigans.pending import ChooseMove
from cairn_rules.korrigans.state import State, with_korrigan, with_seat
from cairn_rules.korrigans.tokens import Clover, Companion


def move(state: State, number: int, korrigan: int, companion: Companion, to: str, *, gathers: bool) -> State:
    """A companion brings a Korrigan to a field; at its first use it is revealed (rules 4.1, 4.2)."""
    seat = state.seats[number]
    if companion not in (*seat.revealed, *seat.backups):
        hidden = list(seat.hidden)
        hidden.remove(Clover(companion))
        state = with_seat(state, number, hidden=tuple(hidden), revealed=(*seat.revealed, companion))
        state = evolve(state, ledger=(*state.ledger, Revealed(number, companion)))
    return arrive(with_korrigan(state, number, korrigan, field=to), number, korrigan, gathers=gathers)


def move_finally(state: State, number: int, korrigan: int, companion: Companion, to: str) -> State:
    """A companion brings a Korrigan to a field and is discarded; a Backup Companion last (rule 7.5)."""
    seat = state.seats[number]
    pool = "revealed" if companion in seat.revealed else "backups"
    left = list[Companion](getattr(seat, pool))
    left.remove(companion)
    state = with_seat(state, number, **{pool: tuple(left), "discarded": (*seat.discarded, companion)})
    return arrive(with_korrigan(state, number, korrigan, field=to), number, korrigan, gathers=False)


def sacrifice(state: State, number: int, clover: Clover, backup: Companion) -> State:
    """A token leaves the game for a Backup Companion; the movement is still to be made (rules 4.11 to 4.13)."""
    seat = state.seats[number]
    hidden = list(seat.hidden)
    hidden.remove(clover)
    # Where a sacrifice is voluntary nobody can tell whether this one was.
    told = _ruled_out(state, number) if state.variant.backup == "forced" else ()
    after = with_seat(state, number, hidden=tuple(hidden), backups=(*seat.backups, backup))
    return evolve(
        after,
        backups=state.backups - 1,
        ledger=(*state.ledger, *told, Sacrificed(number, clover)),
        pending=ChooseMove(number),
    )


def pass_turn(state: State, number: int) -> State:
    """A turn ends without a movement (rule 4.15)."""
    return next_turn(evolve(state, ledger=(*state.ledger, *_ruled_out(state, number))), number)


def _ruled_out(state: State, number: int) -> tuple[RuledOut, ...]:
    """What everybody learns of a seat that cannot move (rule 9.6)."""
    fitting = useful(state, number, Companion) if is_stuck(state, number) else ()
    return (RuledOut(number, fitting),) if fitting else ()
