"""Values that a format cannot hold, or that a reader does not understand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final, cast, final

from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.frozen_classes import fields, frozen, has

_ABSENT: Final = object()
_EMPTY: Final = (_ABSENT, None, (), "", frozenset[object]())


@final
@frozen
class Omission:
    """A value that is lost in the conversion to or from another format.

    Example:
        >>> print(Omission("$.inventory.stash", "foundry_cairn has no place for it"))
        $.inventory.stash: foundry_cairn has no place for it
    """

    path: str
    """The path of the value: of the character when writing, of the document when reading."""
    reason: str
    """The reason why it is left out, as the end of a sentence."""

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


def losses(character: Character, again: Character, format: str) -> tuple[Omission, ...]:
    """Return the values that a character lost when it was written and read again.

    `again` is the character that was read from the document, and `format` the name of the format, for the reasons.
    """
    return tuple(Omission(path, f"{format} {reason}") for path, reason in _differences(character, again, "$"))


def _differences(old: object, new: object, path: str) -> Iterator[tuple[str, str]]:
    """Yield the paths of the values that differ, as deep as they exist on both sides."""
    kind: type[Any] = type(old)
    if old == new:
        return
    if has(kind) and type(new) is kind:
        for each in fields(kind):
            if each.name == "notes":  # which every format holds, at one place or another
                continue
            yield from _differences(getattr(old, each.name), getattr(new, each.name), f"{path}.{each.name}")
    elif isinstance(old, tuple) and isinstance(new, tuple) and new:
        pairs = zip_longest(cast("tuple[object, ...]", old), cast("tuple[object, ...]", new), fillvalue=_ABSENT)
        for place, (one, other) in enumerate(pairs):
            yield from _differences(one, other, f"{path}[{place}]")
    elif old in _EMPTY:
        yield path, "adds a value here"
    elif new in _EMPTY:
        yield path, "has no place for it"
    else:
        yield path, "holds another value instead"
