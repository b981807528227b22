"""JSON forms of types that are not simply objects with a key for each field: texts, unions, conversions, ids."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, Generic, TypeAlias, TypeVar, final

from attrs import NOTHING, Attribute, field, fields, frozen, make_class

from cairn_rules.argument_checks import checked
from cairn_rules.codec.faults import Mismatch
from cairn_rules.errors import shown
from cairn_rules.game import ADDED_LATER
from cairn_rules.registry import Content

T = TypeVar("T")
EnumT = TypeVar("EnumT", bound=Enum)
WrittenT = TypeVar("WrittenT")

Data: TypeAlias = Any
"""Plain JSON data: a dict with text keys, a list, a text, a number, True, False or None."""

TAG: Final = "type"
"""The key with the tag of an object's class, for the members of a union."""


@final
@frozen
class Text(Generic[T]):
    """The JSON form of a type whose values are written as one text each."""

    what: str
    """A description of a valid text, for errors, such as `a space, a1 to e5`."""
    write: Callable[[T], str]
    """A function that returns the text of a value."""
    read: Callable[[str], T]
    """A function that returns the value of a text. It raises an error for an invalid text."""
    schema: Mapping[str, Data] = field(hash=False)
    """Further keys of the JSON Schema of the text."""


@final
@frozen
class Union:
    """The JSON form of a union whose values are written as objects with the tag of their class."""

    members: Mapping[str, type[Any]]
    """The classes of the union, by tag."""
    others: Callable[[str], type[Any] | None] | None
    """For an open union, a function that returns the class of any other tag, or None."""
    hint: str
    """A remark for the error about an unknown tag."""
    text: Any
    """The type of those values that are written without a tag; None if there are no such values."""
    name: str = ""
    """The name in JSON Schemas. A union whose members contain it needs one."""


@final
@frozen
class Form(Generic[T, WrittenT]):
    """The JSON form of a class whose values are converted to another class before they are written."""

    form: type[WrittenT]
    """The other class, with a field for each key of the object."""
    write: Callable[[T], WrittenT]
    """A function that converts a value to the other class."""
    read: Callable[[WrittenT], T]
    """A function that converts a value of the other class back."""


def form_class(
    kind: type[Any],
    instead: Mapping[str, tuple[str, Any]] = MappingProxyType({}),
    *,
    required: bool = False,
    missing: object = None,
) -> type[Any]:
    """Return the other class of a `Form`: one with the attributes of a class, but without their validators.

    Args:
        kind: The class.
        instead: Attributes that JSON holds in place of others: the new name and field, by the name of the replaced
            attribute.
        required: True if only keys that were added later may be left out (default: all keys with a default may be left
            out).
        missing: A value of the class that provides the attributes of missing keys (default: the defaults of the class).
    """
    names = {each.name: instead.get(each.name, (each.name,))[0] for each in fields(kind) if each.init}

    def transformed(_: type, attributes: list[Attribute[Any]]) -> list[Attribute[Any]]:
        known = {each.name: each for each in attributes}
        return [plain(known[name]) for name in names.values()]

    def plain(each: Attribute[Any]) -> Attribute[Any]:
        default = each.default if missing is None else getattr(missing, each.name)
        if required and not each.metadata.get(ADDED_LATER):
            default = NOTHING
        return each.evolve(default=default, validator=None)

    # A subclass, because the types of inherited attributes are found by the modules of the classes that declare them.
    return make_class(
        f"{kind.__name__}Form",
        dict(instead.values()),
        bases=(kind,),
        slots=True,  # or a slot of the class would hide an attribute instead of it
        field_transformer=transformed,
    )


def checked_form(kind: Callable[..., T], form: type[Any], check: Callable[[T], None] = lambda _: None) -> Form[T, Any]:
    """Return the form of a class that is written attribute by attribute, and checked as a whole when it is read.

    The form has some or all attributes of the class, as `form_class` returns it. `kind` is the class, or a function
    that makes a value of the same attributes. `check` raises an error for an impossible value (default: the class
    checks all).
    """
    names = [each.name for each in fields(form)]

    def write(value: T) -> Any:
        return form(**{name: getattr(value, name) for name in names})

    def read(written: Any) -> T:
        value = kind(**{name: getattr(written, name) for name in names})
        check(value)
        return value

    return Form(form, write, read)


@final
@frozen
class ById(Generic[T]):
    """The JSON form of a type whose values are written as an id where possible, or in full."""

    text: Text[T]
    """The form of the ids."""
    has_id: Callable[[T], bool]
    """A function that returns whether a value has an id."""
    full: Any
    """The type to write a value without an id as."""


def tag_of(kind: type) -> str:
    """Return the default tag of a class: its name in lower case, the words joined by hyphens.

    Example:
        >>> from cairn_rules.cairn import SlideMegalith
        >>> tag_of(SlideMegalith)
        'slide-megalith'
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=.)(?=[A-Z][a-z])", "-", kind.__name__).lower()


def members(kind: type[EnumT]) -> dict[str, EnumT]:
    """Return the members of an enumeration by their names in lower case."""
    return {member.name.lower(): member for member in kind}


@checked
def named(what: str, values: Mapping[str, T]) -> Text[T]:
    """Return the JSON form of a closed set of values, each written as its name.

    `what` describes a valid name, for errors.
    """
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


@contextmanager
def holding(variable: ContextVar[Any], value: T) -> Generator[T]:
    """Give a variable a value while the context is active."""
    token = variable.set(value)
    try:
        yield value
    finally:
        variable.reset(token)


@final
class ContentIds:
    """The JSON form of a game's content: each thing is written as its id.

    Ids are looked up in the default content.

    Example:
        >>> from cairn_rules.cairn import BASE_SET
        >>> ids = ContentIds(Content({"megaliths": BASE_SET}))
        >>> text = ids.text("megaliths", "a megalith")
        >>> text.write(BASE_SET["dawn"]), text.read("dawn").name
        ('dawn', 'Cairn of Dawn')
    """

    def __init__(self, content: Content) -> None:
        self._content: Final[ContextVar[Content]] = ContextVar("content", default=content)

    def looking_up(self, content: Content | None) -> AbstractContextManager[object]:
        """Look up ids in the given content while the context is active; for `Documents.looking_up`."""
        return holding(self._content, self._content.get() if content is None else content)

    def text(self, kind: str, what: str) -> Text[Any]:
        """Return the JSON form of the things of one kind, for `Codec.text`.

        `kind` is one of the content, such as `cards`; `what` is the name of such a thing with its article, such as `a
        card`, for errors.
        """
        return Text(
            what=f"the id of {what}",
            write=lambda thing: str(thing.id),
            read=lambda word: self._content.get()[kind][word],
            schema={"type": "string"},
        )
