"""The command `forecast`: days, food and losses of a journey, exactly or from simulated journeys."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser, Namespace
from fractions import Fraction
from typing import Any, Final, cast

from cairn_rules.cairn_rpg.commands.output import FORMATS, JSON, add_output, format_of, listed, written
from cairn_rules.cairn_rpg.commands.solving_options import (
    add_solving,
    as_data,
    note_unused,
    origin_of,
    policy_of,
    solving_of,
)
from cairn_rules.cairn_rpg.forecast import (
    Forecast,
    Policy,
    Table,
    Traveller,
    forecast,
    forecast_page,
    markdown_report,
    take_along,
    text_report,
)
from cairn_rules.cairn_rpg.forecast.calculate import MOST_STATES
from cairn_rules.cairn_rpg.forecast.result import MEASURES
from cairn_rules.cairn_rpg.rulings import parse_fraction
from cairn_rules.cairn_rpg.wilderness.state import WEATHERS, State
from cairn_rules.cli.atomic_file import check_writable
from cairn_rules.cli.commands import Lines, library_command
from cairn_rules.cli.executor import executor_for
from cairn_rules.cli.messages import status_line
from cairn_rules.cli.options import add_jobs, add_start, start_of
from cairn_rules.errors import CairnRulesError, cut, hint
from cairn_rules.game import Game

POLICIES: Final[dict[str, Traveller]] = {
    "steady": Traveller(),
    "patient": Traveller(pays="watch"),
    "night-march": Traveller(marches=True),
}
"""The policies that have a name on the command line, besides `forage-at-N`."""
_FORAGE: Final = re.compile("forage-at-([0-9]{1,3})")
_CHANGES: Final = ("none", "watch", "terrain", *WEATHERS)


def _add_arguments(parser: ArgumentParser, game: Game[Any, Any, Any]) -> None:
    parser.add_argument(
        "--policy",
        default="steady",
        metavar="POLICY",
        help=f"Policy of the party: {', '.join(POLICIES)}, forage-at-N, or MODULE:POLICY (default: steady).",
    )
    parser.add_argument(
        "--what-if",
        metavar="GOODS,…",
        help="Additional goods of a second plan, such as mule,rations (default: only one plan).",
    )
    parser.add_argument(
        "--environment",
        default="none",
        metavar="CHANGE",
        help="Change by each Environment event: none, watch, terrain or a weather (default: none).",
    )
    parser.add_argument(
        "--disturbed",
        default="0",
        metavar="SHARE",
        help="Probability that the sleep of a night is disturbed, such as 1/6 (default: 0).",
    )
    games = "up to 400, until arrivals are known within 5 points"
    add_solving(parser, "an exact forecast", "journeys", most_states=MOST_STATES, games=games)
    add_start(parser, game)
    add_jobs(parser)
    add_output(parser)


def run(options: Namespace) -> Lines:
    """Print the forecast of a journey, with progress on the standard error."""
    policy: Policy = policy_of(
        "--policy", options.policy, POLICIES, _FORAGE, lambda meals: Traveller(forages_below=meals)
    )
    table = _table(options)
    format = format_of(options, FORMATS)
    if options.output is not None:
        check_writable(options.output)  # before the forecast, which takes long
    journey = cast("State", start_of(options, 0) or options.game.new_game(seed=0))
    plans = {"as planned": journey}
    if options.what_if is not None:
        goods = listed(options.what_if)
        try:
            plans[f"with {', '.join(goods)}"] = take_along(journey, *goods)
        except CairnRulesError as error:
            raise CairnRulesError(f"--what-if: {error}") from error
    with executor_for(options) as executor, status_line("working out the forecast") as progress:
        found = [
            forecast(plan, policy, table=table, name=name, executor=executor, progress=progress, **solving_of(options))
            for name, plan in plans.items()
        ]
    report = {"markdown": markdown_report, "html": forecast_page, JSON: _as_json}.get(format, text_report)
    note_unused(options, *found)
    yield from written(options, (report(*found).rstrip("\n"),))
    return 0


def _table(options: Namespace) -> Table:
    """Return the policy of the table. Raise a `CairnRulesError` if it is wrong."""
    word = options.environment
    if word not in _CHANGES:
        raise CairnRulesError(f"--environment: {cut(word, 100)!r} is not a change; {hint(word, _CHANGES)}")
    share = Fraction(2)
    if "/" in options.disturbed or options.disturbed in {"0", "1"}:
        share = parse_fraction(options.disturbed)
    if share > 1:
        text = f"{cut(options.disturbed, 100)!r} is not a probability such as 1/6"
        raise CairnRulesError(f"--disturbed: {text}")
    return Table(environment=word, disturbed=share)


def _as_json(*plans: Forecast) -> str:
    return json.dumps([_plan(each) for each in plans])


def _plan(found: Forecast) -> dict[str, Any]:
    return {
        "name": found.name,
        "policy": found.policy,
        "table": found.table,
        "rulings": {name: str(value) for name, value in found.journey.rulings.changed.items()},
        "arrives": as_data(found.arrives),
        "hungry": as_data(found.hungry),
        **{
            measure: {
                "mean": as_data(found.spread(measure).mean),
                "shares": [
                    {"value": value, "probability": as_data(share)} for value, share in found.spread(measure).shares
                ],
            }
            for measure in MEASURES
        },
        **origin_of(found),
    }


FORECAST: Final = library_command(
    "forecast", _add_arguments, run, example="--legs wilderness --season fall --what-if mule,rations"
)
