"""A campaign as one value: the party, the land, the time, and the current journey, dungeon or fight."""

import typing as _typing

from cairn_rules.cairn_rpg.campaign.actions import (
    Action,
    Aid,
    BelongingsAction,
    Buy,
    Calm,
    CatchBreath,
    ChangeSeason,
    CompanyAction,
    Dealing,
    Deed,
    Dismiss,
    Downtime,
    Enter,
    Fetch,
    Fight,
    Give,
    GiveGold,
    Hire,
    Join,
    MarketAction,
    OwnAction,
    PartWays,
    PassWatch,
    PayWages,
    Pull,
    PutDown,
    Receive,
    Rename,
    Retire,
    SceneAction,
    Sell,
    SetOut,
    Share,
    Spend,
    Stow,
    Succeed,
    TakeOff,
    TakeOver,
    Wear,
)
from cairn_rules.cairn_rpg.campaign.changes import changes, events_of, log
from cairn_rules.cairn_rpg.campaign.chronicle import Campaign, Chronicle, Entry, chronicle
from cairn_rules.cairn_rpg.campaign.diagrams import diagram
from cairn_rules.cairn_rpg.campaign.gazetteer import Encounter, Gazetteer, Landmark, Way, check_gazetteer, example
from cairn_rules.cairn_rpg.campaign.manifest import MANIFEST
from cairn_rules.cairn_rpg.campaign.notation import describe, format_action, parse_action
from cairn_rules.cairn_rpg.campaign.observation import Observation, observe, sample_hidden
from cairn_rules.cairn_rpg.campaign.rules.reasons import why_illegal
from cairn_rules.cairn_rpg.campaign.rules.rules import (
    apply,
    characters,
    current_player,
    explain,
    legal_actions,
    outcome,
    outcomes,
    resolve,
)
from cairn_rules.cairn_rpg.campaign.rules.setup import new_game
from cairn_rules.cairn_rpg.campaign.state import Explored, Scene, SceneState, State
from cairn_rules.lazy import load_lazily as _load_lazily

if _typing.TYPE_CHECKING:
    from cairn_rules.cairn_rpg.campaign.maps.create import create_gazetteer
    from cairn_rules.cairn_rpg.campaign.maps.findings import gazetteer_findings
    from cairn_rules.cairn_rpg.campaign.maps.land_file import parse_gazetteer, read_gazetteer
    from cairn_rules.cairn_rpg.campaign.maps.map_picture import map_svg

__all__ = [
    "MANIFEST",
    "Action",
    "Aid",
    "BelongingsAction",
    "Buy",
    "Calm",
    "Campaign",
    "CatchBreath",
    "ChangeSeason",
    "Chronicle",
    "CompanyAction",
    "Dealing",
    "Deed",
    "Dismiss",
    "Downtime",
    "Encounter",
    "Enter",
    "Entry",
    "Explored",
    "Fetch",
    "Fight",
    "Gazetteer",
    "Give",
    "GiveGold",
    "Hire",
    "Join",
    "Landmark",
    "MarketAction",
    "Observation",
    "OwnAction",
    "PartWays",
    "PassWatch",
    "PayWages",
    "Pull",
    "PutDown",
    "Receive",
    "Rename",
    "Retire",
    "Scene",
    "SceneAction",
    "SceneState",
    "Sell",
    "SetOut",
    "Share",
    "Spend",
    "State",
    "Stow",
    "Succeed",
    "TakeOff",
    "TakeOver",
    "Way",
    "Wear",
    "apply",
    "changes",
    "characters",
    "check_gazetteer",
    "chronicle",
    "create_gazetteer",
    "current_player",
    "describe",
    "diagram",
    "events_of",
    "example",
    "explain",
    "format_action",
    "gazetteer_findings",
    "legal_actions",
    "log",
    "map_svg",
    "new_game",
    "observe",
    "outcome",
    "outcomes",
    "parse_action",
    "parse_gazetteer",
    "read_gazetteer",
    "resolve",
    "sample_hidden",
    "why_illegal",
]

_load_lazily(
    globals(),
    {
        ".maps.create": ("create_gazetteer",),
        ".maps.findings": ("gazetteer_findings",),
        ".maps.map_picture": ("map_svg",),
        ".maps.land_file": ("parse_gazetteer", "read_gazetteer"),
    },
)
