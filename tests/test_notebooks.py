"""What notebooks show of values, and what a terminal shows of them: a line or so."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from cairn_rules import Budget, Match, Record, Registry, analyse, arena, cairn, endless_winter, korrigans
from cairn_rules.cairn import BASE_SET
from cairn_rules.cairn.balance import balance
from cairn_rules.cairn.balance.text import plain
from cairn_rules.cairn_rpg import combat, creation, wilderness
from cairn_rules.cairn_rpg.combat.rules.setup import new_game, person
from cairn_rules.cairn_rpg.forecast import forecast
from cairn_rules.cairn_rpg.forecast import markdown_report as forecast_report
from cairn_rules.cairn_rpg.odds import markdown_report as odds_report
from cairn_rules.cairn_rpg.odds import odds
from cairn_rules.history.page import html_page
from cairn_rules.players import Analysis, RandomPlayer
from cairn_rules.simulation import Simulation, Tally
from support.random_play import random_match

GAMES = pytest.mark.parametrize("game", [cairn, korrigans, endless_winter], ids=lambda game: game.MANIFEST.name)


@GAMES
def test_an_observation_is_what_its_seat_sees(game: Any) -> None:
    seen = game.observe(random_match(game, 5).state, 0)
    assert seen._repr_svg_() == game.svg(seen)


@GAMES
def test_a_match_is_its_board_with_the_last_decision_marked(game: Any) -> None:
    match = random_match(game, 5)
    assert match._repr_html_() == game.svg(match.state, highlight=match.history[-1])
    assert Match(game, match.state)._repr_html_() == game.svg(match.state)


def test_a_game_without_pictures_is_its_diagram() -> None:
    match = Match(creation, seed=7)
    assert match._repr_html_() == f"<pre>{html.escape(creation.diagram(match.state))}</pre>"


def test_a_record_is_its_page() -> None:
    record = Record.of(random_match(cairn, 2), tags={"Event": "A & B"})
    shown = record._repr_html_()
    [page] = re.findall('srcdoc="([^"]*)"', shown)
    assert html.unescape(page) == html_page(record)
    assert 'title="A &amp; B"' in shown


def test_a_megalith_is_its_texts() -> None:
    deer = BASE_SET["deer"]
    assert deer._repr_html_() == f"<b>Deer Rock</b> (deer, light stone)<br>{deer.text}"


def test_a_registry_is_a_table_of_what_its_things_have() -> None:
    deer = BASE_SET["deer"]
    assert Registry([deer])._repr_html_() == (
        "<table><tr><th>id</th><th>name</th><th>text</th></tr>"
        f"<tr><td>deer</td><td>Deer Rock</td><td>{deer.text}</td></tr></table>"
    )
    assert Registry()._repr_html_() == "<table><tr></tr></table>"


def test_a_tally_is_a_table_of_the_winners() -> None:
    simulation = Simulation(game=cairn, players={"one": RandomPlayer, "two": RandomPlayer}, seed=7, max_turns=60)
    tally = Tally()
    assert repr(tally) == "<Tally of 0 games, 0 drawn, 0 stopped>"
    for contest in simulation.play(2):
        tally.add(contest)
    shown = tally._repr_html_()
    assert "<caption>2 games, " in shown
    assert all(f"<td>{name}</td>" in shown for name in ("one", "two") if tally.won(name).count)


@GAMES
def test_what_a_terminal_shows_fits_two_lines(game: Any) -> None:
    match = random_match(game, 12)
    for value in (match, match.state, game.observe(match.state, 0), Record.of(match)):
        assert len(repr(value)) <= 240
        assert "\n" not in repr(value)


def test_a_registry_names_its_first_things() -> None:
    assert repr(BASE_SET).endswith(", … 14 in all)")
    assert repr(BASE_SET).count(",") == 8


def test_the_shamans_of_a_state_are_listed_by_tribe() -> None:
    state = cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0")
    assert repr(state).endswith(", Sea c5, Forest e1>")
    assert repr(cairn.observe(state, None)).endswith(", Sea c5, Forest e1>")


def test_a_pairing_is_a_line() -> None:
    [pairing] = arena(cairn, {"one": RandomPlayer, "two": RandomPlayer}, 2, seed=7, max_turns=40)
    assert repr(pairing) == f"<Pairing {pairing}>"


def test_a_balance_report_is_its_text() -> None:
    report = balance([BASE_SET["deer"]], games=2, seed=7)
    assert repr(report) == "<BalanceReport on deer: 2 pairs of games each, by GreedyPlayer>"
    assert report._repr_html_() == f"<pre>{html.escape(chr(10).join(plain(report)))}</pre>"


def test_a_forecast_is_its_report() -> None:
    journey = wilderness.new_game(seed=7, legs=[wilderness.Route(path="road", distance="long")])
    found = forecast(journey, games=10, exact=False, seed=7)
    assert repr(found) == f"<Forecast: {found}>"
    assert found._repr_markdown_() == forecast_report(found)


def test_the_odds_of_a_fight_are_their_report() -> None:
    ada = person("Ada", hp=4, strength=11, attacks=["sword d8"], kind="pc")
    bear = person("Bear", hp=6, strength=15, attacks=["claws d8"])
    found = odds(new_game(party=[ada], foes=[bear]), games=10, exact=False, seed=7)
    assert repr(found) == f"<Odds: {found}>"
    assert found._repr_markdown_() == odds_report(found)


@GAMES
def test_an_analysis_is_its_board_with_arrows_and_its_lines(game: Any) -> None:
    match = random_match(game, 5)
    *_, analysis = analyse(game, match.state, budget=Budget(simulations=30), lines=2, seed=1)
    shown = analysis._repr_html_()
    assert shown.startswith(game.svg(match.state, arrows=[line.actions[0] for line in analysis.lines]))
    heads = re.findall("<th>([^<]*)</th>", shown)
    assert heads == ["line", *(name.capitalize() for name in game.MANIFEST.seats.names_in(match.state))]
    rows = re.findall("<tr><td>(.*?)</td></tr>", shown)
    for line, row in zip(analysis.lines, rows, strict=True):
        actions, *chances = row.split("</td><td>")
        assert html.unescape(actions) == " ".join(map(game.format_action, line.actions))
        about = "about " * line.is_rough
        assert chances == [f"{about}{chance * 100:.0f} %" for chance in line.chances]


def test_an_analysis_of_a_game_without_pictures_has_its_diagram() -> None:
    state = new_game(seed=1, party=[person("Ada", hp=4)], foes=[person("Wolf", hp=3)])
    *_, analysis = analyse(combat, state, budget=Budget(simulations=30), seed=1)
    assert analysis._repr_html_().startswith(f"<pre>{html.escape(combat.diagram(state))}</pre><table>")


def test_an_analysis_without_its_game_is_text() -> None:
    analysis: Analysis[Any] = Analysis(seat=0, lines=(), simulations=3)
    assert analysis._repr_html_() == f"<pre>{html.escape(repr(analysis))}</pre>"
