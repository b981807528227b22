"""What a line that was typed means: an action by its number, its notation or the beginning of it."""

from __future__ import annotations

from typing import Any, final

from attrs import frozen

from cairn_rules.cli.words import messages
from cairn_rules.errors import CairnRulesError, IllegalActionError, NotationError, cut
from cairn_rules.game import Game

_LONGEST = 200


@final
@frozen
class Meant:
    """What a text means among the legal actions of a state."""

    actions: tuple[Any, ...] = ()
    """The actions that it can stand for."""
    problem: str = ""
    """Why it stands for none."""


def exactly(game: Game[Any, Any, Any], legal: tuple[Any, ...], text: str) -> Meant:
    """The legal actions whose notation is a text."""
    wanted = text.lower()
    return Meant(tuple(action for action in legal if game.format_action(action).lower() == wanted))


def meant(game: Game[Any, Any, Any], state: Any, legal: tuple[Any, ...], text: str) -> Meant:
    """The legal actions that a text stands for: one by number, or all whose notation begins with it."""
    if text.isascii() and text.isdigit():
        number = int(text) if len(text) < 6 else 0
        if 1 <= number <= len(legal):
            return Meant((legal[number - 1],))
    begun = tuple(action for action in legal if game.format_action(action).lower().startswith(text.lower()))
    return Meant(begun) if begun else _unlisted(game, state, legal, text)


def _unlisted(game: Game[Any, Any, Any], state: Any, legal: tuple[Any, ...], text: str) -> Meant:
    """A text that no legal action is written with: another way to write one, an illegal one, or none."""
    if text.isascii() and text.isdigit():
        return Meant(problem=f"there is no action {cut(text, 20)}; they are numbered from 1 to {len(legal)}")
    try:
        action = game.parse_action(text, state)
        if action in legal:
            return Meant((action,))
        game.apply(state, action)
    except IllegalActionError as error:
        return Meant(problem=str(error.reason))
    except NotationError as error:
        return Meant(
            problem=cut(f"{cut(text, 40)!r} is neither an action nor a command: {messages(error.faults)}", 300)
        )
    except CairnRulesError as error:
        return Meant(problem=cut(str(error), _LONGEST))
    return Meant(problem=f"{cut(text, 40)!r} is not legal now")
