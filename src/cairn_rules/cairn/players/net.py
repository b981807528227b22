"""The net of `SagePlayer`: its file, and its evaluation of positions in plain Python.

The hidden units of a position are 48 numbers of 15 bits, side by side in one long integer, so that one addition adds a
whole row of weights. Sums that many positions share are cached: those of a tribe's shamans, and those of the megaliths.
The output is a sum of products of two rows of numbers. A product of two long integers has one in its middle:
(1x + 2) * (3x + 4) is 3x² + 10x + 8, and 10 is 1 * 4 + 2 * 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pkgutil import get_data
from struct import Struct
from typing import Final, cast, final
from zlib import crc32

from cairn_rules.cairn.megaliths.megaliths import NUMBERS
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
from cairn_rules.cairn.state.bitboards import FIELD, spaces_in
from cairn_rules.cairn.state.board import SHAMANS, SPACES
from cairn_rules.cairn.state.layout import Layout
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending import ChooseAction
from cairn_rules.cairn.state.state import State
from cairn_rules.errors import DefinitionError, quoted

MAGIC: Final = b"CNET"
VERSION: Final = 1
SCALE: Final = 64
"""Scale of the stored weights: 64 stands for 1."""
LARGEST: Final = 127
"""The largest weight, in this unit."""
_HEADER: Final = Struct("<4s4HiI")
"""Magic, version, numbers of inputs and hidden units, scale, constant of the output in 1 / `SCALE`², then the CRC-32 of
all that is not in it."""
_CHECKED: Final = _HEADER.size - 4
"""Bytes of the header before the checksum."""
SIZE: Final = _HEADER.size + (INPUTS + 1) * HIDDEN
"""Size of a file, in bytes: the header, the weights from each input to the hidden units, and those to the output."""

_BOARD: Final = len(SPACES)
_LANE: Final = 15
"""Bits of a hidden unit. Two fill a digit of Python's long integers, so that the products below are quick."""


def _side_by_side(numbers: Iterable[int], bits: int) -> int:
    """Return numbers as one: their sum, each shifted by the given number of bits more than the last."""
    return sum(number << bits * place for place, number in enumerate(numbers))


_ZERO: Final = 1 << _LANE - 1
"""The zero of a unit. No lane overflows: at most `WIDTH` inputs are on, 38, so that a unit stays between -38 * 128 and
38 * 127."""
_SIGNS: Final = _side_by_side([_ZERO] * HIDDEN, _LANE)
_QUARTER: Final = HIDDEN // 4
"""Units in one of the products, every second one of a half: a product needs lanes of twice the bits."""
_HALF: Final = 2 * _QUARTER * _LANE
"""Bits of half the units."""
_WIDE: Final = 2 * _LANE
"""Bits of a lane of a product, and of a sum of products: below 2 ** 25, and 0 at its `_CENTRE`."""
_UNITS: Final = _side_by_side([(1 << _LANE) - 1] * _QUARTER, _WIDE)
_CENTRE: Final = 1 << _WIDE - 1
_CENTRES: Final = _side_by_side([_CENTRE] * _QUARTER, _WIDE)
_MIDDLE: Final = (_QUARTER - 1) * _WIDE
_SUM: Final = (1 << _WIDE) - 1
_OUTPUT_SCALE: Final = SCALE * SCALE
_ENEMY: Final = 32
"""Bit of a place that distinguishes the sides."""


def pack_net(inputs: Sequence[int], outputs: Sequence[int], constant: int) -> bytes:
    """Return the file of a net.

    The inputs have weights from -127 to 127, in 1 / `SCALE`: those of the first input to each hidden unit, and so on.
    The log-odds `constant`, in 1 / `SCALE`², are added.
    """
    weights = Struct(f"<{(INPUTS + 1) * HIDDEN}b").pack(*inputs, *outputs)
    header = _HEADER.pack(MAGIC, VERSION, INPUTS, HIDDEN, SCALE, constant, 0)[:_CHECKED]
    return header + crc32(header + weights).to_bytes(4, "little") + weights


def unpack_net(data: bytes) -> tuple[Sequence[tuple[int, ...]], tuple[int, ...], int]:
    """Return the weights in a net's file: those of each input, those of the hidden units, and the constant.

    Raises:
        DefinitionError: if the data are not bytes, or the file is damaged, or of another version or shape.
    """
    if not isinstance(data, bytes):
        raise DefinitionError(f"a net is given as the bytes of its file, path.read_bytes(), not as {quoted(data)}")
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
    if crc32(data[:_CHECKED] + data[_HEADER.size :]) != checksum:
        raise DefinitionError("the file of a net is damaged: its weights do not agree with its checksum")
    *rows, outputs = Struct(f"<{HIDDEN}b").iter_unpack(data[_HEADER.size :])
    return rows, outputs, constant


@final
class Net:
    """An evaluation of positions: a function of a state and a tribe. It knows only the base megaliths.

    `data` is the content of a net's file. Raise a `DefinitionError` if the file is damaged, or of another version or
    shape.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._weights, outputs, self._constant = unpack_net(data)
        self._outputs: tuple[int, ...] = tuple(
            _side_by_side(reversed(outputs[start : start + 2 * _QUARTER : 2]), _WIDE)
            for start in (0, 1, 2 * _QUARTER, 2 * _QUARTER + 1)
        )
        self._row = cache(self._pack_row)
        self._megaliths = lru_cache(maxsize=1 << 12)(self._add_megaliths)
        self._shamans = lru_cache(maxsize=1 << 15)(self._add_shamans)

    def __reduce__(self) -> tuple[object, ...]:
        return Net, (self._data,)  # without the caches

    def __call__(self, state: State, tribe: int, /) -> float:
        """Return the log-odds that a tribe wins a game that is not over.

        In the middle of a turn, the position is judged as if the turn ended now. If the game has a custom megalith,
        which the net does not know, the evaluation is that of `SeerPlayer`.
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
        units = total & signs - (signs >> _LANE - 1)
        # 3. the output
        first, second, third, fourth = self._outputs
        products = (units & _UNITS) * first + (units >> _LANE & _UNITS) * second
        products += (units >> _HALF & _UNITS) * third + (units >> _HALF + _LANE & _UNITS) * fourth
        output = (products + _CENTRES >> _MIDDLE & _SUM) - _CENTRE
        odds: float = (output + self._constant) / _OUTPUT_SCALE
        return odds if mover == tribe else -odds

    def _pack_row(self, number: int) -> int:
        """Return the weights of an input, packed when they are first used."""
        return _side_by_side(self._weights[number], _LANE)

    def _add_megaliths(self, layout: Layout, view: int) -> int | None:
        """Return the part of the sum that does not depend on the shamans; None if the net does not know a megalith."""
        if not knows(layout.all_megaliths):
            return None
        mover = view & 1
        row, seen_at = self._row, SEEN_AT[_BOARD * view : _BOARD * (view + 1)]
        return (
            _SIGNS
            + row(ALWAYS)
            + row(FIRST_SCORES + 3 * layout.scores[mover] + layout.scores[1 - mover])
            + sum(row(FIRST_UPCOMING + NUMBERS[stone]) for stone in layout.upcoming)
            + sum(row(FIRST_STONE + _BOARD * NUMBERS[stone] + seen_at[space]) for space, stone in layout.stones)
        )

    def _add_shamans(self, key: int) -> int:
        """Return the part of the sum that depends on the shamans of a side.

        The key is their bitboard, that of those on megaliths, the tribe to move, the faces of the tiles, and the side.
        """
        place = key >> 50
        side = place // _ENEMY
        row, seen_at = self._row, SEEN_AT[_BOARD * (place & 3) : _BOARD * ((place & 3) + 1)]
        first = FIRST_SHAMAN + _BOARD * (FACES * side + (place >> 2) % FACES)
        shamans, awake = spaces_in(key & FIELD), spaces_in(key >> 25 & FIELD)
        return (
            row(FIRST_COUNT + (SHAMANS + 1) * side + len(shamans))
            + sum(row(first + seen_at[space]) for space in shamans)
            + sum(row(FIRST_AWAKE + _BOARD * side + seen_at[space]) for space in awake)
        )


def knows(megaliths: Iterable[Megalith]) -> bool:
    """Return whether a net knows the given megaliths; it knows the base ones."""
    return all(stone in NUMBERS for stone in megaliths)


def sage_file() -> bytes:
    """Return the file of the net of `SagePlayer`."""
    return cast("bytes", get_data("cairn_rules.cairn.players", "sage.net"))  # `importlib.resources` is slow to import


@cache
def sage_net() -> Net:
    """Return the net of `SagePlayer`."""
    return Net(sage_file())
