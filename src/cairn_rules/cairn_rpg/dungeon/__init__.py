"""A dungeon that a party explores turn by turn, as a game: rules as pure functions, and their values."""

import typing as _typing

from cairn_rules.cairn_rpg.dungeon.actions import (
    Action,
    Cost,
    Deed,
    Do,
    Go,
    Lead,
    Leave,
    Pay,
    Settle,
    Stay,
    TroubleKind,
)
from cairn_rules.cairn_rpg.dungeon.areas import (
    Area,
    Door,
    DoorState,
    Dungeon,
    Exit,
    Place,
    Row,
    Tables,
    Trap,
    check_dungeon,
    example,
)
from cairn_rules.cairn_rpg.dungeon.changes import changes, events_of, log
from cairn_rules.cairn_rpg.dungeon.diagrams import diagram
from cairn_rules.cairn_rpg.dungeon.manifest import MANIFEST
from cairn_rules.cairn_rpg.dungeon.notation import describe, format_action, parse_action
from cairn_rules.cairn_rpg.dungeon.observation import Observation, observe, sample_hidden
from cairn_rules.cairn_rpg.dungeon.rules.reasons import why_illegal
from cairn_rules.cairn_rpg.dungeon.rules.rules import (
    apply,
    characters,
    current_player,
    explain,
    legal_actions,
    outcome,
    outcomes,
    resolve,
)
from cairn_rules.cairn_rpg.dungeon.rules.setup import changed, new_game, returned
from cairn_rules.cairn_rpg.dungeon.state import Found, Scene, State, Trouble, Work
from cairn_rules.cairn_rpg.dungeon.words import surroundings
from cairn_rules.lazy import load_lazily as _load_lazily

if _typing.TYPE_CHECKING:
    from cairn_rules.cairn_rpg.dungeon.maps.create import create_dungeon
    from cairn_rules.cairn_rpg.dungeon.maps.findings import dungeon_findings
    from cairn_rules.cairn_rpg.dungeon.maps.map_file import parse_dungeon, read_dungeon
    from cairn_rules.cairn_rpg.dungeon.maps.map_picture import map_svg

__all__ = [
    "MANIFEST",
    "Action",
    "Area",
    "Cost",
    "Deed",
    "Do",
    "Door",
    "DoorState",
    "Dungeon",
    "Exit",
    "Found",
    "Go",
    "Lead",
    "Leave",
    "Observation",
    "Pay",
    "Place",
    "Row",
    "Scene",
    "Settle",
    "State",
    "Stay",
    "Tables",
    "Trap",
    "Trouble",
    "TroubleKind",
    "Work",
    "apply",
    "changed",
    "changes",
    "characters",
    "check_dungeon",
    "create_dungeon",
    "current_player",
    "describe",
    "diagram",
    "dungeon_findings",
    "events_of",
    "example",
    "explain",
    "format_action",
    "legal_actions",
    "log",
    "map_svg",
    "new_game",
    "observe",
    "outcome",
    "outcomes",
    "parse_action",
    "parse_dungeon",
    "read_dungeon",
    "resolve",
    "returned",
    "sample_hidden",
    "surroundings",
    "why_illegal",
]

_load_lazily(
    globals(),
    {
        ".maps.create": ("create_dungeon",),
        ".maps.findings": ("dungeon_findings",),
        ".maps.map_picture": ("map_svg",),
        ".maps.map_file": ("parse_dungeon", "read_dungeon"),
    },
)
