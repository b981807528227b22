"""The board game Endless Winter for one to four players: its rules as pure functions, and the values they use."""

import typing as _typing

from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.documents.make_state import PlayerParts, make_state
from cairn_rules.endless_winter.manifest import MANIFEST
from cairn_rules.endless_winter.packs.pack_file import default_pack, format_pack, parse_pack, read_pack
from cairn_rules.endless_winter.rules.counts import eclipse_labor, food_capacity, influence
from cairn_rules.endless_winter.rules.determinisation import sample_hidden
from cairn_rules.endless_winter.rules.observation import Observation, SeenPlayer, observe
from cairn_rules.endless_winter.rules.reasons import why_illegal
from cairn_rules.endless_winter.rules.rules import (
    apply,
    current_player,
    legal_actions,
    new_game,
    outcome,
    resolve,
    successors,
)
from cairn_rules.endless_winter.rules.scoring import Score, scores
from cairn_rules.endless_winter.rules.soundness import check_state
from cairn_rules.endless_winter.state.actions import (
    Action,
    AddToRitual,
    Boost,
    BuildVillage,
    Bury,
    Choose,
    ChooseSide,
    Decline,
    Discard,
    DrawAnimal,
    End,
    Gain,
    MoveCamp,
    MoveIdol,
    Pay,
    PlaceCamp,
    PlaceFigure,
    PlaceMegalith,
    PlayCulture,
    PlayTribe,
    ResolveTribe,
    RevealAnimals,
    SpendFood,
    TakeAnimal,
    TakeChief,
    TakeCulture,
    TakePart,
    TakeSetup,
    TakeStone,
    TakeTile,
    TakeTribe,
    Tip,
)
from cairn_rules.endless_winter.state.hexes import Hex, Juncture
from cairn_rules.endless_winter.state.megaliths import Megalith, Spot
from cairn_rules.endless_winter.state.state import Phase, Player, Rival, State, Table, ThisTurn
from cairn_rules.endless_winter.texts.diagrams import diagram
from cairn_rules.endless_winter.texts.notation import describe, format_action, parse_action, parse_hex, parse_spot
from cairn_rules.endless_winter.variant import Variant
from cairn_rules.lazy import load_lazily as _load_lazily

if _typing.TYPE_CHECKING:
    from cairn_rules.endless_winter.differences import changes, events_of, reveals
    from cairn_rules.endless_winter.pictures.colours import Colours
    from cairn_rules.endless_winter.pictures.picture import svg

__all__ = [
    "MANIFEST",
    "Action",
    "AddToRitual",
    "Boost",
    "BuildVillage",
    "Bury",
    "Choose",
    "ChooseSide",
    "Colours",
    "Decline",
    "Discard",
    "DrawAnimal",
    "End",
    "Gain",
    "Hex",
    "Juncture",
    "Megalith",
    "MoveCamp",
    "MoveIdol",
    "Observation",
    "Pack",
    "Pay",
    "Phase",
    "PlaceCamp",
    "PlaceFigure",
    "PlaceMegalith",
    "PlayCulture",
    "PlayTribe",
    "Player",
    "PlayerParts",
    "ResolveTribe",
    "RevealAnimals",
    "Rival",
    "Score",
    "SeenPlayer",
    "SpendFood",
    "Spot",
    "State",
    "Table",
    "TakeAnimal",
    "TakeChief",
    "TakeCulture",
    "TakePart",
    "TakeSetup",
    "TakeStone",
    "TakeTile",
    "TakeTribe",
    "ThisTurn",
    "Tip",
    "Variant",
    "apply",
    "changes",
    "check_state",
    "current_player",
    "default_pack",
    "describe",
    "diagram",
    "eclipse_labor",
    "events_of",
    "food_capacity",
    "format_action",
    "format_pack",
    "influence",
    "legal_actions",
    "make_state",
    "new_game",
    "observe",
    "outcome",
    "parse_action",
    "parse_hex",
    "parse_pack",
    "parse_spot",
    "read_pack",
    "resolve",
    "reveals",
    "sample_hidden",
    "scores",
    "successors",
    "svg",
    "why_illegal",
]

_load_lazily(
    globals(),
    {
        ".differences": ("changes", "events_of", "reveals"),
        ".pictures.picture": ("svg",),
        ".pictures.colours": ("Colours",),
    },
)
