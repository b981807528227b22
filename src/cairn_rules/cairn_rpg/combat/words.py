"""Sentences about fighters and actions, for logs and the terminal."""

from __future__ import annotations

from typing import assert_never

from cairn_rules.cairn_rpg.combat.actions import (
    Action,
    Agree,
    Aid,
    Begin,
    Cast,
    Declaration,
    Destroy,
    Drop,
    Flee,
    Lose,
    Offer,
    Recover,
    Refuse,
    Rise,
    Strike,
    Use,
    Wait,
)
from cairn_rules.cairn_rpg.combat.notation import format_action
from cairn_rules.cairn_rpg.combat.state import SEAT_NAMES, State
from cairn_rules.cairn_rpg.combat.strikes import dice_against
from cairn_rules.cairn_rpg.descriptions import sentence_or_notation
from cairn_rules.cairn_rpg.formula import format_weapon_dice
from cairn_rules.cairn_rpg.numbering import label_of
from cairn_rules.checks import check_state


def label(state: State, index: int) -> str:
    """Return the name of a fighter, with its number if others are called the same."""
    return label_of(index, [fighter.character.name for fighter in state.fighters])


def describe(state: State, action: Action) -> str:
    """Return a description of an action, for a button, a list of choices or a log.

    Args:
        state: The state in which the action is, or could be, decided.
        action: The action, which need not be legal.

    Returns:
        A sentence without a full stop; the notation if the action names something that is not there.

    Raises:
        DefinitionError: if a value is not a state or not an action of this game.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> combat.describe(combat.new_game(seed=7), combat.Strike(by=0, attack=0, target=2))
        'Hestia attacks Bear with sword (d8)'
    """
    check_state(state, State)
    return sentence_or_notation(declaration_text, format_action, state, action)


def declaration_text(state: State, action: Action) -> str:
    """Return an action as a sentence without a full stop.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> declaration_text(combat.new_game(seed=7), Strike(by=0, attack=0, target=2))
        'Hestia attacks Bear with sword (d8)'
    """
    match action:
        case Begin():
            return "The fight begins"
        case Offer():
            return f"The {SEAT_NAMES[state.side]} offers to stop fighting"
        case Agree():
            return f"The {SEAT_NAMES[1 - state.side]} agrees to stop fighting"
        case Refuse():
            return f"The {SEAT_NAMES[1 - state.side]} refuses to stop fighting"
        case _:
            return f"{label(state, action.by)} {_deed(state, action)}"


def _deed(state: State, action: Declaration | Drop | Lose) -> str:  # noqa: C901 - a case for each action
    """Return what a fighter does, without its name."""
    target = getattr(action, "target", None)
    whom = "" if target is None else label(state, target)
    on = f" on {whom}" if whom else ""
    match action:
        case Strike(by, number, target):
            fighter = state.fighters[by]
            attack = fighter.attacks[number]
            dice = format_weapon_dice(dice_against(fighter, attack, state.fighters[target], state.rulings))
            return f"attacks {whom} with {attack.name} ({dice})"
        case Cast(by=by, item=item):
            return f"uses {_item(state, by, item)}{on}"
        case Use(power=power):
            return f"uses {power}{on}"
        case Aid():
            return f"bandages {whom}"
        case Destroy():
            return f"destroys the remains of {whom}"
        case Rise():
            return "gets up again"
        case Flee():
            return "tries to get away"
        case Recover():
            return "tries to overcome the panic"
        case Wait():
            return "waits"
        case Drop(by=by, item=item):
            return f"drops {_item(state, by, item)}"
        case Lose(limb=limb):
            return f"loses a limb: {limb}"
        case _:
            assert_never(action)


def _item(state: State, by: int, id: str) -> str:
    """Return the name of an item of a fighter; its id if it has no such item."""
    items = state.fighters[by].character.inventory.items
    return next((item.name for item in items if item.id == id), id)
