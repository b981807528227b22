"""A lesson of the workshop: call a friend."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn import Tribe
from web.workshop.lesson import Lesson, Offers

LESSON: Final = Lesson(
    name="call",
    title="Call a friend",
    task=(
        "Another shaman of the owner, from anywhere on the board, comes to a free space next to the megalith."
        " This text offers too much: it also moves the shaman on the megalith, and onto spaces that are not free."
    ),
    start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Relocate, Site, megalith


@megalith("Beacon", text="Another shaman of yours comes to a free space next to this megalith.")
def beacon(site: Site) -> Iterator[Effect]:
    for shaman in site.own():
        for space in site.adjacent:
            yield Relocate(shaman, space)
""",
    hint="`site.space` is the space of the megalith, and `site.free(…)` finds the spaces without a shaman.",
    solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Relocate, Site, megalith


@megalith("Beacon", text="Another shaman of yours comes to a free space next to this megalith.")
def beacon(site: Site) -> Iterator[Effect]:
    for shaman in site.own():
        if shaman != site.space:
            for space in site.free(site.adjacent):
                yield Relocate(shaman, space)
""",
    cases=(
        Offers(
            drawing="""
                .      .      .      .      f
                .      .      .      .      .
                .      .      mound  .      .
                .      .      .      .      .
                s:@    .      .      .      s
            """,
            options=("e1>b1", "e1>a2", "e1>b2"),
        ),
        Offers(
            drawing="""
                .      .      .      .      .
                .      .      .      .      f
                .      .      mound  .      .
                f      .      .      .      .
                s:@    s      .      .      .
            """,
            options=("b1>b2",),
        ),
        Offers(
            drawing="""
                .      .      .      .      f:@
                .      .      .      s      .
                .      .      f      .      .
                .      .      .      .      mound
                f      .      s      .      .
            """,
            turn=Tribe.FOREST,
            options=("a1>e4", "a1>d5", "c3>e4", "c3>d5"),
            hidden="Forest calls two shamans",
        ),
    ),
)
