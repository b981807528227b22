"""Long lines at a terminal."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from time import process_time

import pytest

from cairn_rules.cli.main import main
from cairn_rules.cli.messages import Coloured, fill, fit, note, status_line
from support.command_line import Terminal

LONG = "cairn-rules: 'a-name' is not a game; there are cairn, korrigans, endless-winter and more"
GOLDEN = Path(__file__).parents[1] / "golden"
POSITION = "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"


@pytest.fixture(autouse=True)
def _width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")


def test_a_line_as_long_as_the_terminal_is_wide_stays_as_it_is() -> None:
    assert fit("a\t" + "b" * 38, Terminal()) == "a\t" + "b" * 38


def test_a_terminal_gets_lines_that_break_between_words() -> None:
    assert fit(LONG, Terminal()).split("\n") == [
        "cairn-rules: 'a-name' is not a game;",
        "there are cairn, korrigans,",
        "endless-winter and more",
    ]


@pytest.mark.parametrize("stream", [io.StringIO(), None])
def test_a_file_gets_the_line_as_it_is(stream: io.StringIO | None) -> None:
    assert fit(LONG, stream) == LONG


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("  play  Play a game", ["  play  Play a", "        game"]),
        ("    deep words in a row", ["    deep words in", "    a row"]),
        ("a column too wide  x y", ["a column too wide", "x y"]),
        ("a-name-without-any-space b", ["a-name-without-any-space", "b"]),
        ("", [""]),
    ],
)
def test_the_rest_of_a_line_is_indented(line: str, lines: list[str]) -> None:
    assert fill(line, 17).split("\n") == lines


@pytest.mark.parametrize(
    "line",
    [
        "| a table | of words |",
        '{"format": 1, "game": "cairn"}',
        '    "pattern": "^[a-e][1-5] or none$"',
        '  [Seed "7"] [Sea "human"]',
        "<svg width='10' height='10'>",
        "To see every board: cairn-rules demo --all",
        "  cairn-rules demo --seed 7 --all",
        "f1f1f/5/5/5/s1s1s f boem b3=pillars,d3=haven source,sanctuary",
    ],
)
def test_what_is_copied_stays_whole(line: str) -> None:
    assert fill(line, 10) == line


def test_a_hostile_line_is_wrapped_in_no_time() -> None:
    """The fourth power of the number of slashes was tried."""
    line = "a/" * 2_000
    start = process_time()
    assert fill(line, 10) == line
    assert fill(f"{line} b", 10) == f"{line} b"
    assert fill(f"by {line} b", 10) == f"by\n{line}\nb"
    assert process_time() - start < 1


def test_only_own_colours_reach_a_terminal() -> None:
    """Other control characters are escaped, in a file too; line breaks, tabs, spaces and joiners are kept."""
    bold = "\x1b[1mbold words in a line that is longer than forty characters\x1b[0m"
    for stream in (Terminal(), io.StringIO(), None):
        assert fit(Coloured(bold), stream) == bold
        assert fit("a\x1b[1m\x9b\r\x7f\u202e\ud800", stream) == r"a\x1b[1m\x9b\r\x7f\u202e\ud800"
        assert fit("à\tla\n\u202f! \U0001f469\u200d\U0001f680", stream) == "à\tla\n\u202f! \U0001f469\u200d\U0001f680"


def test_errors_and_notes_are_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    assert main(["play", "--game", "a-game-that-nobody-has-written", "--seed", "7"]) == 2
    note(LONG)
    lines = stream.getvalue().splitlines()
    assert len(lines) > 4
    assert max(map(len, lines)) <= 40


def test_help_is_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "42")
    stream = Terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["help"]) == 0
    assert "  --game          Game: cairn, korrigans,\n                  endless-winter," in stream.getvalue()


def test_work_at_a_terminal_is_not_silent_at_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line is cut to the terminal, because a second one could not be replaced."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    with status_line("counting") as show:
        assert stream.getvalue() == "\rcounting"
        show("x" * 100)
        show("")
        assert stream.getvalue() == f"\rcounting\r{'x' * 39}\r{' ' * 39}\r"
        show("done")
    assert stream.getvalue().endswith(f"\rdone{' ' * 35}\r{' ' * 39}\r")


def test_a_line_that_nothing_was_written_to_is_not_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    with status_line(""):
        pass
    assert main(["show", POSITION]) == 0
    assert stream.getvalue() == ""


def test_a_log_gets_a_line_every_few_seconds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """None at the beginning of the work, and none to remove the last one."""
    seconds = [0.0]
    monkeypatch.setattr("cairn_rules.cli.messages.perf_counter", lambda: seconds[0])
    with status_line("counting") as show:
        for seconds[0] in (1.0, 4.9, 5.0, 9.9, 10.0, 11.0, 16.0):
            show(f"{seconds[0]} s")
        seconds[0] = 30.0
        show("")
    assert capsys.readouterr().err == "5.0 s\n10.0 s\n16.0 s\n"


def test_the_games_of_a_file_are_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cairn_rules.cli.messages.SECONDS", 0.0)
    monkeypatch.chdir(tmp_path)
    Path("games").write_text((GOLDEN / "records" / "whole.txt").read_text("utf-8") * 2, encoding="utf-8")
    assert main(["check", "games"]) == 0
    assert capsys.readouterr().err == "1 game of games read\n2 games of games read\n"
    assert main(["convert", "games", "--output", "documents"]) == 0
    assert capsys.readouterr().err == "1 game converted\n2 games converted\n"


@pytest.mark.parametrize(
    ("arguments", "first"),
    [
        (["perft", "2", "--seed", "7"], "\r0 of "),
        (["perft", "1", "--divide", "--seed", "7"], "\r0 of "),
        (["check", "nowhere"], "\rreading nowhere"),
        (["convert", "nowhere", "--output", "somewhere"], "\rconverting"),
        (["show", POSITION, "--svg", "somewhere"], "\rdrawing"),
        (["odds", "Hero: 4 HP, sword (d8)", "wolf", "--games", "1", "--simulate"], "\rworking out the odds"),
        (["forecast", "--games", "1", "--simulate"], "\rworking out the forecast"),
        (["character", "--at-least", "STR=3", "--seed", "7"], "\rmaking characters"),
        (["check-megalith", "nowhere:stone"], "\rloading the checks"),
    ],
)
def test_the_first_output_comes_before_the_work(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str], first: str
) -> None:
    stream = Terminal()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stderr", stream)
    main(arguments)
    assert stream.getvalue().startswith(first)
