"""Names of a package that are loaded when they are first asked for, so that importing it stays cheap (PEP 562)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazily(package: dict[str, Any], modules: Mapping[str, str]) -> Callable[[str], Any]:
    """A `__getattr__` for a package.

    Args:
        package: The package's `globals()`.
        modules: The module that each name is loaded from.
    """

    def load(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package['__name__']!r} has no attribute {name!r}")
        value = package[name] = getattr(import_module(modules[name]), name)
        return value

    return load
