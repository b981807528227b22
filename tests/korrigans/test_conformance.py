"""What is written for any game works for Korrigans: the testing kit, playouts, players, contests."""

from __future__ import annotations

import pytest

from cairn_rules import Budget, arena, korrigans
from cairn_rules.korrigans import Variant
from cairn_rules.players import GreedyPlayer, RandomPlayer, TreePlayer
from cairn_rules.simulation import with_options
from cairn_rules.simulation.contest import contests
from cairn_rules.testing import check_game

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
