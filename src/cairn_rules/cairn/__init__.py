"""The board game Cairn: a `Game` of pure functions over frozen values, and what they are made of."""

from __future__ import annotations

from cairn_rules.cairn.actions import Action, Add, Construct, Effect, Jump, Move, Pass, TileAction, Transform
from cairn_rules.cairn.board import VILLAGE, Destination, Space, Tribe, Village
from cairn_rules.cairn.diagram import diagram
from cairn_rules.cairn.effects import Banish, FlipTile, Relocate, Summon, TakeExtraTurn, Together
from cairn_rules.cairn.megalith_effects import ReplaceMegalith, SlideMegalith, SwapMegaliths
from cairn_rules.cairn.megaliths import BASE_SET, LIGHT_SET
from cairn_rules.cairn.notation import format_action, parse_action
from cairn_rules.cairn.observation import Observation, observe, sample_hidden
from cairn_rules.cairn.pending import (
    BuildMegalith,
    ChooseAction,
    Over,
    Pending,
    TransformOrPass,
    UsePower,
    Waiting,
)
from cairn_rules.cairn.position import format_position, parse_position
from cairn_rules.cairn.powers import Megalith, Power, Stone, megalith
from cairn_rules.cairn.reasons import why_illegal
from cairn_rules.cairn.rules import apply, current_player, legal_actions, outcome
from cairn_rules.cairn.setup import new_game
from cairn_rules.cairn.site import Site
from cairn_rules.cairn.snapshot import Snapshot
from cairn_rules.cairn.state import State
from cairn_rules.cairn.symmetry import mirror, rotate
from cairn_rules.cairn.threats import threats
from cairn_rules.cairn.tiles import AddFace, JumpFace, MoveFace, Tile, Tiles, TransformationFace
from cairn_rules.cairn.transformations import Arrangement, find_arrangements, transformations
from cairn_rules.cairn.variant import Variant

__all__ = [
    "BASE_SET",
    "LIGHT_SET",
    "VILLAGE",
    "Action",
    "Add",
    "AddFace",
    "Arrangement",
    "Banish",
    "BuildMegalith",
    "ChooseAction",
    "Construct",
    "Destination",
    "Effect",
    "FlipTile",
    "Jump",
    "JumpFace",
    "Megalith",
    "Move",
    "MoveFace",
    "Observation",
    "Over",
    "Pass",
    "Pending",
    "Power",
    "Relocate",
    "ReplaceMegalith",
    "Site",
    "SlideMegalith",
    "Snapshot",
    "Space",
    "State",
    "Stone",
    "Summon",
    "SwapMegaliths",
    "TakeExtraTurn",
    "Tile",
    "TileAction",
    "Tiles",
    "Together",
    "Transform",
    "TransformOrPass",
    "TransformationFace",
    "Tribe",
    "UsePower",
    "Variant",
    "Village",
    "Waiting",
    "apply",
    "current_player",
    "diagram",
    "find_arrangements",
    "format_action",
    "format_position",
    "legal_actions",
    "megalith",
    "mirror",
    "new_game",
    "observe",
    "outcome",
    "parse_action",
    "parse_position",
    "rotate",
    "sample_hidden",
    "threats",
    "transformations",
    "why_illegal",
]
