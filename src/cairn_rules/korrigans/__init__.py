"""The board game Korrigans for two to five players: its rules as pure functions, and the values they use."""

import typing as _typing

from cairn_rules.korrigans.manifest import MANIFEST
from cairn_rules.korrigans.rules.determinisation import sample_hidden
from cairn_rules.korrigans.rules.make_state import make_state
from cairn_rules.korrigans.rules.observation import Look, Observation, Remembered, SeenSeat, observe
from cairn_rules.korrigans.rules.reasons import why_illegal
from cairn_rules.korrigans.rules.rules import apply, current_player, legal_actions, outcome, successors
from cairn_rules.korrigans.rules.scoring import Score, scores
from cairn_rules.korrigans.rules.setup import new_game
from cairn_rules.korrigans.state.actions import (
    Action,
    CoverCloud,
    CoverSun,
    Decline,
    EndFinalTurn,
    FinalMove,
    GiveGoblin,
    Move,
    Pass,
    Place,
    PlaceCauldron,
    PlaceTroll,
    Sacrifice,
    Take,
    Unmask,
)
from cairn_rules.korrigans.state.board import Board, Cell, Field, Link, LinkKind, Step
from cairn_rules.korrigans.state.board_file import default_board, format_board, parse_board, read_board
from cairn_rules.korrigans.state.pending import (
    ChooseCauldronField,
    ChooseCloud,
    ChooseFinalMove,
    ChooseLink,
    ChooseMove,
    ChooseOpponent,
    ChooseReceiver,
    ChooseSecondMove,
    ChooseSun,
    Over,
    Pending,
    PlaceKorrigan,
    TakeClover,
)
from cairn_rules.korrigans.state.seats import Carried, Korrigan, Seat
from cairn_rules.korrigans.state.state import State
from cairn_rules.korrigans.state.tokens import Clover, Companion, Menhir, Pawn
from cairn_rules.korrigans.texts.diagrams import diagram
from cairn_rules.korrigans.texts.notation import describe, format_action, parse_action, parse_link
from cairn_rules.korrigans.variant import Variant
from cairn_rules.lazy import load_lazily as _load_lazily

if _typing.TYPE_CHECKING:
    from cairn_rules.korrigans.events import changes, events_of, reveals
    from cairn_rules.korrigans.keys import key
    from cairn_rules.korrigans.pictures.colours import Colours
    from cairn_rules.korrigans.pictures.picture import svg

__all__ = [
    "MANIFEST",
    "Action",
    "Board",
    "Carried",
    "Cell",
    "ChooseCauldronField",
    "ChooseCloud",
    "ChooseFinalMove",
    "ChooseLink",
    "ChooseMove",
    "ChooseOpponent",
    "ChooseReceiver",
    "ChooseSecondMove",
    "ChooseSun",
    "Clover",
    "Colours",
    "Companion",
    "CoverCloud",
    "CoverSun",
    "Decline",
    "EndFinalTurn",
    "Field",
    "FinalMove",
    "GiveGoblin",
    "Korrigan",
    "Link",
    "LinkKind",
    "Look",
    "Menhir",
    "Move",
    "Observation",
    "Over",
    "Pass",
    "Pawn",
    "Pending",
    "Place",
    "PlaceCauldron",
    "PlaceKorrigan",
    "PlaceTroll",
    "Remembered",
    "Sacrifice",
    "Score",
    "Seat",
    "SeenSeat",
    "State",
    "Step",
    "Take",
    "TakeClover",
    "Unmask",
    "Variant",
    "apply",
    "changes",
    "current_player",
    "default_board",
    "describe",
    "diagram",
    "events_of",
    "format_action",
    "format_board",
    "key",
    "legal_actions",
    "make_state",
    "new_game",
    "observe",
    "outcome",
    "parse_action",
    "parse_board",
    "parse_link",
    "read_board",
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
        ".events": ("changes", "events_of", "reveals"),
        ".keys": ("key",),
        ".pictures.picture": ("svg",),
        ".pictures.colours": ("Colours",),
    },
)
