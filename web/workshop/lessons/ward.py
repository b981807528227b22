"""A lesson of the workshop: a ward."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn import Tribe
from web.workshop.lesson import Forbids, Lesson

LESSON: Final = Lesson(
    name="ward",
    title="A ward",
    task=(
        "A ward is asked about every action, and returns whether it forbids it. Let nobody come onto this"
        " megalith by a move or by a jump. This text forgets the jumps."
    ),
    start="""\
from cairn_rules.cairn import Action, Jump, Move, Site, ward


@ward("Thorn Stone", text="Nobody moves or jumps onto this megalith.")
def thorn(site: Site, action: Action) -> bool:
    return isinstance(action, Move) and action.to == site.space
""",
    hint="`isinstance(action, Move | Jump)` is true for both.",
    solution="""\
from cairn_rules.cairn import Action, Jump, Move, Site, ward


@ward("Thorn Stone", text="Nobody moves or jumps onto this megalith.")
def thorn(site: Site, action: Action) -> bool:
    return isinstance(action, Move | Jump) and action.to == site.space
""",
    cases=(
        Forbids(
            drawing="""
                .      .      .      .      f
                .      .      .      .      .
                .      .      .:@    .      .
                .      .      s      .      .
                mound  .      s      .      .
            """,
            actions=("c2-c3", "c1^c3"),
        ),
        Forbids(
            drawing="""
                .      .      .      .      f
                .      .      .      .      .
                .      .      s:@    .      .
                .      .      s      .      .
                mound  .      s      .      .
            """,
            actions=(),
        ),
        Forbids(
            drawing="""
                .      .      .      f      .
                .      .      f      s      .
                .      .      .      .:@    .
                .      .      .      .      mound
                s      .      .      .      .
            """,
            turn=Tribe.FOREST,
            faces="wdee",
            actions=("c4-d3", "d5^d3"),
            hidden="Forest, with the other faces of the tiles",
        ),
    ),
)
