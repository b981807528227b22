"""Players by name."""

from __future__ import annotations

import pytest

from cairn_rules import UnknownIdError
from cairn_rules.players import PLAYERS, GreedyPlayer, player_named


def test_players_have_names() -> None:
    assert set(PLAYERS) >= {"random", "greedy", "tree"}
    assert player_named("greedy") is GreedyPlayer


def test_an_unknown_name_is_refused_with_a_hint() -> None:
    with pytest.raises(UnknownIdError, match="did you mean 'tree'"):
        player_named("tre3")
