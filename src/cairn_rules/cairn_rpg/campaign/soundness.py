"""Checks that a state, such as one read from a document, can occur."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from cairn_rules.cairn_rpg import combat
from cairn_rules.cairn_rpg.campaign.rules.reasons import departing
from cairn_rules.cairn_rpg.campaign.state import HERE, UNUSED, State, is_free, is_halted
from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.characters.soundness import check_faultless
from cairn_rules.cairn_rpg.combat.state import PARTY
from cairn_rules.cairn_rpg.combat.state import State as FightState
from cairn_rules.errors import Fault, cut, quoted

_DICE: Final = "a scene has no separate dice: its chance should have the key 0 and nothing used"
_RULINGS: Final = "the rulings should be those of the journey"


def check_sound(state: State) -> None:
    """Check that a state with sound scenes and a sound gazetteer can occur.

    Raises:
        UnsoundStateError: if it cannot. It lists every fault. Faults that follow from the party's place are only listed
            if the place itself has none.
    """
    check_faultless(chain(_place_faults(state), _dungeon_faults(state)))
    check_faultless(_scene_faults(state))


def _place_faults(state: State) -> Iterator[Fault]:
    land = state.gazetteer
    if not any(landmark.id == state.at for landmark in land.landmarks):
        yield Fault("at", f"{cut(quoted(state.at), 100)} is not a landmark")
    elif state.way and not any(way.id == state.way for way in land.ways_from(state.at)):
        yield Fault("way", f"{cut(quoted(state.way), 100)} is not a way from {state.at!r}")


def _dungeon_faults(state: State) -> Iterator[Fault]:
    known = {landmark.id for landmark in state.gazetteer.landmarks if landmark.dungeon is not None}
    seen: set[str] = set()
    for place, each in enumerate(state.dungeons):
        where = f"dungeons[{place}]"
        if each.landmark not in known:
            yield Fault(f"{where}.landmark", f"{cut(quoted(each.landmark), 100)} is not a landmark with a dungeon")
        elif each.landmark in seen:
            yield Fault(f"{where}.landmark", f"{each.landmark!r} is listed before")
        seen.add(each.landmark)
        if each.dungeon.chance != UNUSED:
            yield Fault(f"{where}.dungeon.chance", _DICE)
        if each.dungeon.rulings != state.rulings:
            yield Fault(f"{where}.dungeon.rulings", _RULINGS)
        if each.dungeon.left == (state.inside and each.landmark == state.at):
            yield Fault(
                f"{where}.dungeon.left", "the party should have left every dungeon except the one that it is in"
            )


def _scene_faults(state: State) -> Iterator[Fault]:
    """Yield the faults of the current scene, and of its relation to the suspended ones."""
    journey = state.journey
    if journey.chance != UNUSED:
        yield Fault("journey.chance", _DICE)
    if journey.leg:
        yield Fault("journey.leg", "the party is at a landmark as soon as it has arrived: the leg should be 0")
    elif state.way and journey.legs != departing(state, state.way).legs:
        yield Fault("journey.legs", f"the legs are not those of the way {state.way!r}")
    elif not state.way and journey.legs != (HERE,):
        yield Fault("journey.legs", "the party is not travelling: there should be one leg that leads 'here'")
    if not state.way and (journey.departed or journey.settlement != state.landmark.settlement):
        yield Fault("journey", f"at {state.at!r}, `departed` should be False, and `settlement` that of the landmark")
    if state.inside:
        yield from _inside_faults(state)
    if state.fight is not None:
        yield from _fight_faults(state, state.fight)
    if state.retired and not (is_free(state) and is_halted(state)):
        yield Fault("retired", "a party can settle down only at a landmark, between two watches")


def _inside_faults(state: State) -> Iterator[Fault]:
    inside, journey = state.dungeon, state.journey
    if inside is None:
        yield Fault("inside", f"the party has never entered a dungeon at {state.at!r}")
        return
    if state.way:
        yield Fault("inside", "a party cannot be in a dungeon and on the way at once")
    if journey.phase not in {"plan", "over"} or journey.declared:
        yield Fault("journey.phase", "no watch of the journey can be under way while the party is in a dungeon")
    if inside.party != journey.party:
        yield Fault("journey.party", "the party of the journey should be that of the dungeon")


def _fight_faults(state: State, fight: FightState) -> Iterator[Fault]:
    if not is_free(replaced(state, fight=None)):
        yield Fault("fight", "a fight can begin only between two watches or two turns")
    if fight.chance != UNUSED:
        yield Fault("fight.chance", _DICE)
    if fight.rulings != state.rulings:
        yield Fault("fight.rulings", _RULINGS)
    if combat.current_player(fight) is None:
        yield Fault("fight", "the fight is over, so it should not be part of the campaign any more")
    names = [each.character.name for each in combat.muster(state.party.members, rulings=state.rulings)]
    fighters = [each.character.name for each in fight.fighters if each.side == PARTY]
    if fighters[: len(names)] != names:
        yield Fault("fight.fighters", f"the fighters of the party should begin with {cut(', '.join(names), 300)}")
