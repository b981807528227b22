"""Shapes of values in JSON that are neither objects of their own fields nor lists, ids of content among them."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from typing import Any, Final, Generic, TypeAlias, TypeVar, final

from attrs import frozen

from cairn_rules.codec.faults import Mismatch
from cairn_rules.errors import shown
from cairn_rules.registry import Content

T = TypeVar("T")
EnumT = TypeVar("EnumT", bound=Enum)
WrittenT = TypeVar("WrittenT")

Data: TypeAlias = Any
"""What JSON can say: a dict with texts as keys, a list, a text, a number, True, False or None."""

TAG: Final = "type"
"""The key that tells which member of a union an object is."""


@final
@frozen
class Text(Generic[T]):
    """How the values of a type are written: as one text each."""

    what: str
    """What the text is, in words, for whoever wrote another one."""
    write: Callable[[T], str]
    """Returns the text of a value."""
    read: Callable[[str], T]
    """Raises an error for a text that stands for no value."""
    schema: Mapping[str, Data]
    """The JSON Schema of the text."""


@final
@frozen
class Union:
    """How the values of a union are written: as objects with the tag of their class."""

    members: Mapping[str, type[Any]]
    """The class that each tag stands for."""
    others: Callable[[str], type[Any] | None] | None
    """Finds the class of any other tag, when the union is open."""
    hint: str
    """What to look at when it finds none."""
    text: Any
    """The type of those that are written as one text instead; None when there are none."""


@final
@frozen
class Form(Generic[T, WrittenT]):
    """How the values of a class are written: by way of another one, with a field for each key."""

    form: type[WrittenT]
    """The other class."""
    write: Callable[[T], WrittenT]
    """Returns a value as one of the other class."""
    read: Callable[[WrittenT], T]
    """Returns the value that one of the other class stands for."""


@final
@frozen
class ById(Generic[T]):
    """How the values of a type are written when some of them are known by an id: as the id, the others in full."""

    text: Text[T]
    """The ids."""
    has_id: Callable[[T], bool]
    """Returns whether a value has an id."""
    full: Any
    """The type as which the others are written."""


def tag_of(kind: type) -> str:
    """The tag of a class: its name in small letters, its words joined by hyphens.

    Example:
        >>> from cairn_rules import SlideMegalith
        >>> tag_of(SlideMegalith)
        'slide-megalith'
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=.)(?=[A-Z][a-z])", "-", kind.__name__).lower()


def members(kind: type[EnumT]) -> dict[str, EnumT]:
    """The members of an enumeration by their names in small letters."""
    return {member.name.lower(): member for member in kind}


def named(what: str, values: Mapping[str, T]) -> Text[T]:
    """How the values of a closed set are written: each by its name."""
    texts = {value: name for name, value in values.items()}

    def read(text: str) -> T:
        try:
            return values[text]
        except KeyError:
            raise Mismatch(f"{shown(text)} is not {what}") from None

    def write(value: T) -> str:
        try:
            return texts[value]
        except (KeyError, TypeError):
            raise Mismatch(f"{shown(value)} is not {what}") from None

    return Text(what, write, read, {"enum": list(values)})


@final
class ContentIds:
    """How the content of a game is written in documents: each thing as its id.

    Args:
        content: The game's own content.

    Example:
        >>> from cairn_rules import BASE_SET, LIGHT_SET
        >>> ids = ContentIds(Content({"megaliths": BASE_SET}))
        >>> text = ids.text("megaliths", "a megalith")
        >>> text.write(BASE_SET["dawn"]), text.read("dawn").name
        ('dawn', 'Cairn of Dawn')
    """

    def __init__(self, content: Content) -> None:
        self._content: Final[ContextVar[Content]] = ContextVar("content", default=content)

    @contextmanager
    def looking_up(self, content: Content | None) -> Generator[None]:
        """In what follows, look up ids in this content; for `Documents.looking_up`."""
        token = self._content.set(self._content.get() if content is None else content)
        try:
            yield
        finally:
            self._content.reset(token)

    def text(self, kind: str, what: str) -> Text[Any]:
        """Return how the things of a kind are written; for `Codec.text`.

        Args:
            kind: The kind of content, such as `cards`.
            what: What a thing is, such as `a card`, for messages.
        """
        return Text(
            what=f"the id of {what}",
            write=lambda thing: str(thing.id),
            read=lambda word: self._content.get()[kind][word],
            schema={"type": "string"},
        )
