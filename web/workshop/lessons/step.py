"""A lesson of the workshop: move it instead."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn import Tribe
from web.workshop.lesson import Lesson, Offers

LESSON: Final = Lesson(
    name="step",
    title="Move it instead",
    task=(
        "Banishing is strong. Let the owner move an enemy next to the megalith one space instead, to any free"
        " space around that enemy."
    ),
    start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Banish, Effect, Site, megalith


@megalith("Breeze Stone", text="Move an enemy shaman next to this megalith one space.")
def breeze(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield Banish(enemy)
""",
    hint="`site.steps(enemy)` are the steps of a shaman to free spaces, ready to be offered: `yield from` them.",
    solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Site, megalith


@megalith("Breeze Stone", text="Move an enemy shaman next to this megalith one space.")
def breeze(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield from site.steps(enemy)
""",
    cases=(
        Offers(
            drawing="""
                .      .      .      .      f
                .      .      .      .      .
                .      .      mound  .      .
                .      s:@    .      .      .
                f      .      .      .      s
            """,
            options=("a1>b1", "a1>a2"),
        ),
        Offers(
            drawing="""
                .      .      f      s:@    f
                .      .      .      s      .
                .      mound  .      .      .
                .      .      .      .      .
                f      .      .      .      .
            """,
            options=("e5>e4", "c5>b4", "c5>c4", "c5>b5"),
        ),
        Offers(
            drawing="""
                .      .      .      .      mound
                .      .      .      .      .
                .      .      s      .      .
                f      s      .      .      .
                s      f:@    f      .      .
            """,
            turn=Tribe.FOREST,
            options=("b2>c2", "b2>a3", "b2>b3"),
            hidden="an enemy that cannot move",
        ),
    ),
)
