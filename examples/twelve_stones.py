"""Twelve megaliths of very different character, each in a few lines: powers beyond those of the printed game.

docs/decisions/0010-what-a-megalith-can-do.md explains what a megalith cannot do, and why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cairn_rules.cairn import (
    Action,
    Banish,
    Borrow,
    Effect,
    FlipTile,
    GrantBuild,
    Jump,
    Relocate,
    RelocateAll,
    Site,
    SlideMegalith,
    Space,
    StoneColour,
    Summon,
    Tile,
    Together,
    Transform,
    Wake,
    When,
    megalith,
    opponent_decides,
    ward,
)


@ward("Long Wall", text="Nobody jumps over this megalith.")
def wall(site: Site, action: Action) -> bool:
    """The library calls a ward for every action, and it returns True to forbid the action."""
    return isinstance(action, Jump) and site.jumped(action) == (site.space,)


@ward("Asylum", text="A shaman here is neither banished nor transformed.", stone=StoneColour.DARK)
def asylum(site: Site, action: Action) -> bool:
    """A ward can also forbid transformations and the options of powers."""
    match action:
        case Banish(space) | Transform(space):
            return space == site.space
        case _:
            return False


@ward("Hush Stone", text="While your shaman is here, the enemy does not jump.")
def hush(site: Site, action: Action) -> bool:
    """It limits the tiles that the opponent may use next: "own" and "enemy" refer to the tribe that acts."""
    return isinstance(action, Jump) and bool(site.enemies([site.space]))


@megalith("Mimic Stone", text="Use the power of a megalith next to this one, as if it lay here.")
def mimic(site: Site) -> Iterable[Effect]:
    """It copies a neighbour, with all decisions of that power."""
    return (Borrow(space) for space in site.adjacent if space in site.megaliths and site.megaliths[space].powers)


@megalith("Bell Stone", text="Another shaman of yours wakes the megalith that it stands on.")
def bell(site: Site) -> Iterable[Effect]:
    """It wakes a megalith without a step: the other shaman uses the power."""
    return (Wake(space) for space in site.own(site.megaliths) if space != site.space)


@megalith("Tribute Stone", text="The enemy chooses a shaman of theirs, and banishes it.", stone=StoneColour.DARK)
@opponent_decides
def tribute(site: Site) -> Iterable[Effect]:
    """The enemy chooses from the options."""
    return map(Banish, site.enemies())


@opponent_decides
def _let_in(site: Site) -> Iterable[Effect]:
    """The second decision of the gate: the enemy chooses the space."""
    return map(Summon, site.free(site.first_row)) if site.chosen == (Banish(site.space),) else ()


@megalith(
    "Gate of Doubt",
    text="You may banish this shaman; the enemy then chooses where in your first row it comes back.",
    then=(_let_in,),
)
def gate(site: Site) -> Iterator[Effect]:
    """One decision is yours, the next one the enemy's. The option without an effect declines."""
    yield Banish(site.space)
    yield Together()


@megalith("Watchfire", text="Before your turn, you may turn over an action tile.", wakes=When.BEFORE_TURN)
def watchfire(_: Site) -> Iterator[Effect]:
    """It wakes for the shaman that stands on it when its turn is about to begin."""
    yield from map(FlipTile, Tile)
    yield Together()


@megalith("Parting Stone", text="Who leaves it banishes an enemy next to it.", wakes=When.LEAVING)
def parting(site: Site) -> Iterable[Effect]:
    """It wakes for the shaman that has left, and its site shows the board without that shaman."""
    return map(Banish, site.enemies(site.adjacent))


@megalith("Whirlpool", text="All shamans around this megalith go one space in a circle, one way or the other.")
def whirlpool(site: Site) -> Iterator[Effect]:
    """Several shamans at once: each takes the place that the next one leaves."""
    circle = sorted(site.adjacent, key=lambda space: _around(site.space, space))
    if len(circle) < 8 or not site.shamans(circle):
        return
    for turn in (1, -1):
        ways = zip(circle, (*circle[turn:], *circle[:turn]), strict=True)
        yield RelocateAll(*(Relocate(origin, to) for origin, to in ways if origin in site.shamans()))


def _around(centre: Space, space: Space) -> int:
    """Return the number of a space among the eight neighbours, clockwise."""
    steps = ((-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0))
    return steps.index((space.file - centre.file, space.rank - centre.rank))


@megalith(
    "Altar", text="Banish another shaman of yours from a space without megalith: build there.", stone=StoneColour.DARK
)
def altar(site: Site) -> Iterator[Effect]:
    """A build, and its point, for a sacrifice."""
    for space in site.own():
        if space not in site.megaliths and site.upcoming:
            yield Together(Banish(space), GrantBuild(space))


@megalith("Raft", text="This megalith drifts one space, and carries its shaman with it.")
def raft(site: Site) -> Iterator[Effect]:
    """It wakes again where it lands, and drifts on until it would repeat a position of this turn."""
    for step in site.steps(site.space):
        if isinstance(step.to, Space) and step.to not in site.megaliths:
            yield Together(SlideMegalith(site.space, step.to), step)


STONES = (wall, asylum, hush, mimic, bell, tribute, gate, watchfire, parting, whirlpool, altar, raft)
"""All twelve megaliths."""
