"""Names loaded on first use, so that importing a package stays cheap (PEP 562)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import Any, Generic, TypeVar, cast, final

from attrs import field, frozen

from cairn_rules.errors import DefinitionError, cut

T = TypeVar("T")


def lazily(package: dict[str, Any], modules: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a `__getattr__` for a package, and make `dir` list its public names, loaded or not.

    Args:
        package: The package's `globals()`. It has a list `__all__`.
        modules: The module that each name is loaded from. If a module has the name itself and defines no such
            attribute, the name is the module.
    """

    def load(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package['__name__']!r} has no attribute {name!r}")
        module = import_module(modules[name])
        is_module = modules[name].endswith(f".{name}") and not hasattr(module, name)
        value = package[name] = module if is_module else getattr(module, name)
        return value

    package["__dir__"] = lambda: sorted(package["__all__"])
    return load


def _check_place(_: object, __: object, place: str) -> None:
    if not isinstance(place, str) or not re.fullmatch(r"\w+(\.\w+)*(:\w+(\.\w+)*)?", place):
        raise DefinitionError(f"{cut(repr(place), 100)} is not a place such as 'package.module:NAME'")


@final
@frozen
class Ref(Generic[T]):
    """A reference to a module, or to a value in one, imported on first use.

    Raises:
        DefinitionError: if the place is neither `package.module:NAME` nor `package.module`.

    Example:
        >>> from collections.abc import Callable
        >>> root: Ref[Callable[[float], float]] = Ref("math:sqrt")
        >>> root.load()(9)
        3.0
    """

    place: str = field(validator=_check_place)
    """The module, and the name of a value in it: `package.module:NAME`."""

    def load(self) -> T:
        """Import the module and return the value.

        Raises:
            DefinitionError: if the module cannot be imported or has no such name.
        """
        return cast("T", _loaded(self.place))


def resolve(part: Ref[T] | T) -> T:
    """Return a value, loaded first if it is given as a `Ref`."""
    return cast("Ref[T]", part).load() if isinstance(part, Ref) else part


@cache
def _loaded(place: str) -> object:
    module, _, name = place.partition(":")
    try:
        found: object = import_module(module)
        return cast("object", attrgetter(name)(found)) if name else found
    except (ImportError, AttributeError) as error:
        raise DefinitionError(f"cannot load {place!r}: {error}") from error
