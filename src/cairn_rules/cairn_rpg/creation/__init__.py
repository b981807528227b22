"""Making characters of Cairn, the role-playing game: a game of decisions, and functions that make them at once."""

from cairn_rules.cairn_rpg.creation.actions import Action, Arrange, Buy, Choose, Done, Leave, Roll, RollRest, Swap
from cairn_rules.cairn_rpg.creation.changes import changes, events_of
from cairn_rules.cairn_rpg.creation.create import (
    Choices,
    create_character,
    create_characters,
    create_party,
    find_character,
)
from cairn_rules.cairn_rpg.creation.diagrams import diagram
from cairn_rules.cairn_rpg.creation.hirelings import create_background_hireling, create_hireling, take_over
from cairn_rules.cairn_rpg.creation.manifest import MANIFEST
from cairn_rules.cairn_rpg.creation.notation import describe, format_action, parse_action
from cairn_rules.cairn_rpg.creation.observation import Observation, observe, sample_hidden
from cairn_rules.cairn_rpg.creation.reasons import why_illegal
from cairn_rules.cairn_rpg.creation.rules import (
    apply,
    characters,
    current_player,
    legal_actions,
    new_game,
    outcome,
    resolve,
)
from cairn_rules.cairn_rpg.creation.state import State, decision
from cairn_rules.cairn_rpg.creation.steps import Draft, Step
from cairn_rules.lazy import load_lazily as _load_lazily

__all__ = [
    "MANIFEST",
    "Action",
    "Arrange",
    "Buy",
    "Choices",
    "Choose",
    "Done",
    "Draft",
    "Leave",
    "Observation",
    "Roll",
    "RollRest",
    "State",
    "Step",
    "Swap",
    "apply",
    "changes",
    "characters",
    "create_background_hireling",
    "create_character",
    "create_characters",
    "create_hireling",
    "create_party",
    "current_player",
    "decision",
    "describe",
    "diagram",
    "events_of",
    "find_character",
    "format_action",
    "legal_actions",
    "new_game",
    "observe",
    "outcome",
    "parse_action",
    "resolve",
    "sample_hidden",
    "take_over",
    "why_illegal",
]

_load_lazily(globals())
