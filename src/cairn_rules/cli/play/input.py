"""Parsing of typed actions: by number, by notation, or by its beginning."""

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
    """The legal actions that a text may mean."""

    actions: tuple[Any, ...] = ()
    """The possible actions."""
    problem: str = ""
    """The reason if there are none."""


def exactly(game: Game[Any, Any, Any], legal: tuple[Any, ...], text: str) -> Meant:
    """Return the legal actions with this notation."""
    wanted = text.lower()
    return Meant(tuple(action for action in legal if game.format_action(action).lower() == wanted))


def meant(game: Game[Any, Any, Any], state: Any, legal: tuple[Any, ...], text: str) -> Meant:
    """Return the legal action with this number, or all whose notation begins with the text."""
    if text.isascii() and text.isdigit():
        number = int(text) if len(text) < 6 else 0
        if 1 <= number <= len(legal):
            return Meant((legal[number - 1],))
    begun = tuple(action for action in legal if game.format_action(action).lower().startswith(text.lower()))
    return Meant(begun) if begun else _unlisted(game, state, legal, text)


def _unlisted(game: Game[Any, Any, Any], state: Any, legal: tuple[Any, ...], text: str) -> Meant:
    """Parse a text that begins no legal action: another notation of one, an illegal one, or neither."""
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
