"""A lesson of the workshop: move a megalith."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn import Tribe
from web.workshop.lesson import Lesson, Offers

LESSON: Final = Lesson(
    name="slide",
    title="Move a megalith",
    task=(
        "Powers also move megaliths. The owner slides a megalith on which no shaman stands one space. This text"
        " slides any megalith."
    ),
    start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Site, megalith


@megalith("Ice Stone", text="Move a megalith without a shaman one space.")
def ice(site: Site) -> Iterator[Effect]:
    for space in site.megaliths:
        yield from site.slides(space)
""",
    hint="`site.megaliths` are the spaces with a megalith, and `site.free(…)` keeps those without a shaman.",
    solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Site, megalith


@megalith("Ice Stone", text="Move a megalith without a shaman one space.")
def ice(site: Site) -> Iterator[Effect]:
    for space in site.free(site.megaliths):
        yield from site.slides(space)
""",
    cases=(
        Offers(
            drawing="""
                .      .      .      .      f
                .      .      .      .      .
                .      .      s:@    .      .
                .      .      .      .      .
                mound  .      .      .      .
            """,
            options=("a1~b1", "a1~a2", "a1~b2"),
        ),
        Offers(
            drawing="""
                deer   .      .      .      .
                .      s:@    .      .      .
                .      .      .      .      .
                .      .      .      .      .
                .      .      .      .      f:mound
            """,
            options=("a5~a4", "a5~b5"),
        ),
        Offers(
            drawing="""
                .      .      .       .      .
                .      .      .       .      .
                .      .      s:dawn  .      f:@
                .      .      .       .      s
                .      .      .       deer   chaos
            """,
            turn=Tribe.FOREST,
            options=("d1~c1", "d1~c2", "d1~d2", "d1~e2", "e1~d2", "e1~e2"),
            hidden="two megaliths without a shaman next to each other",
        ),
    ),
)
