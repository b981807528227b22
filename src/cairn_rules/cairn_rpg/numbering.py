"""Numbers and names of fighters, members and attacks, counted from 1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cairn_rules.errors import DefinitionError, cut, hint


def index_of(word: str, names: Iterable[str], what: str, numbered: str) -> int:
    """Return the index for a number from 1, or for a unique name with hyphens for spaces.

    Args:
        word: The number or the name. Case makes no difference.
        names: The names, in the order of their numbers. A number need not have one.
        what: One of the named things, such as `a fighter`, for the error.
        numbered: Everything that is numbered, such as `fighters and attacks`, for the error.

    Raises:
        DefinitionError: if the number is 0, or the name is unknown or that of several.
    """
    if word.isascii() and word.isdigit() and len(word) <= 3:
        if int(word) == 0:
            raise DefinitionError(f"{numbered} are numbered from 1")
        return int(word) - 1
    known = [_slug(name) for name in names]
    places = [place for place, name in enumerate(known) if name == _slug(word)]
    if len(places) > 1:
        numbers = " or ".join(str(place + 1) for place in places)
        raise DefinitionError(f"{cut(word, 100)!r} is the name of several: use the number, {numbers}")
    if not places:
        raise DefinitionError(f"{cut(word, 100)!r} is not the number or name of {what}; {hint(_slug(word), known)}")
    return places[0]


def label_of(index: int, names: Sequence[str]) -> str:
    """Return the name at an index, with its number from 1 if others are called the same.

    Example:
        >>> label_of(1, ["Wolf", "Wolf"]), label_of(0, ["Ada", "Bo"])
        ('Wolf (2)', 'Ada')
    """
    name = names[index]
    return f"{name} ({index + 1})" if names.count(name) > 1 else name


def _slug(name: str) -> str:
    return "-".join(name.lower().split())
