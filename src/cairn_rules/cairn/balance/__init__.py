"""Balance reports: the effect of a megalith on games of Cairn, measured in games with and without it."""

import typing as _typing

from cairn_rules.lazy import load_lazily as _load_lazily

if _typing.TYPE_CHECKING:
    from cairn_rules.cairn.balance.batch_measurement import measure_batch
    from cairn_rules.cairn.balance.measurement import Cause, Ending, Measured, Point, measure
    from cairn_rules.cairn.balance.report import BalanceReport, StoneBalance, balance, balance_in_steps
    from cairn_rules.cairn.balance.statistics import Figures, Mean, difference, p_value, significant

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
    "balance_in_steps",
    "difference",
    "measure",
    "measure_batch",
    "p_value",
    "significant",
]

_load_lazily(
    globals(),
    {
        ".report": ("BalanceReport", "StoneBalance", "balance", "balance_in_steps"),
        ".measurement": ("Cause", "Ending", "Measured", "Point", "measure"),
        ".statistics": ("Figures", "Mean", "difference", "p_value", "significant"),
        ".batch_measurement": ("measure_batch",),
    },
)
