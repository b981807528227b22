"""Pictures of states: `svg` draws the board and the panels around it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from random import Random
from typing import Final, Literal, assert_never

from cairn_rules.cairn.actions import Action
from cairn_rules.cairn.board import CIRCLES, FIRST_ROWS, SHAMANS, SIDE, TOTEMS, TRIBES, Space, Tribe
from cairn_rules.cairn.layout import MEGALITHS_TO_WIN, UPCOMING
from cairn_rules.cairn.observation import Observation, sample_hidden
from cairn_rules.cairn.pending import BuildMegalith, ChooseAction, Over, TransformOrPass, UsePower
from cairn_rules.cairn.pictures.colours import STYLING, Colours, Scheme
from cairn_rules.cairn.pictures.highlights import Highlight, Marks, each_of, marks_above, marks_below, marks_of
from cairn_rules.cairn.pictures.parts import (
    CELL,
    FIELD,
    HEIGHT,
    LEFT,
    MARGIN,
    MENHIR,
    STRIP,
    TOP,
    WIDTH,
    centre,
    pictogram,
    shaman,
    shaman_shape,
    stone,
    strip,
    word,
)
from cairn_rules.cairn.rules import current_player
from cairn_rules.cairn.state import State
from cairn_rules.cairn.tiles import Face, Tile
from cairn_rules.cairn.words import asked, deck, description, faces, title, when
from cairn_rules.errors import DefinitionError
from cairn_rules.pictures.svg import diamond, escape, fitted, labelled, opening, ring

_PANEL: Final = LEFT + FIELD + 24
_PANEL_WIDTH: Final = WIDTH - MARGIN - _PANEL
_TILE_TOPS: Final = (120, 196, 272, 348)
_TILE_HEIGHT: Final = 68
_DISPLAY: Final = 498
"""The centre line of the upcoming megaliths and of the deck."""
_SLOTS: Final = (_PANEL + 42, _PANEL + 134)
_SLOT_SCALE: Final = 1.2
_DECK: Final = _PANEL + _PANEL_WIDTH - 24
_DECK_SIZE: Final = 'width="36" height="74" rx="7"'
_STATUS: Final = 17
"""The font size of the pending decision."""
_PLACES: Final = tuple(LEFT + 170 + 30 * place for place in range(SHAMANS))
_SCORES: Final = tuple(LEFT + 324 + 24 * place for place in range(MEGALITHS_TO_WIN))


def empty_sides(perspective: Tribe) -> str:
    """Draw the fixed parts around the board: empty villages, cards for the tiles, headings."""
    cards = "".join(f'<rect class="cairn-card" {_card(top)}/>' for top in _TILE_TOPS)
    upcoming = f'<text class="cairn-muted" x="{_PANEL}" y="442" font-size="14">Upcoming</text>'
    pile = f'<text class="cairn-muted cairn-middle" x="{_DECK + 2}" y="442" font-size="14">Deck</text>'
    return f"{''.join(_strip(tribe, perspective) for tribe in TRIBES)}{cards}{upcoming}{pile}"


def _card(top: int) -> str:
    return f'x="{_PANEL}" y="{top}" width="{_PANEL_WIDTH}" height="{_TILE_HEIGHT}" rx="10"'


def _strip(tribe: Tribe, perspective: Tribe) -> str:
    """Draw an empty village: its name, five places for shamans and three for points."""
    y = strip(tribe, perspective)
    places = "".join(shaman_shape(tribe, x, y + STRIP / 2, 0.46) for x in _PLACES)
    scores = "".join(f'<path d="M{x} {y + 33}{MENHIR}"/>' for x in _SCORES)
    return (
        f'<rect class="cairn-card" x="{LEFT}" y="{y}" width="{FIELD}" height="{STRIP}" rx="10"/>'
        f'<rect class="cairn-{word(tribe)}" x="{LEFT + 8}" y="{y + 10}" width="6" height="{STRIP - 20}" rx="3"/>'
        f'<text class="cairn-strong" x="{LEFT + 24}" y="{y + 27.5}" font-size="16">{tribe} village</text>'
        f'<g class="cairn-open">{places}{scores}</g>'
    )


def villages(state: State, perspective: Tribe) -> str:
    """Draw the shamans and points in the villages, with a border around the decider or the winner."""
    return "".join([_village(state, tribe, perspective) for tribe in TRIBES])


def panel(state: State, marks: Marks) -> str:
    """Draw the pending decision, the tiles, the display and the deck."""
    return f"{_status(state)}{_tiles(state, marks)}{_upcoming(state, marks)}{_deck(len(state.deck), deck(state))}"


def _village(state: State, tribe: Tribe, perspective: Tribe) -> str:
    pending = state.pending
    if isinstance(pending, Over):
        mark = "cairn-wins" if tribe in pending.outcome.winners else ""
    else:
        mark = "cairn-decides" if current_player(state) is tribe else ""
    return _village_of(tribe, state.villages[tribe], state.scores[tribe], strip(tribe, perspective), mark)


@lru_cache(maxsize=256)
def _village_of(tribe: Tribe, home: int, score: int, y: int, mark: str) -> str:
    name = word(tribe)
    kind = f'class="cairn-shaman cairn-{name}" data-village="{name}"'
    shamans = "".join(f"<g {kind}>{shaman_shape(tribe, x, y + STRIP / 2, 0.46)}</g>" for x in _PLACES[:home])
    scores = "".join(f'<path class="cairn-score cairn-{name}" d="M{x} {y + 33}{MENHIR}"/>' for x in _SCORES[:score])
    place = f'x="{LEFT}" y="{y}" width="{FIELD}" height="{STRIP}" rx="10"'
    border = f'<rect class="{mark} cairn-by-{name}" {place}/>' if mark else ""
    told = f"{tribe}: {home} in the village, score {score}"
    return f'<g class="cairn-village" data-village="{name}"><title>{told}</title>{border}{shamans}{scores}</g>'


def _status(state: State) -> str:
    """Draw the turn, the pending decision, and the owner of an extra turn."""
    over = isinstance(state.pending, Over)
    turn = when(state) if over else f"{when(state)}: {state.active}"
    extra = "" if state.extra_turn is None else f"then {state.extra_turn}"
    lines = [
        f'<text x="{_PANEL}" y="31" font-size="15" class="cairn-muted">{turn}</text>',
        f'<text x="{_PANEL + _PANEL_WIDTH}" y="31" font-size="15" class="cairn-extra cairn-end">{extra}</text>',
    ]
    lines += [
        f'<text x="{_PANEL}" y="{57 + 21 * row}" font-size="{_STATUS}" class="cairn-strong">{escape(line)}</text>'
        for row, line in enumerate(_caption(asked(state)))
    ]
    return f'<g class="cairn-status">{"".join(lines)}</g>'


@lru_cache(maxsize=1024)
def _caption(text: str) -> tuple[str, ...]:
    return tuple(fitted(text, _PANEL_WIDTH, ((_STATUS, 3),))[1])


def _tiles(state: State, marks: Marks) -> str:
    tiles = state.tiles
    up = (tiles.add, tiles.move, tiles.jump, tiles.transformation)
    marked = (Tile.ADD in marks.tiles, Tile.MOVE in marks.tiles, Tile.JUMP in marks.tiles, False)
    named = zip(_TILE_TOPS, up, faces(tiles), marked, strict=True)
    return "".join([_tile(top, face, name, says, marked=mark) for top, face, (name, says), mark in named])


@cache
def _tile(top: int, face: Face, name: str, says: str, *, marked: bool) -> str:
    border = f'<rect class="cairn-target" {_card(top)}/>' if marked else ""
    return (
        f'<g class="cairn-tile" data-tile="{name.lower()}" data-face="{face}">{border}'
        f'<g transform="translate({_PANEL + 36} {top + _TILE_HEIGHT // 2})">{pictogram(face)}</g>'
        f'<text class="cairn-strong" x="{_PANEL + 74}" y="{top + 30}" font-size="16">{name}</text>'
        f'<text class="cairn-muted" x="{_PANEL + 74}" y="{top + 51}" font-size="15.5">{says}</text></g>'
    )


def _upcoming(state: State, marks: Marks) -> str:
    parts: list[str] = []
    for slot in range(UPCOMING):
        x = _SLOTS[slot]
        if slot >= len(state.upcoming):
            parts.append(f'<g class="cairn-open">{ring("cairn-slot", x, _DISPLAY, 41)}</g>')
            continue
        megalith = state.upcoming[slot]
        border = ring("cairn-target", x, _DISPLAY, 44) if megalith in marks.megaliths else ""
        parts.append(
            f'<g class="cairn-upcoming" data-id="{megalith.id}">{border}'
            f'<g transform="translate({x} {_DISPLAY}) scale({_SLOT_SCALE})">{stone(megalith)}</g></g>'
        )
    return "".join(parts)


@lru_cache(maxsize=256)
def _deck(count: int, told: str) -> str:
    """Draw the deck: up to three card backs, and the number of megaliths."""
    kinds = ["cairn-back"] * min(count, 3) or ["cairn-open"]
    backs = "".join(
        f'<rect class="{kind}" {_DECK_SIZE} x="{_DECK - 14 - 4 * back}" y="{_DISPLAY - 33 - 4 * back}"/>'
        for back, kind in reversed(list(enumerate(kinds)))
    )
    text = f'<text class="cairn-strong cairn-middle" x="{_DECK + 4}" y="{_DISPLAY + 10}" font-size="17">{count}</text>'
    return f'<g class="cairn-deck" data-count="{count}"><title>{escape(told)}</title>{backs}{text}</g>'


def svg(
    state: State | Observation,
    *,
    viewer: Tribe | int | None = None,
    perspective: Tribe = Tribe.SEA,
    highlight: Action | Space | Iterable[Action | Space] = (),
    size: int | None = None,
    colours: Colours | Literal["auto", "light", "dark"] = "auto",
) -> str:
    """Draw a state as a self-contained SVG picture.

    The picture shows everything that players may see, also in the middle of a turn. On web pages,
    several pictures do not interfere with each other. Shamans and marks carry `data-space`, all CSS
    classes begin with `cairn-`, and `auto` colours are custom properties such as `--cairn-sea`.

    Args:
        state: The state, or an observation of it.
        viewer: The player who sees the picture: a tribe or its seat number, or None for a spectator. The
            picture shows no hidden information, so it is the same for every viewer.
        perspective: The tribe at the bottom.
        highlight: An action, drawn with an arrow, or several actions and spaces, drawn as marks. Often
            the last action, or `legal_actions(state)`.
        size: The width in pixels; None for the full width available.
        colours: A `Colours`, `light`, `dark`, or `auto` for the preference of the reader's system.

    Returns:
        The text of the SVG.

    Raises:
        DefinitionError: if an argument cannot be used. The message names it and says what would be right.

    Example:
        >>> import cairn_rules as cairn
        >>> state = cairn.new_game(seed=7, first=cairn.Tribe.SEA)
        >>> picture = svg(state, highlight=cairn.legal_actions(state), size=640)
        >>> picture[:38], picture.count('class="cairn-shaman cairn-sea"')
        ('<svg xmlns="http://www.w3.org/2000/svg', 5)
    """
    if isinstance(state, Observation):
        state = sample_hidden(state, Random(0))  # the picture shows none of the sampled megaliths
    if not isinstance(state, State):
        raise DefinitionError(f"state should be a State or an Observation, not {type(state).__name__}")
    if viewer is not None and (type(viewer) not in {Tribe, int} or viewer not in TRIBES):
        raise DefinitionError(f"viewer should be None, a tribe, or a seat from 0 to 1, not {viewer!r}")
    head, tail = frame(perspective=perspective, size=size, colours=colours)
    head = labelled(head, title(state), description(state), prefix="cairn")
    return f"{head}{contents(state, perspective=perspective, highlight=highlight)}{tail}"


def frame(*, perspective: Tribe = Tribe.SEA, size: int | None = None, colours: Scheme = "auto") -> tuple[str, str]:
    """Return the fixed parts of every picture, before and after the output of `contents`.

    A page that shows many states of a game keeps the frame and replaces the part between: a `<title>`
    and a `<desc>`, from `words.title` and `words.description`, and the contents.

    Raises:
        DefinitionError: if an argument cannot be used. The message names it and says what would be right.
    """
    _check(perspective)
    before = opening(STYLING, room=(WIDTH, HEIGHT), size=size, colours=colours) + _board(perspective)
    return before, "</svg>"


def contents(state: State, *, perspective: Tribe = Tribe.SEA, highlight: Highlight = ()) -> str:
    """Draw the part that differs between states, as a `<g class="cairn-contents">` to put into a `frame`.

    Raises:
        DefinitionError: if an argument cannot be used. The message names it and says what would be right.
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
    """Draw the background of every picture: the empty field and the fixed parts around it."""
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
    """Draw the tint of a tribe's first row."""
    _, y = centre(FIRST_ROWS[tribe][0], perspective)
    place = f'x="{LEFT}" y="{y - CELL // 2}" width="{FIELD}" height="{CELL}" rx="6"'
    return f'<rect class="cairn-row cairn-{word(tribe)}" {place}/>'


def _labels(perspective: Tribe) -> str:
    """Draw the letters of the files and the numbers of the ranks."""
    places = [(centre(space, perspective)[0], TOP + FIELD + 18, "abcde"[space.file]) for space in FIRST_ROWS[0]]
    places += [(LEFT - 13, centre(space, perspective)[1] + 5, str(space.rank + 1)) for space in list(Space)[::SIDE]]
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
    """Draw a ring around the megalith in use or the space to build on."""
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
