"""Several pictures in one animated SVG, in which common parts are stored once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Final, TypeAlias, final
from xml.parsers.expat import ParserCreate
from zlib import crc32

from attrs import define, field, frozen

from cairn_rules.pictures.svg import escape

Frames: TypeAlias = int
"""A set of frames: bit `n` stands for frame `n`, counted from 0."""

HOLD: Final = 3
"""The duration of the last frame, as a multiple of that of the others."""
_NAMES: Final = ("<title", "<desc")
"""The beginnings of elements that name their parent element and have to stay in it."""
_SHARED: Final = ("<style", "<defs")
"""The beginnings of elements that others refer to; they are never hidden."""
_VISIBILITY: Final = ("hidden", "visible")
_ROOM: Final = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_TITLE: Final = re.compile(r"<title\b[^>]*>")


def animated(pictures: Iterable[str], *, seconds: float, title: str) -> str:
    """Return pictures as one SVG that shows them in turn, over and over, without a script.

    The last picture is shown three times as long as the others. It is the only one shown if the reader prefers reduced
    motion, and in programs that do not animate style sheets. The animation pauses while a pointer is over it. Each
    picture is an SVG whose origin is its top left corner. The whole has `title` in front of the title of the last
    picture.
    """
    roots: list[_Element] = []
    known: dict[bytes, _Element] = {}
    checksum = 0
    for picture in pictures:
        source = picture.encode()
        checksum = crc32(source, checksum)
        roots.append(_parsed(source, known))
    mark = f"f{checksum & 0xFFFFF:05x}-"
    sheet = _Sheet(mark, len(roots), seconds)
    names = "".join(child.text for child in roots[-1].children if child.text.startswith(_NAMES))
    drawings = (
        (tuple(child for child in root.children if not child.text.startswith(_NAMES)), 1 << number)
        for number, root in enumerate(roots)
    )
    drawn = "".join(_drawn(_merged(drawings), (1 << len(roots)) - 1, sheet))
    named = _TITLE.sub(lambda found: f"{found[0]}{escape(title)}. ", names, count=1)
    return f"{_opened(roots)}{named}<style>{sheet.text()}</style>{drawn}</svg>"


@final
@define(eq=False)
class _Span:
    """An element in the source of a picture. Children are kept for groups only."""

    start: int
    """The index of its first byte."""
    close: int = 0
    """The index of the first byte of its end tag."""
    children: list[_Span] = field(factory=lambda: list[_Span]())  # noqa: PLW0108 - for the type


@final
@frozen(eq=False)
class _Element:
    text: str
    head: str = ""
    """The start tag of a group, with its title; empty for other elements."""
    children: tuple[_Element, ...] = ()

    @property
    def key(self) -> str:
        """The text that identifies the same group or shape in different pictures."""
        return self.head or self.text


def _parsed(source: bytes, known: dict[bytes, _Element]) -> _Element:
    """Return the root of a picture. `known` has the elements of pictures before it by their source, and gets others."""
    parser = ParserCreate()
    open_groups = [_Span(0)]
    depth = 0
    """Number of open elements below the innermost open group."""

    def start(name: str, _: object) -> None:
        nonlocal depth
        if depth:
            depth += 1
            return
        span = _Span(parser.CurrentByteIndex)
        is_group = name == "g" or len(open_groups) == 1
        open_groups[-1].children.append(span)
        if is_group:
            open_groups.append(span)
        else:
            depth = 1

    def end(_: str) -> None:
        nonlocal depth
        if depth:
            depth -= 1
        else:
            open_groups.pop().close = parser.CurrentByteIndex

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.Parse(source, True)  # noqa: FBT003 - it has no keyword for the end
    [root] = open_groups[0].children
    stops = [*(child.start for child in root.children), root.close]
    children = (_element(source, child, stop, known) for child, stop in zip(root.children, stops[1:], strict=True))
    return _Element("", source[root.start : stops[0]].decode(), tuple(children))


def _element(source: bytes, span: _Span, stop: int, known: dict[bytes, _Element]) -> _Element:
    """Return an element that ends before an index, without the titles of groups."""
    key = source[span.start : stop]
    if key not in known:
        known[key] = _new_element(source, span, stop, known)
    return known[key]


def _new_element(source: bytes, span: _Span, stop: int, known: dict[bytes, _Element]) -> _Element:
    stops = [*(child.start for child in span.children), span.close]
    found = (_element(source, child, until, known) for child, until in zip(span.children, stops[1:], strict=True))
    children = tuple(child for child in found if not child.text.startswith(_NAMES))
    if not children:
        return _Element(source[span.start : stop].decode())
    head = source[span.start : stops[0]].decode()
    return _Element(f"{head}{''.join(child.text for child in children)}</g>", head, children)


@final
@define(eq=False)
class _Place:
    """A place in the drawing order: the elements with one key, each with the frames in which it is drawn."""

    key: str
    elements: dict[str, tuple[_Element, Frames]] = field(factory=dict[str, tuple[_Element, Frames]])

    def add(self, element: _Element, frames: Frames) -> None:
        before = self.elements[element.text][1] if element.text in self.elements else 0
        self.elements[element.text] = element, before | frames

    @property
    def frames(self) -> Frames:
        union = 0
        for _, frames in self.elements.values():
            union |= frames
        return union


def _merged(drawings: Iterable[tuple[tuple[_Element, ...], Frames]]) -> list[_Place]:
    """Return places for the elements of all drawings, in an order that agrees with that of each drawing.

    `drawings` has the elements of each drawing, with the frames in which they are drawn.
    """
    places: list[_Place] = []
    for elements, frames in drawings:
        keys = [element.key for element in elements]
        changes = SequenceMatcher(None, [place.key for place in places], keys, autojunk=False).get_opcodes()
        merged: list[_Place] = []
        for change, old, old_end, new, new_end in changes:
            same = places[old:old_end]
            if change != "equal":
                merged += same
                same = [_Place(key) for key in keys[new:new_end]]
            for place, element in zip(same, elements[new:new_end], strict=True):
                place.add(element, frames)
            merged += same
        places = merged
    return places


def _drawn(places: Iterable[_Place], every: Frames, sheet: _Sheet) -> Iterator[str]:
    """Yield the elements in some places, hidden in the frames to which they do not belong.

    `every` has the frames in which the element around them is drawn. Classes are added to the style sheet.
    """
    for frames, together in groupby(places, lambda place: every if place.key.startswith(_SHARED) else place.frames):
        inside = "".join(_drawn_at(place, sheet) for place in together)
        yield inside if frames == every else f"{sheet.opened(frames)}{inside}</g>"


def _drawn_at(place: _Place, sheet: _Sheet) -> str:
    if len(place.elements) == 1:
        return next(iter(place.elements))
    inside = _merged((element.children, frames) for element, frames in place.elements.values())
    return f"{place.key}{''.join(_drawn(inside, place.frames, sheet))}</g>"


def _opened(roots: Sequence[_Element]) -> str:
    """Return the start tag of the last picture, with room for all pictures."""
    rooms = [tuple(map(float, room)) for root in roots for room in _ROOM.findall(root.head)]
    head = roots[-1].head
    if not rooms:
        return head
    width, height = (max(sides) for sides in zip(*rooms, strict=True))
    return _ROOM.sub(f'viewBox="0 0 {width:g} {height:g}"', head, count=1)


@final
@define(eq=False)
class _Sheet:
    """A style sheet that shows elements in some frames only."""

    mark: str
    """The prefix of all its names, so that several animations can share a page."""
    count: int
    seconds: float
    """The duration of a frame, in seconds."""
    names: dict[Frames, str] = field(factory=dict[Frames, str])

    def opened(self, frames: Frames) -> str:
        """Return the start tag of a group that is drawn in some frames: without an animation, in the last one."""
        hidden = "" if frames >> self.count - 1 else ' visibility="hidden"'
        return f'<g class="{self.names.setdefault(frames, f"{self.mark}{len(self.names)}")}"{hidden}>'

    def text(self) -> str:
        """Return the rules for all classes used so far."""
        ours = f'[class^="{self.mark}"]'
        timing = f"animation-duration:{self.seconds * self.parts:g}s;animation-timing-function:step-end"
        moving = f"{ours}{{{timing};animation-iteration-count:infinite}}"
        paused = f"svg:hover {ours}{{animation-play-state:paused}}"
        rules = "".join(self._rules(frames, name) for frames, name in self.names.items())
        return f"@media(prefers-reduced-motion:no-preference){{{moving}{paused}}}{rules}"

    @property
    def parts(self) -> int:
        """The length of the animation, in frames."""
        return self.count - 1 + HOLD

    def _rules(self, frames: Frames, name: str) -> str:
        drawn = [_VISIBILITY[frames >> frame & 1] for frame in range(self.count)]
        times: dict[str, list[str]] = {}
        for frame, now in enumerate(drawn):
            if not frame or now != drawn[frame - 1]:
                times.setdefault(now, []).append(f"{round(100 * frame / self.parts, 3):g}%")
        steps = "".join(f"{','.join(starts)}{{visibility:{now}}}" for now, starts in times.items())
        return f".{name}{{animation-name:{name}}}@keyframes {name}{{{steps}}}"
