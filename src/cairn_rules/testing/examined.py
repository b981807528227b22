"""A megalith that is examined, with its powers as they were before anybody asked them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from copy import deepcopy
from types import CellType, FunctionType
from typing import Any, Final, cast, final

from attrs import Factory, field, frozen

from cairn_rules.cairn.powers import Megalith, Power

_MEMORIES: Final = (dict, list, set)
"""What functions remember things in."""


def _as_they_are(examined: Examined) -> Mapping[Power, Callable[[], Power]]:
    return {power: _maker(power) for power in examined.megalith.powers}


@final
@frozen
class Examined:
    """A megalith that is examined."""

    megalith: Megalith
    """The megalith."""
    fresh: Mapping[Power, Callable[[], Power]] = field(
        init=False, eq=False, repr=False, default=Factory(_as_they_are, takes_self=True)
    )
    """Makes copies of its powers, whose lists, dicts, sets and caches are as they were at first."""


def _maker(power: Power) -> Callable[[], Power]:
    if not isinstance(power, FunctionType):
        return lambda: power
    kept = _copy(power, {})
    return lambda: _copy(kept, {})


def _copy(function: FunctionType, copies: dict[FunctionType, FunctionType]) -> FunctionType:
    """A function with a memory of its own, and so the functions of its module that it calls."""
    names = dict(function.__globals__)
    cells = tuple(CellType() for _ in function.__closure__ or ())
    copied = FunctionType(function.__code__, names, function.__name__, deepcopy(function.__defaults__), cells or None)
    copied.__kwdefaults__ = deepcopy(function.__kwdefaults__)
    copied.__module__ = function.__module__
    copies[function] = copied
    for name, value in inspect.getclosurevars(function).globals.items():
        names[name] = _forgetting(value, function.__module__, copies)
    for cell, old in zip(cells, function.__closure__ or (), strict=True):
        cell.cell_contents = _forgetting(old.cell_contents, function.__module__, copies)
    return copied


def _forgetting(value: Any, module: str, copies: dict[FunctionType, FunctionType]) -> Any:
    if isinstance(value, _MEMORIES):
        return deepcopy(cast("Any", value))
    function = inspect.unwrap(value) if hasattr(value, "cache_clear") else value
    if isinstance(function, FunctionType) and function.__module__ == module:
        return copies[function] if function in copies else _copy(function, copies)
    return value
