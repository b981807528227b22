"""The panel of journeys: what to expect of a way, with the food that the party has. See `Panel`."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from fractions import Fraction
from typing import Any, Final, cast, final, get_args

from attrs import asdict, fields, frozen

from cairn_rules.cairn_rpg import book, wilderness
from cairn_rules.cairn_rpg.forecast import (
    Forecast,
    Traveller,
    forecast_chart,
    forecast_in_steps,
    take_along,
)
from cairn_rules.cairn_rpg.forecast import (
    Table as TablePolicy,
)
from cairn_rules.cairn_rpg.forecast.report import assumptions, columns, day_rows, rows, title, verdicts
from cairn_rules.cairn_rpg.wilderness.setup import SEASONS, parse_legs
from cairn_rules.cairn_rpg.wilderness.state import WATCHES, WEATHERS, Distance, Path, Season, State, Terrain, Weather
from cairn_rules.checks import is_of, is_text
from cairn_rules.errors import CairnRulesError, cut, quoted
from web.shared.answers import unanswered
from web.warden.steps import Slices, after
from web.warden.table import Table

POLICIES: Final[dict[str, Traveller]] = {
    "travel by day, pay with Fatigue": Traveller(),
    "travel by day, take its time": Traveller(pays="watch"),
    "march by night as well": Traveller(marches=True),
    "forage below 2 meals each": Traveller(forages_below=2),
}
"""The policies of the party, by the words for them."""
CHANGES: Final = ("none", "watch", "terrain", *WEATHERS)
"""The changes by an Environment event."""
DISTURBED: Final = {"0": Fraction(0), "1/6": Fraction(1, 6), "1/3": Fraction(1, 3), "1/2": Fraction(1, 2)}
"""The probabilities of disturbed nights that can be chosen."""
MOST_STATES: Final = 5_000
"""Maximum number of states of an exact forecast on the page."""
LONGEST: Final = 2000
"""Maximum length of the text for the legs, in characters."""
SEED: Final = 0
"""The seed of simulated journeys: the same question has the same answer."""
NAME: Final = "journey"
_FORECASTS: Final = Slices["tuple[Forecast, ...]"]()


def options() -> dict[str, Any]:
    """Return the choices, as lists of words."""
    goods = [row for rows in book().goods.values() for row in rows if row.item or row.container]
    return {
        "paths": list(get_args(Path)),
        "distances": list(get_args(Distance)),
        "terrains": list(get_args(Terrain)),
        "seasons": list(SEASONS),
        "weathers": list(WEATHERS),
        "watches": list(WATCHES),
        "policies": list(POLICIES),
        "changes": list(CHANGES),
        "disturbed": list(DISTURBED),
        "goods": [{"id": row.id, "name": row.name} for row in goods],
    }


@final
@frozen(kw_only=True)
class Plan:
    """A journey as it is prepared."""

    legs: str = ""
    """The legs as they are typed, such as `Mill: road short; Tower: trail long tough`."""
    season: str = SEASONS[0]
    """The season."""
    weather: str = ""
    """The weather of the first day; empty if it is rolled."""
    watch: str = WATCHES[0]
    """The watch in which the party sets out."""
    braves: bool = False
    """True if the table allows travel in Catastrophic weather (R194)."""
    goods: str = ""
    """Goods of a second plan, separated by commas; empty for one plan."""
    policy: str = next(iter(POLICIES))
    """The policy of the party."""
    change: str = CHANGES[0]
    """The change by an Environment event."""
    disturbed: str = next(iter(DISTURBED))
    """The probability that the sleep of a night is disturbed."""


_CHOICES: Final[Mapping[str, Collection[str]]] = {
    "season": SEASONS,
    "weather": ("", *WEATHERS),
    "watch": WATCHES,
    "policy": POLICIES,
    "change": CHANGES,
    "disturbed": DISTURBED,
}


def plan_of(data: Any) -> Plan:
    """Return a plan from JSON data.

    Raises:
        CairnRulesError: if they are damaged.
    """
    found: Mapping[str, Any] = data if is_of(dict)(data) else {}
    names = [each.name for each in fields(Plan)]
    texts = [name for name in names if name != "braves"]
    if (
        sorted(found) != sorted(names)
        or not isinstance(found["braves"], bool)
        or not all(is_text(found[name]) for name in texts)
        or not all(found[name] in words for name, words in _CHOICES.items())
    ):
        raise CairnRulesError(f"{cut(quoted(data), 200)} is not a journey to prepare: it is damaged")
    return Plan(**{**found, "legs": found["legs"][:LONGEST], "goods": found["goods"][:LONGEST]})


def journeys(table: Table, plan: Plan) -> dict[str, State]:
    """Return the journey by the name of its plan, and a second one with more goods if there are any.

    Raises:
        CairnRulesError: if something that was typed is wrong, or nobody can travel.
    """
    legs, goods = plan.legs, plan.goods
    travellers = [each for each in table.members if not each.conditions.dead]
    if not travellers:
        raise CairnRulesError("Nobody can travel: add a character to the party.")
    if not legs.strip():
        raise CairnRulesError("Add a leg of the journey, such as 'Mill: road short'.")
    journey = wilderness.new_game(
        party=travellers,
        legs=parse_legs(legs),
        season=cast("Season", plan.season),
        weather=cast("Weather | None", plan.weather or None),
        watch=WATCHES.index(plan.watch),
        braves=plan.braves,
    )
    found = {"as planned": journey}
    if taken := [_id(each) for each in goods.replace(",", ";").split(";") if each.strip()]:
        found[f"with {', '.join(taken)}"] = take_along(journey, *taken)
    return found


def _id(typed: str) -> str:
    """Return the id of goods from their name or id."""
    name = typed.strip().lower()
    found = (row.id for rows in book().goods.values() for row in rows if row.name.lower() == name)
    return next(found, name)


def _forecasts(
    found: Mapping[str, State], policy: Traveller, table: TablePolicy
) -> Generator[str | tuple[Forecast, ...], None, tuple[Forecast, ...]]:
    """Return the forecast of each plan, in steps, with rough ones that get better."""
    made: tuple[Forecast, ...] = ()
    for name, journey in found.items():
        steps = forecast_in_steps(journey, policy, table=table, name=name, seed=SEED, most_states=MOST_STATES)
        made = yield from after(made, steps)
    return made


def shown(slice: Mapping[str, Any]) -> dict[str, Any]:
    """Return a slice of the forecast as JSON data."""
    found: tuple[Forecast, ...] | None = slice["result"]
    if found is None:
        return dict(slice)
    return {
        **slice,
        "result": {
            "title": title(found),
            "verdicts": list(verdicts(found)),
            "chart": forecast_chart(*found),
            "columns": list(columns(found)),
            "rows": [list(row) for row in rows(found)],
            "plans": [each.name for each in found],
            "days": [list(row) for row in day_rows(found)],
            "assumptions": list(assumptions(found)),
            "exact": all(each.exact for each in found),
        },
    }


def view(table: Table) -> dict[str, Any]:
    """Return what the panel shows of the journey that is prepared."""
    return {"plan": data(table.panels[NAME], private=False)}


def answer(table: Table, asked: Mapping[str, Any]) -> tuple[Table, dict[str, Any]]:
    """Answer a question of the panel; see `Panel`.

    Raises:
        CairnRulesError: if the plan is damaged.
        ValueError: if the page never asks this.
    """
    match asked:
        case {"ask": "options"}:
            return table, options()
        case {"ask": "plan", "plan": plan}:
            return table.with_panel(NAME, plan_of(plan)), {"done": "Prepared a journey"}
        case {"ask": "forecast", "plan": typed}:
            plan = plan_of(typed)
            try:
                found = journeys(table, plan)
            except CairnRulesError as error:
                return table, {"fault": str(error)}
            policy = TablePolicy(environment=plan.change, disturbed=DISTURBED[plan.disturbed])
            return table, shown(_FORECASTS.begin(_forecasts(found, POLICIES[plan.policy], policy)))
        case {"ask": "go-on", "number": int(number)}:
            return table, shown(_FORECASTS.go_on(number))
        case _:
            raise unanswered(asked)


def data(value: object, *, private: bool) -> dict[str, Any]:  # noqa: ARG001 - a plan has no secrets
    """Return a plan as JSON data."""
    return asdict(cast("Plan", value))


def read(data: Any) -> Plan:
    """Return a plan from JSON data.

    Raises:
        CairnRulesError: if they are damaged.
    """
    return plan_of(data)


def followed(before: Table, after: Table) -> Plan:  # noqa: ARG001 - whoever is at the table travels
    """Return the plan: it is the same for any members."""
    return cast("Plan", before.panels[NAME])
