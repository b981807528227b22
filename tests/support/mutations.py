"""Documents with one thing changed, most of which are no documents any more."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from support.stones import CUSTOM

WORDS = [
    *("a1", "e5", "f6", "village", "sea", "forest", "white", "own", "deer", "dawn", "nosuch", "type", "turn", "seen"),
    *("use-power", "over", "banish", "together", "pass", "exchange-shamans", "third-megalith", "", "\0", "\ud800"),
    *CUSTOM.ids,
]
leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS) | st.text(max_size=5)
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS) | st.text(), inner, max_size=3),
    max_leaves=10,
)
"""Anything that JSON can say, and more: numbers of any size, too."""


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every part of a document: what it is in, and the key or index that it has there."""
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield data, key
        yield from places(data[key])


@st.composite
def mutated(draw: st.DrawFn, data: Any) -> Any:
    """A document with one or two of its parts replaced, taken out, or there twice."""
    data = copy.deepcopy(data)
    for _ in range(draw(st.integers(1, 2))):
        parts = list(places(data))
        where, key = draw(st.sampled_from(parts))
        other, other_key = draw(st.sampled_from(parts))
        match draw(st.sampled_from(["replace", "delete", "copy", "add"])):
            case "replace":
                where[key] = draw(values)
            case "delete":
                del where[key]
            case "copy":
                where[key] = copy.deepcopy(other[other_key]) if other_key in other or isinstance(other, list) else None
            case _ if isinstance(where, dict):
                where[draw(st.sampled_from(WORDS))] = draw(values)
            case _:
                where.append(copy.deepcopy(where[key]))
    return data
