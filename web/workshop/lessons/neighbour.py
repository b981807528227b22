"""A lesson of the workshop: banish a neighbour."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn import Tribe
from web.workshop.lesson import Lesson, Offers

LESSON: Final = Lesson(
    name="neighbour",
    title="Banish a neighbour",
    task=(
        "A power is a function: it gets the site of its megalith, and yields the effects from which its owner may"
        " choose. This one offers to banish any enemy. Let it offer only enemies next to the megalith."
    ),
    start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Banish, Effect, Site, megalith


@megalith("Gale Stone", text="Banish an enemy shaman next to this megalith.")
def gale(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies():
        yield Banish(enemy)
""",
    hint="`site.enemies(…)` also takes the spaces to look at, such as `site.adjacent`, those next to the megalith.",
    solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Banish, Effect, Site, megalith


@megalith("Gale Stone", text="Banish an enemy shaman next to this megalith.")
def gale(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield Banish(enemy)
""",
    cases=(
        Offers(
            drawing="""
                .      .      .      .      f
                .      f      .      .      .
                .      .      s:@    .      .
                .      .      .      f      .
                mound  .      .      .      .
            """,
            options=("xb4", "xd2"),
        ),
        Offers(
            drawing="""
                f      .      .      .      f
                .      .      .      .      .
                .      s      s:@    .      .
                .      .      .      .      .
                mound  .      .      .      f
            """,
            options=(),
        ),
        Offers(
            drawing="""
                .      .      .      .      mound
                .      .      .      .      s
                .      .      .      .      .
                .      s      .      .      .
                f:@    s      f      .      s
            """,
            turn=Tribe.FOREST,
            options=("xb1", "xb2"),
            hidden="a Forest shaman in a corner",
        ),
    ),
)
