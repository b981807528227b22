"""Errors that name an argument of the wrong class, in place of those that Python raises deep inside a function."""

from __future__ import annotations

import builtins
import inspect
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, wraps
from importlib import import_module
from math import isnan
from operator import index
from types import ModuleType, UnionType
from typing import Any, Final, Literal, ParamSpec, TypeVar, Union, cast, get_args, get_origin, is_typeddict

from cairn_rules.errors import CairnRulesError, DefinitionError, quoted

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
REMEDIES: Final[dict[tuple[str, str], str | Callable[[Any], str]]] = {
    ("Match", "Record"): "Record.of(match) makes one",
    ("Review", "Record"): "give its annotated record, review.record",
    ("State", "Match"): "Match(game, state) starts one from a state",
    ("Match", "State"): "give its state, match.state",
    ("int", "Budget"): "write Budget(simulations=…)",
    ("str", "MakesPlayer"): "give a class of players, such as SagePlayer",
    ("str", "Callable"): "give the function itself, without quotes",
}
"""Remedies by the name of the class of a value and that of the right one; or functions that return one for a value."""


def is_of(*kinds: type) -> Callable[[object], bool]:
    """Return a predicate for instances of these classes."""
    return lambda value: isinstance(value, kinds)


def as_int(value: Any) -> int | None:
    """Return a whole number of any type, such as one of NumPy, as an `int`; None for others, and for True and False.

    Example:
        >>> as_int(7), as_int(7.0), as_int(True)
        (7, None, None)
    """
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function, so that errors name an argument of the wrong class.

    The arguments are compared with their annotations after the call, so that errors that the function itself raises are
    kept. Calls with arguments of the same classes as an earlier one cost next to nothing.

    Example:
        >>> from cairn_rules import Budget
        >>> @checked
        ... def think(budget: Budget | None = None) -> str:
        ...     return "done"
        >>> think(3)
        Traceback (most recent call last):
        cairn_rules.errors.DefinitionError: think: budget should be a Budget or None, not 3; write Budget(simulations=…)
    """
    right: set[tuple[object, ...]] = {()}
    """The classes of arguments that fit."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            result = function(*args, **kwargs)
        except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
            fault = None if isinstance(error, CairnRulesError) else next(_faults(function, args, kwargs), None)
            if fault is None:
                raise
            raise DefinitionError(fault) from error
        classes = tuple(map(type, args)) if not kwargs else (*map(type, args), *kwargs, *map(type, kwargs.values()))
        if classes in right:
            return result
        if tuple in classes or ModuleType in classes:
            classes = (*map(_class_of, args), *kwargs, *map(_class_of, kwargs.values()))
        if classes not in right:
            for fault in _faults(function, args, kwargs):
                raise DefinitionError(fault)
            if _decided_by_class(function, args, kwargs):
                right.add(classes)
        return result

    return call


def checked_class(kind: type[T]) -> type[T]:
    """Decorate a class, so that its constructor is `checked`."""
    constructor: Any = kind
    constructor.__init__ = checked(constructor.__init__)
    return kind


def wrong_argument(name: str, value: object, kind: Any) -> DefinitionError:
    """Return the error for an argument, or an item of one, that does not fit an annotation.

    Example:
        >>> wrong_argument("party[0]", "Ash", int)
        DefinitionError("party[0] should be a whole number, not 'Ash'")
    """
    return DefinitionError(_fault(name, value, kind))


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
                if not _fits(each, wanted.get(name, Any)):
                    yield f"{_name(function)}: {_fault(name, each, wanted[name])}"


def _name(function: Callable[..., object]) -> str:
    """Return the name of a function; of a constructor, that of the class."""
    return function.__qualname__.removesuffix(".__init__").rpartition("<locals>.")[2]


@cache
def _annotations(function: Callable[..., object]) -> tuple[inspect.Signature, Mapping[str, Any]]:
    names = _Names({**vars(builtins), **getattr(inspect.unwrap(function), "__globals__", {})})
    names.update(vars(sys.modules[function.__module__]))  # attrs makes constructors elsewhere
    names.packages = tuple(import_module(".".join(function.__module__.split(".")[:depth])) for depth in (2, 1))
    signature = inspect.signature(function)
    return signature, {name: _evaluated(each.annotation, names) for name, each in signature.parameters.items()}


def _evaluated(annotation: Any, names: _Names) -> Any:
    """Return the meaning of an annotation. `get_type_hints` of Python 3.14 does not ask for missing names."""
    if annotation is inspect.Parameter.empty:
        return Any
    found = eval(annotation, {}, names) if isinstance(annotation, str) else annotation  # noqa: S307 - it is code of ours
    return type(None) if found is None else found


class _Names(dict[str, Any]):
    """The names of a module. Names that only type checkers see are those of its packages, or accept any value."""

    packages: tuple[Any, ...] = ()

    def __missing__(self, name: str) -> Any:
        return next((getattr(each, name) for each in self.packages if hasattr(each, name)), _UNKNOWN)


class _Unknown:
    """An annotation that accepts any value, also with parameters or as part of a union."""

    def __getitem__(self, _: object) -> _Unknown:
        return self

    __or__ = __ror__ = __call__ = __getitem__


_UNKNOWN: Final = _Unknown()


def _fits(value: Any, kind: Any) -> bool:
    """Return whether a value fits an annotation, as far as this can be checked."""
    origin, inner = _shape(kind)
    if origin is Literal:
        return any(value == each for each in inner)
    if origin in (Union, UnionType):
        return any(_fits(value, each) for each in inner)
    if _is_series(kind) and not is_of(str, bytes)(value):
        kinds = (tuple, list) if origin is tuple else (origin,)
        if not is_of(*kinds)(value) or (origin is tuple and ... not in inner and len(value) != len(inner)):
            return False
        return all(_fits(each, inner[0]) for each in _items(value))
    kind = origin or kind
    if getattr(kind, "_is_protocol", False):
        return hasattr(value, "MANIFEST") or all(hasattr(value, name) for name in _members(kind))
    if origin is Mapping and is_of(Mapping)(value):
        return all(_fits(each, inner[1]) for each in value.values())
    if origin is not None:
        return is_of(origin)(value) and not is_of(str, bytes)(value)
    if is_typeddict(kind):
        return isinstance(value, Mapping)
    if kind in (int, float):
        return as_int(value) is not None or (kind is float and isinstance(value, float) and not isnan(value))
    return kind is Any or not isinstance(kind, type) or isinstance(value, kind)


@cache
def _members(protocol: type) -> frozenset[str]:
    """Return the public attributes that a protocol asks for. A game with a manifest can lack unused ones."""
    names = {name for each in protocol.__mro__ if getattr(each, "_is_protocol", False) for name in vars(each)}
    return frozenset(name for name in names if name == "__call__" or name[0] != "_")


def _class_of(value: object) -> object:
    """Return the class of a value; of a tuple, those of its items; and a module itself, which can be a game."""
    if type(value) is tuple:
        return (tuple, *map(type, cast("tuple[object, ...]", value)))
    return value if type(value) is ModuleType else type(value)


def _decided_by_class(function: Callable[..., object], args: tuple[object, ...], kwargs: Mapping[str, object]) -> bool:
    """Return whether other arguments with the same `_class_of` would fit the annotations as well."""
    signature, wanted = _annotations(function)
    kinds = [each for name in signature.bind(*args, **kwargs).arguments for each in _choices(wanted[name])]
    kinds += [inner for kind in kinds if _is_series(kind) for inner in _choices(get_args(kind)[0])]
    values = (*args, *kwargs.values())
    others = any(isinstance(each, Iterable | type) and not isinstance(each, str | tuple) for each in values)
    return not others and not any(kind is float or get_origin(kind) is Literal for kind in kinds)


@cache
def _shape(kind: Any) -> tuple[Any, tuple[Any, ...]]:
    return get_origin(kind), get_args(kind)


@cache
def _is_series(kind: Any) -> bool:
    """Return whether an annotation is that of a collection whose items are all of one kind."""
    return get_origin(kind) in _SERIES and len({*get_args(kind)} - {Ellipsis}) == 1


def _items(value: object) -> Collection[object]:
    """Return the items of a collection; none of a text or an iterator, which can be read only once."""
    return cast("Collection[object]", value) if isinstance(value, Collection) and not isinstance(value, str) else ()


def _fault(name: str, value: Any, kind: Any) -> str:
    """Return the fault of an argument, or of its first wrong item."""
    for each in _choices(kind):
        if _is_series(each):
            inner = get_args(each)[0]
            for place, item in enumerate(_items(value)):
                if not _fits(item, inner):
                    return _fault(f"{name}[{place}]", item, inner)
        if is_of(Mapping)(value) and get_origin(each) is Mapping:
            inner = get_args(each)[1]
            key = next(key for key, item in value.items() if not _fits(item, inner))
            return _fault(f"{name}[{quoted(key)}]", value[key], inner)
    own = cast("type[object]", type(value))
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
    name = getattr(_shape(kind)[0] or kind, "__name__", "")
    remedy = REMEDIES.get((type(value).__name__, name), "")
    return remedy if isinstance(remedy, str) else remedy(value)


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
