"""Why a movement, a sacrifice or passing is illegal."""

from __future__ import annotations

from typing import Final

from cairn_rules.errors import Reason, quoted
from cairn_rules.korrigans.board import LinkKind
from cairn_rules.korrigans.movement import (
    WALKS,
    companions_of,
    different_korrigans,
    goals,
    goals_without_troll,
    is_stuck,
    sides_to_buy,
    useful,
)
from cairn_rules.korrigans.places import named
from cairn_rules.korrigans.seats import BACKUP_SIDES, KORRIGANS, seat_name
from cairn_rules.korrigans.state import State
from cairn_rules.korrigans.tokens import Clover, Companion

_RULES: Final = {
    Companion.HARE: "4.4",
    Companion.SQUIRREL: "4.5",
    Companion.MOUSE: "4.6",
    Companion.BIRD: "4.7",
    Companion.MOLE: "4.8",
    Companion.FROG: "4.9",
}
_LINKS: Final = {LinkKind.OPEN: "open link", LinkKind.DOOR: "door", LinkKind.BRIDGE: "bridge"}


def why_no_movement(state: State, number: int, korrigan: int, companion: Companion, to: str) -> Reason | None:
    """Why a seat cannot make a movement; None when it can."""
    seat = state.seats[number]
    who = seat_name(number)
    if korrigan >= KORRIGANS:
        return Reason("move/no-korrigan", f"there is no Korrigan {korrigan}; they are 0 and 1", "4.1")
    if korrigan not in different_korrigans(seat):
        text = f"both Korrigans of {who} are there and carry the same; move Korrigan 0"
        return Reason("move/same-korrigan", text, "4.1")
    if to not in state.board.indices:
        return Reason("move/no-field", f"{quoted(to)} is no field of the board", "4.1")
    if companion not in companions_of(seat):
        return Reason("move/no-companion", f"{who} has no {companion}", "4.1")
    origin = seat.korrigans[korrigan].field
    assert origin is not None, "Korrigans move when all are placed"
    if to == origin:
        return Reason("move/same-field", f"Korrigan {korrigan} of {who} stands in {named(state, to)} already", "4.1")
    if to in goals(state, origin, companion):
        return None
    return _why_no_step(state, origin, to, companion)


def _why_no_step(state: State, origin: str, to: str, companion: Companion) -> Reason:
    here, there, rule = named(state, origin), named(state, to), _RULES[companion]
    on_board = goals_without_troll(state, origin, companion)
    if any(goal == to for goal, _ in on_board):
        return Reason("move/troll", f"the Troll stands between {here} and {there}", "4.10")
    if companion in WALKS:
        kind = WALKS[companion]
        return Reason(f"move/no-{kind}", f"no {_LINKS[kind]} joins {here} and {there}", rule)
    if companion is Companion.BIRD:
        return Reason("move/other-colour", f"{here} and {there} differ in colour", rule)
    what = "molehill" if companion is Companion.MOLE else "pontoon"
    start = state.board.fields[state.board.index(origin)]
    without = there if getattr(start, what) else here
    return Reason(f"move/no-{what}", f"{without} has no {what}", rule)


def why_no_sacrifice(state: State, number: int, clover: Clover, backup: Companion) -> Reason | None:
    """Why a seat cannot give up a token for a Backup Companion; None when it can."""
    who = seat_name(number)
    if backup not in BACKUP_SIDES:
        return Reason("sacrifice/no-side", f"a Backup Companion is a hare or a squirrel, no {backup}", "4.13")
    if not state.backups:
        return Reason("sacrifice/no-backup", "no Backup Companion is left", "4.14")
    if clover not in state.seats[number].hidden:
        return Reason("sacrifice/no-token", f"{who} has no {clover} behind the screen", "4.12")
    sides = sides_to_buy(state, number)
    if backup in sides:
        return None
    if sides:
        return Reason("sacrifice/useless-side", f"a {backup} allows no movement, but a {sides[0]} does", "4.13")
    if is_stuck(state, number):
        return Reason("sacrifice/useless", "neither a hare nor a squirrel allows a movement", "4.15")
    fitting = useful(state, number, companions_of(state.seats[number]))
    return Reason("sacrifice/can-move", f"{who} can move with a {fitting[0]}", "4.11")


def why_no_pass(state: State, number: int) -> Reason | None:
    """Why a seat cannot pass; None when it can."""
    who = seat_name(number)
    fitting = useful(state, number, companions_of(state.seats[number]))
    if fitting:
        return Reason("pass/can-move", f"{who} can move with a {fitting[0]}", "4.15")
    if sides_to_buy(state, number):
        return Reason("pass/can-sacrifice", f"{who} can give up a token for a Backup Companion", "4.15")
    return None
