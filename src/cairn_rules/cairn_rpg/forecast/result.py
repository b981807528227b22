"""The forecast of a journey, as values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from math import inf, isfinite, sqrt
from typing import Final, Literal, NamedTuple, TypeAlias, final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.estimates.estimate import Estimate, Number, Reported
from cairn_rules.cairn_rpg.wilderness.food import FEED, FOOD, RATIONS, meals
from cairn_rules.cairn_rpg.wilderness.state import WATCHES, State
from cairn_rules.frozen_classes import frozen
from cairn_rules.simulation.shares_and_elo import SURE

Measure: TypeAlias = Literal["days", "watches", "rations", "fatigue", "losses"]
"""A measure whose distribution a forecast has."""
MEASURES: Final[tuple[Measure, ...]] = ("days", "watches", "rations", "fatigue", "losses")


PRECISION: Final = 1e-6
"""Maximum error of exact forecasts, because the least probable journeys are not followed."""


class Result(NamedTuple):
    """The figures of one journey."""

    arrived: bool
    """True if the party reached the end of the last leg."""
    hungry: bool
    """True if a member is Deprived of food at the end."""
    days: int
    """Number of days; the first and the last may be partial."""
    watches: int
    rations: int
    """Number of meals fewer than at the start; negative if more were found than eaten."""
    fatigue: int
    """The most Fatigue that a member had at any time."""
    losses: int
    """Number of items fewer than at the start, without food."""


def result_of(start: State, end: State, *, days: int, fatigue: int) -> Result:
    """Return the figures of a journey.

    The number of the day of `end`, the last state, does not matter. `fatigue` is the most that a member had.
    """
    living = end.party.living
    members = end.party.members
    rulings = start.rulings
    passed = len(WATCHES) * (days - 1) + end.watch + 1 - start.watch
    return Result(
        arrived=end.leg == len(end.legs),
        hungry=any(FOOD in members[index].conditions.needs for index in living),
        days=days,
        watches=passed,
        rations=meals(start.party.members, rulings) - meals(members, rulings),
        fatigue=fatigue,
        losses=(_items(start.party.members) - _items(members)).total(),
    )


def peak(state: State) -> int:
    """Return the most Fatigue that a member has now."""
    return max(member.inventory.fatigue for member in state.party.members)


def _items(members: tuple[Character, ...]) -> Counter[str]:
    """Return the number of items of each kind that members carry or have in containers, without food."""
    return Counter(
        item.id for member in members for item in member.inventory.within_reach if item.id not in {RATIONS, FEED}
    )


@final
@frozen
class Spread:
    """The distribution of a whole number, over the journeys that arrive.

    Example:
        >>> spread = Spread(((2, Estimate(0.75)), (3, Estimate(0.25))), Estimate(2.25))
        >>> spread.at_most(2), spread.least_with(0.9)
        (0.75, 3)
    """

    shares: tuple[tuple[int, Estimate], ...]
    """Each value with its probability, in ascending order; empty if no journey arrives."""
    mean: Estimate
    """The mean; infinite if no journey arrives."""

    def at_most(self, value: int) -> float:
        """Return the probability of a value or less."""
        return sum(float(share.value) for number, share in self.shares if number <= value)

    def least_with(self, probability: float) -> int | None:
        """Return the smallest value that suffices with a probability, such as food to take; None if none does."""
        total = 0.0
        for number, share in self.shares:
            total += float(share.value)
            if total >= probability - 1e-9:
                return number
        return None

    def __str__(self) -> str:
        return shown_mean(self.mean)


def shown_mean(mean: Estimate) -> str:
    """Return a mean with two digits, and with its interval if it is not exact."""
    if not isfinite(mean.value):
        return "-"
    if mean.interval is None:
        return f"{float(mean.value):.2f}"
    low, high = mean.interval
    return f"{float(mean.value):.2f} ({low:.2f} to {high:.2f})"


@final
@frozen(kw_only=True, repr=False)
class Forecast(Reported):
    """The forecast of a journey with one plan."""

    name: str
    """The name of the plan."""
    journey: State
    """The journey at its start."""
    policy: str
    """The name of the policy of the party."""
    table: str
    """The name of the policy of the table."""
    arrives: Estimate
    """The probability that the party arrives."""
    hungry: Estimate
    """The probability that a member is Deprived of food at the end, whether the party arrives or not (R209)."""
    days: Spread
    """The day of the arrival; 1 if it arrives on the day on which it sets out."""
    watches: Spread
    """Number of watches, with those of camps (R179)."""
    rations: Spread
    """Meals used: those at the start minus those at the end; negative if more are found than eaten (R208)."""
    fatigue: Spread
    """The most Fatigue that a member has at any time (R64)."""
    losses: Spread
    """Number of items that are lost or dropped on the way, without food (R65, R211)."""
    states: int | None = None
    """Number of states of an exact forecast, at the start of a watch or at the end; None if it was simulated."""
    games: int | None = None
    """Number of simulated journeys; None if the forecast is exact."""
    seed: int | None = None
    """The seed of the simulation."""
    note: str = ""
    """The reason for a simulation that was not requested; empty if there is none."""

    @property
    def exact(self) -> bool:
        """True if the forecast is exact, False if it was simulated."""
        return self.games is None

    def spread(self, measure: Measure) -> Spread:
        """Return one of the distributions by its name."""
        found: Spread = getattr(self, measure)
        return found

    def __str__(self) -> str:
        return f"{self.name}: arrives {self.arrives}, after {self.days} days on average"


@checked
def difference(first: Forecast, second: Forecast, measure: Measure) -> Estimate:
    """Return the mean of a second plan minus that of a first one. An interval without 0 is a clear difference.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> from cairn_rules.cairn_rpg.forecast import forecast, take_along
        >>> journey = wilderness.new_game(seed=7, legs=[wilderness.Route(path="road", distance="long")])
        >>> plans = [forecast(each, games=50, exact=False, seed=7) for each in (journey, take_along(journey, "mule"))]
        >>> difference(*plans, "rations").value > 0
        True
    """
    one, other = first.spread(measure).mean, second.spread(measure).mean
    value = float(other.value) - float(one.value)
    error = sqrt(one.error**2 + other.error**2)
    return Estimate(value, error, (value - SURE * error, value + SURE * error) if error else None)


def spread_of(results: Mapping[Result, Number], measure: Measure, games: int | None) -> Spread:
    """Return the distribution of a measure over the journeys that arrive.

    `results` has the number of journeys of each kind, or their probability if `games` is None.
    """
    counts: Counter[int] = Counter()
    for result, number in results.items():
        if result.arrived:
            counts[getattr(result, measure)] += number  # type: ignore[assignment]
    total = sum(counts.values())
    if not total:
        return Spread((), Estimate(inf))
    if games is None:
        shares = tuple((value, Estimate(counts[value] / total)) for value in sorted(counts))
        return Spread(shares, Estimate(sum(value * number for value, number in counts.items()) / total))
    first, second = (sum(value**power * number for value, number in counts.items()) for power in (1, 2))
    shares = tuple((value, Estimate.share(counts[value], total)) for value in sorted(counts))
    return Spread(shares, Estimate.mean(first, second, total, least=-inf))


def share_of(results: Mapping[Result, Number], which: Callable[[Result], bool], games: int | None) -> Estimate:
    """Return the probability of some results, exact or from a number of simulated journeys."""
    number = sum(number for result, number in results.items() if which(result))
    if games is not None:
        return Estimate.share(int(number), games)
    return Estimate(1.0 if number > 1 - PRECISION else number)
