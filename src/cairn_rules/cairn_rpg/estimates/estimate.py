"""Numbers with their errors: probabilities and means, exact or from a simulation."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from math import sqrt
from typing import TypeAlias, final

from cairn_rules.errors import DefinitionError
from cairn_rules.frozen_classes import frozen
from cairn_rules.simulation.shares_and_elo import SURE, Share

Number: TypeAlias = "float | Fraction"


class TooManyStatesError(DefinitionError):
    """A fight or a journey with too many states for an exact result."""

    def __init__(self, reason: str, what: str = "the odds") -> None:
        super().__init__(f"{what} cannot be exact: {reason}; raise most_states, or simulate with exact=False")
        self.reason = reason
        """The reason, without advice."""


@final
@frozen
class Estimate:
    """A number, exact or with its error.

    Example:
        >>> print(Estimate.share(80, 100), Estimate(0.9231329))
        80.0 % (71.1 to 86.7) 92.3 %
    """

    value: float | Fraction
    """The number: a probability, as which the text shows it, or a mean."""
    error: float = 0.0
    """The standard error; 0 if the number is exact."""
    interval: tuple[float, float] | None = None
    """The 95 % confidence interval; None if the number is exact."""

    @classmethod
    def share(cls, count: int, of: int) -> Estimate:
        """Return the estimate of a probability from the number of games in which something happened."""
        share = Share(count, of)
        return cls(share.value, sqrt(share.value * (1 - share.value) / of), share.interval)

    @classmethod
    def mean(cls, total: int, squares: int, of: int, *, least: float = 0.0) -> Estimate:
        """Return the estimate of a mean from a sum and a sum of squares.

        There are `of` values, and none can be less than `least`.
        """
        mean = total / of
        error = sqrt(max(0.0, squares / of - mean * mean) / (of - 1)) if of > 1 else float("inf")
        return cls(mean, error, (max(least, mean - SURE * error), mean + SURE * error))

    def __str__(self) -> str:
        value = f"{percent(self.value)} %"
        return value if self.interval is None else f"{value} ({' to '.join(map(percent, self.interval))})"


class Reported:
    """A result on which the module `report` next to its own reports. A notebook shows the report."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"

    def _repr_markdown_(self) -> str:
        # The module that reports imports that of the result, so that it can only be imported here.
        report: str = import_module(type(self).__module__.replace(".result", ".report")).markdown_report(self)
        return report


def percent(share: Number) -> str:
    """Return a probability in percent. Only impossible or certain results are shown as 0.0 or 100.0.

    Example:
        >>> percent(0.9231329), percent(0.0001), percent(0.99999), percent(1)
        ('92.3', '<0.1', '>99.9', '100.0')
    """
    shown = f"{float(share) * 100:.1f}"
    if shown == "0.0" and share > 0:
        return "<0.1"
    return ">99.9" if shown == "100.0" and share < 1 else shown
