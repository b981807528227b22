"""The tools of the workshop next to the board: lessons, balance, files and glyphs, as JSON values."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from typing import Any, final

from cairn_rules.cairn import Megalith
from cairn_rules.cairn.testing.source_lines import raised_at
from web.shared.answers import unanswered
from web.workshop.balance import Measurement
from web.workshop.glyph_shapes import path_of, with_glyph
from web.workshop.lesson_page import verdict_on
from web.workshop.stone import FILE, check_imports, read_stone, read_stones
from web.workshop.stone_files import described, package_of
from web.workshop.stone_game import StoneGame


@final
class Tools:
    """The tools, which hold the measurement and the game that are under way."""

    def __init__(self) -> None:
        self._measurement: Measurement | None = None
        self._game = StoneGame()

    def answer(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Answer a question, as `Backend.reply` does."""
        match asked:
            case {"ask": "lesson", "source": str(source), "name": str(name)}:
                view, error = verdict_on(name, read_stone(source))
                return {**view, "line": raised_at(error, FILE)}
            case {"ask": "balance", "source": str(source), "games": int(games)}:
                self._measurement = Measurement(read_stone(source), games)
                return self._measurement.go_on()
            case {"ask": "balance"} if self._measurement is not None:
                return self._measurement.go_on()
            case {"ask": "stones", "source": str(source)}:
                stones = read_stones(source)
                check_imports(source)
                return {"stones": [_description(place, stone) for place, stone in stones.items()]}
            case {
                "ask": "package",
                "source": str(source),
                "stones": [*stones],
                "name": str(name),
                "author": str(author),
            }:
                file = package_of(source, described(stones), name=name, author=author)
                return {"file": file.name, "content": b64encode(file.content).decode()}
            case {"ask": "play"}:
                return self._game.answer(asked)
            case {"ask": "glyph", "source": str(source), "shapes": str(shapes)}:
                return {"source": with_glyph(source, path_of(shapes))}
            case _:
                raise unanswered(asked)


def _description(place: str, stone: Megalith) -> dict[str, str]:
    return {"place": place, "id": stone.id, "name": stone.name, "text": stone.text}
