"""Annotated records: variations, comments, marks and values, as text and as JSON."""

from __future__ import annotations

import copy
import pickle
from functools import cache
from random import Random
from time import process_time
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cairn_rules import (
    DefinitionError,
    DocumentError,
    IllegalActionError,
    Line,
    Match,
    NotationError,
    Outcome,
    Record,
    cairn,
    dumps,
    endless_winter,
    format_record,
    from_data,
    html_page,
    json_schema,
    korrigans,
    loads,
    parse_record,
    read_records,
    to_data,
)
from cairn_rules.cairn_rpg import dungeon
from support.annotated_records import GAMES, random_record, whole
from support.subtraction import PAIR, WALK, Walk

HEAD = '[Game "walk"]\n[Format "2"]\n[Seed "1"]\n\n'
LEAVING = "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"
"""Sea leaves from c5 and builds; Forest does the same from e1."""


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(json_schema("record", game=name))


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=15)
@given(rng=st.randoms(use_true_random=False))
def test_an_annotated_record_is_read_as_it_was_written(name: str, rng: Random) -> None:
    """As text and as JSON, which the schema allows; whatever is left out of it, the main line stays the same."""
    game = GAMES[name]
    record = random_record(game, rng)
    text, data = format_record(record), to_data(record)
    for again in (parse_record(text, game), from_data(data, game=game, expect=Record)):
        assert again == record
        assert whole(again) == whole(record)
    if game in (cairn, korrigans, endless_winter, dungeon):
        validator(data["game"]).validate(data)
    plain = evolve(record, variations={}, marks={}, values={})
    assert '[Format "1"]' in format_record(plain)
    assert tuple(plain.replay()) == tuple(record.replay())


@pytest.mark.untraced
@given(rng=st.randoms(use_true_random=False))
def test_white_space_does_not_matter(rng: Random) -> None:
    text = format_record(evolve(random_record(WALK, rng), comments={}, variations={}))
    head, _, moves = text.partition("\n\n")
    words = moves.partition("result:")[0].split()
    spaced = "".join(f"{word}{rng.choice((' ', '  ', chr(10), chr(10) * 2))}" for word in words)
    assert whole(parse_record(f"{head}\n\n{spaced}\nresult: *", WALK)) == whole(parse_record(text, WALK))


def test_the_text_of_an_annotated_game() -> None:
    """Each variation has a row; it stands after the decision that it replaces, or after `...` at the end of a line."""
    text = "\n".join(
        [
            '[Game "cairn"]',
            '[Format "2"]',
            f'[Position "{LEAVING}"]',
            "",
            "value:0.25,-0.25 {Ready?}",
            "1. c5-x ! {Out!}",
            "  ( {Instead:} 1. c5-c4 ?! value:0.0,0.0 2. e1-x =menhir",
            "    ( 2. =alley )",
            "    ( 2. =menhir ... {So far.}",
            "      ( 3. c4-c5 )",
            "    )",
            "  )",
            "=alley",
            "  ( 1. =menhir )",
            "2. e1-x",
            "  ( 2. e1-d2 ?? )",
            "result: forest won, time",
            "",
        ]
    )
    text = text.replace("... {So far.}", "{So far.} ...")
    record = parse_record(text)
    assert format_record(record) == text
    assert [*map(cairn.format_action, record.actions)] == ["c5-x", "=alley", "e1-x"]
    assert (record.marks, record.values, record.comments) == (
        {1: "!"},
        {0: (0.25, -0.25)},
        {0: "Ready?", 1: "Out!"},
    )
    assert {place: len(lines) for place, lines in record.variations.items()} == {0: 1, 1: 1, 2: 1}
    (slow,) = record.variations[0]
    assert [*map(cairn.format_action, slow.actions)] == ["c5-c4", "e1-x", "=menhir"]
    assert (slow.comments, slow.marks, slow.values) == ({0: "Instead:"}, {1: "?!"}, {1: (0, 0)})
    assert [len(each.actions) for each in slow.variations[2]] == [1, 1]
    (last,) = slow.variations[2][1].variations[1]
    assert [*map(cairn.format_action, last.actions)] == ["c4-c5"]


def test_comments_before_and_after_a_variation_belong_to_the_decision() -> None:
    record = parse_record(f"{HEAD}1. left {{one}} ( 1. right {{inner}} ) {{two}} ?\nresult: *", WALK)
    assert (record.comments, record.marks) == ({1: "one\ntwo"}, {1: "?"})
    assert record.variations[0][0].comments == {1: "inner"}


def test_records_without_annotations_keep_their_number_and_their_words() -> None:
    """A comment is no annotation of format 2. In format 1, its words are decisions, which a game may have."""

    class Signs(Walk):
        __name__ = "tests.signs"

        def format_action(self, action: int) -> str:
            return "(" if action == 1 else "!"

        def parse_action(self, text: str, state: int) -> int:  # noqa: ARG002 - the same in every state
            return {"(": 1, "!": -1}[text]

    game = Signs()
    match = Match(game, seed=1)
    for action in (1, -1):
        match.do(action)
    record = evolve(Record.of(match), comments={1: "one"})
    text = format_record(record)
    assert text == '[Game "signs"]\n[Format "1"]\n[Seed "1"]\n\n1. ( {one}\n2. !\nresult: *\n'
    assert parse_record(text, game) == record
    with pytest.raises(NotationError) as caught:
        format_record(evolve(record, marks={1: "!"}, variations={0: [Line(actions=[-1])]}))
    assert [str(fault) for fault in caught.value.faults] == [
        "decision 1: '(' cannot be distinguished from the other parts of a record",
        "decision 2: '!' cannot be distinguished from the other parts of a record",
        "variation 1, decision 1: '!' cannot be distinguished from the other parts of a record",
    ]


def test_a_text_of_a_newer_format_is_refused_for_that_alone() -> None:
    """As this format is by earlier versions, which take its words for decisions."""
    record = parse_record(f"{HEAD}value:0,0 1. left ! ( 1. right ... ( 2. left ) )\nresult: *", WALK)
    with pytest.raises(NotationError) as caught:
        parse_record(format_record(record).replace('Format "2"', 'Format "3"'), WALK)
    assert [str(fault) for fault in caught.value.faults] == [
        "line 2, tag Format: format 3 was written by a newer version of cairn-rules; this version reads formats up to 2"
    ]


@pytest.mark.parametrize(
    ("moves", "fault"),
    [
        ("1. left\n( 1. right", "line 6: the variation that opens here has no ')'"),
        ("1. left\n( 1. right\nresult: *", "line 6: the variation that opens here has no ')'"),
        ("1. left\n( 1. right\n( 1. left )\nresult: *", "line 6: the variation that opens here has no ')'"),
        ("( 1. right )\nresult: *", "line 5: this '(' follows no decision that the variation could replace"),
        ("1. left\n( ( 1. right ) )\nresult: *", "line 6: this '(' follows no decision that the variation could"),
        ("1. left\n)\nresult: *", "line 6: this ')' does not close a variation"),
        ("1. left\n( 1. right ) )\nresult: *", "line 6: this ')' does not close a variation"),
        ("1. left\n( )\nresult: *", "line 6: this variation has no decision"),
        ("1. left\n( {nothing} )\nresult: *", "line 6: this variation has no decision"),
        ("1. left\nresult: * \n( 1. right )", "line 7: '(' follows the result"),
        ("1. left\n2. ( 1. right )\nresult: *", "line 6: no decision follows the turn number 2"),
        ("1. left\n( 1. )\nresult: *", "line 6: no decision follows the turn number 1"),
        ("1. left\n2. ! right\nresult: *", "line 6: no decision follows the turn number 2"),
        ("1. left\n( right )\nresult: *", "line 6, turn 1: 'right' is the first decision of turn 1, but has no turn"),
        ("1. left\n2. left\n( right )\nresult: *", "line 7, turn 2: 'right' begins a variation in turn 2, but has no"),
        ("1. left\n( 2. right )\nresult: *", "line 6, turn 1: 'right' has the turn number 2 before it, but it is"),
        ("1. left\n( 1. up )\nresult: *", "line 6, turn 1: 'up': 'up' is neither left nor right"),
        ("1. left ...\n2. right\nresult: *", "line 6: 'right' follows '...', which ends its line"),
        ("!\n1. left\nresult: *", "line 5: '!' does not follow a decision without a mark"),
        ("1. left ! \n??\nresult: *", "line 6: '??' does not follow a decision without a mark"),
        ("1. left ...\n!\nresult: *", "line 6: '!' does not follow a decision without a mark"),
        ("1. left\n( ! 1. right )\nresult: *", "line 6: '!' does not follow a decision without a mark"),
        ("1. left\nvalue:1,2\nresult: *", "line 6: 'value:1,2' is not a value, such as 'value:0.5,-0.5': a "),
        ("1. left\nvalue:nan\nresult: *", "line 6: 'value:nan' is not a value"),
        ("1. left\nvalue:\nresult: *", "line 6: 'value:' is not a value"),
        ("1. left\nvalue:0,0,\nresult: *", "line 6: 'value:0,0,' is not a value"),
        ("1. left\nvalue:0,0\nvalue:1,-1\nresult: *", "line 7: 'value:1,-1' is a second value of the same state"),
        ("1. (right\nresult: *", 'parentheses and marks are words of their own, in a record with [Format "2"]'),
        ("1. right)\nresult: *", "parentheses and marks are words of their own"),
        ("1. right!?\nresult: *", "parentheses and marks are words of their own"),
        ("1. left\n{ ( 1. right )\nresult: *", "line 6: the comment that opens here has no '}'"),
    ],
)  # fmt: skip
def test_each_damage_is_named_with_its_line(moves: str, fault: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_record(HEAD + moves, WALK)
    assert fault in str(caught.value)


def test_words_of_format_2_without_its_tag() -> None:
    for text in ("1. left !", "1. left (1. right)"):
        with pytest.raises(NotationError, match=r'words of their own, in a record with \[Format "2"\]'):
            parse_record(f"{HEAD}{text}\nresult: *".replace('[Format "2"]\n', ""), WALK)


def test_all_faults_of_a_text_are_told() -> None:
    with pytest.raises(NotationError) as caught:
        parse_record(f"{HEAD}! 1. left ) ( )\n( 1. right\nvalue:7", WALK)
    assert [fault.where for fault in caught.value.faults] == ["line 5"] * 3 + ["line 7", "line 7", "line 6"]


def test_a_value_has_a_number_for_every_seat() -> None:
    record = evolve(Record.of(Match(cairn, cairn.parse_position(LEAVING))), values={0: (0.5, -0.5)})
    text, data = format_record(record), to_data(record)
    said = "a value of 3 numbers; there should be 2, one for every seat"
    with pytest.raises(NotationError, match=f"line 5: {said}"):
        parse_record(text.replace("0.5,-0.5", "0.5,-0.5,0"))
    data["value"]["values"][0]["results"].append(0)
    with pytest.raises(DocumentError, match=rf"\$\.value\.values\[0\]\.results: {said}"):
        from_data(data)
    with pytest.raises(NotationError, match=f"values: {said}"):
        format_record(evolve(record, values={0: (0.5, -0.5, 0)}))


def test_an_unclosed_variation_spoils_one_record_only() -> None:
    sound = f"{HEAD}1. left ( 1. right )\nresult: *\n\n"
    errors: list[NotationError] = []
    lines = f"{HEAD}1. left ( 1. right\nresult: *\n\n{sound}".splitlines()
    records = list(read_records(lines, WALK, errors=errors.append))
    assert [len(record.variations) for record in records] == [1]
    assert [str(fault) for error in errors for fault in error.faults] == [
        "line 5: the variation that opens here has no ')'"
    ]


HOSTILE = {
    "opening": ("( " * 100_000, "line 6: variations can be nested at most 64 deep"),
    "nested": ("( 1. right " * 100_000, "line 6: variations can be nested at most 64 deep"),
    "closing": (") " * 100_000, "line 6: this ')' does not close a variation"),
    "glued": ("(" * 100_000, "line 6, turn 2: '(((("),
    "empty": ("( ) " * 100_000, "line 6: a record has at most 10000 variations"),
    "many": ("( 1. right ) " * 100_000, "line 6: a record has at most 10000 variations"),
    "marks": ("! " * 100_000, "line 6: '!' does not follow a decision without a mark"),
    "numbers": ("value:" + "0," * 100_000, "line 6: 'value:0,0,"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_text_is_refused_at_once(kind: str) -> None:
    text, fault = HOSTILE[kind]
    began = process_time()
    with pytest.raises(NotationError) as caught:
        parse_record(f"{HEAD}1. left\n{text}\nresult: *", WALK)
    assert process_time() - began < 5
    assert fault in "; ".join(map(str, caught.value.faults))
    assert len(caught.value.faults) <= 101
    assert all(len(str(each)) < 1500 for each in caught.value.faults)


def nested(levels: int) -> Line[int]:
    """A line with so many levels of variations."""
    line = Line(actions=[1])
    for _ in range(levels):
        line = Line(actions=[1], variations={0: [line]})
    return line


def test_variations_are_nested_up_to_64_deep() -> None:
    record = Record.of(Match(WALK, seed=1))
    deepest = evolve(record, actions=[1], variations={0: [nested(63)]})
    text = format_record(deepest)
    assert text.count("(") == 64
    assert whole(parse_record(text, WALK)) == whole(deepest)
    assert whole(loads(dumps(deepest), game=WALK)) == whole(deepest)
    with pytest.raises(NotationError, match="line 70: variations can be nested at most 64 deep"):
        parse_record(text.replace("( 1. right )", "( 1. right\n( 1. right ) )"), WALK)
    deeper = evolve(record, actions=[1], variations={0: [nested(64)]})
    for refused in (deeper, evolve(record, actions=[1], variations={0: [nested(10_000)]})):
        with pytest.raises(NotationError, match="variations: variations can be nested at most 64 deep"):
            format_record(refused)
        with pytest.raises(DefinitionError, match="variations can be nested at most 64 deep"):
            html_page(refused)
    data = to_data(deepest)
    data["value"]["variations"].append({**data["value"]["variations"][-1], "line": 64})
    with pytest.raises(DocumentError, match=r"\$\.value\.variations\[64\]: variations can be nested at most 64 deep"):
        from_data(data, game=WALK)


def test_a_record_has_a_limited_number_of_variations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the same lines are shared, so that they are many without much memory."""
    for module in ("line", "record_text"):
        monkeypatch.setattr(f"cairn_rules.history.{module}.MOST_VARIATIONS", 1000)
    record = Record.of(Match(WALK, seed=1))
    most = evolve(record, variations={0: [Line(actions=[1], comments={1: str(number)}) for number in range(1000)]})
    assert len(parse_record(format_record(most), WALK).variations[0]) == 1000
    shared = Line(actions=[1])
    for _ in range(60):
        shared = Line(actions=[1], variations={0: [shared, evolve(shared, comments={1: "again"})]})
    for refused in (
        evolve(most, variations={0: [*most.variations[0], shared]}),
        evolve(most, variations={0: [shared]}),
    ):
        with pytest.raises(NotationError, match="variations: a record has at most 1000 variations"):
            format_record(refused)


@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        (
            {"variations": {1: [Line(actions=[1])]}},
            "a variation begins after 0 to 0 decisions of its line, not after 1",
        ),
        ({"variations": {"0": [Line(actions=[1])]}}, "'0' is not a number of decisions"),
        (
            {"variations": {0: [Line(actions=[])]}},
            "should be a Line with at least one decision, not <Line: 0 decisions>",
        ),
        ({"variations": {0: [1]}}, "should be a Line with at least one decision, not 1"),
        ({"variations": {0: [Record(game=WALK, start=0, actions=[1])]}}, "a variation should be a Line"),
        ({"variations": [Line(actions=[1])]}, "expected a mapping such as {1: …}, not [<Line: 1 decisions>]"),
        ({"values": 1}, "expected a mapping such as {1: …}, not 1"),
        ({"comments": "Out!"}, "expected a mapping such as {1: …}, not 'Out!'"),
        ({"variations": {0: Line(actions=[1])}}, "variations should be a tuple of Lines, not <Line: 1 decisions>"),
    ],
)
def test_a_line_refuses_what_is_no_variation(parts: dict[str, Any], fault: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        Line(actions=(), **parts)
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        (
            {"marks": {1: "!!!"}},
            "marks: 1: '!!!' is not a mark; it should be one of ! ? !! ?? !? ?!, of decision 1 to 1",
        ),
        ({"marks": {0: "!"}}, "marks: 0: '!' is not a mark"),
        ({"marks": {1: ["!"]}}, "marks: 1: ('!',) is not a mark"),
        ({"values": {2: (0, 0)}}, "values: 2: (0, 0) is not a value; it should be a number from -1 (lost) to 1 (won)"),
        ({"values": {0: ()}}, "values: 0: () is not a value"),
        ({"values": {0: 0.5}}, "values: 0: 0.5 is not a value"),
        ({"values": {0: (1.5, -1.5)}}, "values: 0: (1.5, -1.5) is not a value"),
        ({"values": {0: (float("nan"), 0)}}, "values: 0: (nan, 0) is not a value"),
        ({"values": {0: ("1", "0")}}, "values: 0: ('1', '0') is not a value"),
        ({"values": {0: (0,) * 101}}, "values: 0: (0, 0, 0, "),
        ({"comments": {2: "x"}}, "comments: 2: 'x' is not a comment"),
        ({"comments": {0: "\ud800"}}, "comments: '\\ud800'"),
    ],
)
def test_an_annotation_that_cannot_be_written_is_refused(parts: dict[str, Any], fault: str) -> None:
    """In the main line, and in a variation, which is named."""
    record = Record(game=WALK, start=0, actions=[1], tags={"Seed": "1"})
    with pytest.raises(NotationError) as caught:
        format_record(evolve(record, **parts))
    assert fault in str(caught.value)
    inner = evolve(record, variations={0: [Line(actions=[1]), Line(**{"actions": [1], **parts})]})
    with pytest.raises(NotationError) as caught:
        format_record(inner)
    assert f"variation 2, {fault.partition(':')[0]}" in str(caught.value)
    with pytest.raises(DocumentError) as refused:
        dumps(inner)
    assert f"$.value.variations[1]: {fault.partition(':')[0]}: " in str(refused.value)


def test_a_variation_that_cannot_be_played_is_refused() -> None:
    record = Record(game=PAIR, start=PAIR.new_game(seed=1), actions=[1], tags={"Seed": "1"})
    with pytest.raises(IllegalActionError):
        format_record(evolve(record, variations={0: [Line(actions=[7])]}))


@pytest.fixture
def data() -> dict[str, Any]:
    """A record of three decisions, with a variation of two, and one of that."""
    record = parse_record(f"{HEAD}1. left 2. left ( 2. right 3. left ( 3. right ) ) 3. left\nresult: *", WALK)
    return to_data(evolve(record, marks={1: "!"}, values={0: (0, 0)}))


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (("marks", 0, "decision"), 0, "$.value.marks[0].decision: 0 is not a number from 1 to 3"),
        (("marks", 0, "decision"), 4, "$.value.marks[0].decision: 4 is not a number from 1 to 3"),
        (("marks", 0, "mark"), "+-", "$.value.marks[0].mark: '+-' is not '!' or '?' or '!!' or '??' or '!?' or '?!'"),
        (("marks",), [{"decision": 1, "mark": "!"}] * 2, "$.value.marks: two marks follow the same decision"),
        (("values", 0, "after"), 4, "$.value.values[0].after: 4 is not a number from 0 to 3"),
        (("values", 0, "results"), [2, 0], "$.value.values[0].results: not a value; it should be a number from -1"),
        (("values", 0, "results"), [], "$.value.values[0].results: not a value"),
        (("values", 0, "results"), ["0"], "$.value.values[0].results[0]: '0' is not a number"),
        (("values",), [{"after": 1, "results": [0, 0]}] * 2, "$.value.values: two values follow the same decision"),
        (("variations", 0, "line"), 1, "$.value.variations[0].line: 1 is neither 0, the main line, nor the number"),
        (("variations", 1, "line"), 2, "$.value.variations[1].line: 2 is neither 0, the main line, nor the number"),
        (("variations", 1, "line"), -1, "$.value.variations[1].line: -1 is neither"),
        (("variations", 0, "after"), 4, "$.value.variations[0].after: 4 is not a number from 0 to 3"),
        (("variations", 1, "after"), 3, "$.value.variations[1].after: 3 is not a number from 0 to 2"),
        (("variations", 1, "turns"), [], "$.value.variations[1].turns: a variation needs at least one decision"),
        (
            ("variations", 0, "turns", 0, "decisions"),
            [],
            "$.value.variations[0].turns[0].decisions: a turn needs at least one decision",
        ),
        (
            ("variations", 1, "turns", 0, "decisions", 0),
            "up",
            "$.value.variations[1].turns[0].decisions[0]: turn 3: 'up': 'up' is neither left nor right",
        ),
        (
            ("variations", 1, "comments"),
            [{"after": 2, "text": "x"}],
            "$.value.variations[1].comments[0].after: 2 is not a number from 0 to 1",
        ),
        (("variation",), [], "$.value.variation: unknown key; did you mean 'variations'?"),
    ],
)
def test_json_that_is_no_annotated_record(data, path: tuple[Any, ...], value: object, fault: str) -> None:
    part = data["value"]
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(DocumentError) as caught:
        from_data(data, game=WALK)
    assert fault in str(caught.value)


def test_json_names_annotations_only_if_there_are_any() -> None:
    """So that the documents of earlier versions keep their bytes."""
    record = Record.of(Match(WALK, seed=1))
    assert [*to_data(record)["value"]] == ["tags", "turns", "outcome", "comments"]
    annotated = evolve(record, values={0: (0, 0)})
    assert [*to_data(annotated)["value"]] == ["tags", "turns", "outcome", "comments", "values"]


@pytest.mark.untraced
def test_json_lists_of_a_variation_are_limited() -> None:
    long = Line(actions=[1] * 10_001)
    with pytest.raises(DocumentError, match=r"\$\.value\.variations\[0\]\.turns: 10001 items; JSON allows at most"):
        dumps(evolve(Record.of(Match(WALK, seed=1)), variations={0: [long]}))


def test_the_record_along_a_variation() -> None:
    """It has what belongs to the decisions before, and what belongs to the variation."""
    text = (
        "value:0,0 {a} 1. left ! {b} 2. left ?\n( {c} 2. right value:1,-1 {d} 3. right ( 3. left ) )\n"
        "( 2. right ?? ) 3. left {e} ( 3. right {f} )\nresult: draw agreement"
    )
    record = parse_record(HEAD + text, WALK)
    first, second, third = (record.variation(number) for number in (1, 2, 3))
    assert [each.actions for each in (first, second, third)] == [(-1, 1, 1), (-1, 1), (-1, -1, 1)]
    assert first.comments == {0: "a", 1: "b\nc", 2: "d"}
    assert (first.marks, first.values) == ({1: "!"}, {0: (0, 0), 2: (1, -1)})
    assert second.marks == {1: "!", 2: "??"}
    assert third.marks == {1: "!", 2: "?"}
    assert third.comments == {0: "a", 1: "b", 3: "f"}
    assert [each.variations for each in (second, third)] == [{}, {}]
    assert first.variation(1).actions == (-1, 1, -1)
    assert (record.outcome, first.outcome) == (Outcome((), "agreement"), None)
    assert first.tags == record.tags
    for number in (0, 4, "1", None):
        with pytest.raises(DefinitionError, match="is not the number of a variation; this line has 3"):
            record.variation(number)  # type: ignore[arg-type]


def test_a_variation_may_end_the_game() -> None:
    record = Record.of(Match(PAIR, (2, 0)))
    won = evolve(record, variations={0: [Line(actions=[1, 1])]}).variation(1)
    assert won.outcome == PAIR.outcome((0, 0)) == Outcome((1,), "last-one")


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])  # noqa: S301 - our own
def test_lines_can_be_copied_and_sent(again) -> None:
    record = random_record(WALK, Random(3))
    assert record.variations
    assert whole(again(record)) == whole(record)
    line = next(iter(record.variations.values()))[0]
    assert whole(again(line)) == whole(line)
    assert again(line) == line
    assert hash(again(line)) == hash(line)


def test_a_line_is_not_changed_from_outside() -> None:
    marks, lines = {1: "!"}, [Line(actions=[1])]
    line = Line(actions=[1], marks=marks, variations={0: lines})
    marks[1] = "?"
    lines.append(line)
    assert line.marks == {1: "!"}
    assert line.variations == {0: (Line(actions=[1]),)}
