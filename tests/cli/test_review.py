"""The command line: `review`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cairn_rules import (
    Budget,
    Match,
    Record,
    cairn,
    chart_svg,
    dumps,
    format_record,
    loads,
    parse_record,
    review,
    reviewed_turns,
)
from cairn_rules.cli.main import main
from support.command_line import on_a_full_disk, printed

POSITION = "2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn,a2=mound,e4=haven alley,menhir - 2-2"
"""Who leaves the board first wins: Sea from c5, Forest from e1."""
BUDGET = ("--simulations", "200")


@pytest.fixture
def game(tmp_path: Path) -> str:
    """A file with a game in which Sea misses the win, and Forest does not."""
    match = Match(cairn, cairn.parse_position(POSITION))
    for decision in ("c5-c4", "e1-x", "=alley"):
        match.do(decision)
    file = tmp_path / "game.txt"
    file.write_text(format_record(Record.of(match)), encoding="utf-8")
    return str(file)


def test_the_mistakes_are_told(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "review", game, *BUDGET).splitlines() == [
        "Sea: 1 turn, on average 100.0 % lost; 0 ?!, 0 ?, 1 ??.",
        "Forest: 1 turn, on average 0.0 % lost; 0 ?!, 0 ?, 0 ??.",
        "The turning point is turn 1, of Sea.",
        "1. Sea: c5-c4 ??  Sea could have won in 1 turn. Better: c5-x =alley",
    ]


def test_one_turn_is_told_as_among_all(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "review", game, *BUDGET, "--turn", "1").splitlines() == [
        "Sea: 1 turn, on average 100.0 % lost; 0 ?!, 0 ?, 1 ??.",
        "Forest: 0 turns, on average 0.0 % lost; 0 ?!, 0 ?, 0 ??.",
        "1. Sea: c5-c4 ??  Sea could have won in 1 turn. Better: c5-x =alley",
    ]
    assert printed(capsys, "review", game, *BUDGET, "--turn", "2").splitlines()[-1] == "2. Forest: e1-x =alley"


def test_a_program_gets_the_document(game: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = printed(capsys, "review", game, *BUDGET, "--json", "--player", "sage", "--jobs", "1")
    first, second = json.loads(text)["value"]["turns"]
    assert first == {
        "turn": 1, "seat": 0, "first": 0, "actions": ["c5-c4"], "after": [0, 1], "loss": 1, "mark": "??",
        "best": {
            "actions": ["c5-x", "=alley"], "value": 1, "chances": [1, 0], "depth": 1, "visits": None, "wins_in": 1,
            "is_rough": False,
        },
    }  # fmt: skip
    assert second["actions"] == ["e1-x", "=alley"]
    found = review(line_of(game), budget=Budget(simulations=200), seed=1)
    assert loads(text) == found
    file = tmp_path / "review.json"
    file.write_text(text, encoding="utf-8")
    assert printed(capsys, "convert", str(file)).strip() == format_record(found.record).strip()


def line_of(game: str) -> Record:
    return parse_record(Path(game).read_text(encoding="utf-8"))


def test_the_annotated_game_is_written(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, page, chart = tmp_path / "annotated.txt", tmp_path / "annotated.html", tmp_path / "chart.svg"
    files = ("--output", str(record), "--html", str(page), "--svg", str(chart))
    assert main(["review", game, *BUDGET, *files]) == 0
    annotated = parse_record(record.read_text(encoding="utf-8"))
    assert annotated.marks == {1: "??"}
    assert 'id="chart"' in page.read_text(encoding="utf-8")
    assert chart.read_text(encoding="utf-8") == chart_svg(annotated)
    capsys.readouterr()
    assert main(["review", str(record), *BUDGET, "--variation", "1", "--json"]) == 0
    assert loads(capsys.readouterr().out).turning_point is None


@pytest.mark.untraced
@pytest.mark.parametrize("option", ["--output", "--html", "--svg"])
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_full_disk_loses_no_judgement(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, form: tuple[str, ...]
) -> None:
    words = ("review", game, *BUDGET, *form)
    assert on_a_full_disk(capsys, *words, option, tmp_path / "annotated") == printed(capsys, *words)
    assert [file.name for file in tmp_path.iterdir()] == ["game.txt"]


def test_a_game_without_a_winner_has_no_turning_point(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = Match(cairn, cairn.parse_position(POSITION))
    match.do("+d1")
    file = tmp_path / "game.json"
    file.write_text(dumps(match), encoding="utf-8")
    assert printed(capsys, "review", str(file), *BUDGET).splitlines() == [
        "Sea: 1 turn, on average 100.0 % lost; 0 ?!, 0 ?, 1 ??.",
        "Forest: 0 turns, on average 0.0 % lost; 0 ?!, 0 ?, 0 ??.",
        "1. Sea: +d1 ??  Sea could have won in 1 turn. Better: c5-x =alley",
    ]


@pytest.mark.parametrize(
    ("decision", "told"),
    [
        ("c5-c4", "1. Sea: c5-c4"),
        ("+d1", "1. Sea: +d1  Sea's chance of winning rises from 45 % to 70 %. Better: c5-c4 "),
    ],
)
def test_a_turning_point_need_be_no_mistake(
    decision: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is better than the expected decision; another one may still be better than the analysis expected."""
    match = Match(cairn, cairn.parse_position("2s2/5/5/5/4f s wooe c3=mound,d3=dawn deer - 0-0"))
    match.do(decision)
    match.resign()
    file = tmp_path / "game.txt"
    file.write_text(format_record(Record.of(match)), encoding="utf-8")
    *_, point, turn = printed(capsys, "review", str(file), *BUDGET).splitlines()
    assert point == "The turning point is turn 1, of Sea."
    assert turn.startswith(told)
    assert (turn == told) is (decision == "c5-c4")


def test_a_winner_who_was_ahead_all_the_time_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = Match(cairn, cairn.parse_position(POSITION))
    for decision in ("c5-x", "=alley"):
        match.do(decision)
    file = tmp_path / "game.txt"
    file.write_text(format_record(Record.of(match)), encoding="utf-8")
    assert "There is no turning point: Sea was ahead from the start." in printed(capsys, "review", str(file), *BUDGET)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((POSITION,), "the record has no decisions, so there is nothing to review"),
        (("nothing.txt",), "'nothing.txt' is neither a file nor a position"),
        (("GAME", "--player", "nobody"), "unknown id 'nobody'"),
        (("GAME", "--html", "missing/review.html"), "cannot write 'missing/review.html'"),
        (("GAME", "--turn", "1", "--svg", "chart.svg"), "--svg: not allowed with argument --turn"),
        (("GAME", "--simulations", "0"), "'0' is not a whole number"),
        (("GAME", "--variation", "1"), "1 is not the number of a variation; this line has 0"),
    ],
)
def test_bad_input_gets_a_sentence(
    game: str, arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", *(game if each == "GAME" else each for each in arguments)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert len(captured.err.splitlines()) == 1


def test_the_default_budget_is_in_seconds(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def noted(record: Record, **how: Any) -> Any:
        asked.append((how["budget"], how["batch"]))
        return reviewed_turns(record, budget=Budget(simulations=20), seed=1)

    monkeypatch.setattr("cairn_rules.cli.review.reviewed_turns", noted)
    printed(capsys, "review", game)
    printed(capsys, "review", game, "--simulations", 20, "--batch")
    assert asked == [(Budget(seconds=0.5), None), (Budget(simulations=20), True)]
