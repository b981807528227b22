"""A campaign as the players may know it: neither what maps hide nor the chance to come."""

from __future__ import annotations

from random import Random
from typing import final

from attrs import evolve, frozen

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.campaign.state import SEAT_NAMES, Scene, State
from cairn_rules.cairn_rpg.character import converted, replaced
from cairn_rules.cairn_rpg.dungeon.areas import Area, Dungeon
from cairn_rules.cairn_rpg.dungeon.observation import known_map
from cairn_rules.chance import Chance
from cairn_rules.checks import check_seat, check_state


@final
@frozen(kw_only=True, slots=False)
class Observation(Scene):
    """A state without its chance. Both seats and spectators see the same.

    Dungeons have a map of what the party knows, as in an observation of a dungeon. In the gazetteer, of a dungeon's map
    only the first area is left, without all that is in it.
    """


def observe(state: State, player: int | None) -> Observation:
    """Return the part of a state that a seat may know; for None, the part that a spectator may know.

    Raises:
        DefinitionError: if the seat does not exist.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> seen = campaign.observe(campaign.new_game(seed=7), 0)
        >>> [area.id for area in seen.gazetteer.landmark("barrow").dungeon.areas]
        ['mound']
    """
    check_state(state, State)
    check_seat(player, len(SEAT_NAMES))
    landmarks = tuple(
        each if each.dungeon is None else evolve(each, dungeon=_outline(each.dungeon))
        for each in state.gazetteer.landmarks
    )
    dungeons = tuple(
        evolve(each, dungeon=replaced(each.dungeon, dungeon=known_map(each.dungeon))) for each in state.dungeons
    )
    known = evolve(state.gazetteer, landmarks=landmarks)
    return converted(state, Observation, gazetteer=known, dungeons=dungeons)


@checked
def sample_hidden(observation: Observation, rng: Random) -> State:
    """Return a state that agrees with an observation, with its chance drawn at random.

    What an author has hidden cannot be guessed, so the maps of the state end where the party's knowledge ends.

    Raises:
        DefinitionError: if an argument is not of its kind.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> seen = campaign.observe(campaign.new_game(seed=7), 0)
        >>> campaign.observe(campaign.sample_hidden(seen, Random(1)), 0) == seen
        True
    """
    return with_chance(observation, Chance.draw(rng))


def with_chance(scene: Scene, chance: Chance) -> State:
    """Return the state with the given chance to come."""
    return converted(scene, State, chance=chance)


def _outline(dungeon: Dungeon) -> Dungeon:
    """Return what is known of a dungeon before anybody enters it: that there is one."""
    return Dungeon(areas=(Area(id=dungeon.areas[0].id),))
