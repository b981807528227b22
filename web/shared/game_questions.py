"""Questions about a game at a table, and their answers, for every page on which one is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, cast

from cairn_rules.checks import is_of, is_text
from web.shared.answers import unanswered
from web.shared.game_table import Table

_CHANGING: Final[Mapping[str, Callable[[Table], None]]] = MappingProxyType(
    {
        "reply": Table.reply,
        "redo": Table.redo,
        "resign": Table.resign,
        "look": Table.look,
        "leave": Table.leave,
    }
)
"""Messages that change the table and have nothing else to say."""


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(is_text, cast("list[object]", value)))


_KINDS: Final[Mapping[str, Callable[[object], bool]]] = MappingProxyType(
    {
        **dict.fromkeys(("ask", "game", "text", "action", "source", "where"), is_text),
        **dict.fromkeys(("seats", "clicked", "actions"), _are_texts),
        "options": is_of(dict),
        "seed": is_of(int, type(None)),
        "place": is_of(int),
        "undo": is_of(bool),
    }
)
"""The parts of a message, and the kinds of their values."""


def checked(asked: object) -> dict[str, Any]:
    """Return a message of the page if its parts have values of the right kinds.

    Raises:
        ValueError: if the page never sends such a message.
    """
    found = cast("dict[str, Any]", asked) if is_of(dict)(asked) else {}
    if not all(_KINDS[name](found[name]) for name in _KINDS.keys() & found.keys()):
        raise unanswered(asked)
    return found


def carried_out(table: Table, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Carry out a message about the game of a table, and return the answer.

    Raises:
        ValueError: if the page never sends such a message.
        CairnRulesError: if an action is illegal, or there is nothing to undo.
    """
    asks = ""
    match asked:
        case {"ask": "why", "clicked": clicked}:
            return table.why(clicked)
        case {"ask": "picture", "actions": actions}:
            return {"picture": table.picture(actions)}
        case {"ask": "hint"}:
            return table.hint()
        case {"ask": "evaluate"}:
            return {"evaluation": table.evaluate()}
        case {"ask": "review"}:
            return table.review()
        case {"ask": "undo"}:
            asks = table.undo()
        case {"ask": "do", "action": action}:
            asks = table.do(action)
        case {"ask": "go", "place": place}:
            table.go(place)
        case {"ask": str(name)} if name in _CHANGING:
            _CHANGING[name](table)
        case _:
            raise unanswered(asked)
    return {**table.view(), "asks": asks}
