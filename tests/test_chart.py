"""The chart of the values of a record: `chart_svg`."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

from cairn_rules import DefinitionError, NotationError, Record, cairn, chart_svg, endless_winter, html_page, korrigans
from support.pictures import drawn, of_class
from support.random_play import random_match

TWO = evolve(Record.of(random_match(cairn, 4)), values={0: (0.5, -0.5), 2: (0, 0), 4: (-1, 1)}, marks={1: "?", 4: "??"})
THREE = evolve(
    Record.of(random_match(korrigans, 4, 3, players=3)), values={0: (0, -1, 1), 4: (0.5, 0, -0.5)}, marks={4: "?!"}
)


def texts(root: ET.Element, tag: str) -> list[str]:
    return ["".join(each.itertext()) for each in root.iter(tag)]


def test_two_seats_share_a_curve_with_a_dot_for_each_mark() -> None:
    """A mark in the middle of a turn is at the value after it."""
    root = drawn(chart_svg(TWO))
    assert [each.get("d") for each in of_class(root, "chart-seat")] == ["M6.0 36.0L366.0 66.0L726.0 126.0"]
    dots = of_class(root, "chart-mark")
    assert [(each.get("cx"), each.get("cy")) for each in dots] == [("366.0", "66.0"), ("726.0", "126.0")]
    first, *_, last = (cairn.format_action(action) for action in TWO.actions)
    assert texts(root, "title")[1:] == [f"{first} ?", f"{last} ??"]
    assert texts(root, "text") == ["Sea", "Forest"]
    assert texts(root, "desc") == ["Sea is ahead above the middle, Forest below it. In order: 0.50, 0.00, -1.00."]
    unvalued = evolve(TWO, values={0: (0, 0), 2: (0, 0)})
    assert len(of_class(drawn(chart_svg(unvalued)), "chart-mark")) == 1


def test_more_seats_have_curves_that_differ_without_colours() -> None:
    root = drawn(chart_svg(THREE))
    curves = [each.get("d", "").split("M")[1] for each in of_class(root, "chart-seat")]
    assert curves == ["6.0 66.0L726.0 36.0", "6.0 126.0L726.0 66.0", "6.0 6.0L726.0 96.0"]
    assert len({each.get("stroke-dasharray") for each in of_class(root, "chart-seat")}) == 3
    assert texts(root, "text") == ["Blue", "Green", "Violet"]
    assert of_class(root, "chart-mark") == []


def test_the_legend_has_room_for_every_seat() -> None:
    five = evolve(Record.of(random_match(korrigans, 1, players=5)), values=dict.fromkeys(range(2), (0,) * 5))
    root = drawn(chart_svg(five))
    height = float(root.get("viewBox", "").split()[-1])
    assert all(float(each.get("y", "")) < height for each in root.iter() if each.tag == "text")
    assert len({each.get("stroke-dasharray") for each in of_class(root, "chart-seat")}) == 5
    alone = evolve(Record.of(random_match(endless_winter, 1, players=1)), values={0: (0,), 1: (1,)}, marks={1: "!"})
    assert len(of_class(drawn(chart_svg(alone)), "chart-seat")) == 1


def test_the_page_of_a_record_has_the_same_chart() -> None:
    assert chart_svg(TWO) in html_page(TWO)
    assert 'id="chart"' not in html_page(evolve(TWO, values={0: (0, 0)}))


def test_a_chart_has_a_size_and_colours() -> None:
    dark = chart_svg(TWO, size=366, colours="dark")
    assert 'width="366" height="66"' in dark
    assert "chart-below-440" in dark
    assert "prefers-color-scheme" not in dark


@pytest.mark.parametrize(
    ("changed", "arguments", "message"),
    [
        (
            {"values": {0: (0, 0)}},
            {},
            "a chart needs 2 values, not 1; review(record).record has more",
        ),
        ({"values": {}}, {}, "2 values, not 0"),
        ({}, {"colours": "blue"}, "'auto', 'light' or 'dark', not 'blue'"),
        ({}, {"size": 0}, "size should be None or a whole number of pixels from 1 up, not 0"),
    ],
)
def test_bad_arguments_are_refused(changed: dict[str, Any], arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(DefinitionError, match=re.escape(message)):
        chart_svg(evolve(TWO, **changed), **arguments)


def test_a_value_that_is_none_is_refused() -> None:
    for wrong, values in (
        ("2", {0: (0, 0), 1: 2}),
        (r"\(0,\)", {0: (0, 0), 1: (0,)}),
        (r"\(0, 0\)", {0: (0,), 1: (0, 0)}),
    ):
        with pytest.raises(NotationError, match=f"values: 1: {wrong} is not a value; it should be .* for every seat"):
            chart_svg(evolve(TWO, values=values))
