"""The command line on a position: analyse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cairn_rules import Budget, Line, Match, Record, analyse, cairn, dumps, endless_winter, korrigans
from cairn_rules.cairn_rpg import campaign, combat
from cairn_rules.cli.messages import status_line
from support.command_line import on_a_full_disk, printed, refused

EXIT = "2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0"
"""Sea wins when it leaves the board from c5, and builds there."""
MIDDLE = "1f2f/2s2/1fs2/5/s3s s bdoe b3=stormwell,d2=tumulus,a5=haven fairy,mound source,deer,menhir 1-0"
SOME = ("--simulations", "200", "--seed", "1")


def stored(folder: Path, value: Any) -> Path:
    file = folder / "stored.json"
    file.write_text(dumps(value), encoding="utf-8")
    return file


def test_json_has_what_the_library_finds(capsys) -> None:
    found = json.loads(printed(capsys, "analyse", MIDDLE, *SOME, "--lines", 2, "--json"))
    state = cairn.parse_position(MIDDLE)
    *_, analysis = analyse(cairn, state, budget=Budget(simulations=200), lines=2, seed=1)
    assert (found["game"], found["seat"], found["simulations"]) == ("cairn", analysis.seat, analysis.simulations)
    for line, data in zip(analysis.lines, found["lines"], strict=True):
        assert data == {
            "actions": [*map(cairn.format_action, line.actions)],
            "value": line.value,
            "chances": [*line.chances],
            "wins_in": None,
            "depth": line.depth,
            "visits": None,
            "is_rough": line.is_rough,
        }


def test_people_see_lines_with_the_chance_of_the_seat_that_decides(capsys) -> None:
    first, best, *others = printed(capsys, "analyse", EXIT, *SOME).splitlines()
    assert first.startswith("Sea decides; ")
    assert best == "1. 100 %: c5-x =alley, wins in 1 turn"
    assert len(others) == 2


def test_lines_improve_while_the_player_thinks(capsys, monkeypatch) -> None:
    shown: list[str] = []

    class Progress:
        def __init__(self, first: str) -> None:
            shown.append(first)

        def __enter__(self) -> Any:
            return shown.append

        def __exit__(self, *_: object) -> None: ...

    assert status_line is not Progress
    monkeypatch.setattr("cairn_rules.cli.analyse.status_line", Progress)
    printed(capsys, "analyse", EXIT, "--simulations", 150, "--player", "tree")
    assert shown[0] == "analysing"
    assert [line.partition(":")[0] for line in shown[1:]] == ["100 simulations", "150 simulations"]


def test_the_board_has_an_arrow_for_each_line(capsys, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    lines = json.loads(printed(capsys, "analyse", MIDDLE, *SOME, "--json", "--svg", file))["lines"]
    state = cairn.parse_position(MIDDLE)
    firsts = [cairn.parse_action(line["actions"][0], state) for line in lines]
    assert file.read_text(encoding="utf-8") == f"{cairn.svg(state, arrows=firsts)}\n"


def test_games_are_found_from_their_files(capsys, tmp_path: Path) -> None:
    three = korrigans.new_game(seed=7, players=3)
    for start in (three, endless_winter.new_game(seed=7), combat.new_game(seed=1)):
        found = json.loads(printed(capsys, "analyse", stored(tmp_path, start), "--simulations", 20, "--json"))
        assert len(found["lines"][0]["chances"]) == (3 if start is three else 2)


def test_a_variation_is_analysed_at_any_turn(capsys, tmp_path: Path) -> None:
    start = cairn.parse_position(EXIT)
    match = Match(cairn, start)
    match.do("c5-d5")
    record = Record(
        game=cairn,
        start=start,
        actions=match.history,
        variations={0: [Line(actions=(cairn.parse_action("c5-b5", start),))]},
    )
    file = stored(tmp_path, record)
    assert "Forest decides" in printed(capsys, "analyse", file, *SOME)
    assert "Sea decides" in printed(capsys, "analyse", file, *SOME, "--turn", 0)
    (after,) = {*record.variation(1).replay()} - {start}
    *_, analysis = analyse(cairn, after, budget=Budget(simulations=200), lines=1, seed=1)
    found = json.loads(printed(capsys, "analyse", file, *SOME, "--variation", 1, "--lines", 1, "--json"))
    assert found["lines"][0]["value"] == analysis.lines[0].value


def test_what_cannot_be_analysed_is_refused(capsys, tmp_path: Path) -> None:
    match = Match(cairn, cairn.parse_position(EXIT))
    for decision in ("c5-x", "=alley"):
        match.do(decision)
    assert "the game is over in this state" in refused(capsys, "analyse", stored(tmp_path, Record.of(match)))
    assert "do not compete" in refused(capsys, "analyse", stored(tmp_path, campaign.new_game(seed=1)))
    assert "'nothing' is neither a file nor a position" in refused(capsys, "analyse", "nothing")
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    assert "empty.txt" in refused(capsys, "analyse", empty)
    assert "there is no state after 9 turns" in refused(capsys, "analyse", EXIT, "--turn", 9)
    assert "--lines: '0' is not" in refused(capsys, "analyse", EXIT, "--lines", 0)
    assert "analyse has no option --line. Did you mean --lines?" in refused(capsys, "analyse", EXIT, "--line", 2)
    assert "nobody" in refused(capsys, "analyse", EXIT, "--player", "nobody")
    assert "has no compiled search" in refused(capsys, "analyse", EXIT, "--player", "seer", "--batch")
    assert "cannot write" in refused(capsys, "analyse", EXIT, "--svg", tmp_path / "no" / "board.svg")
    assert "this game draws no pictures" in refused(
        capsys, "analyse", stored(tmp_path, combat.new_game(seed=1)), "--svg", tmp_path / "board.svg"
    )


def test_a_full_disk_loses_no_line(capsys, tmp_path: Path) -> None:
    for form in ((), ("--json",)):
        words = ("analyse", EXIT, *SOME, *form)
        assert on_a_full_disk(capsys, *words, "--svg", tmp_path / "board.svg") == printed(capsys, *words)
    assert not [*tmp_path.iterdir()]


def test_a_player_that_yields_nothing_is_named(capsys, monkeypatch) -> None:
    monkeypatch.setattr("cairn_rules.cli.analyse.analyse", lambda *_, **__: iter(()))
    assert "the player found no line" in refused(capsys, "analyse", EXIT)


@pytest.mark.parametrize(
    ("options", "budget", "batch"),
    [
        ((), Budget(seconds=2), None),
        (("--simulations", "20"), Budget(simulations=20), None),
        (("--seconds", "1", "--batch"), Budget(seconds=1), True),
    ],
)
def test_the_default_budget_is_in_seconds(
    options: tuple[str, ...], budget: Budget, batch: object, capsys, monkeypatch
) -> None:
    asked: list[Any] = []

    def noted(*_: object, **how: Any) -> Any:
        asked.append((how["budget"], how["batch"]))
        return iter(())

    monkeypatch.setattr("cairn_rules.cli.analyse.analyse", noted)
    refused(capsys, "analyse", EXIT, *options)
    assert asked == [(budget, batch)]
