"""Balance reports: what a megalith does to games of Cairn, measured with it and without it."""

from __future__ import annotations

from cairn_rules.cairn.balance import (
    BalanceReport,
    Ending,
    Figures,
    Mean,
    Measured,
    StoneBalance,
    balance,
    difference,
    measure,
)

__all__ = ["BalanceReport", "Ending", "Figures", "Mean", "Measured", "StoneBalance", "balance", "difference", "measure"]
