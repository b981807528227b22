"""The packs of the page: `Page` answers JSON messages with JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, final

from attrs import asdict
from typing_extensions import override

from cairn_rules import endless_winter
from cairn_rules.cairn_rpg import Pack
from web.packs.check import check
from web.packs.game import PackGame
from web.shared.answers import Backend
from web.shared.games import levels_of

MOST_FINDINGS: Final = 200
"""Maximum number of findings that are shown."""


@final
class Page(Backend):
    """The page's backend."""

    def __init__(self) -> None:
        self._game = PackGame()

    @override
    def reply(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        match asked:
            case {"ask": "check", "text": str(text)}:
                return found_in(text)
            case _:
                return self._game.answer(asked)


def levels() -> list[dict[str, str]]:
    """Return the name of each computer player of Endless Winter, weakest first, and a word for its strength."""
    return [{"name": name, "words": words} for name, words in levels_of(endless_winter).items()]


def opening() -> dict[str, Any]:
    """Return what the page needs before Python is there: the computer players to play with."""
    return {"levels": levels()}


def found_in(text: str) -> dict[str, Any]:
    """Return what the page shows of the check of a text."""
    checked = check(text)
    content = checked.value if isinstance(checked.value, Pack) else None
    return {
        "kind": checked.kind,
        "name": getattr(checked.value, "name", ""),
        "playable": checked.is_playable,
        "backgrounds": [] if content is None else [{"id": each.id, "name": each.name} for each in content.backgrounds],
        "creatures": [] if content is None else [{"id": each.id, "name": each.name} for each in content.creatures],
        "findings": [asdict(each) for each in checked.findings[:MOST_FINDINGS]],
        "more": max(0, len(checked.findings) - MOST_FINDINGS),
    }
