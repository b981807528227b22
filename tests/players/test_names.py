"""Players by name."""

from __future__ import annotations

import pytest

from cairn_rules import UnknownIdError, cairn, player_named, players_for
from cairn_rules.players import GreedyPlayer, SeerPlayer
from cairn_rules.players.by_name import PLAYERS
from support.subtraction import PAIR


def test_players_have_names() -> None:
    assert set(PLAYERS) >= {"random", "greedy", "tree"}
    assert player_named("greedy", cairn) is GreedyPlayer


def test_an_unknown_name_is_refused_with_a_hint() -> None:
    with pytest.raises(UnknownIdError, match="did you mean 'tree'"):
        player_named("tre3", cairn)


def test_a_game_has_the_players_that_can_play_it() -> None:
    """Those of any game come first, then its own."""
    assert tuple(players_for(cairn)) == ("random", "greedy", "tree", "seer", "sage")
    assert tuple(players_for(PAIR)) == ("random", "greedy", "tree")
    assert player_named("seer", cairn) is SeerPlayer
    with pytest.raises(UnknownIdError, match=r"unknown id 'seer'; known: random, greedy, tree$"):
        player_named("seer", PAIR)
