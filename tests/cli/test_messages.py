"""Long lines at a terminal."""

from __future__ import annotations

import io
import sys

import pytest

from cairn_rules.cli.main import main
from cairn_rules.cli.messages import fill, fit, note

LONG = "cairn-rules: 'a-name' is not a game; there are cairn, korrigans, endless-winter and more"


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")


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
        '  [Seed "7"] [Sea "human"]',
        "<svg width='10' height='10'>",
        "Every board: cairn-rules demo --all",
        "  cairn-rules demo --seed 7 --all",
        "\x1b[1mbold words in a line\x1b[0m",
    ],
)
def test_what_is_copied_or_coloured_stays_whole(line: str) -> None:
    assert fill(line, 10) == line


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
