"""Options that `odds` and `forecast` share: how to solve a game, and policies by name."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeVar, cast

from cairn_rules.cli.imports import held_at
from cairn_rules.cli.messages import note
from cairn_rules.cli.options import positive
from cairn_rules.errors import CairnRulesError, cut, hint, quoted

if TYPE_CHECKING:
    from cairn_rules.cairn_rpg.estimates.estimate import Estimate
    from cairn_rules.cairn_rpg.forecast import Forecast
    from cairn_rules.cairn_rpg.odds import Odds

PolicyT = TypeVar("PolicyT")


def add_solving(parser: ArgumentParser, result: str, played: str, *, most_states: int, games: int | str) -> None:
    """Add the choice between exact and simulated results, and its limits.

    `result` is a phrase for the exact result, such as `exact odds`, and `played` a word for the simulated things, such
    as `games`. `games` is the default of their number, or its description.
    """
    way = parser.add_mutually_exclusive_group()
    way.add_argument(
        "--exact", action="store_true", help="Refuse to simulate (default: simulate if there are too many states)."
    )
    way.add_argument("--simulate", action="store_true", help="Simulate (default: only if there are too many states).")
    parser.add_argument(
        "--most-states",
        type=positive,
        default=most_states,
        metavar="N",
        help=f"Maximum number of states for {result} (default: {most_states}).",
    )
    parser.add_argument("--games", type=positive, metavar="N", help=f"Number of simulated {played} (default: {games}).")


def solving_of(options: Namespace) -> dict[str, Any]:
    """Return the arguments of `odds` and `forecast` for these options, besides their progress.

    Raises:
        CairnRulesError: if a number of games cannot have an effect.
    """
    if options.exact and options.games is not None:
        raise CairnRulesError("--games cannot be combined with --exact: nothing is simulated")
    return {
        "exact": True if options.exact else False if options.simulate else None,
        "most_states": options.most_states,
        "seed": options.seed,
    } | ({} if options.games is None else {"games": options.games})


def note_unused(options: Namespace, *found: Odds | Forecast) -> None:
    """Note that a number of games had no effect, because everything is exact."""
    if options.games is not None and all(each.exact for each in found):
        note("--games has no effect: the result is exact; add --simulate to simulate it")


def as_data(each: Estimate) -> dict[str, Any]:
    """Return an estimate as JSON data; null stands for infinity."""
    numbers = (float(each.value), each.error, *(each.interval or ()))
    value, error, *interval = (number if isfinite(number) else None for number in numbers)
    return {"value": value, "error": error, "interval": interval or None}


def origin_of(found: Odds | Forecast) -> dict[str, Any]:
    """Return the method behind odds or a forecast as JSON data."""
    return {name: getattr(found, name) for name in ("exact", "states", "games", "seed", "note")}


def policy_of(
    option: str, text: str, policies: Mapping[str, PolicyT], numbered: re.Pattern[str], make: Callable[[int], PolicyT]
) -> PolicyT:
    """Return the policy for a name, a name with a number, or the place of a function.

    The place is `MODULE:POLICY`. `numbered` is the pattern of the names with a number, such as `flee-at-([0-9]{1,3})`,
    and `make` returns the policy of a number. Raise a `CairnRulesError` if there is no such policy.
    """
    if text in policies:
        return policies[text]
    if found := numbered.fullmatch(text):
        return make(int(found[1]))
    if ":" not in text:
        example = f"{numbered.pattern.partition('(')[0]}2"
        raise CairnRulesError(f"{option}: {cut(text, 100)!r} is not a policy; {hint(text, (*policies, example))}")
    held = held_at(text)
    if not callable(held):
        raise CairnRulesError(f"{option}: {text!r} should be a function of a state, not {quoted(held)}")
    return cast("PolicyT", held)
