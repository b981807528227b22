"""A lesson of the workshop: a custom effect."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn import Space, Tribe
from web.workshop.lesson import Leads, Lesson, Result

LESSON: Final = Lesson(
    name="exchange",
    title="A custom effect",
    task=(
        "The shaman on the megalith and an enemy next to it change places, and nothing wakes. `RelocateAll` moves"
        " them, but also wakes the megaliths on which they arrive. Write an effect that takes only the shamans"
        " and the marks of those that count as moved from its result."
    ),
    start="""\
from collections.abc import Iterator

from attrs import frozen

from cairn_rules.cairn import Effect, Relocate, RelocateAll, Site, Space, State, megalith


@frozen
class Exchange(Effect):
    first: Space
    second: Space

    def apply(self, state: State) -> State:
        there, back = Relocate(self.first, self.second), Relocate(self.second, self.first)
        moved = RelocateAll(there, back).apply(state)
        return moved


@megalith(
    "Mirror Stone",
    text="This shaman and an enemy next to it change places. Nothing wakes.",
    effects=(Exchange,),
)
def mirror(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield Exchange(site.space, enemy)
""",
    hint="`state.replace(shamans=…, moved=…)` is a state with other shamans and marks, in which nothing wakes.",
    solution="""\
from collections.abc import Iterator

from attrs import frozen

from cairn_rules.cairn import Effect, Relocate, RelocateAll, Site, Space, State, megalith


@frozen
class Exchange(Effect):
    first: Space
    second: Space

    def apply(self, state: State) -> State:
        there, back = Relocate(self.first, self.second), Relocate(self.second, self.first)
        moved = RelocateAll(there, back).apply(state)
        return state.replace(shamans=moved.shamans, moved=moved.moved)


@megalith(
    "Mirror Stone",
    text="This shaman and an enemy next to it change places. Nothing wakes.",
    effects=(Exchange,),
)
def mirror(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield Exchange(site.space, enemy)
""",
    cases=(
        Leads(
            drawing="""
                .      .      .      .      .
                .      .      f      .      .
                .      s      s:@    .      .
                .      .      .      .      .
                mound  .      .      .      .
            """,
            results=(
                Result(
                    "Exchange the shamans on c3 and c4",
                    ". . . . . \n . . s . . \n . s f . . \n . . . . . \n . . . . .",
                    (Space.C3, Space.C4),
                ),
            ),
        ),
        Leads(
            drawing="""
                .      .      .      .      .
                .      .      .      .      .
                .      .      mound  .      .
                f      f      .      .      .
                s:@    .      .      .      s
            """,
            results=(
                Result(
                    "Exchange the shamans on a1 and a2",
                    ". . . . . \n . . . . . \n . . . . . \n s f . . . \n f . . . s",
                    (Space.A1, Space.A2),
                ),
                Result(
                    "Exchange the shamans on a1 and b2",
                    ". . . . . \n . . . . . \n . . . . . \n f s . . . \n f . . . s",
                    (Space.A1, Space.B2),
                ),
            ),
        ),
        Leads(
            drawing="""
                .      .      .      s:mound  .
                .      .      .      f:@      .
                .      .      .      .        .
                .      .      .      .        .
                s      .      .      .        f
            """,
            turn=Tribe.FOREST,
            results=(
                Result(
                    "Exchange the shamans on d4 and d5",
                    ". . . f . \n . . . s . \n . . . . . \n . . . . . \n s . . . f",
                    (Space.D4, Space.D5),
                ),
            ),
            hidden="the enemy stands on a megalith",
        ),
    ),
)
