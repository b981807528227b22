"""A position to look at, as a picture: `svg`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Literal, assert_never

from cairn_rules.cairn.actions import Action
from cairn_rules.cairn.board import CIRCLES, FIRST_ROWS, SIDE, TOTEMS, TRIBES, Space, Tribe
from cairn_rules.cairn.observation import Observation, sample_hidden
from cairn_rules.cairn.pending import BuildMegalith, ChooseAction, Over, TransformOrPass, UsePower
from cairn_rules.cairn.pictures.colours import STYLING, Colours, Scheme
from cairn_rules.cairn.pictures.highlights import Highlight, each_of, marks_above, marks_below, marks_of
from cairn_rules.cairn.pictures.panels import empty_sides, panel, villages
from cairn_rules.cairn.pictures.parts import (
    CELL,
    FIELD,
    HEIGHT,
    LEFT,
    TOP,
    WIDTH,
    centre,
    shaman,
    stone,
    word,
)
from cairn_rules.cairn.state import State
from cairn_rules.cairn.words import description, title
from cairn_rules.errors import DefinitionError
from cairn_rules.pictures.svg import diamond, labelled, opening, ring


def svg(
    state: State | Observation,
    *,
    viewer: Tribe | int | None = None,
    perspective: Tribe = Tribe.SEA,
    highlight: Action | Space | Iterable[Action | Space] = (),
    size: int | None = None,
    colours: Colours | Literal["auto", "light", "dark"] = "auto",
) -> str:
    """A state as a picture: the text of an SVG that needs nothing else.

    It shows everything that players may see, in the middle of a turn, too. For web pages, shamans
    and marks carry `data-space`, the classes begin with `cairn-`, and `auto` colours are custom
    properties such as `--cairn-sea`. Pictures on one page do not disturb each other.

    Args:
        state: The state, also in the middle of a turn, or what players know of it.
        viewer: Whose eyes see the state: a tribe or the number of its seat; None for a spectator's. The picture
            shows nothing that is hidden from somebody, so it is the same for all.
        perspective: The tribe at the bottom.
        highlight: An action, drawn with an arrow, or several actions and spaces, whose ends are
            marked: the last action taken, or `legal_actions(state)`.
        size: The width in pixels; None: as wide as there is room.
        colours: Colours, `light` or `dark`, or `auto` for what the reader's system prefers.

    Raises:
        DefinitionError: when an argument cannot be used; it says which and what would be right.

    Example:
        >>> import cairn_rules as cairn
        >>> state = cairn.new_game(seed=7, first=cairn.Tribe.SEA)
        >>> picture = svg(state, highlight=cairn.legal_actions(state), size=640)
        >>> picture[:38], picture.count('class="cairn-shaman cairn-sea"')
        ('<svg xmlns="http://www.w3.org/2000/svg', 5)
    """
    if isinstance(state, Observation):
        state = sample_hidden(state, Random(0))  # no picture shows what is drawn here
    if not isinstance(state, State):
        raise DefinitionError(f"{state!r} is no State and no Observation")
    if viewer is not None and (type(viewer) not in {Tribe, int} or viewer not in TRIBES):
        raise DefinitionError(f"viewer should be None, a tribe, or a seat from 0 to 1, not {viewer!r}")
    head, tail = frame(perspective=perspective, size=size, colours=colours)
    head = labelled(head, title(state), description(state), prefix="cairn")
    return f"{head}{contents(state, perspective=perspective, highlight=highlight)}{tail}"


def frame(*, perspective: Tribe = Tribe.SEA, size: int | None = None, colours: Scheme = "auto") -> tuple[str, str]:
    """What is the same in the pictures of all states, before and after what `contents` draws.

    A page that shows many states of a game keeps the frame and exchanges what is between: a
    `<title>` and a `<desc>`, made of `words.title` and `words.description`, and the contents.

    Raises:
        DefinitionError: when an argument cannot be used; it says which and what would be right.
    """
    _check(perspective)
    before = opening(STYLING, room=(WIDTH, HEIGHT), size=size, colours=colours) + _board(perspective)
    return before, "</svg>"


def contents(state: State, *, perspective: Tribe = Tribe.SEA, highlight: Highlight = ()) -> str:
    """What differs from state to state, as one `<g class="cairn-contents">` to put into a `frame`.

    Raises:
        DefinitionError: when an argument cannot be used; it says which and what would be right.
    """
    _check(perspective)
    marks = marks_of(each_of(highlight), state)
    layers = (
        marks_below(marks, perspective),
        _megaliths(state, perspective),
        _pending(state, perspective),
        _shamans(state, perspective),
        villages(state, perspective),
        panel(state, marks),
        marks_above(marks, state, perspective),
    )
    return f'<g class="cairn-contents">{"".join(layers)}</g>'


def _check(perspective: object) -> None:
    if not isinstance(perspective, Tribe):
        raise DefinitionError(f"perspective should be Tribe.SEA or Tribe.FOREST, not {perspective!r}")


@cache
def _board(perspective: Tribe) -> str:
    """Everything that never changes: the empty field, and what is beside it."""
    lines = "".join(
        f"M{LEFT + CELL * step} {TOP}v{FIELD}M{LEFT} {TOP + CELL * step}h{FIELD}" for step in range(1, SIDE)
    )
    field = f'x="{LEFT}" y="{TOP}" width="{FIELD}" height="{FIELD}" rx="6"'
    return "".join(
        (
            f'<rect class="cairn-background" width="{WIDTH}" height="{HEIGHT}" rx="14"/>',
            f'<rect class="cairn-field" {field}/>',
            *(_row(tribe, perspective) for tribe in TRIBES),
            f'<path class="cairn-grid" d="{lines}"/><rect class="cairn-grid" {field}/>',
            _labels(perspective),
            *(_circle(space, perspective) for space in CIRCLES),
            *(_totem(tribe, colour, perspective) for tribe in TRIBES for colour in ("white", "black")),
            empty_sides(perspective),
        )
    )


def _row(tribe: Tribe, perspective: Tribe) -> str:
    """The tint of a tribe's first row."""
    _, y = centre(FIRST_ROWS[tribe][0], perspective)
    place = f'x="{LEFT}" y="{y - CELL // 2}" width="{FIELD}" height="{CELL}" rx="6"'
    return f'<rect class="cairn-row cairn-{word(tribe)}" {place}/>'


def _labels(perspective: Tribe) -> str:
    """The letters of the files and the numbers of the ranks."""
    places = [(centre(space, perspective)[0], TOP + FIELD + 18, "abcde"[space.file]) for space in FIRST_ROWS[0]]
    places += [(LEFT - 13, centre(space, perspective)[1] + 5, str(space.rank + 1)) for space in list(Space)[::SIDE]]
    return "".join(
        f'<text class="cairn-muted cairn-middle" x="{x}" y="{y}" font-size="14">{text}</text>' for x, y, text in places
    )


def _circle(space: Space, perspective: Tribe) -> str:
    """A Stone Circle: a ring of pebbles."""
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
    space = TOTEMS[tribe][colour == "black"]
    told = f"{tribe}'s {colour} totem"
    x, y = centre(space, perspective)
    shape = diamond(f"cairn-{word(tribe)}", x, y, 38.5) + diamond(f"cairn-{colour}", x, y, 31.5)
    return f'<g class="cairn-totem" data-space="{space}"><title>{told}</title>{shape}</g>'


def _shamans(state: State, perspective: Tribe) -> str:
    moved, megaliths = state.moved, state.megaliths
    return "".join(
        [
            shaman(tribe, space, perspective, moved=space in moved, on_stone=space in megaliths)
            for space, tribe in state.shamans.items()
        ]
    )


def _megaliths(state: State, perspective: Tribe) -> str:
    shamans = state.shamans
    parts: list[str] = []
    for space, megalith in state.megaliths.items():
        x, y = centre(space, perspective)
        shape = stone(megalith, under=space in shamans)
        data = f'data-space="{space}" data-id="{megalith.id}"'
        parts.append(f'<g class="cairn-megalith" {data} transform="translate({x} {y})">{shape}</g>')
    return "".join(parts)


def _pending(state: State, perspective: Tribe) -> str:
    """Which megalith is used, or where one is built."""
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
