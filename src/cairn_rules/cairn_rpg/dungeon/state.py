"""The state of a dungeon at one decision, as an immutable value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.dungeon.actions import Do, TroubleKind
from cairn_rules.cairn_rpg.dungeon.areas import CLEAR, DASH, Area, Door, Dungeon, Exit, Tables
from cairn_rules.cairn_rpg.procedures.party import Party, Question
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import Chance
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Drawn

SEAT_NAMES: Final = ("party",)
MOST_RESTS: Final = 20
"""Maximum number of brief rests after one event (A39)."""


@final
@frozen(kw_only=True)
class Trouble:
    """Something that an event left behind, until it is settled."""

    kind: TroubleKind
    """`encounter` (R163) or `loss` (R164)."""
    text: str = ""
    """A description; empty if the Warden gives it."""
    reaction: str = ""
    """The reaction of those whom the party met (R136); empty if it was not rolled."""


@final
@frozen(kw_only=True)
class Found:
    """An item that lies in an area and that the party knows of."""

    area: str
    """The id of the area."""
    item: Item
    """The item."""


@final
@frozen(kw_only=True)
class Work:
    """A task of several turns that is not done yet (R166)."""

    target: str
    """The id of the place, the door, or the area where the party goes."""
    done: int
    """Turns spent on it; for a way, the feet covered."""


@frozen(kw_only=True, slots=False)
class Scene:
    """A dungeon and the party in it, without the source of its rolls."""

    dungeon: Dungeon
    """The map."""
    party: Party
    """The party. The first member who can act goes in front (R174)."""
    area: str
    """The id of the area where the party is."""
    turn: int = 0
    """Number of turns that are over."""
    stay: int = 0
    """Number of consecutive turns that the party ended in this area (R158)."""
    visited: frozenset[str]
    """The ids of the areas that the party has entered. A new one makes an event due (R159)."""
    found: frozenset[str] = frozenset()
    """The ids of places that were searched, and of traps and exits that were found."""
    sprung: frozenset[str] = frozenset()
    """The ids of traps that no longer work."""
    opened: frozenset[str] = frozenset()
    """The ids of doors that were unlocked or forced."""
    wedged: frozenset[str] = frozenset()
    """The ids of doors that are wedged shut."""
    heard: frozenset[str] = frozenset()
    """The ids of doors at which a member listened."""
    works: tuple[Work, ...] = ()
    """Tasks that were begun (R166)."""
    loot: tuple[Found, ...] = ()
    """Known items that lie in areas."""
    goal: str | None = None
    """The id of the area that the party moves to in this turn, or stays in; None before that is declared."""
    declared: tuple[Do, ...] = ()
    """The deeds declared so far, in marching order."""
    questions: tuple[Question, ...] = ()
    """Items to drop for Fatigue before the game continues (R65)."""
    rests: int | None = None
    """Number of brief rests since the party was exhausted; None if it is not (R165)."""
    troubles: tuple[Trouble, ...] = ()
    """Encounters and losses that are not settled, oldest first."""
    blind: bool = False
    """True while the party is in darkness and has saved against panic for it (R172)."""
    calm: frozenset[str] = frozenset()
    """The names of members who cannot panic now, because of a drug (R175)."""
    left: bool = False
    """True if the party has left the dungeon."""
    rulings: Rulings = DEFAULT
    """The rulings by which it is played."""
    book: Book | None = None
    """The book with the spells and creatures; None for the book of the library. See `with_packs`."""


@final
@frozen(kw_only=True, slots=False)
class State(Scene, Drawn):
    """A dungeon and the party in it, at one decision.

    Equality covers everything that can affect what follows. The log is not part of it.
    """

    chance: Chance
    """The source of all later rolls."""


def here(scene: Scene) -> Area:
    """Return the area where the party is."""
    return scene.dungeon.area(scene.area)


def stage(state: State) -> Area | None:
    """Return the area where this turn's deeds happen, after the movement; None if it is not known yet.

    On a way of several turns, and on the way to a new area, members can only do deeds that need no area.
    """
    goal = state.goal
    if goal is None or goal == state.area:
        return here(state)
    if goal not in state.visited or not arrives(state, goal):
        return None
    return state.dungeon.area(goal)


def is_lit(scene: Scene, area: Area | None = None) -> bool:
    """Return whether the party sees anything: by a light, or because the area is not dark (R169).

    The default is the area where the party is.
    """
    return bool(scene.party.lights) or not (here(scene) if area is None else area).dark


def exits(scene: Scene, area: Area | None = None) -> Iterator[Exit]:
    """Yield the exits of an area that the party knows of. The default is the area where the party is."""
    found = scene.found
    for each in (here(scene) if area is None else area).exits:
        if not each.hidden or each.hidden in found:
            yield each


def is_passable(state: State, each: Exit) -> bool:
    """Return whether an exit can be used: it has no door, or one that is open and not wedged."""
    door = each.door
    return not door or (door not in state.wedged and not is_shut(state, state.dungeon.door(door)))


def is_shut(scene: Scene, door: Door) -> bool:
    """Return whether a door is locked, stuck or blocked, and has not been opened (R174)."""
    return door.state not in {"open", "closed"} and door.id not in scene.opened


def doors(state: State, area: Area) -> tuple[Door, ...]:
    """Return the doors of an area that the party knows of."""
    return tuple(state.dungeon.door(each.door) for each in exits(state, area) if each.door)


def work_on(scene: Scene, target: str) -> int:
    """Return the turns spent on a task, or the feet covered on a way; 0 if it was not begun (R166)."""
    return next((work.done for work in scene.works if work.target == target), 0)


def arrives(state: State, to: str) -> bool:
    """Return whether a turn of movement reaches an area (R156)."""
    feet = next(each.feet for each in here(state).exits if each.to == to)
    return work_on(state, to) + CLEAR >= feet


def reach(state: State) -> dict[str, tuple[str, ...]]:
    """Return every area that a turn of nothing but movement reaches, with the areas on the way to it (R157).

    The way leads through known areas. Only the last one may be new.
    """
    most = DASH + CLEAR if state.rulings.dash == "extra" else DASH
    dungeon, visited = state.dungeon, state.visited
    best: dict[str, int] = {state.area: 0}
    ways: dict[str, tuple[str, ...]] = {state.area: ()}
    queue = [state.area]
    for id in queue:  # it grows
        if id not in visited:
            continue
        for each in exits(state, dungeon.area(id)):
            feet = best[id] + each.feet - (work_on(state, each.to) if id == state.area else 0)
            if feet <= most and feet < best.get(each.to, most + 1) and is_passable(state, each):
                best[each.to], ways[each.to] = feet, (*ways[id], each.to)
                queue.append(each.to)
    del ways[state.area]
    return ways


def actor_of(state: State) -> int | None:
    """Return the member who declares next; None if all have declared, or the movement is not declared (R155)."""
    if state.goal is None:
        return None
    declared = state.declared
    members = state.party.members
    for index in range(declared[-1].by + 1 if declared else 0, len(members)):
        if members[index].is_able:
            return index
    return None


def front(scene: Scene) -> int | None:
    """Return the member in front: the first who can act (R174); None if no member can."""
    return next((index for index, each in enumerate(scene.party.members) if each.is_able), None)


def tables_of(state: State) -> Tables:
    """Return the tables of the current area, or those of the dungeon."""
    return here(state).tables or state.dungeon.tables


def able(scene: Scene) -> tuple[Character, ...]:
    """Return the members who can act."""
    return tuple(member for member in scene.party.members if member.is_able)


def lying(scene: Scene, area: Area) -> tuple[Item, ...]:
    """Return the known items in an area."""
    return tuple(each.item for each in scene.loot if each.area == area.id)
