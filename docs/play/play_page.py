"""The backend of the page: `Page` answers JSON messages with JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, final

from cairn_rules import games
from cairn_rules.errors import CairnRulesError
from cairn_rules.history import Match
from play_games import setup_of
from play_table import Table

_CHANGING: Final[Mapping[str, Callable[[Table], None]]] = MappingProxyType(
    {"reply": Table.reply, "undo": Table.undo, "redo": Table.redo, "resign": Table.resign, "look": Table.look}
)
"""Messages that change the table and have nothing else to say."""


@final
class Page:
    """The page's backend, which holds the current game."""

    def __init__(self) -> None:
        self._table: Table | None = None

    def answer(self, message: str) -> str:
        """Answer a message; both are JSON.

        If a game cannot be started or opened, the answer is a sentence, `problem`, and the game before it stays.

        Raises:
            ValueError: if the page never sends such a message.
            CairnRulesError: if an action is illegal, or there is nothing to undo.
        """
        return json.dumps(self._answer(json.loads(message)))

    def _answer(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        if asked["ask"] in {"new", "open"}:
            try:
                self._table = _dealt(asked) if asked["ask"] == "new" else _opened(asked)
                return self._table.view()
            except (CairnRulesError, RecursionError) as error:
                return {"problem": str(error)}
        if self._table is None:
            raise ValueError("no game yet: ask for a new one")
        table = self._table
        match asked:
            case {"ask": "why", "clicked": clicked}:
                return table.why(clicked)
            case {"ask": "picture", "actions": actions}:
                return {"picture": table.picture(actions)}
            case {"ask": "hint"}:
                return table.hint()
            case {"ask": "do", "action": action}:
                table.do(action)
            case {"ask": str(name)} if name in _CHANGING:
                _CHANGING[name](table)
            case _:
                raise ValueError(f"nothing to answer to the message {json.dumps(asked)}")
        return table.view()


def _dealt(asked: Mapping[str, Any]) -> Table:
    """Return the table of a new game, with the set-up options of the command line."""
    game: Any = games.known(asked["game"])
    setup = setup_of(game)
    chosen: dict[str, Any] = asked.get("options", {})
    arguments: dict[str, Any] = {} if setup is None else setup.arguments(chosen)
    seed = asked.get("seed")
    if not arguments:
        return Table(Match(game, seed=seed, draw_at_repetition=3), asked["seats"])
    return Table(Match(game, game.new_game(seed=seed, **arguments), draw_at_repetition=3), asked["seats"])


def _opened(asked: Mapping[str, Any]) -> Table:
    return Table.opened(asked["text"], games.known(asked["game"]), asked["seats"])
