"""Whether a state can ask what it asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from cairn_rules.errors import Fault
from cairn_rules.korrigans.gathering import opponents_with_screen
from cairn_rules.korrigans.meeting import receivers_of
from cairn_rules.korrigans.pending import (
    ChooseCauldronField,
    ChooseCloud,
    ChooseFinalMove,
    ChooseLink,
    ChooseMove,
    ChooseOpponent,
    ChooseReceiver,
    ChooseSecondMove,
    ChooseSun,
    Over,
    PlaceKorrigan,
    TakeClover,
)
from cairn_rules.korrigans.rainbow import RUSH, Pawn
from cairn_rules.korrigans.scoring import result
from cairn_rules.korrigans.seats import KORRIGANS, Carried
from cairn_rules.korrigans.state import State

_FINAL: Final = (ChooseFinalMove, ChooseReceiver, Over)
"""What is asked once the Cauldron has appeared."""
_RAINBOW: Final = (ChooseSun, ChooseCloud, ChooseCauldronField)
"""What is asked while pawns are drawn."""
_PLACING: Final = (PlaceKorrigan, TakeClover, ChooseOpponent, ChooseLink)
"""What is asked while Korrigans are placed."""


def pending_faults(state: State) -> Iterator[Fault]:
    """What is wrong with the decision that a state asks, when all else is right."""
    pending = state.pending
    korrigan = getattr(pending, "korrigan", 0)
    if korrigan >= KORRIGANS:
        yield Fault("pending", f"there is no Korrigan {korrigan}; they are 0 and 1")
        return
    yield from _final_faults(state)
    kind = type(pending).__name__
    if state.round == 0:
        yield from _placing_faults(state)
    elif any(each.field is None for seat in state.seats for each in seat.korrigans):
        yield Fault("round", f"{state.round}, though not all Korrigans are placed; it is 0 then")
    elif isinstance(pending, PlaceKorrigan):
        yield Fault("pending", "all Korrigans are placed")
    elif state.cauldron is None and isinstance(pending, ChooseFinalMove | Over):
        yield Fault("pending", f"{kind}, though the Cauldron has not appeared")
    elif state.cauldron is not None and not isinstance(pending, _FINAL):
        yield Fault("pending", f"{kind}, though the Cauldron has appeared")
    else:
        yield from _decision_faults(state)


def _final_faults(state: State) -> Iterator[Fault]:
    """Companions are revealed and discarded in the own final turn (rules 7.4, 7.5)."""
    pending, begun = state.pending, 0
    if state.cauldron is not None:
        begun = len(state.seats) if isinstance(pending, Over) else pending.seat + 1
    for number, seat in enumerate(state.seats):
        if number >= begun and seat.discarded:
            yield Fault(f"seats[{number}].discarded", "companions are discarded in the final turn, which has not begun")
        elif number < begun and any(clover.companion is not None for clover in seat.hidden):
            yield Fault(f"seats[{number}].hidden", "companions are revealed when the final turn begins")


def _placing_faults(state: State) -> Iterator[Fault]:
    """Korrigans are placed in turn order, first the one of each player, then the other (rule 2.5)."""
    pending, players = state.pending, len(state.seats)
    if state.cauldron is not None or any(pawn is not None for pawn in state.suns):
        yield Fault("suns", "no pawn is drawn before all Korrigans are placed")
    on_board = [seat.korrigans[which].field is not None for which in range(KORRIGANS) for seat in state.seats]
    placed = sum(on_board)
    if not isinstance(pending, _PLACING):
        yield Fault("round", f"0, though {type(pending).__name__} is asked, which is from round 1 on")
    elif not all(on_board[:placed]):
        yield Fault("seats", "Korrigans are placed in turn order, the second ones after all the first ones")
    elif isinstance(pending, PlaceKorrigan):
        asked, due = (pending.seat, pending.korrigan), (placed % players, placed // players)
        if asked != due:
            yield Fault("pending", f"Korrigan {due[1]} of seat {due[0]} is to be placed, not {asked[1]} of {asked[0]}")
    elif not placed or pending.seat != (placed - 1) % players:
        yield Fault("pending", f"{pending}, though seat {pending.seat} is not the one who placed last")
    elif isinstance(pending, TakeClover) and pending.korrigan != (placed - 1) // players:
        yield Fault("pending", f"{pending}, though Korrigan {(placed - 1) // players} was placed last")
    else:
        yield from _decision_faults(state)


def _decision_faults(state: State) -> Iterator[Fault]:  # noqa: C901, PLR0912 - a case for each decision
    pending = state.pending
    assert not isinstance(pending, PlaceKorrigan), "who places what was looked at before"
    covered, clouds = (len(spots) - spots.count(None) for spots in (state.suns, state.clouds))
    if clouds >= RUSH and state.cauldron is None and not isinstance(pending, _RAINBOW):
        yield Fault("pending", f"{clouds} pawns are on clouds, so that there are no more turns")
    match pending:
        case TakeClover(seat, which):
            field = state.seats[seat].korrigans[which].field
            if field is None or not state.clovers_in(field):
                yield Fault("pending", f"there is no token to take where Korrigan {which} of seat {seat} stands")
        case ChooseSun(_, pawn):
            if pawn in state.suns or covered >= len(Pawn) - 1:
                yield Fault("pending", f"the {pawn} pawn does not go on a sun")
        case ChooseCloud(_, pawn):
            if pawn not in state.suns or pawn in state.clouds:
                yield Fault("pending", f"the {pawn} pawn does not go on a cloud")
        case ChooseReceiver(seat, which, gathers):
            if state.seats[seat].korrigans[which].carries is not Carried.GOBLIN:
                yield Fault("pending", f"Korrigan {which} of seat {seat} carries no Goblin")
            elif len(receivers_of(state, seat, which)) < 2:
                yield Fault("pending", "there are no two opponents' Korrigans to choose from")
            if gathers and state.cauldron is not None:
                yield Fault("pending", "nobody gathers in the final turn")
            elif not gathers and state.cauldron is None and state.variant.fairy_gathers:
                yield Fault("pending", "every movement before the final turn is followed by a Gathering")
        case ChooseOpponent(seat):
            if not opponents_with_screen(state, seat):
                yield Fault("pending", "no opponent has a screen")
        case ChooseLink():
            if all(link == state.troll for link in state.board.links):
                yield Fault("pending", "there is no other link for the Troll")
        case ChooseCauldronField():
            if covered != len(Pawn) - 1:
                yield Fault("pending", f"the Cauldron appears when {len(Pawn) - 1} pawns are on suns, not {covered}")
        case ChooseMove() | ChooseSecondMove() | ChooseFinalMove():
            pass
        case Over(outcome):
            if outcome != result(state):
                yield Fault("pending", f"{outcome}, but by the rules it is {result(state)}")
        case _:
            assert_never(pending)
