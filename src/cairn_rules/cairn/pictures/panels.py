"""What a picture shows beside the field: the villages with their scores, what is asked, tiles, display and deck."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from cairn_rules.cairn.board import SHAMANS, TRIBES, Tribe
from cairn_rules.cairn.layout import MEGALITHS_TO_WIN, UPCOMING
from cairn_rules.cairn.pending import Over
from cairn_rules.cairn.pictures.highlights import Marks
from cairn_rules.cairn.pictures.parts import (
    FIELD,
    LEFT,
    MARGIN,
    MENHIR,
    STRIP,
    WIDTH,
    pictogram,
    shaman_shape,
    stone,
    strip,
    word,
)
from cairn_rules.cairn.rules import current_player
from cairn_rules.cairn.state import State
from cairn_rules.cairn.tiles import Face, Tile
from cairn_rules.cairn.words import asked, deck, faces, when
from cairn_rules.pictures.lettering import escape, fitted
from cairn_rules.pictures.svg import ring

_PANEL: Final = LEFT + FIELD + 24
_PANEL_WIDTH: Final = WIDTH - MARGIN - _PANEL
_TILE_TOPS: Final = (120, 196, 272, 348)
_TILE_HEIGHT: Final = 68
_DISPLAY: Final = 498
"""The middle line of the upcoming megaliths and of the deck."""
_SLOTS: Final = (_PANEL + 42, _PANEL + 134)
_SLOT_SCALE: Final = 1.2
_DECK: Final = _PANEL + _PANEL_WIDTH - 24
_DECK_SIZE: Final = 'width="36" height="74" rx="7"'
_STATUS: Final = 17
"""The size of the text that says what is asked."""
_PLACES: Final = tuple(LEFT + 170 + 30 * place for place in range(SHAMANS))
_SCORES: Final = tuple(LEFT + 324 + 24 * place for place in range(MEGALITHS_TO_WIN))


def empty_sides(perspective: Tribe) -> str:
    """What never changes beside the field: empty villages, cards of tiles, headings."""
    cards = "".join(f'<rect class="cairn-card" {_card(top)}/>' for top in _TILE_TOPS)
    upcoming = f'<text class="cairn-muted" x="{_PANEL}" y="442" font-size="14">Upcoming</text>'
    pile = f'<text class="cairn-muted cairn-middle" x="{_DECK + 2}" y="442" font-size="14">Deck</text>'
    return f"{''.join(_strip(tribe, perspective) for tribe in TRIBES)}{cards}{upcoming}{pile}"


def _card(top: int) -> str:
    return f'x="{_PANEL}" y="{top}" width="{_PANEL_WIDTH}" height="{_TILE_HEIGHT}" rx="10"'


def _strip(tribe: Tribe, perspective: Tribe) -> str:
    """A village: its name, five places for shamans and three for scores, all empty."""
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
    """Who is in the villages, what was scored, and who decides or has won."""
    return "".join([_village(state, tribe, perspective) for tribe in TRIBES])


def panel(state: State, marks: Marks) -> str:
    """What is asked, the tiles, the display and the deck."""
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
    """The turn, what is asked, and who has the next turn by a power."""
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
    """The deck, face down: a pile of up to three backs and how many there are."""
    kinds = ["cairn-back"] * min(count, 3) or ["cairn-open"]
    backs = "".join(
        f'<rect class="{kind}" {_DECK_SIZE} x="{_DECK - 14 - 4 * back}" y="{_DISPLAY - 33 - 4 * back}"/>'
        for back, kind in reversed(list(enumerate(kinds)))
    )
    text = f'<text class="cairn-strong cairn-middle" x="{_DECK + 4}" y="{_DISPLAY + 10}" font-size="17">{count}</text>'
    return f'<g class="cairn-deck" data-count="{count}"><title>{escape(told)}</title>{backs}{text}</g>'
