"""The chart of the values of a record, as a picture."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, Final, Literal, final

from cairn_rules.argument_checks import checked
from cairn_rules.errors import DefinitionError, NotationError
from cairn_rules.frozen_classes import frozen
from cairn_rules.history.line import all_lines
from cairn_rules.history.record import Record
from cairn_rules.history.record_replay import annotation_faults
from cairn_rules.manifest import manifest_of, seat_name
from cairn_rules.pictures.colours import Styling, colour, dark_scheme
from cairn_rules.pictures.svg import escape, picture, wrapped

_DASHES: Final = ("none", "8 4", "2 4", "10 3 2 3", "16 6")


@final
@frozen(kw_only=True)
class _Colours:
    text: str = colour("#26241f", "#f1efe9")
    ground: str = colour("#fffdf8", "#101418")
    line: str = colour("#8b7f68", "#858f9b")
    mark: str = colour("#b5480f", "#f2a33c")


_RULES: Final = {
    "": "font-family:system-ui,sans-serif;font-size:17px;fill:@text",
    ".chart-ground": "fill:@ground",
    ".chart-plot": "fill:none;stroke:@line",
    ".chart-seat": "fill:none;stroke:@text;stroke-width:2.5;stroke-linejoin:round",
    ".chart-mark": "fill:@mark",
    ".chart-at": "stroke:@mark;stroke-width:2",
}
_SMALL: Final = {440: {"text": "font-size:26px"}}
_STYLING: Final = Styling(prefix="chart", rules=_RULES, light=_Colours(), dark=dark_scheme(_Colours), small=_SMALL)


@checked
def chart_svg(
    record: Record[Any, Any], *, size: int | None = None, colours: Literal["auto", "light", "dark"] = "auto"
) -> str:
    """Return a chart of the values of a record, such as those of a review, as SVG.

    It shows the main line. For two seats, the curve is that of the first one, and a mark is a dot on the next value.
    For more, each seat has a curve with its own dashes. `size` is the width in pixels; None for the available width.
    The colours `auto` follow the reader's system.

    Raises:
        DefinitionError: if fewer than two states have a value, or an argument is not valid.
        NotationError: if a comment, a mark or a value is not valid.

    Example:
        >>> from cairn_rules import Cursor, Match, Record, cairn
        >>> match = Match(cairn, seed=7)
        >>> state = match.do(match.legal_actions[0])
        >>> cursor = Cursor(Record.of(match))
        >>> cursor.values, cursor.end().values = (0.1, -0.1), (0.4, -0.4)
        >>> chart_svg(cursor.record).count('class="chart-seat"')
        1
    """
    if faults := list(annotation_faults(all_lines(record))):
        raise NotationError(repr(record), faults, "write")
    points = sorted(record.values.items())
    if len(points) < 2:
        raise DefinitionError(f"a chart needs 2 values, not {len(points)}; review(record).record has more")
    seats = manifest_of(record.game).seats.names_in(record.start)
    names = [seat_name(seats, seat) for seat in range(len(points[0][1]))]
    # The plot is 720 by 120 units, with a margin of 6.
    spots = [(6 + 720 * place / len(record.actions), [66 - 60 * each for each in values]) for place, values in points]
    curves = ["L".join(f"{x:.1f} {ys[seat]:.1f}" for x, ys in spots) for seat in range(len(names))]
    dots, bottom = "", 132
    if len(names) == 2:
        told = f"{names[0]} is ahead above the middle, {names[1]} below it."
        curves, texts = curves[:1], [(names[0], 14, 26), (names[1], 14, 120)]
        for place, mark in sorted(record.marks.items()):
            tooltip = f"<title>{escape(record.game.format_action(record.actions[place - 1]))} {mark}</title>"
            for x, ys in spots[(found := bisect_left(points, (place,))) : found + 1]:
                dots += f'<circle class="chart-mark" cx="{x:.1f}" cy="{ys[0]:.1f}" r="5">{tooltip}</circle>'
    else:  # with a legend, in rows of four
        told = "Each seat has a curve, from -1 (lost) at the bottom to 1 (won) at the top."
        texts = [(name, 50 + 180 * (seat % 4), 150 + 28 * (seat // 4)) for seat, name in enumerate(names)]
        curves = [f"{curve}M{x - 44} {y - 6}h36" for curve, (_, x, y) in zip(curves, texts, strict=True)]
        bottom = texts[-1][2] + 10
    listed = ("/".join(f"{each:.2f}" for each in values[: len(curves)]) for _, values in points)
    told += f" In order: {', '.join(listed)}."
    shapes = [
        f'<rect class="chart-ground" width="732" height="{bottom}" rx="8"/>',
        '<path class="chart-plot" d="M6 6h720v120h-720zM6 66h720"/><path class="chart-at" d=""/>',
    ]
    for seat, curve in enumerate(curves):
        shapes.append(f'<path class="chart-seat" d="M{curve}" stroke-dasharray="{_DASHES[seat % len(_DASHES)]}"/>')
    shapes += [dots, *(f'<text x="{x}" y="{y}">{escape(wrapped(text, 8, 1)[0])}</text>' for text, x, y in texts)]
    return picture(_STYLING, shapes, ("Chart of the value", told), room=(732, bottom), size=size, colours=colours)
