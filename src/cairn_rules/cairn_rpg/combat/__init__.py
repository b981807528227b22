"""The fight of a party against the side of the Warden, as a game: rules as pure functions, and their values."""

from cairn_rules.cairn_rpg.combat.actions import (
    Action,
    Agree,
    Aid,
    Begin,
    Cast,
    Declaration,
    Destroy,
    Drop,
    Flee,
    Judge,
    Lose,
    Offer,
    Recover,
    Refuse,
    Rise,
    Strike,
    Use,
    Wait,
)
from cairn_rules.cairn_rpg.combat.changes import changes, events_of, log
from cairn_rules.cairn_rpg.combat.diagrams import diagram
from cairn_rules.cairn_rpg.combat.manifest import MANIFEST
from cairn_rules.cairn_rpg.combat.notation import describe, format_action, parse_action
from cairn_rules.cairn_rpg.combat.observation import Observation, observe, sample_hidden
from cairn_rules.cairn_rpg.combat.rules.reasons import why_illegal
from cairn_rules.cairn_rpg.combat.rules.rules import (
    apply,
    current_player,
    explain,
    legal_actions,
    outcome,
    outcomes,
    resolve,
)
from cairn_rules.cairn_rpg.combat.rules.setup import (
    characters,
    companion,
    creature,
    detachment,
    fighter,
    muster,
    new_game,
    person,
)
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY, Fighter, Gone, Held, Plight, Question, Scene, State, Truce
from cairn_rules.cairn_rpg.common.action_log import Log
from cairn_rules.lazy import load_lazily as _load_lazily

__all__ = [
    "FOES",
    "MANIFEST",
    "PARTY",
    "Action",
    "Agree",
    "Aid",
    "Begin",
    "Cast",
    "Declaration",
    "Destroy",
    "Drop",
    "Fighter",
    "Flee",
    "Gone",
    "Held",
    "Judge",
    "Log",
    "Lose",
    "Observation",
    "Offer",
    "Plight",
    "Question",
    "Recover",
    "Refuse",
    "Rise",
    "Scene",
    "State",
    "Strike",
    "Truce",
    "Use",
    "Wait",
    "apply",
    "changes",
    "characters",
    "companion",
    "creature",
    "current_player",
    "describe",
    "detachment",
    "diagram",
    "events_of",
    "explain",
    "fighter",
    "format_action",
    "legal_actions",
    "log",
    "muster",
    "new_game",
    "observe",
    "outcome",
    "outcomes",
    "parse_action",
    "person",
    "resolve",
    "sample_hidden",
    "why_illegal",
]

_load_lazily(globals())
