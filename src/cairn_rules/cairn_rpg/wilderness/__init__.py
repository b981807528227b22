"""The journey of a party through the wilds, as a game: rules as pure functions, and their values."""

from __future__ import annotations

from cairn_rules.cairn_rpg.party import Drop, Light, Party, Question
from cairn_rules.cairn_rpg.wilderness.actions import (
    BEGIN,
    TRAVEL,
    Action,
    Answer,
    Begin,
    Camp,
    Declaration,
    Explore,
    Find,
    FindWay,
    Guard,
    Lose,
    Pay,
    Rest,
    Resupply,
    Shift,
    Supply,
    Take,
    Travel,
    Wait,
)
from cairn_rules.cairn_rpg.wilderness.changes import changes, log
from cairn_rules.cairn_rpg.wilderness.diagram import diagram
from cairn_rules.cairn_rpg.wilderness.food import meals
from cairn_rules.cairn_rpg.wilderness.manifest import MANIFEST
from cairn_rules.cairn_rpg.wilderness.notation import format_action, parse_action
from cairn_rules.cairn_rpg.wilderness.observation import Observation, observe, sample_hidden
from cairn_rules.cairn_rpg.wilderness.reasons import why_illegal
from cairn_rules.cairn_rpg.wilderness.rules import (
    apply,
    current_player,
    explain,
    legal_actions,
    outcome,
    outcomes,
    resolve,
)
from cairn_rules.cairn_rpg.wilderness.setup import new_game, parse_legs, split
from cairn_rules.cairn_rpg.wilderness.state import Choice, Modifier, Route, State
from cairn_rules.cairn_rpg.wilderness.travel import lost_odds, needed, next_weather, supply_die, watches_needed

__all__ = [
    "BEGIN",
    "MANIFEST",
    "TRAVEL",
    "Action",
    "Answer",
    "Begin",
    "Camp",
    "Choice",
    "Declaration",
    "Drop",
    "Explore",
    "Find",
    "FindWay",
    "Guard",
    "Light",
    "Lose",
    "Modifier",
    "Observation",
    "Party",
    "Pay",
    "Question",
    "Rest",
    "Resupply",
    "Route",
    "Shift",
    "State",
    "Supply",
    "Take",
    "Travel",
    "Wait",
    "apply",
    "changes",
    "current_player",
    "diagram",
    "explain",
    "format_action",
    "legal_actions",
    "log",
    "lost_odds",
    "meals",
    "needed",
    "new_game",
    "next_weather",
    "observe",
    "outcome",
    "outcomes",
    "parse_action",
    "parse_legs",
    "resolve",
    "sample_hidden",
    "split",
    "supply_die",
    "watches_needed",
    "why_illegal",
]
