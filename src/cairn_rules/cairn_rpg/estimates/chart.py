"""Bar charts of the reports on fights and on journeys, as SVG: their colours, their style and their bars."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from cairn_rules.cairn_rpg.estimates.estimate import Estimate
from cairn_rules.frozen_classes import frozen
from cairn_rules.pictures.colours import Styling, Word, colour, dark_scheme
from cairn_rules.pictures.svg import picture

WIDTH: Final = 560


@frozen(kw_only=True)
class ChartColours:
    """The colours of a chart besides those of its two kinds of bars, each as CSS writes it."""

    text: str = colour("#26241f", "#f1efe9")
    """The colour of labels, numbers and error bars."""
    line: str = colour("#e6e0d3", "#3d4650")
    """The colour of the rest of a bar, up to 100 %."""


ColoursT = TypeVar("ColoursT", bound=ChartColours)


def chart_styling(prefix: str, colours: type[ColoursT], kinds: tuple[str, str]) -> Styling[ColoursT]:
    """Return the style of a bar chart. `kinds` are the two kinds of bars, each the name of its colour."""
    rules = {
        "": "fill:@text;font-size:15px;font-family:system-ui,sans-serif",
        f".{prefix}-end": "text-anchor:end",
        f".{prefix}-track": "fill:@line",
        **{f".{prefix}-{kind}": f"fill:@{kind}" for kind in kinds},
        f".{prefix}-error": "stroke:@text;stroke-width:2;fill:none",
    }
    return Styling(prefix=prefix, rules=rules, light=colours(), dark=dark_scheme(colours))


def chart(
    styling: Styling[ColoursT],
    parts: Iterable[str],
    *,
    height: int,
    title: str,
    description: str,
    colours: ColoursT | Word,
    size: int | None,
) -> str:
    """Return a chart as SVG.

    The parts are ordered from the back. The title and the description, with its values, are for screen readers. `size`
    is the width in pixels; None for the available width. Raise a `DefinitionError` if the size or the colours are not
    valid.
    """
    return picture(styling, parts, (title, description), room=(WIDTH, height), size=size, colours=colours)


def bar(prefix: str, kind: str, share: Estimate, *, left: int = 0, top: int, length: int) -> str:
    """Return the bar of a probability on its track, with an error bar if it was simulated.

    The kind decides its colour. `left`, `top` and `length`, that of a bar for 100 %, are in pixels.
    """
    filled = min(1.0, float(share.value)) * length
    error = ""
    if share.interval is not None:
        low, high = (left + each * length for each in share.interval)
        ends = f"M{low:.1f} {top + 2}v10M{high:.1f} {top + 2}v10"
        error = f'<path class="{prefix}-error" d="M{low:.1f} {top + 7}H{high:.1f}{ends}"/>'
    return (
        f'<rect class="{prefix}-track" x="{left}" y="{top}" width="{length}" height="14"/>'
        f'<rect class="{prefix}-{kind}" x="{left}" y="{top}" width="{filled:.1f}" height="14"/>{error}'
    )
