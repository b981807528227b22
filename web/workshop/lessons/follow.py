"""A lesson of the workshop: two decisions."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn import Tribe
from web.workshop.lesson import Lesson, Offers

LESSON: Final = Lesson(
    name="follow",
    title="Two decisions",
    task=(
        "First the owner moves an enemy next to the megalith one space. Then a shaman of the owner steps to the"
        " space that this enemy has left. The second decision is a separate function, which `then` names; here it"
        " offers every step."
    ),
    start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Relocate, Site, megalith


def follow(site: Site) -> Iterator[Effect]:
    (push,) = site.chosen
    assert isinstance(push, Relocate)
    for shaman in site.own():
        yield from site.steps(shaman)


@megalith(
    "Tide Stone",
    text="Move an enemy next to this megalith one space. A shaman of yours follows.",
    then=(follow,),
)
def tide(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield from site.steps(enemy)
""",
    hint="The enemy left `push.origin`, and a step leads to `step.to`.",
    solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Relocate, Site, megalith


def follow(site: Site) -> Iterator[Effect]:
    (push,) = site.chosen
    assert isinstance(push, Relocate)
    for shaman in site.own():
        for step in site.steps(shaman):
            if step.to == push.origin:
                yield step


@megalith(
    "Tide Stone",
    text="Move an enemy next to this megalith one space. A shaman of yours follows.",
    then=(follow,),
)
def tide(site: Site) -> Iterator[Effect]:
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
                .      .      .      .      f
                .      .      .      .      .
                .      .      mound  .      .
                .      s:@    .      .      .
                f      .      .      .      s
            """,
            after=("a1>a2",),
            options=("b2>a1",),
        ),
        Offers(
            drawing="""
                .      .      .      f      s
                .      .      .      f:@    .
                .      mound  .      .      .
                .      .      .      .      .
                s      .      .      .      f
            """,
            turn=Tribe.FOREST,
            after=("e5>e4",),
            options=("d4>e5", "d5>e5"),
            hidden="two Forest shamans can follow",
        ),
    ),
)
