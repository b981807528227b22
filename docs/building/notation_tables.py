"""Tables of how actions are written, made by the library itself from one example of each."""

from __future__ import annotations

import json
from typing import Any

from table_cells import code

from cairn_rules import cairn, manifest_of
from cairn_rules.games import load
from cairn_rules.json_documents import to_data
from cairn_rules.lazy import resolve


def examples(game: str) -> tuple[Any, ...]:
    """Return the sample actions of a game."""
    samples = manifest_of(load(game)).samples
    return () if samples is None else tuple(resolve(samples).actions())


def kinds(game: str) -> set[type]:
    """Return the classes of a game's actions, as its documents list them."""
    documents = manifest_of(load(game)).documents
    if documents is None:
        return set()
    known = resolve(documents)
    codec = known.codec()
    return set(codec.unions[known.kinds["action"].type].members.values())


def action_table(game: str) -> str:
    """Return a table of how each action of a game is written."""
    missing = kinds(game) - set(map(type, examples(game)))
    if missing:
        raise ValueError(f"there is no example of {', '.join(sorted(kind.__name__ for kind in missing))}")
    rules: Any = load(game)
    lines = ["| action | text | JSON |", "|---|---|---|"]
    for action in examples(game):
        kind, text = type(action), code(rules.format_action(action))
        value = json.dumps(to_data(action)["value"])
        place = _place(rules)
        if not kind.__module__.startswith(place):  # it belongs to several games
            place = kind.__module__
        lines.append(f"| [`{kind.__name__}`][{place}.{kind.__name__}] | {text} | `{value}` |")
    return "\n".join(lines)


def _place(rules: Any) -> str:
    """Return the module that the names of a game are imported from."""
    return str(getattr(rules, "__name__", type(rules).__module__))


def face_table() -> str:
    """Return a table of the notation of the tiles' faces."""
    lines = ["| tile | in a position | in JSON |", "|---|---|---|"]
    for kind in (cairn.AddFace, cairn.MoveFace, cairn.JumpFace, cairn.TransformationFace):
        tile = kind.__name__.removesuffix("Face")
        letters = " or ".join(f"`{face.value}`" for face in kind)
        names = " or ".join(f'`"{face.name.lower()}"`' for face in kind)
        lines.append(f"| [{tile}][cairn_rules.cairn.{kind.__name__}] | {letters} | {names} |")
    return "\n".join(lines)
