"""Morale: the saves of a side that loses fighters, and routs (R129 to R133)."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.characters.effects import Leads
from cairn_rules.cairn_rpg.combat.rules.turn import Turn
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY
from cairn_rules.cairn_rpg.events import Event

_NONE_DUE: Final = frozenset[str]()


def test_morale(turn: Turn) -> tuple[frozenset[str], frozenset[str]]:
    """Make the morale saves that are due, and return all that were made (R129 to R133)."""
    tested = list(turn.state.tested)
    for side in (PARTY, FOES) if turn.rulings.hireling_morale else (FOES,):
        due = _due(turn, side) - tested[side]
        if not due:
            continue
        tested[side] |= due
        rolls = 1 if turn.rulings.morale_double == "once" else len(due)
        for _ in range(rolls):
            _save(turn, side, due)
    leader = turn.fighters[turn.state.leader] if turn.state.leader is not None else None
    if (
        leader is not None
        and leader.is_casualty
        and any(type(effect) is Leads and effect.fall_routs for effect in leader.effects)
    ):
        for index, each in enumerate(turn.fighters):
            if each.side == FOES and each.is_in:
                rout(turn, index, "R130")
    return tested[0], tested[1]


def _due(turn: Turn, side: int) -> frozenset[str]:
    """Return the morale tests that the state of a side requires."""
    if not turn.rulings.morale:
        return _NONE_DUE
    standing: list[int] = []
    lost = 0
    for index, each in enumerate(turn.fighters):
        if each.side == side:
            if each.is_in:
                standing.append(index)
            elif each.is_casualty:
                lost += 1
    number = turn.state.numbers[side]
    if not standing or not (lost or turn.emptied):
        return _NONE_DUE
    due = {"first"} if lost else set[str]()
    if lost * 2 >= number:
        due.add("half")
    if len(standing) == 1 and standing[0] in turn.emptied and _is_lone(turn, standing[0], number):
        due.add("lone")
    return frozenset(due)


def _is_lone(turn: Turn, index: int, number: int) -> bool:
    """Return whether the last fighter of a side is a lone foe (R131, A31, A68)."""
    if turn.rulings.lone == "started_alone" and number > 1:
        return False
    return turn.rulings.detachment_lone or not turn.fighters[index].character.detachment


def _save(turn: Turn, side: int, due: frozenset[str]) -> None:
    """Make one morale save for the group, or one for each."""
    able = [
        index
        for index, each in enumerate(turn.fighters)
        if each.side == side
        and each.is_in
        and (each.character.kind == "hireling" if side == PARTY else each.character.kind != "pc")
        and (each.character.willpower.max or turn.rulings.mindless_morale)
    ]
    if not able:
        return
    rule = "R131" if due == frozenset({"lone"}) else "R129"
    leader = turn.state.leader if side == FOES else None
    if leader is not None and not turn.fighters[leader].is_in:
        leader = None
    if leader is not None and any(type(effect) is Leads and effect.bold for effect in turn.fighters[leader].effects):
        turn.events.append(Event("leadership", "R130", who=turn.fighters[leader].character.name))
        return
    groups = [[index] for index in able] if turn.rulings.morale_unit == "individual" else [able]
    for group in groups:
        savers = [leader] if leader is not None and len(group) > 1 else group
        value = min(turn.fighters[index].character.willpower.value for index in savers)
        names = [turn.fighters[index].character.name for index in group]
        who = names[0] if len(names) == 1 else "the foes" if side == FOES else "the hirelings"
        if turn.dice.check(value, purpose=f"morale save of {who}", rule=rule):
            turn.events.append(Event("morale", rule, names=tuple(names), count=len(names)))
            continue
        for index in group:
            rout(turn, index, rule)


def rout(turn: Turn, index: int, rule: str) -> None:
    """Let a fighter flee without a save."""
    turn.fighters[index] = replaced(turn.fighters[index], gone="fled")
    turn.events.append(Event("routed", rule, who=turn.fighters[index].character.name))
