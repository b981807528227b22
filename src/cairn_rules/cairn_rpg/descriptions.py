"""The text that stands for an action on a button or in a log, for every game of this package."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")


def sentence_or_notation(
    sentence: Callable[[StateT, ActionT], str], format_action: Callable[[ActionT], str], state: StateT, action: ActionT
) -> str:
    """Return the sentence of an action; its notation if it names something that the state lacks.

    Args:
        sentence: Returns the sentence, empty if there is none; a `LookupError` means that a part is missing.
        format_action: Returns the notation, and refuses what is not an action.
        state: The state.
        action: The action, which need not be legal.
    """
    notation = format_action(action)
    try:
        return sentence(state, action) or notation
    except LookupError:
        return notation
