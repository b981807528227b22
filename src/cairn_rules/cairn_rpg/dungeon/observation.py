"""A dungeon as the players may know it, without the map's secrets, the source of later rolls and private omens."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import converted
from cairn_rules.cairn_rpg.dungeon.areas import Area, Door, Dungeon, Trap
from cairn_rules.cairn_rpg.dungeon.state import SEAT_NAMES, Scene, State
from cairn_rules.cairn_rpg.procedures.party import party_seen_by
from cairn_rules.chance import Chance
from cairn_rules.checks import check_seat, check_state
from cairn_rules.frozen_classes import evolve, frozen
from cairn_rules.game import Drawn


@final
@frozen(kw_only=True, slots=False)
class Observation(Scene, Drawn):
    """A state without its chance, with a map of the party's knowledge.

    The map has the areas that the party has visited, with their exits, doors and places, and the ids of the areas
    behind these exits. Hidden things, unsprung traps and the Warden's tables are missing. Spectators do not see private
    omens (R21).
    """


def observe(state: State, player: int | None) -> Observation:
    """Return the part of a state that the party may know; for None, the part that a spectator may know.

    Raises:
        DefinitionError: if the seat does not exist.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> seen = dungeon.observe(dungeon.new_game(seed=7), 0)
        >>> [area.id for area in seen.dungeon.areas], seen == dungeon.observe(dungeon.new_game(seed=8), None)
        (['mound', 'passage'], True)
    """
    check_state(state, State)
    player = check_seat(player, len(SEAT_NAMES))
    return converted(state, Observation, dungeon=known_map(state), party=party_seen_by(state.party, player))


@checked
def sample_hidden(observation: Observation, rng: Random) -> State:
    """Return a state that agrees with an observation, with its chance drawn at random.

    An author's secrets cannot be guessed, so the map of the state ends where the party's knowledge ends. Omens that the
    observer does not know are missing; they affect no result.

    Raises:
        DefinitionError: if an argument is not of its kind.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> seen = dungeon.observe(dungeon.new_game(seed=7), 0)
        >>> dungeon.observe(dungeon.sample_hidden(seen, Random(1)), 0) == seen
        True
    """
    return converted(observation, State, chance=Chance.draw(rng))


def known_map(scene: Scene) -> Dungeon:
    """Return the map of the party's knowledge (R155, R167, R178)."""
    dungeon, found, visited = scene.dungeon, scene.found, scene.visited
    areas = {area.id: _known_area(area, found, visited) for area in dungeon.areas}
    shown = {id for id, area in areas.items() if id in visited or area.traps or area.exits}
    shown |= {each.to for id in shown for each in areas[id].exits}
    doors = {each.door for id in shown for each in areas[id].exits}
    return Dungeon(
        areas=tuple(area for id, area in areas.items() if id in shown),
        doors=tuple(
            _known_door(door, scene) for door in dungeon.doors if door.id in doors or _traps(door.traps, found)
        ),
    )


def _known_area(area: Area, found: Collection[str], visited: Collection[str]) -> Area:
    traps = _traps(area.traps, found)
    if area.id not in visited:
        return Area(id=area.id, exits=tuple(each for each in area.exits if each.hidden in found), traps=traps)
    return evolve(
        area,
        exits=tuple(each for each in area.exits if not each.hidden or each.hidden in found),
        places=tuple(evolve(place, items=(), reveals=(), text="") for place in area.places),
        items=(),
        traps=traps,
        tables=None,
    )


def _known_door(door: Door, scene: Scene) -> Door:
    sounds = door.sounds if door.id in scene.heard else ""
    return evolve(door, sounds=sounds, traps=_traps(door.traps, scene.found))


def _traps(traps: tuple[Trap, ...], found: Collection[str]) -> tuple[Trap, ...]:
    return tuple(trap for trap in traps if trap.id in found)
