"""Events, each with the rule that caused it."""

from __future__ import annotations

from typing import final

from attrs import frozen


@final
@frozen(slots=False)  # made in less time than with slots
class Event:
    """Something that happened, for logs and animation.

    Example:
        >>> print(Event("damage", "R96", "Freya loses 2 HP and has 1 left", who="Freya", amount=2))
        Freya loses 2 HP and has 1 left [R96]
    """

    code: str
    """A stable code for programs, such as `damage`."""
    rule: str
    """The number of the rule, such as `R96`."""
    text: str
    """A sentence for people, without a full stop."""
    who: str = ""
    """The name of the character concerned, or an empty text."""
    amount: int | None = None
    """The number in question, such as the HP lost."""
    text_id: str = ""
    """The id of the text with the details (see `texts`), such as `spell/sleep`, or an empty text."""

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"
