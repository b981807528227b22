"""The backend of the page: `Page` answers JSON messages with JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, final

from cairn_rules import games
from cairn_rules.errors import CairnRulesError
from cairn_rules.history import Match
from web.shared.game_questions import carried_out, checked
from web.shared.game_table import PERSON, Table
from web.shared.games import levels_of, setup_of


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
        return json.dumps(self._answer(checked(json.loads(message))))

    def _answer(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        match asked:
            case {"ask": "new", "game": game, "seats": seats}:
                return self._begin(lambda: _dealt(game, seats, asked.get("options", {}), asked.get("seed")))
            case {"ask": "open", "game": game, "seats": seats, "text": text}:
                return self._begin(lambda: Table.opened(text, games.known(game), seats))
            case _ if self._table is None:
                raise ValueError("no game yet: ask for a new one")
            case _:
                return carried_out(self._table, asked)

    def _begin(self, made: Callable[[], Table]) -> dict[str, Any]:
        """Put a table in place of the one before, unless it cannot be made."""
        try:
            self._table = made()
            return self._table.view()
        except (CairnRulesError, RecursionError) as error:
            return {"problem": str(error)}


def opening() -> dict[str, Any]:
    """Return the board on which the page opens: a question, and what Python answers to it.

    The site stores it, so that the page can show it before Python is loaded.
    """
    easy = next(name for name, words in levels_of(games.known("cairn")).items() if words == "Easy")
    options = {"light": True, "first": "sea"}
    question = {"ask": "new", "game": "cairn", "seats": [PERSON, easy], "options": options, "seed": 7}
    return {"question": question, "view": json.loads(Page().answer(json.dumps(question)))}


def _dealt(name: str, seats: list[str], chosen: Mapping[str, Any], seed: Any) -> Table:
    """Return the table of a new game, with the set-up options of the command line."""
    game: Any = games.known(name)
    setup = setup_of(game)
    arguments: dict[str, Any] = {}
    if setup is not None:
        arguments = setup.arguments(setup.checked(chosen))
    if not arguments:
        return Table(Match(game, seed=seed, draw_at_repetition=3), seats)
    return Table(Match(game, game.new_game(seed=seed, **arguments), draw_at_repetition=3), seats)
