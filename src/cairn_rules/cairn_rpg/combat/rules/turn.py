"""A side's turn: all dice, then all effects, then morale, and the turn after it (R72 to R94)."""

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
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import Character, replaced
from cairn_rules.cairn_rpg.combat.actions import Strike
from cairn_rules.cairn_rpg.combat.rules.casting import settle, worn_off
from cairn_rules.cairn_rpg.combat.rules.consequences import add_plight, kill, lose, share
from cairn_rules.cairn_rpg.combat.rules.declarations import carry_out
from cairn_rules.cairn_rpg.combat.rules.morale import test_morale
from cairn_rules.cairn_rpg.combat.rules.powers import note_of, outlive, rises_of, shake_off
from cairn_rules.cairn_rpg.combat.rules.setup import joined
from cairn_rules.cairn_rpg.combat.rules.strikes import pools, roll, spend, strike_target
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY, Fighter, Question, State, actor_of, is_decided
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.procedures.damage import Wound, hit, injure
from cairn_rules.cairn_rpg.procedures.damage import lose as lose_points
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.chance import Dice, Resolution


class Turn:
    """The turn of one side while it is resolved."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.rulings: Rulings = state.rulings
        self.fighters: list[Fighter] = list(state.fighters)
        self.events: list[Event] = []
        self.questions: list[Question] = []
        self.emptied: set[int] = set()
        self.newcomers: list[Fighter] = []
        """The fighters summoned in this turn. They join its side at its end."""
        self.escapes: bool | None = None
        """The result of the single save of all who retreat together (A33)."""

    def play(self) -> State:
        """Return the state after all declarations of the side are resolved (R76)."""
        hits = [roll(self, pool) for pool in pools(self)]
        self.others()
        for each in hits:
            strike_target(self, *each)
        return self.end()

    def others(self) -> None:
        """Resolve all declarations of the side other than attacks."""
        for action in self.state.declared:
            if type(action) is not Strike:
                carry_out(self, action)

    def end(self) -> State:
        """Return the state after the hits: uses of weapons are counted, and morale is tested."""
        for action in self.state.declared:
            if type(action) is Strike:
                spend(self, action.by, self.state.fighters[action.by].attacks[action.attack])
        tested = self.state.tested
        if self.emptied or any(each.is_casualty for each in self.fighters):
            tested = test_morale(self)
        state = replaced(
            self.state,
            fighters=tuple(self.fighters),
            declared=(),
            questions=tuple(self.questions),
            tested=tested,
        )
        for newcomer in self.newcomers:
            state = joined(state, newcomer)
        return state

    def wound(self, index: int, damage: int, attribute: Attribute | None = None) -> Wound:
        """Apply damage to a fighter, and its consequences for the owner."""
        fighter = self.fighters[index]
        character = fighter.character
        scars = len(character.scars)
        if attribute is None:
            wound = hit(character, damage, self.dice, self.rulings, extra=fighter.surge)
        elif attribute is Attribute.STR and self.rulings.attr_damage_save and damage:
            wound = injure(character, damage, self.dice, self.rulings, extra=fighter.surge)
        elif damage:
            wound = Wound(*lose_points(character, attribute, damage, rule="R71"), extra=fighter.surge)
        else:
            event = Event("armor", "R71", who=character.name, amount=0)
            wound = Wound(character, (event,), extra=fighter.surge)
        self.events += wound.events
        if wound.emptied:
            self.emptied.add(index)
        if wound.extra != fighter.surge:
            self.fighters[index] = replaced(fighter, surge=wound.extra)
        self.update(index, wound.character, failed=wound.failed)
        if len(wound.character.scars) > scars and wound.character.scars[-1].row == 10:
            self.questions.append(Question("limb", index))
        if fighter.owner is not None:
            share(self, index, fighter.owner, damage, failed=wound.failed)
        return wound

    def update(self, index: int, character: Character, *, failed: bool = False) -> None:
        """Replace the character of a fighter, which may put it out of the fight."""
        fighter = self.fighters[index]
        was_in = fighter.is_in
        dies = character.conditions.dead and not fighter.character.conditions.dead
        if dies and fighter.effects:
            rises = rises_of(fighter)
            if rises is not None:
                text_id = note_of(character, rises.note)
                self.events.append(Event("remains", "R101", who=character.name, text_id=text_id))
        fighter = replaced(fighter, character=character)
        if failed and not character.fights_on and not character.conditions.dead and character.kind != "pc":
            if not character.detachment:
                fighter = replaced(fighter, out=True)
            elif self.rulings.detachment_crit == "routed":
                fighter = replaced(fighter, gone="routed")
            else:
                fighter = replaced(fighter, position="impaired")
        if was_in and not fighter.is_in:
            fighter = replaced(fighter, fell=self.state.round)
        self.fighters[index] = fighter
        if dies and fighter.effects:
            outlive(self, index)


def go_on(state: State, dice: Dice, events: Iterable[Event] = ()) -> Resolution[State, Event]:
    """Return the state with the next question, or with the next turn if no question is left.

    Args:
        state: The state after a turn or an answer.
        dice: The dice, for harm that repeats every round.
        events: The events so far.
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

    Args:
        state: The state.
        dice: The dice, for harm that repeats every round.
        events: The list to which its events are added.
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
        if each.late or each.reloading or each.held_for or each.ward_for or each.plights:
            break
    else:
        return replaced(state, declared=(), **new)
    fighters = tuple(
        replaced(each, late=False, reloading=max(0, each.reloading - 1))
        if each.side == side and (each.late or each.reloading)
        else each
        for each in worn_off(state.fighters)
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

    Args:
        fighter: The fighter.
        surely: True to ignore harm that only a save ends, and that may therefore last forever.
    """
    if not fighter.plights or fighter.gone or fighter.character.conditions.dead:
        return False
    return not surely or any(each.save is None for each in fighter.plights)
