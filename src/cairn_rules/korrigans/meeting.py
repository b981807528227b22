"""Meetings: Elves and Goblins pass when a Korrigan enters a field (rules 6.8 to 6.11)."""

from __future__ import annotations

from attrs import evolve

from cairn_rules.korrigans.course import next_turn
from cairn_rules.korrigans.gathering import gather
from cairn_rules.korrigans.pending import ChooseFinalMove, ChooseReceiver
from cairn_rules.korrigans.seats import Carried
from cairn_rules.korrigans.state import State, with_korrigan


def arrive(state: State, seat: int, korrigan: int, *, gathers: bool) -> State:
    """A Korrigan has entered a field."""
    if state.seats[seat].korrigans[korrigan].carries is Carried.GOBLIN:
        receivers = receivers_of(state, seat, korrigan)
        if len(receivers) > 1:
            return evolve(state, pending=ChooseReceiver(seat, korrigan, gathers))
        if receivers:
            return give_goblin(state, seat, korrigan, receivers[0], gathers=gathers)
    return _go_on(_meet_elves(state, seat, korrigan), seat, korrigan, gathers=gathers)


def opponents_met(state: State, seat: int, korrigan: int) -> tuple[tuple[int, int], ...]:
    """The opponents' Korrigans where a Korrigan stands, by seat and number."""
    field = state.seats[seat].korrigans[korrigan].field
    return tuple(
        (number, which)
        for number, other in enumerate(state.seats)
        if number != seat
        for which, each in enumerate(other.korrigans)
        if each.field == field
    )


def receivers_of(state: State, seat: int, korrigan: int) -> tuple[tuple[int, int], ...]:
    """Who may take the Goblin that a Korrigan brings; of two that cannot be told apart one (rule 6.10)."""
    return tuple(
        (number, which)
        for number, which in opponents_met(state, seat, korrigan)
        if which == 0 or state.seats[number].korrigans[0] != state.seats[number].korrigans[1]
    )


def give_goblin(state: State, seat: int, korrigan: int, receiver: tuple[int, int], *, gathers: bool) -> State:
    """The Goblin goes under a Korrigan, while the Elves met come the other way (rule 6.11)."""
    after = _meet_elves(with_korrigan(state, seat, korrigan, carries=None), seat, korrigan)
    after = with_korrigan(after, *receiver, carries=Carried.GOBLIN)
    return _go_on(after, seat, korrigan, gathers=gathers)


def _meet_elves(state: State, seat: int, korrigan: int) -> State:
    """Each Elf that an opponent has there comes along; one stays, as a Korrigan carries one token (rules 6.3, 6.9)."""
    for number, which in opponents_met(state, seat, korrigan):
        if state.seats[number].korrigans[which].carries is Carried.ELF:
            state = with_korrigan(state, number, which, carries=None)
            state = with_korrigan(state, seat, korrigan, carries=Carried.ELF)
    return state


def _go_on(state: State, seat: int, korrigan: int, *, gathers: bool) -> State:
    if gathers:
        return gather(state, seat, korrigan)
    if state.cauldron is not None:
        return evolve(state, pending=ChooseFinalMove(seat))
    return next_turn(state, seat)
