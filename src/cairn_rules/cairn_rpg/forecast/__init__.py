"""Forecasts of journeys: days, rations, Fatigue and losses, exactly or from simulated journeys."""

from cairn_rules.cairn_rpg.forecast.calculate import forecast, forecast_in_steps, weather_odds
from cairn_rules.cairn_rpg.forecast.page import Colours, forecast_chart, forecast_page
from cairn_rules.cairn_rpg.forecast.plans import take_along
from cairn_rules.cairn_rpg.forecast.policies import Policy, Table, Traveller
from cairn_rules.cairn_rpg.forecast.report import markdown_report, text_report
from cairn_rules.cairn_rpg.forecast.result import Forecast, Measure, Spread, difference
from cairn_rules.lazy import load_lazily as _load_lazily

__all__ = [
    "Colours",
    "Forecast",
    "Measure",
    "Policy",
    "Spread",
    "Table",
    "Traveller",
    "difference",
    "forecast",
    "forecast_chart",
    "forecast_in_steps",
    "forecast_page",
    "markdown_report",
    "take_along",
    "text_report",
    "weather_odds",
]

_load_lazily(globals())
