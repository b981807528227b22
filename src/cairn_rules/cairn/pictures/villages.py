"""The villages in pictures: a strip on each side of the board, with the shamans and points of its tribe."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, final

from cairn_rules.cairn.pictures.parts import FIELD, LEFT, STRIP, Detail, shaman_shape, strip, word
from cairn_rules.cairn.rules.rules import current_player
from cairn_rules.cairn.state.board import SHAMANS, TRIBES, Tribe
from cairn_rules.cairn.state.layout import MEGALITHS_TO_WIN
from cairn_rules.cairn.state.pending import Over
from cairn_rules.cairn.state.state import State
from cairn_rules.frozen_classes import frozen

_MENHIR: Final = '<path{kind} transform="translate({x} {y}) scale({scale:g})" d="M-7 11v-13q0-9 7-9t7 9v13z"/>'
"""A standing stone, the mark of a point."""
_WAVES: Final = "q7.5-7 15 0" + "t15 0" * 25
_WOOD: Final = "m15 0l6-15 6 15zm15 0l6-21 6 21z" * 13


@final
@frozen
class _Places:
    """The positions of the pieces in a strip: the distances of their centres from its left edge, and their scales."""

    shamans: tuple[int, ...]
    shaman: float
    points: tuple[int, ...]
    point: float


_BESIDE_NAME: Final = _Places(
    tuple(170 + 30 * place for place in range(SHAMANS)),
    0.46,
    tuple(331 + 24 * place for place in range(MEGALITHS_TO_WIN)),
    1,
)
_ALONE: Final = _Places(
    tuple(38 + 48 * place for place in range(SHAMANS)),
    0.72,
    tuple(300 + 38 * place for place in range(MEGALITHS_TO_WIN)),
    1.4,
)


def _places(detail: Detail) -> _Places:
    return _BESIDE_NAME if detail.words else _ALONE


@cache
def empty_villages(perspective: Tribe, detail: Detail) -> str:
    """Draw the villages without shamans and points."""
    return "".join(_empty(tribe, perspective, detail) for tribe in TRIBES)


def _empty(tribe: Tribe, perspective: Tribe, detail: Detail) -> str:
    """Draw an empty village: its material, its name, five places for shamans and three for points."""
    y, name = strip(tribe, perspective), word(tribe)
    place = f'x="{LEFT}" width="{FIELD}" height="{STRIP}" rx="10"'
    words = (
        f'<rect class="cairn-{name}" x="{LEFT + 8}" y="{y + 10}" width="6" height="{STRIP - 20}" rx="3"/>'
        f'<text class="cairn-strong" x="{LEFT + 24}" y="{y + 27.5}" font-size="16">{tribe} village</text>'
    )
    shamans = "".join(_shaman(tribe, x, y, detail, gleams=False) for x in _places(detail).shamans)
    points = "".join(_point("", x, y, detail) for x in _places(detail).points)
    return (
        f'<rect class="cairn-ledge" y="{y + 3}" {place}/><rect class="cairn-card" y="{y}" {place}/>'
        f'<rect class="cairn-row cairn-{name}" y="{y}" {place}/>{_material(tribe, y)}'
        f'{words if detail.words else ""}<g class="cairn-open">{shamans}{points}</g>'
    )


def _material(tribe: Tribe, y: int) -> str:
    """Draw waves for Sea, a wood for Forest."""
    if tribe is Tribe.SEA:
        lines = "".join(f"M{LEFT + 5} {y + down}{_WAVES}" for down in (14, 26, 38))
        return f'<path class="cairn-waves" d="{lines}"/>'
    return f'<path class="cairn-wood" d="M{LEFT - 8} {y + STRIP}{_WOOD}"/>'


def _shaman(tribe: Tribe, x: int, y: int, detail: Detail, *, gleams: bool = True) -> str:
    return shaman_shape(tribe, LEFT + x, y + STRIP / 2, _places(detail).shaman, gleams=gleams)


def _point(kind: str, x: int, y: int, detail: Detail) -> str:
    return _MENHIR.format(kind=kind, x=LEFT + x, y=y + STRIP / 2, scale=_places(detail).point)


def villages(state: State, perspective: Tribe, detail: Detail) -> list[str]:
    """Draw the shamans and points in each village, with a border around that of the decider or the winner."""
    return [_village(state, tribe, perspective, detail) for tribe in TRIBES]


def _village(state: State, tribe: Tribe, perspective: Tribe, detail: Detail) -> str:
    pending = state.pending
    if isinstance(pending, Over):
        mark = "cairn-wins" if tribe in pending.outcome.winners else ""
    else:
        mark = "cairn-decides" if current_player(state) is tribe else ""
    return _village_of(tribe, state.villages[tribe], state.scores[tribe], strip(tribe, perspective), mark, detail)


@lru_cache(maxsize=256)
def _village_of(tribe: Tribe, home: int, score: int, y: int, mark: str, detail: Detail) -> str:
    name, places = word(tribe), _places(detail)
    kind = f'class="cairn-shaman cairn-{name}" data-village="{name}"'
    shamans = "".join(f"<g {kind}>{_shaman(tribe, x, y, detail)}</g>" for x in places.shamans[:home])
    scores = "".join(_point(f' class="cairn-score cairn-{name}"', x, y, detail) for x in places.points[:score])
    place = f'x="{LEFT}" y="{y}" width="{FIELD}" height="{STRIP}" rx="10"'
    border = f'<rect class="{mark} cairn-by-{name}" {place}/>' if mark else ""
    told = f"{tribe}: {home} in the village, score {score}"
    return f'<g class="cairn-village" data-village="{name}"><title>{told}</title>{border}{shamans}{scores}</g>'
