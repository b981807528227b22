"""A static evaluation of Cairn positions: a weighted sum of features of the board.

`benchmarks/fit_seer.py` fitted the weights to games.
"""

from __future__ import annotations

from functools import lru_cache
from operator import mul
from typing import Final

from cairn_rules.cairn.state.bitboards import FIELD, bit_set
from cairn_rules.cairn.state.board import DIRECTIONS, SHAMANS, SIDE, SPACES
from cairn_rules.cairn.state.pending import ChooseAction
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import JUMP_BIT, TRANSFORMATION_BIT

_SIDE_FEATURES: Final = (
    "one point",
    "two points",
    "first row",
    "second row",
    "third row",
    "fourth row",
    "fifth row",
    "at the edge",
    "can leave",
    "several can leave",
    "can jump out",
    "next exit wins",
    "on megaliths",
    "beside megaliths",
    "can be added",
    "can be added onto an enemy",
    "lines to complete",
    "several lines to complete",
)
FEATURES: Final = (
    "to move",
    *(f"own: {name}" for name in _SIDE_FEATURES),
    *(f"enemy: {name}" for name in _SIDE_FEATURES),
)
"""Names of the features, first those of the tribe to move, then those of its enemy."""

_RANKS: Final = tuple([bit_set(range(SIDE * rank, SIDE * rank + SIDE)) for rank in range(SIDE)])
_ROWS: Final = (_RANKS, _RANKS[::-1])
"""The rows of each tribe as bitboards, its first row first."""
_FILES: Final = tuple([bit_set(range(file, len(SPACES), SIDE)) for file in range(SIDE)])
_EDGE: Final = _FILES[0] | _FILES[-1]
_NOT_A: Final = FIELD & ~_FILES[0]
_NOT_E: Final = FIELD & ~_FILES[-1]
_LINES: Final = tuple(
    (df + SIDE * dr, bit_set(s for s in SPACES if 0 <= s.file + 2 * df < SIDE and s.rank + 2 * dr < SIDE))
    for df, dr in DIRECTIONS
    if df + SIDE * dr > 0
)
"""Lines of three: the distance between their spaces in bits, and the spaces where one can start."""


def features(state: State) -> tuple[int, ...]:
    """Return the value of each of `FEATURES` in a state at the start of a turn.

    In the middle of a turn, the features are those of the position as if the turn ended now.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.parse_position("2s2/5/5/5/f4 s wooe c3=deer,d3=dawn alley,menhir - 0-0")
        >>> [name for name, count in zip(FEATURES, features(state)) if count][:4]
        ['to move', 'own: fifth row', 'own: can leave', 'own: can be added']
    """
    tribe, own, enemy = state._active, state._own, state._enemy
    if not isinstance(state._pending, ChooseAction):
        tribe, own, enemy = 1 - tribe, enemy, own
    return (1, *_of_a_side(state, tribe, own, enemy), *_of_a_side(state, 1 - tribe, enemy, own))


def _of_a_side(state: State, tribe: int, own: int, enemy: int) -> tuple[int, ...]:
    layout, faces = state._layout, state._faces
    score, stones = layout.scores[tribe], layout.mask
    first, second, third, fourth, fifth = _ROWS[tribe]
    leaving = own & fifth & ~stones
    goal = fifth & (enemy if faces & JUMP_BIT else own)
    goal |= (goal & _NOT_A) >> 1 | (goal & _NOT_E) << 1
    jumping = own & fourth & ~stones & (goal << SIDE if tribe else goal >> SIDE)
    totem = layout.reaches[tribe][faces].totem
    adding = own.bit_count() < SHAMANS and not own & totem
    completing = (completed_by(own, enemy, faces & TRANSFORMATION_BIT) & _near(own)).bit_count()
    return (
        score == 1,
        score == 2,
        (own & first).bit_count(),
        (own & second).bit_count(),
        (own & third).bit_count(),
        (own & fourth).bit_count(),
        (own & fifth).bit_count(),
        (own & _EDGE).bit_count(),
        leaving != 0,
        leaving & leaving - 1 != 0,
        jumping != 0,
        score == 2 and leaving | jumping != 0,
        (own & stones).bit_count(),
        (own & _near(stones)).bit_count(),
        adding,
        adding and enemy & totem != 0,
        completing > 0,
        completing > 1,
    )


@lru_cache(maxsize=1 << 14)
def _near(bits: int) -> int:
    """Return the spaces of a bitboard and their neighbours."""
    row = (bits & _NOT_A) >> 1 | (bits & _NOT_E) << 1
    rows = row | bits
    return (rows >> SIDE | row | rows << SIDE) & FIELD


@lru_cache(maxsize=1 << 14)
def completed_by(own: int, enemy: int, face: int) -> int:
    """Return the free spaces on which another own shaman would complete an arrangement (rule 8.2).

    `own` and `enemy` are bitboards of shamans; `face` is the bit of the Transformation tile's face: 0 if the enemy is
    at the end, otherwise in the middle.

    Example:
        >>> completed_by(own=0b00010, enemy=0b00100, face=0)
        1
    """
    free = FIELD & ~(own | enemy)
    found = 0
    for step, starts in _LINES:
        own_1, own_2, enemy_1, enemy_2 = own >> step, own >> 2 * step, enemy >> step, enemy >> 2 * step
        if face:
            found |= starts & free & enemy_1 & own_2
            found |= (starts & own & enemy_1 & free >> 2 * step) << 2 * step
        else:
            found |= starts & free & own_1 & enemy_2
            found |= (starts & enemy & own_1 & free >> 2 * step) << 2 * step
            found |= (starts & (own & enemy_2 | enemy & own_2) & free >> step) << step
    return found


WEIGHTS: Final = (
    0.08,
    *(1.31, 3.35, 0.44, 0.63, 0.65, 1.07, 0.40, -0.10, 1.11, 0.87, 0.26, 3.11, 0.10, 0.08, 0.12, 1.05, 0.45, 0.26),
    *(-1.24, -3.15, -0.41, -0.64, -0.64, -1.09, -0.22, 0.08, -1.19, -1.09, -0.08, -1.09),
    *(-0.14, -0.08, -0.08, -0.11, -0.30, -0.11),
)
"""Contribution of each of `FEATURES` to the log-odds that the tribe to move wins."""


def judged(state: State, tribe: int, weights: tuple[float, ...] = WEIGHTS) -> float:
    """Return the log-odds that a tribe wins a game that is not over."""
    odds: float = sum(map(mul, weights, features(state)))
    to_move = state._active if isinstance(state._pending, ChooseAction) else 1 - state._active
    return odds if tribe == to_move else -odds
