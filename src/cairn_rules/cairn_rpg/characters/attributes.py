"""The three attributes of a character, and scores with a maximum."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, final

from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.frozen_classes import field, frozen


@final
class Attribute(StrEnum):
    """An attribute that saves are made with (R48)."""

    STR = "STR"
    """Strength: force and poison."""
    DEX = "DEX"
    """Dexterity: speed, dodging, climbing, sneaking."""
    WIL = "WIL"
    """Willpower: persuading, deceiving, resisting, spells."""

    @property
    def field(self) -> str:
        """The name of the field of a `Character`, such as `strength`."""
        return _FIELDS[self]


_FIELDS = {Attribute.STR: "strength", Attribute.DEX: "dexterity", Attribute.WIL: "willpower"}


def check_is_score(_: object, field: Any, value: Any) -> None:
    """Check that a field holds a `Score`. A validator of an attrs field.

    Raises:
        DefinitionError: if it holds anything else, such as a plain number.
    """
    if not isinstance(value, Score):
        remedy = f"Score.full({value})" if type(value) is int else "a value and a maximum"
        raise DefinitionError(f"{field.name} should be a Score, not {quoted(value)}; give {remedy}")


def _check_score(score: Any, _: object, maximum: Any) -> None:
    value = score.value
    if type(value) is not int or type(maximum) is not int or not 0 <= value <= maximum:
        raise DefinitionError(f"a score has a value from 0 to its maximum, got {quoted(value)} of {quoted(maximum)}")


@final
@frozen
class Score:
    """The current value and the maximum of an attribute or of Hit Protection (R57).

    Raises:
        DefinitionError: if the value is negative or above the maximum.

    Example:
        >>> Score.full(12).less(5)
        Score(value=7, max=12)
    """

    value: int
    """The current value, from 0 to the maximum."""
    max: int = field(validator=_check_score)
    """The maximum."""

    @classmethod
    def full(cls, maximum: int) -> Score:
        """Return a score at its maximum."""
        return cls(maximum, maximum)

    def less(self, loss: int) -> Score:
        """Return the score after a loss, never below 0 (R57)."""
        return Score(max(0, self.value - loss), self.max)

    def more(self, gain: int) -> Score:
        """Return the score after a gain, never above the maximum (R57)."""
        return Score(min(self.max, self.value + gain), self.max)

    @property
    def restored(self) -> Score:
        """The score at its maximum."""
        return self if self.value == self.max else Score(self.max, self.max)

    def __str__(self) -> str:
        return str(self.max) if self.value == self.max else f"{self.value}/{self.max}"
