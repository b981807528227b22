"""The odds of a fight, as values."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Final, Literal, TypeAlias, final

from attrs import frozen

from cairn_rules.cairn_rpg.combat.rules import outcome
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY, Fighter, State
from cairn_rules.cairn_rpg.odds.markov import Number
from cairn_rules.simulation.arena import SURE, Share

ENDLESS: Final = "endless"
"""The reason of a fight without end, in which rounds repeat for ever."""

Fate: TypeAlias = Literal["standing", "out", "dead", "fled"]
"""The fate of a fighter. `out` covers all who are not dead but cannot act, and routed detachments."""
FATES: Final[tuple[Fate, ...]] = ("standing", "out", "dead", "fled")


def fate_of(fighter: Fighter) -> Fate:
    """Return the fate of a fighter."""
    if fighter.character.conditions.dead:
        return "dead"
    if fighter.gone == "fled":
        return "fled"
    return "standing" if fighter.is_in else "out"


def ending_of(state: State) -> tuple[int | None, str]:
    """Return the winning side of a fight and the reason; None and a reason if nobody wins."""
    end = outcome(state)
    if end is None:
        return None, ENDLESS
    return (end.winners[0] if end.winners else None), end.reason


@final
@frozen
class Estimate:
    """A number, exact or with its error.

    Example:
        >>> print(Estimate.share(80, 100), Estimate(0.9231329))
        80.0 % (71.1 to 86.7) 92.3 %
    """

    value: float | Fraction
    """The number: a probability, or a mean."""
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
    def mean(cls, total: int, squares: int, of: int) -> Estimate:
        """Return the estimate of a mean, from the sum of some numbers from 0 up and the sum of their squares."""
        mean = total / of
        error = sqrt(max(0.0, squares / of - mean * mean) / (of - 1)) if of > 1 else float("inf")
        return cls(mean, error, (max(0.0, mean - SURE * error), mean + SURE * error))

    def __str__(self) -> str:
        value = f"{percent(self.value)} %"
        return value if self.interval is None else f"{value} ({' to '.join(map(percent, self.interval))})"


def percent(share: Number) -> str:
    """Return a probability in percent. Only what is impossible or certain is shown as 0.0 or 100.0.

    Example:
        >>> percent(0.9231329), percent(0.0001), percent(0.99999), percent(1)
        ('92.3', '<0.1', '>99.9', '100.0')
    """
    shown = f"{float(share) * 100:.1f}"
    if shown == "0.0" and share > 0:
        return "<0.1"
    return ">99.9" if shown == "100.0" and share < 1 else shown


@final
@frozen
class Ending:
    """A way in which a fight can end."""

    winner: int | None
    """The winning side: 0 for the party, 1 for the foes; None if nobody wins."""
    reason: str
    """`defeat`, `flight`, `stalemate` or `endless`."""
    probability: Estimate
    """The share of fights that end so, from 0 to 1."""


@final
@frozen(kw_only=True)
class FighterOdds:
    """The odds of a fighter."""

    name: str
    """The name. Several fighters may share one."""
    side: int
    """0 for the party, 1 for the foes."""
    standing: Estimate
    """The probability that it stands at the end."""
    out: Estimate
    """The probability that it is out of the fight but not dead, such as dying, spared or routed."""
    dead: Estimate
    """The probability that it dies."""
    fled: Estimate
    """The probability that it runs away."""
    scars: Estimate | None
    """The expected number of new scars; None if it takes none (R107). It is the probability of a scar, unless HP is
    regained in the fight."""


@final
@frozen(kw_only=True)
class Odds:
    """The odds of a fight."""

    fight: State
    """The fight at its start."""
    policies: tuple[str, str]
    """The names of the policies of the party and of the foes."""
    endings: tuple[Ending, ...]
    """All endings, those won by the party first. Their probabilities add up to 1."""
    wins: tuple[Estimate, Estimate]
    """The probability that the party wins, and that the foes win."""
    fighters: tuple[FighterOdds, ...]
    """The odds of each fighter."""
    rounds: Estimate
    """The expected number of rounds; infinite if the fight may never end."""
    states: int | None = None
    """Number of states of an exact solution; None if the fight was simulated."""
    games: int | None = None
    """Number of simulated games; None if the odds are exact."""
    seed: int | None = None
    """The seed of the simulation."""
    note: str = ""
    """The reason for a simulation that was not asked for, such as `it has more than 20,000 states`; empty if none."""

    @property
    def exact(self) -> bool:
        """True if the odds are exact, False if they were simulated."""
        return self.games is None

    def __str__(self) -> str:
        return f"the party wins: {self.wins[PARTY]}; the foes win: {self.wins[FOES]}"
