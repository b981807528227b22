"""Errors that name an argument of the wrong class, in place of those that Python raises deep inside a function."""

from __future__ import annotations

import builtins
import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, wraps
from importlib import import_module
from types import UnionType
from typing import (
    Any,
    Final,
    Literal,
    ParamSpec,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from cairn_rules.checks import is_of
from cairn_rules.errors import DefinitionError, hint, quoted

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

_NOUNS: Final[Mapping[Any, tuple[str, str]]] = {
    bool: ("True or False", "True or False"),
    int: ("a whole number", "whole numbers"),
    str: ("a text", "texts"),
    type(None): ("None", "None"),
    Callable: ("a function", "functions"),
    Mapping: ("a dict", "dicts"),
}
"""Kinds in words: one, and several."""
_SERIES: Final = (Collection, Iterable, Sequence, frozenset, list, tuple)
"""Collections that may hold items of one kind."""
_REMEDIES: Final = {
    ("Creature", "Character"): "combat.creature makes a Character of it",
    ("Fighter", "Character"): "give its character, fighter.character",
    ("Match", "State"): "give its state, match.state",
    ("Party", "Character"): "give its members, party.members",
    ("list", "Dice"): "ScriptedDice takes a list of faces",
    ("str", "Goods"): "give a row of book().goods, such as book().goods['gear'][0]",
    ("str", "Route"): "wilderness.parse_legs reads a text",
}
"""Remedies by the class of a value and that of the right one."""
_SHELVES: Final = {"Background": "backgrounds", "Creature": "creatures", "Spell": "spells"}
"""The fields of the book that hold values of these classes by their ids."""


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function, so that errors name an argument of the wrong class.

    The arguments are compared with their annotations only after Python has raised an `AttributeError`, a `KeyError` or
    a `TypeError`.
    Correct calls cost next to nothing.

    Example:
        >>> from cairn_rules.cairn_rpg import Creature
        >>> @checked
        ... def tame(kind: Creature) -> str:
        ...     return kind.name
        >>> tame("wolf")
        Traceback (most recent call last):
        cairn_rules.errors.DefinitionError: tame: kind should be a Creature, not 'wolf'; give book().creatures['wolf']
    """

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except (AttributeError, KeyError, TypeError) as error:
            fault = next(_faults(function, args, kwargs), None)
            if fault is None:
                raise
            raise DefinitionError(fault) from error

    return call


def strictly_checked(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function as `checked` does, and also refuse wrong arguments that would cause no error.

    Use it for functions that only store an argument, such as a book. Errors that the function itself raises are kept.

    Example:
        >>> from cairn_rules.cairn_rpg import Book
        >>> @strictly_checked
        ... def remember(book: Book | None) -> dict[str, object]:
        ...     return {"book": book}
        >>> remember(3)
        Traceback (most recent call last):
        cairn_rules.errors.DefinitionError: remember: book should be a Book or None, not 3
    """
    usual = checked(function)

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        result = usual(*args, **kwargs)
        for fault in _faults(function, args, kwargs):
            raise DefinitionError(fault)
        return result

    return call


def wrong_argument(name: str, value: object, kind: Any) -> DefinitionError:
    """Return the error for an argument, or an item of one, that does not fit an annotation.

    Example:
        >>> wrong_argument("party[0]", "Ash", int)
        DefinitionError("party[0] should be a whole number, not 'Ash'")
    """
    return DefinitionError(_fault(name, value, kind))


def listed(name: str, values: Iterable[T], *kinds: type) -> tuple[T, ...]:
    """Return the items of an argument, which are of one of these classes.

    Raises:
        DefinitionError: if the argument is a text, or an item is of another class.

    Example:
        >>> listed("rows", [1, 2], int)
        (1, 2)
    """
    kind: Any = Union[kinds]  # noqa: UP007 - of classes that are known only now
    if isinstance(values, str):
        raise wrong_argument(name, values, Sequence[kind])
    items = tuple(values)
    for place, item in enumerate(items):
        if not isinstance(item, kinds):
            raise wrong_argument(f"{name}[{place}]", item, kind)
    return items


def unknown_name(given: Iterable[str], known: Sequence[str], what: str) -> str | None:
    """Return a sentence about the first name that is unknown; None if all are known.

    Example:
        >>> unknown_name(["nam"], ["name", "bond"], "a choice")
        "'nam' is not a choice; did you mean 'name'?"
    """
    return next((f"{quoted(name)} is not {what}; {hint(name, known)}" for name in given if name not in known), None)


def _faults(function: Callable[..., object], args: tuple[object, ...], kwargs: Mapping[str, object]) -> Iterator[str]:
    """Yield a sentence for each argument that does not fit its annotation."""
    signature, wanted = _annotations(function)
    try:
        given = signature.bind(*args, **kwargs).arguments
    except TypeError:  # an argument too few or too many: Python's own error says so
        return
    for name, value in given.items():
        kind = signature.parameters[name].kind
        if kind is not inspect.Parameter.VAR_KEYWORD:
            for each in value if kind is inspect.Parameter.VAR_POSITIONAL else (value,):
                if not _fits(each, wanted[name]):
                    yield f"{function.__name__}: {_fault(name, each, wanted[name])}"


@cache
def _annotations(function: Callable[..., object]) -> tuple[inspect.Signature, Mapping[str, Any]]:
    names = _Names({**vars(builtins), **getattr(function, "__globals__", {})})
    return inspect.signature(function), get_type_hints(function, localns=names)


class _Names(dict[str, Any]):
    """The names of a module. Names that only type checkers see accept any value."""

    def __missing__(self, name: str) -> Any:
        return Any


def _fits(value: object, kind: Any) -> bool:
    """Return whether a value fits an annotation, as far as this can be checked."""
    origin: Any = get_origin(kind)
    inner = get_args(kind)
    if origin is Literal:
        return any(value == each for each in inner)
    if origin in (Union, UnionType):
        return any(_fits(value, each) for each in inner)
    if _is_series(kind) and not isinstance(value, str):
        return is_of(origin)(value) and all(_fits(each, inner[0]) for each in _items(value))
    if origin is not None:
        return isinstance(value, origin) and not isinstance(value, str)
    if is_typeddict(kind):
        return isinstance(value, Mapping)
    return kind is Any or not isinstance(kind, type) or isinstance(value, kind)


def _is_series(kind: Any) -> bool:
    """Return whether an annotation is that of a collection whose items are all of one kind."""
    return get_origin(kind) in _SERIES and len({*get_args(kind)} - {Ellipsis}) == 1


def _items(value: object) -> Collection[object]:
    """Return the items of a collection; none of a text or an iterator, which can be read only once."""
    return cast("Collection[object]", value) if isinstance(value, Collection) and not isinstance(value, str) else ()


def _fault(name: str, value: object, kind: Any) -> str:
    """Return the fault of an argument, or of its first wrong item."""
    for each in _choices(kind):
        if _is_series(each):
            inner = get_args(each)[0]
            for place, item in enumerate(_items(value)):
                if not _fits(item, inner):
                    return _fault(f"{name}[{place}]", item, inner)
    own = type(value)
    seen = quoted(value) if isinstance(value, str | int | float | None) else _noun(own)
    if len(_items(value)) > 0:
        seen += f" of {len(_items(value))}"
    remedy = next(filter(None, (_remedy(value, each) for each in _choices(kind))), "")
    return f"{name} should be {_noun(kind)}, not {seen}" + (f"; {remedy}" if remedy else "")


def _choices(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _remedy(value: object, kind: Any) -> str:
    """Return a remedy that makes a value fit; empty if there is none."""
    if _is_series(kind):
        inner = get_args(kind)[0]
        if _fits(value, inner) and not isinstance(value, str):
            return "put it into a list"
        return next(filter(None, (_remedy(value, each) for each in _choices(inner))), "")
    if any(_fits(item, kind) for item in _items(value)):
        return "give one of them"
    name = getattr(kind, "__name__", "")
    if name in _SHELVES and isinstance(value, str):
        shelf = _SHELVES[name]
        book = import_module("cairn_rules.cairn_rpg.content.book_file").book()  # it imports this module
        known = getattr(book, shelf)
        return f"give book().{shelf}[{value!r}]" if value in known else f"the book has none; {hint(value, (*known,))}"
    return _REMEDIES.get((type(value).__name__, name), "")


def _noun(kind: Any, *, several: bool = False) -> str:
    """Return an annotation in words."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Literal, Union, UnionType):
        return " or ".join(repr(each) if origin is Literal else _noun(each, several=several) for each in inner)
    if _is_series(kind):
        return f"a {'tuple' if origin is tuple else 'list'} of {_noun(inner[0], several=True)}"
    known = Mapping if is_typeddict(kind) or kind is dict else origin or kind
    name = getattr(known, "__name__", "value")
    return _NOUNS.get(known, (f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}", f"{name}s"))[several]
