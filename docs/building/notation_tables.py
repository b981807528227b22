"""Tables of how actions are written, made by the library itself from one example of each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, get_args

import cairn_rules as cairn
from cairn_rules import BASE_SET, VILLAGE, Space, Tile, korrigans
from cairn_rules.cairn.powers import BOX_EFFECTS, WIDER_EFFECTS
from cairn_rules.cairn.tiles import _KINDS
from cairn_rules.korrigans import Clover, Companion, Link, LinkKind

_OF_CAIRN: Final[tuple[Any, ...]] = (
    cairn.Add(Space.D1),
    cairn.Move(Space.C1, Space.C2),
    cairn.Move(Space.C5, VILLAGE),
    cairn.Jump(Space.C1, Space.C3),
    cairn.Jump(Space.C4, VILLAGE),
    cairn.Construct(BASE_SET["deer"]),
    cairn.Transform(Space.D2),
    cairn.Pass(),
    cairn.Banish(Space.A5),
    cairn.Relocate(Space.D4, Space.D3),
    cairn.Summon(Space.A1),
    cairn.SlideMegalith(Space.B3, Space.B4),
    cairn.SwapMegaliths(Space.B3, Space.D5),
    cairn.ReplaceMegalith(Space.A2, BASE_SET["menhir"]),
    cairn.FlipTile(Tile.ADD),
    cairn.TakeExtraTurn(),
    cairn.Together(cairn.Banish(Space.A5), cairn.Relocate(Space.D4, Space.D3)),
    cairn.RelocateAll(cairn.Relocate(Space.C3, Space.D4), cairn.Relocate(Space.D4, Space.C3)),
    cairn.Borrow(Space.B3),
    cairn.Wake(Space.C3),
    cairn.GrantBuild(Space.C3),
)
"""One action of each kind, two of those that can lead out of the field."""
_OF_KORRIGANS: Final[tuple[Any, ...]] = (
    korrigans.Place("A"),
    korrigans.Take(Clover.HARE),
    korrigans.Take(Clover.GOLD3),
    korrigans.CoverSun(3),
    korrigans.CoverCloud(5),
    korrigans.Move(0, Companion.HARE, "K"),
    korrigans.Sacrifice(Clover.GOLD1, Companion.SQUIRREL),
    korrigans.Pass(),
    korrigans.GiveGoblin(1, 0),
    korrigans.Unmask(3),
    korrigans.PlaceTroll(Link(LinkKind.OPEN, ("A", "K"))),
    korrigans.PlaceTroll(Link(LinkKind.DOOR, ("A", "B"))),
    korrigans.PlaceTroll(Link(LinkKind.BRIDGE, ("B", "C"))),
    korrigans.Decline(),
    korrigans.PlaceCauldron("E"),
    korrigans.FinalMove(1, Companion.FROG, "N"),
    korrigans.EndFinalTurn(),
)
"""One action of each kind, two tokens and a link of each kind."""
_EVERY_KIND: Final[Mapping[str, set[type]]] = {
    "cairn": {*get_args(cairn.Action), *BOX_EFFECTS, *WIDER_EFFECTS} - {cairn.Effect},
    "korrigans": {*get_args(korrigans.Action)},
}
EXAMPLES: Final[Mapping[str, tuple[Any, ...]]] = {"cairn": _OF_CAIRN, "korrigans": _OF_KORRIGANS}
"""Examples of the actions of each game."""


def action_table(game: str) -> str:
    """How each action of a game is written."""
    missing = _EVERY_KIND[game] - set(map(type, EXAMPLES[game]))
    if missing:
        raise ValueError(f"there is no example of {', '.join(sorted(kind.__name__ for kind in missing))}")
    module: Any = korrigans if game == "korrigans" else cairn
    lines = ["| action | text | JSON |", "|---|---|---|"]
    for action in EXAMPLES[game]:
        name, text = type(action).__name__, module.format_action(action).replace("|", "\\|")
        value = json.dumps(cairn.to_data(action)["value"])
        lines.append(f"| [`{name}`][{module.__name__}.{name}] | `{text}` | `{value}` |")
    return "\n".join(lines)


def face_table() -> str:
    """How the faces of the tiles are written."""
    lines = ["| tile | in a position | in JSON |", "|---|---|---|"]
    for kind in _KINDS:
        tile = kind.__name__.removesuffix("Face")
        letters = " or ".join(f"`{face.value}`" for face in kind)
        names = " or ".join(f'`"{face.name.lower()}"`' for face in kind)
        lines.append(f"| [{tile}][cairn_rules.{kind.__name__}] | {letters} | {names} |")
    return "\n".join(lines)
