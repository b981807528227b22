"""The order of a fight: the steps of a side's turn, all dice before all effects, and the turn after it (R72 to R94)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never

from attrs import evolve

from cairn_rules.cairn_rpg.characters.attacks import (
    Affliction,
    Doom,
    Feast,
    Loss,
    Rend,
    Ruin,
    Spellbound,
    Story,
    Wither,
)
from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.combat.actions import Strike
from cairn_rules.cairn_rpg.combat.rules.casting import settle, worn_off
from cairn_rules.cairn_rpg.combat.rules.consequences import add_plight, kill, lose
from cairn_rules.cairn_rpg.combat.rules.declarations import carry_out
from cairn_rules.cairn_rpg.combat.rules.morale import test_morale
from cairn_rules.cairn_rpg.combat.rules.powers import shake_off
from cairn_rules.cairn_rpg.combat.rules.setup import joined
from cairn_rules.cairn_rpg.combat.rules.strikes import pools, roll, spend, strike_target
from cairn_rules.cairn_rpg.combat.rules.turn import Turn
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY, Fighter, State, actor_of, is_decided
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.chance import Dice, Resolution


def play(turn: Turn) -> State:
    """Return the state after all declarations of the side are resolved (R76)."""
    hits = [roll(turn, pool) for pool in pools(turn)]
    others(turn)
    for each in hits:
        strike_target(turn, *each)
    return end(turn)


def others(turn: Turn) -> None:
    """Resolve all declarations of the side other than attacks."""
    for action in turn.state.declared:
        if type(action) is not Strike:
            carry_out(turn, action)


def end(turn: Turn) -> State:
    """Return the state after the hits: uses of weapons are counted, and morale is tested."""
    for action in turn.state.declared:
        if type(action) is Strike:
            spend(turn, action.by, turn.state.fighters[action.by].attacks[action.attack])
    tested = turn.state.tested
    if turn.emptied or any(each.is_casualty for each in turn.fighters):
        tested = test_morale(turn)
    state = replaced(
        turn.state, fighters=tuple(turn.fighters), declared=(), questions=tuple(turn.questions), tested=tested
    )
    for newcomer in turn.newcomers:
        state = joined(state, newcomer)
    return state


def go_on(state: State, dice: Dice, events: Iterable[Event] = ()) -> Resolution[State, Event]:
    """Return the state with the next question, or with the next turn if no question is left.

    The dice are for harm that repeats every round; `events` are those so far.
    """
    found = list(events)
    if state.questions:
        settled = settle(state)
        state = settled.state
        found += settled.events
    if not state.questions:
        state = advance(_next_side(state, dice, found), dice, found)
    return Resolution(state, tuple(found))


def advance(state: State, dice: Dice, events: list[Event]) -> State:
    """Return the state in which the next fighter declares, in this or a later round (R72, R80).

    The dice are for harm that repeats every round, whose events are added to `events`.
    """
    idle = 0
    while not is_decided(state) and actor_of(state) is None:
        waiting = state.round == 1 or any(
            each.reloading or each.held_for or (each.late and state.side == PARTY) or _suffers(each, surely=True)
            for each in state.fighters
        )
        idle = 0 if waiting else idle + 1
        if idle > 1:
            return state
        state = _next_side(state, dice, events)
    return state


def _next_side(state: State, dice: Dice, events: list[Event]) -> State:
    """Return the state in which the other side has its turn; after the foes, a new round begins (R72).

    The arguments are those of `advance`.
    """
    side = state.side
    new: dict[str, Any] = {"side": FOES} if side == PARTY else {"side": PARTY, "round": state.round + 1}
    if state.truce:
        new["truce"] = ""
    for each in state.fighters:
        if each.late or each.reloading or each.held_for or each.ward_for or each.plights or each.lapses:
            break
    else:
        return replaced(state, declared=(), **new)
    fighters = tuple(
        replaced(each, late=False, reloading=max(0, each.reloading - 1))
        if each.side == side and (each.late or each.reloading)
        else each
        for each in map(worn_off, state.fighters)
    )
    state = replaced(state, declared=(), fighters=fighters, **new)
    if any(each.side == side and _suffers(each) for each in fighters):
        turn = Turn(state, dice)
        state = _endure(turn)
        events += turn.events
    return state


def _endure(turn: Turn) -> State:
    """Apply the harm that repeats every round to the opponents of the side whose turn begins (R100)."""
    for index, fighter in enumerate(turn.fighters):
        if fighter.side == turn.state.side or not _suffers(fighter):
            continue
        turn.fighters[index] = replaced(fighter, plights=())
        for plight in fighter.plights:
            match plight.consequence:
                case Loss() as loss:
                    lose(turn, index, loss, "R100")
                    add_plight(turn, index, plight)
                case Doom() if plight.left > 1:
                    add_plight(turn, index, evolve(plight, left=plight.left - 1))
                case Spellbound() as bound:
                    shake_off(turn, index, plight, bound)
                # `soundness` lets none of the others last.
                case Doom() | Affliction() | Feast() | Rend() | Ruin() | Story() | Wither():
                    kill(turn, index)
                case _:
                    assert_never(plight.consequence)
    tested = test_morale(turn)
    return replaced(turn.state, fighters=tuple(turn.fighters), tested=tested)


def _suffers(fighter: Fighter, *, surely: bool = False) -> bool:
    """Return whether a fighter suffers harm every round (R100).

    `surely` ignores harm that only a save ends, and that may therefore last forever.
    """
    if not fighter.plights or fighter.gone or fighter.character.conditions.dead:
        return False
    return not surely or any(each.save is None for each in fighter.plights)
