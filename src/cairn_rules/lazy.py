"""Names loaded on first use, so that importing a package stays cheap (PEP 562)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Generic, TypeVar, cast, final

from attrs import field, frozen

from cairn_rules.errors import DefinitionError, cut

T = TypeVar("T")


def load_lazily(package: dict[str, Any], modules: Mapping[str, str] = MappingProxyType({})) -> None:
    """Load names of a package and its submodules when they are first used, and make `dir` list its public names.

    After `import cairn_rules`, a program can therefore call `cairn_rules.games.load`. Type checkers and editors know
    the submodules from the files.

    Args:
        package: The package's `globals()`.
        modules: The module that each name is loaded from. All other names are those of submodules.
    """

    def load(name: str) -> Any:
        place = f"{package['__name__']}.{name}"
        try:
            value = getattr(import_module(modules[name]), name) if name in modules else import_module(place)
        except ModuleNotFoundError as error:
            if error.name != place:
                raise
            raise AttributeError(f"module {package['__name__']!r} has no attribute {name!r}") from None
        package[name] = value
        return value

    package["__getattr__"] = load
    if "__all__" in package:
        package["__dir__"] = lambda: sorted(package["__all__"])


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
    """Return a part of a manifest: a value, which is loaded first if it is given as a `Ref`.

    Example:
        >>> from cairn_rules import korrigans
        >>> from cairn_rules.manifest import resolve
        >>> [option.name for option in resolve(korrigans.MANIFEST.setup).options]
        ['players', 'side', 'board', 'variant']
    """
    return cast("Ref[T]", part).load() if isinstance(part, Ref) else part


@cache
def _loaded(place: str) -> object:
    module, _, name = place.partition(":")
    try:
        found: object = import_module(module)
        return cast("object", attrgetter(name)(found)) if name else found
    except (ImportError, AttributeError) as error:
        raise DefinitionError(f"cannot load {place!r}: {error}") from error
