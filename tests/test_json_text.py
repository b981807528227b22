"""JSON as text: what is read, what is refused, and how fast."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_rules import DocumentError
from cairn_rules.codec.json_text import DEEPEST, LARGEST, LONGEST, MOST_PARTS, check_parts, read_json, write_json

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-LARGEST, LARGEST)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def fault_of(text: object) -> str:
    """The one fault of a text that is refused."""
    with pytest.raises(DocumentError) as caught:
        read_json(text)
    (fault,) = caught.value.faults
    assert fault.where == "$"
    return fault.message


@given(values, st.sampled_from([None, 0, 2]))
def test_what_is_written_is_read_again(value: object, indent: int | None) -> None:
    text = write_json(value, indent=indent)
    assert text.isascii()
    assert read_json(text) == value
    assert read_json(text.encode()) == value
    assert read_json(bytearray(text, "ascii")) == value


def test_without_an_indent_a_text_is_as_short_as_it_can_be() -> None:
    assert write_json({"a": [1, True], "ä": None}) == '{"a":[1,true],"\\u00e4":null}'
    assert write_json({"a": [1]}, indent=1) == '{\n "a": [\n  1\n ]\n}'


@given(st.text() | st.binary())
def test_any_text_is_read_or_refused(text: str | bytes) -> None:
    try:
        read_json(text)
    except DocumentError as error:
        assert len(error.faults) == 1  # noqa: PT017 - any other error would fail the test


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (3, "a document must be text or bytes, not int"),
        (None, "not NoneType"),
        (["{}"], "not list"),
        (memoryview(b"{}"), "not memoryview"),
        ("", "not JSON: the text is empty"),
        (b" \n", "not JSON: the text is empty"),
        ('{"a": 1 \n', "not JSON: Expecting ',' delimiter, line 2, column 1; the text is cut short"),
        ('{"a":', "not JSON: Expecting value, line 1, column 6; the text is cut short"),
        ('{"a": "b', "not JSON: Unterminated string starting at, line 1, column 7; the text is cut short"),
        ("{} {}", "not JSON: Extra data"),
        ("{'a': 1}", "not JSON"),
        ('"a\nb"', "not JSON: Invalid control character"),
        ("{}".encode("utf-16"), "not UTF-8 but UTF-16"),
        (b'"\xc3("', "not UTF-8: the byte 0xC3 on line 1"),
        (b'"\xed\xa0\x80"', "not UTF-8"),
        ('{"a": 1, "b": {"c": 2, "c": 2}}', "the key 'c' occurs twice in one object"),
        ("NaN", "NaN is not a JSON number"),
        ("[-Infinity]", "-Infinity is not a JSON number"),
        ("1e999", "1e999 is too large"),
        ("-1e999", "-1e999 is too large"),
        ("1" * 400 + ".5", f"{'1' * 20}… is too large"),
        (str(LARGEST + 1), f"9007199254740992 is beyond {LARGEST}, the largest whole number"),
        (str(-LARGEST - 1), "-9007199254740992 is beyond"),
        ("9" * 5000, f"{'9' * 20}… is beyond"),
    ],
)
def test_what_is_no_json(text: object, message: str) -> None:
    assert message in fault_of(text)


def test_numbers_at_the_edge() -> None:
    assert read_json(f"[{LARGEST}, {-LARGEST}]") == [LARGEST, -LARGEST]
    assert repr(read_json("[-0, -0.0, 1.0, 1e2, 1e-999]")) == "[0, -0.0, 1.0, 100.0, 0.0]"


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


def test_how_deep_a_text_may_be_nested() -> None:
    for text in (nested(DEEPEST), f"[{nested(DEEPEST - 1)},[]]"):
        assert read_json(text) == json.loads(text)
    for text in (nested(DEEPEST + 1), '{"a":' * 65 + "1" + "}" * 65, "[" * 100_000, "[" * 5_000_000):
        assert "nested more than 64 deep" in fault_of(text) or "more than 500000 parts" in fault_of(text)


def test_brackets_in_texts_do_not_nest() -> None:
    for text in ("[" * 200, '"[\\' * 100 + "{" * 100, "\\"):
        assert read_json(json.dumps({"a": text})) == {"a": text}
    assert "Unterminated string" in fault_of('["' + "[" * 200)
    assert "nested more than 64 deep" in fault_of('["\\"",' + "[" * 64)


@pytest.mark.untraced
def test_brackets_that_close_too_much_hide_nothing() -> None:
    """Behind the first one that closes nothing, nothing is read; before it, depth counts."""
    assert "not JSON" in fault_of("]" * 100 + "[" * 100)
    assert "nested more than 64 deep" in fault_of("[" * 65 + "]" * 3_000_000)


@pytest.mark.untraced
def test_how_many_parts_a_text_may_have() -> None:
    """A comma or a bracket stands before each part but the first; those within texts do not count."""
    assert len(read_json(f"[{'1,' * (MOST_PARTS - 2)}1]")) == MOST_PARTS - 1
    assert fault_of(f"[{'1,' * (MOST_PARTS - 1)}1]") == (
        "more than 500000 parts (lists, objects, texts, numbers); at most 500000 are read"
    )
    commas = "[{," * MOST_PARTS
    assert read_json(json.dumps([commas, '"' + commas])) == [commas, '"' + commas]


@pytest.mark.untraced
@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (lambda: " " * (LONGEST + 1), "longer than 16777216 characters, the maximum for a document"),
        (lambda: b" " * (LONGEST + 1), "longer than 16777216"),
        (lambda: " " * LONGEST, "not JSON"),
        (lambda: "x" * LONGEST, "not JSON"),
        (lambda: b"\0" * LONGEST, "not JSON"),
        (lambda: '"' * LONGEST, "not JSON"),
        (lambda: '["\\' * (LONGEST // 4), "more than 500000 parts"),
        (lambda: "[" + "[]," * (LONGEST // 4), "more than 500000 parts"),
        (lambda: "]" * LONGEST, "not JSON"),
        (lambda: "[" * 65 + "]" * (LONGEST - 65), "nested more than 64 deep"),
        (lambda: '{"a":1,' + '"b":2,' * 2_000_000, "more than 500000 parts"),
        (lambda: "[" + '"ab",' * (LONGEST // 6), "more than 500000 parts"),
        (lambda: '"' + "[," * (LONGEST // 3), "not JSON"),
    ],
    ids=range(13),
)
def test_megabytes_of_junk_end_soon(text: Callable[[], str | bytes], message: str) -> None:
    assert message in fault_of(text())


def test_a_caller_who_has_gone_deep_is_told_so() -> None:
    def deep() -> None:
        try:
            deep()
        except RecursionError:
            read_json(nested(DEEPEST))

    with pytest.raises(DocumentError, match="nested too deeply for the remaining stack"):
        deep()


def test_data_that_contain_themselves_are_refused() -> None:
    """Such data come from other readers, YAML for one; read on, they would never end."""
    round_and_round: list[object] = []
    round_and_round.append(round_and_round)
    doubling: object = "x"
    for _ in range(60):
        doubling = {"a": doubling, "b": doubling}
    with pytest.raises(DocumentError, match="nested more than 64 deep"):
        check_parts(round_and_round)
    with pytest.raises(DocumentError, match=f"more than {MOST_PARTS} parts"):
        check_parts(doubling)
    with pytest.raises(DocumentError, match="more than 5 parts"):
        check_parts({"a": [1, 2], "b": []}, 5)  # the empty list counts twice, as it does in a text
    check_parts({"a": [1, 2], "b": []}, 6)
    check_parts(json.loads(nested(DEEPEST)))
    check_parts(json.loads(f"{'[' * DEEPEST}1{']' * DEEPEST}"))
    with pytest.raises(DocumentError, match="nested more than 64 deep"):
        check_parts(json.loads(nested(DEEPEST + 1)))
