"""A lesson of the workshop: borrow a power."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn import Tribe
from web.workshop.lesson import Lesson, Offers

LESSON: Final = Lesson(
    name="borrow",
    title="Borrow a power",
    task=(
        "The owner uses the power of a megalith next to this one, as if it lay here. This text borrows from"
        " megaliths anywhere, and also from those that have no power, because they only forbid actions."
    ),
    start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Borrow, Effect, Site, megalith


@megalith("Echo Stone", text="Use the power of a megalith next to this one, as if it lay here.")
def echo(site: Site) -> Iterator[Effect]:
    for space in site.megaliths:
        if space != site.space:
            yield Borrow(space)
""",
    hint="`site.megaliths[space].powers` is empty for a megalith without a power.",
    solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Borrow, Effect, Site, megalith


@megalith("Echo Stone", text="Use the power of a megalith next to this one, as if it lay here.")
def echo(site: Site) -> Iterator[Effect]:
    for space in site.adjacent:
        if space in site.megaliths and site.megaliths[space].powers:
            yield Borrow(space)
""",
    cases=(
        Offers(
            drawing="""
                .      .      .      .      f
                .      .      .      .      .
                .      .      s:@    .      .
                .      mound  .      .      .
                .      .      .      .      chaos
            """,
            options=("~b2",),
        ),
        Offers(
            drawing="""
                .      .      .      .      f
                .      .      .      .      .
                .      .      mound  .      .
                .      .      .      .      .
                s:@    .      .      .      .
            """,
            options=(),
        ),
        Offers(
            drawing="""
                .      .      .      lesson.quiet  pillars
                .      .      .      f:@    .
                .      .      mound  .      .
                .      s      .      .      .
                .      .      .      .      .
            """,
            turn=Tribe.FOREST,
            options=("~c3", "~e5"),
            hidden="one neighbour has no power",
        ),
    ),
)
