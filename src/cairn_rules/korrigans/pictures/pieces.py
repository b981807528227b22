"""The pieces on the board, and the Suns and Clouds at its edges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cairn_rules.korrigans.pictures import symbols
from cairn_rules.korrigans.pictures.board import CELL, LEFT, TOP, DrawnBoard, Spot
from cairn_rules.korrigans.rules.observation import Observation
from cairn_rules.korrigans.state.board import Field
from cairn_rules.korrigans.state.tokens import Pawn
from cairn_rules.korrigans.texts.words import field_text, korrigan_text, link_words, standing
from cairn_rules.pictures.svg import escape

_SUN_X: Final = LEFT - 27
_CLOUD_Y: Final = TOP - 21


def on_board(seen: Observation, drawn: DrawnBoard) -> str:
    """Return everything on the board that can change."""
    fields = (_contents(seen, drawn, index) for index in range(len(seen.board.fields)))
    pieces = (_pieces(seen, drawn, index) for index in range(len(seen.board.fields)))
    return f"{''.join(fields)}{_troll(seen, drawn)}{''.join(pieces)}"


def _contents(seen: Observation, drawn: DrawnBoard, index: int) -> str:
    """Return the contents of a field, in a row below its name, with a tooltip."""
    field, label = seen.board.fields[index], drawn.rooms[index].label
    number = seen.clovers[index]
    items = [_clovers(number)]
    if seen.menhirs[index]:
        items.append((16, f'<g class="korrigans-menhir">{symbols.MENHIR}</g>'))
    items += _marks(field)
    left = -sum(width for width, _ in items) / 2
    parts: list[str] = []
    for width, shape in items:
        parts.append(f'<g transform="translate({left + width / 2:g} 10)">{shape}</g>')
        left += width
    return (
        f'<g class="korrigans-contents" data-field="{field.id}" data-clovers="{number}"'
        f' transform="translate({label.x:.1f} {label.y:.1f}) scale({label.scale:.3g})">'
        f"<title>{escape(field_text(seen, index))}</title>{''.join(parts)}</g>"
    )


def _clovers(number: int) -> tuple[int, str]:
    wide = 34 if number < 10 else 44
    text = f'<text class="korrigans-strong" x="{20 - wide // 2}" y="5.5" font-size="16">{number}</text>'
    return wide, f'<g transform="translate({9 - wide // 2} 0)">{symbols.CLOVER}</g>{text}'


def _marks(field: Field) -> Iterator[tuple[int, str]]:
    if field.molehill:
        yield 26, f'<g class="korrigans-molehill">{symbols.MOLEHILL}</g>'
    if field.pontoon:
        yield 26, f'<g class="korrigans-pontoon">{symbols.PONTOON}</g>'
    if field.start:
        text = f'<text class="korrigans-middle korrigans-start-number" y="4.3" font-size="12.25">{field.start}</text>'
        yield 22, f'<circle class="korrigans-start" r="8.5" stroke-dasharray="3 2.3"/>{text}'


def _pieces(seen: Observation, drawn: DrawnBoard, index: int) -> str:
    """Return the Cauldron and the Korrigans in a field."""
    field = seen.board.fields[index]
    there = standing(seen, field.id)
    has_cauldron = seen.cauldron == field.id
    spots = iter(drawn.rooms[index].spots(len(there) + has_cauldron))
    parts: list[str] = []
    if has_cauldron:
        data = f'data-field="{field.id}"{_placed(next(spots))}'
        parts.append(f'<g class="korrigans-cauldron" {data}><title>The Cauldron</title>{symbols.CAULDRON}</g>')
    for (seat, number), spot in zip(there, spots, strict=True):
        carries = seen.seats[seat].korrigans[number].carries
        token = "" if carries is None else f'<g transform="translate(9 13)">{symbols.carried(carries)}</g>'
        parts.append(
            f'<g class="korrigans-korrigan" data-seat="{seat}" data-korrigan="{number}" data-field="{field.id}"'
            f"{_placed(spot)}><title>{korrigan_text(seen, seat, number)} in {field.id}</title>"
            f"{symbols.korrigan(seat, str(number + 1))}{token}</g>"
        )
    return "".join(parts)


def _placed(spot: Spot) -> str:
    return f' transform="translate({spot.x:.1f} {spot.y:.1f}) scale({spot.scale:.3g})"'


def _troll(seen: Observation, drawn: DrawnBoard) -> str:
    if seen.troll is None:
        return ""
    station = drawn.stations[seen.troll]
    return (
        f'<g class="korrigans-troll-token" transform="translate({station.x:.1f} {station.y:.1f}) scale(.88)">'
        f"<title>The Troll closes {escape(link_words(seen))}</title>{symbols.TROLL}</g>"
    )


def rainbow(seen: Observation) -> str:
    """Return the Suns and the Clouds, with the pawns on them."""
    suns = (_sun(row, pawn) for row, pawn in enumerate(seen.suns, 1))
    clouds = (_cloud(column, pawn) for column, pawn in enumerate(seen.clouds, 1))
    return f"{''.join(suns)}{''.join(clouds)}"


def _sun(row: int, pawn: Pawn | None) -> str:
    free = (
        f'<path class="korrigans-rays" d="{symbols.RAYS}"/><circle class="korrigans-gold" r="11"/>{_number(row)}'
        if pawn is None
        else f'<circle class="korrigans-covered" r="18"/>{pawn_shape(pawn)}'
    )
    tooltip = f"Sun of row {row}: {'free' if pawn is None else pawn}"
    place = f"translate({_SUN_X} {TOP + CELL * (row - 0.5):g})"
    return f'<g class="korrigans-sun" data-row="{row}" transform="{place}"><title>{tooltip}</title>{free}</g>'


def _cloud(column: int, pawn: Pawn | None) -> str:
    free = (
        f'<path class="korrigans-face" d="{symbols.CLOUD}"/>{_number(column)}'
        if pawn is None
        else f'<path class="korrigans-covered" d="{symbols.CLOUD}"/>{pawn_shape(pawn)}'
    )
    tooltip = f"Cloud of column {column}: {'free' if pawn is None else pawn}"
    place = f"translate({LEFT + CELL * (column - 0.5):g} {_CLOUD_Y})"
    return f'<g class="korrigans-cloud" data-column="{column}" transform="{place}"><title>{tooltip}</title>{free}</g>'


def _number(number: int) -> str:
    return f'<text class="korrigans-ink korrigans-strong korrigans-middle" y="4.8" font-size="13.5">{number}</text>'


def pawn_shape(pawn: Pawn) -> str:
    """Return a pawn with the first letter of its colour."""
    letter = pawn.value[0].upper()
    return (
        f'<g class="korrigans-pawn korrigans-pawn-{pawn}"><path d="M-9 13Q-5 3-5-1A8 8 0 1 1 5-1Q5 3 9 13Z"/></g>'
        f'<text class="korrigans-ink korrigans-strong korrigans-middle" y="0" font-size="11.5">{letter}</text>'
    )
