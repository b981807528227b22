"""A journey as a player or a spectator may know it, without the source of later rolls and private omens."""

from __future__ import annotations

from random import Random
from typing import final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import converted
from cairn_rules.cairn_rpg.procedures.party import party_seen_by
from cairn_rules.cairn_rpg.wilderness.state import SEAT_NAMES, Scene, State
from cairn_rules.chance import Chance
from cairn_rules.checks import check_seat, check_state
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Drawn


@final
@frozen(kw_only=True, slots=False)
class Observation(Scene, Drawn):
    """A state without its chance. Spectators do not see private omens (R21)."""


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
    player = check_seat(player, len(SEAT_NAMES))
    return converted(state, Observation, party=party_seen_by(state.party, player))


@checked
def sample_hidden(observation: Observation, rng: Random) -> State:
    """Return a state that agrees with an observation, with its chance drawn at random.

    Omens that the observer does not know are missing from the state; they affect no result.

    Raises:
        DefinitionError: if an argument is not of its kind.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> seen = wilderness.observe(wilderness.new_game(seed=7), 0)
        >>> wilderness.observe(wilderness.sample_hidden(seen, Random(1)), 0) == seen
        True
    """
    return converted(observation, State, chance=Chance.draw(rng))
