"""`cairn-rules puzzles`."""

from __future__ import annotations

import json
import sys
from math import inf
from pathlib import Path
from typing import Any

import pytest

from cairn_rules import Record, cairn, format_record, korrigans, loads
from cairn_rules.cairn import puzzle_search, puzzles
from cairn_rules.cairn.puzzle import format_puzzles, read_puzzles
from cairn_rules.cli.main import main

ONE = puzzles()[249]


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command, and return the lines that it prints."""

    def run(*arguments: str, code: int = 0) -> list[str]:
        assert main(["puzzles", *arguments]) == code
        shown = capsys.readouterr()
        assert bool(shown.err) == bool(code)
        return (shown.err if code else shown.out).splitlines()

    return run


def test_all_are_listed(printed: Any) -> None:
    lines = printed()
    assert len(lines) == 601
    assert lines[249] == " 250  2 turns  difficulty 2"
    assert lines[-1] == "600 puzzles"


def test_some_are_listed(printed: Any) -> None:
    *rows, last = printed("--turns", "2", "--motif", "chaos", "--difficulty", "3")
    assert rows
    assert all(row.endswith("  2 turns  difficulty 3") for row in rows)
    assert all("chaos" in puzzles()[int(row.split()[0]) - 1].motifs for row in rows)
    assert last == ("1 puzzle" if len(rows) == 1 else f"{len(rows)} puzzles")


def test_one_is_shown(printed: Any) -> None:
    lines = printed("250")
    assert lines[0] == "Puzzle 250: Forest wins in 2 turns. Difficulty 2 of 6."
    assert lines[-1] == ONE.position
    *_, motifs, first, _, _, last = printed("250", "--solution")
    assert motifs == "Motifs: tumulus, exit"
    assert first == "b3^b1: Forest moves b3-b1. The Jump tile shows own now"
    assert last.startswith("=pillars: Pillars of Spring is built on b1. Forest's score is 3")
    assert "┌" not in "".join(printed("250", "--plain"))


def test_there_is_one_for_today(printed: Any) -> None:
    number = printed("today")[0].split()[1].rstrip(":")
    assert loads(printed("today", "--json")[0]).number == int(number)


def test_programs_read_json(printed: Any) -> None:
    (line,) = printed("250", "--json")
    assert json.loads(line)["value"] == {
        "number": 250,
        "turns": 2,
        "difficulty": 2,
        "motifs": ["tumulus", "exit"],
        "position": ONE.position,
        "line": "b3^b1 c1-c2 b1-x =pillars",
        "drawn": list(ONE.drawn),
    }
    assert [loads(line) for line in printed("--json", "--turns", "3")[::40]] == [*puzzles()[400::40]]


def test_one_is_solved(printed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a text that is no action, an illegal action, a mistake and a hint."""
    answers = iter(["zz\n", "a1-a2\n", f"{wrong()}\n", "?\n", "?\n", "b3^b1\n", "?\n", "b1-x\n", "=pillars\n"])
    monkeypatch.setattr("sys.stdin.readline", lambda: next(answers), raising=False)
    text = "\n".join(printed("250", "--solve"))
    for part in (
        "Forest must choose an action (?: a hint, q: quit)",
        "cannot read 'zz': action: not an action",
        "no shaman stands on a1 [move/no-shaman, rule 4.3]",
        "That gives the win away. Try another action.",
        "Think of: tumulus, exit\nForest must choose an action (?: a hint, q: quit)\nTry b3^b1",
        "Forest moves b3-b1. The Jump tile shows own now\nSea moves",
        "Try b1-x",
    ):
        assert part in text
    assert text.endswith("Solved.")


def test_one_of_some_is_solved(printed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.readline", lambda: "q\n", raising=False)
    assert "wins in 3 turns. Difficulty 4" in printed("--solve", "--turns", "3", "--difficulty", "4")[0]
    assert printed("--solve", "--turns", "1", "--difficulty", "6", code=2) == [
        "cairn-rules: no puzzle is like that; leave out --turns, --motif or --difficulty"
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--from", "games.txt"), "--from is for --make FILE"),
        (("today", "--solve", "--json"), "--solve cannot be combined with --json"),
        (("--solution",), "--solution needs the number of a puzzle, or 'today'"),
        (("250", "--turns", "1"), "--turns chooses from the list, so it cannot be combined with a number"),
        (("--turns", "4"), "--turns: invalid choice: 4 (choose from 1, 2, 3)"),
    ],
)
def test_no_option_is_ignored(printed: Any, arguments: tuple[str, ...], message: str) -> None:
    (line,) = printed(*arguments, code=2)
    assert message in line


def wrong() -> str:
    return next(cairn.format_action(each) for each in cairn.legal_actions(ONE.state) if each != ONE.solution[0])


@pytest.mark.parametrize("answer", ["", "q\n"])
def test_a_solver_may_quit(answer: str, printed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.readline", lambda: answer, raising=False)
    assert printed("--solve")[-1].endswith("(?: a hint, q: quit)")


WON = Record(game=cairn, start=ONE.state, actions=ONE.solution, outcome=cairn.outcome(ONE.states[-1]))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search in Python, for two turns, rate no difficulty, and tell no progress, however slow the machine is."""
    monkeypatch.setattr("cairn_rules.cli.messages.SECONDS", inf)
    find = puzzle_search.find_puzzles
    monkeypatch.setattr(puzzle_search, "find_puzzles", lambda records, **_: find(records, turns=2, batch=False))
    monkeypatch.setattr("cairn_rules.cairn.puzzle_search.difficulty_of", lambda *_, **__: 2)


@pytest.mark.untraced
@pytest.mark.usefixtures("quick")
def test_puzzles_are_made_of_records(printed: Any, tmp_path: Path) -> None:
    games, made = tmp_path / "games.txt", tmp_path / "made.tsv"
    games.write_text(format_record(WON), encoding="utf-8")
    (line,) = printed("--make", str(made), "--from", str(games))
    found = read_puzzles(made.read_text(encoding="utf-8"))
    assert line == f"{len(found)} puzzle{'s' * (len(found) > 1)} in 1 game, {len(found)} of them in {made}"
    assert ONE.position in [puzzle.position for puzzle in found]
    assert len(printed("--file", str(made))) == len(found) + 1


@pytest.mark.usefixtures("quick")
def test_puzzles_are_made_of_games(printed: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def played(n: int, **settings: Any) -> list[Any]:
        assert settings == {"seed": 3, "simulations": 9, "batch": True}
        return [WON] * n

    monkeypatch.setattr(puzzle_search, "sage_games", played)
    made = tmp_path / "made.tsv"
    (line,) = printed("--make", str(made), "--games", "6", "--seed", "3", "--simulations", "9", "--count", "3")
    assert line.endswith(f" in 6 games, 1 of them in {made}")
    assert [puzzle.position for puzzle in read_puzzles(made.read_text(encoding="utf-8"))] == [ONE.position]


@pytest.mark.usefixtures("quick")
def test_nothing_is_written_without_a_puzzle(printed: Any, tmp_path: Path) -> None:
    games, made = tmp_path / "games.txt", tmp_path / "made.tsv"
    for text, count in (
        ("", "0 games"),
        (format_record(Record(game=cairn, start=cairn.new_game(seed=1), actions=())), "1 game"),
    ):
        games.write_text(text, encoding="utf-8")
        (line,) = printed("--make", str(made), "--from", str(games), code=2)
        assert line == f"cairn-rules: there are no puzzles in {count}; nothing was written"
    assert not made.exists()


@pytest.mark.usefixtures("quick")
def test_games_of_something_else_are_refused(printed: Any, tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text(format_record(Record(game=korrigans, start=korrigans.new_game(seed=1), actions=())), "utf-8")
    (line,) = printed("--make", str(tmp_path / "made.tsv"), "--from", str(games), code=2)
    assert line == "cairn-rules: puzzles are found in records of cairn, not of korrigans"


def test_a_search_needs_the_extra(printed: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    (line,) = printed("--make", str(tmp_path / "made.tsv"), code=2)
    assert line == "cairn-rules: batch=True needs numpy; install it with: pip install 'cairn-rules[batch]'"


def test_what_is_no_puzzle(printed: Any, tmp_path: Path) -> None:
    for text in ("601", "0", "first"):
        (line,) = printed(text, code=2)
        assert line == f"cairn-rules: '{text}' is not a puzzle; give a number from 1 to 600, or 'today'"
    file = tmp_path / "mine.tsv"
    file.write_text(format_puzzles(puzzles()[:2]), encoding="utf-8")
    assert "'3' is not a puzzle; give a number from 1 to 2" in printed("3", "--file", str(file), code=2)[0]
    assert printed("today", "--file", str(file))[0].startswith(("Puzzle 1: ", "Puzzle 2: "))
    assert "--motif" in printed("--motif", "deed", code=2)[0]


def test_a_file_that_cannot_be_read(printed: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine.tsv"
    refused = f"cairn-rules: cannot read {str(file)!r}: "
    assert printed("--file", str(file), code=2) == [f"{refused}No such file or directory"]
    file.write_bytes(b"\xff")
    assert "not UTF-8: the byte 0xFF on line 1; save the file as UTF-8" in printed("--file", str(file), code=2)[0]
    with file.open("r+b") as large:
        large.truncate(20_000_000)
    assert "more than 10000000 bytes, the maximum for a file of puzzles" in printed("--file", str(file), code=2)[0]
    file.write_text("turns", encoding="utf-8")
    assert "line 1: 'turns'; it should have the columns" in printed("--file", str(file), code=2)[0]
    assert printed("--file", str(file), code=2)[0].startswith(refused)
