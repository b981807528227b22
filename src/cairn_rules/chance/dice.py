"""Dice: the source of chance for rules, the rolls that rules request, and their results."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias, TypeVar, assert_never, cast, final

from cairn_rules.checks import as_int
from cairn_rules.errors import CairnRulesError, DefinitionError, quoted
from cairn_rules.frozen_classes import frozen

Kind: TypeAlias = Literal["face", "sum", "highest", "keep_highest", "check", "shuffle"]
"""The name of an operation of `Dice`."""


class DiceError(CairnRulesError, ValueError):
    """A script with an impossible value, or rules that exact odds cannot follow.

    Example:
        >>> from cairn_rules.chance import ScriptedDice
        >>> ScriptedDice([9]).face(8, purpose="damage")
        Traceback (most recent call last):
        cairn_rules.chance.dice.DiceError: 9 is not a face of a d8 for 'damage': give a whole number from 1 to 8
    """


def check_whole(name: str, value: object, low: int, high: int) -> int:
    """Return a value that is a whole number in a range. True and False are not.

    Raises:
        DefinitionError: if it is not.
    """
    # The type is tried first: most values are plain numbers, and the rules check many.
    number = value if type(value) is int else as_int(value)
    if number is None or not low <= number <= high:
        raise DefinitionError(f"{name} must be a whole number from {low} to {high}, got {quoted(value)}")
    return number


def passes(face: int, target: int) -> bool:
    """Return whether a d20 passes a check. A 1 always passes, and a 20 always fails."""
    return face == 1 or (face <= target and face < 20)


@final
@frozen(slots=False)  # made in less time than with slots
class Request:
    """A roll or a shuffle that the rules ask for."""

    kind: Kind
    """The operation of `Dice`."""
    sizes: tuple[int, ...]
    """The number of sides of each die; for a shuffle, only the number of items."""
    purpose: str
    """The label that the rules gave it."""
    rule: str = ""
    """The number of the rule, or an empty text."""
    target: int | None = None
    """The target number of a check; None for other operations."""

    @property
    def label(self) -> str:
        """The purpose, with the rule in brackets."""
        return f"{self.purpose} [{self.rule}]" if self.rule else self.purpose

    def needed(self, index: int = 0) -> str:
        """Return a phrase for the value that a script needs next, such as `a face of a d8 for 'damage'`.

        The die is given as an index of `sizes`.
        """
        if self.kind == "shuffle":
            return f"an order of {self.sizes[0]} items for {self.label!r}"
        place = f" (die {index + 1} of {len(self.sizes)})" if len(self.sizes) > 1 else ""
        return f"a face of a d{self.sizes[index]} for {self.label!r}{place}"

    def accept(self, value: object, index: int = 0) -> tuple[int, ...]:
        """Return a value from a script as a face, or as the order of a shuffle.

        The value is a face of a die, given as an index of `sizes`, or a list of positions (from 0) in the old order.

        Raises:
            DiceError: if the die has no such face, or the list does not contain each position once.
        """
        size = self.sizes[index]
        if self.kind == "shuffle":
            listed = isinstance(value, list | tuple)
            values = cast("Sequence[object]", value) if listed else ()
            order = tuple([number for each in values if (number := as_int(each)) is not None])
            if len(order) == len(values) and sorted(order) == list(range(size)):
                return order
            right = f"list each number from 0 to {size - 1} once"
        else:
            face = as_int(value)
            if face is not None and 1 <= face <= size:
                return (face,)
            right = f"give a whole number from 1 to {size}"
        raise DiceError(f"{quoted(value)} is not {self.needed(index)}: {right}")

    def __str__(self) -> str:
        match self.kind:
            case "shuffle":
                return f"{self.label}: shuffle of {self.sizes[0]} items"
            case "sum":
                return f"{self.label}: {len(self.sizes)}d{self.sizes[0]}"
            case "check":
                return f"{self.label}: d20 against {self.target}"
            case "face" | "highest" | "keep_highest":
                best = "" if self.kind == "face" else "highest of "
                return f"{self.label}: {best}{' + '.join(f'd{sides}' for sides in self.sizes)}"
            case _:
                assert_never(self.kind)


@final
@frozen(slots=False)  # made in less time than with slots
class Roll:
    """A roll or a shuffle in the log of dice.

    Example:
        >>> from cairn_rules.chance import ScriptedDice
        >>> dice = ScriptedDice([3, 7, 12])
        >>> dice.highest((8, 10), purpose="damage", rule="R90"), dice.check(11, purpose="STR save")
        (7, False)
        >>> for roll in dice.log:
        ...     print(roll)
        damage [R90]: highest of d8 + d10: 3, 7 = 7
        STR save: d20 against 11: 12 = failed
    """

    request: Request
    """The request of the rules."""
    values: tuple[int, ...]
    """The face of each die; for a shuffle, the new order as positions (from 0) in the old one.

    The order of a hidden deck is a secret. The faces in a `Branch` are an example."""

    @property
    def value(self) -> int:
        """The face, the sum or the highest face.

        For a check, it is 1 (passed) or 0 (failed); for a shuffle, the number of items.
        """
        match self.request.kind:
            case "face" | "sum":
                return sum(self.values)
            case "highest" | "keep_highest":
                return max(self.values)
            case "check":
                return int(passes(self.values[0], self.request.target or 0))
            case "shuffle":
                return len(self.values)
            case _:
                assert_never(self.request.kind)

    def __str__(self) -> str:
        if self.request.kind == "shuffle":
            return str(self.request)
        result = ("failed", "passed")[self.value] if self.request.kind == "check" else self.value
        return f"{self.request}: {', '.join(map(str, self.values))} = {result}"


MAX_SIDES: Final = 1 << 52
"""Maximum number of sides of a die."""
MAX_DICE: Final = 1000
"""Maximum number of dice in a roll."""

T = TypeVar("T")


class Dice(ABC):
    """A source of chance for one call of `resolve`. Make new dice for the next call.

    Rules should request exactly what they need, because `branches` tries every result: a `check` has 2, a `sum` of 3d6
    has 16. Every call has a purpose and may name its rule, for logs and for players who throw real dice.

    Custom dice define `draw`, and call `super().__init__()` if they define `__init__`.

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
        return self._roll("face", (sides,), purpose, rule).values[0]

    def sum(self, n: int, sides: int, /, *, purpose: str, rule: str = "") -> int:
        """Throw `n` equal dice and return the sum of their faces."""
        number = check_whole("the number of dice", n, 1, MAX_DICE)
        return sum(self._roll("sum", (sides,) * number, purpose, rule).values)

    def highest(self, sizes: Sequence[int], /, *, purpose: str, rule: str = "") -> int:
        """Throw dice with these numbers of sides and return the highest face."""
        return max(self._roll("highest", _sizes(sizes), purpose, rule).values)

    def keep_highest(self, sizes: Sequence[int], /, *, purpose: str, rule: str = "") -> tuple[int, int]:
        """Throw dice and return the highest face and the index of the first die that shows it."""
        roll = self._roll("keep_highest", _sizes(sizes), purpose, rule)
        best = max(roll.values)
        return best, roll.values.index(best)

    def check(self, value: int, /, *, purpose: str, rule: str = "") -> bool:
        """Throw a d20 and return True if it shows at most the value. A 1 always passes, a 20 always fails."""
        target = check_whole("the value of a check", value, -MAX_SIDES, MAX_SIDES)
        return passes(self._roll("check", (20,), purpose, rule, target).values[0], target)

    def shuffle(self, items: Iterable[T], /, *, purpose: str, rule: str = "") -> tuple[T, ...]:
        """Return the items in a new order. Nothing is drawn or logged for fewer than two items."""
        old = tuple(items)
        if len(old) < 2:
            return old
        return tuple(map(old.__getitem__, self._roll("shuffle", (len(old),), purpose, rule).values))

    def _roll(self, kind: Kind, sizes: tuple[int, ...], purpose: str, rule: str, target: int | None = None) -> Roll:
        if not isinstance(purpose, str) or not purpose:
            raise DefinitionError(f"a purpose must be a short text such as 'damage', got {quoted(purpose)}")
        check_whole("the number of dice", len(sizes), 1, MAX_DICE)
        checked = tuple([check_whole("the number of sides of a die", sides, 1, MAX_SIDES) for sides in sizes])
        request = Request(kind, checked, purpose, rule, target)
        roll = Roll(request, self.draw(request))
        self._log.append(roll)
        return roll


def _sizes(sizes: Sequence[int]) -> tuple[int, ...]:
    if not isinstance(sizes, Iterable):
        raise DefinitionError(f"dice must be a list of numbers of sides such as (8, 10), got {quoted(sizes)}")
    return tuple(sizes)
