"""Unions of types that JSON tells apart, without tags."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

from cairn_rules import DocumentError
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.json_text import LARGEST


@frozen
class Named:
    name: str


@frozen
class Facts:
    fact: str | int | bool | tuple[int, ...]
    place: Named | str | int


@frozen
class Unknown:
    fact: str | complex | int


def codec() -> Codec:
    made = Codec({})
    made.union(Named | str | int, [Named], text=str | int)
    return made


@pytest.mark.untraced
@pytest.mark.parametrize("fact", ["text", "", 7, 0, LARGEST, -LARGEST, True, (1, 2), ()])
@pytest.mark.parametrize("place", ["altar", 3, Named("Altar")])
def test_values_of_plain_unions_are_read_as_they_were_written(fact: Any, place: Any) -> None:
    value = Facts(fact, place)
    data = codec().write(value, Facts)
    read = codec().read(data, Facts)
    assert (read, type(read.fact), type(data["fact"])) == (
        value,
        type(fact),
        list if fact in ((1, 2), ()) else type(fact),
    )


@pytest.mark.parametrize(
    ("fact", "fault"),
    [
        (None, "$.fact: None is not a text, a whole number, true or false or a list"),
        (1.0, "$.fact: 1.0 is not a text, a whole number, true or false or a list"),
        ({}, "$.fact: {} is not a text, a whole number, true or false or a list"),
        (LARGEST + 1, f"$.fact: {LARGEST + 1} is beyond"),
        ([1, "2"], "$.fact[1]: '2' is not a whole number"),
    ],
)
def test_what_is_no_value_of_a_plain_union(fact: Any, fault: str) -> None:
    with pytest.raises(DocumentError) as refused:
        codec().read({"fact": fact, "place": 3}, Facts)
    assert fault in str(refused.value)


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        (None, "$.place: None is not a text or a whole number"),
        ([1], "$.place: [1] is not a text or a whole number"),
        ({"name": "Altar"}, "$.place.type: missing"),
    ],
)
def test_what_is_neither_a_member_nor_a_value_without_a_tag(place: Any, fault: str) -> None:
    with pytest.raises(DocumentError) as refused:
        codec().read({"fact": 3, "place": place}, Facts)
    assert fault in str(refused.value)


def test_other_unions_need_tags() -> None:
    with pytest.raises(DocumentError, match=r"Unknown\.fact has a type that cannot be written as JSON"):
        codec().read({"fact": 3}, Unknown)


@frozen
class Draw:
    pass


@frozen
class Stay:
    pass


def test_a_union_of_classes_is_registered_before_its_values_are_written() -> None:
    """Without tags, nobody could tell which class an empty object was."""
    made = Codec({})
    for refused in (lambda: made.write(Draw(), Draw | Stay), lambda: made.read({}, Draw | Stay)):
        with pytest.raises(DocumentError, match=r"register it with codec\.union, before its first use: .*Draw \| "):
            refused()
    made.union(Draw | Stay, [Draw, Stay])
    assert made.read(made.write(Draw(), Draw | Stay), Draw | Stay) == Draw()


@pytest.mark.parametrize("fact", [None, 1.5, (1, "2"), Named("Altar")])
def test_what_could_not_be_read_again_is_not_written(fact: Any) -> None:
    with pytest.raises(DocumentError):
        codec().write(Facts(fact, "altar"), Facts)
