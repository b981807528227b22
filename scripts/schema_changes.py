"""What an older JSON Schema accepted and a newer one may refuse, for schemas of this library.

Definitions are compared by name, and the members of a union by tag or type. If in doubt, a change is reported: so is
another name for a definition, which does no harm.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

Schema: TypeAlias = dict[str, Any]

UNIONS: Final = ("anyOf", "oneOf")
NAMED: Final = ("properties", "$defs")
LOWER: Final = ("minimum", "minItems")
UPPER: Final = ("maximum", "maxItems", "maxProperties")
FREE: Final = ("$id", "title", "not")
"""What may change: names of the schema, and the tags that a custom member of a union must not have."""


def losses(old: Schema, new: Schema, place: str) -> Iterator[tuple[str, str]]:
    """Yield what an older schema accepted and a newer one may refuse: its place, and what is different there.

    Args:
        old: The older schema, or a part of it.
        new: The newer one.
        place: The name of the schema, or the place of the part: in a definition, its name and what follows.
    """
    if any(key in part for key in UNIONS for part in (old, new)):
        yield from _lost_of_parts(_members(old), _members(new), place)
    else:
        for key in old | new:
            yield from _lost_of_keyword(key, old.get(key), new.get(key), place)


def _lost_of_keyword(key: str, old: Any, new: Any, place: str) -> Iterator[tuple[str, str]]:
    if old == new or key in FREE:
        return
    if key in NAMED:
        yield from _lost_of_parts(old or {}, new or {}, "" if key == "$defs" else place)
    elif key == "prefixItems" and old and new:
        yield from _lost_of_parts(dict(enumerate(old)), dict(enumerate(new)), place)
    elif key == "required":
        yield from ((_inside(place, name), "it is required now") for name in new or () if name not in (old or ()))
    elif isinstance(old, dict) and isinstance(new, dict):
        yield from losses(old, new, place)
    elif key == "enum" and old and new:
        yield from ((_inside(place, value), "it is gone") for value in old if value not in new)
    elif old is None:
        yield place, f"it has {key} now, {json.dumps(new)}"
    elif not (new is None or old is False or (key in LOWER and new < old) or (key in UPPER and new > old)):
        yield place, f"{key} was {json.dumps(old)}, and is {json.dumps(new)}"


def _lost_of_parts(old: dict[Any, Any], new: dict[Any, Any], place: str) -> Iterator[tuple[str, str]]:
    for name, part in old.items():
        if name in new:
            yield from losses(part, new[name], _inside(place, name))
        else:
            yield _inside(place, name), "it is gone"


def _inside(place: str, name: object) -> str:
    return f"{place}.{name}" if place else str(name)


def _members(schema: Schema) -> dict[str, Schema]:
    """Return the members of a union by tag or type; any other schema is its only member."""
    named: dict[str, Schema] = {}
    for member in next((schema[key] for key in UNIONS if key in schema), [schema]):
        tag = member.get("properties", {}).get("type", {}).get("const")
        name = tag or member.get("$ref", "").rpartition("/")[2] or str(member.get("type") or next(iter(member)))
        while name in named:
            name += "'"
        named[name] = member
    return named
