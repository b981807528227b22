"""A journey as a player or a spectator may know it: all but the chance to come."""

from __future__ import annotations

from random import Random
from typing import Any, Final, final

from attrs import fields, frozen

from cairn_rules.cairn_rpg.items import Item
from cairn_rules.cairn_rpg.party import Party, Question
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.cairn_rpg.wilderness.actions import Declaration
from cairn_rules.cairn_rpg.wilderness.state import SEAT_NAMES, Choice, Phase, Route, Season, State, Weather
from cairn_rules.chance import Chance
from cairn_rules.checks import check_state
from cairn_rules.errors import DefinitionError, quoted


@final
@frozen(kw_only=True)
class Observation:
    """A state without its chance. The party and spectators see the same."""

    party: Party
    """As in the state."""
    legs: tuple[Route, ...]
    """As in the state."""
    season: Season
    """As in the state."""
    leg: int
    """As in the state."""
    day: int
    """As in the state."""
    watch: int
    """As in the state."""
    weather: Weather | None
    """As in the state."""
    phase: Phase
    """As in the state."""
    departed: bool
    """As in the state."""
    lost: bool
    """As in the state."""
    progress: int
    """As in the state."""
    delay: int
    """As in the state."""
    weather_delay: int
    """As in the state."""
    weather_steps: int
    """As in the state."""
    steps: int
    """As in the state."""
    weathered: bool
    """As in the state."""
    camped: frozenset[int]
    """As in the state."""
    sleepers: frozenset[int]
    """As in the state."""
    declared: tuple[Declaration, ...]
    """As in the state."""
    questions: tuple[Question | Choice, ...]
    """As in the state."""
    rolls: int
    """As in the state."""
    ground: tuple[Item, ...]
    """As in the state."""
    settlement: bool
    """As in the state."""
    circumstances: tuple[str, ...]
    """As in the state."""
    braves: bool
    """As in the state."""
    rulings: Rulings
    """As in the state."""


_NAMES: Final = tuple(each.name for each in fields(Observation))


def _values(value: State | Observation) -> dict[str, Any]:
    return {name: getattr(value, name) for name in _NAMES}


def observe(state: State, player: int | None) -> Observation:
    """Return the part of a state that a seat may know; for None, the part that a spectator may know.

    Raises:
        DefinitionError: if the seat does not exist.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> seen = wilderness.observe(wilderness.new_game(seed=7), 0)
        >>> seen == wilderness.observe(wilderness.new_game(seed=8), None)
        True
    """
    check_state(state, State)
    if player is not None and (type(player) is not int or player not in range(len(SEAT_NAMES))):
        raise DefinitionError(f"{quoted(player)} is not a player (0, or None for a spectator)")
    return Observation(**_values(state))


def sample_hidden(observation: Observation, rng: Random) -> State:
    """Return a state that agrees with an observation, with its chance drawn at random.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> seen = wilderness.observe(wilderness.new_game(seed=7), 0)
        >>> wilderness.observe(wilderness.sample_hidden(seen, Random(1)), 0) == seen
        True
    """
    return with_chance(observation, Chance.draw(rng))


def with_chance(observation: Observation, chance: Chance) -> State:
    """Return the state with the given chance to come."""
    return State(**_values(observation), chance=chance)
