"""A lesson of the workshop: from the village."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn import Tribe
from web.workshop.lesson import Lesson, Offers

LESSON: Final = Lesson(
    name="village",
    title="From the village",
    task=(
        "Now a new shaman comes from the owner's village to a free space next to the megalith. While that village"
        " is empty, nobody can come."
    ),
    start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Site, Summon, megalith


@megalith("Cradle", text="Add a shaman from your village to a free space next to this megalith.")
def cradle(site: Site) -> Iterator[Effect]:
    for space in site.adjacent:
        yield Summon(space)
""",
    hint="`site.village` is the number of shamans in the owner's village.",
    solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Site, Summon, megalith


@megalith("Cradle", text="Add a shaman from your village to a free space next to this megalith.")
def cradle(site: Site) -> Iterator[Effect]:
    if site.village:
        for space in site.free(site.adjacent):
            yield Summon(space)
""",
    cases=(
        Offers(
            drawing="""
                .      .      .      .      f
                .      .      .      .      .
                .      .      mound  .      .
                f      .      .      .      .
                s:@    .      .      .      .
            """,
            options=("&b1", "&b2"),
        ),
        Offers(
            drawing="""
                s      .      .      .      f
                .      .      .      .      .
                s      .      mound  .      .
                .      .      .      .      .
                s:@    .      s      s      .
            """,
            options=(),
        ),
        Offers(
            drawing="""
                .      .      .      s      f:@
                .      .      .      .      .
                .      .      mound  .      .
                .      .      .      .      .
                s      s      s      .      s
            """,
            turn=Tribe.FOREST,
            options=("&d4", "&e4"),
            hidden="only the enemy's village is empty",
        ),
    ),
)
