"""Megaliths of very different character, written as a user would write them."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from cairn_rules import Registry
from cairn_rules.cairn import (
    Banish,
    Effect,
    Megalith,
    MoveFace,
    Relocate,
    Site,
    Space,
    State,
    StoneColour,
    Summon,
    TakeExtraTurn,
    Together,
    megalith,
)


@frozen
class ExchangeShamans(Effect):
    """An effect of its own: two shamans change places, by way of a free space."""

    first: Space
    second: Space

    def apply(self, state: State) -> State:
        spare = next(space for space in Space if space not in state.shamans)
        for origin, to in ((self.first, spare), (self.second, self.first), (spare, self.second)):
            state = Relocate(origin, to).apply(state)
        return state


@megalith("Whirl Stone", text="Exchange this shaman with an enemy next to it.", effects=(ExchangeShamans,))
def whirl(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield ExchangeShamans(site.space, enemy)


def strike(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield Banish(enemy)


@megalith("Charging Stone", text="Move this shaman one space, then banish an enemy next to here.", then=(strike,))
def charge(site: Site) -> Iterator[Effect]:
    yield from site.steps(site.space)


@megalith(
    "Hearth",
    text="With more at home than the enemy and Orthogonal up, add a shaman next to here; else the turn is yours.",
)
def hearth(site: Site) -> Iterator[Effect]:
    if site.village > site.enemy_village and site.tiles.move is MoveFace.ORTHOGONAL:
        for space in site.free(site.adjacent):
            yield Summon(space)
    else:
        yield TakeExtraTurn()


@megalith("Gale", text="Every enemy next to this megalith is blown one space in the same direction, if it can be.")
def gale(site: Site) -> Iterator[Effect]:
    for file, rank in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        blown = [
            step
            for enemy in site.enemies(site.adjacent)
            for step in site.steps(enemy)
            if isinstance(step.to, Space) and (step.to.file - enemy.file, step.to.rank - enemy.rank) == (file, rank)
        ]
        if blown:
            yield Together(*blown)


@megalith("Echo", text="This shaman hops away and back for ever, or stays.", stone=StoneColour.DARK)
def echo(site: Site) -> Iterator[Effect]:
    for to in site.free(site.adjacent):
        yield Together(Relocate(site.space, to), Relocate(to, site.space))
    yield Together()


@megalith("Far Stone", text="Move this shaman to any free space.", id="acme.far-stone")
def far(site: Site) -> Iterator[Effect]:
    for to in site.free():
        yield Relocate(site.space, to)


CUSTOM = Registry[Megalith]((whirl, charge, hearth, gale, echo, far))
