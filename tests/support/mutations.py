"""Texts and documents with one thing changed, most of which are none any more."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

from support.stones import CUSTOM

WORDS = [
    *("a1", "e5", "f6", "village", "sea", "forest", "white", "own", "deer", "dawn", "nosuch", "type", "turn", "seen"),
    *("use-power", "over", "banish", "together", "pass", "exchange-shamans", "third-megalith", "", "\0", "\ud800"),
    *CUSTOM.ids,
]
PIECES = [
    *"[]{};\"\\*.:-=,|/()+>#' \n\r\t\0\u2028\u0660\x1b\u202e",
    *("1.", "result:", "draw", "[Turn", '[State "', "9" * 20, "-1", "1e9", "\ud800", "\\ud800", "null", ""),
]
"""What damages texts: signs and words of the formats, and characters that no format needs."""


@st.composite
def damaged(draw: st.DrawFn, texts: Sequence[str]) -> str:
    """One of some texts with parts of it cut out, put in and repeated."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        at, end = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        end = end if draw(st.booleans()) else at + draw(st.integers(0, 2))
        text = text[:at] + draw(st.sampled_from([*PIECES, text[at:end] * 2])) + text[end:]
    return text


@st.composite
def damaged_bytes(draw: st.DrawFn, texts: Sequence[bytes]) -> bytes:
    """One of some texts as bytes with parts of it changed; most are still UTF-8."""
    text = draw(damaged([each.decode() for each in texts])).encode("utf-8", "surrogatepass")
    at = draw(st.integers(0, len(text)))
    return text[:at] + draw(st.sampled_from([b"", b"", b"\xff", b"\xc3", b"\xef\xbb\xbf"])) + text[at:]


def strange(samples: Sequence[Any]) -> st.SearchStrategy[Any]:
    """Texts, bytes or plain data that differ a little from some valid ones, or altogether."""
    if isinstance(samples[0], bytes):
        return damaged_bytes(samples) | st.binary(max_size=60)
    if isinstance(samples[0], str):
        texts = damaged(samples) | st.text(max_size=60)
        documents = [each for each in samples if each[:1] == "{" and "\n{" not in each]
        if documents:
            return texts | st.sampled_from(documents).flatmap(lambda each: mutated(json.loads(each))).map(json.dumps)
        return texts
    return st.sampled_from(samples).flatmap(mutated)


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
