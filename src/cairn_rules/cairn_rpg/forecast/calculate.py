"""The forecast of a journey, exact if that takes no longer than a simulation, and simulated otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import Executor
from fractions import Fraction
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Any, Final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.estimates.estimate import Number
from cairn_rules.cairn_rpg.estimates.improve import WorkBudget, improve
from cairn_rules.cairn_rpg.estimates.policies import policy_name
from cairn_rules.cairn_rpg.forecast.exact import solve
from cairn_rules.cairn_rpg.forecast.policies import QUIET, STEADY, Policy
from cairn_rules.cairn_rpg.forecast.result import MEASURES, Forecast, Result, share_of, spread_of
from cairn_rules.cairn_rpg.forecast.simulated import simulate
from cairn_rules.cairn_rpg.wilderness.state import Season, State, Weather
from cairn_rules.cairn_rpg.wilderness.travel import next_weather
from cairn_rules.chance import distribution
from cairn_rules.chance.dice import check_whole
from cairn_rules.checks import check_least, seed_of
from cairn_rules.game import SEED_BITS
from cairn_rules.steps import finished

MOST_STATES: Final = 10_000
"""Default maximum number of states of an exact forecast."""


@checked
def forecast(
    journey: State,
    policy: Policy = STEADY,
    *,
    table: Policy = QUIET,
    name: str = "the plan",
    exact: bool | None = None,
    most_states: int = MOST_STATES,
    games: int | None = None,
    seed: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Forecast:
    """Return the forecast of a journey: days, rations, Fatigue and losses, each with its distribution.

    An exact forecast follows every result of the dice, up to an error of a millionth. By default, the journey is
    simulated if that would take longer, counted in states, or if it has more states than `most_states`; `Forecast.note`
    says so.

    Args:
        journey: The journey, at its start or at any later decision.
        policy: The policy of the party.
        table: The policy of the table, which decides events, discoveries and disturbed sleep.
        name: The name of the plan, for reports.
        exact: True to refuse a simulation, False to ask for one (default: exact if that takes no longer).
        most_states: Maximum number of states of an exact forecast. Only those at the start of a watch or at the end
            count, not those with a question within a watch.
        games: Number of journeys of a simulation (default: up to 400, until the probabilities of arriving and of being
            hungry are known within 5 percentage points, with 95 % confidence).
        seed: The seed of a simulation (default: a different one each time). The same seed gives the same forecast.
        executor: The executor that plays the journeys, such as that of `process_pool` (default: this process). Other
            processes need policies defined at the top level of a module.
        progress: Called with a line of text from time to time. It begins with the forecast so far, if there is one.

    Raises:
        DefinitionError: if a number is impossible, a policy returns something that is not a legal action, or
            `exact=True` and the journey has too many states.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> journey = wilderness.new_game(seed=7, legs=[wilderness.Route(path="road", distance="long")])
        >>> found = forecast(journey, exact=False, games=100, seed=7)
        >>> found.days.mean.value < 3, found.exact
        (True, False)
    """
    steps = forecast_in_steps(
        journey,
        policy,
        table=table,
        name=name,
        exact=exact,
        most_states=most_states,
        games=games,
        seed=seed,
        executor=executor,
    )
    return finished(steps, progress)


@checked
def forecast_in_steps(
    journey: State,
    policy: Policy = STEADY,
    *,
    table: Policy = QUIET,
    name: str = "the plan",
    exact: bool | None = None,
    most_states: int = MOST_STATES,
    games: int | None = None,
    seed: int | None = None,
    executor: Executor | None = None,
) -> Generator[str | Forecast, None, Forecast]:
    """Return a generator that works the forecast out step by step, for programs that must do other things meanwhile.

    It takes the arguments of `forecast`, yields lines about its progress and rough forecasts after 20 journeys and
    after every 100, and returns the forecast.

    Raises:
        DefinitionError: as `forecast`; some at the step that finds it.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> steps = forecast_in_steps(wilderness.new_game(seed=7), exact=False, games=30)
        >>> next(steps)
        '10 of 30 journeys are played'
    """
    games = None if games is None else check_least("games", games, 1)
    most_states = check_least("most_states", most_states, 1)
    seed = seed_of(seed)
    if seed is None:
        seed = Random().getrandbits(SEED_BITS)
    names = {"name": name, "journey": journey, "policy": policy_name(policy), "table": policy_name(table)}
    budget = WorkBudget()

    def roughly(counted: Counter[Result], note: str) -> Forecast:
        played = counted.total()
        return _forecast(counted, played, **names, games=played, seed=seed, note=note)

    return (
        yield from improve(
            budget,
            solve(journey, policy, table, budget, most_states=most_states),
            simulate(journey, policy, table, budget, games=games, seed=seed, executor=executor),
            lambda solved: _forecast(solved.results, None, **names, states=solved.states),
            roughly,
            exact=exact,
        )
    )


def _forecast(results: Mapping[Result, Number], of: int | None, **more: Any) -> Forecast:
    spreads: dict[str, Any] = {measure: spread_of(results, measure, of) for measure in MEASURES}
    return Forecast(
        arrives=share_of(results, lambda each: each.arrived, of),
        hungry=share_of(results, lambda each: each.hungry, of),
        **spreads,
        **more,
    )


@checked
def weather_odds(
    season: Season, days: int = 7, *, before: Weather | None = None
) -> tuple[dict[Weather, Fraction], ...]:
    """Return the exact probability of each kind of weather, for each of some days (R188, R189, A44).

    There are from 1 to 1000 days. `before` is the weather of the day before the first; None if it is unknown or was not
    extreme.

    Raises:
        DefinitionError: if the number of days is out of range.

    Example:
        >>> first, second = weather_odds("winter", 2)
        >>> str(second["catastrophic"]), "catastrophic" in first
        ('1/9', False)
    """
    days = check_whole("the number of days", days, 1, 1000)
    today: dict[Weather | None, Fraction] = {before: Fraction(1)}
    found: list[dict[Weather, Fraction]] = []
    for _ in range(days):
        shares: dict[Weather, Fraction] = {}
        for last, share in today.items():
            for weather, part in _next_day(season, last).items():
                shares[weather] = shares.get(weather, Fraction(0)) + share * part
        found.append(shares)
        today = dict(shares.items())
    return tuple(found)


@cache
def _next_day(season: Season, last: Weather | None) -> Mapping[Weather, Fraction]:
    return MappingProxyType(distribution(lambda dice: next_weather(season, last, dice)))
