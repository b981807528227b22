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
        **dict.fromkeys(
            ("BalanceReport", "StoneBalance", "balance", "balance_in_steps"), "cairn_rules.cairn.balance.report"
        ),
        **dict.fromkeys(("Cause", "Ending", "Measured", "Point", "measure"), "cairn_rules.cairn.balance.measurement"),
        **dict.fromkeys(
            ("Figures", "Mean", "difference", "p_value", "significant"), "cairn_rules.cairn.balance.statistics"
        ),
        "measure_batch": "cairn_rules.cairn.balance.batch_measurement",
    },
)
