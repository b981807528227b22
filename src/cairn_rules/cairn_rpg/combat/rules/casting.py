"""Magic in a fight: the legal uses, their effects, and the resulting Fatigue (R144 to R152)."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.characters.effects import ForcedSave, OncePerDay, Summons, SwapLosses
from cairn_rules.cairn_rpg.characters.inventory import armor_of
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.combat.actions import Cast
from cairn_rules.cairn_rpg.combat.rules.setup import companion, fighter
from cairn_rules.cairn_rpg.combat.rules.turn import Turn
from cairn_rules.cairn_rpg.combat.state import Fighter, Question, State
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.procedures.fatigue import add_fatigue, must_drop, needs_drop
from cairn_rules.cairn_rpg.procedures.magic import cast_reasons, held, perform, powers_of, spell_of, the_book
from cairn_rules.chance import Resolution

ROUND = 10
"""Seconds of a round (R72)."""


def casts(state: State, by: int) -> list[Cast]:
    """Return every legal use of magic of a fighter: each item, with each target if the spell acts on one creature."""
    actions: dict[Cast, None] = {}
    caster = state.fighters[by].character
    daily = any(isinstance(effect, OncePerDay) for effect in caster.effects)
    for item in caster.inventory.items:
        if (item.magic == "none" and not daily) or not is_castable(state, by, item):
            continue
        if needs_target(state, by, item):
            for index, each in enumerate(state.fighters):
                if not each.gone and not each.character.conditions.dead:
                    actions[Cast(by, item.id, index)] = None
        else:
            actions[Cast(by, item.id)] = None
    return list(actions)


def is_castable(state: State, by: int, item: Item) -> bool:
    """Return whether a fighter can read or use an item for its magic now."""
    return not cast_reasons(state.fighters[by].character, item, rulings=state.rulings)


def needs_target(state: State, by: int, item: Item) -> bool:
    """Return whether the magic of an item takes one creature as its target."""
    return reach(state, by, item) == "one"


def cast(turn: Turn, action: Cast) -> None:
    """Cast a spell, or use a relic (R145 to R152). Fatigue that needs a drop becomes a question (R65)."""
    state, rulings, by = turn.state, turn.rulings, action.by
    caster = turn.fighters[by].character
    item = next(each for each in caster.inventory.items if each.id == action.item and is_castable(state, by, each))
    book = the_book(state.book)
    spell = spell_of(item, book)
    targets = _targets(state, action, item)
    casting = perform(
        caster,
        item,
        turn.dice,
        targets=[None if index == by else turn.fighters[index].character for index in targets],
        danger=True,
        book=book,
        rulings=rulings,
    )
    turn.events += casting.events
    turn.update(by, casting.caster)
    for index, character, condition in zip(targets, casting.targets, casting.states, strict=True):
        turn.update(index, character)
        if condition is not None:
            turns = 2 * (spell.seconds // ROUND) if spell and spell.seconds else 0
            changes = _changes(condition, turns)
            if spell and spell.harmed_only_by:
                changes |= {"ward": spell.harmed_only_by, "ward_for": turns}
            turn.fighters[index] = replaced(turn.fighters[index], **changes)
    for rule in casting.fatigue:
        caster = turn.fighters[by].character
        question = Question("drop", by)
        if question in turn.questions or needs_drop(caster, rulings):
            turn.questions.append(question)
        else:
            change = add_fatigue(caster, rule=rule, rulings=rulings)
            turn.events += change.events
            turn.update(by, change.state)
    summon(turn, by, item)
    caster = held(turn.fighters[by].character, item)
    armor = armor_of(caster, rulings, circumstances=turn.fighters[by].circumstances)
    turn.fighters[by] = replaced(turn.fighters[by], character=caster, armor=armor)


def summon(turn: Turn, by: int, item: Item) -> None:
    """Let the companion that an item calls join the fight at the end of the turn, if it has figures (R152, A59)."""
    caster = turn.fighters[by]
    for effect in caster.character.effects:
        if not isinstance(effect, Summons) or effect.item != item.id:
            continue
        follower = effect.companion
        there = [each for each in (*turn.fighters, *turn.newcomers) if each.owner == by]
        number = sum(each.is_in and each.character.creature == follower.id for each in there)
        if number < effect.most and (follower.owner_scores or follower.hp is not None):
            called = companion(follower, caster.character)
            turn.newcomers.append(fighter(called, caster.side, rulings=turn.rulings, owner=by, area=caster.area))


def settle(state: State) -> Resolution[State, Event]:
    """Add the Fatigue of the first questions as long as nothing must be dropped. The dead take none."""
    fighters = list(state.fighters)
    questions = state.questions
    events: list[Event] = []
    while questions and questions[0].kind == "drop":
        by = questions[0].fighter
        character = fighters[by].character
        if not character.conditions.dead:
            if must_drop(character, state.rulings):
                break
            change = add_fatigue(character, rulings=state.rulings)
            fighters[by] = replaced(fighters[by], character=change.state)
            events += change.events
        questions = questions[1:]
    return Resolution(replaced(state, fighters=tuple(fighters), questions=questions), tuple(events))


def worn_off(fighter: Fighter) -> Fighter:
    """Return a fighter after one side's turn, with the remaining duration of spells and positions reduced."""
    changes: dict[str, Any] = {}
    if fighter.held_for:
        changes["held_for"] = fighter.held_for - 1
        if fighter.held_for == 1:
            changes["held"] = ""
    if fighter.ward_for:
        changes["ward_for"] = fighter.ward_for - 1
        if fighter.ward_for == 1:
            changes["ward"] = ""
    if fighter.lapses:
        changes |= {each.aspect: each.mode for each in fighter.lapses if each.left == 1}
        changes["lapses"] = tuple(evolve(each, left=each.left - 1) for each in fighter.lapses if each.left > 1)
    return replaced(fighter, **changes) if changes else fighter


def _changes(condition: str, turns: int) -> dict[str, Any]:
    """Return the fields of a fighter under a condition."""
    match condition:
        case "asleep" | "charmed" | "entangled" | "paralysed":
            return {"held": condition, "held_for": turns}
        case "flees":
            return {"gone": "fled"}
        case _:
            return {}


def reach(state: State, by: int, item: Item) -> str:
    """Return the targets of magic in a fight: `one`, `all` but the caster, the `foes`, the `caster`, or none."""
    spell = spell_of(item, the_book(state.book))
    if spell is not None:
        return {"creature": "one", "creatures": "all", "caster": "caster"}.get(spell.target, "")
    powers = powers_of(state.fighters[by].character, item)
    if any(isinstance(each, SwapLosses) or (isinstance(each, ForcedSave) and each.who == "target") for each in powers):
        return "one"
    if any(isinstance(each, ForcedSave) and each.who in {"nearby", "hearers"} for each in powers):
        return "foes"
    return ""


def _targets(state: State, action: Cast, item: Item) -> list[int]:
    if action.target is not None:
        return [action.target]
    by = action.by
    match reach(state, by, item):
        case "caster":
            return [by]
        case "all":
            return [index for index, each in enumerate(state.fighters) if each.is_in and index != by]
        case "foes":
            side = state.fighters[by].side
            return [index for index, each in enumerate(state.fighters) if each.is_in and each.side != side]
        case _:
            return []
