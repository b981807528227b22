"""The lines of the keys in a TOML text: each path that the parser of Python knows is found where its key stands."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_rules.codec.data_file import data_of
from cairn_rules.codec.json_text import within
from cairn_rules.codec.key_lines import LONGEST, KeyLines
from cairn_rules.codec.toml_text import MOST_DOTS, MOST_DOTS_IN_ALL
from cairn_rules.errors import DocumentError, Fault

ROOT = Path(__file__).parents[1]
SIGNS = list("ab.#=,[]{} '\"\\\tä😀")
PLAIN = ("1", "0x1F", "1e3", "true", "1979-05-27 07:32:00", "1979-05-27T07:32:00Z", "07:32:00.5", "-inf")


def paths(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of each key and item of plain data."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, key)
        yield from paths(part, (*path, key))


class Draft:
    """A TOML text that grows at random, and the line of each of its paths."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw
        self.text = ""
        self.end = self.one(["\n", "\r\n"])
        self.lines: dict[tuple[Any, ...], int] = {}
        self.keys = 0

    def one(self, choices: Any) -> Any:
        return self.draw(st.sampled_from(choices))

    def put(self, text: str) -> None:
        self.text += text.replace("\n", self.end)

    def note(self, path: tuple[Any, ...]) -> None:
        """Note that a path begins here, unless it has begun before."""
        self.lines.setdefault(path, self.text.count("\n") + 1)

    def space(self) -> None:
        self.put(self.one(["", "", " ", "\t "]))

    def gap(self) -> None:
        """Put what may stand between the items of a list."""
        self.put(self.one(["", "", " ", "\n", " # ], [, '\n", "\n\n  "]))

    def signs(self, without: str, extra: str = "") -> str:
        signs = [each for each in (*SIGNS, *extra) if each not in without]
        return "".join(self.draw(st.lists(st.sampled_from(signs), max_size=6)))

    def new_key(self) -> str:
        self.keys += 1
        return (
            f"{self.one(['', 'k', '-', 'a_'])}{self.keys}"
            if self.one([True, False])
            else f"{self.signs('')}{self.keys}"
        )

    def key(self, parts: list[str]) -> None:
        """Put a key, each part in one of the ways in which it can be written."""
        for index, part in enumerate(parts):
            if index:
                self.space()
                self.put(".")
                self.space()
            escaped = '"' + part.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t") + '"'
            ways = [escaped]
            if part.isascii() and part.replace("-", "a").replace("_", "a").isalnum():
                ways.append(part)
            if "'" not in part:
                ways.append(f"'{part}'")
            self.put(self.one(ways))

    def string(self) -> None:
        match self.one(["basic", "literal", "long basic", "long literal"]):
            case "basic":
                self.put('"' + self.signs("\\\t").replace('"', '\\"') + self.one(["", "\\\\", "\\n", '\\"']) + '"')
            case "literal":
                self.put("'" + self.signs("'") + "'")
            case "long basic":
                inner = self.signs("\\", "\n").replace('""', '"a').rstrip('"') + self.one(["", "\\\\", '\\"', "\\\n  "])
                self.put('"""' + inner + self.one(["", '"', '""']) + '"""')
            case _:
                inner = self.signs("", "\n").replace("''", "'a").rstrip("'")
                self.put("'''" + inner + self.one(["", "'", "''"]) + "'''")

    def value(self, path: tuple[Any, ...], depth: int = 0) -> None:
        kind = self.one(["plain", "string", "string", "list", "table"] if depth < 3 else ["plain", "string"])
        if kind == "plain":
            self.put(self.one(PLAIN))
        elif kind == "string":
            self.string()
        elif kind == "list":
            self.put("[")
            size = self.draw(st.integers(0, 3))
            for index in range(size):
                self.gap()
                self.note((*path, index))
                self.value((*path, index), depth + 1)
                self.gap()
                self.put("," if index < size - 1 else self.one(["", ","]))
            self.gap()
            self.put("]")
        else:
            self.put("{")
            for index in range(self.draw(st.integers(0, 2))):
                self.put(", " if index else "")
                self.space()
                self.assign(path, [self.new_key() for _ in range(self.draw(st.integers(1, 2)))], depth + 1)
                self.space()
            self.put("}")

    def assign(self, table: tuple[Any, ...], parts: list[str], depth: int = 0) -> None:
        for end in range(1, len(parts) + 1):
            self.note((*table, *parts[:end]))
        self.key(parts)
        self.space()
        self.put("=")
        self.space()
        self.value((*table, *parts), depth)

    def end_line(self) -> None:
        self.space()
        self.put(self.one(["\n", "\n", "\n\n", " # a = 'b\n", "\n  # [x]\n"]))

    def body(self, table: tuple[Any, ...]) -> None:
        """Put the keys of a table; some share the first part with an earlier one."""
        dotted: list[str] = []
        for _ in range(self.draw(st.integers(0, 3))):
            first = self.one([*dotted, self.new_key()])
            rest = [self.new_key() for _ in range(self.draw(st.integers(first in dotted, 2)))]
            if rest:
                dotted.append(first)
            self.space()
            self.assign(table, [first, *rest])
            self.end_line()


@st.composite
def documents(draw: Any) -> Draft:
    draft = Draft(draw)
    draft.put(draft.one(["", "# [a]\n", "\n"]))
    draft.body(())
    tables: list[tuple[Any, ...]] = [()]  # those that a header can extend
    implied: list[tuple[Any, ...]] = []  # those that still can have a header
    lists: dict[tuple[Any, ...], int] = {}
    for _ in range(draw(st.integers(0, 4))):
        kind = draft.one(["table", "new list", *["item"] * bool(lists), *["late"] * bool(implied)])
        draft.space()
        if kind == "item":
            path = draft.one([*lists])
            gone = (*path, lists[path] - 1)
            tables, implied = ([each for each in some if each[: len(gone)] != gone] for some in (tables, implied))
            lists = {each: number for each, number in lists.items() if each[: len(gone)] != gone}
        elif kind == "late":
            path = draft.one(implied)
            del draft.lines[path]
        else:
            outer = draft.one(tables)
            middle = [draft.new_key() for _ in range(draw(st.integers(0, 2)))]
            for end in range(1, len(middle) + 1):
                draft.note((*outer, *middle[:end]))
                implied.append((*outer, *middle[:end]))
            path = (*outer, *middle, draft.new_key())
        draft.note(path)
        is_list = kind in {"item", "new list"}
        draft.put("[[" if is_list else "[")
        draft.space()
        draft.key([part for part in path if isinstance(part, str)])
        draft.space()
        draft.put("]]" if is_list else "]")
        if path in implied:
            implied.remove(path)
        if is_list:
            lists[path] = lists.get(path, 0) + 1
            path = (*path, lists[path] - 1)
            draft.note(path)
        tables.append(path)
        draft.end_line()
        draft.body(path)
    if draft.one([True, False]):
        draft.text = draft.text.rstrip("\r\n \t")
    return draft


@pytest.mark.untraced
@given(documents())
def test_each_path_is_found_at_the_line_of_its_key(draft: Draft) -> None:
    """Tables, lists of tables, dotted and quoted keys, inline tables, strings and lists over lines, comments, CRLF."""
    assert {*paths(tomllib.loads(draft.text))} == {*draft.lines}
    lines = KeyLines(draft.text, is_json=False)
    assert {path: lines.line_of(reduce(within, path, "$")) for path in draft.lines} == draft.lines


@pytest.mark.parametrize("path", sorted(ROOT.glob("examples/**/*.toml")), ids=lambda path: path.name)
def test_each_path_of_a_written_file_is_found(path: Path) -> None:
    """The line has the last key of the path, or is that of an item of a list."""
    text = path.read_text("utf-8")
    lines, written = KeyLines(text, is_json=False), text.split("\n")
    for each in paths(tomllib.loads(text)):
        line = lines.line_of(reduce(within, each, "$"))
        assert line is not None
        assert isinstance(each[-1], int) or each[-1] in written[line - 1]


@st.composite
def json_texts(draw: Any) -> tuple[str, dict[tuple[Any, ...], int]]:
    """A JSON text, and the line of each of its paths."""
    text, lines = "", {}
    sign = st.sampled_from([*SIGNS, "\n", "/", "\ud83d"])

    def put(value: object, path: tuple[Any, ...]) -> None:
        nonlocal text
        if not isinstance(value, list | dict):
            text += json.dumps(value, ensure_ascii=False)
            return
        is_table = isinstance(value, dict)
        text += "{" if is_table else "["
        for index, (key, part) in enumerate(value.items() if is_table else enumerate(value)):
            text += ("," if index else "") + draw(gap)
            lines[*path, key] = text.count("\n") + 1
            if is_table:
                text += json.dumps(key).replace("/", "\\/") + draw(gap) + ":" + draw(gap)
            put(part, (*path, key))
            text += draw(gap)
        text += draw(gap) + ("}" if is_table else "]")

    gap = st.sampled_from(["", " ", "\n", "\r\n\t"])
    plain = st.sampled_from([1, -2.5e3, True, None, "", "a", "[{#", "\\", 'b"', "x,y: z"])
    key = st.lists(sign, max_size=5).map("".join)
    inner = st.recursive(plain, lambda part: st.lists(part, max_size=3) | st.dictionaries(key, part, max_size=3))
    put(draw(st.dictionaries(key, inner, max_size=4)), ())
    return text, lines


@pytest.mark.untraced
@given(json_texts())
def test_each_path_of_json_is_found_at_the_line_of_its_key(case: tuple[str, dict[tuple[Any, ...], int]]) -> None:
    text, expected = case
    assert {*paths(json.loads(text))} == {*expected}
    lines = KeyLines(text, is_json=True)
    assert {path: lines.line_of(reduce(within, path, "$")) for path in expected} == expected


def test_a_text_that_a_program_writes_has_no_lines() -> None:
    assert KeyLines(f"a = 1 #{'a' * LONGEST}", is_json=False).line_of("$.a") is None


def test_quoted_keys_are_not_parsed_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """With 40,000 of them, that took longer than all else."""
    keys = [rf"k{number} \U0001F600\t\"\\ä😀" for number in range(100)]
    text = "".join(f'"{key}" = 1\n' for key in keys)
    read = tomllib.loads(text)
    monkeypatch.setattr(tomllib, "loads", None)
    lines = KeyLines(text, is_json=False)
    assert [lines.line_of(within("$", key)) for key in read] == [*range(1, 101)]


def test_no_lines_are_looked_for_when_the_fault_is_that_of_the_whole_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KeyLines, "_read", None)
    with pytest.raises(DocumentError, match=r"^bad document: \$: bad$"), data_of("a = 1", 5, "a pack"):
        raise DocumentError([Fault("$", "bad")])


def test_a_missing_part_is_at_the_line_of_the_table_that_lacks_it() -> None:
    lines = KeyLines('a = 1\n[b]\nc = [\n1,\n2]\n["d e"]\n', is_json=False)
    found = {path: lines.line_of(path) for path in ("$.b.x.y", "$.b.c[1]", "$.b.c[2]", "$['d e'].f", "$.x", "$", "end")}
    assert found == {"$.b.x.y": 2, "$.b.c[1]": 5, "$.b.c[2]": 3, "$['d e'].f": 6, "$.x": None, "$": None, "end": None}


def test_a_text_may_be_as_long_and_have_as_many_dots_as_it_says() -> None:
    """One more of either is too many."""
    lines = MOST_DOTS_IN_ALL // MOST_DOTS
    text = "".join(f"a{number}{'.b' * MOST_DOTS} = 1\n" for number in range(lines))
    with data_of(text, len(text), "a pack") as data:
        assert len(data) == lines
    with pytest.raises(DocumentError, match="characters; a pack has at most"), data_of(text + " ", len(text), "a pack"):
        pass
    with pytest.raises(DocumentError, match="there can be at most 10000"), data_of(f"{text}b.b = 1", 10**6, "a pack"):
        pass


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = 1\nb = = 2", "line 2, column 5: not valid TOML: Invalid value"),
        ("a = 1\r\n[b", "line 2, end of document: not valid TOML: Expected ']' at the end of a table declaration"),
        ("a = 1\nb = '\ud800'", "line 2, $: \"b = '\\ud800'\": half a character"),
        ("a = 1\n" + ".".join("b" * 200) + " = 1", "line 2, $: 199 dots outside of texts; a line has at most 100"),
        ("a = 1\nb.c = 2", "line 2, $.b.c: bad"),
        ('{\n"b": {\n"c": 2}}', "line 3, $.b.c: bad"),
        ({"b": {"c": 2}}, "$.b.c: bad"),
    ],
)
def test_a_fault_begins_with_its_line(text: Any, said: str) -> None:
    """Dicts have no lines."""
    with pytest.raises(DocumentError) as caught, data_of(text, 1000, "a pack"):
        raise DocumentError([Fault("$.b.c", "bad")])
    assert str(caught.value.faults[0]).startswith(said)
