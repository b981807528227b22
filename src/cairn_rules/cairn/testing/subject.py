"""The megalith under test, with its functions as they were before their first call."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from copy import deepcopy
from types import CellType, FunctionType
from typing import Any, Final, cast, final

from cairn_rules.cairn.megaliths.decorators import Power, Ward
from cairn_rules.cairn.state.megalith_data import Megalith, OpponentDecides
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.testing.second_process import SecondLook
from cairn_rules.frozen_classes import Factory, field, frozen
from cairn_rules.testing.check import Trials

_MEMORIES: Final = (dict, list, set)
"""Mutable types in which a function can keep data between calls."""


def _as_they_are(examined: Examined) -> Mapping[Power | Ward, Callable[[], Any]]:
    return {function: _maker(function) for function in examined.megalith.functions}


@final
@frozen
class Examined:
    """The megalith under test."""

    megalith: Megalith
    fresh: Mapping[Power | Ward, Callable[[], Any]] = field(
        init=False, eq=False, repr=False, default=Factory(_as_they_are, takes_self=True)
    )
    """Factories for copies of its powers and ward, with lists, dicts, sets and caches as at first."""
    warnings: list[str] = field(init=False, eq=False, repr=False, factory=list[str])
    """Warnings, as sentences: not faults, but worth a look."""
    not_looked_for: list[str] = field(init=False, eq=False, repr=False, factory=list[str])
    """Checks that could not run, as sentences with the reason."""
    _looks: dict[Trials[State], SecondLook] = field(
        init=False, eq=False, repr=False, factory=dict[Trials[State], SecondLook]
    )

    def looked_at(self, trials: Trials[State], look: SecondLook) -> None:
        """Keep the results of a second process for the cases."""
        self._looks[trials] = look
        if look.absent is not None:
            self.not_looked_for.append(f"differences in another process, files and the environment: {look.absent}")

    def second_look(self, trials: Trials[State]) -> SecondLook:
        """Return the results of a second process for the cases."""
        return self._looks[trials]


def plain(power: Power | Ward) -> Power | Ward:
    """Return the designer's function, unwrapped if the opponent decides."""
    return power.power if isinstance(power, OpponentDecides) else power


def _maker(power: Power | Ward) -> Callable[[], Power | Ward]:
    function = plain(power)
    if not isinstance(function, FunctionType):
        return lambda: function
    kept = _copy(function, {})
    return lambda: _copy(kept, {})


def _copy(function: FunctionType, copies: dict[FunctionType, FunctionType]) -> FunctionType:
    """Copy a function and the functions of its module that it calls, with fresh copies of their data."""
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
