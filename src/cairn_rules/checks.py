"""Checked fields: what a value of the game may be made of, refused with an error that says what is right."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias, TypeGuard, TypeVar, cast

from attrs import Attribute

from cairn_rules.errors import DefinitionError, quoted

Check: TypeAlias = Callable[[Any, "Attribute[Any]", Any], None]
"""A validator of an attrs field."""


def fits(kind: str, is_one: Callable[[object], bool]) -> Check:
    """A check that a field's value is of a kind.

    Args:
        kind: What it should be, in words.
        is_one: Whether a value is.
    """

    def check(owner: object, attribute: Attribute[Any], value: object) -> None:
        if not is_one(value):
            name = getattr(owner, "id", None)
            who = type(owner).__name__ + (f" {name!r}" if name else "")
            raise DefinitionError(f"{who}: {attribute.name} should be {kind}, not {quoted(value)}")

    return check


def is_line(value: object) -> TypeGuard[str]:
    """Return whether a value is one line of text that can be printed."""
    return isinstance(value, str) and value.isprintable() and bool(value.strip())


line_of_text: Final = fits("one line of text for people", is_line)
"""A check that a field's value is one line of text that can be printed."""


def one_of(*allowed: object) -> Check:
    """A check that a field's value is one of a few, of the very same type."""
    return fits(
        " or ".join(map(repr, allowed)),
        lambda value: any(type(value) is type(each) and value == each for each in allowed),
    )


yes_or_no: Final = one_of(*(False, True))
"""A check that a field's value is True or False."""


def is_of(*kinds: type) -> Callable[[object], bool]:
    """Whether a value is an instance of one of some classes."""
    return lambda value: isinstance(value, kinds)


def tuple_of(is_one: Callable[[object], bool]) -> Callable[[object], bool]:
    """Whether a value is a tuple whose items all are of a kind."""
    return lambda value: isinstance(value, tuple) and all(map(is_one, cast("tuple[object, ...]", value)))


MOST: Final = 10**18
"""No game counts further; a number without a limit could be too long to be written."""


def is_count(value: object) -> bool:
    """Whether a value is a whole number from 0 up, of at most `MOST`."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


whole_number: Final = fits("a whole number from 0 up", is_count)
"""A check that a field's value is a whole number from 0 up."""


def instance(kind: type) -> Check:
    """A check that a field's value is of a class."""
    name = kind.__name__
    return fits(f"{'an' if name[0] in 'AEIOU' else 'a'} {name}", is_of(kind))


def instances(kind: type) -> Check:
    """A check that a field's value is a tuple of values of a class."""
    return fits(f"a tuple of {kind.__name__}s", tuple_of(is_of(kind)))


T = TypeVar("T")


def items_of(value: Iterable[T], right: str) -> tuple[T, ...]:
    """The items of a collection.

    Raises:
        DefinitionError: when it is none; it says what would be right.
    """
    if not isinstance(value, Iterable):
        raise DefinitionError(f"{quoted(value)} is not {right}")
    return tuple(value)


def only(kind: type) -> Callable[[Any, Attribute[Any], Any], None]:
    """A check that an attribute, or an item of it, is of a class."""

    def check(owner: object, attribute: Attribute[Any], value: object) -> None:
        if not isinstance(value, kind):
            raise DefinitionError(f"{type(owner).__name__}.{attribute.name}: {quoted(value)} is not a {kind.__name__}")

    return check


_HINTS: Final = {
    "Match": "a Match is not a state: give its state, match.state",
    "Record": "a Record is not a state: give one of its states, record.replay()",
    "Observation": "an Observation is not a state: sample_hidden(observation, rng) draws one that agrees with it",
}


def text_hint(action: object) -> str:
    """Return what to do with a text that was given for an action; nothing for other values."""
    return f": it is a text, which parse_action({quoted(action)}, state) reads" if isinstance(action, str) else ""


def not_a_state(value: object) -> DefinitionError:
    """Return the error for a value that is no state, with what to give in place of a match, record or observation."""
    return DefinitionError(_HINTS.get(type(value).__name__) or f"{quoted(value)} is not a state")


def check_state(value: object, *kinds: type) -> None:
    """Refuse a value that is no state of a game.

    Raises:
        DefinitionError: if it is none.
    """
    if not isinstance(value, kinds):
        raise not_a_state(value)


ActionT = TypeVar("ActionT")


def agreed_actions(lists: Iterable[tuple[ActionT, ...]]) -> tuple[ActionT, ...]:
    """Return the legal actions in states that a seat cannot tell apart, if all agree; none without states.

    Raises:
        DefinitionError: if they are not.
    """
    different = list(dict.fromkeys(lists))
    if len(different) > 1:
        raise DefinitionError("what is legal depends on what this seat does not know")
    return different[0] if different else ()
