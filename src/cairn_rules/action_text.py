"""Parsing of actions: the frame that the games share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cairn_rules.checks import check_state, given_text
from cairn_rules.errors import DefinitionError, Fault, NotationError, UnknownIdError

ActionT = TypeVar("ActionT")
StateT = TypeVar("StateT")


def parsed(text: object, state: StateT, kind: type[StateT], read: Callable[[str, StateT], ActionT]) -> ActionT:
    """Return the action that a text describes, for the `parse_action` of a game.

    Args:
        text: The text. White space around it is ignored.
        state: The state.
        kind: The class of the game's states.
        read: A function that returns the action of a stripped text. It raises a `DefinitionError` or an
            `UnknownIdError` if there is none.

    Raises:
        NotationError: if the text is not an action.
        DefinitionError: if the state is not one.
    """
    written = given_text(text, "action")
    check_state(state, kind)
    try:
        return read(written.strip(), state)
    except (DefinitionError, UnknownIdError) as error:
        raise NotationError(written, [Fault("action", str(error))]) from None
