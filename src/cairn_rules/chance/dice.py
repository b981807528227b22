"""Dice: the source of chance that rules ask."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from cairn_rules.chance.rolls import Kind, Request, Roll, check_whole
from cairn_rules.errors import DefinitionError, quoted

MAX_SIDES: Final = 1 << 52
"""Maximum number of sides of a die."""
MAX_DICE: Final = 1000
"""Maximum number of dice in a roll."""

T = TypeVar("T")


class Dice(ABC):
    """A source of chance for one `resolve`. Make new dice for the next one.

    Rules ask for exactly what they need, because `branches` tries every result: a `check` has 2, a `sum` of 3d6 has
    16. Every call has a purpose and may name its rule, for logs and for tables that throw real dice.

    Custom dice define `draw`, and call `super().__init__()` if they have an `__init__` of their own.

    Raises:
        DefinitionError: by every operation, if a number of dice (1 to 1000), a number of sides (1 to 2**52) or a
            purpose is impossible.

    Example:
        >>> class LoadedDice(Dice):
        ...     def draw(self, request):
        ...         return request.sizes
        >>> LoadedDice().sum(3, 6, purpose="gold")
        18
    """

    __slots__ = ("_log",)

    def __init__(self) -> None:
        self._log: list[Roll] = []

    @abstractmethod
    def draw(self, request: Request, /) -> tuple[int, ...]:
        """Return the face of each die, or the order of a shuffle as positions (from 0) in the old order."""

    @property
    def log(self) -> tuple[Roll, ...]:
        """All rolls and shuffles so far, in order."""
        return tuple(self._log)

    def face(self, sides: int, /, *, purpose: str, rule: str = "") -> int:
        """Throw a die and return its face, from 1."""
        return self._roll("face", (sides,), purpose, rule).value

    def sum(self, n: int, sides: int, /, *, purpose: str, rule: str = "") -> int:
        """Throw `n` equal dice and return the sum of their faces."""
        check_whole("the number of dice", n, 1, MAX_DICE)
        return self._roll("sum", (sides,) * n, purpose, rule).value

    def highest(self, sizes: Sequence[int], /, *, purpose: str, rule: str = "") -> int:
        """Throw dice with these numbers of sides and return the highest face."""
        return self._roll("highest", _sizes(sizes), purpose, rule).value

    def keep_highest(self, sizes: Sequence[int], /, *, purpose: str, rule: str = "") -> tuple[int, int]:
        """Throw dice and return the highest face and the index of the first die that shows it."""
        roll = self._roll("keep_highest", _sizes(sizes), purpose, rule)
        return roll.value, roll.values.index(roll.value)

    def check(self, value: int, /, *, purpose: str, rule: str = "") -> bool:
        """Throw a d20 and return True if it shows at most the value. A 1 always passes, a 20 always fails."""
        check_whole("the value of a check", value, -MAX_SIDES, MAX_SIDES)
        return bool(self._roll("check", (20,), purpose, rule, value).value)

    def shuffle(self, items: Iterable[T], /, *, purpose: str, rule: str = "") -> tuple[T, ...]:
        """Return the items in a new order. Nothing is drawn or logged for fewer than two items."""
        old = tuple(items)
        if len(old) < 2:
            return old
        return tuple(old[position] for position in self._roll("shuffle", (len(old),), purpose, rule).values)

    def _roll(self, kind: Kind, sizes: tuple[int, ...], purpose: str, rule: str, target: int | None = None) -> Roll:
        if not isinstance(purpose, str) or not purpose:
            raise DefinitionError(f"a purpose must be a short text such as 'damage', got {quoted(purpose)}")
        check_whole("the number of dice", len(sizes), 1, MAX_DICE)
        for sides in sizes:
            check_whole("the number of sides of a die", sides, 1, MAX_SIDES)
        request = Request(kind, sizes, purpose, rule, target)
        roll = Roll(request, self.draw(request))
        self._log.append(roll)
        return roll


def _sizes(sizes: Sequence[int]) -> tuple[int, ...]:
    if not isinstance(sizes, Iterable):
        raise DefinitionError(f"dice must be a list of numbers of sides such as (8, 10), got {quoted(sizes)}")
    return tuple(sizes)
