"""Kept: what texts were found to stand for, so that it need not be found again."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final, Generic, TypeVar, final

from cairn_rules.registry import Registry

T = TypeVar("T")

MOST: Final = 1024
"""Before there are more, all are forgotten."""
LONGEST: Final = 2000
"""Longer texts are not kept."""


@final
class Kept(Generic[T]):
    """What texts stand for by a registry and some options; never so much that it could fill the memory."""

    def __init__(self) -> None:
        self._values: dict[tuple[str, int, Hashable], tuple[T, Registry[Any]]] = {}
        # The registry is kept as well, so that no other one can have its place in memory, which is in the key.

    def get(self, text: str, registry: Registry[Any], options: Hashable) -> T | None:
        """What a text was found to stand for; None when that is not kept."""
        found = self._values.get((text, id(registry), options))
        return None if found is None else found[0]

    def keep(self, text: str, registry: Registry[Any], options: Hashable, value: T) -> None:
        """Keep what a text stands for, unless it is very long."""
        if len(text) > LONGEST:
            return
        if len(self._values) >= MOST:
            self._values.clear()
        self._values[text, id(registry), options] = value, registry
