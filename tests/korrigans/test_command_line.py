"""Korrigans on the command line."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from shlex import quote, split

import pytest

from cairn_rules import korrigans, parse_record
from cairn_rules.cli.main import main
from cairn_rules.korrigans import default_board
from cairn_rules.korrigans.state.board_file import format_board

GOLDEN = Path(__file__).parents[1] / "golden" / "korrigans"
RECORD, STATE = str(GOLDEN / "record.txt"), str(GOLDEN / "state.json")


def said(capsys, *arguments: object) -> list[str]:
    """What a command prints."""
    assert main(list(map(str, arguments))) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.untraced
def test_a_demo_of_every_number_of_players(capsys):
    """The game, the number of players and the side are chosen; the same seed gives the same game."""
    arguments = ("demo", "--game", "korrigans", "--players", 4, "--side", "advanced", "--seed", 3, "--all")
    lines = said(capsys, *arguments)
    assert lines[0] == "A game of Korrigans between random players, seed 3"
    turns = [line for line in lines if line[:1].isdigit() and ". " in line[:4]]
    assert [line.split(":")[0] for line in turns[:5]] == ["1. Blue", "2. Green", "3. Violet", "4. Pink", "5. Blue"]
    assert lines[-1].endswith(f"It took {len(turns)} turns.")
    assert "(gold: Blue " in lines[-1]
    assert said(capsys, *arguments) == lines


def test_stored_games_are_shown(capsys, tmp_path):
    """Records and states, as diagrams, pictures and pages."""
    assert said(capsys, "show", RECORD)[0] == "Korrigans, round 2: Green must move a Korrigan"
    assert said(capsys, "show", RECORD, "--turn", 1)[0] == "Korrigans, round 0: Green must place a Korrigan"
    assert said(capsys, "show", STATE)[0] == "Korrigans, round 3: Blue must move a Korrigan"
    picture, page = tmp_path / "a.svg", tmp_path / "a.html"
    assert said(capsys, "show", STATE, "--svg", picture, "--html", page) == []
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert "<svg" in page.read_text(encoding="utf-8")
    replayed = said(capsys, "replay", "--all", RECORD)
    assert "1. Blue: @A" in replayed
    assert "Result: blue won, green resigned" in replayed


def test_stored_games_are_checked_and_converted(capsys, tmp_path):
    """Text becomes JSON and text again, which name the revision by which it was read; what is wrong is told."""
    assert said(capsys, "check", RECORD, STATE) == [f"{RECORD}: 1 read", f"{STATE}: 1 read"]
    (line,) = said(capsys, "convert", RECORD)
    expected = json.loads((GOLDEN / "record.json").read_text(encoding="utf-8"))
    expected["value"]["tags"]["RulesRevision"] = "2"
    assert json.loads(line) == expected
    (tmp_path / "a.json").write_text(line, encoding="utf-8")
    text = Path(RECORD).read_text(encoding="utf-8")
    first, second, *rest = text.replace("result: blue resignation", "result: blue won, green resigned").splitlines()
    assert said(capsys, "convert", tmp_path / "a.json") == [first, second, '[RulesRevision "2"]', *rest]
    (tmp_path / "b.txt").write_text(text.replace("+mole", "+frog"), encoding="utf-8")
    assert main(["check", str(tmp_path / "b.txt")]) == 1
    assert "line 17, turn 7: '+frog': " in capsys.readouterr().out


def test_what_can_follow_is_counted(capsys):
    """By hand: Blue, in A and in the village, has a squirrel and a mouse open, hare and gold behind the screen."""
    record = parse_record((GOLDEN / "record.txt").read_text(encoding="utf-8"))
    *_, last = record.replay()
    listed = list(map(korrigans.format_action, korrigans.legal_actions(last)))
    lines = said(capsys, "perft", RECORD, 1, "--divide")
    assert lines == [*(f"{text}  1" for text in listed), f"total  {len(listed)}"]
    # The first Korrigan goes to one of two fields (rule 2.5).
    assert said(capsys, "perft", "--game", "korrigans", "--players", 3, "--seed", 1, 1) == ["2"]
    assert said(capsys, "perft", "--game", "korrigans", "--side", "advanced", "--seed", 1, 1) == ["17"]


def test_many_games_of_three(capsys, tmp_path):
    """As many seats as players; other options are those of the game."""
    file = tmp_path / "games.jsonl"
    arguments = ("--game", "korrigans", "--lineup", "random,random,random", "-n", 3, "--seed", 1, "-o", file)
    lines = said(capsys, "simulate", *arguments, "--variant", "fairy_gathers=false")
    assert lines[0] == "3 games of korrigans between random and random-2 and random-3, seed 1"
    head = json.loads(file.read_text(encoding="utf-8").splitlines()[0])
    assert head["options"]["players"] == "3"
    assert "fairy_gathers=False" in head["options"]["variant"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("demo --game go", "there is no game 'go'; installed games: cairn, korrigans"),
        (
            "demo --game korrigans --light",
            "korrigans has no option --light. Run 'cairn-rules demo --game korrigans --help'",
        ),
        ("demo --players 3", "cairn has no option --players. Run 'cairn-rules demo --help' for all options."),
        ("demo --game korrigans --players tree,greedy", "--players: 'tree,greedy' is not a number of players; 'play"),
        (
            "play --game korrigans --players -1",
            "--players: '-1' is not a number of players; 'play --player",
        ),
        ("demo --game korrigans --players 6", "--players: Korrigans is for 2 to 5 players, not '6'"),
        (
            "demo --game korrigans --side back",
            "--side: the option 'side' should be standard or advanced, not 'back'",
        ),
        (
            "demo --game korrigans --side advanced --variant side=standard",
            "cairn-rules: the option 'side' is given twice",
        ),
        ("demo --game korrigans --board nowhere", "--board: cannot read 'nowhere'"),
        ("simulate --game korrigans --lineup random -n 1", "--lineup: Korrigans is for 2 to 5 players, not '1'"),
        ("simulate --game korrigans --lineup seer,random -n 1", "unknown id 'seer'; known: random, greedy, tree"),
        (f"perft {quote(RECORD)} 1 --players 3", "cairn has no option --players."),
        (
            f"perft --game=korrigans {quote(RECORD)} 1 --players 3",
            "--players cannot be combined with a stored game or a position",
        ),
        (f"perft {quote(str(GOLDEN / 'variant.json'))} 1", "holds a Variant; give a record, a match or a state"),
        (
            "play --game korrigans --blue seer",
            "--blue: there is no player 'seer'; there are human, random, greedy, tree",
        ),
        ("play --game korrigans --sea human", "korrigans has no option --sea."),
        (
            "play --game korrigans --players 3 --player pink=random",
            "--player: pink plays in games for 4 or more; use --players",
        ),
        ("play --game korrigans --faces wooe", "korrigans has no option --faces."),
    ],
)
def test_what_cannot_be_asked_for_ends_in_one_clear_line(capsys, arguments, message):
    """It says what would be right."""
    assert main(split(arguments)) == 2
    error = capsys.readouterr().err
    assert message in error
    assert len(error.splitlines()) == 1


def test_a_board_file_is_played_on(capsys, tmp_path):
    """With other tokens, too."""
    path = tmp_path / "mine.toml"
    path.write_text(format_board(default_board()).replace("Barley Corner", "Tall Grass"), encoding="utf-8")
    assert any("Tall Grass" in line for line in said(capsys, "demo", "--game", "korrigans", "--board", path))


@pytest.fixture
def played(monkeypatch, capsys):
    """Plays with some lines as input, and gives what is shown."""

    def play(lines: str, *arguments: object) -> str:
        monkeypatch.setattr("sys.stdin", StringIO(lines))
        assert main(["play", *map(str, arguments)]) == 0
        return capsys.readouterr().out

    return play


def test_a_game_is_played_at_a_terminal(played, tmp_path):
    """Somebody against two others; tokens that they take are not told, one's own are; the game goes on later."""
    file = tmp_path / "kept"
    start = ("--game", "korrigans", "--players", 3, "--seed", 4, "--green", "random", "--violet", "random")
    out = played("@A\n2\nquit\n", *start, "--save", file)
    assert "Blue must place a Korrigan [1-2, ?]: @A" in out
    assert "Tokens in A: bird, mouse" in out
    taken = [line for line in out.splitlines() if " takes a token " in line]
    assert taken[0] == "1. Blue +mouse: Blue takes a token from A: mouse"
    assert [line[:30] for line in taken[1:]] == [
        "2. Green: Green takes a token ",
        "3. Violet: Violet takes a token"[:30],
    ]
    assert "Blue: 1 behind the screen (mouse), in front nothing." in out
    record = parse_record(file.read_text(encoding="utf-8"))
    assert (record.tags["Blue"], record.tags["Violet"], len(record.actions)) == ("human", "random", 6)
    again = played("undo\nquit\n", "--resume", file)
    assert "Taken back: Blue +mouse, Green @" in again
    assert "Taken back: Blue @A" in played("undo\n@A\nundo\nquit\n", "--resume", file, "--free-undo")
    for more in ((), ("--free-undo",)):
        played("quit\n", "--resume", file, *more)
        tags = parse_record(file.read_text(encoding="utf-8")).tags
        assert tags["Undo"] == "free; 1: @A; 1: @A"
    assert re.search(r"@\w,\s+Green\s+takes\s+a\s+token\s+from\s+\w", again)


def test_people_at_one_terminal_see_what_their_seats_may_see(played, tmp_path):
    """Whoever decides is shown the own tokens, and not what the one before took."""
    start = ("--game", "korrigans", "--seed", 4, "--blue", "human", "--green", "human", "--save", tmp_path / "kept")
    out = played("@A\n2\n@D\n1\nquit\n", *start)
    assert "1. Blue: Blue takes a token from A\n" in out
    assert "1. Blue +mouse" not in out
    assert "2. Green: Green takes a token from D\n" in out


def test_a_state_is_no_game_to_go_on_with(capsys):
    """Only a record tells who plays."""
    assert main(["play", "--resume", STATE]) == 2
    assert "does not hold a record or a match" in capsys.readouterr().err
