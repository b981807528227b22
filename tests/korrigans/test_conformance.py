"""What is written for any game works for Korrigans: the testing kit, playouts, players, contests."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_rules import Match, dumps, korrigans, loads
from cairn_rules.korrigans import Variant
from cairn_rules.players import Budget, GreedyPlayer, RandomPlayer, TreePlayer
from cairn_rules.simulation import arena, with_options
from cairn_rules.simulation.contest import contests
from cairn_rules.simulation.playouts import playouts
from cairn_rules.testing import GameMachine, check_game, matches

pytestmark = [pytest.mark.slow, pytest.mark.untraced]

GAMES = {
    2: with_options(korrigans),
    3: with_options(korrigans, players=3, variant=Variant(side="advanced", backup="voluntary")),
    4: with_options(korrigans, players=4, variant=Variant(troll_blocks_jumps=True, memory_aid=True)),
    5: with_options(korrigans, players=5, variant=Variant(fairy_gathers=False, cauldron_match="projection")),
}
"""A game for each number of players; every option is another one in some of them."""


@pytest.mark.parametrize("players", GAMES)
def test_it_keeps_what_every_game_promises(players):
    """In states from the placing to the final turns."""
    check_game(GAMES[players], max_examples=5, depth=250)


class KorrigansMachine(GameMachine):
    game = GAMES[3]
    players = (0, 1, 2)


TestKorrigans = KorrigansMachine.TestCase
TestKorrigans.settings = settings(max_examples=5, stateful_step_count=40)


@settings(max_examples=10)
@given(st.sampled_from(sorted(GAMES)).flatmap(lambda players: matches(GAMES[players], most_decisions=200)))
def test_a_match_goes_back_to_its_start(match: Match):
    """Every decision can be taken back, and every state on the way is written and read."""
    for state in reversed(match.states):
        assert match.state == state
        if match.history:
            match.undo()
    assert loads(dumps(match.state)) == match.states[0]


@pytest.mark.parametrize("players", [2, 5])
def test_games_are_the_same_whoever_plays_them(players):
    """They depend on the seed and their numbers alone."""
    with ThreadPoolExecutor(2) as executor:
        assert list(playouts(GAMES[players], 4, seed=7, executor=executor)) == list(playouts(GAMES[players], 4, seed=7))


def test_players_of_all_strengths_play_it():
    """Nobody forfeits, whatever the seat; the seats go round."""
    makers = {"random": RandomPlayer, "greedy": GreedyPlayer, "tree": TreePlayer}
    played = list(contests(GAMES[3], makers, 3, seed=1, budget=Budget.of(2, None)))
    assert [contest.fault for contest in played] == [None] * 3
    assert [contest.players[0] for contest in played] == ["random", "greedy", "tree"]


def test_whoever_takes_the_gold_beats_chance():
    """The lead in gold is worth following."""
    (pairing,) = arena(GAMES[2], {"random": RandomPlayer, "greedy": GreedyPlayer}, 4, seed=1)
    assert pairing.wins == 0
    assert pairing.losses == 4
