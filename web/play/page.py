"""The backend of the page: `Page` answers JSON messages with JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, final

from typing_extensions import override

from cairn_rules import games
from cairn_rules.history import Match
from cairn_rules.history.undo import FREE, UNDO
from cairn_rules.manifest import new_game_with
from web.shared.answers import Backend
from web.shared.game_questions import carried_out, checked
from web.shared.game_table import PERSON, Table
from web.shared.games import levels_of


@final
class Page(Backend):
    """The page's backend, which holds the current game."""

    def __init__(self) -> None:
        self._table: Table | None = None

    @override
    def reply(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        asked = checked(asked)
        tags = {UNDO: FREE} if asked.get("undo") else {}
        match asked:
            case {"ask": "new", "game": game, "seats": seats}:
                self._table = _dealt(game, seats, asked.get("options", {}), asked.get("seed"), tags)
            case {"ask": "open", "game": game, "seats": seats, "text": text}:
                self._table = Table.opened(text, games.known(game), seats, tags=tags)
            case _ if self._table is None:
                raise ValueError("no game yet: ask for a new one")
            case _:
                return carried_out(self._table, asked)
        return self._table.view()


def opening() -> dict[str, Any]:
    """Return the board on which the page opens: a question, and what Python answers to it.

    The site stores it, so that the page can show it before Python is loaded.
    """
    easy = next(name for name, words in levels_of(games.known("cairn")).items() if words == "Easy")
    options = {"light": True, "first": "sea"}
    question = {"ask": "new", "game": "cairn", "seats": [PERSON, easy], "options": options, "seed": 7}
    return {"question": question, "view": json.loads(Page().answer(json.dumps(question)))}


def _dealt(name: str, seats: list[str], chosen: Mapping[str, Any], seed: Any, tags: Mapping[str, str]) -> Table:
    """Return the table of a new game, with the set-up options of the command line."""
    game: Any = games.known(name)
    start = new_game_with(game, chosen, seed=seed) if chosen else None
    return Table(Match(game, start, seed=None if chosen else seed, draw_at_repetition=3), seats, tags=tags)
