"""A fight as a player or a spectator may know it: all but the chance to come."""

from __future__ import annotations

from random import Random
from typing import Any, Final, final

from attrs import fields, frozen

from cairn_rules.cairn_rpg.combat.actions import Declaration
from cairn_rules.cairn_rpg.combat.state import SEAT_NAMES, Fighter, Question, State, Truce
from cairn_rules.cairn_rpg.content import Book
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.chance import Chance
from cairn_rules.checks import check_state
from cairn_rules.errors import DefinitionError, quoted


@final
@frozen(kw_only=True)
class Observation:
    """A state without its chance. Both sides and spectators see the same."""

    fighters: tuple[Fighter, ...]
    """As in the state."""
    round: int
    """As in the state."""
    side: int
    """As in the state."""
    declared: tuple[Declaration, ...]
    """As in the state."""
    questions: tuple[Question, ...]
    """As in the state."""
    truce: Truce = ""
    """As in the state."""
    numbers: tuple[int, int]
    """As in the state."""
    tested: tuple[frozenset[str], frozenset[str]]
    """As in the state."""
    crowd: bool
    """As in the state."""
    leader: int | None
    """As in the state."""
    rulings: Rulings
    """As in the state."""
    book: Book | None = None
    """As in the state."""


_NAMES: Final = tuple(each.name for each in fields(Observation))


def _values(value: State | Observation) -> dict[str, Any]:
    return {name: getattr(value, name) for name in _NAMES}


def observe(state: State, player: int | None) -> Observation:
    """Return the part of a state that a seat may know; for None, the part that a spectator may know.

    Raises:
        DefinitionError: if the seat does not exist.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> state = combat.new_game(seed=7)
        >>> combat.observe(state, 0) == combat.observe(combat.new_game(seed=8), None)
        True
    """
    check_state(state, State)
    if player is not None and (type(player) is not int or player not in range(len(SEAT_NAMES))):
        raise DefinitionError(f"{quoted(player)} is not a player (0, 1, or None for a spectator)")
    return Observation(**_values(state))


def sample_hidden(observation: Observation, rng: Random) -> State:
    """Return a state that agrees with an observation, with its chance drawn at random.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> seen = combat.observe(combat.new_game(seed=7), 0)
        >>> combat.observe(combat.sample_hidden(seen, Random(1)), 0) == seen
        True
    """
    return with_chance(observation, Chance.draw(rng))


def with_chance(observation: Observation, chance: Chance) -> State:
    """Return the state with the given chance to come."""
    return State(**_values(observation), chance=chance)
