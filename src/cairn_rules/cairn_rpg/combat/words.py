"""Sentences about fighters and actions, for logs and the terminal."""

from __future__ import annotations

from typing import assert_never

from cairn_rules.cairn_rpg.combat.actions import Action, Aid, Begin, Cast, Drop, Flee, Lose, Recover, Strike, Wait
from cairn_rules.cairn_rpg.combat.state import State
from cairn_rules.cairn_rpg.combat.turns import dice_against
from cairn_rules.cairn_rpg.formula import format_weapon_dice


def label(state: State, index: int) -> str:
    """Return the name of a fighter, with its number if others are called the same."""
    name = state.fighters[index].character.name
    alike = sum(fighter.character.name == name for fighter in state.fighters)
    return f"{name} ({index + 1})" if alike > 1 else name


def declaration_text(state: State, action: Action) -> str:
    """Return an action as a sentence without a full stop.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> declaration_text(combat.new_game(seed=7), Strike(by=0, attack=0, target=2))
        'Hestia attacks Bear with sword (d8)'
    """
    if isinstance(action, Begin):
        return "The fight begins"
    who = label(state, action.by)
    match action:
        case Strike(by, number, target):
            fighter = state.fighters[by]
            attack = fighter.attacks[number]
            dice = format_weapon_dice(dice_against(fighter, attack, state.fighters[target], state.rulings))
            return f"{who} attacks {label(state, target)} with {attack.name} ({dice})"
        case Cast(item=item, target=target):
            return f"{who} uses {_item(state, action.by, item)}" + (
                "" if target is None else f" on {label(state, target)}"
            )
        case Aid(target=target):
            return f"{who} bandages {label(state, target)}"
        case Flee():
            return f"{who} tries to get away"
        case Recover():
            return f"{who} tries to overcome the panic"
        case Wait():
            return f"{who} waits"
        case Drop(item=item):
            return f"{who} drops {_item(state, action.by, item)}"
        case Lose(limb=limb):
            return f"{who} loses a limb: {limb}"
        case _:
            assert_never(action)


def _item(state: State, by: int, id: str) -> str:
    """Return the name of an item of a fighter; its id if it has no such item."""
    items = state.fighters[by].character.inventory.items
    return next((item.name for item in items if item.id == id), id)
