"""Events, each with the rule that caused it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast, final

from cairn_rules import phrasebook
from cairn_rules.cairn_rpg.event_table import EVENTS
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.phrasebook import Argument


@final
@frozen(slots=False, init=False)  # made in less time than with slots
class Event(phrasebook.Event):
    """Something that happened, for logs and animation. Its English sentence is made on demand.

    Example:
        >>> event = Event("damage", "R96", who="Freya", amount=2, left=1)
        >>> print(event)
        Freya loses 2 HP and has 1 left [R96]
        >>> event.code, event.who, event.amount, event.arguments["left"]
        ('damage', 'Freya', 2, 1)
    """

    code: str
    """A stable code for programs, such as `damage`."""
    rule: str
    """The number of the rule, such as `R96`."""
    arguments: Mapping[str, Argument] = field(hash=False)
    """The arguments of the sentence, by name; the table of events on the reference page lists those of each code."""

    def __init__(self, code: str, rule: str, /, **arguments: Argument) -> None:
        """Make an event from its code, the number of its rule, and its arguments."""
        values = self.__dict__
        values["code"] = code
        values["rule"] = rule
        values["arguments"] = arguments

    @property
    def text(self) -> str:
        """A sentence for people, without a full stop.

        An event of an old document may lack arguments. It then has its sentence as the argument `text`.

        Raises:
            DefinitionError: if the code is unknown or an argument is missing, and there is no argument `text`.
        """
        text = self.arguments.get("text")
        return text if isinstance(text, str) else EVENTS.english.filled(self.code, self.arguments)

    @property
    def who(self) -> str:
        """The name of the character concerned, or an empty text."""
        return str(self.arguments.get("who", ""))

    @property
    def amount(self) -> int | None:
        """The number in question, such as the HP lost."""
        return cast("int | None", self.arguments.get("amount"))

    @property
    def text_id(self) -> str:
        """The id of the text with the details (see `texts`), such as `spell/sleep`, or an empty text."""
        return cast("str", self.arguments.get("text_id", ""))

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"
