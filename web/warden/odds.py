"""The odds of a fight for the page: in steps, and as JSON data for bars, tables and screen readers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from functools import partial
from typing import Any, Final

from cairn_rules.cairn_rpg.combat.state import FOES, PARTY, State
from cairn_rules.cairn_rpg.estimates.estimate import Estimate
from cairn_rules.cairn_rpg.estimates.policies import policy_name
from cairn_rules.cairn_rpg.odds import (
    FleeWhenHurt,
    Odds,
    Policy,
    focus_fire,
    odds_in_steps,
    random_target,
    weakest_first,
)
from cairn_rules.cairn_rpg.odds.report import assumptions, ending_text, names, rounds, title, verdict
from cairn_rules.cairn_rpg.odds.result import FATES
from web.warden.steps import improving

POLICIES: Final[dict[str, Policy]] = {
    policy_name(policy): policy for policy in (focus_fire, weakest_first, random_target, FleeWhenHurt())
}
"""The policies that can be chosen, by their names."""
MOST_STATES: Final = 20_000
"""Maximum number of states of exact odds on the page."""
FIRST_GAMES: Final = 100
"""Number of simulated games of the first, rough odds."""
SEED: Final = 0
"""The seed of simulated odds: the same question has the same answer."""


def odds_of(state: State, policies: tuple[str, str]) -> Generator[str | Odds, None, Odds]:
    """Return the odds in steps: rough ones, then exact ones, or those of a longer simulation."""
    steps: Callable[..., Generator[str, None, Odds]] = partial(
        odds_in_steps, state, party=POLICIES[policies[PARTY]], foes=POLICIES[policies[FOES]], seed=SEED
    )
    return improving(
        partial(steps, exact=False, games=FIRST_GAMES),
        partial(steps, exact=True, most_states=MOST_STATES),
        partial(steps, exact=False),
    )


def shown_odds(slice: Mapping[str, Any]) -> dict[str, Any]:
    """Return a slice of the odds as JSON data."""
    found: Odds | None = slice["result"]
    return {**slice, "result": None if found is None else odds_view(found)}


def odds_view(found: Odds) -> dict[str, Any]:
    """Return odds as JSON data: numbers for bars, and words."""
    return {
        "title": title(found),
        "verdict": verdict(found),
        "rounds": rounds(found),
        "exact": found.exact,
        "wins": [_share("The party wins", found.wins[PARTY]), _share("The foes win", found.wins[FOES])],
        "endings": [_share(ending_text(each), each.probability) for each in found.endings],
        "fighters": [
            {
                "name": name,
                "side": each.side,
                "fates": [_share(fate, getattr(each, fate)) for fate in FATES],
                "scars": "" if each.scars is None else str(each.scars),
            }
            for name, each in zip(names(found), found.fighters, strict=True)
        ],
        "assumptions": list(assumptions(found)),
    }


def _share(name: str, estimate: Estimate) -> dict[str, Any]:
    low, high = estimate.interval or (estimate.value, estimate.value)
    return {
        "name": name,
        "text": str(estimate),
        "value": float(estimate.value),
        "low": float(low),
        "high": float(high),
    }
