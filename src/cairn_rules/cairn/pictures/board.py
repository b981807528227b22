"""The board in pictures: the empty field, and the megaliths, shamans and rings on it."""

from __future__ import annotations

from functools import cache
from typing import Final, assert_never

from cairn_rules.cairn.pictures.parts import CELL, FIELD, LEFT, TOP, Detail, centre, word
from cairn_rules.cairn.pictures.stones import shaman, stone
from cairn_rules.cairn.state.board import CIRCLES, FIRST_ROWS, SIDE, SPACES, TOTEMS, TRIBES, Space, Tribe
from cairn_rules.cairn.state.pending import BuildMegalith, ChooseAction, Over, TransformOrPass, UsePower
from cairn_rules.cairn.state.state import State
from cairn_rules.pictures.svg import diamond, ring

_EDGE: Final = CELL - 6
"""Length of the light and dark edges of a space, which lie inside the grid lines."""


@cache
def empty_board(perspective: Tribe, detail: Detail) -> str:
    """Draw the field without pieces: spaces, labels, Stone Circles and totems."""
    lines = "".join(
        f"M{LEFT + CELL * step} {TOP}v{FIELD}M{LEFT} {TOP + CELL * step}h{FIELD}" for step in range(1, SIDE)
    )
    field = f'x="{LEFT}" y="{TOP}" width="{FIELD}" height="{FIELD}" rx="6"'
    return "".join(
        (
            f'<rect class="cairn-ledge" x="{LEFT}" y="{TOP + 3}" width="{FIELD}" height="{FIELD}" rx="6"/>',
            f'<rect class="cairn-field" {field}/>',
            *(_row(tribe, perspective) for tribe in TRIBES),
            _edges() if detail.words else "",
            f'<path class="cairn-grid" d="{lines}"/><rect class="cairn-grid" {field}/>',
            _labels(perspective) if detail.words else "",
            *(_circle(space, perspective) for space in CIRCLES),
            *(_totem(tribe, colour, perspective) for tribe in TRIBES for colour in ("white", "black")),
        )
    )


def _row(tribe: Tribe, perspective: Tribe) -> str:
    """Draw the tint of a tribe's first row."""
    _, y = centre(FIRST_ROWS[tribe][0], perspective)
    place = f'x="{LEFT}" y="{y - CELL // 2}" width="{FIELD}" height="{CELL}" rx="6"'
    return f'<rect class="cairn-row cairn-{word(tribe)}" {place}/>'


def _edges() -> str:
    """Draw a light and a dark edge in every space, which make slabs of them."""
    corners = [(LEFT + CELL * file, TOP + CELL * rank) for rank in range(SIDE) for file in range(SIDE)]
    light = "".join(f"M{x + 2} {y + 2 + _EDGE}v-{_EDGE}h{_EDGE}" for x, y in corners)
    dark = "".join(f"M{x + 78} {y + 78 - _EDGE}v{_EDGE}h-{_EDGE}" for x, y in corners)
    return f'<path class="cairn-gleam cairn-thin" d="{light}"/><path class="cairn-shade cairn-thin" d="{dark}"/>'


def _labels(perspective: Tribe) -> str:
    """Draw the letters of the files and the numbers of the ranks."""
    places = [(centre(space, perspective)[0], TOP + FIELD + 18, "abcde"[space.file]) for space in FIRST_ROWS[0]]
    places += [(LEFT - 13, centre(space, perspective)[1] + 5, str(space.rank + 1)) for space in SPACES[::SIDE]]
    return "".join(
        f'<text class="cairn-muted cairn-middle" x="{x}" y="{y}" font-size="14">{text}</text>' for x, y, text in places
    )


def _circle(space: Space, perspective: Tribe) -> str:
    """Draw a Stone Circle: a ring of twelve pebbles."""
    x, y = centre(space, perspective)
    around = ((0, 36), (18, 31.2), (31.2, 18))
    dots = "".join(
        f'<circle cx="{x + way * a:g}" cy="{y + way * b:g}" r="3.4"/>'
        for down, right in around
        for way in (1, -1)
        for a, b in ((right, down), (down, -right))
    )
    return f'<g class="cairn-circle" data-space="{space}">{dots}</g>'


def _totem(tribe: Tribe, colour: str, perspective: Tribe) -> str:
    """Draw a totem: a cut diamond in its colour, framed in that of its tribe."""
    space = TOTEMS[tribe][colour == "black"]
    told = f"{tribe}'s {colour} totem"
    x, y = centre(space, perspective)
    shape = diamond(f"cairn-{word(tribe)}", x, y, 38.5) + diamond(f"cairn-{colour}", x, y, 31.5)
    facets = (
        f'<path class="cairn-facet-shade" d="M{x} {y - 30}v60l30-30z"/>'
        f'<path class="cairn-facet-shade" d="M{x - 30} {y}h60l-30 30z"/>'
        f'<path class="cairn-facet-gleam" d="M{x} {y}v-30l-30 30z"/>'
    )
    return f'<g class="cairn-totem" data-space="{space}"><title>{told}</title>{shape}{facets}</g>'


def pieces(state: State, perspective: Tribe, detail: Detail) -> str:
    """Draw the megaliths and the shamans, and a ring around the megalith in use or the space to build on."""
    return _megaliths(state, perspective, detail) + _pending(state, perspective) + _shamans(state, perspective, detail)


def _shamans(state: State, perspective: Tribe, detail: Detail) -> str:
    moved, megaliths = state.moved, state.megaliths
    return "".join(
        [
            shaman(tribe, space, perspective, detail, moved=space in moved, on_stone=space in megaliths)
            for space, tribe in state.shamans.items()
        ]
    )


def _megaliths(state: State, perspective: Tribe, detail: Detail) -> str:
    shamans = state.shamans
    parts: list[str] = []
    for space, megalith in state.megaliths.items():
        x, y = centre(space, perspective)
        shape = stone(megalith, detail, under=space in shamans)
        data = f'data-space="{space}" data-id="{megalith.id}"'
        parts.append(f'<g class="cairn-megalith" {data} transform="translate({x} {y})">{shape}</g>')
    return "".join(parts)


def _pending(state: State, perspective: Tribe) -> str:
    pending = state.pending
    match pending:
        case UsePower(space):
            return ring("cairn-woken", *centre(space, perspective), 35, f' data-space="{space}"')
        case BuildMegalith(space):
            return ring("cairn-site", *centre(space, perspective), 33, f' data-space="{space}"')
        case ChooseAction() | TransformOrPass() | Over():
            return ""
        case _:
            assert_never(pending)
