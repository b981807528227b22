"""Games whose number of players is told by their states."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from cairn_rules import (
    DefinitionError,
    Match,
    NotationError,
    Outcome,
    Record,
    cairn,
    format_record,
    html_page,
    manifest_of,
    parse_record,
    players_of,
)
from cairn_rules.games import is_board_game
from cairn_rules.manifest import Manifest
from cairn_rules.players import RandomPlayer
from cairn_rules.simulation import with_options
from cairn_rules.simulation.contest import contests
from cairn_rules.testing import check_game
from support.meadow import MEADOW, Meadow
from support.subtraction import PAIR

FOR_THREE = with_options(MEADOW, players=3)


def test_how_many_play() -> None:
    """The state tells it, or else the names of the seats; without either nobody can."""
    assert players_of(MEADOW) == 2
    assert players_of(FOR_THREE) == 3
    assert players_of(MEADOW, (5, 0, 4)) == 4
    assert players_of(cairn) == 2
    assert players_of(cairn, cairn.new_game(seed=1)) == 2
    assert players_of(PAIR) == 0
    assert manifest_of(MEADOW).seats.names_in((5, 0, 3)) == ("red", "green", "blue")
    assert manifest_of(PAIR).seats.names_in((5, 0)) == ()


def test_a_board_game_has_a_number_of_players() -> None:
    """So that `players_of` gives type checkers a number for it."""
    nameless: Any = SimpleNamespace(**{name: getattr(cairn, name) for name in dir(cairn)})
    assert is_board_game(nameless)
    nameless.MANIFEST = Manifest(name="nameless")
    assert not is_board_game(nameless)
    assert players_of(nameless) == 0


def test_who_wins_when_one_of_two_resigns() -> None:
    """The other one; of three players the other two, also before all were seen to decide."""
    match = Match(MEADOW, (9, 0, 2))
    match.resign()
    assert match.outcome == Outcome(winners=(1,), reason="resignation")
    three = Match(MEADOW, (9, 0, 3))
    three.resign()
    assert three.outcome == Outcome(winners=(1, 2), reason="resignation")


def test_only_those_win_who_play() -> None:
    """A game for three has no winner 3, however many seats there could be."""
    match = Match(MEADOW, (9, 0, 3))
    with pytest.raises(DefinitionError, match="in seat order"):
        match.end(Outcome(winners=(3,), reason="time"))
    match.end(Outcome(winners=(1, 2), reason="time"))
    text = format_record(Record.of(match))
    assert text.splitlines()[-1] == "result: green,blue won, time"
    assert parse_record(text, MEADOW).outcome == match.outcome
    with pytest.raises(NotationError, match="'green,white won, time' is not a result"):
        parse_record(text.replace("blue", "white"), MEADOW)


def test_a_page_is_titled_by_those_who_play() -> None:
    """The seats that nobody has are not waited for."""
    match = Match(MEADOW, (9, 0, 3))
    page = html_page(Record.of(match, tags={"Red": "Ann", "Green": "Bo", "Blue": "Cy"}))
    assert "<title>Ann, Bo and Cy</title>" in page


def test_line_ups_have_as_many_names_as_play() -> None:
    """As many as the game is prepared for."""
    players = dict.fromkeys(("one", "two", "three"), RandomPlayer)
    games = list(contests(FOR_THREE, players, 3, seed=1))
    assert [game.players for game in games] == [
        ("one", "two", "three"),
        ("two", "three", "one"),
        ("three", "one", "two"),
    ]
    with pytest.raises(DefinitionError, match=r"for 2 players \(red, green\), but a line-up names 3"):
        contests(MEADOW, players, 1, seed=1)
    nameless = Meadow()
    nameless.MANIFEST = evolve(MEADOW.MANIFEST, seats=evolve(MEADOW.MANIFEST.seats, names=()))
    with pytest.raises(DefinitionError, match="for 2 players, but a line-up names 3"):
        contests(nameless, players, 1, seed=1)


def test_the_conformance_suite_asks_all_who_play() -> None:
    """Every player of the game that it begins with."""
    check_game(FOR_THREE, max_examples=5)
