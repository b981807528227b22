"""Balance reports: the effect of a megalith on games of Cairn, measured in games with and without it."""

from __future__ import annotations

from cairn_rules.cairn.balance.batch import measure_batch
from cairn_rules.cairn.balance.figures import Figures, Mean, difference, p_value, significant
from cairn_rules.cairn.balance.measure import Cause, Ending, Measured, Point, measure
from cairn_rules.cairn.balance.report import BalanceReport, StoneBalance, balance

__all__ = [
    "BalanceReport",
    "Cause",
    "Ending",
    "Figures",
    "Mean",
    "Measured",
    "Point",
    "StoneBalance",
    "balance",
    "difference",
    "measure",
    "measure_batch",
    "p_value",
    "significant",
]
