"""The odds of a fight for the page: in steps, and as JSON data for bars, tables and screen readers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from functools import partial
from typing import Any, Final

from cairn_rules.cairn_rpg.characters.attacks import Mode
from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY, State, positioned
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
from web.warden.steps import after

POLICIES: Final[dict[str, Policy]] = {
    policy_name(policy): policy for policy in (focus_fire, weakest_first, random_target, FleeWhenHurt())
}
"""The policies that can be chosen, by their names."""
MOST_STATES: Final = 20_000
"""Maximum number of states of exact odds on the page."""
SEED: Final = 0
"""The seed of simulated odds: the same question has the same answer."""


JUDGED: Final[tuple[tuple[str, int, Mode], ...]] = (
    ("if its attacks are enhanced", PARTY, "enhanced"),
    ("if the foes' attacks are impaired", FOES, "impaired"),
)
"""The positions whose odds are compared: words, the side that attacks from one, and the position (R85, R87)."""


def odds_of(state: State, policies: tuple[str, str]) -> Generator[str | tuple[Odds, ...], None, tuple[Odds, ...]]:
    """Return the odds in steps: rough ones that get better, then the best ones.

    At last come those of each position of `JUDGED` after the present ones.
    """
    steps: Callable[..., Generator[str | Odds, None, Odds]] = partial(
        odds_in_steps, party=POLICIES[policies[PARTY]], foes=POLICIES[policies[FOES]], seed=SEED
    )
    found = yield from after((), steps(state, most_states=MOST_STATES))
    yield found
    method: dict[str, Any] = {"most_states": MOST_STATES} if found[0].exact else {"exact": False}
    for _, side, mode in JUDGED:
        judged = tuple(positioned(each, "position", mode) if each.side == side else each for each in state.fighters)
        found = yield from after(found, steps(replaced(state, fighters=judged), **method))
    return found


def shown_odds(slice: Mapping[str, Any]) -> dict[str, Any]:
    """Return a slice of the odds as JSON data."""
    found: tuple[Odds, ...] | None = slice["result"]
    return {**slice, "result": None if found is None else odds_view(*found)}


def odds_view(found: Odds, *judged: Odds) -> dict[str, Any]:
    """Return odds as JSON data: numbers for bars, and words. `judged` are the odds of the positions of `JUDGED`."""
    return {
        "title": title(found),
        "verdict": verdict(found),
        "rounds": rounds(found),
        "exact": found.exact,
        "wins": [_share("The party wins", found.wins[PARTY]), _share("The foes win", found.wins[FOES])],
        "judged": [_share(words, each.wins[PARTY]) for (words, _, _), each in zip(JUDGED, judged, strict=False)],
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
