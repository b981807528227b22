"""The board game Cairn: a `Game` of pure functions over immutable values, with their types."""

import typing as _typing

from cairn_rules.cairn.megaliths.decorators import Power, Ward, megalith, opponent_decides, ward
from cairn_rules.cairn.megaliths.effects import (
    Banish,
    FlipTile,
    Relocate,
    ReplaceMegalith,
    SlideMegalith,
    Summon,
    SwapMegaliths,
    TakeExtraTurn,
)
from cairn_rules.cairn.megaliths.megaliths import BASE_SET, LIGHT_SET
from cairn_rules.cairn.megaliths.site import Site
from cairn_rules.cairn.megaliths.wider_effects import Borrow, GrantBuild, RelocateAll, Together, Wake
from cairn_rules.cairn.proofs.threats import threats
from cairn_rules.cairn.rules.make_state import make_state
from cairn_rules.cairn.rules.observation import Observation, observe, sample_hidden
from cairn_rules.cairn.rules.rules import apply, current_player, legal_actions, outcome, successors
from cairn_rules.cairn.rules.setup import new_game
from cairn_rules.cairn.rules.transformations import transformations
from cairn_rules.cairn.state.actions import Action, Add, Construct, Effect, Jump, Move, Pass, TileAction, Transform
from cairn_rules.cairn.state.board import VILLAGE, Destination, Space, Tribe, Village, parse_space
from cairn_rules.cairn.state.megalith_data import Megalith, StoneColour, When
from cairn_rules.cairn.state.pending import BuildMegalith, ChooseAction, Over, Pending, TransformOrPass, UsePower
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import (
    AddFace,
    Arrangement,
    JumpFace,
    MoveFace,
    Tile,
    Tiles,
    TransformationFace,
    find_arrangements,
)
from cairn_rules.cairn.variant import Variant
from cairn_rules.lazy import load_lazily as _load_lazily

if _typing.TYPE_CHECKING:
    from cairn_rules.cairn import events
    from cairn_rules.cairn.differences import changes, events_of, reveals
    from cairn_rules.cairn.keys import canonical, key
    from cairn_rules.cairn.manifest import MANIFEST
    from cairn_rules.cairn.pictures.colours import Colours
    from cairn_rules.cairn.pictures.picture import svg
    from cairn_rules.cairn.proofs.forced_wins import Proof, forced_win
    from cairn_rules.cairn.puzzle import Attempt, Puzzle, format_puzzles, puzzle_of, puzzles
    from cairn_rules.cairn.puzzle_search import find_puzzles
    from cairn_rules.cairn.rules.engine import compiled
    from cairn_rules.cairn.rules.reasons import why_illegal
    from cairn_rules.cairn.symmetry import mirror, rotate
    from cairn_rules.cairn.texts.diagrams import diagram
    from cairn_rules.cairn.texts.notation import format_action, parse_action
    from cairn_rules.cairn.texts.position_text import format_position, parse_position
    from cairn_rules.cairn.texts.words import describe

__all__ = [
    "BASE_SET",
    "LIGHT_SET",
    "MANIFEST",
    "VILLAGE",
    "Action",
    "Add",
    "AddFace",
    "Arrangement",
    "Attempt",
    "Banish",
    "Borrow",
    "BuildMegalith",
    "ChooseAction",
    "Colours",
    "Construct",
    "Destination",
    "Effect",
    "FlipTile",
    "GrantBuild",
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
    "Proof",
    "Puzzle",
    "Relocate",
    "RelocateAll",
    "ReplaceMegalith",
    "Site",
    "SlideMegalith",
    "Space",
    "State",
    "StoneColour",
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
    "Wake",
    "Ward",
    "When",
    "apply",
    "canonical",
    "changes",
    "compiled",
    "current_player",
    "describe",
    "diagram",
    "events",
    "events_of",
    "find_arrangements",
    "find_puzzles",
    "forced_win",
    "format_action",
    "format_position",
    "format_puzzles",
    "key",
    "legal_actions",
    "make_state",
    "megalith",
    "mirror",
    "new_game",
    "observe",
    "opponent_decides",
    "outcome",
    "parse_action",
    "parse_position",
    "parse_space",
    "puzzle_of",
    "puzzles",
    "reveals",
    "rotate",
    "sample_hidden",
    "successors",
    "svg",
    "threats",
    "transformations",
    "ward",
    "why_illegal",
]

_load_lazily(
    globals(),
    {
        ".differences": ("changes", "events_of", "reveals"),
        ".rules.engine": ("compiled",),
        ".proofs.forced_wins": ("Proof", "forced_win"),
        ".keys": ("canonical", "key"),
        ".manifest": ("MANIFEST",),
        ".texts.notation": ("format_action", "parse_action"),
        ".texts.position_text": ("format_position", "parse_position"),
        ".puzzle_search": ("find_puzzles",),
        ".puzzle": ("Attempt", "Puzzle", "format_puzzles", "puzzle_of", "puzzles"),
        ".rules.reasons": ("why_illegal",),
        ".symmetry": ("mirror", "rotate"),
        ".texts.diagrams": ("diagram",),
        ".texts.words": ("describe",),
        ".pictures.picture": ("svg",),
        ".pictures.colours": ("Colours",),
    },
)
