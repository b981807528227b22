"""Documents of any game: what is around a value, records, hostile input, and what is loaded when."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cairn_rules import (
    DefinitionError,
    DocumentError,
    Match,
    NotationError,
    Outcome,
    Record,
    UnknownIdError,
    cairn,
    dumps,
    endless_winter,
    format_record,
    from_data,
    loads,
    manifest_of,
    to_data,
)
from cairn_rules.cairn_rpg import combat, creation, dungeon, wilderness
from cairn_rules.cairn_rpg.procedures.party import Drop
from cairn_rules.codec import ContentIds
from cairn_rules.registry import Content
from support.mutations import mutated, values
from support.subtraction import PAIR

PASS = {"format": 1, "game": "cairn", "document": "action", "value": {"type": "pass"}}
LEAVING = "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"


def faults_of(data: Any, **options: Any) -> list[str]:
    with pytest.raises(DocumentError) as caught:
        from_data(data, **options)
    return [str(fault) for fault in caught.value.faults]


def test_ids_are_looked_up_in_other_content_only_while_a_document_is_read() -> None:
    ids = ContentIds(Content({"megaliths": cairn.LIGHT_SET}))
    text = ids.text("megaliths", "a megalith")
    with ids.looking_up(Content({"megaliths": cairn.BASE_SET})), ids.looking_up(None):
        assert text.read("source").name == "Source of Silver"
    with pytest.raises(UnknownIdError):
        text.read("source")


def test_a_document_tells_what_it_is() -> None:
    assert to_data(cairn.Pass()) == PASS
    assert dumps(cairn.Pass(), indent=1) == json.dumps(PASS, indent=1)
    assert from_data(PASS) == cairn.Pass()


@pytest.mark.parametrize("key", [None, 2.5, (1, 2), pytest.param(10**5000, id="long"), b"x"])
def test_any_key_and_any_number_is_judged(key: object) -> None:
    """Data that come from a program can have any keys, and any numbers."""
    assert any("unknown key; known: format" in fault for fault in faults_of({key: 1}))
    assert any("unknown key; known: format" in fault for fault in faults_of({**PASS, key: 1}))
    for part in (
        {**PASS, "value": {key: 1}},
        {**PASS, "value": key},
        {**PASS, "format": key},
        {**PASS, "document": key},
    ):
        assert not any("set_int_max_str_digits" in fault for fault in faults_of(part))


def test_the_class_of_a_value_can_be_expected() -> None:
    assert from_data(PASS, expect=cairn.Pass) == cairn.Pass()
    assert from_data(PASS, expect=cairn.Pass | cairn.Move) == cairn.Pass()
    assert from_data(PASS, expect=Match[cairn.State, cairn.Action] | cairn.Pass) == cairn.Pass()
    assert faults_of(PASS, expect=cairn.State) == ["$.document: the value is of class Pass, not State"]
    wanted = Match[cairn.State, cairn.Action] | cairn.State
    assert faults_of(PASS, expect=wanted) == ["$.document: the value is of class Pass, not Match or State"]
    with pytest.raises(DefinitionError, match="expect= should be a class such as State, not 'State'"):
        from_data(PASS, expect="State")  # type: ignore[call-overload]


@pytest.mark.parametrize("data", [None, 3, "x", [], [PASS], (("format", 1),)])
def test_only_an_object_is_a_document(data: Any) -> None:
    (fault,) = faults_of(data)
    assert fault.endswith("is not a document: it should be an object with format, game, document, value")
    assert "None" not in fault


@pytest.mark.parametrize(
    ("changed", "faults"),
    [
        (
            {"format": 2},
            ["$.format: format 2 was written by a newer version of cairn-rules; this version reads formats up to 1"],
        ),
        ({"format": 0}, ["$.format: 0 is not a format number; the current one is 1"]),
        ({"format": -1}, ["$.format: -1 is not a format number"]),
        ({"format": True}, ["$.format: True is not a format number"]),
        ({"format": 1.0}, ["$.format: 1.0 is not a format number"]),
        ({"format": "1"}, ["$.format: '1' is not a format number"]),
        ({"format": None}, ["$.format: None is not a format number"]),
        ({"game": "cairm"}, ["$.game: there is no game 'cairm'; did you mean 'cairn'?"]),
        ({"game": ["cairn"]}, ["$.game: ['cairn'] is not a text"]),
        ({"game": "go"}, ["$.game: there is no game 'go'; known games: cairn"]),
        ({"document": "stat"}, ["$.document: 'stat' is unknown; did you mean 'state'?"]),
        ({"document": {}}, ["$.document: {} is unknown; known: state, observation, variant, action, changes, puzzle"]),
        ({"valuee": 3}, ["$.valuee: unknown key; did you mean 'value'?"]),
        ({3: 3}, ["$[3]: unknown key"]),
        ({"format": 2, "new": 3}, ["$.new: unknown key", "$.format: format 2 was written by a newer version"]),
        ({"game": "go", "new": 3}, ["$.new: unknown key", "$.game: there is no game 'go'"]),
        ({"new": 3, "value": {"type": "add"}}, ["$.new: unknown key", "$.value.to: missing"]),
        ({"document": "x", "format": "y"}, ["$.format: 'y'", "$.document: 'x'"]),
    ],
)
def test_every_fault_around_a_value_is_listed(changed: dict[Any, Any], faults: list[str]) -> None:
    found = faults_of({**PASS, **changed})
    assert len(found) == len(faults)
    assert all(each.startswith(fault) for each, fault in zip(found, faults, strict=True)), found


@pytest.mark.parametrize("key", PASS)
def test_no_key_may_be_missing(key: str) -> None:
    assert faults_of({name: value for name, value in PASS.items() if name != key}) == [f"$.{key}: missing"]


@pytest.mark.parametrize("game", [combat, creation, wilderness, endless_winter], ids=lambda game: game.MANIFEST.name)
def test_no_part_of_a_state_may_be_missing(game: Any) -> None:
    """Not even one that has a default, which is only that of a new game."""
    data = to_data(game.new_game(seed=1))
    for key in data["value"]:
        value = {name: part for name, part in data["value"].items() if name != key}
        assert faults_of({**data, "value": value}) == [f"$.value.{key}: missing"]


def test_keys_are_texts() -> None:
    """Data that come from other readers than those of JSON may have other keys."""
    assert faults_of({**PASS, "value": {"type": "pass", 3: 4}})[0].endswith("is not an object with a 'type'")


def test_a_value_of_another_class_is_refused_when_one_is_expected() -> None:
    text = dumps(cairn.Pass())
    assert loads(text, expect=cairn.Pass) == cairn.Pass()
    assert loads(dumps(()), expect=tuple) == ()
    with pytest.raises(DocumentError, match=r"\$\.document: the value is of class Pass, not State"):
        loads(text, expect=cairn.State)


def left() -> Record[Any, Any]:
    """A game in the middle of which somebody gave up."""
    match = Match(cairn, cairn.parse_position(LEAVING))
    for text in ("c5-x", "=alley", "e1-x", "=menhir"):
        match.do(text)
    match.resign(0)
    return evolve(Record.of(match, tags={"Sea": "Ann"}), comments={0: "", 4: "Out!\u0000"})


def test_a_record_is_read_as_it_was_written() -> None:
    for record in (left(), Record.of(Match(cairn, seed=3)), evolve(Record.of(Match(cairn, seed=3)), comments={0: "x"})):
        text = dumps(record)
        assert loads(text, expect=Record) == record
        assert dumps(loads(text)) == text


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"tags": []}, "$.value.tags: [] is not an object"),
        ({"tags": {"Sea": 3}}, "$.value.tags.Sea: 3 is not a text"),
        ({"tags": {"Game": "cairn"}}, "$.value.tags.Game: not allowed here: the document itself holds it"),
        ({"tags": {"Format": "1"}}, "$.value.tags.Format: not allowed here: the document itself holds it"),
        ({"tags": {"a b": ""}}, "$.value.tags['a b']: the name of a tag consists of letters, digits and _"),
        ({"tags": {}}, "$.value.tags.Position: "),
        ({"tags": {"Position": LEAVING.replace("deer", "dear")}}, "$.value.tags.Position: megaliths, column"),
        ({"turns": [{"turn": 1, "decisions": []}]}, "$.value.turns[0].decisions: a turn needs at least one decision"),
        ({"turns": [{"turn": 1, "decisions": ["c5-e4"]}]}, "$.value.turns[0].decisions[0]: turn 1: 'c5-e4': "),
        ({"turns": [{"turn": 1, "decisions": ["c5-x", "no"]}]}, "$.value.turns[0].decisions[1]: turn 1: 'no': "),
        (
            {"turns": [{"turn": 2, "decisions": ["c5-x"]}]},
            "$.value.turns[0].decisions[0]: turn 1: 'c5-x' has the turn number 2 before it",
        ),
        ({"outcome": {"winners": ["sea"], "reason": "third-megalith"}}, "$.value.outcome: "),
        ({"outcome": {"winners": ["land"], "reason": "resignation"}}, "$.value.outcome: "),
        ({"outcome": {"winners": ["sea"]}}, "$.value.outcome.reason: missing"),
        ({"comments": [{"after": 5, "text": ""}]}, "$.value.comments[0].after: 5 is not a number from 0 to 4"),
        ({"comments": [{"after": -1, "text": ""}]}, "$.value.comments[0].after: -1 is not a number from 0 to 4"),
        ({"comments": [{"after": 1, "text": ""}] * 2}, "$.value.comments: two comments follow the same decision"),
        ({"remarks": []}, "$.value.remarks: unknown key"),
    ],
)
def test_what_is_no_record(changed: dict[str, Any], fault: str) -> None:
    data = to_data(left())
    comments = {"comments": []} if "turns" in changed else {}
    (found,) = faults_of({**data, "value": {**data["value"], **comments, **changed}})
    assert found.startswith(fault)


def test_a_draw_has_no_winners() -> None:
    match = Match(cairn, cairn.parse_position(LEAVING))
    match.end(Outcome((), "agreement"))
    record = Record.of(match)
    assert to_data(record)["value"]["outcome"] == {"winners": [], "reason": "agreement"}
    assert loads(dumps(record)) == record


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"tags": {"Game": "cairn"}}, "$.value.tags.Game: reserved: the record writes this tag itself"),
        ({"comments": {7: "x"}}, "$.value.comments: 7: 'x' is not a comment; it should be text after 0 to 0 decisions"),
        ({"actions": (cairn.Pass(),)}, "$.value: illegal action pass: Sea must take an action"),
    ],
)
def test_a_record_that_cannot_be_is_not_written(changed: dict[str, Any], fault: str) -> None:
    record = Record(**{"game": cairn, "start": cairn.parse_position(LEAVING), "actions": (), **changed})
    with pytest.raises(DocumentError) as caught:
        dumps(record)
    assert [str(each).startswith(fault) for each in caught.value.faults] == [True]


def taken() -> Record[Any, Any]:
    match = Match(PAIR, seed=4)
    while match.outcome is None:
        match.do(match.legal_actions[-1])
    return evolve(Record.of(match), comments={1: "Good."})


def test_records_of_games_that_are_none_of_this_library() -> None:
    """Their documents name the game; whoever reads one says which rules that are."""
    record = taken()
    text = dumps(record)
    assert json.loads(text)["game"] == "Subtraction"
    assert json.loads(text)["value"]["tags"] == {"Seed": "4"}
    assert json.loads(text)["value"]["outcome"]["reason"] == "last-one"
    found = loads(text, game=PAIR, expect=Record)
    assert found == record
    assert tuple(found.replay()) == tuple(record.replay())
    with pytest.raises(DocumentError, match=r"\$\.game: there is no game 'Subtraction'; known games: cairn"):
        loads(text)
    assert loads(dumps(cairn.Pass()), game=PAIR) == cairn.Pass()


def test_a_value_of_several_games_names_the_game_that_you_choose() -> None:
    """Whichever it names, the same value is read."""
    drop = Drop(0, "rope")
    for game in (wilderness, dungeon):
        text = dumps(drop, game=game)
        assert json.loads(text)["game"] == manifest_of(game).name
        assert to_data(drop, game=game) == json.loads(dumps(drop, game=game, indent=2)) == json.loads(text)
        assert loads(text) == drop
    assert loads(dumps(drop)) == drop
    assert to_data(cairn.Pass(), game=cairn) == PASS
    for value in (cairn.Pass(), cairn.new_game(seed=7)):
        with pytest.raises(DocumentError, match="written as JSON: 'cairn-rpg-dungeon' has no documents for it"):
            dumps(value, game=dungeon)


def test_records_and_matches_name_their_own_game() -> None:
    match = Match(cairn, seed=4)
    for value in (match, Record.of(match)):
        assert dumps(value, game=cairn) == dumps(value)
        with pytest.raises(DocumentError, match="this game is 'cairn', not 'cairn-rpg-dungeon'"):
            to_data(value, game=dungeon)


def test_documents_of_other_games_are_records_matches_and_reviews_alone() -> None:
    assert faults_of({**PASS, "game": "Subtraction"}, game=PAIR) == [
        "$.document: 'action' is unknown; known: record, match, review"
    ]
    data = to_data(taken())
    data["value"]["turns"][0]["decisions"][0] = "take-9"
    (fault,) = faults_of(data, game=PAIR)
    assert fault.startswith("$.value.turns[0].decisions[0]: turn 1: 'take-9': 'take-9' is neither take-1 nor take-2")


@given(st.data(), st.booleans())
def test_a_damaged_record_is_read_or_refused(data: st.DataObject, other: bool) -> None:  # noqa: FBT001 - drawn
    record = taken() if other else left()
    try:
        found = from_data(data.draw(mutated(to_data(record))), game=PAIR)
    except DocumentError as error:
        assert all(fault.where and fault.message for fault in error.faults)  # noqa: PT017 - see the name
    else:
        assert from_data(to_data(found), game=PAIR) == found


@given(values)
def test_any_data_are_read_or_refused(data: Any) -> None:
    try:
        from_data(data)
    except DocumentError as error:
        assert error.faults  # noqa: PT017 - any other error would fail the test


HOSTILE = """
import json, sys, time
from cairn_rules import cairn, DocumentError, dumps, from_data, loads
sys.setrecursionlimit(int(sys.argv[1]))
start = json.loads(dumps(cairn.new_game(seed=1)))
def state(**parts):
    return json.dumps({**start, "value": {**start["value"], **parts}})
def action(text):
    return '{"format":1,"game":"cairn","document":"action","value":%s}' % text
def together(depth, inner=""):
    return '{"type":"together","effects":[' * depth + inner + "]}" * depth
record = '{"format":1,"game":"cairn","document":"record","value":{"tags":{"%s":"%s"},"turns":%s}}'
deep = []
for _ in range(100_000):
    deep = [deep]
texts = [
    "[" * 100_000, "[" * 100_000 + "]" * 100_000, '{"a":' * 100_000,
    action("[" * 50_000 + "]" * 50_000), action('{"type":' * 50_000 + "1" + "}" * 50_000),
    *(action(together(depth)) for depth in (40, 300, 1000, 20_000, 90_000)),
    action("1" * 5000), action("1e999"), action("NaN"), action("1." + "1" * 1_000_000),
    action('{"type":"%s"}' % ("x" * 5_000_000)), action('{"type":"pass","%s":1}' % ("x" * 5_000_000)),
    action(json.dumps({"type": "pass", **{f"key {n}" * 9: 1 for n in range(100_000)}})),
    json.dumps({f"k{n}": 1 for n in range(100_000)}),
    action(together(1, ",".join([together(1, ",".join(['{"type":"pass"}'] * 1000))] * 300))),
    action("[" + ",".join(["{}"] * 900_000) + "]"),
    state(deck=["deer"] * 1_400_000), state(deck=["deer"] * 10_000), state(deck=["d" * 10_000_000]),
    state(deck=[f"nosuch{n}" for n in range(10_000)]), state(moved=["c1"] * 10_000, waiting=["c1"] * 10_000),
    state(shamans={f"a{n}": "sea" for n in range(10_000)}), state(scores=[2**53 - 1, 0]), state(tucked=2**53 - 1),
    state(seen=[{}] * 10_000), state(seen=[start["value"]] * 1000),
    record % ("Position", "q" * 5_000_000, "[]"), record % ("Position", "/" * 5_000_000, "[]"),
    *(record % ("State", json.dumps(action(together(depth)))[1:-1], "[]") for depth in (40, 90_000)),
    record % ("Seed", "9" * 5000, "[]"), record % ("x" * 1_000_000, "", "[]"),
    record % ("Position", "5/5/5/5/s3f s wooe c3=source,d3=deer alley,menhir - 0-0",
              '[{"turn":1,"decisions":["%s"]}]' % ("x" * 5_000_000)),
    "x" * 16_000_000, " " * 16_000_000, '"' * 16_000_000, b"\\0" * 16_000_000, action('{"type":"\\\\ud800\\\\u0000"}'),
]
for number, read in enumerate([*((loads, text) for text in texts), (from_data, deep)]):
    try:
        read[0](read[1])
    except DocumentError as error:
        assert 0 < len(error.faults) <= 104, number
        assert len(str(error)) < 20_000, number
    else:
        raise AssertionError(f"{number} was read")
print("all refused")
"""


@pytest.mark.untraced
@pytest.mark.slow
@pytest.mark.parametrize("limit", [1000, 100_000])
def test_hostile_documents_are_refused_at_once(limit: int) -> None:
    """Also where the stack may grow: a program of its own shows a crash, or that it does not end."""
    done = subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-c", HOSTILE, str(limit)], capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stdout) == (0, "all refused\n"), done.stderr[-2000:]


def test_names_that_are_loaded_later_are_listed() -> None:
    assert set(cairn.__all__) <= set(dir(cairn))
    assert all(getattr(cairn, name) is not None for name in cairn.__all__)


@pytest.mark.untraced
def test_json_is_not_loaded_before_it_is_asked_for() -> None:
    program = """
import sys
import cairn_rules
assert not {"cattrs", "json", "cairn_rules.json_documents", "numpy", "numba"} & set(sys.modules)
names = {"dumps", "from_data", "json_schema", "loads", "to_data"}
assert names <= set(dir(cairn_rules)) and not {"cattrs", "json"} & set(sys.modules)
from cairn_rules import *
from cairn_rules.cairn import Pass
assert names <= set(globals()) and "cattrs" in sys.modules
assert loads(dumps(Pass())) == Pass()
"""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    done = subprocess.run(  # noqa: S603 - our own; measuring coverage would load JSON
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, env=plain
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_names_that_there_are_not() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'dump'"):
        _ = cairn.dump


def test_the_mark_of_the_byte_order_is_no_part_of_a_document() -> None:
    text = dumps(cairn.Pass())
    assert loads(f"\ufeff{text}") is loads(text.encode("utf-8-sig")) is cairn.Pass()


@pytest.mark.parametrize("arguments", [{"registry": cairn.State}, {"registry": 5}, {"expect": 5}])
def test_arguments_that_are_none_are_refused(arguments: dict[str, object]) -> None:
    with pytest.raises(DefinitionError, match="= should be "):
        loads(dumps(cairn.Pass()), **arguments)


def test_a_union_can_be_expected() -> None:
    text = dumps(cairn.Pass())
    assert loads(text, expect=cairn.Action) is cairn.Pass()
    with pytest.raises(DocumentError, match="the value is of class Pass, not"):
        loads(text, expect=cairn.Pending)


@pytest.mark.parametrize("indent", [-1, "x", True])
def test_an_indent_is_a_number_of_spaces(indent: object) -> None:
    with pytest.raises(DefinitionError, match="number of spaces"):
        dumps(cairn.Pass(), indent=indent)


def test_what_could_not_be_read_again_is_not_written() -> None:
    record = Record(game=cairn, start=cairn.new_game(seed=1), actions=(), tags={"Event": "x" * (1 << 24)})
    with pytest.raises(DocumentError, match="longer than 16777216 characters"):
        dumps(record)
    with pytest.raises(NotationError, match="record: longer than 16777216 characters"):
        format_record(record)
    many = Record(game=cairn, start=cairn.new_game(seed=1), actions=(), tags={f"T{n}": "" for n in range(10_001)})
    with pytest.raises(DocumentError, match=r"value.tags: 10002 items; JSON allows at most 10000"):
        dumps(many)


def test_values_of_many_classes_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered of classes is bounded."""
    monkeypatch.setattr("cairn_rules.json_documents._MOST_TYPES", 1)
    monkeypatch.setattr("cairn_rules.json_documents._HELD", {})
    for value in (cairn.Pass(), cairn.Add(cairn.Space.D1), cairn.Variant(), cairn.Pass()):
        assert loads(dumps(value)) == value
