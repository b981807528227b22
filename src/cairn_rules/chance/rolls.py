"""Rolls: the requests that rules make of dice, and their results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, assert_never, cast, final

from attrs import frozen

from cairn_rules.errors import CairnRulesError, DefinitionError, quoted

Kind: TypeAlias = Literal["face", "sum", "highest", "keep_highest", "check", "shuffle"]
"""The name of an operation of `Dice`."""


class DiceError(CairnRulesError, ValueError):
    """A script with an impossible value, or rules that exact odds cannot follow.

    Example:
        >>> from cairn_rules.chance import ScriptedDice
        >>> ScriptedDice([9]).face(8, purpose="damage")
        Traceback (most recent call last):
        cairn_rules.chance.rolls.DiceError: 9 is not a face of a d8 for 'damage': give a whole number from 1 to 8
    """


def is_whole(value: object) -> bool:
    """Return whether a value is a whole number. True and False are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def check_whole(name: str, value: Any, low: int, high: int) -> None:
    """Refuse a value that is not a whole number in a range, with a `DefinitionError`."""
    if not (is_whole(value) and low <= value <= high):
        raise DefinitionError(f"{name} must be a whole number from {low} to {high}, got {quoted(value)}")


def passes(face: int, target: int) -> bool:
    """Return whether a d20 passes a check. A 1 always passes, and a 20 always fails."""
    return face == 1 or (face <= target and face < 20)


@final
@frozen
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
    """The value of a check; None for other operations."""

    @property
    def label(self) -> str:
        """The purpose, with the rule in brackets."""
        return f"{self.purpose} [{self.rule}]" if self.rule else self.purpose

    def needed(self, index: int = 0) -> str:
        """Return a phrase for the value that a script needs for one of the dice, such as `a face of a d8 for 'damage'`.

        Args:
            index: The die, as an index of `sizes`.
        """
        if self.kind == "shuffle":
            return f"an order of {self.sizes[0]} items for {self.label!r}"
        place = f" (die {index + 1} of {len(self.sizes)})" if len(self.sizes) > 1 else ""
        return f"a face of a d{self.sizes[index]} for {self.label!r}{place}"

    def accept(self, value: object, index: int = 0) -> tuple[int, ...]:
        """Return a value from a script as a face, or as the order of a shuffle.

        Args:
            value: A face, or a list of positions (from 0) in the old order.
            index: The die that is thrown, as an index of `sizes`.

        Raises:
            DiceError: if the die has no such face, or the list does not contain each position once.
        """
        size = self.sizes[index]
        if self.kind == "shuffle":
            listed = isinstance(value, list | tuple)
            values: tuple[Any, ...] = tuple(cast("Sequence[Any]", value)) if listed else ()
            if all(map(is_whole, values)) and sorted(values) == list(range(size)):
                return values
            right = f"list each number from 0 to {size - 1} once"
        else:
            face: Any = value
            if is_whole(face) and 1 <= face <= size:
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
@frozen
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
        """The face, the sum or the highest face; for a check 1 (passed) or 0; for a shuffle the number of items."""
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
