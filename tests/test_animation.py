"""Records as animated pictures: every frame is the picture of its state, and the file stays small."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from cairn_rules import DefinitionError, Match, Record, animated_svg, cairn, endless_winter, korrigans
from cairn_rules.cairn_rpg import creation
from cairn_rules.history.page import picture_of
from cairn_rules.pictures.frames import HOLD, animated
from support.random_play import random_match

SVG = "{http://www.w3.org/2000/svg}"
NAMES = (f"{SVG}title", f"{SVG}desc")


def pictures_of(record: Record[Any, Any]) -> list[str]:
    states = zip(record.replay(), (None, *record.actions), strict=True)
    return [picture_of(record.game, state, last) or "" for state, last in states]


def hidden_in(moving: str, count: int) -> dict[str, set[int]]:
    """The frames in which the elements of a class are hidden, by the rules of the style sheet."""
    hidden: dict[str, set[int]] = {}
    for name, steps in re.findall(r"@keyframes ([\w-]+)\{((?:[^{}]+\{[^{}]+\})+)\}", moving):
        changes: dict[int, str] = {}
        for times, word in re.findall(r"([^{}]+)\{visibility:(\w+)\}", steps):
            for time in times.split(","):
                changes[round(float(time.rstrip("%")) * (count - 1 + HOLD) / 100)] = word
        now, hidden[name] = "", set()
        for frame in range(count):
            now = changes.get(frame, now)
            if now == "hidden":
                hidden[name].add(frame)
    return hidden


def drawn(element: ET.Element, frame: int = -1, hidden: dict[str, set[int]] | None = None) -> Iterator[str]:
    """What is drawn, in order: groups around it, and each shape; titles are left out."""
    for child in element:
        name = child.get("class", "")
        if child.tag in NAMES or child.tag == f"{SVG}style":
            continue
        if child.tag != f"{SVG}g":
            yield ET.tostring(child, encoding="unicode")
        elif name in (hidden or {}):
            if frame not in (hidden or {})[name]:
                yield from drawn(child, frame, hidden)
        elif inside := list(drawn(child, frame, hidden)):
            yield f"<{sorted(child.attrib.items())}"
            yield from inside
            yield ">"


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314 - made by the library


def check(pictures: list[str], moving: str) -> None:
    root, hidden = parsed(moving), hidden_in(moving, len(pictures))
    for frame, picture in enumerate(pictures):
        assert list(drawn(root, frame, hidden)) == list(drawn(parsed(picture)))


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.parametrize("game", [cairn, korrigans, endless_winter], ids=lambda game: game.MANIFEST.name)
def test_every_frame_is_the_picture_of_its_state(game: Any) -> None:
    record = Record.of(random_match(game, 12))
    check(pictures_of(record), animated_svg(record))


def test_order_and_groups_may_change_from_frame_to_frame() -> None:
    """Shapes that change places, empty groups, nested groups, shapes with titles, and another size."""
    form = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} 20">{}</svg>'
    pictures = [
        form.format(10, '<style>.a{fill:red}</style><rect/><g id="a"><g><path/></g><circle/></g><g/><text>one</text>'),
        form.format(30, '<style>.a{fill:red}</style><text>one</text><rect/><g id="a"><circle/><g><path/><a/></g></g>'),
        form.format(20, '<style>.a{fill:red}</style><g id="a"><title>only</title></g><text>two</text><rect/>'),
    ]
    moving = animated(pictures, seconds=1, title="Three")
    check(pictures, moving)
    assert moving.count("<style>.a{fill:red}</style>") == 1
    assert 'viewBox="0 0 30 20"' in moving


def test_a_picture_without_a_view_box_keeps_its_start_tag() -> None:
    start = '<svg xmlns="http://www.w3.org/2000/svg" width="5">'
    assert animated([f"{start}<rect/></svg>"] * 2, seconds=1, title="Two").startswith(f"{start}<style>")


def test_definitions_are_never_hidden() -> None:
    """They are used by what is hidden and shown; in a hidden group they would be drawn by nobody."""
    form = '<svg xmlns="http://www.w3.org/2000/svg"><g id="a">{}<rect/></g></svg>'
    moving = animated([form.format("<defs><path/></defs>"), form.format("")], seconds=1, title="Two")
    assert '<g id="a"><defs><path/></defs><rect/></g>' in moving


def test_the_end_is_shown_longer_and_where_nothing_moves() -> None:
    """Without an animation, each group has the visibility of the last frame; only a media query starts it."""
    record = Record.of(random_match(cairn, 5))
    moving = animated_svg(record, seconds=2)
    assert f"animation-duration:{2 * (5 + HOLD)}s" in moving
    before = moving.partition("@media(prefers-reduced-motion:no-preference){")[0]
    assert "animation" not in before
    hidden = hidden_in(moving, 6)
    last = dict(re.findall(r'<g class="(f\w+-\d+)"( visibility="hidden")?>', moving))
    assert last.keys() == hidden.keys()
    assert all(bool(attribute) == (5 in hidden[name]) for name, attribute in last.items())


def test_the_title_is_that_of_the_record_and_of_the_end() -> None:
    record = Record.of(random_match(cairn, 3), tags={"Sea": "A & B", "Forest": "Ben"})
    title = parsed(animated_svg(record)).find(f"{SVG}title")
    end = parsed(pictures_of(record)[-1]).find(f"{SVG}title")
    assert title is not None
    assert end is not None
    assert title.text == f"A & B and Ben. {end.text}"


def test_animations_share_a_page() -> None:
    """No name of one style sheet means something in the other."""
    names = [set(hidden_in(animated_svg(Record.of(random_match(cairn, count))), count + 1)) for count in (3, 4)]
    assert all(names)
    assert not names[0] & names[1]


@pytest.mark.untraced
@pytest.mark.slow
@pytest.mark.parametrize("game", [cairn, korrigans], ids=lambda game: game.MANIFEST.name)
def test_forty_turns_fit_300_kilobytes(game: Any) -> None:
    match, rng = Match(game, seed=7), Random(7)
    while match.outcome is None and match.turns < 40:
        match.do(rng.choice(match.legal_actions))
    assert len(animated_svg(Record.of(match)).encode()) < 300_000


def test_a_game_without_pictures_has_no_animation() -> None:
    with pytest.raises(DefinitionError, match="this game draws no pictures; html_page shows its diagrams"):
        animated_svg(Record.of(random_match(creation, 1)))


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), "2"])
def test_seconds_are_a_number_above_0(seconds: Any) -> None:
    with pytest.raises(DefinitionError, match="seconds should be a number above 0, not "):
        animated_svg(Record.of(random_match(cairn, 1)), seconds=seconds)


def test_a_game_of_too_many_states_is_refused_before_it_is_replayed() -> None:
    record = Record(game=cairn, start=cairn.new_game(seed=7), actions=("not an action",) * 1000)
    with pytest.raises(DefinitionError, match="at most 1000 states, and this record has 1001; html_page shows more"):
        animated_svg(record)
