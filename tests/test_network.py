"""The layout of boxes joined by lines: nothing overlaps, no line runs through a box, and it is always the same."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_rules.pictures.network import Layout, Line, Rect, arranged

BOX, LABEL = (150.0, 80.0), (110.0, 38.0)


def layout(count: int, lines: list[Line], label: tuple[float, float] = LABEL) -> Layout:
    return arranged(count, lines, box=BOX, labels=[label] * len(lines), gap=(60, 50), margin=20)


@st.composite
def networks(draw: st.DrawFn) -> tuple[int, list[Line]]:
    """Up to thirty rooms as in a dungeon: each leads on from one of the last ones, and some are joined twice."""
    count = draw(st.integers(1, 30))
    lines = {(draw(st.integers(max(0, index - 4), index - 1)), index) for index in range(1, count)}
    if count > 5:
        for _ in range(draw(st.integers(0, count // 5))):
            start = draw(st.integers(0, count - 3))
            lines.add((start, draw(st.integers(start + 1, min(count - 1, start + 5)))))
    return count, sorted(lines)


@pytest.mark.slow
@given(networks())
@settings(max_examples=25, deadline=None)
def test_nothing_overlaps(network: tuple[int, list[Line]]) -> None:
    """No box and no label is on another one or outside of the picture."""
    found = layout(*network)
    shapes = [*found.boxes, *found.labels]
    assert not [pair for pair in combinations(shapes, 2) if pair[0].overlaps(pair[1])]
    for each in shapes:
        assert each.width / 2 <= each.x <= found.width - each.width / 2
        assert each.height / 2 <= each.y <= found.height - each.height / 2
    assert found == layout(*network)


@pytest.mark.untraced
@pytest.mark.slow
@given(st.integers(1, 30), st.integers(0, 3))
@settings(max_examples=12, deadline=None)
def test_no_line_runs_through_a_box_of_a_tree(count: int, back: int) -> None:
    """Corridors, stars and what is between them can be drawn without it."""
    lines = [(max(0, index - 1 - index % (back + 1)), index) for index in range(1, count)]
    found = layout(count, lines)
    for start, end in lines:
        ends = [(found.boxes[each].x, found.boxes[each].y) for each in (start, end)]
        assert not [box for index, box in enumerate(found.boxes) if index not in (start, end) and box.crossed(*ends)]


def test_a_row_and_a_square() -> None:
    """Neighbours are side by side; four in a ring are the corners of a square."""
    row = layout(2, [(0, 1)])
    assert row.boxes[0] == Rect(x=95, y=60, width=150, height=80)
    assert row.boxes[1].x - row.boxes[0].x >= BOX[0] + LABEL[0]
    assert row.boxes[1].y == 60
    ring = layout(4, [(0, 1), (1, 2), (2, 3), (0, 3)])
    assert len({box.x for box in ring.boxes}) == len({box.y for box in ring.boxes}) == 2


def test_parts_that_are_not_joined_have_rows_of_their_own() -> None:
    found = layout(4, [(0, 1), (2, 3)])
    assert len({found.boxes[0].y, found.boxes[2].y}) == 2


def test_lines_without_labels_and_large_networks() -> None:
    """Labels of no size take no room. A large network is placed without a search, in a few seconds."""
    assert layout(2, [(0, 1)], (0, 0)).labels[0] == Rect(x=200, y=60, width=0, height=0)
    lines = [(index // 2, index) for index in range(1, 150)]
    found = layout(150, lines, (0, 0))
    assert not [pair for pair in combinations(found.boxes, 2) if pair[0].overlaps(pair[1])]


def test_labels_that_never_find_room_are_in_the_middle() -> None:
    """A label wider than any gap: it is drawn all the same."""
    found = layout(2, [(0, 1)], (5000, 20))
    assert found.labels[0].x == (found.boxes[0].x + found.boxes[1].x) / 2
