"""The JSON documents' page of the reference: examples, and links to the schemas."""

from __future__ import annotations

import json
from typing import Any, Final

from cairn_rules import Match, Record, Review, ReviewedTurn, cairn, to_data
from cairn_rules.cairn_rpg import Rulings, campaign, combat, creation, dungeon
from cairn_rules.games import load
from cairn_rules.json_documents import schema_names
from cairn_rules.korrigans import default_board
from cairn_rules.players import AnalysedLine

MOST_ITEMS: Final = 2
"""Number of items of a list that an example shows."""
DEEPEST: Final = 3
"""Number of levels of objects in the value of an example."""
WIDTH: Final = 110
_SAME: Final = {"record", "match", "review", "party"}
"""Kinds of documents with the same shape in every game, or a list of another kind: Cairn has the examples."""


def documents(game: str) -> tuple[str, ...]:
    """Return the kinds of documents that a game has."""
    return tuple(document for _, document in schema_names(game))


def document_list(game: str) -> str:
    """Return links to the schemas of a game's documents."""
    return ", ".join(f"[`{each}`](../schemas/{game}/{each}.json)" for each in documents(game))


def document_examples(game: str) -> str:
    """Return an example of each kind of document of a game, with long lists and deep objects cut short."""
    lines: list[str] = []
    for document in documents(game):
        if document not in _SAME or game == "cairn":
            whole = to_data(_example(game, document), game=load(game))
            head = json.dumps({**whole, "value": 0}, ensure_ascii=False).removesuffix("0}")
            value = _laid_out(_cut(whole["value"], DEEPEST), len(head))
            lines += [f"### {document} {{ #{game}-{document} }}", "", "```json", f"{head}{value}}}", "```", ""]
    return "\n".join(lines)


def _example(name: str, document: str) -> Any:
    game: Any = load(name)
    match = Match(game, seed=7)
    if name == combat.MANIFEST.name:
        match = Match(game, combat.new_game(seed=7, party=[_hero()], foes=[_hero()]))
    before = match.state
    match.do(match.legal_actions[0])
    made: dict[str, Any] = {
        "action": campaign.PassWatch if game is campaign else match.history[0],
        "board": default_board,
        "changes": lambda: game.changes(before, match.state),
        "character": _hero,
        "dungeon": dungeon.example,
        "event": lambda: game.changes(before, match.state)[0],
        "gazetteer": campaign.example,
        "match": match,
        "observation": lambda: game.observe(match.state, 0),
        "record": lambda: Record.of(match),
        "puzzle": lambda: cairn.puzzles()[0],
        "review": lambda: Review(original=Record.of(match), turns=[_turn(match)]),
        "rulings": Rulings,
        "state": match.state,
        "variant": lambda: match.state.variant,
    }
    return made[document]() if callable(made[document]) else made[document]


def _turn(match: Match[Any, Any]) -> Any:
    """Return the review of the first turn of a match of Cairn, by numbers that are the same on every machine."""
    best = AnalysedLine(
        actions=match.game.legal_actions(match.states[0])[1:2], value=0.5, chances=(0.25, 0.75), depth=3
    )
    return ReviewedTurn(seat=1, turn=1, first=0, actions=match.history, best=best, after=(0.375, 0.625))


def _hero() -> Any:
    return creation.create_character(seed=7)


def _cut(value: Any, depth: int) -> Any:
    """Return a value with `"…"` in place of what a reader can do without."""
    match value:
        case [_, *_] if depth > 0:
            kept = [_cut(each, depth - 1) for each in value[:MOST_ITEMS]]
            return [*kept, "…"] if len(value) > MOST_ITEMS else kept
        case {} if value and depth > 0:
            return {key: _cut(each, depth - 1) for key, each in value.items()}
        case [_, *_]:
            return ["…"]
        case {} if value:
            return {"…": "…"}
        case _:
            return value


def _laid_out(value: Any, column: int) -> str:
    """Return a value as JSON in lines of some width, a key of its own after the other."""
    text = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict) or column + len(text) < WIDTH:
        return text
    lines = [""]
    for key, each in value.items():
        part = f"{json.dumps(key)}: {json.dumps(each, ensure_ascii=False)}"
        if len(lines[-1]) + len(part) > WIDTH and lines[-1]:
            lines.append("")
        lines[-1] += f" {part},"
    return "{\n " + "\n ".join(lines)[:-1] + "}"
