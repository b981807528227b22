"""A lesson of the workshop: only if."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn import Tribe
from web.workshop.lesson import Lesson, Offers

LESSON: Final = Lesson(
    name="condition",
    title="Only if",
    task=(
        "The owner turns over one of the three action tiles, but only if an enemy is next to the megalith. If a"
        " power yields nothing, nothing happens."
    ),
    start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, FlipTile, Site, Tile, megalith


@megalith("Watch Stone", text="Turn over an action tile if an enemy is next to this megalith.")
def watch(site: Site) -> Iterator[Effect]:
    for tile in Tile:
        yield FlipTile(tile)
""",
    hint="An empty tuple is false: `if site.enemies(site.adjacent):`.",
    solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, FlipTile, Site, Tile, megalith


@megalith("Watch Stone", text="Turn over an action tile if an enemy is next to this megalith.")
def watch(site: Site) -> Iterator[Effect]:
    if site.enemies(site.adjacent):
        for tile in Tile:
            yield FlipTile(tile)
""",
    cases=(
        Offers(
            drawing="""
                .      .      .      .      .
                .      .      .      f      .
                .      .      s:@    .      .
                .      .      .      .      .
                mound  .      .      .      .
            """,
            options=("!add", "!move", "!jump"),
        ),
        Offers(
            drawing="""
                f      .      .      .      f
                .      .      .      s      .
                .      .      s:@    .      .
                .      .      .      .      .
                mound  .      .      .      .
            """,
            options=(),
        ),
        Offers(
            drawing="""
                .      .      .      .      mound
                .      .      .      .      .
                f:@    .      .      .      .
                .      s      .      .      .
                .      .      .      .      .
            """,
            turn=Tribe.FOREST,
            options=("!add", "!move", "!jump"),
            hidden="a Forest shaman at the edge, with an enemy",
        ),
        Offers(
            drawing="""
                .      .      .      .      mound
                .      .      .      .      .
                f:@    .      s      .      .
                .      f      .      .      .
                .      .      .      .      .
            """,
            turn=Tribe.FOREST,
            options=(),
            hidden="a Forest shaman at the edge, with a friend",
        ),
    ),
)
