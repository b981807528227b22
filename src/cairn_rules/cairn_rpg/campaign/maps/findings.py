"""Warnings about lands that are sound but may not play as their authors mean."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from attrs import evolve

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.campaign.gazetteer import Gazetteer
from cairn_rules.cairn_rpg.campaign.maps.land_file import KEYS, read_gazetteer
from cairn_rules.cairn_rpg.common.author_file import read_with_packs
from cairn_rules.cairn_rpg.dungeon.maps.findings import dungeon_findings, reached
from cairn_rules.cairn_rpg.wilderness.state import Route
from cairn_rules.cairn_rpg.wilderness.travel import LOST, watches_needed
from cairn_rules.packs import Finding, Packs


@checked
def gazetteer_findings(gazetteer: Gazetteer) -> tuple[Finding, ...]:
    r"""Return warnings about a land that `check_gazetteer` accepts, and about its dungeons; empty if there are none.

    It warns about landmarks that cannot be reached, ways that are worse than another one between the same landmarks,
    and a land without a settlement.

    Example:
        >>> from cairn_rules.cairn_rpg.campaign import parse_gazetteer
        >>> print(*gazetteer_findings(parse_gazetteer("landmarks.inn = { settlement = true }\nlandmarks.ford = {}")))
        warning: landmarks.ford: no way leads here from 'inn', where a campaign starts
    """
    return tuple(_findings(gazetteer))


def _findings(gazetteer: Gazetteer) -> Iterator[Finding]:
    landmarks = gazetteer.landmarks
    first = landmarks[0].id
    steps = {each.id: [way.end(each.id) for way in gazetteer.ways_from(each.id)] for each in landmarks}
    known = reached([first], steps)
    for id in steps:
        if id not in known:
            yield Finding("warning", f"landmarks.{id}", f"no way leads here from {first!r}, where a campaign starts")
    if not any(each.settlement for each in landmarks):
        text = "rations are sold nowhere: write settlement = true where people live"
        yield Finding("warning", "landmarks", text)
    for one, other in combinations(gazetteer.ways, 2):
        if {*one.ends} == {*other.ends}:
            pairs = zip(_costs(one.route), _costs(other.route), strict=True)
            differences = {(mine > others) - (mine < others) for mine, others in pairs}
            if not {-1, 1} <= differences:
                worse, better = (one, other) if 1 in differences else (other, one)
                text = f"{better.id!r} joins the same landmarks, and is never worse"
                yield Finding("warning", f"ways.{worse.id}", text)
    for each in landmarks:
        if each.dungeon is not None:
            for found in dungeon_findings(each.dungeon):
                yield evolve(found, where=f"landmarks.{each.id}.dungeon.{found.where}")


def _costs(route: Route) -> tuple[int, int, bool]:
    """Return the watches that a route takes, the chance in 6 of getting lost, and whether it has a toll."""
    return watches_needed(route), LOST[route.path], bool(route.toll)


LANDS: Final[Packs[Gazetteer]] = Packs(
    title="a land",
    keys=KEYS,
    read=read_gazetteer,
    read_beside=read_with_packs(read_gazetteer),
    findings=lambda gazetteer, _: gazetteer_findings(gazetteer),
    named=False,
    document="gazetteer",
)
