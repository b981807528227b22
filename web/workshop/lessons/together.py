"""A lesson of the workshop: two effects at once."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn import Tribe
from web.workshop.lesson import Lesson, Offers

LESSON: Final = Lesson(
    name="together",
    title="Two effects at once",
    task=(
        "The owner banishes an enemy next to the megalith, and pays for it with the shaman on the megalith: both"
        " effects are one option. Without an enemy next to it, nothing happens."
    ),
    start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Banish, Effect, Site, Together, megalith


@megalith("Duel Stone", text="Banish this shaman and an enemy next to this megalith.")
def duel(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield Banish(enemy)
        yield Banish(site.space)
""",
    hint="`Together(…)` makes one option of several effects, such as `Together(Banish(one), Banish(other))`.",
    solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Banish, Effect, Site, Together, megalith


@megalith("Duel Stone", text="Banish this shaman and an enemy next to this megalith.")
def duel(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield Together(Banish(enemy), Banish(site.space))
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
            options=("xb4,xc3", "xd2,xc3"),
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
                .      .      .      s      f:@
                .      .      .      s      .
                .      .      mound  .      .
                .      .      .      .      .
                s      .      .      .      f
            """,
            turn=Tribe.FOREST,
            options=("xd4,xe5", "xd5,xe5"),
            hidden="a Forest shaman in a corner",
        ),
    ),
)
