"""Setting out on a journey: the party, the legs, the season, and a party that splits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from random import Random
from typing import Any, Final, get_args

from attrs import evolve

from cairn_rules.cairn_rpg.argument_checks import checked, listed
from cairn_rules.cairn_rpg.characters.character import Character, replaced
from cairn_rules.cairn_rpg.characters.inventory import Inventory
from cairn_rules.cairn_rpg.characters.items import Item, Uses
from cairn_rules.cairn_rpg.combat.rules.setup import adventurers
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.procedures.party import MOST_MEMBERS, Light, Party, gathered
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.cairn_rpg.wilderness.food import rations
from cairn_rules.cairn_rpg.wilderness.state import (
    MOST_LEGS,
    WATCHES,
    WEATHERS,
    Distance,
    Modifier,
    Path,
    Route,
    Season,
    State,
    Terrain,
    Toll,
    Weather,
)
from cairn_rules.chance import Chance
from cairn_rules.checks import given_text
from cairn_rules.errors import DefinitionError, cut, hint, quoted
from cairn_rules.game import SEED_BITS

SEASONS: Final[tuple[Season, ...]] = get_args(Season)
_SYNONYMS: Final = {"autumn": "fall"}
_WATCHES: Final = re.compile("[+-]?[0-9]{1,3}")
_WORDS: Final[dict[str, tuple[str, Any]]] = {
    **{word: ("path", word) for word in get_args(Path)},
    **{word: ("distance", word) for word in get_args(Distance)},
    **{word: ("terrain", word) for word in get_args(Terrain)},
    "vast": ("vast", 1),
    "vaster": ("vast", 2),
    "settlement": ("settlement", True),
    **{f"toll-{toll}": ("toll", toll) for toll in get_args(Toll) if toll},
}
"""The attribute of a `Route` and its value, by the word for it."""


@checked
def new_game(
    *,
    seed: int | None = None,
    party: Iterable[Character] | Party = (),
    legs: Iterable[Route] = (),
    season: Season = "spring",
    watch: int = 0,
    weather: Weather | None = None,
    settlement: bool = False,
    circumstances: Iterable[str] = (),
    provided: Iterable[str] = (),
    braves: bool = False,
    rulings: Rulings = DEFAULT,
    book: Book | None = None,
) -> State:
    """Return the first state of a journey.

    Args:
        seed: The same seed and decisions give the same journey (default: a different one each time).
        party: The travellers in marching order (default: two adventurers with rations).
        legs: The legs of the journey, in order (default: a trail to a mill, then the wilderness to a tower).
        season: `spring`, `summer`, `fall` or `winter`.
        watch: The watch in which the party sets out: 0 in the morning, 1 in the afternoon, 2 at night.
        weather: The weather of the first day (default: rolled by the action `Begin`, R6).
        settlement: True if rations are sold where the journey starts (R206).
        circumstances: Conditions that hold now: the `when` of effects that change terrain, odds or supplies.
        provided: Needs that are met where the journey starts at no cost, such as `food` from a host (R61, R208).
        braves: True if the table allows travel in Catastrophic weather (R194).
        rulings: The rulings.
        book: The spells and creatures (default: those of the library).

    Raises:
        DefinitionError: if a value is not one of those, no member of the party is alive, or it has more than 100
            members or the journey more than 100 legs.

    Example:
        >>> state = new_game(seed=7, season="winter")
        >>> [member.name for member in state.party.members], state.route.to
        (['Hestia', 'Basil'], 'the mill')
    """
    group = gathered(party, _travellers)
    if not group.living:
        raise DefinitionError("no member of the party is alive")
    routes = listed("legs", legs, Route) or _journey()
    if len(routes) > MOST_LEGS:
        raise DefinitionError(f"a journey has 1 to {MOST_LEGS} legs, not {len(routes)}")
    _check_word("season", season, SEASONS)
    if weather is not None:
        _check_word("weather", weather, WEATHERS)
    if type(watch) is not int or watch not in range(len(WATCHES)):
        raise DefinitionError(f"a watch is 0 (morning), 1 (afternoon) or 2 (night), not {quoted(watch)}")
    return State(
        party=group,
        legs=routes,
        season=season,
        watch=watch,
        weather=weather,
        phase="dawn" if weather is None else "plan",
        settlement=settlement,
        circumstances=tuple(sorted(set(circumstances))),
        provided=frozenset(provided),
        braves=braves,
        rulings=rulings,
        book=book,
        chance=Chance.from_seed(Random().getrandbits(SEED_BITS) if seed is None else seed),
    )


@checked
def split(state: State, members: Iterable[int]) -> tuple[State, State]:
    """Split a party in two and return the states of both groups: those who stay, then those who leave (R180).

    Each group has its own journey and its own dice from here on. Items on the ground stay with the first group. Nobody
    has declared anything in the state. `members` has those who leave, as indices.

    Raises:
        DefinitionError: if a question is open, somebody has declared, the journey is over, an index is not that of a
            member, or a group would be empty.

    Example:
        >>> first, second = split(new_game(seed=7, weather="fair"), [1])
        >>> first.party.members[0].name, second.party.members[0].name
        ('Hestia', 'Basil')
    """
    if state.questions or state.declared or state.phase == "over":
        raise DefinitionError("a party can split only between two watches of a journey: finish this watch first")
    parting = sorted(set(members))
    count = len(state.party.members)
    if not 0 < len(parting) < count or any(index not in range(count) for index in parting):
        text = f"{quoted(tuple(parting))} is not a group of members"
        raise DefinitionError(f"{text}: give some, but not all, of 0 to {count - 1}")
    staying = [index for index in range(count) if index not in parting]
    word, chance = state.chance.below(1 << 52)
    return (
        replaced(_group(state, staying), chance=chance),
        replaced(_group(state, parting), chance=Chance(word), ground=()),
    )


@checked
def join(state: State, other: State) -> State:
    """Return the state of two groups that meet and travel on together, as the table decides (R180).

    The legs, the weather and the dice are those of the first group. The members of the other group come last in the
    marching order. If either group has settled the cost of today's weather, it is settled for both (R196). Nobody has
    declared anything in either state.

    Raises:
        DefinitionError: if a group is in the middle of a watch or its journey is over, their days or watches differ,
            they are at different landmarks, only one is at a landmark, or they have more than 100 members in all.

    Example:
        >>> first, second = split(new_game(seed=7, weather="fair"), [1])
        >>> [member.name for member in join(first, second).party.members]
        ['Hestia', 'Basil']
    """
    for group in (state, other):
        if group.questions or group.declared or group.phase not in {"dawn", "plan"}:
            raise DefinitionError(
                "groups can join only between two watches of a journey: finish the watch of each first"
            )
    if (state.day, state.watch) != (other.day, other.watch):
        when = [f"{WATCHES[each.watch]} of day {each.day}" for each in (state, other)]
        raise DefinitionError(f"the groups cannot meet: for one it is the {when[0]}, for the other the {when[1]}")
    if state.place != other.place:
        where = [each.place or "on the way" for each in (state, other)]
        raise DefinitionError(f"the groups cannot meet: one is {where[0]}, the other {where[1]}")
    count = len(state.party.members)
    if count + len(other.party.members) > MOST_MEMBERS:
        raise DefinitionError(f"a party has at most {MOST_MEMBERS} members")
    lights = tuple(Light(each.bearer + count, each.item) for each in other.party.lights)
    return replaced(
        state,
        party=Party(members=(*state.party.members, *other.party.members), lights=(*state.party.lights, *lights)),
        camped=state.camped | {index + count for index in other.camped},
        weathered=state.weathered or other.weathered,
        ground=(*state.ground, *other.ground),
    )


def _group(state: State, indices: list[int]) -> State:
    place = {index: number for number, index in enumerate(indices)}
    lights = tuple(Light(place[each.bearer], each.item) for each in state.party.lights if each.bearer in place)
    party = Party(members=tuple(state.party.members[index] for index in indices), lights=lights)
    return replaced(state, party=party, camped=frozenset(place[index] for index in state.camped if index in place))


@checked
def parse_legs(text: str) -> tuple[Route, ...]:
    """Parse the legs of a journey, separated by semicolons.

    A leg is words in any order, after an optional landmark and colon: `road`, `trail` or `wilderness`; `short`,
    `medium` or `long`; one or more of `easy`, `tough` and `perilous`; `vast` or `vaster` for one or two more watches;
    `settlement`; `toll-fatigue` or `toll-ration`; and modifiers that
    add or save watches, such as `guide=-1`.

    Raises:
        NotationError: if it is not a text, or holds a lone surrogate.
        DefinitionError: if a word is unknown, or there are too many legs.

    Example:
        >>> [leg] = parse_legs("Mill: trail medium perilous tough guide=-1")
        >>> leg.to, leg.path, leg.terrain, leg.modifiers[0].watches
        ('Mill', 'trail', ('perilous', 'tough'), -1)
    """
    parts = given_text(text, "legs").split(";")
    if len(parts) > MOST_LEGS:
        raise DefinitionError(f"a journey has at most {MOST_LEGS} legs")
    return tuple(_leg(part) for part in parts)


def _leg(text: str) -> Route:
    name, _, words = text.rpartition(":")
    chosen: dict[str, Any] = {"to": name.strip()} if name.strip() else {}
    modifiers: list[Modifier] = []
    for word in words.lower().split():
        kind, equals, number = word.partition("=")
        if word in _WORDS:
            attribute, value = _WORDS[word]
            if attribute == "terrain":  # the only one with several values
                value = tuple(dict.fromkeys((*chosen.get(attribute, ()), value)))
            chosen[attribute] = value
        elif equals and _WATCHES.fullmatch(number):
            modifiers.append(Modifier(kind, watches=int(number)))
        else:
            raise DefinitionError(f"{cut(word, 100)!r} does not describe a leg; {hint(word, tuple(_WORDS))}")
    return Route(**chosen, modifiers=tuple(modifiers))


def _check_word(name: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise DefinitionError(f"{quoted(value)} is not a {name}; {hint(_SYNONYMS.get(value, value), known)}")


@cache
def _travellers() -> tuple[Character, Character]:
    hestia, basil = adventurers()
    torch = Item(id="torch", name="Torch", uses=Uses.full(3), light="torch")
    return (
        evolve(hestia, inventory=Inventory(items=(rations(), torch), gold=20)),
        evolve(basil, inventory=Inventory(items=(rations(),), gold=10)),
    )


@cache
def _journey() -> tuple[Route, ...]:
    return (Route(to="the mill", settlement=True), Route(to="the tower", path="wilderness", terrain=("tough",)))
