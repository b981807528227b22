"""Gathering: taking a Clover token, and the Menhir with the last one (rules page, sections 5 and 6)."""

from __future__ import annotations

from attrs import evolve

from cairn_rules.korrigans.course import next_turn
from cairn_rules.korrigans.ledger import Taken
from cairn_rules.korrigans.pending import ChooseLink, ChooseOpponent, ChooseSecondMove, Pending, TakeClover
from cairn_rules.korrigans.seats import Carried
from cairn_rules.korrigans.state import State, with_korrigan, with_seat
from cairn_rules.korrigans.tokens import Clover, Menhir


def gather(state: State, seat: int, korrigan: int) -> State:
    """A Korrigan has come to a field and gathers, if there is anything left (rules 5.2, 5.4)."""
    if state.clovers[_place(state, seat, korrigan)]:
        return evolve(state, pending=TakeClover(seat, korrigan))
    return next_turn(state, seat)


def _place(state: State, seat: int, korrigan: int) -> int:
    """The number of the field where a Korrigan stands."""
    field = state.seats[seat].korrigans[korrigan].field
    assert field is not None, "a Korrigan gathers where it was placed"
    return state.board.index(field)


def take(state: State, seat: int, korrigan: int, clover: Clover) -> State:
    """A token is taken, and with the last one the Menhir (rules 5.2, 5.5)."""
    place = _place(state, seat, korrigan)
    left = list(state.clovers[place])
    left.remove(clover)
    after = with_seat(state, seat, hidden=(*state.seats[seat].hidden, clover))
    after = evolve(
        after,
        clovers=(*state.clovers[:place], tuple(left), *state.clovers[place + 1 :]),
        ledger=(*state.ledger, Taken(seat, state.board.fields[place].id, clover)),
    )
    menhir = state.menhirs[place]
    if left or menhir is None:
        return next_turn(after, seat)
    after = evolve(after, menhirs=(*state.menhirs[:place], None, *state.menhirs[place + 1 :]))
    after = _applied(after, menhir, seat, korrigan)
    asked = _asked(after, menhir, seat)
    return next_turn(after, seat) if asked is None else evolve(after, pending=asked)


def _applied(state: State, menhir: Menhir, seat: int, korrigan: int) -> State:
    """What a Menhir does without being asked (rules 6.1 to 6.3, 6.7)."""
    if menhir.gold:
        return with_seat(state, seat, menhirs=(*state.seats[seat].menhirs, menhir))
    if menhir is Menhir.ELF and state.elves:
        return evolve(with_korrigan(state, seat, korrigan, carries=Carried.ELF), elves=state.elves - 1)
    if menhir is Menhir.GOBLIN and state.goblins:
        return evolve(with_korrigan(state, seat, korrigan, carries=Carried.GOBLIN), goblins=state.goblins - 1)
    return state


def _asked(state: State, menhir: Menhir, seat: int) -> Pending | None:
    """What a Menhir asks of the player who took it (rules 6.4 to 6.6)."""
    if menhir is Menhir.LEPRECHAUN and opponents_with_screen(state, seat):
        return ChooseOpponent(seat)
    if menhir is Menhir.FAIRY and state.round:
        return ChooseSecondMove(seat)
    if menhir is Menhir.TROLL and any(link != state.troll for link in state.board.links):
        return ChooseLink(seat)
    return None


def opponents_with_screen(state: State, seat: int) -> tuple[int, ...]:
    """The opponents of a seat who still have a screen."""
    return tuple(number for number, each in enumerate(state.seats) if number != seat and each.screen)
