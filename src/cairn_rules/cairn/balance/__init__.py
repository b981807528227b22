"""Balance reports: the effect of a megalith on games of Cairn, measured in games with and without it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn_rules.lazy import lazily

if TYPE_CHECKING:
    from cairn_rules.cairn.balance.batch_measurement import measure_batch
    from cairn_rules.cairn.balance.measurement import Cause, Ending, Measured, Point, measure
    from cairn_rules.cairn.balance.report import BalanceReport, StoneBalance, balance
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
    "difference",
    "measure",
    "measure_batch",
    "p_value",
    "significant",
]

if not TYPE_CHECKING:  # the files of this package import one another
    __getattr__ = lazily(
        globals(),
        {
            **dict.fromkeys(("BalanceReport", "StoneBalance", "balance"), "cairn_rules.cairn.balance.report"),
            **dict.fromkeys(
                ("Cause", "Ending", "Measured", "Point", "measure"), "cairn_rules.cairn.balance.measurement"
            ),
            **dict.fromkeys(
                ("Figures", "Mean", "difference", "p_value", "significant"), "cairn_rules.cairn.balance.statistics"
            ),
            "measure_batch": "cairn_rules.cairn.balance.batch_measurement",
        },
    )
