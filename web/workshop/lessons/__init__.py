"""The twelve lessons of the workshop, a file each."""

from typing import Final

from web.workshop.lessons import (
    ahead,
    borrow,
    call,
    condition,
    exchange,
    follow,
    neighbour,
    slide,
    step,
    together,
    village,
    ward,
)

LESSONS: Final = tuple(
    each.LESSON
    for each in (neighbour, step, call, village, ahead, condition, slide, together, borrow, ward, follow, exchange)
)
"""The lessons, each of which builds on those before it."""
