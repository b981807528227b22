"""Validators of attrs fields and arguments, whose errors quote the value and describe a valid one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, Final, TypeAlias, TypeGuard, TypeVar, cast

from attrs import Attribute

from cairn_rules.argument_checks import as_int as as_int  # noqa: PLC0414 - offered here as well
from cairn_rules.argument_checks import checked as checked  # noqa: PLC0414 - offered here as well
from cairn_rules.argument_checks import checked_class as checked_class  # noqa: PLC0414 - offered here as well
from cairn_rules.argument_checks import is_of as is_of  # noqa: PLC0414 - offered here as well
from cairn_rules.errors import (
    DefinitionError,
    Fault,
    NotationError,
    PowerError,
    SetupError,
    UnknownIdError,
    hint,
    quoted,
)

T = TypeVar("T")
Check: TypeAlias = Callable[[Any, "Attribute[Any]", Any], None]
"""A validator of an attrs field."""


def fits(kind: str, is_one: Callable[[object], bool]) -> Check:
    """Return a validator that accepts the values for which a predicate is true.

    `kind` describes a valid value, for the error.
    """

    def check(owner: object, attribute: Attribute[Any], value: object) -> None:
        if not is_one(value):
            name = getattr(owner, "id", None)
            who = type(owner).__name__ + (f" {name!r}" if name else "")
            raise DefinitionError(f"{who}: {attribute.name} should be {kind}, not {quoted(value)}")

    return check


def encoding_fault(text: str) -> str | None:
    r"""Return a phrase about a lone surrogate in a text; None if the text can be encoded.

    JSON can write such texts as `"\ud800"`, and Python reads them from file names, and from files with
    `errors="surrogateescape"`, in place of bytes that are not UTF-8. No encoding holds them.

    Example:
        >>> encoding_fault("the door"), encoding_fault("the d\ud800r")
        (None, 'half a character, the lone surrogate U+D800; write whole characters')
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        number = ord(text[error.start])
        if 0xDC80 <= number < 0xDD00:
            return f"the byte 0x{number - 0xDC00:02X} (U+{number:X}) is not UTF-8; save the text as UTF-8"
        return f"half a character, the lone surrogate U+{number:X}; write whole characters"
    return None


def decoding_fault(error: UnicodeError, before: int = 0) -> str:
    """Return a phrase about bytes that are not the encoding of a text, with the line.

    Args:
        error: The error of Python.
        before: Number of lines before the bytes of the error.
    """
    if not isinstance(error, UnicodeDecodeError):
        return f"not in the given encoding: {error}"
    data, encoding = bytes(error.object), error.encoding.upper()
    if not before and data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return f"not {encoding} but UTF-16, as '>' writes it in Windows PowerShell; save it as {encoding}"
    line = before + 1 + data.count(b"\n", 0, error.start)
    return f"not {encoding}: the byte 0x{data[error.start]:02X} on line {line}; save the file as {encoding}"


def is_text(value: object) -> TypeGuard[str]:
    """Return whether a value is a text without lone surrogates."""
    return isinstance(value, str) and encoding_fault(value) is None


whole_text: Final = fits("a text without lone surrogates", is_text)
"""A validator for texts that can be encoded."""


def given_text(text: object, what: str) -> str:
    """Return a text that is about to be parsed.

    `what` is a word for it, such as `action`, for the error.

    Raises:
        NotationError: if it is not a text, or holds a lone surrogate.
    """
    if not isinstance(text, str):
        raise NotationError(quoted(text), [Fault(what, f"expected text, got {type(text).__name__}")])
    if fault := encoding_fault(text):
        raise NotationError(text, [Fault(what, fault)])
    return text


def read_text(text: object, what: str, read: Callable[[str], T]) -> T:
    """Return the value of a text.

    White space around it is ignored. `what` is a word for it, such as `space`, for errors. `read` raises a
    `DefinitionError` or an `UnknownIdError` if the stripped text has no value.

    Raises:
        NotationError: if there is no value, or it is not a text.
    """
    written = given_text(text, what)
    try:
        return read(written.strip())
    except (DefinitionError, UnknownIdError) as error:
        raise NotationError(written, [Fault(what, str(error))]) from None


def is_line(value: object) -> TypeGuard[str]:
    """Return whether a value is one printable line of text, not blank."""
    return isinstance(value, str) and value.isprintable() and bool(value.strip())


line_of_text: Final = fits("one line of text for people", is_line)
"""A validator for one printable line of text, not blank."""


def one_of(*allowed: object) -> Check:
    """Return a validator that accepts only these values. The type must match exactly: 1 is not True."""
    return fits(
        " or ".join(map(repr, allowed)),
        lambda value: any(type(value) is type(each) and value == each for each in allowed),
    )


yes_or_no: Final = one_of(*(False, True))
"""A validator for True or False."""


def plain_number(value: T) -> T | int:
    """Return a whole number of any type as an `int`, and any other value as it is."""
    number = as_int(value)
    return value if number is None else number


def plain_int(value: int | None) -> int | None:
    """Return a whole number of any type as an `int`, and any other value as it is; a converter of fields."""
    return plain_number(value)


def plain_seat(value: int) -> int:
    """Return a seat number of any type as an `int`, and any other value as it is; a converter of fields."""
    return plain_number(value)


def check_least(name: str, value: object, least: int) -> int:
    """Return an argument after checking that it is a whole number of at least `least`. True and False are refused.

    Raises:
        DefinitionError: if it is not.
    """
    number = as_int(value)
    if number is None or number < least:
        raise DefinitionError(f"{name} should be a whole number from {least} up, not {quoted(value)}")
    return number


def check_seed(seed: object) -> int:
    """Return a seed after checking that it is a whole number. True and False are refused.

    Raises:
        DefinitionError: if it is not.
    """
    number = as_int(seed)
    if number is None:
        raise DefinitionError(f"seed should be a whole number, not {quoted(seed)}")
    return number


def seed_of(seed: object) -> int | None:
    """Return a seed after checking that it is a whole number or None. Raise a `DefinitionError` if it is neither."""
    number = as_int(seed)
    if number is None and seed is not None:
        raise DefinitionError(f"seed should be a whole number or None, not {quoted(seed)}")
    return number


def check_setup(name: str, value: object, *kinds: type) -> None:
    """Check that an argument of `new_game` is of one of these classes. True and False are refused.

    Raises:
        SetupError: if it is not.
    """
    if not isinstance(value, kinds) or isinstance(value, bool):
        right = " or ".join(kind.__name__.removesuffix("Type") for kind in kinds)
        raise SetupError(f"{name} should be {right}, not {quoted(value)}")


def turn_limit(max_turns: object) -> int | None:
    """Return a maximum number of turns after checking that it is a whole number from 1 up, or None.

    Raises:
        DefinitionError: if it is neither.
    """
    return None if max_turns is None else check_least("max_turns", max_turns, 1)


def tuple_of(is_one: Callable[[object], bool]) -> Callable[[object], bool]:
    """Return a predicate for tuples whose items all satisfy the given predicate."""
    return lambda value: isinstance(value, tuple) and all(map(is_one, cast("tuple[object, ...]", value)))


MOST: Final = 10**18
"""The largest count. Without a limit, a number could be too long to write."""


def is_count(value: object) -> bool:
    """Return whether a value is a whole number from 0 to `MOST`. True and False are not."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


whole_number: Final = fits("a whole number from 0 up", is_count)
"""A validator for whole numbers from 0 to `MOST`."""


def instance(kind: type) -> Check:
    """Return a validator for instances of a class."""
    name = kind.__name__
    return fits(f"{'an' if name[0] in 'AEIOU' else 'a'} {name}", is_of(kind))


def instances(kind: type) -> Check:
    """Return a validator for tuples of instances of a class."""
    return fits(f"a tuple of {kind.__name__}s", tuple_of(is_of(kind)))


def items_of(value: Iterable[T], right: str) -> tuple[T, ...]:
    """Return the items of a collection as a tuple.

    `right` describes a valid value, for the error. Raise a `DefinitionError` if the value is not iterable.
    """
    if not isinstance(value, Iterable):
        raise DefinitionError(f"{quoted(value)} is not {right}")
    return tuple(value)


_HINTS: Final = {
    "Match": "a Match is not a state: give its state, match.state",
    "Record": "a Record is not a state: give one of its states, record.replay()",
    "Observation": "an Observation is not a state: sample_hidden(observation, rng) draws one that agrees with it",
}


def text_hint(action: object) -> str:
    """Return the end of an error message for a text used as an action; empty for other values."""
    return f": it is text; convert it with parse_action({quoted(action)}, state)" if isinstance(action, str) else ""


def not_a_state(value: object) -> DefinitionError:
    """Return the error for a value that is not a state, with a remedy for a match, record or observation."""
    return DefinitionError(_HINTS.get(type(value).__name__) or f"{quoted(value)} is not a state of this game")


def check_state(value: object, *kinds: type) -> None:
    """Check that a value is a state of a game.

    Raises:
        DefinitionError: if it is not an instance of these classes.
    """
    if not isinstance(value, kinds):
        raise not_a_state(value)


@cache
def game_around(module: str) -> Any:
    """Return the game that a module belongs to: the nearest one around it that lists legal actions; None for none."""
    parts = module.split(".")
    around = (import_module(".".join(parts[:count])) for count in range(len(parts), 0, -1))
    return next((each for each in around if hasattr(each, "legal_actions")), None)


def as_state(value: object, kind: type[T]) -> T:
    """Return a state; for an observation of the same game, a state that agrees with it, always the same one.

    For functions whose answer depends on nothing that is hidden from the observer. `kind` is the class of the game's
    states, in a module of its package.

    Raises:
        DefinitionError: if it is neither.
    """
    if isinstance(value, kind):
        return value
    game = game_around(kind.__module__)
    if not isinstance(value, getattr(game, "Observation", ())):
        raise not_a_state(value)
    state: T = game.sample_hidden(value, Random(0))
    return state


def state_of_decider(value: object, kind: type[T]) -> T:
    """Return a state; for the observation of the seat that decides, a state that agrees with it.

    For functions whose answer depends on what only that seat may know. `kind` is the class of the game's states, in a
    module of its package.

    Raises:
        DefinitionError: if it is neither.
    """
    state = as_state(value, kind)
    if state is not value:
        decides = game_around(kind.__module__).current_player(state)
        if decides not in {None, cast("Any", value).player}:
            raise DefinitionError(
                f"seat {decides} decides, and the reason can depend on what only that seat knows; where the state is,"
                " why_illegal_for(game, state, action, viewer=seat) tells another seat what it may know"
            )
    return state


def check_observation(value: object, kind: type) -> None:
    """Check that a value is an observation of a game.

    Raises:
        DefinitionError: if it is not an instance of this class.
    """
    if not isinstance(value, kind):
        raise DefinitionError(f"{quoted(value)} is not an Observation of this game; observe(state, player) makes one")


def check_seat(player: object, seats: int, *, spectator: bool = True) -> int | None:
    """Return a seat number of a game, of any type of whole numbers, as an `int`; None for a spectator.

    `spectator` allows None. Raise a `DefinitionError` for anything else.
    """
    number = as_int(player)
    if not (spectator and player is None) and (number is None or number not in range(seats)):
        none = ", or None for a spectator" if spectator else ""
        raise DefinitionError(f"{quoted(player)} is not a player (0 to {seats - 1}{none})")
    return number


def chosen_parts(parts: Iterable[str], known: Sequence[str]) -> tuple[str, ...]:
    """Return the argument `parts` of a drawing as a tuple, which is empty for all parts.

    Raises:
        DefinitionError: if there is no such part.
    """
    chosen = (parts,) if isinstance(parts, str) else items_of(parts, "a name of a part of the drawing, or several")
    for part in chosen:
        if part not in known:
            raise DefinitionError(f"{quoted(part)} is not a part of the drawing; {hint(str(part), known)}")
    return chosen


def highlighted(highlight: object, kinds: tuple[type, ...], right: str, *, name: str = "highlight") -> tuple[Any, ...]:
    """Return the items of an argument of a drawing such as `highlight`, one or many.

    A text is one item. `right` describes a valid value, for the error. Raise a `DefinitionError` if an item is of
    another class.
    """
    items: tuple[object, ...] = (highlight,)
    if isinstance(highlight, Iterable) and not isinstance(highlight, (str, *kinds)):
        items = tuple(cast("Iterable[object]", highlight))
    for item in items:
        if not isinstance(item, kinds):
            raise DefinitionError(f"{name} should be {right}, not {quoted(item)}")
    return items


ActionT = TypeVar("ActionT")


class RemembersActions:
    """A slot for legal actions: those of a state, or of an observation of the seat that decides.

    It is never compared, hashed, copied or pickled.
    """

    __slots__ = ("_legal",)
    _legal: tuple[Any, ...]


def remember_actions(seen: object, state: object, player: int | None, rules: str) -> None:
    """Keep the legal actions of a state in its observation for the seat that decides, so that it need not sample one.

    The observation has a slot `_legal`. `rules` is the name of the module of the game's rules, which imports that of
    its observations.
    """
    game = import_module(rules)
    if player is not None and game.current_player(state) == player:
        with suppress(PowerError):  # whoever lists the actions meets it again
            object.__setattr__(seen, "_legal", game.legal_actions(state))


def agreed_actions(seen: object, kind: type, lists: Iterable[tuple[ActionT, ...]]) -> tuple[ActionT, ...]:
    """Return the legal actions that an observation remembers, or those common to all states that look the same.

    `lists` has the legal actions of each state; without states, the result is empty. Raise a `DefinitionError` if the
    value is not an observation of the game, or the lists differ.
    """
    if not isinstance(seen, kind):
        if type(seen).__name__ == kind.__name__:
            check_observation(seen, kind)
        raise not_a_state(seen)
    known: tuple[ActionT, ...] | None = getattr(seen, "_legal", None)
    if known is not None:
        return known
    different = list(dict.fromkeys(lists))
    if len(different) > 1:
        raise DefinitionError("the legal actions depend on information hidden from this seat")
    return different[0] if different else ()


def check_flag(**flags: object) -> None:
    """Check that arguments, given by name, are True or False. Raise a `DefinitionError` if one is neither."""
    for name, flag in flags.items():
        if type(flag) is not bool:
            raise DefinitionError(f"{name} should be True or False, not {quoted(flag)}")
