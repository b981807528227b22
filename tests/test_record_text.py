"""Records as text: files of earlier releases, every fault, and whole files of games."""

from __future__ import annotations

import io
import re
import tracemalloc
from copy import copy
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_rules import (
    DefinitionError,
    Match,
    NotationError,
    Outcome,
    Record,
    cairn,
    format_record,
    parse_record,
    read_records,
)
from cairn_rules.cairn import Tribe, Variant
from support.subtraction import WALK

GOLDEN = Path(__file__).parent / "golden" / "records"
HEAD = '[Game "cairn"]\n[Position "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"]\n\n'
FILES = [
    "whole",
    "variant",
    "within_a_turn",
    "comments",
    "repetition",
    "resigned",
    "resigned_by",
    "unfinished",
    "annotated",
]


def golden(name: str) -> str:
    return (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def reached(record: Record, decisions: int) -> str:
    """The position after some decisions."""
    return cairn.format_position(tuple(record.replay())[decisions])


@pytest.mark.parametrize("name", FILES)
def test_a_record_of_an_earlier_release_reads_and_is_written_as_it_was(name: str) -> None:
    """But for the result, which named the winner alone: that read as if Forest had resigned."""
    text = golden(name)
    record = parse_record(text)
    text = text.replace("result: forest resignation", "result: forest won, sea resigned")
    assert format_record(record) == text.replace("result: forest third-", "result: forest won, third-")
    assert parse_record(format_record(record)) == record


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        ("sea won, forest resigned", Outcome((0,), "resignation")),
        ("sea won, resignation", Outcome((0,), "resignation")),
        ("sea resignation", Outcome((0,), "resignation")),
        ("forest won, time", Outcome((1,), "time")),
        ("sea,forest won, agreement", Outcome((0, 1), "agreement")),
        ("draw agreement", Outcome((), "agreement")),
    ],
)
def test_a_result_says_who_won_and_why(result: str, outcome: Outcome) -> None:
    assert parse_record(f"{HEAD}result: {result}").outcome == outcome


@pytest.mark.parametrize("result", ["sea won, sea resigned", "draw forest resigned", "sea won, red resigned"])
def test_a_result_that_contradicts_itself_is_refused(result: str) -> None:
    with pytest.raises(NotationError, match=rf"'{result}' is not a result; write one such as 'sea won, time'"):
        parse_record(f"{HEAD}result: {result}")


def test_several_records_stand_in_one_file() -> None:
    with (GOLDEN / "several.txt").open(encoding="utf-8") as file:
        records = list(read_records(file))
    assert records == [parse_record(golden(name)) for name in ("unfinished", "resigned", "repetition")]
    with pytest.raises(NotationError, match="expected one record, found 3"):
        parse_record(golden("several"))


def test_the_whole_game() -> None:
    """Forest builds on b1 by a transformation, then two shamans leave from c1 and d1."""
    record = parse_record(golden("whole"))
    assert record.tags == {"Event": "A whole game", "Sea": "Ann", "Forest": "Bo"}
    assert record.outcome == Outcome(winners=(Tribe.FOREST,), reason="third-megalith")
    states = tuple(record.replay())
    assert reached(record, 1).startswith("f1f1f/5/5/2s2/s3s f wdom b3=chaos,d3=dawn alley,pillars ")
    assert {str(space): stone.id for space, stone in states[-1].megaliths.items()} == {
        "b1": "alley",
        "b3": "chaos",
        "c1": "pillars",
        "d1": "cromlech",
        "d3": "dawn",
    }
    assert states[-1].scores == (0, 3)
    assert states[-1].turn == 40


def test_the_records_in_which_little_happens() -> None:
    """Steps of single shamans, each position worked out from the one before."""
    assert reached(parse_record(golden("repetition")), 1) == ("f4/5/5/s4/5 f wdoe c3=deer,d3=dawn alley,menhir - 0-0")
    assert reached(parse_record(golden("repetition")), 8) == ("f4/5/5/5/s4 s wooe c3=deer,d3=dawn alley,menhir - 0-0")
    drawn = parse_record(golden("repetition"))
    assert drawn.outcome == drawn.match(draw_at_repetition=3).outcome == Outcome(winners=(), reason="repetition")
    resigned = parse_record(golden("resigned"))
    assert resigned.start.turn == 12
    assert reached(resigned, 2) == "5/5/5/5/4f f wdoe c3=deer,d3=dawn,c5=alley menhir - 1-0"
    within = parse_record(golden("within_a_turn"))
    assert within.start.pending == cairn.BuildMegalith(cairn.Space.C5, Tribe.SEA)
    assert reached(within, 1) == "5/5/5/5/4f f wdoe c3=deer,d3=dawn,c5=menhir alley - 1-0"
    variant = parse_record(golden("variant"))
    assert variant.start.variant == Variant(power_exit=True, transformation_trigger="acted", dawn_banishes=True)
    assert reached(variant, 2) == "4f/1s3/5/5/5 f wdoe c3=menhir,d3=deer alley,mound - 0-0"


def test_comments_and_odd_characters() -> None:
    record = parse_record(golden("comments"))
    assert record.tags == {
        "Event": '"Quotes", \\ backslash, [brackets] and {braces}; a semicolon',
        "Site": "two\nlines, one\rreturn, tab\tand ünïcödé 石",
        "Empty": "",
    }
    assert record.comments == {
        0: "Before; the first.",
        1: 'closing } and { opening, \\ and "quotes"',
        2: "two\nlines",
        3: "",
        4: "the last: 3. result: *",
    }


def test_people_write_records_in_many_ways() -> None:
    """Without a number of the format, with comments over lines or behind a semicolon, in little space."""
    lines = [
        "\ufeff; by hand",
        '  [ Game"cairn" ]',
        '[Position "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"]',
        "1.C5-X{one",
        "two",
        "}{three};four",
        "",
        "=alley   2.",
        "e1-x =menhir result:  forest   resignation ; five",
    ]
    text = "\r\n".join(lines)
    record = parse_record(text)
    assert record.comments == {0: "by hand", 1: "one\ntwo\n\nthree\nfour", 4: "five"}
    assert record.outcome == Outcome(winners=(Tribe.FOREST,), reason="resignation")
    assert len(record.actions) == 4


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "record: expected one record, found 0"),
        ("; only a comment", "record: expected one record, found 0"),
        ("1.", "line 1: no decision follows the turn number 1"),
        ("{", "line 1: the comment that opens here has no '}'"),
        (HEAD + "1. c5-x {out\n\nresult: *\n\n", "line 4: the comment that opens here has no '}'"),
        (
            HEAD + "1. c5-x",
            "ends with a line such as 'result: *'; if the file was cut short, add this line to keep the",
        ),
        (HEAD + '[Sea "Ann', "line 4: the record is cut short within a tag, '[Sea \"Ann'; use a complete copy"),
        (HEAD + '[Sea "A\\', "line 4: the record is cut short within a tag"),
        (HEAD + "[", "line 4: the record is cut short within a tag, '['"),
        (HEAD + '1. c5-x {so\n["x}', "line 5: the result is missing: a record ends with a line such as"),
        (HEAD + '1. c5-x {so\n["\\q}', "line 5: '\\\\q' is no escape"),
        (HEAD + '[File "C:\\games\\new"]\nresult: *', "line 4: '\\\\g' is no escape; a backslash is written"),
        (HEAD + "1. c5-x {so\n\\q} result: *", "line 5: '\\\\q' is no escape"),
        (HEAD + "1. c5-x {so \\\n} result: *", "line 4: a backslash at the end of a line is no escape"),
        (HEAD + "1. c5-x *", "ends with a line such as 'result: *', not with '*' as in PGN, a chess format"),
        ("1. e4 e5 1/2-1/2", "ends with a line such as 'result: *', not with '1/2-1/2' as in PGN"),
        (HEAD + "} result: *", "line 4: this '}' does not close a comment"),
        (HEAD + "\ufeff; by hand\nresult: *", "line 4, turn 1: "),
        (HEAD + "1. 2. c5-x result: *", "line 4: no decision follows the turn number 1"),
        (HEAD + "1. result: *", "line 4: no decision follows the turn number 1"),
        (HEAD + "result: *\n1. c5-x", "line 5: '1.' follows the result"),
        (HEAD + "result: *\nresult: *", "line 5: 'result:' follows the result"),
        ('[Sea "Ann]\nresult: *', "line 1: '[Sea \"Ann]' is not a tag"),
        ('[Sea "Ann"] 1. c5-x', "is not a tag; a tag is written like"),
        ('[Sea "A"]\n[Sea "B"]\nresult: *', "line 2: the tag Sea occurs twice"),
        ("result: *", "line 1: the tag Game is missing"),
        ('[Format "1"]\n[Position "5"]\nresult: *', "cannot read '[Format \"1\"]': line 1: the tag Game is missing"),
        ('; a note\n[Game "cairn"]\nresult: *', "line 1: the tag Position is missing"),
        ('[Game "korrigans"]\nresult: *', "line 1: the tag Players is missing"),
        ('[Game "endless-winter"]\nresult: *', "line 1: the tag Players is missing; line 1: the tag Pack is missing"),
        ('[Game "cairn-rpg-creation"]\nresult: *', "line 1: the tag State is missing"),
        ('[Game "cairn"]\n[Position "x"]\nresult: *', "cannot read '[Position \"x\"]': line 2, tag Position, "),
        ('[Sea "Ann "the" Fox"]\nresult: *', 'a quotation mark within the text is written \\", and a backslash'),
        ('[Sea "Ann\\"]\nresult: *', 'a quotation mark within the text is written \\", and a backslash'),
        ('[Game "go"]\nresult: *', "tag Game: there is no game 'go'; known games: cairn, korrigans"),
        ('[Format "one"]\n' + HEAD + "result: *", "tag Format: 'one' is not a format number"),
        ('[Format "3"]\n' + HEAD + "result: *", "tag Format: format 3 was written by a newer version"),
        (
            HEAD + "c5-x result: *",
            "line 4, turn 1: 'c5-x' is the first decision of turn 1, but has no turn number before it",
        ),
        (HEAD + "2. c5-x result: *", "line 4, turn 1: 'c5-x' has the turn number 2 before it, but it is turn 1"),
        (HEAD + "1. c5-x 2. =alley result: *", "'=alley' has the turn number 2 before it, but turn 1 is not complete"),
        (HEAD + "1. c5-c3\nresult: *", "line 4, turn 1: 'c5-c3': "),
        (HEAD + "1. c5-x =alley\n2. jump\nresult: *", "line 5, turn 2: 'jump': not an action"),
        (HEAD + "1. c5-x =" + "a" * 5000 + " result: *", "…"),
        (HEAD + "result: sea", "line 4: 'sea' is not a result; write one such as 'sea won, time'"),
        (HEAD + "result: red time", "'red time' is not a result"),
        (HEAD + "result: sea no-action", "the result is 'sea no-action', but by the rules the game is not over"),
    ],
)
def test_a_text_that_is_no_record(text: str, fault: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_record(text)
    assert fault in str(caught.value)


def test_what_cannot_be_written_is_not_said_to_be_unreadable() -> None:
    record = evolve(parse_record(golden("resigned")), tags={"A b": "c"})
    with pytest.raises(NotationError, match=f"^cannot write {re.escape(repr(record))}: tags: 'A b'") as caught:
        format_record(record)
    assert str(copy(caught.value)) == str(caught.value)


def test_the_line_of_the_first_fault_is_quoted() -> None:
    with pytest.raises(NotationError) as caught:
        parse_record('[Sea "Ann]\n[Forest "Bo]\nresult: *')
    assert [fault.where for fault in caught.value.faults] == ["line 1", "line 2"]
    assert str(caught.value).startswith("cannot read '[Sea \"Ann]': ")


SOUND = HEAD + "1. c5-x =alley\n"
NEXT = '[Format "1"]\n' + HEAD + "1. c5-x\nresult: *\n"
BROKEN = {
    "a wrong word": ("2. jump =menhir\n3. pass\nresult: *\n", "line 5, turn 2: 'jump': not an action"),
    "a wrong number": ("3. e1-x\nresult: *\n", "line 5, turn 2: 'e1-x' has the turn number 3"),
    "an open comment": ("2. e1-x {and\n\nso on\n", "line 5: the comment that opens here has no '}'"),
    "cut within a word": ("2. e1", "line 5, turn 2: 'e1': not an action"),
    "cut after a turn number": ("2.", "line 5: no decision follows the turn number 2, and no result"),
}


@pytest.mark.parametrize("following", ["", NEXT])
@pytest.mark.parametrize("damage", BROKEN)
def test_what_is_before_a_damage_can_be_kept(damage: str, following: str) -> None:
    """By what the fault says, done by hand."""
    text, fault = BROKEN[damage]
    remedy = (
        "; to keep the decisions before this line, replace it and all lines after it, up to the next one that begins"
        " with '[' or the end, by the line 'result: *'"
    )
    errors: list[NotationError] = []
    list(read_records(f"{SOUND}{text}\n{following}".splitlines(keepends=True), errors=errors.append))
    ((found,),) = (error.faults for error in errors)
    assert str(found).startswith(fault)
    assert str(found).endswith(remedy)
    mended = f"{SOUND}result: *\n{following}"
    first, *others = read_records(mended.splitlines(keepends=True))
    assert len(first.actions) == 2
    assert len(others) == bool(following)


def test_a_variation_is_no_place_to_cut_a_record() -> None:
    with pytest.raises(NotationError) as caught:
        parse_record(f'[Format "2"]\n{SOUND}  ( 1. jump )\nresult: *\n')
    assert "'jump': not an action" in str(caught.value)
    assert "to keep" not in str(caught.value)


def test_the_power_that_fails_is_named_with_its_place() -> None:
    @cairn.megalith("Broken", text="It fails.")
    def broken(_):
        raise ValueError("broken")

    text = HEAD.replace("c3=deer", "c4=broken") + "1. c5-c4\nresult: *"
    with pytest.raises(NotationError, match=r"line 4, turn 1: 'c5-c4': .*broken"):
        parse_record(text, registry=cairn.BASE_SET | broken)


def test_other_things_than_texts_are_refused() -> None:
    with pytest.raises(NotationError, match="expected text, got bytes"):
        parse_record(b"")  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="line 1: expected text, got bytes"):
        list(read_records([b"[Game]"]))  # type: ignore[list-item]
    with pytest.raises(NotationError, match="use parse_record for a text"):
        list(read_records(golden("resigned")))


@pytest.mark.parametrize(("encoding", "given"), [("latin-1", "utf-8"), ("utf-8", "utf-16"), ("utf-16", "ascii")])
def test_a_file_in_another_encoding(encoding: str, given: str) -> None:
    file = io.TextIOWrapper(io.BytesIO((HEAD + "{ü} result: *").encode(encoding)), encoding=given)
    with pytest.raises(NotationError, match="the lines': file: not "):
        list(read_records(file))


def test_of_very_many_faults_the_first_are_told() -> None:
    with pytest.raises(NotationError) as caught:
        parse_record("}" * 1000)
    assert len(caught.value.faults) == 100


@pytest.mark.untraced
@settings(max_examples=100)
@given(st.text(), st.text(), st.sampled_from(["\n", "\r", "\r\n", "\u2028", "\0", '\\"{}[];', "\\n", "\\"]))
def test_any_text_stands_in_tags_and_comments(tag: str, comment: str, odd: str) -> None:
    """Also when it is written to a file and read line by line."""
    match = Match(WALK, seed=0)
    match.do("left")
    record = evolve(Record.of(match, tags={"Note": tag + odd}), comments={0: odd + comment, 1: comment + odd})
    text = format_record(record)
    assert parse_record(text, WALK) == record
    file = io.TextIOWrapper(io.BytesIO((text + "\n" + text).encode()), encoding="utf-8")
    assert list(read_records(file, WALK)) == [record, record]


@pytest.mark.untraced
@pytest.mark.slow
def test_a_long_file_streams_in_little_memory(monkeypatch) -> None:
    """Of 2000 games one at a time is kept."""
    monkeypatch.setattr(WALK, "observe", lambda state, _: state)
    lines = '[Game "walk"]\n[Seed "1"]\n1. left\n2. right {there}\nresult: *\n\n'.splitlines(keepends=True)
    file = (line for _ in range(2000) for line in lines)
    records = read_records(file, WALK)
    next(records)
    tracemalloc.start()
    try:
        assert sum(len(record.actions) for record in records) == 2 * 1999
        assert tracemalloc.get_traced_memory()[1] < 200_000
    finally:
        tracemalloc.stop()


@pytest.mark.slow
@pytest.mark.untraced
def test_empty_lines_are_not_kept() -> None:
    """Hundreds of thousands, more than a record may have lines: before, between and within records."""
    empty = ("\n", " \n") * 10_000
    whole = (['[Game "walk"]', '[Seed "1"]'], *[empty] * 5, ["1. left  "], *[empty] * 5, ["result: *"], *[empty] * 5)
    lines = (line for _ in range(2) for part in whole for line in part)
    tracemalloc.start()
    try:
        assert sum(len(record.actions) for record in read_records(lines, WALK)) == 2
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()


def test_empty_lines_of_a_comment_belong_to_it() -> None:
    text = TAGS + "\n1. left {one\n\n \nfour\n}\n\nresult: *\n"
    assert parse_record(text, WALK).comments == {1: "one\n\n \nfour\n"}


TAGS = '[Game "walk"]\n[Seed "1"]\n'
DAMAGED = {
    "an open comment": (
        TAGS + "1. left {and on\n2. right\nresult: *\n",
        "line 3: the comment that opens here has no '}'",
    ),
    "no moves": (TAGS, "line 2: the result is missing"),
    "no result": (TAGS + "1. left\n", "line 3: the result is missing"),
    "too long": (TAGS + "1. left {" + "x\n" * 40 + "}\n", "line 13: the record is too long: at most 25 lines"),
    "too long in a line": (TAGS + "1. left" + " left" * 40 + "\n", "line 3: the record is too long: at most 25 lines"),
    "too many characters": (
        TAGS + "1. left {" + ("x" * 70 + "\n") * 10 + "}\n",
        "line 6: the record is too long: at most 300 characters are allowed",
    ),
    "a bad tag": ('[Game "walk\n[Seed "1"]\n1. left\nresult: *\n', "line 1: '[Game \"walk' is not a tag"),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_reading_goes_on_after_a_damaged_record(monkeypatch, damage: str) -> None:
    """The damage is told once, and swallows no other game."""
    monkeypatch.setattr("cairn_rules.history.record_text.MOST_PIECES", 25)
    monkeypatch.setattr("cairn_rules.history.record_text.LONGEST", 300)
    text, fault = DAMAGED[damage]
    sound = TAGS + "1. left {a comment}\nresult: *\n"
    errors: list[NotationError] = []
    lines = f"{text}{sound}\n{text}{sound}{sound}{text}".splitlines(keepends=True)
    records = list(read_records(lines, WALK, errors=errors.append))
    assert [record.comments for record in records] == [{1: "a comment"}] * 3
    assert len(errors) == 3
    assert fault in str(errors[0])
    with pytest.raises(NotationError, match=re.escape(fault.partition(": ")[2])):
        list(read_records(lines, WALK))


def test_a_tag_may_stand_in_a_comment() -> None:
    """All but the tag Game, which begins the next record."""
    text = TAGS + '1. left {\n[Sea "Ann"]\n}\nresult: *\n'
    assert parse_record(text, WALK).comments == {1: '\n[Sea "Ann"]\n'}


def test_what_takes_errors_can_be_called() -> None:
    with pytest.raises(DefinitionError, match="errors should be a function that takes an error"):
        list(read_records([], errors="ignore"))  # type: ignore[call-overload]


def test_a_record_is_of_the_game_whose_rules_are_given() -> None:
    with pytest.raises(NotationError, match="tag Game: 'korrigans' is not 'cairn', the given game"):
        parse_record('[Game "korrigans"]\nresult: *', cairn)
