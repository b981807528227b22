"""The key: a counter-based random generator as a value, and the dice that draw from it.

The generator is SHA-256 in counter mode, the same on every platform and in every release:

* Word `n` of key `k` is the first 13 hexadecimal digits (52 bits) of the SHA-256 of the text `k,n`, with both
  numbers in decimal. `printf 7,0 | sha256sum` shows word 0 of key 7.
* A number below `b` is `word % b`. A word that is not below the largest multiple of `b` up to 2**52 is skipped, so
  that all results are equally likely. The counter is the number of the next word.
* A die with `s` sides shows 1 plus a number below `s`. The dice of a roll are thrown from left to right.
* A shuffle of `m` items is that of Fisher and Yates: for `i` from `m - 1` down to 1, the items at `i` and `j` change
  places, where `j` is a number below `i + 1`.
* Faces of real dice that a `Chance` holds come first: a roll takes one for each die, and a shuffle one for each item.
  All that are left are dropped if they do not fit, because another decision was made than when they were thrown.
* The key of seed 7 is the first 13 hexadecimal digits of the SHA-256 of the text `seed 0x7` (`seed -0x7` for -7).
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from struct import Struct
from typing import Any, Final, cast, final

from cairn_rules.chance.dice import MAX_SIDES, Dice, Request, check_whole
from cairn_rules.checks import as_int, checked
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import ADDED_LATER

WORD_BITS: Final = 52
"""Size of a key and of a word of the generator, in bits. Every JSON reader keeps such numbers exactly."""
_WORDS: Final = 1 << WORD_BITS
_first_bytes: Final = Struct(">Q").unpack_from


def _check_word(chance: object, attribute: Any, value: int) -> None:
    if type(value) is not int or not 0 <= value < _WORDS:  # quicker than the whole check, which words the error
        number = check_whole(f"{attribute.name} of a Chance", value, 0, _WORDS - 1)
        object.__setattr__(chance, attribute.name, number)  # JSON and equality want a plain number


def _check_faces(chance: object, _: Any, faces: object) -> None:
    if type(faces) is tuple and not faces:  # quicker
        return
    if not isinstance(faces, list | tuple):
        raise DefinitionError(f"faces of a Chance should be a tuple such as (3, 8), got {quoted(faces)}")
    numbers = [check_whole("a face of a Chance", face, 0, MAX_SIDES) for face in cast("Sequence[object]", faces)]
    object.__setattr__(chance, "faces", tuple(numbers))  # as above


def _word(text: bytes) -> int:
    # Eight bytes are 64 bits, of which the last twelve are dropped.
    word: int = _first_bytes(sha256(text).digest())[0]
    return word >> 12


def _below(key: int, used: int, bound: int) -> tuple[int, int]:
    """Return a number below a bound and the number of the next word."""
    end = _WORDS - _WORDS % bound
    while (word := _word(b"%d,%d" % (key, used))) >= end:
        used += 1
    return word % bound, used + 1


@final
@frozen(repr=False)
class Chance:
    """A key and a counter: all chance still to come in a game, as a field of its state.

    In the state from which a game with real dice started, `faces` are those that were thrown, so that its record
    replays it: `apply` uses them before the key. See `faces_of`.

    All of these belong to the equality and the JSON of a state, and never to an observation: they determine every later
    result. `observe` leaves the field out, and `sample_hidden` fills it with `Chance.draw`.

    Raises:
        DefinitionError: if a number is not a whole number from 0 to 2**52 - 1, or a face none up to 2**52.

    Example:
        >>> chance = Chance.from_seed(7)
        >>> chance
        Chance(key=3712283597139984, used=0)
        >>> chance.below(6)
        (5, Chance(key=3712283597139984, used=1))
    """

    key: int = field(validator=_check_word)
    """The key, from 0 to 2**52 - 1."""
    used: int = field(default=0, validator=_check_word)
    """The number of the next word, from 0 to 2**52 - 1."""
    faces: tuple[int, ...] = field(default=(), validator=_check_faces, metadata={ADDED_LATER: True})
    """Faces of real dice that come next, before those of the key; for a shuffle, its order as positions (from 0)."""

    def __repr__(self) -> str:
        faces = f", faces={self.faces}" if self.faces else ""
        return f"{type(self).__name__}(key={self.key}, used={self.used}{faces})"

    @classmethod
    def from_seed(cls, seed: int) -> Chance:
        """Return the chance of a new game.

        The seed is any whole number.

        Raises:
            DefinitionError: if the seed is not a whole number.
        """
        number = as_int(seed)
        if number is None:
            raise DefinitionError(f"a seed must be a whole number, got {quoted(seed)}")
        return cls(_word(f"seed {number:#x}".encode()))

    @classmethod
    @checked
    def draw(cls, rng: Random) -> Chance:
        """Return a fresh key, for `sample_hidden`."""
        return cls(rng.getrandbits(WORD_BITS))

    def below(self, bound: int) -> tuple[int, Chance]:
        """Return a number from 0 to `bound - 1`, all equally likely, and the advanced chance.

        Raises:
            DefinitionError: if the bound is not a whole number from 1 to 2**52.
        """
        value, used = _below(self.key, self.used, check_whole("a bound", bound, 1, MAX_SIDES))
        return value, Chance(self.key, used, self.faces)


@final
class KeyedDice(Dice):
    """Dice that draw from a key, after the faces of real dice if there are any.

    Example:
        >>> dice = KeyedDice(Chance(7))
        >>> dice.sum(3, 6, purpose="gold"), dice.shuffle("abcd", purpose="deck")
        (14, ('c', 'b', 'd', 'a'))
        >>> dice.chance
        Chance(key=7, used=6)
        >>> dice = KeyedDice(Chance(7, faces=(2, 6, 6, 4)))
        >>> dice.sum(3, 6, purpose="gold"), dice.chance
        (14, Chance(key=7, used=0, faces=(4,)))
    """

    __slots__ = ("_faces", "_key", "_used")

    def __init__(self, chance: Chance, /) -> None:
        if not isinstance(chance, Chance):
            raise DefinitionError(f"keyed dice need a Chance such as Chance.from_seed(7), got {quoted(chance)}")
        super().__init__()
        self._key, self._used, self._faces = chance.key, chance.used, chance.faces

    @property
    def chance(self) -> Chance:
        """The advanced chance, for the new state."""
        return Chance(self._key, self._used, self._faces)

    def _below(self, bound: int) -> int:
        value, self._used = _below(self._key, self._used, bound)
        return value

    def draw(self, request: Request, /) -> tuple[int, ...]:
        """Draw the values of a request from the key, or from the faces of real dice if those fit it."""
        is_shuffle = request.kind == "shuffle"
        if self._faces:
            count = request.sizes[0] if is_shuffle else len(request.sizes)
            values, self._faces = self._faces[:count], self._faces[count:]
            if _fit(values, request):
                return values
            self._faces = ()
        if not is_shuffle:
            return tuple([1 + self._below(sides) for sides in request.sizes])
        order = list(range(request.sizes[0]))
        key, used = self._key, self._used
        for i in range(len(order) - 1, 0, -1):
            j, used = _below(key, used, i + 1)
            order[i], order[j] = order[j], order[i]
        self._used = used
        return tuple(order)


def _fit(values: tuple[int, ...], request: Request) -> bool:
    """Return whether values can be the result of a request."""
    if request.kind == "shuffle":
        return sorted(values) == list(range(request.sizes[0]))
    return len(values) == len(request.sizes) and all(
        1 <= face <= sides for face, sides in zip(values, request.sizes, strict=True)
    )
