"""Pictures: what they show of a state, what they mark, and that they are safe to put on a page."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import attrs
import pytest
from attrs import frozen
from hypothesis import example, given
from hypothesis import strategies as st

from cairn_rules import cairn
from cairn_rules.cairn import BASE_SET, VILLAGE, Megalith, Space, State, StoneColour, Tile, Tribe
from cairn_rules.cairn.pictures.colours import DARK, LIGHT, Colours
from cairn_rules.cairn.pictures.picture import PARTS, svg
from cairn_rules.cairn.rules.make_state import make_state
from cairn_rules.errors import DefinitionError
from support.play import play
from support.stones import ExchangeShamans
from support.strategies import live_states, parts, states

SEA, FOREST = Tribe.SEA, Tribe.FOREST
START = "f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn cromlech,pillars alley,deer,menhir,sanctuary 0-0"
NUMBER = r"-?(?:\d+\.?\d*|\.\d+)"
SVG = "{http://www.w3.org/2000/svg}"


def drawn(picture: str) -> ET.Element:
    """The parsed picture, with plain names of elements."""
    root = ET.fromstring(picture)  # noqa: S314 - made by the library
    for element in root.iter():
        element.tag = element.tag.removeprefix(SVG)
    return root


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    """The elements that have a class."""
    return [element for element in root.iter() if name in element.get("class", "").split()]


def picture_of(text: str, *actions: str, **options: Any) -> ET.Element:
    """The picture of a position after some actions."""
    return drawn(svg(play(cairn.parse_position(text), *actions), **options))


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(NUMBER, text)]


def middle(space: Space, perspective: Tribe) -> tuple[float, float]:
    """The middle of a space: files and ranks are 80 wide, and the board begins at 40 and 72."""
    file, rank = (space.file, space.rank) if perspective is SEA else (4 - space.file, 4 - space.rank)
    return 80 + 80 * file, 432 - 80 * rank


Points = list[tuple[float, float]]


def points_of_path(path: str) -> Points:
    """Points on a path: its corners, and its curves in small steps."""
    points: Points = [(0, 0)]
    control = start = (0.0, 0.0)
    for letter, given_numbers in re.findall(rf"([A-Za-z])((?:[\s,]*{NUMBER})*)", path):
        values = numbers(given_numbers)
        size = {"m": 2, "l": 2, "h": 1, "v": 1, "q": 4, "t": 2, "z": 0, "c": 6, "a": 7}[letter.lower()]
        chunks = [values[index : index + size] for index in range(0, len(values), size)] if size else [[]]
        for chunk in chunks:
            x, y = points[-1]
            dx, dy = (x, y) if letter.islower() else (0, 0)
            match letter.lower():
                case "m":
                    start = chunk[0] + dx, chunk[1] + dy
                    points.append(start)
                case "l":
                    points.append((chunk[0] + dx, chunk[1] + dy))
                case "h":
                    points.append((chunk[0] + dx, y))
                case "v":
                    points.append((x, chunk[0] + dy))
                case "z":
                    points.append(start)
                case "c" | "a":
                    points.append((chunk[-2] + dx, chunk[-1] + dy))
                case _:
                    control = (
                        (chunk[0] + dx, chunk[1] + dy) if letter in "qQ" else (2 * x - control[0], 2 * y - control[1])
                    )
                    end = chunk[-2] + dx, chunk[-1] + dy
                    for step in (0.25, 0.5, 0.75, 1):
                        rest = 1 - step
                        points.append(
                            (
                                rest * rest * x + 2 * rest * step * control[0] + step * step * end[0],
                                rest * rest * y + 2 * rest * step * control[1] + step * step * end[1],
                            )
                        )
    return points[1:]


def points_of(element: ET.Element) -> Points:
    """Points that an element reaches, without what is in it."""

    def at(*names: str) -> list[float]:
        return [float(element.get(name, 0)) for name in names]

    match element.tag:
        case "rect":
            x, y, width, height = at("x", "y", "width", "height")
            return [(x, y), (x + width, y + height)]
        case "circle":
            x, y, radius = at("cx", "cy", "r")
            return [(x - radius, y - radius), (x + radius, y + radius)]
        case "path":
            return points_of_path(element.get("d", ""))
        case "text":
            x, y, size = at("x", "y", "font-size")
            width = size * breadth(element.text or "")
            anchor = element.get("text-anchor", "")
            left = x - (width / 2 if "middle" in anchor else width if "end" in anchor else 0)
            return [(left, y - size * 0.8), (left + width, y + size * 0.25)]
        case _:
            return []


NARROW, WIDE = " fijlrtI.,:;'!|()[]-", "mwMW@%"


def breadth(text: str) -> float:
    """How wide a text can be in units of its size: in DejaVu Sans Bold, one of the widest of the usual fonts."""
    return sum(
        0.42
        if letter in NARROW
        else 1.1
        if letter in WIDE
        else 0.72
        if letter.isascii()
        else 1.25
        if wide(letter)
        else 0.8
        for letter in text
    )


def wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in {"W", "F"}


def reached(element: ET.Element, x: float = 0, y: float = 0, scale: float = 1) -> Iterator[tuple[float, float]]:
    """Every point that an element and all in it reach, in units of the picture."""
    transform = element.get("transform", "")
    if moved := re.search(r"translate\(([^)]*)\)", transform):
        dx, dy = numbers(moved[1])
        x, y = x + scale * dx, y + scale * dy
    if scaled := re.search(r"scale\(([^)]*)\)", transform):
        scale *= float(scaled[1])
    for px, py in points_of(element):
        yield x + scale * px, y + scale * py
    for inner in element:
        yield from reached(inner, x, y, scale)


def box(element: ET.Element) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of an element."""
    across, down = zip(*reached(element), strict=True)
    return min(across), min(down), max(across), max(down)


def place_of(element: ET.Element) -> tuple[float, float]:
    """The middle of an element."""
    left, top, right, bottom = box(element)
    return (left + right) / 2, (top + bottom) / 2


def told(element: ET.Element) -> str:
    """The tooltip of an element."""
    return element.findtext(".//title", "")


def marks(root: ET.Element) -> dict[str, list[str]]:
    """Everything that is marked, by kind."""

    def data(kind: str, *names: str) -> list[str]:
        found = ["-".join(each.get(name, "") for name in names) for each in of_class(root, kind)]
        return sorted(each for each in found if each)

    found = {
        "from": data("cairn-origin", "data-space"),
        "to": data("cairn-target", "data-space"),
        "village": data("cairn-target", "data-village"),
        "victim": data("cairn-victim", "data-space"),
        "arrow": data("cairn-arrow", "data-from", "data-to"),
        "upcoming": [
            each.get("data-id", "") for each in of_class(root, "cairn-upcoming") if of_class(each, "cairn-target")
        ],
        "badge": sorted(each.get("data-badge", "") for each in of_class(root, "cairn-badge")),
        "tile": [each.get("data-tile", "") for each in of_class(root, "cairn-tile") if of_class(each, "cairn-target")],
    }
    return {kind: values for kind, values in found.items() if values}


def named(name: str, id: str = "named") -> Megalith:
    """A megalith that does nothing."""
    return Megalith(id, name, "Nothing happens.", StoneColour.DARK, (lambda _: (),))


def test_a_notebook_shows_a_state_as_its_picture() -> None:
    state = cairn.parse_position(START)
    assert state._repr_svg_() == svg(state)


@pytest.mark.untraced
@given(states(), st.sampled_from(Tribe))
def test_everything_on_the_field_is_at_its_place(state: State, perspective: Tribe) -> None:
    """Each shaman and megalith is drawn once, on its own space, seen from either side."""
    root = drawn(svg(state, perspective=perspective))
    for tribe in Tribe:
        groups = [
            each for each in of_class(root, "cairn-shaman") if f"cairn-{tribe.name.lower()}" in each.get("class", "")
        ]
        standing = [space for space, who in state.shamans.items() if who is tribe]
        assert Counter(each.get("data-space") for each in groups) == Counter(
            [*map(str, standing), *[None] * state.villages[tribe]]
        )
        assert all(each.get("data-village") == tribe.name.lower() for each in groups if not each.get("data-space"))
    stones = {each.get("data-space"): each for each in of_class(root, "cairn-megalith")}
    assert set(stones) == set(map(str, state.megaliths))
    for space, megalith in state.megaliths.items():
        assert megalith.name in told(stones[str(space)])
        assert f"({megalith.stone.value} stone)" in told(stones[str(space)])
    for each in (*of_class(root, "cairn-shaman"), *stones.values()):
        if each.get("data-space"):
            x, y = middle(Space[each.get("data-space", "").upper()], perspective)
            left, top, right, bottom = box(each)
            assert x - 40 <= left <= right <= x + 40
            assert y - 40 <= top <= bottom <= y + 40


@pytest.mark.untraced
@given(states(), st.sampled_from(Tribe))
def test_everything_beside_the_field_is_told(state: State, perspective: Tribe) -> None:
    """Upcoming megaliths, deck, scores, faces, who decides or has won, and the words for it all."""
    root = drawn(svg(state, perspective=perspective))
    assert [each.get("data-id") for each in of_class(root, "cairn-upcoming")] == [each.id for each in state.upcoming]
    assert [each.get("data-count") for each in of_class(root, "cairn-deck")] == [str(len(state.deck))]
    for tribe in Tribe:
        scores = [
            each for each in of_class(root, "cairn-score") if f"cairn-{tribe.name.lower()}" in each.get("class", "")
        ]
        assert len(scores) == state.scores[tribe]
    faces = {each.get("data-tile"): each.get("data-face") for each in of_class(root, "cairn-tile")}
    tiles = state.tiles
    assert faces == {
        "add": str(tiles.add),
        "move": str(tiles.move),
        "jump": str(tiles.jump),
        "transformation": str(tiles.transformation),
    }
    over = cairn.outcome(state)
    deciding = [cairn.current_player(state)] if over is None else over.winners
    kind = "cairn-decides" if over is None else "cairn-wins"
    assert [each.get("class") for each in root.iter() if kind in each.get("class", "")] == [
        f"{kind} cairn-by-{Tribe(tribe or 0).name.lower()}" for tribe in deciding
    ]
    title, description = root.findtext("title", ""), root.findtext("desc", "")
    assert title.startswith("Cairn, ")
    ids = [each.get("id", "") for each in root if each.tag in {"title", "desc"}]
    assert root.get("aria-labelledby") == " ".join(ids)
    for megalith in (*state.megaliths.values(), *state.upcoming):
        assert megalith.name in description
    for space in state.shamans:
        assert str(space) in description
    hidden = state.deck[: len(state.deck) - state.tucked]
    assert not any(f'"{megalith.id}"' in svg(state) or megalith.name in description for megalith in hidden)


@given(states())
def test_the_order_of_the_deck_is_hidden(state: State) -> None:
    """Rule 2.7: two states that differ in the unknown part of the deck look the same."""
    known = len(state.deck) - state.tucked
    turned = make_state(**{**parts(state), "deck": (*reversed(state.deck[:known]), *state.deck[known:])})
    assert svg(turned) == svg(state)


@pytest.mark.untraced
@given(states())
def test_a_turned_board_is_the_same_picture_half_a_turn_on(state: State) -> None:
    """What lies on a space is seen from the other side on the point opposite the middle of the board."""
    near, far = (drawn(svg(state, perspective=tribe)) for tribe in Tribe)
    for kind in ("cairn-megalith", "cairn-totem", "cairn-circle", "cairn-woken", "cairn-site"):
        for one, other in zip(of_class(near, kind), of_class(far, kind), strict=True):
            assert one.get("data-space") == other.get("data-space")
            (x, y), (other_x, other_y) = place_of(one), place_of(other)
            assert (x + other_x, y + other_y) == pytest.approx((480, 544), abs=1)


@pytest.mark.untraced
@given(live_states(), st.sampled_from(Tribe), st.booleans())
def test_nothing_leaves_the_picture(state: State, perspective: Tribe, one: bool) -> None:  # noqa: FBT001 - drawn
    """Every shape and every text is inside the view box, marks and arrows included."""
    actions = cairn.legal_actions(state)
    root = drawn(svg(state, perspective=perspective, highlight=actions[-1] if one else actions))
    width, height = numbers(root.get("viewBox", ""))[2:]
    left, top, right, bottom = box(root)
    assert left >= 0
    assert top >= 0
    assert right <= width
    assert bottom <= height


@pytest.mark.parametrize(
    "position",
    [
        "4f/5/5/5/s4 s wooe b2=named,d3=dawn alley,deer - 0-0",
        "4f/5/5/1s3/5 s wooe b2=named,d3=dawn alley,deer - 0-0",
        "4f/5/5/5/s4 s wooe b2=chaos,d3=dawn named,deer - 0-0",
    ],
)
@given(
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=60).filter(
        lambda name: name.isprintable() and name.strip()
    )
)
@example("W" * 60)
@example("The Extraordinarily Long-Winded Stone of Wonders and Incomprehensibilities")
@example("Donaudampfschifffahrtsgesellschaft")
@example("A B C D E F G H I J K L M N O P Q R S T U V W X Y Z")
@example("\u5de8" * 40)
@example("Pierre lev\u00e9e")
@example("x")
@example("\u2026")
@example("\u2026 \u2026")
def test_any_name_stays_on_its_stone(position: str, name: str) -> None:
    """A name of any length fits on the stone, alone, under a shaman and on display, and is told in full."""
    root = drawn(svg(cairn.parse_position(position, BASE_SET | named(name))))
    (group,) = [each for each in root.iter() if each.get("data-id") == "named"]
    assert told(group).startswith(f"{name} (dark stone): ")
    with_name = box(group)
    texts = [each.text or "" for each in group.iter("text")]
    assert "".join(texts).rstrip("\u2026") or not name.strip("\u2026 ")
    for inner in [each for each in group.iter() if each.find("text") is not None]:
        for text in inner.findall("text"):
            inner.remove(text)
    assert with_name == box(group)


@pytest.mark.parametrize(
    "name", ["</title><script>alert(1)</script>", "\"' onload='alert(1)", "&lt;b&gt; & <b>", "]]>", "-->", "<![CDATA["]
)
def test_names_are_text_and_nothing_else(name: str) -> None:
    """A name never becomes an element, an attribute or another name, wherever it is shown."""
    stones = BASE_SET | named(name) | named(f"{name}!", "other")
    state = cairn.parse_position("4f/5/5/2s2/5 s wooe c3=named,d3=dawn other,deer - 0-0", stones)
    plain = cairn.parse_position("4f/5/5/2s2/5 s wooe c3=chaos,d3=dawn alley,deer - 0-0")
    root, other = drawn(svg(state)), drawn(svg(plain))
    assert {each.tag for each in root.iter()} == {each.tag for each in other.iter()}
    assert {key for each in root.iter() for key in each.attrib} == {key for each in other.iter() for key in each.attrib}
    assert told(of_class(root, "cairn-upcoming")[0]) == f"{name}! (dark stone): Nothing happens."
    assert f"{name} on c3" in root.findtext("desc", "")


@pytest.mark.parametrize(
    ("position", "actions", "caption", "marked"),
    [
        (START, (), "Sea must choose an action", None),
        ("2s2/5/5/5/4f s wooe c3=mound,d3=dawn alley,deer - 0-0", ("c5-x",), "Sea must build on c5", "cairn-site c5"),
        (
            "4f/5/5/2s2/5 s wooe c3=stormwell,d3=dawn alley,deer - 0-0",
            ("c2-c3",),
            "Sea must use Stormwell on c3",
            "cairn-woken c3",
        ),
        ("4f/5/1s1f1/2s2/5 s wooe c5=mound,d1=dawn alley,deer - 0-0", ("c2-c3",), "Sea must transform or pass", None),
        (
            "5/5/5/5/s3f s wdoe a3=deer,b3=alley,c3=chaos,d3=dawn,e3=menhir - - 3-0",
            (),
            "Sea wins: the third megalith",
            None,
        ),
        ("5/5/5/fffff/sssss s wooe b3=chaos,d3=dawn alley,deer - 0-0", (), "Forest wins: Sea cannot act", None),
    ],
)
def test_what_is_asked_is_seen(position: str, actions: tuple[str, ...], caption: str, marked: str | None) -> None:
    """Every kind of decision is told in words; the space that it is about is marked on the board."""
    root = picture_of(position, *actions)
    (status,) = of_class(root, "cairn-status")
    assert caption in " ".join(each.text or "" for each in status)
    found = [
        f"{kind} {each.get('data-space')}" for kind in ("cairn-site", "cairn-woken") for each in of_class(root, kind)
    ]
    assert found == ([] if marked is None else [marked])


def test_an_extra_turn_and_moved_shamans_are_seen() -> None:
    """Rules 7.4 and 8.3: who has the next turn, and which shamans count as moved."""
    root = picture_of("4f/5/1s1f1/2s2/5 s wooe c3=pillars,d1=dawn alley,deer - 0-0", "c2-c3", "again")
    (extra,) = of_class(root, "cairn-extra")
    assert extra.text == "then Sea"
    moved = [each for each in of_class(root, "cairn-shaman") if of_class(each, "cairn-moved")]
    assert [each.get("data-space") for each in moved] == ["c3"]
    assert told(moved[0]) == "Sea shaman on c3, counts as moved"
    description = root.findtext("desc", "")
    assert "The next turn is Sea's." in description
    assert "c3 counts as moved." in description
    assert not of_class(picture_of(START), "cairn-moved")


def test_what_is_known_of_the_deck_is_told() -> None:
    """Rule 2.7: tiles under the deck that everyone knows are named in its tooltip; an empty deck has no back."""
    root = picture_of("5/5/5/5/s3f s wooe c3=source,d3=deer alley,menhir fairy|mound,dawn 0-0")
    (deck,) = of_class(root, "cairn-deck")
    assert told(deck) == "3 face down, at the bottom Memorial Mound, Cairn of Dawn"
    assert len(of_class(deck, "cairn-back")) == 3
    empty = picture_of("5/5/5/5/s3f s wooe c3=source,d3=deer - - 0-0")
    assert not of_class(empty, "cairn-back")
    assert len(of_class(empty, "cairn-slot")) == 2
    assert "Upcoming: none." in empty.findtext("desc", "")


def test_who_owns_a_totem_and_which_colour_it_has() -> None:
    """Rule 1.4."""
    totems = {each.get("data-space"): told(each) for each in of_class(picture_of(START), "cairn-totem")}
    assert totems == {
        "d1": "Sea's white totem",
        "b1": "Sea's black totem",
        "b5": "Forest's white totem",
        "d5": "Forest's black totem",
    }


BUILD = play(cairn.parse_position("2s2/5/5/5/4f s wooe c3=mound,d3=dawn alley,deer - 0-0"), "c5-x")


@frozen
class Quake(cairn.Effect):
    """An effect of somebody's own, with fields of several kinds."""

    where: Space
    strength: int

    def apply(self, state: State) -> State:
        return state


@frozen
class Push(cairn.Effect):
    """An effect of somebody's own that moves something, while it marks another space."""

    origin: Space
    to: cairn.Destination
    by: Space

    def apply(self, state: State) -> State:
        return state


class Silence(cairn.Effect):
    """An effect without fields."""

    def apply(self, state: State) -> State:
        return state


@pytest.mark.parametrize(
    ("highlight", "expected"),
    [
        ((), {}),
        (Space.C3, {"to": ["c3"]}),
        ([Space.C3, Space.A1], {"to": ["a1", "c3"]}),
        (cairn.Add(Space.D1), {"to": ["d1"]}),
        (cairn.Move(Space.C1, Space.C2), {"from": ["c1"], "to": ["c2"], "arrow": ["c1-c2"]}),
        (cairn.Jump(Space.C1, Space.E1), {"from": ["c1"], "to": ["e1"], "arrow": ["c1-e1"]}),
        (cairn.Jump(Space.E1, Space.E3), {"from": ["e1"], "to": ["e3"], "arrow": ["e1-e3"]}),
        (cairn.Move(Space.C5, VILLAGE), {"from": ["c5"], "village": ["forest"], "arrow": ["c5-x"]}),
        (cairn.Jump(Space.B2, VILLAGE), {"from": ["b2"], "village": ["sea"], "arrow": ["b2-x"]}),
        (cairn.Construct(BASE_SET["pillars"]), {"upcoming": ["pillars"]}),
        (cairn.Construct(BASE_SET["dawn"]), {"to": ["d3"]}),
        (cairn.Transform(Space.A5), {"to": ["a5"], "victim": ["a5"]}),
        (cairn.Pass(), {"badge": ["pass"], "tile": ["transformation"]}),
        (cairn.Banish(Space.A5), {"to": ["a5"], "victim": ["a5"]}),
        (cairn.Relocate(Space.A5, Space.B3), {"from": ["a5"], "to": ["b3"], "arrow": ["a5-b3"]}),
        (cairn.Relocate(Space.A5, VILLAGE), {"from": ["a5"], "village": ["forest"], "arrow": ["a5-x"]}),
        (cairn.Relocate(Space.A5, Space.A5), {"to": ["a5"]}),
        (cairn.Summon(Space.B1), {"to": ["b1"]}),
        (cairn.SlideMegalith(Space.B3, Space.B4), {"from": ["b3"], "to": ["b4"], "arrow": ["b3-b4"]}),
        (cairn.SwapMegaliths(Space.B3, Space.D3), {"to": ["b3", "d3"], "arrow": ["b3-d3", "d3-b3"]}),
        (cairn.ReplaceMegalith(Space.B3, BASE_SET["pillars"]), {"to": ["b3"], "upcoming": ["pillars"]}),
        (cairn.FlipTile(Tile.ADD), {"tile": ["add"]}),
        (cairn.FlipTile(Tile.MOVE), {"tile": ["move"]}),
        (cairn.FlipTile(Tile.JUMP), {"tile": ["jump"]}),
        (cairn.TakeExtraTurn(), {"badge": ["again"]}),
        (cairn.Together(), {"badge": ["other"]}),
        (
            (cairn.Pass(), cairn.Transform(Space.A5)),
            {"to": ["a5"], "victim": ["a5"], "badge": ["pass"], "tile": ["transformation"]},
        ),
        (
            cairn.Together(cairn.Banish(Space.A5), cairn.Together(cairn.Relocate(Space.C5, Space.C4))),
            {"from": ["c5"], "to": ["a5", "c4"], "victim": ["a5"], "arrow": ["c5-c4"]},
        ),
        (ExchangeShamans(Space.A1, Space.A5), {"to": ["a1", "a5"]}),
        (Quake(Space.E3, 3), {"to": ["e3"]}),
        (Push(Space.A5, Space.B4, by=Space.A4), {"from": ["a5"], "to": ["a4", "b4"], "arrow": ["a5-b4"]}),
        (Push(Space.A5, VILLAGE, by=Space.A5), {"from": ["a5"], "village": ["forest"], "arrow": ["a5-x"]}),
        (Silence(), {"badge": ["other"]}),
        (
            (cairn.Move(Space.C1, Space.C2), cairn.Move(Space.C1, Space.B1), cairn.Move(Space.B1, Space.C2)),
            {"from": ["c1"], "to": ["b1", "c2"]},
        ),
        (iter([cairn.Move(Space.C1, Space.C2), Space.E5]), {"from": ["c1"], "to": ["c2", "e5"], "arrow": ["c1-c2"]}),
    ],
)
def test_every_kind_of_action_marks_where_it_leads(highlight: Any, expected: dict[str, list[str]]) -> None:
    """One action is drawn with an arrow, several mark where they start and where they lead."""
    assert marks(picture_of(START, highlight=highlight)) == expected


def test_a_choice_of_what_to_build_marks_where() -> None:
    """Rule 5.3: the upcoming megalith and the space that it would go to."""
    chosen = cairn.Construct(BASE_SET["deer"])
    assert marks(drawn(svg(BUILD, highlight=chosen))) == {"to": ["c5"], "upcoming": ["deer"]}
    assert marks(drawn(svg(cairn.apply(BUILD, chosen), highlight=chosen))) == {"to": ["c5"]}


@pytest.mark.untraced
@given(live_states(), st.sampled_from(Tribe))
def test_legal_actions_mark_all_their_targets(state: State, perspective: Tribe) -> None:
    """Every space that a tile's actions lead to is marked at its place, and no other one."""
    actions = [each for each in cairn.legal_actions(state) if isinstance(each, cairn.Add | cairn.Move | cairn.Jump)]
    root = drawn(svg(state, perspective=perspective, highlight=actions))
    assert set(marks(root).get("to", ())) == {str(each.to) for each in actions if each.to is not VILLAGE}
    for each in of_class(root, "cairn-target"):
        if each.get("data-space"):
            assert place_of(each) == middle(Space[each.get("data-space", "").upper()], perspective)


def test_an_arrow_points_at_its_target_from_its_origin() -> None:
    """Seen from either side, an arrow begins near where the shaman was and ends near where it is."""
    for perspective in Tribe:
        for origin, to in ((Space.C1, Space.C3), (Space.C1, Space.A1), (Space.A1, Space.C3)):
            for action in (cairn.Jump(origin, to), cairn.Relocate(origin, to)):
                (arrow,) = of_class(picture_of(START, highlight=action, perspective=perspective), "cairn-arrow")
                shaft = points_of_path(of_class(arrow, "cairn-shaft")[0].get("d", ""))
                head = points_of_path(of_class(arrow, "cairn-head")[0].get("d", ""))
                assert distance(shaft[0], middle(origin, perspective)) < 20
                assert distance(head[1], middle(to, perspective)) < 40
                assert distance(head[1], middle(to, perspective)) < min(
                    distance(head[0], middle(to, perspective)), distance(head[2], middle(to, perspective))
                )


def distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5


def test_an_arrow_out_ends_in_the_village_that_is_left_through() -> None:
    """Rule 4.5: Sea leaves through the Forest village, which is at the top unless Forest is at the bottom."""
    for perspective, (top, bottom) in ((SEA, (16, 60)), (FOREST, (496, 540))):
        (arrow,) = of_class(
            picture_of(START, highlight=cairn.Move(Space.D5, VILLAGE), perspective=perspective), "cairn-arrow"
        )
        tip = points_of_path(of_class(arrow, "cairn-head")[0].get("d", ""))[1]
        assert top < tip[1] < bottom


def test_each_village_touches_its_first_row() -> None:
    """Rule 1.3: also when the board is turned, with its name, its shamans and the mark of an exit."""
    for perspective in Tribe:
        root = picture_of(START, highlight=cairn.Move(Space.D5, VILLAGE), perspective=perspective)
        top = perspective.other.name.lower()
        for each in (*of_class(root, "cairn-shaman"), *of_class(root, "cairn-target")):
            if village := each.get("data-village"):
                assert (place_of(each)[1] < 72) == (village == top)
        names = {each.text: float(each.get("y", 0)) < 72 for each in root.iter("text")}
        assert (names["Sea village"], names["Forest village"]) == (top == "sea", top == "forest")


def luminance(colour: str) -> float:
    channels = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as the guidelines for web content define it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(over: str, under: str, share: float) -> str:
    """A colour that lies over another one and lets it shine through."""
    pairs = ((int(over[index : index + 2], 16), int(under[index : index + 2], 16)) for index in (1, 3, 5))
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in pairs)


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
def test_everything_can_be_told_apart(scheme: Colours) -> None:
    """Text has a contrast of 4.5 to 1 or more on what it stands on, shapes 3 to 1, the tribes differ in lightness."""
    marked = mixed(scheme.highlight, scheme.panel, 0.2)
    for ground in (scheme.background, scheme.panel, marked):
        assert contrast(scheme.text, ground) >= 4.5
        assert contrast(scheme.muted, ground) >= 4.5
    assert contrast(scheme.highlight, scheme.background) >= 4.5
    assert contrast(scheme.light_stone_text, scheme.light_stone) >= 4.5
    assert contrast(scheme.dark_stone_text, scheme.dark_stone) >= 4.5
    for shaman in (scheme.sea, scheme.forest):
        row = mixed(shaman, scheme.board, 0.13)
        for ground in (scheme.board, scheme.panel, row):
            assert contrast(shaman, ground) >= 3
        assert contrast(shaman, scheme.edge) >= 3
        assert max(contrast(shaman, scheme.dark_stone), contrast(scheme.edge, scheme.dark_stone)) >= 3
        assert max(contrast(shaman, scheme.light_stone), contrast(scheme.edge, scheme.light_stone)) >= 3
    for shape in (scheme.line, scheme.highlight, scheme.woken):
        assert contrast(shape, scheme.board) >= 3
    assert contrast(scheme.sea, scheme.forest) >= 1.6
    assert contrast(scheme.light_stone, scheme.dark_stone) >= 3
    assert contrast(scheme.white_totem, scheme.black_totem) >= 3


def rules_of(picture: str) -> str:
    return drawn(picture).findtext("style", "")


@pytest.mark.parametrize("colours", ["auto", "light", "dark", Colours(sea="navy"), Colours(sea="purple")])
def test_a_picture_keeps_its_style_to_itself(colours: Any) -> None:
    """Every rule of the style sheet holds inside pictures of the same colours only, and loads nothing."""
    picture = svg(cairn.parse_position(START), colours=colours)
    (own,) = [each for each in drawn(picture).get("class", "").split() if each != "cairn-picture"]
    rules = re.sub(r"@(?:media|supports)\([^{}]+\)\{", "", rules_of(picture))
    selectors = [each.rpartition("}")[2] for each in rules.split("{")[:-1]]
    assert selectors
    assert all(re.match(rf"\.{own}(\.cairn-below-[0-9]+)?( |$)", selector) for selector in selectors)
    others: list[Any] = [
        other for other in ("auto", "light", "dark", Colours(), Colours(sea="teal")) if other != colours
    ]
    assert all(own not in rules_of(svg(cairn.parse_position(START), colours=other)) for other in others)
    assert not re.search("url|import|http|script|href", rules)
    assert {"script", "image", "use", "a", "foreignObject"}.isdisjoint(each.tag for each in drawn(picture).iter())


def test_the_colours_that_were_asked_for_are_used() -> None:
    """A scheme is written out; `auto` has both, as custom properties that a page may set."""
    state = cairn.parse_position(START)
    assert f'cairn-sea" fill="{LIGHT.sea}"' in svg(state, colours="light")
    assert f'cairn-sea" fill="{DARK.sea}"' in svg(state, colours="dark")
    assert 'cairn-sea" fill="#010203" fill-opacity=".5"' in svg(state, colours=Colours(sea="rgb(1 2 3 / 50%)"))
    light, _, dark = rules_of(svg(state)).partition("@media(prefers-color-scheme:dark)")
    assert f"--cairn-light-stone:{LIGHT.light_stone};" in light
    assert f"--cairn-light-stone:{DARK.light_stone};" in dark
    used = set(re.findall(r"var\((--cairn-[a-z-]+)\)", dark))
    assert used == {f"--cairn-{each.name.replace('_', '-')}" for each in attrs.fields(Colours)}


def test_ids_differ_where_the_words_differ() -> None:
    """Pictures on one page name different titles, unless they say the same."""
    states = [cairn.parse_position(START), BUILD, cairn.apply(BUILD, cairn.legal_actions(BUILD)[0])]
    labels = [drawn(svg(state)).get("aria-labelledby") for state in states]
    assert len(set(labels)) == len(states)
    assert drawn(svg(BUILD)).get("aria-labelledby") == labels[1]


def test_the_size_is_the_width_in_pixels() -> None:
    """The height keeps the proportions; without a size the picture takes the room that there is."""
    root = picture_of(START, size=356)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("356", "278", "0 0 712 556")
    assert picture_of(START).get("width") is None
    assert picture_of(START).get("height") is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 0}, "size should be None or a whole number of pixels from 1 up, not 0"),
        ({"size": -3}, "not -3"),
        ({"size": 3.5}, "not 3.5"),
        ({"size": True}, "not True"),
        ({"size": "100"}, "not '100'"),
        ({"perspective": 2}, "perspective should be a tribe, its name, or a seat from 0 to 1, not 2"),
        ({"perspective": True}, "not True"),
        ({"viewer": 2}, "viewer should be None, a tribe, its name, or a seat from 0 to 1, not 2"),
        ({"viewer": True}, "not True"),
        ({"viewer": "sky"}, "not 'sky'"),
        ({"perspective": None}, "not None"),
        ({"colours": "blue"}, "colours should be Colours, 'auto', 'light' or 'dark', not 'blue'"),
        ({"colours": None}, "not None"),
        ({"colours": ["auto"]}, "not ['auto']"),
        ({"last": Space.A1}, "last should be an action or None, not A1"),
        ({"last": [cairn.Pass()]}, "last should be an action or None, not [Pass()]"),
        ({"parts": ["boards"]}, "'boards' is not a part of the drawing; did you mean 'board'?"),
        ({"parts": [3]}, "3 is not a part of the drawing"),
        ({"highlight": None}, "highlight should be an action, a space, or several of them"),
        ({"highlight": 3}, "not 3"),
        ({"highlight": [Space.A1, 3]}, "not 3"),
        ({"highlight": "c3"}, "not 'c3'"),
    ],
)
def test_an_argument_that_cannot_be_used(options: dict[str, Any], message: str) -> None:
    """The error quotes what was given and says what would be right."""
    with pytest.raises(DefinitionError) as caught:
        picture_of(START, **options)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "colour",
    [
        *("", " red", "red\n", "red;}", "red}</style>", "#12", "#fffffffff", "rgb(1,2,3", "rgb(url(x))"),
        *("url(http://a.b/c)", "url(x)", "var(--x)", "expression(1)", None, 3),
    ],
)
def test_a_colour_is_a_colour_and_nothing_else(colour: Any) -> None:
    """Nothing can end a declaration, open an element or load a file."""
    with pytest.raises(DefinitionError, match="Colours: sea should be a CSS colour such as"):
        Colours(sea=colour)


@pytest.mark.parametrize("colour", ["#123", "#AABBCC", "rgb(1, 2, 3)", "hsl(9 50% 40% / .5)", "lab(60% 9 -2)"])
def test_colours_in_every_notation_are_taken(colour: str) -> None:
    """As CSS writes them; an opacity is an attribute of its own."""
    fill = {"rgb(1, 2, 3)": "#010203", "hsl(9 50% 40% / .5)": 'hsl(9,50%,40%)" fill-opacity=".5'}
    assert f'cairn-forest" fill="{fill.get(colour, colour)}"' in svg(BUILD, colours=Colours(forest=colour))


USED = "4f/5/5/5/s3s s wooe b3=pillars,d3=dawn alley,deer menhir 0-0"
AGAIN = play(cairn.parse_position("4f/5/5/1s3/s3s s wooe b3=pillars,d3=dawn alley,deer menhir 0-0"), "b2-b3")


def test_the_badge_of_an_extra_turn_is_at_the_village_that_gets_it() -> None:
    """Rule 7.4: before it is taken, afterwards, and when it has begun."""
    again = cairn.TakeExtraTurn()
    after = cairn.apply(AGAIN, again)
    assert (after.active, after.extra_turn) == (SEA, None)
    turning = play(cairn.parse_position("4f/5/1s1f1/2s2/5 s wooe c3=pillars,d1=dawn alley,deer - 0-0"), "c2-c3")
    taken = cairn.apply(turning, again)
    assert taken.extra_turn is SEA
    for state in (AGAIN, after, turning, taken):
        for perspective, village in ((SEA, (40, 518)), (FOREST, (40, 38))):
            (badge,) = of_class(drawn(svg(state, highlight=again, perspective=perspective)), "cairn-badge")
            assert told(badge) == "The next turn is Sea's"
            assert badge.get("transform") == f"translate({village[0]} {village[1]})"


def test_the_badge_of_a_pushed_owner_is_at_their_village() -> None:
    """Rules 6.2, 7.4: Sea pushes a Forest shaman onto Pillars of Spring, so that Forest has the next turn."""
    pushed = play(
        cairn.parse_position("5/5/1f3/5/s2ss s wooe d2=fairy,b2=pillars alley,deer menhir 0-0"), "d1-d2", "b3>b2"
    )
    (badge,) = of_class(drawn(svg(pushed, highlight=cairn.TakeExtraTurn())), "cairn-badge")
    assert told(badge) == "The next turn is Forest's"


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        (None, {}),
        (cairn.Move(Space.C1, Space.C2), {"from": ["c1"], "to": ["c2"], "arrow": ["c1-c2"]}),
        (cairn.Transform(Space.A5), {"to": ["a5"], "victim": ["a5"]}),
        (cairn.Pass(), {"badge": ["pass"], "tile": ["transformation"]}),
        (cairn.TakeExtraTurn(), {"badge": ["again"]}),
        (cairn.FlipTile(Tile.JUMP), {"tile": ["jump"]}),
        (cairn.ReplaceMegalith(Space.B3, BASE_SET["pillars"]), {"to": ["b3"], "upcoming": ["pillars"]}),
    ],
)
def test_the_last_action_is_marked_apart(last: Any, expected: dict[str, list[str]]) -> None:
    """Its marks are those of a highlight, in a group of their own, and leave the highlight as it is."""
    root = picture_of(START, last=last)
    assert marks(root) == expected
    groups = of_class(root, "cairn-last")
    assert bool(groups) == bool(expected)
    apart = {each for group in groups for each in group.iter()}
    for kind in ("cairn-origin", "cairn-target", "cairn-arrow", "cairn-victim", "cairn-badge"):
        assert apart.issuperset(of_class(root, kind))
    both = picture_of(START, last=last, highlight=Space.E1)
    (chosen,) = set(of_class(both, "cairn-target")) - {
        each for group in of_class(both, "cairn-last") for each in group.iter()
    }
    assert chosen.get("data-space") == "e1"


def test_parts_are_cut_out_of_the_whole() -> None:
    """The board with its villages, or the panel: at the same places, described in full, and nothing else."""
    whole = picture_of(START, highlight=cairn.Move(Space.D5, VILLAGE))
    board, panel = (picture_of(START, highlight=cairn.Move(Space.D5, VILLAGE), parts=[part]) for part in PARTS)
    assert [root.get("viewBox") for root in (whole, board, panel)] == ["0 0 712 556", "0 0 456 556", "448 0 264 556"]
    assert root_text(board) == root_text(panel) == root_text(whole)
    inside = {"cairn-field", "cairn-megalith", "cairn-totem", "cairn-village", "cairn-arrow"}
    beside = {"cairn-status", "cairn-tile", "cairn-upcoming", "cairn-deck"}
    for kind in inside:
        assert [box(each) for each in of_class(board, kind)] == [box(each) for each in of_class(whole, kind)]
        assert not of_class(panel, kind)
    for kind in beside:
        assert [box(each) for each in of_class(panel, kind)] == [box(each) for each in of_class(whole, kind)]
        assert not of_class(board, kind)
    state = cairn.parse_position(START)
    assert svg(state, parts="board") == svg(state, parts=["board"])
    assert svg(state, parts=PARTS) == svg(state)


def root_text(root: ET.Element) -> tuple[str, str]:
    return root.findtext("title", ""), root.findtext("desc", "")


@pytest.mark.untraced
@pytest.mark.parametrize("part", [*PARTS, None])
@pytest.mark.parametrize("size", [120, 200, 300, 420, 700, 1400])
def test_no_text_is_too_small_to_read(size: int, part: str | None) -> None:
    """Every text has 7 pixels or more, or is left out; all shapes stay, and stay inside."""
    parts = () if part is None else (part,)
    root = picture_of(START, size=size, parts=parts)
    left, _, width, height = numbers(root.get("viewBox", ""))
    sizes = [float(text.get("font-size", 0)) * scale * size / width for text, scale in scaled_texts(root)]
    assert min(sizes, default=7) >= 6.5, "the smallest of the sizes of names is a little smaller"
    reach = box(root)
    assert left <= reach[0] <= reach[2] <= left + width
    assert reach[3] <= height
    full = picture_of(START, parts=parts)
    for kind in ("cairn-glyph", "cairn-shaman", "cairn-totem", "cairn-tile", "cairn-open", "cairn-deck"):
        assert len(of_class(root, kind)) == len(of_class(full, kind))
    assert root_text(root) == root_text(full)
    assert [told(each) for each in of_class(root, "cairn-megalith")] == [
        told(each) for each in of_class(full, "cairn-megalith")
    ]


def scaled_texts(element: ET.Element, scale: float = 1) -> Iterator[tuple[ET.Element, float]]:
    """Every text, with the scale at which it is drawn."""
    if scaled := re.search(r"scale\(([^)]*)\)", element.get("transform", "")):
        scale *= float(scaled[1])
    if element.tag == "text":
        yield element, scale
    for inner in element:
        yield from scaled_texts(inner, scale)


def test_thumbnails_draw_glyphs_larger() -> None:
    """A stone without its name has more room for its glyph."""

    def glyph(size: int) -> float:
        stone = of_class(picture_of(USED, size=size), "cairn-megalith")[0]
        left, _, right, _ = box(of_class(stone, "cairn-glyph")[0])
        return right - left

    assert glyph(200) > 1.3 * glyph(700)


@pytest.mark.parametrize(("size", "adapts"), [(None, True), (400, False), (700, False)])
def test_pictures_of_unknown_size_leave_out_names_on_a_small_screen(size: int | None, *, adapts: bool) -> None:
    """A known size decides when the picture is drawn."""
    root = picture_of(USED, size=size)
    stones = of_class(root, "cairn-megalith")
    assert all(bool(of_class(stone, "cairn-name")) is adapts for stone in stones)
    assert bool(of_class(root, "cairn-alone")) is adapts
    assert "@media(max-width:439px){.cairn-colours-auto .cairn-name{display:none}" in rules_of(
        svg(cairn.parse_position(USED))
    )


def test_pictures_need_no_ids_but_those_of_their_words() -> None:
    """Nothing refers to a gradient or a pattern, which another picture on the page could hide or redefine."""
    for picture in (svg(cairn.parse_position(START)), svg(BUILD, size=200)):
        ids = [each.get("id") for each in drawn(picture).iter() if each.get("id")]
        assert len(ids) == 2
        assert "url(" not in picture


def overlap(boxes: Iterable[tuple[float, float, float, float]]) -> bool:
    return any(one[3] > other[1] + 2 for one, other in pairwise(boxes))


def test_the_panel_is_in_order() -> None:
    """What is beside the board lies one below the other: what is asked, four tiles, the display."""
    longest = named("A Stone Whose Name Does Not Come to an End Before Everybody Has Lost Patience With It")
    state = cairn.parse_position("4f/5/5/2s2/5 s wooe c3=deer,d3=dawn alley,named - 0-0", BASE_SET | longest)
    root = drawn(svg(state))
    (status,) = of_class(root, "cairn-status")
    assert not overlap(map(box, [status, *of_class(root, "cairn-tile"), of_class(root, "cairn-upcoming")[0]]))


def test_what_players_know_is_drawn_like_the_state() -> None:
    state = cairn.parse_position(START)
    assert svg(cairn.observe(state, None)) == svg(state)


def test_the_picture_is_the_same_for_every_viewer() -> None:
    """It shows nothing that is hidden from somebody."""
    state = cairn.parse_position(START)
    assert {svg(state, viewer=viewer) for viewer in (None, Tribe.SEA, Tribe.FOREST, 0, 1)} == {svg(state)}


def test_nothing_else_is_drawn() -> None:
    with pytest.raises(DefinitionError, match="state should be a State or an Observation of Cairn, not None"):
        svg(None)


def test_arrows_draw_each_action_apart() -> None:
    """The best one is drawn last, so on top, as a single highlight is; the others have a class of their own."""
    best, jump, flip = cairn.Move(Space.C1, Space.C2), cairn.Jump(Space.A1, Space.A3), cairn.FlipTile(Tile.JUMP)
    root = picture_of(START, arrows=iter([best, jump, flip, jump]))
    assert [each.get("data-to") for each in of_class(root, "cairn-arrow")] == ["a3", "c2"]
    fainter = {each for group in of_class(root, "cairn-fainter") for each in group.iter()}
    assert [each in fainter for each in of_class(root, "cairn-arrow")] == [True, False]
    assert fainter.issuperset(of_class(of_class(root, "cairn-tile")[2], "cairn-target"))
    assert svg(cairn.parse_position(START), arrows=best) == svg(cairn.parse_position(START), highlight=best)


def test_arrows_and_marks_share_a_picture() -> None:
    """The marks of a highlight and of the last action stay below them; those of several actions are fainter."""
    move = cairn.Move(Space.C1, Space.C2)
    choices = cairn.legal_actions(cairn.parse_position(START))
    root = picture_of(START, highlight=choices, arrows=[move])
    assert ["cairn-fainter" in each.get("class", "") for each in of_class(root, "cairn-target")].count(False) == 1
    both = picture_of(START, highlight=[Space.E1], last=cairn.Move(Space.D5, Space.D4), arrows=[move])
    assert marks(both) == {"from": ["c1", "d5"], "to": ["c2", "d4", "e1"], "arrow": ["c1-c2", "d5-d4"]}


def test_only_actions_have_arrows() -> None:
    with pytest.raises(DefinitionError, match=r"arrows should be actions, best first, such as .*, not C1"):
        picture_of(START, arrows=[Space.C1])
