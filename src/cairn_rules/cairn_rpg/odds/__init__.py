"""Odds of fights, exact or from simulated games, with policies as functions."""

from cairn_rules.cairn_rpg.estimates.estimate import Estimate, TooManyStatesError
from cairn_rules.cairn_rpg.odds.calculate import odds, odds_in_steps
from cairn_rules.cairn_rpg.odds.page import Colours, odds_chart, odds_page
from cairn_rules.cairn_rpg.odds.policies import FleeWhenHurt, Policy, focus_fire, random_target, weakest_first
from cairn_rules.cairn_rpg.odds.report import markdown_report, text_report
from cairn_rules.cairn_rpg.odds.result import Ending, FighterOdds, Odds
from cairn_rules.lazy import load_lazily as _load_lazily

__all__ = [
    "Colours",
    "Ending",
    "Estimate",
    "FighterOdds",
    "FleeWhenHurt",
    "Odds",
    "Policy",
    "TooManyStatesError",
    "focus_fire",
    "markdown_report",
    "odds",
    "odds_chart",
    "odds_in_steps",
    "odds_page",
    "random_target",
    "text_report",
    "weakest_first",
]

_load_lazily(globals())
