"""A campaign as the players may know it, without the secrets of maps, the source of later rolls and private omens."""

from __future__ import annotations

from random import Random
from typing import final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.campaign.state import SEAT_NAMES, Scene, State
from cairn_rules.cairn_rpg.characters.character import converted, public, replaced
from cairn_rules.cairn_rpg.combat.observation import fighters_seen_by
from cairn_rules.cairn_rpg.combat.state import FOES
from cairn_rules.cairn_rpg.dungeon.areas import Area, Dungeon
from cairn_rules.cairn_rpg.dungeon.observation import known_map
from cairn_rules.cairn_rpg.procedures.party import party_seen_by
from cairn_rules.chance import Chance
from cairn_rules.checks import check_seat, check_state
from cairn_rules.frozen_classes import evolve, frozen
from cairn_rules.game import Drawn


@final
@frozen(kw_only=True, slots=False)
class Observation(Scene, Drawn):
    """A state without its chance. A private omen is known only to the seat that plays the character (R21).

    Dungeons have a map of the party's knowledge, as in an observation of a dungeon. In the gazetteer, a dungeon's map
    shows only the first area, without its contents.
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
    player = check_seat(player, len(SEAT_NAMES))
    known = with_known_maps(state)
    journey, fight, gazetteer = state.journey, state.fight, known.gazetteer
    if player != FOES:
        encounters = tuple(evolve(each, foes=tuple(map(public, each.foes))) for each in gazetteer.encounters)
        gazetteer = evolve(gazetteer, encounters=encounters)
    return replaced(
        known,
        gazetteer=gazetteer,
        journey=replaced(journey, party=party_seen_by(journey.party, player)),
        dungeons=tuple(
            evolve(each, dungeon=replaced(each.dungeon, party=party_seen_by(each.dungeon.party, player)))
            for each in known.dungeons
        ),
        fight=fight and replaced(fight, fighters=fighters_seen_by(fight.fighters, player)),
    )


def with_known_maps(scene: Scene) -> Observation:
    """Return a campaign with maps of the party's knowledge, and with all private omens."""
    landmarks = tuple(
        each if each.dungeon is None else evolve(each, dungeon=_outline(each.dungeon))
        for each in scene.gazetteer.landmarks
    )
    dungeons = tuple(
        evolve(each, dungeon=replaced(each.dungeon, dungeon=known_map(each.dungeon))) for each in scene.dungeons
    )
    known = evolve(scene.gazetteer, landmarks=landmarks)
    return converted(scene, Observation, gazetteer=known, dungeons=dungeons)


@checked
def sample_hidden(observation: Observation, rng: Random) -> State:
    """Return a state that agrees with an observation, with its chance drawn at random.

    An author's secrets cannot be guessed, so the maps of the state end where the party's knowledge ends. Omens that the
    observer does not know are missing; they affect no result.

    Raises:
        DefinitionError: if an argument is not of its kind.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> seen = campaign.observe(campaign.new_game(seed=7), 0)
        >>> campaign.observe(campaign.sample_hidden(seen, Random(1)), 0) == seen
        True
    """
    return converted(observation, State, chance=Chance.draw(rng))


def _outline(dungeon: Dungeon) -> Dungeon:
    """Return the public part of a dungeon that was never entered: its existence."""
    return Dungeon(areas=(Area(id=dungeon.areas[0].id),))
