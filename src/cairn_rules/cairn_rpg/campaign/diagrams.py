"""A campaign as plain text, at most 80 columns wide: the time, the place, and the current scene."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.campaign.observation import Observation
from cairn_rules.cairn_rpg.campaign.rules.rules import current_player, outcome
from cairn_rules.cairn_rpg.campaign.state import State, is_free, is_halted, route_of, scene_of
from cairn_rules.cairn_rpg.common.diagram_rows import WIDTH
from cairn_rules.cairn_rpg.wilderness.diagrams import ground_lines, party_lines
from cairn_rules.cairn_rpg.wilderness.state import WATCHES
from cairn_rules.cairn_rpg.wilderness.travel import needed, route_words
from cairn_rules.checks import as_state
from cairn_rules.errors import printable
from cairn_rules.manifest import question_for


@checked
def diagram(state: State | Observation, *, plain: bool = False) -> str:
    """Return the time, the place, the ways or the current scene, and the party.

    In a dungeon or a fight, its own diagram follows the first two lines. With `plain`, sentences for screen readers
    replace the tables, a line each. They can be longer than 80 columns.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> print(campaign.diagram(campaign.new_game(seed=7, weather="fair")))
        Day 1, morning, spring, fair weather
        Thornwick
          mill-road: to Ottersford: short road, easy
          sheep-trail: to King's Barrow: short trail, tough
          # Party                   HP Slots Meals
        > 1 Hestia                 4/4  2/10     3
          2 Basil                  3/3  1/10     3
    """
    state = as_state(state, State)
    journey = state.journey
    weather = "weather unknown" if journey.weather is None else f"{journey.weather} weather"
    lines = [f"Day {journey.day}, {WATCHES[journey.watch]}, {journey.season}, {weather}"]
    place = state.place
    where = f"In the dungeon of {place}" if state.inside else place[:1].upper() + place[1:]
    lines += (printable(where),) if plain else wrap(printable(where), WIDTH)
    if outcome(state) is not None:
        lines.append("The campaign is over")
    elif state.fight is None:
        lines += _dying(state, plain=plain)
    if state.inside or state.fight is not None:
        rules, scene = scene_of(state)
        lines.append(rules.diagram(scene, plain=plain))
    else:
        lines += _outdoors(state, plain=plain)
    return "\n".join(lines)


def _dying(state: State, *, plain: bool) -> Iterator[str]:
    """Yield a warning for each member who needs aid (R103)."""
    for number, member in enumerate(state.party.members, start=1):
        if member.is_dying:
            text = printable(f"{member.name} is dying, and dies within the hour without aid (aid:{number})")
            yield from (text,) if plain else wrap(text, WIDTH)


def _outdoors(state: State, *, plain: bool) -> Iterator[str]:
    """Yield the ways from a landmark, or the progress on one, the items on the ground, and the party."""
    journey = state.journey
    if state.way:
        lost = ", lost" if journey.lost else ""
        yield f"{journey.progress} of {needed(journey)} watches travelled{lost}"
    else:
        for way in state.gazetteer.ways_from(state.at):
            words = printable(f"{way.id}: {route_words(route_of(state, way))}")
            if plain:
                yield f"Way {words}"
                continue
            yield from wrap(words, WIDTH, initial_indent="  ", subsequent_indent="    ")
    yield from ground_lines(journey)
    yield from party_lines(journey, plain=plain)


def question(state: State) -> str:
    """Return the pending decision of the campaign or of its scene as a question."""
    if current_player(state) is None:
        return "The campaign is over"
    if is_free(state) and is_halted(state):
        journey = state.journey
        return f"Day {journey.day}, {WATCHES[journey.watch]}, {state.place}: what does the party do?"
    return question_for(*scene_of(state))
