"""How a game goes on from turn to turn: placing, rounds, the rainbow, final turns, the end."""

from __future__ import annotations

from attrs import evolve

from cairn_rules.korrigans.ledger import FinalTurnBegun, Revealed
from cairn_rules.korrigans.pending import (
    ChooseCauldronField,
    ChooseCloud,
    ChooseFinalMove,
    ChooseMove,
    ChooseSun,
    Over,
    Pending,
    PlaceKorrigan,
)
from cairn_rules.korrigans.rainbow import RUSH, Pawn
from cairn_rules.korrigans.scoring import result
from cairn_rules.korrigans.seats import KORRIGANS, UNPLACED
from cairn_rules.korrigans.state import State, with_seat


def next_turn(state: State, seat: int) -> State:
    """What follows when a seat has placed a Korrigan, or has completed its turn or final turn."""
    following = seat + 1
    is_last = following == len(state.seats)
    after = evolve(state, turn=state.turn + 1)
    if state.round == 0:
        placed = sum(korrigan != UNPLACED for korrigan in state.seats[seat].korrigans)
        if not is_last:
            return evolve(after, pending=PlaceKorrigan(following, placed - 1))
        if placed < KORRIGANS:
            return evolve(after, pending=PlaceKorrigan(0, placed))
    elif state.cauldron is not None:
        return evolve(after, pending=Over(result(after))) if is_last else _begin_final_turn(after, following)
    elif not is_last:
        return evolve(after, pending=ChooseMove(following))
    return draw(evolve(after, round=state.round + 1))


def draw(state: State) -> State:
    """Whoever has the bag draws a pawn and passes the bag on (rules 3.2 to 3.5)."""
    pawn, *rest = state.bag
    drawer = state.bag_holder
    pending: Pending
    if pawn in state.suns:
        pending = ChooseCloud(drawer, pawn)
    elif state.suns.count(None) > 1:
        pending = ChooseSun(drawer, pawn)
    else:
        pending = ChooseCauldronField(drawer)
    return evolve(state, bag=tuple(rest), bag_holder=(drawer + 1) % len(state.seats), pending=pending)


def put_on_sun(state: State, pawn: Pawn, row: int) -> State:
    """The pawn that was drawn covers the sun of a row (rule 3.3)."""
    suns = (*state.suns[: row - 1], pawn, *state.suns[row:])
    return _after_pawn(evolve(state, suns=suns))


def put_on_cloud(state: State, pawn: Pawn, column: int) -> State:
    """The pawn that was drawn covers the cloud of a column (rule 3.4)."""
    clouds = (*state.clouds[: column - 1], pawn, *state.clouds[column:])
    return _after_pawn(evolve(state, clouds=clouds))


def _after_pawn(state: State) -> State:
    """The First Player's turn, or, in the rush, the next pawn (rule 3.6)."""
    if len(state.clouds) - state.clouds.count(None) >= RUSH:
        return draw(state)
    return evolve(state, pending=ChooseMove(0))


def put_cauldron(state: State, field: str) -> State:
    """The Cauldron appears, and the final turns begin (rules 7.1, 7.4)."""
    return _begin_final_turn(evolve(state, cauldron=field), 0)


def _begin_final_turn(state: State, number: int) -> State:
    """A seat reveals its companions (rule 7.4)."""
    seat = state.seats[number]
    companions = tuple(clover.companion for clover in seat.hidden if clover.companion is not None)
    after = with_seat(
        state,
        number,
        hidden=tuple(clover for clover in seat.hidden if clover.companion is None),
        revealed=(*seat.revealed, *companions),
    )
    revealed = [Revealed(number, companion) for companion in companions]
    ledger = (*state.ledger, *revealed, FinalTurnBegun(number))
    return evolve(after, ledger=ledger, pending=ChooseFinalMove(number))
