"""Everything the library raises on purpose, and the reasons and faults that come with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen


@frozen
class Reason:
    """Why an action is illegal.

    Example:
        >>> print(Reason(code="move/occupied", text="a2 is occupied", rule="4.3"))
        a2 is occupied [move/occupied, rule 4.3]
    """

    code: str
    """A stable code for programs, such as `move/occupied`."""
    text: str
    """A sentence for people: it names the spaces and the tile faces."""
    rule: str
    """The number of the rule on the game's rules page, such as `4.3`."""

    def __str__(self) -> str:
        return f"{self.text} [{self.code}, rule {self.rule}]"


@frozen
class Fault:
    """One thing that is wrong with a text or with a state, and where it is."""

    where: str
    """The place: a field's name, with the column (from 1) when it stands in a text."""
    message: str
    """What is wrong there and what would be right."""

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


def cut(text: str, length: int) -> str:
    """The text, or its beginning when it is longer."""
    return text if len(text) <= length else f"{text[:length]}…"


def quoted(value: object) -> str:
    """A value as a message tells of it: at most about 200 characters.

    Example:
        >>> quoted("A"), quoted(10**5000)
        ("'A'", 'a number of thousands of digits')
    """
    try:
        return cut(repr(value), 200)
    except ValueError:
        return "a number of thousands of digits"


def _listed(faults: Sequence[Fault]) -> str:
    """The faults as one text; of a great many the first ones and their number."""
    shown = "; ".join(cut(str(fault), 1000) for fault in faults[:20])
    return shown if len(faults) <= 20 else f"{shown}; and {len(faults) - 20} more"


def hint(word: object, known: Sequence[str]) -> str:
    """What to say of an unknown word: the nearest known one, or else all of them."""
    guess = nearest(word, known)
    return f"did you mean {guess!r}?" if guess else f"known: {', '.join(known) or 'none'}"


def nearest(word: object, known: Sequence[str]) -> str | None:
    """The known word that is most like another one; None when none is like it."""
    from difflib import get_close_matches  # noqa: PLC0415 - rarely needed, and slow to import

    matches = get_close_matches(str(word)[:100].lower(), known, n=1)
    return matches[0] if matches else None


MOST_FAULTS: Final = 100
"""More are not told of one text or document."""


class CairnRulesError(Exception):
    """The ancestor of every error that this library raises on purpose."""


class IllegalActionError(CairnRulesError, ValueError):
    """An action was applied to a state in which it is not legal."""

    def __init__(self, action: object, reason: Reason, where: str) -> None:
        super().__init__(action, reason, where)
        self.action = action
        """The action that was refused."""
        self.reason = reason
        """Why it was refused."""
        self.where = where
        """The state in which it was refused, in short."""

    def __str__(self) -> str:
        return f"illegal action {self.action}: {self.reason} in {self.where}"


class UnsoundStateError(CairnRulesError, ValueError):
    """A state that cannot be: every fault of it is listed."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        """What is wrong, all of it."""
        super().__init__(self.faults)

    def __str__(self) -> str:
        return f"unsound state: {_listed(self.faults)}"


class NotationError(CairnRulesError, ValueError):
    """A text that is no action, no position or no record: every fault of it is listed."""

    def __init__(self, text: str, faults: Iterable[Fault]) -> None:
        self.text = text
        """The text that was given."""
        self.faults = tuple(faults)
        """What is wrong with it, all of it."""
        super().__init__(self.text, self.faults)

    def __str__(self) -> str:
        return f"cannot read {cut(self.text, 200)!r}: {_listed(self.faults)}"


class DocumentError(CairnRulesError, ValueError):
    """A JSON document or a board file that cannot be read, or a value that cannot be written as one."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        """What is wrong, all of it; where is a path such as `$.value.megaliths.b3`."""
        super().__init__(self.faults)

    def __str__(self) -> str:
        return f"bad document: {_listed(self.faults)}"


class MatchError(CairnRulesError, RuntimeError):
    """A match was asked for what it cannot do now: go on when it is over, take back what was never done."""


class UnknownIdError(CairnRulesError, LookupError):
    """An id that is not in a registry: the nearest known one is named."""

    def __init__(self, unknown: object, known: Sequence[str]) -> None:
        super().__init__(unknown, known)
        self.unknown = unknown
        """The id that was asked for."""
        self.known = tuple(known)
        """The ids that there are."""

    @property
    def nearest(self) -> str | None:
        """The known id that is most like the unknown one; None when none is like it."""
        return nearest(self.unknown, self.known)

    def __str__(self) -> str:
        return f"unknown id {cut(repr(self.unknown), 200)}; {hint(self.unknown, self.known)}"


class DuplicateIdError(CairnRulesError, ValueError):
    """Two different things with one id were put into a registry."""


class SetupError(CairnRulesError, ValueError):
    """A game was asked for that cannot be set up."""


class DefinitionError(CairnRulesError, ValueError):
    """A value of a game was defined wrongly: a megalith, an option, a space."""


class PowerError(CairnRulesError, RuntimeError):
    """A megalith's power or effect misbehaved; the fault is in the megalith, not in the caller."""
