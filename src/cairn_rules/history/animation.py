"""A record as an animated picture."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Any, Final

from cairn_rules.argument_checks import checked
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.history.page import picture_of, title_of
from cairn_rules.history.record import Record

SECONDS: Final = 1.0
"""How long each state is shown by default."""
MOST_STATES: Final = 1000
"""Maximum number of states in an animation."""


@checked
def animated_svg(record: Record[Any, Any], *, seconds: float = SECONDS, colours: Any = "auto") -> str:
    """Return a record as one animated SVG, which needs no script: for an `<img>`, a README or a chat.

    It shows the picture of every state with the last decision marked, and begins again after the end. Parts that states
    have in common are stored once, so that 40 turns of Cairn take about 120 kB. Readers who prefer reduced motion see
    the last state. If the SVG is part of a web page, the animation pauses while the pointer is over it. The game draws
    pictures. Each state is shown for `seconds`, the last one three times as long. The colours are `light`, `dark`,
    colours of the game, or `auto` to follow the reader's system.

    Raises:
        DefinitionError: if the game draws no pictures, the record has more than 1000 states, `seconds` is not a number
            above 0, or the colours are not valid.
        IllegalActionError: if a decision is not legal in its state.

    Example:
        >>> from cairn_rules import Match, Record, cairn
        >>> match = Match(cairn, seed=7)
        >>> for _ in range(3):
        ...     state = match.do(match.legal_actions[0])
        >>> moving = animated_svg(Record.of(match))
        >>> moving.count("<svg"), "prefers-reduced-motion" in moving
        (1, True)
    """
    if not isinstance(seconds, int | float) or not isfinite(seconds) or seconds <= 0:
        raise DefinitionError(f"seconds should be a number above 0, not {quoted(seconds)}")
    if len(record.actions) >= MOST_STATES:
        raise DefinitionError(
            f"an animation has at most {MOST_STATES} states, and this record has {len(record.actions) + 1}; html_page"
            " shows more"
        )
    from cairn_rules.pictures.frames import animated  # noqa: PLC0415 - most commands on stored games need no animation

    return animated(_pictures(record, colours), seconds=seconds, title=title_of(record))


def _pictures(record: Record[Any, Any], colours: Any) -> Iterator[str]:
    for state, last in zip(record.replay(), (None, *record.actions), strict=True):
        picture = picture_of(record.game, state, last, colours=colours)
        if picture is None:
            raise DefinitionError("this game draws no pictures; html_page shows its diagrams")
        yield picture
