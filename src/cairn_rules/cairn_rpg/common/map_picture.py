"""Maps as SVG pictures: places joined by ways, for dungeons and lands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Final, final

from cairn_rules.errors import DefinitionError
from cairn_rules.frozen_classes import frozen
from cairn_rules.pictures.colours import Styling, Word, colour, dark_scheme
from cairn_rules.pictures.network import Layout, Rect, arranged
from cairn_rules.pictures.svg import escape, fitted, picture, width, wrapped

PREFIX: Final = "cairn-rpg-map"
"""The prefix of the CSS classes."""
MOST_PLACES: Final = 200
"""Maximum number of places on a picture."""
_BOX: Final = (156.0, 88.0)
_GAP: Final = (60.0, 54.0)
_MARGIN: Final = 28.0
_NAMES: Final = ((17.0, 1), (15.0, 2), (13.0, 2))
"""The font sizes of names, each with its maximum number of lines."""
_SMALL: Final = 12.0
"""The font size of notes and labels."""
_LEADING: Final = 1.25
"""The height of a line, in font sizes."""
_LABEL: Final = 140.0
_HEAD: Final = 13.0
"""The length of an arrow's head."""


@final
@frozen(kw_only=True)
class MapPlace:
    """An area or a landmark in a picture."""

    name: str
    notes: tuple[str, ...] = ()
    """Short notes below the name."""
    kind: str = "plain"
    """`plain`, `dark`, `special` or `unknown`, which decides the look."""
    here: bool = False
    """True if the party is here."""


@final
@frozen(kw_only=True)
class MapWay:
    """An exit or a way in a picture."""

    ends: tuple[int, int]
    """The places at its ends, as indices."""
    labels: tuple[str, ...] = ()
    words: str
    """A description, such as `40 feet`."""
    framed: bool = False
    """True for a frame around the label, as for a door."""
    dashed: bool = False
    """True if it is hidden or without a path."""
    one_way: bool = False
    """True if it leads only from the first place to the second."""
    here: bool = False
    """True if the party is on it."""


@final
@frozen(kw_only=True)
class _Colours:
    """The colours of a map."""

    background: str = colour("#f6f2e9", "#16191d")
    plain: str = colour("#fffdf8", "#333a42")
    dark: str = colour("#dcd8d0", "#20252b")
    special: str = colour("#f3dc8c", "#574a1c")
    line: str = colour("#6d6350", "#a3adb8")
    text: str = colour("#26241f", "#f1ede5")
    mark: str = colour("#a33506", "#ffb350")


_STYLING: Final = Styling(
    prefix=PREFIX,
    rules={
        "": "fill:@text;font-family:system-ui,sans-serif;text-anchor:middle",
        f".{PREFIX}-background": "fill:@background",
        f".{PREFIX}-plain": "fill:@plain;stroke:@line;stroke-width:2",
        f".{PREFIX}-dark": "fill:@dark;stroke:@line;stroke-width:2",
        f".{PREFIX}-special": "fill:@special;stroke:@line;stroke-width:2",
        f".{PREFIX}-unknown": "fill:@background;stroke:@line;stroke-width:2;stroke-dasharray:6 5",
        f".{PREFIX}-way": "fill:none;stroke:@line;stroke-width:3",
        f".{PREFIX}-dashed": "stroke-dasharray:3 7;stroke-linecap:round",
        f".{PREFIX}-head": "fill:@line",
        f".{PREFIX}-label": "fill:@background",
        f".{PREFIX}-framed": "fill:@background;stroke:@line;stroke-width:1.5",
        f".{PREFIX}-name": "font-weight:600",
        f".{PREFIX}-here": "fill:none;stroke:@mark;stroke-width:5",
        f".{PREFIX}-party": "fill:@mark;font-weight:600",
    },
    light=_Colours(),
    dark=dark_scheme(_Colours),
)


def map_picture(
    places: Sequence[MapPlace], ways: Sequence[MapWay], *, title: str, size: int | None, colours: Word
) -> str:
    """Return a map as SVG: boxes with names, joined by labelled lines.

    There is at least one place, and at most one way for a pair. Screen readers read the title, and a sentence for each
    place. `size` is the width in pixels; None for the available width. Raise a `DefinitionError` if there are more than
    200 places, or the size or the colours are not valid.
    """
    if len(places) > MOST_PLACES:
        raise DefinitionError(f"a picture shows at most {MOST_PLACES} places, not {len(places)}")
    labels = [_label(way) for way in ways]
    layout = arranged(
        len(places),
        [way.ends for way in ways],
        box=_BOX,
        labels=[_label_size(lines) for lines in labels],
        gap=_GAP,
        margin=_MARGIN,
    )
    room = round(layout.width), round(layout.height)
    parts = [f'<rect class="{PREFIX}-background" width="{room[0]}" height="{room[1]}" rx="14"/>']
    parts += [_line(way, layout) for way in ways]
    parts += [_place(place, box) for place, box in zip(places, layout.boxes, strict=True)]
    parts += [_written(way, lines, at) for way, lines, at in zip(ways, labels, layout.labels, strict=True)]
    return picture(_STYLING, parts, (title, _description(places, ways)), room=room, size=size, colours=colours)


def _label(way: MapWay) -> list[str]:
    """Return the lines of a label, each short enough."""
    return [line for text in way.labels for line in wrapped(text, _LABEL / _SMALL, 3)]


def _label_size(lines: Sequence[str]) -> tuple[float, float]:
    if not lines:
        return 0, 0
    return max(map(width, lines)) * _SMALL + 12, len(lines) * _SMALL * _LEADING + 8


def _line(way: MapWay, layout: Layout) -> str:
    start, end = (layout.boxes[each] for each in way.ends)
    dashed = f" {PREFIX}-dashed" if way.dashed else ""
    path = f'<path class="{PREFIX}-way{dashed}" d="M{start.x:.1f} {start.y:.1f}L{end.x:.1f} {end.y:.1f}"/>'
    if way.here:
        path += f'<path class="{PREFIX}-here" d="M{start.x:.1f} {start.y:.1f}L{end.x:.1f} {end.y:.1f}"/>'
    return path + (_head(start, end) if way.one_way else "")


def _head(start: Rect, end: Rect) -> str:
    """Return the head of an arrow where a line meets the box at its end."""
    dx, dy = end.x - start.x, end.y - start.y
    inside = min(end.width / 2 / abs(dx) if dx else 1, end.height / 2 / abs(dy) if dy else 1)
    length = hypot(dx, dy)
    ahead_x, ahead_y = dx / length, dy / length
    x, y = end.x - inside * dx, end.y - inside * dy
    back_x, back_y = x - _HEAD * ahead_x, y - _HEAD * ahead_y
    aside_x, aside_y = -ahead_y * _HEAD / 2, ahead_x * _HEAD / 2
    corners = f"L{back_x + aside_x:.1f} {back_y + aside_y:.1f}L{back_x - aside_x:.1f} {back_y - aside_y:.1f}Z"
    return f'<path class="{PREFIX}-head" d="M{x:.1f} {y:.1f}{corners}"/>'


def _place(place: MapPlace, box: Rect) -> str:
    parts = [f"<g><title>{escape('; '.join((place.name, *place.notes)))}</title>", _rect(f"{PREFIX}-{place.kind}", box)]
    if place.here:
        parts.append(_rect(f"{PREFIX}-here", box))
    size, names = fitted(place.name, box.width - 14, _NAMES)
    notes = wrapped(", ".join(place.notes), (box.width - 14) / _SMALL, 2) if place.notes else []
    lines = [(f"{PREFIX}-name", size, name) for name in names]
    lines += [(f"{PREFIX}-party", _SMALL, "the party")] * place.here
    lines += [(f"{PREFIX}-note", _SMALL, note) for note in notes]
    return "".join((*parts, *_stacked(lines, box), "</g>"))


def _written(way: MapWay, lines: Sequence[str], at: Rect) -> str:
    """Return the label of a way on a patch of the background, so that its line does not run through it."""
    if not lines:
        return ""
    patch = _rect(f"{PREFIX}-{'framed' if way.framed else 'label'}", at)
    return patch + "".join(_stacked([(f"{PREFIX}-note", _SMALL, line) for line in lines], at))


def _rect(kind: str, box: Rect) -> str:
    """Return a rectangle with rounded corners, of a CSS class."""
    left, top = box.x - box.width / 2, box.y - box.height / 2
    place = f'x="{left:.1f}" y="{top:.1f}" width="{box.width:.1f}" height="{box.height:.1f}"'
    return f'<rect class="{kind}" {place} rx="6"/>'


def _stacked(lines: Sequence[tuple[str, float, str]], box: Rect) -> Iterator[str]:
    """Yield lines of text one below the other in the middle of a box, each a class, a font size and a text."""
    y = box.y - sum(size for _, size, _ in lines) * _LEADING / 2
    for kind, size, line in lines:
        y += size * _LEADING
        base = y - size * 0.35
        yield f'<text class="{kind}" x="{box.x:.1f}" y="{base:.1f}" font-size="{size:g}">{escape(line)}</text>'


def _description(places: Sequence[MapPlace], ways: Sequence[MapWay]) -> str:
    """Return a sentence for each place, for screen readers."""
    sentences: list[str] = []
    for index, place in enumerate(places):
        notes = [*["the party is here"] * place.here, *place.notes]
        text = place.name + (f" ({', '.join(notes)})" if notes else "")
        leads: list[str] = []
        for way in ways:
            if index not in way.ends or (way.one_way and index != way.ends[0]):
                continue
            end = way.ends[0] if way.ends[1] == index else way.ends[1]
            leads.append(f"to {places[end].name}, {way.words}" + ", the party is on it" * way.here)
        sentences.append(f"{text}: {'; '.join(leads)}." if leads else f"{text}.")
    return " ".join(sentences)
