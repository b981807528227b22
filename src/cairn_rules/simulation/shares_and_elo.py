"""Shares of trials, such as games won, with confidence intervals, and the Elo lead of a share."""

from __future__ import annotations

from math import log10, sqrt
from typing import Final, final

from cairn_rules.argument_checks import checked, checked_class
from cairn_rules.errors import DefinitionError
from cairn_rules.frozen_classes import frozen

SURE: Final = 1.959964
"""Half the width of a 95 % confidence interval, in standard deviations."""


@final
@checked_class
@frozen
class Share:
    """A share of trials, such as games won, with its confidence interval (Wilson, 95 %)."""

    count: float
    """Number of successes; a draw counts as half a victory."""
    of: int
    """Number of trials."""

    @property
    def value(self) -> float:
        """The share, from 0 to 1; 0.5 if there were no trials."""
        return self.count / self.of if self.of else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The lower and upper bound of the confidence interval, each from 0 to 1.

        Example:
            >>> low, high = Share(count=80, of=100).interval
            >>> f"{low:.3f} to {high:.3f}"
            '0.711 to 0.867'
        """
        if not self.of:
            return 0.0, 1.0
        n, p = self.of, self.value
        centre = p + SURE**2 / (2 * n)
        spread = SURE * sqrt(p * (1 - p) / n + SURE**2 / (4 * n**2))
        scale = 1 + SURE**2 / n
        low = (centre - spread) / scale if self.count else 0.0  # exactly, whatever rounding makes of it
        high = (centre + spread) / scale if self.count < n else 1.0
        return low, high

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.value:.1%} ({low:.1%} to {high:.1%})"


@checked
def elo(share: float) -> float:
    """Return the lead in Elo points that corresponds to a share of games won; infinite for 0 and 1.

    Raises:
        DefinitionError: if the share is not from 0 to 1.

    Example:
        >>> round(elo(0.75)), elo(0.5)
        (191, 0.0)
    """
    if not 0 <= share <= 1:
        raise DefinitionError(f"share should be from 0 to 1, not {share!r}")
    if share in {0.0, 1.0}:
        return float("inf") if share else float("-inf")
    return 400 * log10(share / (1 - share))
