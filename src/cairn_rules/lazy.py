"""Names loaded on first use, so that importing a package stays cheap (PEP 562)."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar, cast, final

from cairn_rules.errors import DefinitionError, cut
from cairn_rules.frozen_classes import field, frozen

T = TypeVar("T")

_ALL: Final = re.compile(r"^__all__ = \[(.*?)\]", re.MULTILINE | re.DOTALL)
"""The names that a module offers."""


def load_lazily(package: dict[str, Any], names: Mapping[str, Iterable[str]] = MappingProxyType({})) -> None:
    """Load names of a package and its submodules when they are first used, and make `dir` list its public names.

    After `import cairn_rules`, a program can therefore call `cairn_rules.games.load`. Type checkers and editors know
    the submodules from the files. For a name of another public module, the error says where to import it from.
    `package` is the package's `globals()`. `names` has the names that each module is asked for, which may be a relative
    one; all other names are those of submodules.
    """
    modules = {name: module for module, several in names.items() for name in several}

    def load(name: str) -> Any:
        place = f"{package['__name__']}.{name}"
        try:
            if name in modules:
                value = getattr(import_module(modules[name], package["__name__"]), name)
            else:
                value = import_module(place)
        except ModuleNotFoundError as error:
            if error.name != place:
                raise
            elsewhere = _places(name)
            message = f"module {package['__name__']!r} has no attribute {name!r}{elsewhere}"
            # For `from … import`, Python would replace the message of an AttributeError by its own.
            if elsewhere and sys._getframe(1).f_code.co_name == "_handle_fromlist":
                raise ImportError(message, name=package["__name__"]) from None
            raise AttributeError(message, name=name) from None
        package[name] = value
        return value

    package["__getattr__"] = load
    if "__all__" in package:
        package["__dir__"] = lambda: sorted(package["__all__"])


def _places(name: str) -> str:
    """Return the end of an error about a missing name: the public modules that offer it; empty if none does.

    No module is imported. If several offer the name, those nearest to the package are named.

    Example:
        >>> _places("SagePlayer")
        ', which is in cairn_rules.players: from cairn_rules.players import SagePlayer'
        >>> _places("Placed"), _places("Stone Circle")
        (', which is in cairn_rules.korrigans.events: from cairn_rules.korrigans.events import Placed', '')
    """
    found = [] if name.startswith("_") else [module for module, names in _public_names().items() if name in names]
    depth = min((module.count(".") for module in found), default=0)
    modules = sorted(module for module in found if module.count(".") == depth)
    if not modules:
        return ""
    package, _, module = modules[0].rpartition(".")
    if len(modules) == 1:
        return f", which is in {modules[0]}: from {modules[0]} import {name}"
    return f", which is in {', '.join(modules)}: from {package} import {module}, then {module}.{name}"


@cache
def _public_names() -> Mapping[str, frozenset[str]]:
    """Return the names that each public module lists, read from its source."""
    from pathlib import Path  # noqa: PLC0415 - slow to import, rarely needed

    root = Path(__file__).parent
    found: dict[str, frozenset[str]] = {}
    for path in root.rglob("*.py"):
        if listed := _ALL.search(path.read_text(encoding="utf-8")):
            parts = path.relative_to(root.parent).with_suffix("").parts
            module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[module] = frozenset(re.findall(r'"(\w+)"', listed[1]))
    return found


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
