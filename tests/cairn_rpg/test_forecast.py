"""Forecasts: figures worked out by hand, exact and simulated, plans to compare, reports and the command."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, fields

from cairn_rules.cairn_rpg.characters.character import Character, replaced
from cairn_rules.cairn_rpg.characters.effects import Eats, NoNeed
from cairn_rules.cairn_rpg.estimates.estimate import Estimate, TooManyStatesError
from cairn_rules.cairn_rpg.estimates.improve import PRECISION, WorkBudget, is_precise
from cairn_rules.cairn_rpg.forecast import (
    Colours,
    Forecast,
    Table,
    Traveller,
    difference,
    forecast,
    forecast_chart,
    forecast_in_steps,
    forecast_page,
    markdown_report,
    take_along,
    text_report,
    weather_odds,
)
from cairn_rules.cairn_rpg.forecast.exact import Solver, solve
from cairn_rules.cairn_rpg.forecast.policies import decide
from cairn_rules.cairn_rpg.forecast.reader import changed, reader
from cairn_rules.cairn_rpg.forecast.result import MEASURES, Result, peak, result_of, shown_mean
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.cairn_rpg.wilderness.actions import Camp, Explore, Guard, Supply, Wait
from cairn_rules.cairn_rpg.wilderness.rules import outcomes
from cairn_rules.cairn_rpg.wilderness.setup import new_game
from cairn_rules.cairn_rpg.wilderness.state import MOST_DAYS, NIGHT, Modifier, Route, State
from cairn_rules.cairn_rpg.wilderness.travel import needed
from cairn_rules.cli.main import main
from cairn_rules.errors import DefinitionError, IllegalActionError
from cairn_rules.json_documents import dumps
from cairn_rules.steps import finished
from support.cairn_rpg.people import MULE, RATIONS, ROPE, person

CALM = Modifier("tents", cancels=("weather",))
TIRELESS = person(capacity=0, effects=(NoNeed(needs=("food", "sleep")),))
"""Someone who needs neither food nor sleep, and has no slot for Fatigue."""
NIGHTS = Traveller(marches=True)


def trip(
    *members: Character,
    circumstances: Any = (),
    rulings: Rulings | None = None,
    watch: int = 0,
    weather: Any = "fair",
    day: int = 1,
    **route: Any,
) -> State:
    """Return a journey of one leg on which no weather counts."""
    journey = new_game(
        seed=7,
        party=members or (TIRELESS,),
        legs=[Route(**{"path": "road", "modifiers": (CALM,)} | route)],
        watch=watch,
        weather=weather,
        braves=True,
        rulings=rulings or Rulings(),
        circumstances=circumstances,
    )
    return evolve(journey, day=day)


def shares(found: Forecast, measure: Any) -> dict[int, float]:
    return {value: float(share.value) for value, share in found.spread(measure).shares}


BOTH = Rulings(lost_cost="watch_and_recovery")
"""The ruling by which getting lost costs the watch of travel as well."""
NEAR = Modifier("shortcut", cancels=("weather", "path"))


def test_getting_lost_costs_a_watch() -> None:
    """A watch of way takes 4/3 on average on a trail: with 1/3, one more to find the way (A48, R182, R199, R200)."""
    trail = forecast(trip(path="trail", modifiers=(NEAR,)), NIGHTS)
    assert shares(trail, "watches") == pytest.approx({1: 2 / 3, 2: 1 / 3})
    assert shares(trail, "days") == pytest.approx({1: 1})
    assert trail.arrives.value == 1


def test_getting_lost_may_cost_two_watches() -> None:
    """By the other ruling, a watch of way takes 2 on average on a trail (A48).

    2 of 3 watches make way, and each other one costs itself and one to find the way: 1 watch with 2/3, 3 with 1/3 x
    2/3, and so on.
    """
    trail = forecast(trip(path="trail", modifiers=(NEAR,), rulings=BOTH), NIGHTS)
    assert trail.watches.mean.value == pytest.approx(2, abs=1e-6)
    assert [shares(trail, "watches")[number] for number in (1, 3, 5)] == pytest.approx([2 / 3, 2 / 9, 2 / 27])
    assert shares(trail, "days")[1] == pytest.approx(8 / 9)
    assert trail.arrives.value == 1


def test_three_watches_of_way() -> None:
    """Three watches of trail take 4 on average, and of wilderness 4.5: as many more as the party gets lost (A48).

    Of a trail, 3 watches are enough with (2/3)^3, 4 with 3 x (1/3) x (2/3)^2, and 6 with (1/3)^3.
    """
    trail = forecast(trip(path="trail", distance="medium"), NIGHTS)
    assert shares(trail, "watches") == pytest.approx({3: 8 / 27, 4: 12 / 27, 5: 6 / 27, 6: 1 / 27})
    assert trail.watches.mean.value == pytest.approx(4)
    wild = forecast(trip(path="wilderness", distance="short"), NIGHTS)
    assert wild.watches.mean.value == pytest.approx(4.5)


@pytest.mark.slow
def test_three_watches_of_way_by_the_other_ruling() -> None:
    """Three watches of trail take 6 on average, and of wilderness 9 (A48).

    Of a trail, 3 watches are enough with (2/3)^3, and 5 with 3 x (1/3) x (2/3)^3, which is as much.
    """
    trail = forecast(trip(path="trail", distance="medium", rulings=BOTH), NIGHTS)
    assert trail.watches.mean.value == pytest.approx(6, abs=1e-6)
    assert [shares(trail, "watches")[number] for number in (3, 5)] == pytest.approx([8 / 27, 8 / 27])
    wild = forecast(trip(path="wilderness", distance="short", rulings=BOTH), NIGHTS)
    assert wild.watches.mean.value == pytest.approx(9, abs=1e-6)


@pytest.mark.parametrize("season", ["spring", "summer", "fall"])
def test_the_weather_in_the_long_run(season: Any) -> None:
    """A day is Catastrophic with 1/36 from the second day on, in winter with 1/9 (R188, R189, A44)."""
    assert [day.get("catastrophic", 0) for day in weather_odds(season, 3)] == [0, Fraction(1, 36), Fraction(1, 36)]
    assert weather_odds(season, 1, before="catastrophic")[0]["catastrophic"] == Fraction(1, 6)
    assert weather_odds("winter", 9)[8]["catastrophic"] == Fraction(1, 9)
    with pytest.raises(DefinitionError, match="the number of days must be a whole number from 1 to 1000, got 0"):
        weather_odds(season, 0)


def test_a_night_costs_a_meal_for_each() -> None:
    """Three watches of road take a night: two members eat two meals, and a mule one more (R181, R186, R208)."""
    ada, bo = (person(name, capacity=0, items=(evolve(RATIONS, slots=0),)) for name in ("Ada", "Bo"))
    on_foot = trip(ada, bo, distance="long")
    found = forecast(on_foot)
    assert shares(found, "days") == pytest.approx({2: 1})
    assert shares(found, "watches") == pytest.approx({4: 1})
    assert shares(found, "rations") == pytest.approx({2: 1})
    assert (found.arrives.value, found.hungry.value) == pytest.approx((1, 0))
    with_mule = forecast(take_along(on_foot, "mule", "torch"), name="with a mule")
    assert shares(with_mule, "rations") == pytest.approx({3: 1})
    assert difference(found, with_mule, "rations").value == pytest.approx(1)
    assert difference(found, with_mule, "losses").interval is None


def test_without_food_everyone_is_hungry() -> None:
    """A camp without rations leaves everyone Deprived (R209); a party that arrives by day never camps."""
    poor = person(capacity=0)
    assert forecast(trip(poor, distance="long")).hungry.value == pytest.approx(1)
    assert forecast(trip(poor)).hungry.value == 0


def test_events_cost_fatigue_or_watches() -> None:
    """Loss and Exhaustion are two of six events (R211).

    One watch of road has one event, so with 1/3 there is a Fatigue. Who takes their time instead arrives that day with
    2/3 + 1/3 x 2/3, because the event of the afternoon can add a watch as well.
    """
    tired = forecast(trip(person()))
    assert shares(tired, "fatigue") == pytest.approx({0: 2 / 3, 1: 1 / 3})
    patient = forecast(trip(), Traveller(pays="watch"))
    assert shares(patient, "days")[1] == pytest.approx(8 / 9)
    assert patient.days.at_most(1) == pytest.approx(8 / 9)
    assert (patient.days.least_with(0.5), patient.days.least_with(0.9), patient.days.least_with(2)) == (1, 2, None)


def test_the_most_fatigue_outlasts_the_night() -> None:
    """A night takes all Fatigue away (R66), but the most that a member had still counts.

    One who starts with 1 has more at some time unless the events of the first three watches, of which the third is the
    night, cost none: (2/3)^3. After the night the last watch of way costs 1 at most.
    """
    found = shares(forecast(trip(person(items=(RATIONS,), fatigue=1), distance="long")), "fatigue")
    assert found[1] == pytest.approx((2 / 3) ** 3)
    assert 0 not in found


def test_fatigue_without_room_costs_an_item() -> None:
    """The rope is dropped before the food (R65)."""
    full = person(items=(RATIONS, ROPE), fatigue=8)
    found = forecast(trip(full))
    assert shares(found, "losses") == pytest.approx({0: 2 / 3, 1: 1 / 3})
    assert shares(found, "rations") == pytest.approx({0: 1})
    hungry = forecast(trip(person(items=(RATIONS,), fatigue=9)))
    assert shares(hungry, "rations") == pytest.approx({0: 2 / 3, 3: 1 / 3})


def test_the_table_decides() -> None:
    """Environment and Discovery are one of six events each (R211); a disturbed night refreshes nobody (R210)."""
    slow = Table(environment={"watch": Fraction(1, 2), "fair": Fraction(1, 4), "none": Fraction(1, 4)})
    assert shares(forecast(trip(), table=slow), "watches")[1] == pytest.approx(11 / 12)
    assert shares(forecast(trip(), table=Table(environment="watch")), "watches")[1] == pytest.approx(5 / 6)
    found = forecast(trip(person()), table=Table(food=2))
    assert shares(found, "rations") == pytest.approx({-6: 1 / 6, 0: 5 / 6})
    tired = trip(person(fatigue=1, capacity=2, effects=TIRELESS.effects), distance="long")
    restless = forecast(tired, table=Table(disturbed=Fraction(1)))
    rested = forecast(tired, table=Table())
    half = forecast(tired, table=Table(disturbed=Fraction(1, 2)))
    assert rested.fatigue.mean.value < half.fatigue.mean.value < restless.fatigue.mean.value


def test_foragers_look_for_food_first() -> None:
    """Below its minimum of meals the party spends a watch on a d4 of rations, of three uses each (R204)."""
    found = forecast(trip(person(capacity=20)), Traveller(forages_below=1))
    assert shares(found, "watches")[2] == pytest.approx(1)
    assert shares(found, "rations") == pytest.approx({-3: 1 / 4, -6: 1 / 4, -9: 1 / 4, -12: 1 / 4})


def test_tolls_are_paid_in_kind_or_in_time() -> None:
    """The pace of a leg costs a use of rations, or a watch (R187)."""
    walker = person(items=(RATIONS,), effects=TIRELESS.effects)
    assert shares(forecast(trip(walker, toll="ration")), "rations") == pytest.approx({1: 1})
    assert shares(forecast(trip(toll="ration")), "watches") == pytest.approx({2: 1})


@pytest.mark.untraced
def test_simulation_agrees_with_exact_figures() -> None:
    """Every mean lies within four standard errors (R2), and the same seed gives the same forecast."""
    journey, patient = trip(), Traveller(pays="watch")
    exact = forecast(journey, patient)
    played = forecast(journey, patient, exact=False, games=101, seed=3)
    assert (exact.exact, played.exact, played.games) == (True, False, 101)
    assert played.watches.mean.error > 0
    for measure in MEASURES:
        one, other = exact.spread(measure).mean, played.spread(measure).mean
        assert abs(float(one.value) - float(other.value)) <= 4 * other.error + 1e-9
        assert difference(exact, played, measure).error == other.error
    with ThreadPoolExecutor(2) as executor:
        assert forecast(journey, patient, exact=False, games=101, seed=3, executor=executor) == played


def test_many_states_are_simulated() -> None:
    """A forecast says why it is not exact."""
    told: list[str] = []
    found = forecast(new_game(seed=7), most_states=5, games=3, progress=told.append)
    assert found.note == "it has more than 5 states"
    assert told[-1] == "3 of 3 journeys are played"
    assert isinstance(found.seed, int)
    with pytest.raises(TooManyStatesError, match="the forecast cannot be exact: it has more than 5 states; raise"):
        forecast(new_game(seed=7), most_states=5, exact=True)


def test_an_exact_forecast_is_given_up_before_it_takes_longer_than_a_simulation(monkeypatch) -> None:
    """Its states are counted. Rough figures follow 20 journeys, and better ones every hundred."""
    monkeypatch.setattr("cairn_rules.cairn_rpg.estimates.improve._AT_ONCE", 50)
    monkeypatch.setattr("cairn_rules.cairn_rpg.forecast.simulated.ENOUGH", 100)
    monkeypatch.setattr("cairn_rules.cairn_rpg.forecast.simulated.LONGEST", 3)
    steps = list(forecast_in_steps(new_game(seed=7), seed=3))
    rough = [step for step in steps if isinstance(step, Forecast)]
    assert [(each.games, each.note) for each in rough] == [(20, ""), (100, "an exact solution would take longer")]
    states = [int(line.split()[0]) for line in steps if isinstance(line, str) and line.endswith("states are found")]
    first = steps.index(rough[0])
    assert states[-1] <= 300 < states[-1] + 150
    assert states[sum("states" in str(line) for line in steps[:first]) - 1] < 100
    assert steps[-2] == "100 of at most 100 journeys are played"


@pytest.mark.parametrize(("path", "games"), [("road", 100), ("wilderness", 160)])
def test_journeys_are_simulated_until_arrivals_and_hunger_are_known(path: Any, games: int) -> None:
    """A result that is certain needs fewer journeys; the number is the same on any executor."""
    journey = new_game(seed=7, legs=[Route(path=path, distance="short")])
    found = forecast(journey, exact=False, seed=3)
    assert found.games == games
    for share in (found.arrives, found.hungry):
        low, high = share.interval or (0, 1)
        assert high - low <= 2 * PRECISION
    with ThreadPoolExecutor(2) as executor:
        assert forecast(journey, exact=False, seed=3, executor=executor) == found


@pytest.mark.parametrize(
    ("counts", "games", "expected"), [((0, 100), 100, True), ((10,), 100, False), ((200,), 400, True)]
)
def test_a_probability_is_precise_if_its_interval_is_narrow(counts: Any, games: int, *, expected: bool) -> None:
    """No interval of 400 games is wider than 10 points."""
    assert is_precise(counts, games) is expected


def test_progress_is_told_while_states_are_found(monkeypatch) -> None:
    monkeypatch.setattr("cairn_rules.cairn_rpg.forecast.exact._PROGRESS", 10)
    told: list[str] = []
    forecast(new_game(seed=7), most_states=50, games=1, seed=1, progress=told.append)
    assert told[0].endswith(" states are found")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"games": 0}, "games should be a whole number from 1 up, not 0"),
        ({"most_states": "x"}, "most_states should be a whole number, not 'x'"),
        ({"seed": 1.5}, "seed should be a whole number or None, not 1.5"),
        ({"policy": lambda _: Camp(5)}, "of the party chose .* which is not a legal action"),
        ({"table": Table(environment="rain")}, "of the table chose .* which is not a legal action"),
    ],
)
def test_impossible_arguments_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(DefinitionError, match=message):
        forecast(trip(), **change)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Table(environment={}),
        lambda: Table(environment=3),  # type: ignore[arg-type]
        lambda: Table(food=9),
        lambda: Table(disturbed=Fraction(3, 2)),
        lambda: Table(disturbed="often"),  # type: ignore[arg-type]
        lambda: Traveller(pays="gold"),  # type: ignore[arg-type]
        lambda: Traveller(forages_below=-1),
    ],
)
def test_impossible_policies_are_refused(make: Any) -> None:
    with pytest.raises(DefinitionError):
        make()


def test_policies_have_names() -> None:
    assert str(NIGHTS) == "pay with Fatigue, march by night"
    mixed = Table(environment={"watch": Fraction(1, 2), "none": Fraction(1, 2)}, food=1)
    assert str(mixed) == "environment: watch 1/2, none 1/2; discovery: 1 Rations; disturbed nights: 0"


def test_what_makes_no_difference_is_the_same_state() -> None:
    """Days of animals that eat every two days differ, days of hunger and watches that are done do not (R63, R208)."""
    keeper = person(effects=(*TIRELESS.effects, Eats(who="glowsnail", uses=1, days=2)))
    solver = Solver(trip(keeper, person("Bo")), Traveller(), Table(), WorkBudget(), most=10)
    state = trip(keeper, person("Bo"))
    assert solver.period == 2
    assert [solver.reduced(evolve(state, day=day), {"day"}).day for day in (1, 2, 3)] == [1, 2, 1]
    starved = trip(keeper, person("Bo", needs=frozenset({"food"}), deprived_days=5))
    once = trip(keeper, person("Bo", needs=frozenset({"food"}), deprived_days=1))
    assert solver.reduced(starved, {"party"}).party == once.party
    later = evolve(state, progress=4, delay=1, weather_delay=2)
    assert solver.reduced(later, {"progress"}) == evolve(state, progress=1)
    slower = evolve(state, delay=1, weather_delay=2)
    assert solver.reduced(slower, {"weather_delay"}) == evolve(state, delay=3)
    assert solver.reduced(slower, {"watch"}) is slower
    latest = Solver(trip(rulings=Rulings(weather_watch="latest")), Traveller(), Table(), WorkBudget(), most=10)
    assert latest.reduced(later, {"delay"}) == evolve(state, progress=3, weather_delay=2)


def figures(results: Mapping[Result, Any]) -> dict[object, Any]:
    """Return the probabilities of the figures that a forecast has: other journeys only count if a member is hungry."""
    found: dict[object, Any] = {}
    for result, share in results.items():
        key = result if result.arrived else result.hungry
        found[key] = found.get(key, 0) + share
    return found


def followed(journey: State, policy: Any, table: Any) -> dict[Result, Fraction]:
    """Follow a journey decision by decision with the rules alone, and return the probability of each result."""
    results: dict[Result, Fraction] = {}
    today = {(journey, peak(journey)): Fraction(1)}
    while today:
        later: dict[tuple[State, int], Fraction] = {}
        for (state, fatigue), mass in today.items():
            if state.phase == "over":
                result = result_of(journey, state, days=state.day - journey.day + 1, fatigue=fatigue)
                results[result] = results.get(result, Fraction(0)) + mass
                continue
            for action, chosen in decide(policy, table, state):
                for branch in outcomes(state, action):
                    after = branch.result, max(fatigue, peak(branch.result))
                    later[after] = later.get(after, Fraction(0)) + mass * chosen * branch.probability
        today = later
    return results


def careful(state: State) -> Any:
    """Pay with Fatigue only close to the end of the leg, and hesitate in a bad weather far from it."""
    left = needed(state) - state.progress
    if state.questions:
        return Traveller(pays="fatigue" if left < 2 else "watch")(state)
    if state.phase == "plan" and state.watch < NIGHT and left > 1 and state.weather == "unpleasant":
        return {Wait(): Fraction(1, 4), Explore(): Fraction(3, 4)}
    return Traveller()(state)


def singly(state: State) -> Any:
    """Let each member declare by night: the first one guards, the others camp."""
    if state.phase == "plan" and state.watch == NIGHT and not state.questions:
        member = state.party.living[len(state.declared)]
        return Camp(member) if state.declared else {Guard(member): Fraction(1, 2), Supply(member): Fraction(1, 2)}
    return Traveller()(state)


OUTDOORS = Table(environment={"watch": Fraction(1, 2), "terrain": Fraction(1, 4), "fair": Fraction(1, 4)}, food=1)


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.parametrize(
    "members", [(TIRELESS, evolve(TIRELESS, name="Bo")), (person(items=(ROPE, RATIONS), fatigue=7), person("Bo"))]
)
@pytest.mark.parametrize(
    ("policy", "table", "more"),
    [
        (Traveller(), Table(disturbed=Fraction(1, 6)), {"path": "trail", "watch": 1}),
        (Traveller(pays="watch"), OUTDOORS, {"modifiers": (), "watch": 1}),
        (Traveller(), Table(disturbed=Fraction(1, 3)), {"distance": "medium", "watch": 2, "day": MOST_DAYS - 1}),
        (Traveller(marches=True), OUTDOORS, {"path": "trail", "modifiers": (), "weather": "extreme", "watch": 2}),
        (Traveller(forages_below=2), OUTDOORS, {"path": "wilderness", "watch": 1}),
        (careful, OUTDOORS, {"path": "trail", "modifiers": (), "weather": "unpleasant", "watch": 1}),
        (careful, OUTDOORS, {"modifiers": (), "weather": None}),
        (
            Traveller(pays="watch"),
            Table(),
            {
                "modifiers": (),
                "weather": "unpleasant",
                "watch": 1,
                "day": MOST_DAYS - 1,
                "rulings": Rulings(weather_watch="latest"),
            },
        ),
        (singly, Table(disturbed=Fraction(1, 2)), {"toll": "fatigue", "distance": "long", "watch": 1}),
    ],
)
def test_parts_of_a_watch_are_the_same_wherever_they_read_the_same(
    members: Any, policy: Any, table: Any, more: Any, monkeypatch
) -> None:
    """The parts of a watch, shared, lead to the same fractions as the rules, followed through each state by itself."""
    monkeypatch.setattr("cairn_rules.cairn_rpg.forecast.exact.NEGLIGIBLE", 0)
    journey = trip(*members, **{"day": MOST_DAYS} | more)
    solved = finished(solve(journey, policy, table, WorkBudget(), most_states=10_000, fractions=True), lambda _: None)
    assert sum(solved.results.values()) == 1
    assert figures(solved.results) == figures(followed(journey, policy, table))


def test_a_reader_notes_what_is_read() -> None:
    """It is equal to the state that it reads, as are states that follow from it."""
    state = new_game(seed=7, weather="fair")
    start, reads = reader(vars(state))
    after = replaced(start, watch=2)
    assert (after.watch, after.weather, changed(after), reads) == (2, "fair", {"watch": 2}, {"weather"})
    assert copy(after).day == 1
    assert reads == {"weather", "day"}
    assert after == replaced(state, watch=2)
    assert replaced(state, watch=2) == after
    assert hash(after) == hash(replaced(state, watch=2))
    assert reads == {each.name for each in fields(State)} - {"watch"}
    assert evolve(start, day=2) == evolve(state, day=2)
    assert not hasattr(start, "map")
    assert dumps(start) == dumps(state)


@pytest.mark.untraced
def test_a_decision_serves_every_state_that_it_does_not_tell_apart() -> None:
    """Of 1,173 states with a decision, 300 are at the start of a watch or at the end; few of the others are asked."""
    asked: list[State] = []

    def counting(policy: Any) -> Any:
        return lambda state: asked.append(state) or policy(state)

    journey = new_game(seed=7, legs=[Route(path="road", distance="medium")])
    found = forecast(journey, counting(Traveller()), table=counting(Table()), exact=True)
    assert found.states == 300
    assert len(asked) < 1_173 / 3


def test_many_decisions_in_one_watch_are_told() -> None:
    """A limit holds within a watch as well: eight members, each with two deeds, declare in 256 ways."""

    def undecided(state: State) -> Any:
        if state.phase != "plan" or state.questions:
            return Traveller()(state)
        member = len(state.declared)
        return {Wait(member): Fraction(1, 2), Explore(member): Fraction(1, 2)}

    crowd = trip(*(person(str(number)) for number in range(8)))
    with pytest.raises(TooManyStatesError, match="it has more than 200 states"):
        forecast(crowd, undecided, most_states=200, exact=True)


def idle(state: State) -> Any:
    """Wait for ever."""
    return Wait() if state.phase == "plan" and not state.questions else Traveller()(state)


class TestNobodyArrives:
    """A party that waits for ever."""

    found = forecast(
        evolve(trip(), day=MOST_DAYS - 1),
        idle,
        exact=False,
        games=2,
        seed=1,
        name="idle",
    )

    def test_its_means_are_infinite(self) -> None:
        """A journey is given up after a year (R179)."""
        assert (self.found.arrives.value, self.found.days.shares, self.found.days.mean.value) == (0, (), inf)
        assert shown_mean(self.found.days.mean) == "-"

    def test_its_report_says_so(self) -> None:
        assert "idle: the party does not arrive." in text_report(self.found)
        assert "change: idle" in text_report(self.found, self.found)
        assert forecast_chart(self.found).startswith("<svg")


def test_a_journey_that_never_ends_is_given_up_exactly() -> None:
    """A party that waits is given up after as many days (R179)."""
    found = forecast(evolve(trip(), day=MOST_DAYS - 3), idle)
    assert (found.arrives.value, found.hungry.value, found.days.shares) == (0, 0, ())


def test_a_journey_may_end_on_the_last_day() -> None:
    """A party that marches through the nights needs three days for seven watches: one less is not enough (R179)."""
    way = trip(distance="long", modifiers=(CALM, Modifier("bog", watches=4)))
    found = forecast(evolve(way, day=MOST_DAYS - 2), NIGHTS)
    assert (found.arrives.value, shares(found, "days")) == (1, {3: 1})
    assert forecast(evolve(way, day=MOST_DAYS - 1), NIGHTS).arrives.value == 0


class TestReports:
    """Two plans in every form."""

    first = forecast(trip(person(), distance="long"), exact=False, games=30, seed=1, name="on <foot>")
    second = forecast(trip(person(containers=(MULE,)), distance="long"), name="with a mule")

    def test_text(self) -> None:
        text = text_report(self.first, self.second)
        lines = text.splitlines()
        assert lines[0] == "To the destination: on <foot> or with a mule"
        assert "with a mule: the party arrives with a probability of" in text
        assert "    change: with a mule         +" in text
        assert "on <foot>: 30 journeys were simulated, seed 1." in text.replace("\n", " ")
        assert max(map(len, lines)) <= 80
        assert str(self.second) == "with a mule: arrives 100.0 %, after 2.00 days on average"

    def test_notes_and_rulings(self) -> None:
        journey = trip(person(), rulings=Rulings(ration="item"))
        found = forecast(journey, most_states=1, games=2, seed=1)
        text = text_report(found).replace("\n", " ")
        assert "2 journeys were simulated because it has more than 1 states, seed 1." in text
        assert "Changed rulings: ration=item." in text

    def test_markdown(self) -> None:
        text = markdown_report(self.first, self.second)
        assert text.startswith("# To the destination: on \\<foot> or with a mule\n")
        assert "| Day 2 |" in text

    def test_page(self) -> None:
        page = forecast_page(self.first, self.second)
        assert "<h1>To the destination: on &lt;foot&gt; or with a mule</h1>" in page
        assert '<path class="forecast-error"' in page
        assert '<path class="forecast-error"' not in forecast_chart(self.second, colours="dark", size=300)
        chart = forecast_chart(self.second, colours=Colours(first="navy"))
        assert 'class="forecast-first" fill="navy"' in chart
        assert 'fill="#26241f"' in chart

    def test_the_chart_ends_below_its_last_row(self) -> None:
        chart = forecast_chart(self.first, self.second)
        (height,) = map(int, re.findall(r'viewBox="0 0 \d+ (\d+)"', chart))
        last = max(map(int, re.findall(r'<text [^>]*y="(\d+)"', chart)))
        assert 6 < height - last < 15

    @pytest.mark.parametrize("report", [text_report, markdown_report, forecast_page, forecast_chart])
    def test_without_a_plan(self, report: Any) -> None:
        with pytest.raises(DefinitionError, match="a report needs at least one forecast, got none"):
            report()


def test_what_cannot_be_taken_along() -> None:
    """Goods are known, can be carried, and have room (R32, R207)."""
    with pytest.raises(DefinitionError, match="'mulle' cannot be taken along; did you mean 'mule'"):
        take_along(trip(), "mulle")
    with pytest.raises(DefinitionError, match="'bodyguard' cannot be taken along"):
        take_along(trip(), "bodyguard")
    with pytest.raises(DefinitionError, match="no member has room for Rations: take a cart or a mount along first"):
        take_along(trip(), "rations")
    assert take_along(trip(), "mule", "rations").party.members[0].inventory.containers[0].items == (RATIONS,)


def test_a_cart_that_is_taken_along_is_pulled() -> None:
    """It takes two slots of its puller, who has only two hands (R35)."""
    journey = take_along(trip(person("Ada")), "cart")
    assert journey.party.members[0].inventory.used() == 2
    with pytest.raises(IllegalActionError, match="Ada already pulls Cart"):
        take_along(journey, "cart")


def test_a_mean_can_be_negative() -> None:
    """The mean of -4, -1 and -1 is -2 with a standard error of 1, because the squares add up to 18 (R204)."""
    assert Estimate.mean(-6, 18, 3, least=-inf).interval == pytest.approx((-3.96, -0.04), abs=1e-3)


@pytest.fixture
def ran(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, code: int = 0) -> tuple[str, str]:
        assert main(["forecast", *arguments]) == code
        captured = capsys.readouterr()
        return captured.out, captured.err

    return run


ROAD = ("--legs", "Mill: road short", "--games", "4", "--seed", "3", "--simulate", "--jobs", "1")


def test_the_command(ran, monkeypatch) -> None:
    """It compares plans in every format, with a line of progress at a terminal."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    out, message = ran(*ROAD, "--what-if", "mule, rations", "--environment", "watch", "--disturbed", "1/6")
    assert out.startswith("To Mill: as planned or with mule, rations\n")
    assert message.startswith("\rworking out the forecast\r")
    assert "\r4 of 4 journeys are played" in message
    ran(*ROAD, "-o", "plan.html", "--policy", "forage-at-2")
    assert "</html>" in Path("plan.html").read_text(encoding="utf-8")
    ran(*ROAD, "-o", "plan.md", "--policy", "patient")
    assert Path("plan.md").read_text(encoding="utf-8").startswith("# To Mill: as planned\n")
    [plan] = json.loads(ran(*ROAD, "--format", "json")[0])
    assert (plan["name"], plan["games"], plan["policy"]) == ("as planned", 4, "pay with Fatigue")
    assert plan["days"]["shares"][0]["value"] == 1


@pytest.mark.untraced
def test_the_command_without_a_journey(ran) -> None:
    """The default journey has two legs; custom policies are named by their place."""
    Path("mine.py").write_text(
        "from cairn_rules.cairn_rpg.forecast import Traveller\nslow = Traveller(pays='watch')\nno = 3\n"
    )
    out, _ = ran("--games", "1", "--most-states", "2", "--jobs", "1", "--policy", "mine:slow")
    assert out.startswith("To the mill and the tower: as planned\n")
    assert "more than 2 states" in ran("--most-states", "2", "--exact", "--jobs", "1", code=2)[1]
    assert "--policy: 'mine:no' should be a function of a state, not 3" in ran("--policy", "mine:no", code=2)[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--policy", "steddy"), "--policy: 'steddy' is not a policy; did you mean 'steady'?"),
        (("--environment", "rain"), "--environment: 'rain' is not a change; did you mean 'terrain'?"),
        (("--disturbed", "2"), "--disturbed: '2' is not a probability such as 1/6"),
        (("--disturbed", "7/6"), "--disturbed: '7/6' is not a probability such as 1/6"),
        (("--what-if", "camel"), "--what-if: 'camel' cannot be taken along"),
    ],
)
def test_bad_arguments(ran, arguments: tuple[str, ...], message: str) -> None:
    out, said = ran(*arguments, code=2)
    assert out == ""
    assert said.startswith(f"cairn-rules: {message}")
