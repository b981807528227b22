"""Refusals: errors for actions that the rules do not allow, with their reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cairn_rules.errors import IllegalActionError, Reason

if TYPE_CHECKING:
    from cairn_rules.cairn_rpg.characters.character import Character


def refused(action: object, reason: Reason | None, where: str) -> IllegalActionError:
    """Return the error for an action that is not legal in a game.

    The game must find the reason. `where` is a short description of the state, such as `round 2, Hestia decides`.
    """
    assert reason is not None, "an action that is not listed is illegal"
    return IllegalActionError(action, reason, where)


def refusal(character: Character, action: str, *reasons: Reason) -> IllegalActionError:
    """Return the error for an action that one or more reasons forbid. It has the code of the first reason.

    `action` has a few words, such as `take Plate`.
    """
    reason = reasons[0] if len(reasons) == 1 else _merged(reasons)
    inventory = character.inventory
    where = f"{character.name}: {inventory.used()} of {inventory.capacity} slots used, {inventory.gold}gp"
    return IllegalActionError(action, reason, where)


def _merged(reasons: Sequence[Reason]) -> Reason:
    return Reason(
        reasons[0].code,
        "; ".join(reason.text for reason in reasons),
        ", ".join(dict.fromkeys(reason.rule for reason in reasons)),
        reasons[0].arguments,
        tuple(reasons),
    )
