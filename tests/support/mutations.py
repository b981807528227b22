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
    """One of some texts with parts of it put in, cut out, repeated or replaced, mostly short ones."""
    text = draw(st.sampled_from(texts))
    pieces = st.sampled_from(PIECES) | st.sampled_from(text.split() or [""])
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        end = at + draw(st.integers(0, 3) | st.integers(0, len(text)))
        match draw(st.sampled_from(["put in", "cut out", "repeat", "replace"])):
            case "put in":
                text = text[:at] + draw(pieces) + text[at:]
            case "cut out":
                text = text[:at] + text[end:]
            case "repeat":
                text = text[:end] + text[at:]
            case _:
                text = text[:at] + draw(pieces) + text[end:]
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


@st.composite
def halved(draw: st.DrawFn, samples: Sequence[Any]) -> Any:
    """Something valid with half a character in it: in plain data, in one of the texts or keys."""
    sample = copy.deepcopy(draw(st.sampled_from(samples)))
    if isinstance(sample, bytes):
        return _with_half(draw, sample.decode()).encode("utf-8", "surrogatepass")
    if isinstance(sample, str):
        return _with_half(draw, sample)
    texts = [(where, key) for where, key in places(sample) if isinstance(where[key], str) or isinstance(key, str)]
    where, key = draw(st.sampled_from(texts))
    if isinstance(where[key], str) and (isinstance(key, int) or draw(st.booleans())):
        where[key] = _with_half(draw, where[key])
    else:
        where[_with_half(draw, key)] = where.pop(key)
    return sample


def _with_half(draw: st.DrawFn, text: str) -> str:
    at = draw(st.integers(0, len(text)))
    return text[:at] + draw(st.sampled_from(["\ud800", "\udcff", "\udfff"])) + text[at:]


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
