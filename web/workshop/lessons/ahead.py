"""A lesson of the workshop: straight ahead."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn import Tribe
from web.workshop.lesson import Lesson, Offers

LESSON: Final = Lesson(
    name="ahead",
    title="Straight ahead",
    task=(
        "Push an enemy next to the megalith one space straight ahead, towards the enemy's village, if that space"
        " is free. For Sea, ahead is up the board, and for Forest it is down."
    ),
    start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Relocate, Site, megalith


@megalith("Ram Stone", text="Push an enemy shaman next to this megalith one space straight ahead.")
def ram(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        ahead = enemy.shifted(0, 1)
        if ahead is not None:
            yield Relocate(enemy, ahead)
""",
    hint="`site.forward` is 1 for Sea and -1 for Forest, and `ahead in site.free()` is true if that space is free.",
    solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Relocate, Site, megalith


@megalith("Ram Stone", text="Push an enemy shaman next to this megalith one space straight ahead.")
def ram(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        ahead = enemy.shifted(0, site.forward)
        if ahead is not None and ahead in site.free():
            yield Relocate(enemy, ahead)
""",
    cases=(
        Offers(
            drawing="""
                .      .      .      .      .
                .      .      .      .      .
                .      f      f      .      .
                .      .      s:@    .      mound
                .      .      .      f      .
            """,
            options=("d1>d2", "b3>b4", "c3>c4"),
        ),
        Offers(
            drawing="""
                .      .      .      f      s
                .      .      .      s:@    f
                .      .      f      .      .
                .      mound  .      .      .
                .      .      .      .      .
            """,
            options=("c3>c4",),
        ),
        Offers(
            drawing="""
                .      .      .      .      .
                s      .      .      .      .
                .      f:@    s      .      .
                s      s      .      .      .
                .      f      .      .      mound
            """,
            turn=Tribe.FOREST,
            options=("a2>a1", "c3>c2", "a4>a3"),
            hidden="Forest pushes",
        ),
    ),
)
