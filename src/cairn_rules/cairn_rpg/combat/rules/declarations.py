"""Declarations of a side's turn other than attacks: flight, recovery from panic, aid, magic and powers."""

from __future__ import annotations

from typing import assert_never

from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import Character, replaced
from cairn_rules.cairn_rpg.characters.effects import FleeWithoutSave
from cairn_rules.cairn_rpg.combat import actions
from cairn_rules.cairn_rpg.combat.actions import Declaration
from cairn_rules.cairn_rpg.combat.rules.casting import cast
from cairn_rules.cairn_rpg.combat.rules.consequences import calm
from cairn_rules.cairn_rpg.combat.rules.powers import destroy, rise
from cairn_rules.cairn_rpg.combat.rules.powers import use as use_power
from cairn_rules.cairn_rpg.combat.rules.turn import Turn
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.procedures.carrying import use
from cairn_rules.cairn_rpg.procedures.recovery import aid, bandages_of
from cairn_rules.cairn_rpg.procedures.saves import save


def carry_out(turn: Turn, action: Declaration) -> None:
    """Resolve a declaration other than an attack."""
    match action:
        case actions.Strike() | actions.Wait():
            pass  # attacks are rolled in `strikes`; a fighter who waits does nothing
        case actions.Flee(by=by):
            _flee(turn, by)
        case actions.Recover(by=by):
            character = turn.fighters[by].character
            if save(character, Attribute.WIL, turn.dice, rule="R176"):
                calm(turn, by)
                turn.events.append(Event("calm-again", "R176", who=character.name))
            else:
                turn.events.append(Event("panicked", "R176", who=character.name))
        case actions.Aid(by=by, target=target):
            _aid(turn, by, target)
        case actions.Cast():
            cast(turn, action)
        case actions.Use():
            use_power(turn, action)
        case actions.Destroy(target=target):
            destroy(turn, target)
        case actions.Rise(by=by):
            rise(turn, by)
        case _:
            assert_never(action)


def _flee(turn: Turn, by: int) -> None:
    """Try to run away (R134, R135)."""
    fighter = turn.fighters[by]
    character = fighter.character
    name = character.name
    free = any(type(effect) is FleeWithoutSave for effect in fighter.effects)
    if free or _is_away(turn, character):
        turn.fighters[by] = replaced(fighter, gone="fled")
        turn.events.append(Event("fled", "R135", who=name))
    else:
        turn.events.append(Event("caught", "R135", who=name))


def _is_away(turn: Turn, character: Character) -> bool:
    """Make the save of a retreating fighter; if the slowest saves for all, only once a turn (R134, A33)."""
    if turn.rulings.retreat == "each":
        return save(character, Attribute.DEX, turn.dice, rule="R134")
    if turn.escapes is None:
        group = [turn.fighters[each.by] for each in turn.state.declared if type(each) is actions.Flee]
        slowest = min(
            each.character.dexterity.value
            for each in group
            if not any(type(effect) is FleeWithoutSave for effect in each.effects)
        )
        turn.escapes = turn.dice.check(slowest, purpose="DEX save of all who retreat", rule="R134")
    return turn.escapes


def _aid(turn: Turn, by: int, target: int) -> None:
    """Spend a use of bandages on a dying fighter (R54, R103)."""
    helper = turn.fighters[by].character
    bandages = bandages_of(helper)
    assert bandages is not None, "only those with bandages declare that"
    used = use(helper, bandages, turn.rulings)
    turn.events += used.events
    turn.update(by, used.state)
    patient = turn.fighters[target].character
    if patient.is_dying:  # nobody else was faster
        tended = aid(patient, turn.rulings)
        turn.events += tended.events
        turn.update(target, tended.state)
