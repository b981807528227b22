"""The search for the decision that leads from one state to another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeVar

from cairn_rules.errors import PowerError

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")


def decision_between(
    before: StateT,
    after: StateT,
    legal_actions: Callable[[StateT], Iterable[ActionT]],
    apply: Callable[[StateT, ActionT], StateT],
) -> ActionT | None:
    """Return the first listed action that leads from one state to another; None if there is none.

    An action that a custom power makes fail leads nowhere.
    """
    with suppress(PowerError):
        for action in legal_actions(before):
            with suppress(PowerError):
                if apply(before, action) == after:
                    return action
    return None
