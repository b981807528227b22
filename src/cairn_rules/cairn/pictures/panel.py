"""The panel in pictures: the pending decision, the tiles, the upcoming megaliths and the deck."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from cairn_rules.cairn.pictures.highlights import Layers, Marks
from cairn_rules.cairn.pictures.parts import FIELD, LEFT, MARGIN, WIDTH, Detail
from cairn_rules.cairn.pictures.stones import stone
from cairn_rules.cairn.state.layout import UPCOMING
from cairn_rules.cairn.state.pending import Over
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import AddFace, Face, JumpFace, MoveFace, Tile, TransformationFace
from cairn_rules.cairn.texts.words import asked, deck, faces, when
from cairn_rules.pictures.svg import diamond, escape, fitted, layer, ring

PANEL: Final = LEFT + FIELD + 24
_WIDTH: Final = WIDTH - MARGIN - PANEL
_TILE_TOPS: Final = (120, 196, 272, 348)
_TILE_HEIGHT: Final = 68
_PLATE: Final = 56
"""Width and height of the plate with a tile's pictogram."""
_DISPLAY: Final = 498
"""The centre line of the upcoming megaliths and of the deck."""
_SLOTS: Final = (PANEL + 42, PANEL + 134)
_SLOT_SCALE: Final = 1.2
_DECK: Final = PANEL + _WIDTH - 24
_DECK_SIZE: Final = 'width="36" height="74" rx="7"'
_STATUS: Final = 17


@cache
def empty_panel(detail: Detail) -> str:
    """Draw the fixed parts of the panel: cards for the tiles, headings."""
    cards = "".join(
        f'<rect class="cairn-ledge" {_card(top + 3)}/><rect class="cairn-card" {_card(top)}/>' for top in _TILE_TOPS
    )
    plates = "".join(_plate(top, detail) for top in _TILE_TOPS)
    upcoming = f'<text class="cairn-muted" x="{PANEL}" y="442" font-size="14">Upcoming</text>'
    pile = f'<text class="cairn-muted cairn-middle" x="{_DECK + 2}" y="442" font-size="14">Deck</text>'
    return f"{cards}{plates}{upcoming}{pile}" if detail.words else f"{cards}{plates}"


def _card(top: int) -> str:
    return f'x="{PANEL}" y="{top}" width="{_WIDTH}" height="{_TILE_HEIGHT}" rx="10"'


def _plate(top: int, detail: Detail) -> str:
    """Draw the plate under a pictogram, with a light and a dark edge."""
    x, y = _centre(top, detail)
    half = _PLATE // 2
    inner = _PLATE - 4
    return (
        f'<rect class="cairn-plate" x="{x - half}" y="{y - half}" width="{_PLATE}" height="{_PLATE}" rx="7"/>'
        f'<path class="cairn-gleam" d="M{x - half + 2} {y + half - 6}v-{inner - 9}q0-5 5-5h{inner - 9}"/>'
        f'<path class="cairn-shade" d="M{x + half - 2} {y - half + 6}v{inner - 9}q0 5-5 5h-{inner - 9}"/>'
    )


def _centre(top: int, detail: Detail) -> tuple[int, int]:
    """Return the centre of a tile's pictogram."""
    return PANEL + (36 if detail.words else _WIDTH // 2), top + _TILE_HEIGHT // 2


def panel(state: State, layers: Layers, detail: Detail) -> tuple[str, ...]:
    """Draw the pending decision, each tile, the display and the deck."""
    status = _status(state) if detail.words else ""
    pile = _deck(len(state.deck), deck(state), detail)
    return status, *_tiles(state, layers, detail), _upcoming(state, layers, detail), pile


def _status(state: State) -> str:
    """Draw the turn, the pending decision, and the owner of an extra turn."""
    over = isinstance(state.pending, Over)
    turn = when(state) if over else f"{when(state)}: {state.active}"
    extra = "" if state.extra_turn is None else f"then {state.extra_turn}"
    lines = [
        f'<text x="{PANEL}" y="31" font-size="15" class="cairn-muted">{turn}</text>',
        f'<text x="{PANEL + _WIDTH}" y="31" font-size="15" class="cairn-extra cairn-end">{extra}</text>',
    ]
    lines += [
        f'<text x="{PANEL}" y="{57 + 21 * row}" font-size="{_STATUS}" class="cairn-strong">{escape(line)}</text>'
        for row, line in enumerate(_caption(asked(state)))
    ]
    return f'<g class="cairn-status">{"".join(lines)}</g>'


@lru_cache(maxsize=1024)
def _caption(text: str) -> tuple[str, ...]:
    return tuple(fitted(text, _WIDTH, ((_STATUS, 3),))[1])


def _tiles(state: State, layers: Layers, detail: Detail) -> list[str]:
    tiles = state.tiles
    up = (tiles.add, tiles.move, tiles.jump, tiles.transformation)
    marked = zip(*(_marked(kind, marks) for kind, marks in layers), strict=True)
    named = zip(_TILE_TOPS, up, faces(tiles), marked, strict=True)
    return [
        _tile(top, face, name, says, detail, tuple(kind for kind in kinds if kind is not None))
        for top, face, (name, says), kinds in named
    ]


def _marked(kind: str, marks: Marks) -> tuple[str | None, ...]:
    """Return the CSS class of the mark of each tile, in the order of the panel; None for a tile without one."""
    is_marked = (*(tile in marks.tiles for tile in Tile), marks.declines)
    return tuple(kind if each else None for each in is_marked)


@cache
def _tile(top: int, face: Face, name: str, says: str, detail: Detail, kinds: tuple[str, ...]) -> str:
    border = f'<rect class="cairn-target" {_card(top)}/>'
    borders = "".join(layer(kind, border) for kind in kinds)
    x, y = _centre(top, detail)
    words = (
        f'<text class="cairn-strong" x="{PANEL + 76}" y="{top + 30}" font-size="16">{name}</text>'
        f'<text class="cairn-muted" x="{PANEL + 76}" y="{top + 51}" font-size="15.5">{says}</text>'
    )
    return (
        f'<g class="cairn-tile" data-tile="{name.lower()}" data-face="{face}"><title>{name}: {says}</title>{borders}'
        f'<g transform="translate({x} {y})">{_pictogram(face)}</g>{words if detail.words else ""}</g>'
    )


_STRAIGHT: Final = "M0-9V-21M-5-17L0-22L5-17M9 0H21M17-5L22 0L17 5M0 9V21M-5 17L0 22L5 17M-9 0H-21M-17-5L-22 0L-17 5"
_RISING: Final = "M6-6L17-17M10-17.5H17.5V-10M-6 6L-17 17M-10 17.5H-17.5V10"
_FALLING: Final = "M-6-6L-17-17M-10-17.5H-17.5V-10M6 6L17 17M10 17.5H17.5V10"
_ARROWS: Final = {MoveFace.ORTHOGONAL: _STRAIGHT, MoveFace.DIAGONAL: _RISING + _FALLING}
_DOT: Final = '<circle class="cairn-ink" r="5"/>'
_OWN: Final = '<circle class="cairn-ink" cx="{x}" cy="{y}" r="7"/>'
_ENEMY: Final = '<circle class="cairn-drawn" cx="{x}" cy="{y}" r="6"/>'
_LANDING: Final = '<path class="cairn-drawn" d="M-18 5Q-16-17 0-17T17 0M10-3L17 1.5L22-5"/>'


def _pictogram(face: Face) -> str:
    """Draw the face of a tile within 24 units around the origin: own shamans filled, enemies hollow."""
    match face:
        case AddFace():
            return (
                f'<g class="cairn-sign">{diamond(f"cairn-{face}", -3, 4, 18)}</g>'
                '<path class="cairn-drawn" d="M16-21V-9M10-15H22"/>'
            )
        case MoveFace():
            return f'{_DOT}<path class="cairn-drawn" d="{_ARROWS[face]}"/>'
        case JumpFace():
            jumped = _OWN if face is JumpFace.OWN else _ENEMY
            return _OWN.format(x=-17, y=13) + jumped.format(x=0, y=2) + _LANDING
        case _:
            at_end = face is TransformationFace.END
            row = (_OWN, _OWN, _ENEMY) if at_end else (_OWN, _ENEMY, _OWN)
            x = 17 if at_end else 0
            shamans = "".join(each.format(x=17 * place, y=5) for place, each in zip((-1, 0, 1), row, strict=True))
            return f'{shamans}<path class="cairn-drawn" d="M{x - 5}-18l10 9m0-9l-10 9"/>'


def _upcoming(state: State, layers: Layers, detail: Detail) -> str:
    parts: list[str] = []
    for slot in range(UPCOMING):
        x = _SLOTS[slot]
        if slot >= len(state.upcoming):
            parts.append(f'<g class="cairn-open">{ring("cairn-slot", x, _DISPLAY, 41)}</g>')
            continue
        megalith = state.upcoming[slot]
        border = ring("cairn-target", x, _DISPLAY, 44)
        borders = "".join(layer(kind, border) for kind, marks in layers if megalith in marks.megaliths)
        parts.append(
            f'<g class="cairn-upcoming" data-id="{megalith.id}">{borders}'
            f'<g transform="translate({x} {_DISPLAY}) scale({_SLOT_SCALE})">{stone(megalith, detail)}</g></g>'
        )
    return "".join(parts)


@lru_cache(maxsize=256)
def _deck(count: int, told: str, detail: Detail) -> str:
    """Draw the deck: up to three card backs, and the number of megaliths."""
    kinds = ["cairn-back"] * min(count, 3) or ["cairn-open"]
    backs = "".join(
        f'<rect class="{kind}" {_DECK_SIZE} x="{_DECK - 14 - 4 * back}" y="{_DISPLAY - 33 - 4 * back}"/>'
        for back, kind in reversed(list(enumerate(kinds)))
    )
    size = 17 if detail.words else 40
    place = f'x="{_DECK + 4}" y="{_DISPLAY + 4 + size * 0.36:.0f}"'
    text = f'<text class="cairn-strong cairn-middle" {place} font-size="{size}">{count}</text>'
    return f'<g class="cairn-deck" data-count="{count}"><title>{escape(told)}</title>{backs}{text}</g>'
