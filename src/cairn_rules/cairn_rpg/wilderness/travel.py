"""Travel: watches needed, odds of getting lost, and the weather of a day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.effects import StepChange
from cairn_rules.cairn_rpg.procedures.recovery import SLEEP
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.cairn_rpg.wilderness.state import (
    NIGHT,
    WEATHERS,
    Distance,
    Modifier,
    Part,
    Path,
    Route,
    Season,
    State,
    Terrain,
    Weather,
)
from cairn_rules.chance import Dice

PATHS: Final[Mapping[Path, int]] = MappingProxyType({"road": 0, "trail": 1, "wilderness": 2})
"""The watches that a path adds (R182, T24)."""
LOST: Final[Mapping[Path, int]] = MappingProxyType({"road": 0, "trail": 2, "wilderness": 3})
"""The odds of getting lost, in 6 (R182, T24)."""
DISTANCES: Final[Mapping[Distance, int]] = MappingProxyType({"short": 1, "medium": 2, "long": 3})
"""The watches that a distance adds (R183, T25)."""
TERRAINS: Final[Mapping[Terrain, int]] = MappingProxyType({"easy": 0, "tough": 1, "perilous": 2})
"""The watches that a terrain adds (R184, T26)."""
SKIES: Final[Mapping[Season, tuple[Weather, ...]]] = MappingProxyType(
    {
        "spring": ("nice", "fair", "fair", "unpleasant", "inclement", "extreme"),
        "summer": ("nice", "nice", "fair", "unpleasant", "inclement", "extreme"),
        "fall": ("fair", "fair", "unpleasant", "inclement", "inclement", "extreme"),
        "winter": ("fair", "unpleasant", "inclement", "inclement", "extreme", "extreme"),
    }
)
"""The weather of each season, by the face of a d6 (R188, T27)."""
SUPPLY_DICE: Final = (4, 6, 8, 10, 12)
"""The dice for rations, by the number of members who look for them (R204, R205)."""
TRAVELLING: Final = "travelling"
"""A condition that always holds on a journey: a `when` of effects."""
WORST: Final = 2
"""The step of perilous terrain."""


@checked
def watches_needed(route: Route, *, steps: int = 0, night: bool = False, rulings: Rulings = DEFAULT) -> int:
    """Return the watches that a route takes, excluding those for weather and events (R181 to R187).

    `steps` is the number of steps by which its terrain is harder, or easier if negative. By night, modifiers that work
    only then count (R197). The rulings are those for mixed terrain (A43) and steps past perilous (A45). The least
    number is 1.

    Example:
        >>> watches_needed(Route(distance="medium", terrain=("perilous", "tough")))
        6
    """
    modifiers = tuple(_active(route, night=night))
    cancelled = {part for modifier in modifiers for part in modifier.cancels}
    parts: dict[Part, int] = {
        "path": PATHS[route.path],
        "distance": DISTANCES[route.distance],
        "vast": route.vast,
        "terrain": _terrain(route, steps + sum(modifier.terrain for modifier in modifiers), rulings),
    }
    due = sum(watches for part, watches in parts.items() if part not in cancelled)
    return max(1, due + sum(modifier.watches for modifier in modifiers))


@checked
def needed(state: State) -> int:
    """Return the watches of travel that the current leg takes in all, with weather, events and lack of sleep so far.

    Rules R181 and R202.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> needed(wilderness.new_game(seed=7))
        2
    """
    rulings = state.rulings
    members = state.party.members
    steps = state.weather_steps + state.steps + _best(state, "terrain")
    alive = [member for member in members if not member.conditions.dead]
    if any(SLEEP in member.conditions.needs for member in alive):
        steps += 1
    total = watches_needed(state.route, steps=steps, night=state.watch == NIGHT, rulings=rulings)
    if rulings.slow_watches and any(each.slow for member in alive for each in member.inventory.containers):
        total += rulings.slow_watches
    return total + state.delay + state.weather_delay


@checked
def lost_odds(state: State) -> int:
    """Return the chance in 6 of getting lost in this watch, from 0 to 6 (R5, R182, R199).

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> lost_odds(wilderness.new_game(seed=7))
        2
    """
    odds = LOST[state.route.path]
    if not odds:
        return 0
    modifiers = _active(state.route, night=state.watch == NIGHT)
    return max(0, min(6, odds + sum(each.lost for each in modifiers) + _best(state, "lost")))


@checked
def supply_die(state: State, members: tuple[int, ...]) -> int:
    """Return the number of sides of the die for rations (R204, R205).

    The members, at least one, look for rations.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> state = wilderness.new_game(seed=7)
        >>> supply_die(state, (0,)), supply_die(state, (0, 1))
        (4, 6)
    """
    place = len(members) - 1 + sum(_steps(state, state.party.members[index], "supply") for index in members)
    return SUPPLY_DICE[max(0, min(len(SUPPLY_DICE) - 1, place))]


def next_weather(season: Season, before: Weather | None, dice: Dice) -> Weather:
    """Roll the weather of a day (R188). A second Extreme day in a row is Catastrophic (R189, A44).

    `before` is the weather of the day before; None if there is none.

    Example:
        >>> from cairn_rules.chance import ScriptedDice
        >>> next_weather("spring", "extreme", ScriptedDice([6]))
        'catastrophic'
    """
    weather = SKIES[season][dice.face(6, purpose=f"weather in {season}", rule="R188") - 1]
    return "catastrophic" if weather == "extreme" and before in {"extreme", "catastrophic"} else weather


def weather_felt(state: State) -> Weather:
    """Return the weather whose cost applies to travel: eased by modifiers of this leg, and `nice` if cancelled.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> from cairn_rules.cairn_rpg.wilderness import Modifier, Route
        >>> route = Route(modifiers=(Modifier("cloaks", weather=-1),))
        >>> weather_felt(evolve(wilderness.new_game(seed=7, legs=[route]), weather="extreme"))
        'inclement'
    """
    assert state.weather is not None, "weather is rolled before travel"
    place = WEATHERS.index(state.weather)
    for modifier in _active(state.route, night=state.watch == NIGHT):
        if "weather" in modifier.cancels:
            return "nice"
        place += modifier.weather
    return WEATHERS[max(0, min(len(WEATHERS) - 1, place))]


def _active(route: Route, *, night: bool) -> Iterator[Modifier]:
    return (modifier for modifier in route.modifiers if night or not modifier.night)


def _terrain(route: Route, steps: int, rulings: Rulings) -> int:
    """Return the watches that the terrain of a route adds (R184, A43, A45)."""
    levels = {TERRAINS[each] for each in route.terrain}
    if rulings.terrain_mix == "worst":
        levels = {max(levels)}
    total = sum(max(0, min(WORST, level + steps)) for level in levels)
    if rulings.step_past == "extra_watch":
        total += max(0, max(levels) + steps - WORST)
    return total


def _best(state: State, of: Literal["lost", "terrain"]) -> int:
    """Return the steps of the member who helps the party most."""
    return min((_steps(state, state.party.members[index], of) for index in state.party.living), default=0)


def _steps(state: State, member: Character, of: Literal["supply", "lost", "terrain"]) -> int:
    """Return the steps that the effects of a member add now."""
    if not member.effects:
        return 0
    return sum(
        effect.steps
        for effect in member.effects
        if type(effect) is StepChange
        and effect.of == of
        and (not effect.when or effect.when == TRAVELLING or effect.when in state.circumstances)
    )


def route_words(route: Route) -> str:
    """Return a route in words.

    Example:
        >>> route_words(Route(to="Mill", terrain=("tough", "perilous"), vast=1))
        'to Mill: short trail, tough and perilous, vast (+1)'
    """
    parts = [f"{route.distance} {route.path}", " and ".join(route.terrain)]
    parts += [f"vast (+{route.vast})"] * bool(route.vast)
    parts += [modifier.name for modifier in route.modifiers]
    return f"to {route.to}: {', '.join(parts)}"
