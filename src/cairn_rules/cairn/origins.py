"""Where megaliths are from: the distribution of each that is not of the box."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cairn_rules.cairn import megaliths
from cairn_rules.cairn.powers import Megalith
from cairn_rules.plugins import origin_of

_BOX: Final = megaliths.__name__


def origin(megalith: Megalith) -> str | None:
    """The distribution of a megalith with its version; None in the box, and for those of a program itself."""
    module = getattr(megalith.functions[0], "__module__", None)
    return origin_of(module) if isinstance(module, str) and module != _BOX else None


def origins(stones: Iterable[Megalith]) -> dict[str, str]:
    """The origin of each megalith that has one, by id."""
    found = {megalith.id: origin(megalith) for megalith in stones}
    return {id: each for id, each in sorted(found.items()) if each is not None}
