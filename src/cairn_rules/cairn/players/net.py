"""The net of `SagePlayer`: its file, and its judgement of positions in plain Python.

The hidden units of a position are 48 numbers of 16 bits, side by side in one long integer, so that one addition adds a
whole row of weights. Sums that many positions share are cached: those of a tribe's shamans, and those of the megaliths.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from operator import mul
from struct import Struct
from typing import Final, final
from zlib import crc32

from cairn_rules.cairn.bitboards import FIELD, spaces_in
from cairn_rules.cairn.board import SHAMANS, SPACES
from cairn_rules.cairn.layout import Layout
from cairn_rules.cairn.megalith_data import Megalith
from cairn_rules.cairn.observation_tensor import NUMBERS
from cairn_rules.cairn.pending import ChooseAction
from cairn_rules.cairn.players.evaluation import judged
from cairn_rules.cairn.players.net_inputs import (
    ALWAYS,
    FACES,
    FIRST_AWAKE,
    FIRST_COUNT,
    FIRST_SCORES,
    FIRST_SHAMAN,
    FIRST_STONE,
    FIRST_UPCOMING,
    HIDDEN,
    INPUTS,
    SEEN_AT,
)
from cairn_rules.cairn.state import State
from cairn_rules.errors import DefinitionError

MAGIC: Final = b"CNET"
VERSION: Final = 1
SCALE: Final = 64
"""A weight is stored as a whole number of this part of one: 64 stands for 1."""
LARGEST: Final = 127
"""The largest weight, in this unit."""
_HEADER: Final = Struct("<4s4HiI")
"""Magic, version, numbers of inputs and hidden units, scale, constant of the output in 1 / `SCALE`², then a CRC-32."""
SIZE: Final = _HEADER.size + (INPUTS + 1) * HIDDEN
"""Size of a file, in bytes: the header, the weights from each input to the hidden units, and those to the output."""

_BOARD: Final = len(SPACES)
_LANES: Final = Struct(f"<{HIDDEN}H")
_ONES: Final = sum(1 << 16 * unit for unit in range(HIDDEN))
_ZERO: Final = 1 << 15
"""The zero of a lane. No lane overflows: at most `WIDTH` inputs are on, 38, so that a hidden unit stays between
-38 * 128 and 38 * 127."""
_SIGNS: Final = _ZERO * _ONES
_OUTPUT_SCALE: Final = SCALE * SCALE
_ENEMY: Final = 32
"""Bit of a place that tells the sides apart."""


def pack_net(inputs: Sequence[int], outputs: Sequence[int], constant: int) -> bytes:
    """Return the file of a net.

    Args:
        inputs: Weights from -127 to 127, in 1 / `SCALE`: those of the first input to each hidden unit, and so on.
        outputs: Weights of the hidden units.
        constant: Log-odds to add, in 1 / `SCALE`².
    """
    weights = Struct(f"<{(INPUTS + 1) * HIDDEN}b").pack(*inputs, *outputs)
    return _HEADER.pack(MAGIC, VERSION, INPUTS, HIDDEN, SCALE, constant, crc32(weights)) + weights


def _plain_sum_of_products(one: Sequence[int], other: Sequence[int]) -> int:
    """Return the sum of the products of two rows of whole numbers."""
    return sum(map(mul, one, other))


# Python 3.11 has none; that of later ones takes half the time.
_sum_of_products: Final[Callable[[Sequence[int], Sequence[int]], int]] = getattr(
    math, "sumprod", _plain_sum_of_products
)


@final
class Net:
    """A judgement of positions: a function of a state and a tribe. It knows the base megaliths only.

    Args:
        data: The content of a net's file.

    Raises:
        DefinitionError: if the file is damaged, or of another version or shape.
    """

    def __init__(self, data: bytes) -> None:
        if len(data) != SIZE:
            raise DefinitionError(f"the file of a net has {SIZE} bytes, not {len(data)}")
        magic, *shape, constant, checksum = _HEADER.unpack_from(data)
        if magic != MAGIC:
            raise DefinitionError(f"the file of a net begins with {MAGIC!r}, not {magic!r}")
        if shape != [VERSION, INPUTS, HIDDEN, SCALE]:
            raise DefinitionError(
                f"this net has version, inputs, hidden units and scale {', '.join(map(str, shape))}; this version of"
                f" the library reads {VERSION}, {INPUTS}, {HIDDEN}, {SCALE}"
            )
        if crc32(data[_HEADER.size :]) != checksum:
            raise DefinitionError("the file of a net is damaged: its weights do not agree with its checksum")
        *rows, outputs = Struct(f"<{HIDDEN}b").iter_unpack(data[_HEADER.size :])
        self._outputs: tuple[int, ...] = outputs
        self._constant: float = constant
        self._rows: list[int] = [_in_lanes(row) for row in rows]
        self._megaliths = lru_cache(maxsize=1 << 12)(self._add_megaliths)
        self._shamans = lru_cache(maxsize=1 << 15)(self._add_shamans)

    def __call__(self, state: State, tribe: int, /) -> float:
        """Return the log-odds that a tribe wins a game that is not over.

        In the middle of a turn, the judgement is that of the position as if the turn ended now. If the game has a
        custom megalith, which the net does not know, it is the judgement of `SeerPlayer`.
        """
        mover, own, enemy = state._active, state._own, state._enemy
        if not isinstance(state._pending, ChooseAction):
            mover, own, enemy = 1 - mover, enemy, own
        place = state._faces << 1 | mover
        layout = state._layout
        total = self._megaliths(layout, place & 3)
        if total is None:
            return judged(state, tribe)
        # 1. all units at once, each with `_ZERO` added
        stones = layout.mask
        total += self._shamans(own | (own & stones) << 25 | place << 50)
        total += self._shamans(enemy | (enemy & stones) << 25 | (place | _ENEMY) << 50)
        # 2. units below zero become zero: those without the highest bit
        signs = total & _SIGNS
        units = _LANES.unpack((total & signs - (signs >> 15)).to_bytes(_LANES.size, "little"))
        # 3. the output
        odds: float = (_sum_of_products(self._outputs, units) + self._constant) / _OUTPUT_SCALE
        return odds if mover == tribe else -odds

    def _add_megaliths(self, layout: Layout, view: int) -> int | None:
        """Return the sum of what does not depend on the shamans; None if the net does not know a megalith."""
        if not knows(layout.all_megaliths):
            return None
        mover = view & 1
        rows, seen_at = self._rows, SEEN_AT[_BOARD * view : _BOARD * (view + 1)]
        return (
            _SIGNS
            + rows[ALWAYS]
            + rows[FIRST_SCORES + 3 * layout.scores[mover] + layout.scores[1 - mover]]
            + sum(rows[FIRST_UPCOMING + NUMBERS[stone]] for stone in layout.upcoming)
            + sum(rows[FIRST_STONE + _BOARD * NUMBERS[stone] + seen_at[space]] for space, stone in layout.stones)
        )

    def _add_shamans(self, key: int) -> int:
        """Return the sum of what depends on the shamans of a side.

        The key is their bitboard, that of those on megaliths, the tribe to move, the faces of the tiles, and the side.
        """
        place = key >> 50
        side = place // _ENEMY
        rows, seen_at = self._rows, SEEN_AT[_BOARD * (place & 3) : _BOARD * ((place & 3) + 1)]
        first = FIRST_SHAMAN + _BOARD * (FACES * side + (place >> 2) % FACES)
        shamans, awake = spaces_in(key & FIELD), spaces_in(key >> 25 & FIELD)
        return (
            rows[FIRST_COUNT + (SHAMANS + 1) * side + len(shamans)]
            + sum(rows[first + seen_at[space]] for space in shamans)
            + sum(rows[FIRST_AWAKE + _BOARD * side + seen_at[space]] for space in awake)
        )


def _in_lanes(weights: Sequence[int]) -> int:
    """Return signed numbers as one: their sum, each shifted to its lane."""
    return int.from_bytes(_LANES.pack(*[weight + 128 for weight in weights]), "little") - 128 * _ONES


def knows(megaliths: Iterable[Megalith]) -> bool:
    """Return whether a net knows some megaliths: the base ones."""
    return all(stone in NUMBERS for stone in megaliths)


@cache
def sage_net() -> Net:
    """Return the net of `SagePlayer`."""
    return Net(files("cairn_rules.cairn.players").joinpath("sage.net").read_bytes())
